//! One line of a budget.
use crate::expr::Expr;
use crate::source::Source;
use crate::units::Bytes;

/// What a line is; the app has its name and its explanation in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TermId {
    /// Weights that are trained.
    Weights,
    /// Weights of the frozen base.
    FrozenBase,
    /// Packed values of a quantised base.
    QuantisedBase,
    /// Scales and zero points of a quantised base.
    QuantScales,
    /// What the quantiser leaves alone: embedding, norms, head, fused experts.
    Unquantised,
    /// 16-bit copies that autocast makes of fp32 weights.
    AutocastCopies,
    /// Copies of embedding and head that are trained beside the adapters.
    TrainedModules,
    /// Adapter weights.
    Adapters,
    /// fp32 master weights.
    MasterWeights,
    /// Moments of the optimizer.
    Moments,
    /// Gradients.
    Gradients,
    /// Temporary of the optimizer step.
    StepTemporary,
    /// Embedding and head as FSDP gathers them.
    GatheredRoot,
    /// Blocks as FSDP or ZeRO-3 gathers them.
    GatheredBlocks,
    /// All parameters, whole between forward and backward.
    GatheredModel,
    /// Gradient of the gathered embedding and head.
    GatheredGradient,
    /// Gradient of one matrix before it is reduced.
    MatrixGradient,
    /// Gradients held whole while accumulating without synchronisation.
    UnshardedGradients,
    /// Live parameters and prefetch bucket of ZeRO-3.
    LiveParameters,
    /// Reduce buckets.
    ReduceBuckets,
    /// Block inputs kept for recomputation.
    Checkpoints,
    /// Activations kept for the backward pass.
    Activations,
    /// What recomputing one block brings back.
    RecomputedBlock,
    /// What the backward pass of one block adds.
    BackwardHump,
    /// Block inputs and gradients that stay until the backward pass ends.
    PendingInputs,
    /// Inputs of quantised layers that checkpoints do not see.
    EscapedInputs,
    /// A quantised matrix in 16 bit.
    Dequantised,
    /// Inputs gathered over the tensor-parallel group.
    SequenceGather,
    /// Logits and their copies.
    Logits,
    /// Final norm and hidden states beside the logits.
    HeadInput,
    /// Gradient of the head while it is summed over chunks.
    HeadGradient,
    /// A quantised head in 16 bit.
    DequantisedHead,
    /// Logits kept over an evaluation.
    EvalLogits,
    /// Keys and values while generating.
    KvCache,
    /// Working memory of one block in a forward pass.
    ForwardBlock,
    /// What the loader holds beside the weights.
    LoadCopy,
    /// State dict gathered for a checkpoint.
    GatheredState,
    /// The base in 16 bit while adapters are merged.
    MergedBase,
    /// cuBLAS workspace.
    Workspace,
    /// Cached blocks that do not fit what is asked for.
    Slack,
    /// Cached blocks that the allocator returns when memory runs short.
    Cache,
    /// CUDA context and kernels.
    Context,
    /// Buffers of NCCL communicators.
    Communicators,
}

/// Kinds of lines: one colour each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Weights.
    Weights,
    /// Gradients, master weights, moments, step temporaries.
    Training,
    /// Gathered parameters and buffers of communication.
    Gathered,
    /// Activations.
    Activations,
    /// Logits and loss.
    Loss,
    /// Context, communicators, workspace.
    Fixed,
    /// Allocator slack.
    Slack,
}

impl Family {
    /// Every kind, in the order in which bars stack them.
    pub const ALL: [Self; 7] = [
        Self::Weights,
        Self::Training,
        Self::Gathered,
        Self::Activations,
        Self::Loss,
        Self::Fixed,
        Self::Slack,
    ];
}

/// How a line divides over GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divides {
    /// Whole on each GPU, whatever their number.
    Whole,
    /// Over the GPUs that share states.
    Shards(u64),
    /// Over tensor-parallel ranks and pipeline stages.
    Model(u64),
    /// Over both.
    Both(u64),
    /// Over context-parallel ranks.
    Context(u64),
}

