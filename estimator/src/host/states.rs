//! What the formulas of GPU memory say of weights, gradients and optimizer state: the host and the disk hold the same tensors.
use crate::expr::{Expr, num};
use crate::memory::{MemoryReport, Moment, Term, TermId};
use crate::scenario::{Checkpointing, Layout, Offload, Optimizer, Scenario};

/// Lines of one GPU at the optimizer step.
pub(super) struct States {
    terms: Vec<Term>,
}

impl States {
    /// Those of one GPU if nothing left it.
    pub(super) fn on_gpu(scenario: &Scenario) -> Self {
        let mut resident = scenario.clone();
        resident.offload = Offload::None;
        resident.optimizer = unpaged(scenario.optimizer);
        Self::at_step(&resident)
    }

    /// Those of the whole model: one GPU that holds everything, under the same library.
    pub(super) fn whole(scenario: &Scenario) -> Self {
        let mut whole = scenario.clone();
        whole.offload = Offload::None;
        whole.optimizer = unpaged(scenario.optimizer);
        whole.cluster.per_node = 1;
        whole.cluster.nodes = 1;
        whole.layout = Layout {
            data: 1,
            tensor: 1,
            pipeline: 1,
            virtual_stages: 1,
            context: 1,
            expert: 1,
            shards: 1,
            ..scenario.layout
        };
        Self::at_step(&whole)
    }

    fn at_step(scenario: &Scenario) -> Self {
        let report = MemoryReport::of(scenario);
        let terms = report
            .at(Moment::Step)
            .map(|instant| instant.terms.clone())
            .unwrap_or_default();
        Self { terms }
    }

    /// Lines of some kinds, added up.
    fn sum(&self, kinds: &[TermId]) -> Expr {
        let mut sum = num(0.0);
        for term in &self.terms {
            if kinds.contains(&term.id) {
                sum = sum + term.amount.clone();
            }
        }
        sum
    }

    /// The base or the trained model, in the format in which it is held.
    pub(super) fn base(&self) -> Expr {
        self.sum(&[
            TermId::Weights,
            TermId::FrozenBase,
            TermId::QuantisedBase,
            TermId::QuantScales,
            TermId::Unquantised,
        ])
    }

    /// Adapters and what is trained whole beside them; 0 under the full method.
    pub(super) fn adapters(&self) -> Expr {
        self.sum(&[TermId::Adapters, TermId::TrainedModules])
    }

    /// Both.
    pub(super) fn weights(&self) -> Expr {
        self.base() + self.adapters()
    }

    /// What is saved as the result: the model, or the adapters alone.
    pub(super) fn trained(&self) -> Expr {
        let adapters = self.adapters();
        if adapters.is_zero() {
            self.base()
        } else {
            adapters
        }
    }

    /// Master weights; 0 where the library keeps none.
    pub(super) fn master(&self) -> Expr {
        self.sum(&[TermId::MasterWeights])
    }

    /// Moments.
    pub(super) fn moments(&self) -> Expr {
        self.sum(&[TermId::Moments])
    }

    /// Master weights and moments.
    pub(super) fn optimizer(&self) -> Expr {
        self.sum(&[TermId::MasterWeights, TermId::Moments])
    }

    /// Gradients.
    pub(super) fn gradients(&self) -> Expr {
        self.sum(&[TermId::Gradients])
    }
}

/// The optimizer with its moments in ordinary memory.
const fn unpaged(optimizer: Optimizer) -> Optimizer {
    match optimizer {
        Optimizer::AdamWPaged => Optimizer::AdamW,
        Optimizer::AdamW8bitPaged => Optimizer::AdamW8bit,
        Optimizer::AdamWPagedInBackward => Optimizer::AdamWInBackward,
        other => other,
    }
}

/// Block inputs of one GPU that are kept for recomputation, as ordinary checkpoints keep them on the GPU.
pub(super) fn block_inputs(scenario: &Scenario) -> Option<Expr> {
    let mut kept = scenario.clone();
    kept.checkpointing = Checkpointing::Full;
    let report = MemoryReport::of(&kept);
    let terms = &report.at(Moment::Loss)?.terms;
    let line = terms.iter().find(|term| term.id == TermId::Checkpoints)?;
    Some(line.amount.clone())
}
