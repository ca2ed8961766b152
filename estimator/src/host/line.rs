//! One line of a node's memory.
use crate::expr::Expr;
use crate::source::Source;
use crate::units::Bytes;

/// What a line is; the app has its name in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HostLineId {
    /// Python, PyTorch and CUDA libraries of every process.
    Processes,
    /// Data-loader processes.
    Workers,
    /// Weights as they pass through on their way to the GPUs.
    LoadedWeights,
    /// Parameters that live on the host between their uses.
    OffloadedWeights,
    /// Master weights and moments that live on the host.
    OffloadedOptimizer,
    /// Gradients summed on the host.
    OffloadedGradients,
    /// The optimizer's own fp32 copy of those gradients.
    GradientCopy,
    /// What page-locked buffers are larger than asked for.
    PinnedRounding,
    /// Moments in unified memory, when the GPU has no room for them.
    PagedMoments,
    /// Block inputs kept on the host for recomputation.
    OffloadedActivations,
    /// Weights gathered for a checkpoint.
    GatheredWeights,
    /// Optimizer state gathered for a checkpoint.
    GatheredOptimizer,
    /// What a process copies from its GPU before it writes.
    StagedState,
    /// One file as it is written.
    Serialised,
    /// Weights read from a checkpoint.
    ReadWeights,
    /// Optimizer state read from a checkpoint.
    ReadOptimizer,
    /// The base in 16 bit while adapters are merged.
    MergedBase,
    /// The adapters while they are merged.
    MergedAdapters,
}

/// One line of a node's memory: how much, why, and where that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct HostLine {
    /// What it is.
    pub id: HostLineId,
    /// How much, with its formula.
    pub amount: Expr,
    /// Where the formula was read.
    pub source: &'static Source,
}

impl HostLine {
    /// A line.
    pub(super) const fn new(id: HostLineId, amount: Expr, source: &'static Source) -> Self {
        Self { id, amount, source }
    }

    /// Its size.
    pub fn bytes(&self) -> Bytes {
        Bytes::new(self.amount.value())
    }
}