/// What else is said of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Stored in few bits.
    Quantised,
    /// Recomputed in the backward pass.
    Recomputed,
    /// In host memory.
    Offloaded,
    /// In 16 bit.
    Half,
    /// In fp32.
    Fp32,
    /// In 8 bits.
    EightBit,
    /// Alive for a moment only.
    Temporary,
    /// Inferred from measurements; its cause was not read in code.
    Inferred,
    /// Of embedding and head, which are trained whole beside adapters.
    Ends,
}

/// Tags of a line, in the order in which they were said; no line has more than there is room for. No list on the heap: a search
/// makes and drops millions of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tags([Option<Tag>; 3]);

impl Tags {
    /// None.
    pub const NONE: Self = Self([None; 3]);

    fn add(&mut self, tag: Tag) {
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(tag);
        }
    }

    /// They, one by one.
    pub fn iter(&self) -> impl Iterator<Item = &Tag> {
        self.0.iter().flatten()
    }
}

/// One line of a budget: how much, why, and where that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What it is.
    pub id: TermId,
    /// How much, with its formula.
    pub amount: Expr,
    /// How it divides.
    pub divides: Divides,
    /// What else is said of it.
    pub tags: Tags,
    /// Where the formula was read.
    pub source: &'static Source,
}

impl Term {
    /// A line that is whole on each GPU.
    pub const fn new(id: TermId, amount: Expr, source: &'static Source) -> Self {
        Self {
            id,
            amount,
            divides: Divides::Whole,
            tags: Tags::NONE,
            source,
        }
    }

    /// The same, divided.
    #[must_use]
    pub fn divided(mut self, divides: Divides) -> Self {
        let by = match divides {
            Divides::Whole => 1,
            Divides::Shards(n) | Divides::Model(n) | Divides::Both(n) | Divides::Context(n) => n,
        };
        self.divides = if by > 1 { divides } else { Divides::Whole };
        self
    }

    /// The same with a tag.
    #[must_use]
    pub fn tagged(mut self, tag: Tag) -> Self {
        self.tags.add(tag);
        self
    }

    /// Its size.
    pub fn bytes(&self) -> Bytes {
        Bytes::new(self.amount.value())
    }

    /// Its kind.
    pub const fn family(&self) -> Family {
        self.id.family()
    }
}

impl TermId {
    /// Its kind.
    pub const fn family(self) -> Family {
        match self {
            Self::Weights
            | Self::FrozenBase
            | Self::QuantisedBase
            | Self::QuantScales
            | Self::Unquantised
            | Self::AutocastCopies
            | Self::MergedBase
            | Self::LoadCopy => Family::Weights,
            Self::TrainedModules
            | Self::Adapters
            | Self::MasterWeights
            | Self::Moments
            | Self::Gradients
            | Self::StepTemporary => Family::Training,
            Self::GatheredRoot
            | Self::GatheredBlocks
            | Self::GatheredModel
            | Self::GatheredGradient
            | Self::MatrixGradient
            | Self::UnshardedGradients
            | Self::LiveParameters
            | Self::ReduceBuckets
            | Self::GatheredState => Family::Gathered,
            Self::Checkpoints
            | Self::Activations
            | Self::RecomputedBlock
            | Self::BackwardHump
            | Self::PendingInputs
            | Self::EscapedInputs
            | Self::Dequantised
            | Self::SequenceGather
            | Self::ForwardBlock
            | Self::KvCache => Family::Activations,
            Self::Logits
            | Self::HeadInput
            | Self::HeadGradient
            | Self::DequantisedHead
            | Self::EvalLogits => Family::Loss,
            Self::Workspace | Self::Context | Self::Communicators => Family::Fixed,
            Self::Slack | Self::Cache => Family::Slack,
        }
    }
}
