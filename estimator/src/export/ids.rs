//! Names of lines, moments and reasons for machines. A row is never renamed; what is new gets a row.
use super::import::BadImport;
use crate::codec::Notice;
use crate::cost::{CostLineId, NoPrice};
use crate::hardware::Arch;
use crate::host::{DiskLineId, HostLineId, HostMoment, HostRegime};
use crate::memory::{Beyond, Family, Moment, Regime, State, Tag, TermId};
use crate::run::RunPart;
use crate::scenario::{Group, IssueKind, Unit};
use crate::source::SourceKind;
use crate::time::{Doubt, NoTime, TimeId};

/// What has a name that stays.
pub trait Id {
    /// The name: lower-case words with dashes.
    fn id(&self) -> &'static str;
}

/// The names of an enum's variants.
macro_rules! ids {
    ($name:ident: $($pattern:pat => $id:literal,)+) => {
        impl Id for $name {
            fn id(&self) -> &'static str {
                #[allow(clippy::enum_glob_use, reason = "a table of names")]
                use $name::*;
                match self { $($pattern => $id),+ }
            }
        }
    };
}

ids! {
    TermId:
        Weights => "weights",
        FrozenBase => "frozen-base",
        QuantisedBase => "quantised-base",
        QuantScales => "quant-scales",
        Unquantised => "unquantised",
        AutocastCopies => "autocast-copies",
        TrainedModules => "trained-modules",
        Adapters => "adapters",
        MasterWeights => "master-weights",
        Moments => "moments",
        Gradients => "gradients",
        StepTemporary => "step-temporary",
        GatheredRoot => "gathered-root",
        GatheredBlocks => "gathered-blocks",
        GatheredModel => "gathered-model",
        GatheredGradient => "gathered-gradient",
        MatrixGradient => "matrix-gradient",
        UnshardedGradients => "unsharded-gradients",
        LiveParameters => "live-parameters",
        ReduceBuckets => "reduce-buckets",
        Checkpoints => "checkpoints",
        Activations => "activations",
        RecomputedBlock => "recomputed-block",
        BackwardHump => "backward-hump",
        PendingInputs => "pending-inputs",
        EscapedInputs => "escaped-inputs",
        Dequantised => "dequantised",
        SequenceGather => "sequence-gather",
        Logits => "logits",
        HeadInput => "head-input",
        HeadGradient => "head-gradient",
        DequantisedHead => "dequantised-head",
        EvalLogits => "eval-logits",
        KvCache => "kv-cache",
        ForwardBlock => "forward-block",
        LoadCopy => "load-copy",
        GatheredState => "gathered-state",
        MergedBase => "merged-base",
        Workspace => "workspace",
        Slack => "slack",
        Cache => "cache",
        Context => "context",
        Communicators => "communicators",
}
ids! {
    Family:
        Weights => "weights",
        Training => "training",
        Gathered => "gathered",
        Activations => "activations",
        Loss => "loss",
        Fixed => "fixed",
        Slack => "slack",
}
ids! {
    Tag:
        Quantised => "quantised",
        Recomputed => "recomputed",
        Offloaded => "offloaded",
        Half => "half",
        Fp32 => "fp32",
        EightBit => "eight-bit",
        Temporary => "temporary",
        Inferred => "inferred",
        Ends => "ends",
}
ids! {
    Moment:
        Load => "load",
        Loss => "loss",
        FirstBackward => "first-backward",
        LastBackward => "last-backward",
        Step => "step",
        Save => "save",
        Evaluation => "evaluation",
        Generation => "generation",
        Merge => "merge",
}
ids! {
    State:
        Fits => "fits",
        Borderline => "borderline",
        DoesNotFit => "does-not-fit",
}
ids! {
    Regime:
        Dense => "dense",
        Allocated => "allocated",
        Shown => "shown",
        Varied => "varied",
        Drifting => "drifting",
}
ids! {
    Beyond:
        Stack => "stack",
        ModelParallel => "model-parallel",
        Experts => "experts",
        Tokens => "tokens",
        Size => "size",
        Offload => "offload",
        Fp8 => "fp8",
        Dora => "dora",
}
ids! {
    HostLineId:
        Processes => "processes",
        Workers => "workers",
        LoadedWeights => "loaded-weights",
        OffloadedWeights => "offloaded-weights",
        OffloadedOptimizer => "offloaded-optimizer",
        OffloadedGradients => "offloaded-gradients",
        GradientCopy => "gradient-copy",
        PinnedRounding => "pinned-rounding",
        PagedMoments => "paged-moments",
        OffloadedActivations => "offloaded-activations",
        GatheredWeights => "gathered-weights",
        GatheredOptimizer => "gathered-optimizer",
        StagedState => "staged-state",
        Serialised => "serialised",
        ReadWeights => "read-weights",
        ReadOptimizer => "read-optimizer",
        MergedBase => "merged-base",
        MergedAdapters => "merged-adapters",
}
ids! {
    HostMoment:
        Load => "load",
        Train => "train",
        Save => "save",
        Resume => "resume",
        Merge => "merge",
}
ids! {
    HostRegime:
        Copies => "copies",
        States => "states",
}
ids! {
    DiskLineId:
        Weights => "weights",
        Adapters => "adapters",
        OwnWeights => "own-weights",
        Optimizer => "optimizer",
        BaseModel => "base-model",
        Checkpoints => "checkpoints",
        FinalModel => "final-model",
        MergedModel => "merged-model",
}
ids! {
    RunPart:
        Steps => "steps",
        Evaluating => "evaluating",
        Saving => "saving",
        Loading => "loading",
        StartUp => "start-up",
}
ids! {
    TimeId:
        Products => "products",
        Attention => "attention",
        Elementwise => "elementwise",
        Adapters => "adapters",
        Unpacking => "unpacking",
        Head => "head",
        Host => "host",
        Tensor => "tensor",
        Context => "context",
        Expert => "expert",
        Pipeline => "pipeline",
        Sharded => "sharded",
        Input => "input",
        Bubble => "bubble",
        Reduce => "reduce",
        Optimizer => "optimizer",
        HostOptimizer => "host-optimizer",
}
ids! {
    NoTime:
        NoPeak => "no-peak",
        NoBandwidth => "no-bandwidth",
}
ids! {
    Doubt:
        Stack => "stack",
        Gpu => "gpu",
        Experts => "experts",
        Network => "network",
        Offload => "offload",
        Short => "short",
        FourBit => "four-bit",
        EagerAttention => "eager-attention",
        LayerSplit => "layer-split",
}
ids! {
    CostLineId:
        Rent => "rent",
        Purchase => "purchase",
        Fixed => "fixed",
        Energy => "energy",
        Failed => "failed",
        Storage => "storage",
}
ids! {
    NoPrice:
        Unknown => "unknown",
        OtherCurrency(_) => "other-currency",
        OtherTier => "other-tier",
}
ids! {
    Group:
        Model => "model",
        Method => "method",
        Hardware => "hardware",
        Data => "data",
        Lengths => "lengths",
        Stack => "stack",
        Parallel => "parallel",
        Details => "details",
        Around => "around",
        Host => "host",
        Plan => "plan",
        Money => "money",
}
ids! {
    Unit:
        None => "none",
        Tokens => "tokens",
        Sequences => "sequences",
        Gib => "gib",
        Billions => "billions",
        MillionTokens => "million-tokens",
        Money => "money",
        PerGpuHour => "per-gpu-hour",
        PerKwh => "per-kwh",
        PerMonth => "per-month",
        PerGbMonth => "per-gb-month",
        PerMillionTokens => "per-million-tokens",
        Watts => "watts",
        Months => "months",
        Hours => "hours",
        Percent => "percent",
        Gb => "gb",
        GbPerSecond => "gb-per-second",
}
ids! {
    SourceKind:
        Measured => "measured",
        Vendor => "vendor",
        Paper => "paper",
        Code => "code",
        Derived => "derived",
        Assumed => "assumed",
}
ids! {
    Arch:
        Pascal => "pascal",
        Volta => "volta",
        Turing => "turing",
        Ampere => "ampere",
        Ada => "ada",
        Hopper => "hopper",
        Blackwell => "blackwell",
        BlackwellUltra => "blackwell-ultra",
        Cdna2 => "cdna2",
        Cdna3 => "cdna3",
        Cdna4 => "cdna4",
        DaVinci => "da-vinci",
}
ids! {
    IssueKind:
        Missing => "missing",
        NotANumber => "not-a-number",
        NotWhole { .. } => "not-whole",
        OutOfRange { .. } => "out-of-range",
        UnknownChoice { .. } => "unknown-choice",
        BadList => "bad-list",
        NotDivisor { .. } => "not-divisor",
        TooManyRanks { .. } => "too-many-ranks",
        Lacks { .. } => "lacks",
        Conflict { .. } => "conflict",
        Architecture(_) => "architecture",
}
ids! {
    Notice:
        UnknownKey { .. } => "unknown-key",
        Duplicate { .. } => "duplicate",
        Overruled { .. } => "overruled",
        Invalid { .. } => "invalid",
        Beside { .. } => "beside",
        NoScenario { .. } => "no-scenario",
        Gap { .. } => "gap",
        Jobs(_) => "jobs",
        BadEncoding { .. } => "bad-encoding",
        ValueTooLong { .. } => "value-too-long",
        TooLong { .. } => "too-long",
        TooMany { .. } => "too-many",
        NewerVersion { .. } => "newer-version",
        BadVersion { .. } => "bad-version",
        NewerCatalogue { .. } => "newer-catalogue",
        OlderCatalogue { .. } => "older-catalogue",
        UnknownCatalogue { .. } => "unknown-catalogue",
}
ids! {
    BadImport:
        Syntax { .. } => "syntax",
        TooLong { .. } => "too-long",
        Foreign { .. } => "foreign",
        Newer { .. } => "newer",
        Setting { .. } => "setting",
        NoSettings => "no-settings",
}
