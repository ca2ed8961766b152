//! What the allocator, CUDA and NCCL add to tensors.
use super::dims::View;
use super::report::Moment;
use super::sources::{CUBLAS, NCCL, SLACK};
use super::term::{Tag, Term, TermId};
use crate::expr::{Expr, num, sym};
use crate::model::Family;
use crate::num::{float, larger};
use crate::scenario::{GptqKernel, ModelCode, Variety};
use crate::units::SizeUnit;

/// cuBLAS workspace, which PyTorch allocates from its own pool: 4096·1024·2 + 16·8·1024 bytes.
const WORKSPACE: f64 = 8_519_680.0;

/// NCCL buffers of one communicator, GiB.
const COMMUNICATOR_GIB: f64 = 0.25;

impl View<'_> {
    pub(super) fn workspace() -> Term {
        Term::new(TermId::Workspace, num(WORKSPACE), CUBLAS)
    }

    /// CUDA context and kernels of this card.
    pub(super) fn context(&self) -> Term {
        let context = self.scenario.cluster.gpu.context_gib();
        Term::new(
            TermId::Context,
            sym("C", context.value) * num(SizeUnit::Gib.bytes()),
            context.source,
        )
    }

    /// One communicator for each direction of parallelism.
    pub(super) fn communicators(&self) -> Option<Term> {
        let layout = self.scenario.layout;
        let directions = [
            layout.data.saturating_mul(layout.context),
            layout.tensor,
            layout.pipeline,
            layout.expert,
        ];
        let used: f64 = directions
            .iter()
            .map(|ranks| float(u64::from(*ranks > 1)))
            .sum();
        (used > 0.0 && self.scenario.sharding != crate::scenario::Sharding::LayerSplit).then(|| {
            Term::new(
                TermId::Communicators,
                sym("n_c", used) * num(COMMUNICATOR_GIB * SizeUnit::Gib.bytes()),
                NCCL,
            )
            .tagged(Tag::Inferred)
        })
    }

    /// Memory that is cached but does not fit what is asked for. `transient` is what comes and goes in this instant.
    pub(super) fn slack(&self, moment: Moment, allocated: &Expr, transient: f64) -> Option<Term> {
        let software = self.scenario.software;
        let at_loss = moment == Moment::Loss && self.has_loss();
        let amount = if self.scenario.batch.variety == Variety::Steady {
            let transient = sym("M_t", larger(0.0, transient));
            let usual = sym("k", software.slack) * transient.clone();
            let again = if at_loss { self.logits_again() } else { 0.0 };
            let amount = if again > 0.0 {
                // In the loss, blocks of s and of s − 1 rows do not share memory.
                let calm = num(crate::num::smaller(software.slack, STEADY_LOSS)) * transient;
                usual.at_least(calm + self.logits_of(again))
            } else {
                usual
            };
            amount + self.gptq_fragments()
        } else {
            // Cached logits blocks of other lengths pile up; everything else is met by 1%.
            let pile = if at_loss { self.pile() } else { 0.0 };
            num(0.01) * allocated.clone() + self.logits_of(pile * self.logits_bytes())
        };
        (amount.value() > 0.0)
            .then(|| Term::new(TermId::Slack, amount, SLACK).tagged(Tag::Inferred))
    }

    /// Bytes of V·tok that are cached in the loss and cannot be used again (Hugging Face code, measured).
    fn logits_again(&self) -> f64 {
        let software = self.scenario.software;
        let bytes = self.logits_bytes();
        if software.code != ModelCode::Transformers
            || software.slack == 0.0
            || bytes == 0.0
            || self.model().is_encoder()
        {
            0.0
        } else if bytes >= 10.0 && self.model().family != Family::Qwen1 {
            7.0
        } else {
            2.0
        }
    }

    /// How many more times its size the loss takes after many lengths: 0.15 at 2k to 1 after a thousand steps, up to 2.4 after
    /// many thousands. One tool, two editions: a warning rather than a law.
    fn pile(&self) -> f64 {
        let sequence = self.scenario.batch.sequence;
        match self.scenario.batch.variety {
            Variety::Steady => 0.0,
            Variety::Some if sequence <= 2048 => 0.15,
            Variety::Many if sequence <= 4096 => 2.4,
            Variety::Some | Variety::Many => 1.0,
        }
    }

    /// Unfused GPTQ leaves fragments as large as its temporaries.
    fn gptq_fragments(&self) -> Expr {
        let unfused = self
            .scenario
            .quant
            .is_some_and(crate::scenario::Quant::gptq)
            && self.scenario.software.gptq == GptqKernel::Unfused;
        if unfused {
            num(12.0) * self.largest()
        } else {
            num(0.0)
        }
    }
}

/// Slack beside the loss in steady shapes.
const STEADY_LOSS: f64 = 0.13;
