//! What a calibration changes: factors on lines whose size is a rule rather than arithmetic.
use super::report::Instant;
use super::term::{Term, TermId};
use crate::expr::{Expr, num, sym};
use crate::units::SizeUnit;

/// What a line follows when a short run shows more or less than predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lever {
    /// Nothing: its size is arithmetic on shapes and formats.
    Exact,
    /// What one block keeps and adds.
    Block,
    /// What the loss keeps.
    Loss,
    /// What the allocator caches.
    Slack,
    /// What the driver shows beside PyTorch's memory.
    Overhead,
}

/// Factors on lines, and what is added to the driver's figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// κ_b, on what one block keeps and adds.
    pub block: f64,
    /// κ_l, on what the loss keeps.
    pub loss: f64,
    /// κ_s, on what the allocator caches; the sums in its formula are those before calibration.
    pub slack: f64,
    /// δ, GiB added to the CUDA context.
    pub overhead_gib: f64,
}

impl Default for Factors {
    fn default() -> Self {
        Self {
            block: 1.0,
            loss: 1.0,
            slack: 1.0,
            overhead_gib: 0.0,
        }
    }
}

impl TermId {
    /// What a line of this kind follows.
    pub const fn lever(self) -> Lever {
        match self {
            // Which tensors kernels keep and for how long was counted on one implementation.
            Self::Activations
            | Self::RecomputedBlock
            | Self::BackwardHump
            | Self::PendingInputs
            | Self::EscapedInputs
            | Self::ForwardBlock => Lever::Block,
            Self::Logits | Self::HeadInput => Lever::Loss,
            Self::Slack | Self::Cache => Lever::Slack,
            Self::Context => Lever::Overhead,
            // States, gathered parameters and block inputs are shapes times formats; communicators count once, beside the context.
            Self::Weights
            | Self::FrozenBase
            | Self::QuantisedBase
            | Self::QuantScales
            | Self::Unquantised
            | Self::AutocastCopies
            | Self::TrainedModules
            | Self::Adapters
            | Self::MasterWeights
            | Self::Moments
            | Self::Gradients
            | Self::StepTemporary
            | Self::GatheredRoot
            | Self::GatheredBlocks
            | Self::GatheredModel
            | Self::GatheredGradient
            | Self::MatrixGradient
            | Self::UnshardedGradients
            | Self::LiveParameters
            | Self::ReduceBuckets
            | Self::Checkpoints
            | Self::Dequantised
            | Self::SequenceGather
            | Self::HeadGradient
            | Self::DequantisedHead
            | Self::EvalLogits
            | Self::KvCache
            | Self::LoadCopy
            | Self::GatheredState
            | Self::MergedBase
            | Self::Workspace
            | Self::Communicators => Lever::Exact,
        }
    }
}

impl Factors {
    /// Puts the factors into the formulas of all lines; a factor of 1 leaves no trace.
    pub(super) fn apply(&self, instants: &mut [Instant]) {
        if *self == Self::default() {
            return;
        }
        for term in instants
            .iter_mut()
            .flat_map(|instant| instant.terms.iter_mut())
        {
            self.change(term);
        }
    }

    fn change(&self, term: &mut Term) {
        let mut amount = || core::mem::replace(&mut term.amount, num(0.0));
        term.amount = match term.id.lever() {
            Lever::Exact => return,
            Lever::Block => scaled("κ_b", self.block, amount()),
            Lever::Loss => scaled("κ_l", self.loss, amount()),
            Lever::Slack => scaled("κ_s", self.slack, amount()),
            Lever::Overhead => added(self.overhead_gib, amount()),
        };
    }
}

/// `factor × amount`; 1 leaves no trace.
fn scaled(name: &'static str, factor: f64, amount: Expr) -> Expr {
    if (factor - 1.0).abs() == 0.0 {
        amount
    } else {
        sym(name, factor) * amount
    }
}

/// `amount + δ`, never below 0; no δ leaves no trace.
fn added(gib: f64, amount: Expr) -> Expr {
    if gib == 0.0 {
        return amount;
    }
    let sum = amount + sym("δ", gib) * num(SizeUnit::Gib.bytes());
    if sum.value() < 0.0 {
        sum.at_least(num(0.0))
    } else {
        sum
    }
}
