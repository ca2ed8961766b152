//! What is wrong with an input, as data: the app words it in two languages.
use super::Param;

/// One reason why a draft is not a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// The field it is about.
    pub param: Param,
    /// What was typed.
    pub value: String,
    /// What is wrong with it.
    pub kind: IssueKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum IssueKind {
    /// Needed, but empty.
    Missing,
    /// Not a number.
    NotANumber,
    /// A whole number is needed; the nearest two are given.
    NotWhole {
        /// The next smaller whole number.
        below: u64,
        /// The next larger one.
        above: u64,
    },
    /// Outside its bounds.
    OutOfRange {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// None of the choices; the nearest key is given.
    UnknownChoice {
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// A list names the same thing twice, or nothing.
    BadList,
    /// Must divide something.
    NotDivisor {
        /// What it must divide.
        of: Quantity,
        /// How large that is.
        amount: u64,
    },
    /// More parallel ranks than GPUs.
    TooManyRanks {
        /// Ranks asked for.
        ranks: u64,
        /// GPUs there are.
        gpus: u64,
    },
    /// The GPU cannot do it.
    Lacks {
        /// What it lacks.
        feature: crate::hardware::Feature,
    },
    /// Does not go together with another field.
    Conflict {
        /// The other field.
        with: Param,
        /// Why.
        why: Conflict,
    },
    /// The architecture is refused.
    Architecture(crate::model::SpecError),
}

/// What something has to divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Attention heads.
    Heads,
    /// KV heads.
    KvHeads,
    /// Layers.
    Layers,
    /// Experts.
    Experts,
    /// Number of GPUs.
    Gpus,
    /// Sequence length.
    Sequence,
}

/// Why two choices exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Sharding needs more than one GPU.
    NeedsSeveralGpus,
    /// DeepSpeed's stages need the DeepSpeed, ColossalAI or Megatron engine; FSDP needs PyTorch's.
    EngineDoesNotOffer,
    /// Layer split cannot be combined with other parallelism.
    LayerSplitAlone,
    /// Needs mixture-of-experts.
    NeedsExperts,
    /// Needs the full method.
    FullOnly,
    /// Needs tensor parallelism.
    NeedsTensorParallel,
    /// Offload needs sharded states or one GPU.
    OffloadNeedsEngine,
    /// Parameters leave the GPU only where they are divided.
    ParametersNeedShards,
    /// Interleaving needs at least two chunks and a pipeline.
    NeedsPipeline,
    /// The model has no such matrix.
    NoSuchMatrix,
    /// A pipeline needs at least one layer a stage.
    TooFewLayers,
    /// FP8 training is offered for mixed precision of the full method or LoRA only, not over a quantised base.
    QuantisedBase,
    /// The mean, the 95th percentile and the longest length do not ascend.
    LengthsDescend,
    /// Sequence longer than the model's positions.
    BeyondPositions,
}
