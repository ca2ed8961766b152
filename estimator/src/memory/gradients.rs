//! Gradients of what is trained.
use super::dims::View;
use super::sources::{DEEPSPEED, FSDP, PEFT, ZERO_PAPER};
use super::term::{Tag, Term, TermId};
use super::weights::bytes;
use crate::expr::{Expr, num};
use crate::scenario::{Adapters, Engine, GradientDtype, ModelCode, Offload, Sharding};

impl View<'_> {
    /// All gradients, as they stand at the end of the backward pass.
    pub(super) fn gradients(&self, terms: &mut Vec<Term>) {
        match &self.scenario.adapters {
            // They leave with the states they update.
            _ if self.scenario.offload != Offload::None => {}
            None => self.full_gradients(terms),
            Some(adapters) => self.adapter_gradients(adapters, terms),
        }
    }

    fn full_gradients(&self, terms: &mut Vec<Term>) {
        let scenario = self.scenario;
        if scenario.optimizer.in_backward() {
            // One layer's at a time; a tied embedding gets its gradient in two parts and has to wait for the second.
            let tied = if self.tied() {
                self.embedding()
            } else {
                num(0.0)
            };
            let elements = tied + self.block_weights();
            terms.push(
                self.states(TermId::Gradients, elements, 2.0, false, ZERO_PAPER)
                    .tagged(Tag::Temporary),
            );
            return;
        }
        if scenario.sharding == Sharding::Zero3 && scenario.engine == Engine::ColossalAi {
            // Gemini puts a gradient into the chunk of its weight.
            return;
        }
        let shards = scenario.sharding.gradients();
        let own = self.trained_bytes();
        let each = if scenario.gradients == GradientDtype::Fp32 && !self.zero1_deepspeed() {
            4.0
        } else {
            own
        };
        terms.push(self.states(
            TermId::Gradients,
            self.held(shards),
            each,
            shards,
            self.gradient_source(),
        ));
        if self.zero1_deepspeed() {
            // Stage 1 keeps 16-bit gradients whole and sums its own part in fp32.
            terms.push(
                self.states(TermId::Gradients, self.parameters(), 4.0, true, DEEPSPEED)
                    .tagged(Tag::Fp32),
            );
        }
    }

    fn zero1_deepspeed(&self) -> bool {
        self.scenario.sharding == Sharding::Zero1 && self.scenario.engine == Engine::DeepSpeed
    }

    const fn gradient_source(&self) -> &'static crate::source::Source {
        if self.scenario.sharding.zero() {
            DEEPSPEED
        } else {
            ZERO_PAPER
        }
    }

    fn adapter_gradients(&self, adapters: &Adapters, terms: &mut Vec<Term>) {
        let scenario = self.scenario;
        let parameters = self.adapter_parameters();
        let master = self.master();
        let (each, shards) = if master {
            // The 16-bit gradient and the fp32 one that is accumulated.
            (4.0, true)
        } else {
            (
                bytes(adapters.dtype),
                scenario.sharding.parameters() && !adapters.local,
            )
        };
        terms.push(self.states(TermId::Gradients, parameters, each, shards, PEFT));
        if adapters.trained_modules {
            let each = if master { 4.0 } else { 2.0 };
            let shards = if master {
                true
            } else {
                scenario.sharding.parameters()
            };
            let modules = self.trained_modules();
            let of_modules = self.states(TermId::Gradients, modules, each, shards, PEFT);
            terms.push(of_modules.tagged(Tag::Ends));
        }
    }

    /// Whether gradients stand while the next micro-batch runs: when accumulating, or when `zero_grad` keeps them.
    pub(super) const fn gradients_stand(&self) -> bool {
        self.scenario.batch.accumulation > 1 || self.scenario.software.keeps_gradients
    }

    /// Under `no_sync` FSDP holds whole gradients until the last micro-batch. LitGPT wraps frozen weights into the same flat
    /// parameters, which therefore get gradients too.
    pub(super) fn unsharded_gradients(&self) -> Option<Term> {
        if !self.fsdp() || !self.scenario.software.no_sync || self.scenario.engine == Engine::Fsdp2
        {
            return None;
        }
        let elements: Expr = match &self.scenario.adapters {
            Some(_) if self.scenario.software.code != ModelCode::LitGpt => {
                self.adapter_parameters()
            }
            _ => self.parameters(),
        };
        Some(self.states(TermId::UnshardedGradients, elements, 2.0, false, FSDP))
    }
}
