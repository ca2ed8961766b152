//! Optimizer state and what the step adds for a moment.
use super::dims::View;
use super::sources::{ADAMW, DEEPSPEED, OPTIMIZERS};
use super::term::{Tag, Term, TermId};
use super::weights::bytes;
use crate::expr::{Expr, num, sym};
use crate::num::float;
use crate::scenario::{Adapters, Engine, Offload, Optimizer, Sharding, TorchVersion};

impl View<'_> {
    /// Master weights and moments, resident on the GPU.
    pub(super) fn optimizer_state(&self, terms: &mut Vec<Term>) {
        match &self.scenario.adapters {
            _ if self.scenario.offload != Offload::None => {}
            None => self.full_state(terms),
            Some(adapters) => self.adapter_state(adapters, terms),
        }
    }

    fn full_state(&self, terms: &mut Vec<Term>) {
        let shards = self.scenario.sharding.optimizer();
        let held = self.held(shards);
        if self.master() {
            terms.push(
                self.states(TermId::MasterWeights, held.clone(), 4.0, shards, DEEPSPEED)
                    .tagged(Tag::Fp32),
            );
        }
        let each = if self.master() {
            4.0
        } else {
            self.trained_bytes()
        };
        terms.extend(self.moments(self.with_wide_embedding(held), each, shards));
    }

    /// 32-bit moments of the embedding beside 8-bit ones: 8 bytes for 2, as if three more of it were there.
    fn with_wide_embedding(&self, held: Expr) -> Expr {
        let software = self.scenario.software;
        if software.wide_embedding && self.scenario.optimizer.eight_bit() {
            held + 3.0 * self.embedding()
        } else {
            held
        }
    }

    fn adapter_state(&self, adapters: &Adapters, terms: &mut Vec<Term>) {
        let parameters = self.adapter_parameters();
        let modules = self.trained_modules();
        let trained = adapters.trained_modules;
        if self.master() {
            let all = if trained {
                parameters + modules
            } else {
                parameters
            };
            terms.push(
                self.states(TermId::MasterWeights, all.clone(), 4.0, true, DEEPSPEED)
                    .tagged(Tag::Fp32),
            );
            terms.extend(self.moments(all, 4.0, true));
            return;
        }
        let shards = self.scenario.sharding.parameters();
        terms.extend(self.moments(parameters, bytes(adapters.dtype), shards && !adapters.local));
        if trained {
            let of_modules = self.moments(modules, 2.0, shards);
            terms.extend(of_modules.map(|term| term.tagged(Tag::Ends)));
        }
    }

    /// Moments of `elements` parameters whose own dtype has `each` bytes.
    fn moments(&self, elements: Expr, each: f64, shards: bool) -> Option<Term> {
        let optimizer = self.scenario.optimizer;
        if optimizer.paged() {
            // Unified memory: pages move to the host when the GPU is short of room.
            return None;
        }
        let per_parameter = match optimizer {
            Optimizer::AdamW | Optimizer::AdamWFused | Optimizer::AdamWInBackward => 2.0 * each,
            Optimizer::AdamW8bit | Optimizer::AdamW8bitInBackward => 2.0,
            Optimizer::SgdMomentum | Optimizer::Lion => each,
            Optimizer::Muon => return Some(self.muon_moments(elements, each, shards)),
            Optimizer::Adafactor => return Some(self.factored_moments(shards)),
            Optimizer::Sgd
            | Optimizer::AdamWPaged
            | Optimizer::AdamW8bitPaged
            | Optimizer::AdamWPagedInBackward => return None,
        };
        let tag = if optimizer.eight_bit() {
            Tag::EightBit
        } else {
            tag(each)
        };
        Some(
            self.states(TermId::Moments, elements, per_parameter, shards, OPTIMIZERS)
                .tagged(tag),
        )
    }

    /// Muon: one moment for matrices in blocks, two for embedding, head and norms, which AdamW updates.
    fn muon_moments(&self, elements: Expr, each: f64, shards: bool) -> Term {
        let ends = if self.full() { self.root() } else { num(0.0) };
        self.states(TermId::Moments, elements + ends, each, shards, OPTIMIZERS)
            .tagged(tag(each))
    }

    /// Adafactor: a row and a column of fp32 statistics for each matrix (Shazeer and Stern 2018, section 3).
    fn factored_moments(&self, shards: bool) -> Term {
        let ends = float(self.model().hidden.saturating_add(self.model().vocab)) * 2.0;
        self.states(
            TermId::Moments,
            sym("Σ(in+out)", self.scenario.sizes.widths + ends),
            4.0,
            shards,
            OPTIMIZERS,
        )
        .tagged(Tag::Fp32)
    }

    /// What the optimizer step holds beside the states.
    pub(super) fn step_temporary(&self) -> Option<Term> {
        let scenario = self.scenario;
        let optimizer = scenario.optimizer;
        if scenario.offload != Offload::None || optimizer.in_backward() || optimizer.eight_bit() {
            return None;
        }
        if self.master_engine() {
            return self.engine_temporary();
        }
        if optimizer == Optimizer::Muon {
            // Newton-Schulz works on one matrix at a time, three 16-bit copies of it.
            return Some(
                Term::new(TermId::StepTemporary, num(6.0) * self.largest(), OPTIMIZERS)
                    .tagged(Tag::Temporary),
            );
        }
        // foreach AdamW builds the denominators of all parameters at once, in their own dtype.
        if optimizer != Optimizer::AdamW || scenario.software.torch == TorchVersion::Torch1 {
            return None;
        }
        let (elements, each, shards) = match &scenario.adapters {
            None => (
                self.held(scenario.sharding.optimizer()),
                self.trained_bytes(),
                scenario.sharding.optimizer(),
            ),
            Some(adapters) => {
                let shards = scenario.sharding.parameters() && !adapters.local;
                let parameters = self.adapter_parameters();
                let each = bytes(adapters.dtype);
                if adapters.trained_modules {
                    // Modules trained whole are 16-bit: counted in adapter weights of `each` bytes.
                    (
                        parameters + self.trained_modules() * num(2.0 / each),
                        each,
                        shards,
                    )
                } else {
                    (parameters, each, shards)
                }
            }
        };
        Some(
            self.states(TermId::StepTemporary, elements, each, shards, ADAMW)
                .tagged(Tag::Temporary),
        )
    }

    /// ZeRO: the fp32 gradient copy and, un-fused, the Adam denominator of one sub-group (DeepSpeed: `sub_group_size`, 1e9
    /// elements under stage 3; the sizes 4P/4, 4P/8 and 4P/16 stand in out-of-memory reports). ColossalAI: one of them.
    fn engine_temporary(&self) -> Option<Term> {
        let scenario = self.scenario;
        let elements = match &scenario.adapters {
            None => self.parameters(),
            Some(adapters) if adapters.trained_modules => {
                self.adapter_parameters() + self.trained_modules()
            }
            Some(_) => self.adapter_parameters(),
        };
        let full_deepspeed = self.full() && scenario.engine == Engine::DeepSpeed;
        let copies = match (scenario.engine, scenario.optimizer) {
            (Engine::Megatron, _) | (_, Optimizer::Sgd) => return None,
            (Engine::DeepSpeed, Optimizer::AdamW) if full_deepspeed => 8.0,
            _ => 4.0,
        };
        let mut share = elements / self.t();
        if self.sharded() {
            share = share / self.n();
        }
        let capped = scenario.sharding == Sharding::Zero3 && full_deepspeed && share.value() > 1e9;
        if scenario.sharding == Sharding::Zero3 && full_deepspeed {
            share = share.at_most(num(1e9));
        }
        // A sub-group at its cap stays as large with more GPUs.
        let shards = if capped { 1 } else { scenario.layout.shards };
        let divides = super::term::Divides::Shards(shards);
        Some(
            Term::new(TermId::StepTemporary, share * num(copies), DEEPSPEED)
                .divided(divides)
                .tagged(Tag::Temporary),
        )
    }
}

const fn tag(each: f64) -> Tag {
    if each > 2.0 { Tag::Fp32 } else { Tag::Half }
}
