//! The one table of inputs: form field, link key, bounds check and documentation come from it.
use super::choices::{
    ArchChoice, AttentionKernel, BitsandbytesVersion, Checkpointing, Compile, Currency, DirectLink,
    Dtype, Engine, ExpertKernels, GptqKernel, GradientDtype, HostLoad, Kernels, Loader, Loss,
    LossLoop, Merge, Method, ModelCode, Offload, Optimizer, Padding, PeftVersion, PlanGpus,
    PlanMethods, Precision, Quant, ReduceBucket, Save, Schedule, Sharding, Switch, Tier,
    TorchVersion, TransformersVersion, Variety,
};
use super::known::{Known, Value};
use crate::stack;

/// Defines [`Param`] and the order of resolution.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// An input.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Param { $($(#[$doc])* $name),+ }

        impl Param {
            /// Every input, in order of resolution: a default depends on earlier ones only.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];
        }
    };
}

params! {
    /// Training framework.
    Stack,
    /// Model.
    Model,
    /// Hidden size of a model given by hand.
    Hidden,
    /// Layers.
    Layers,
    /// Query heads.
    Heads,
    /// KV heads.
    KvHeads,
    /// Head size.
    HeadDim,
    /// MLP width (of one expert).
    Ffn,
    /// Vocabulary.
    Vocab,
    /// Gated MLP.
    Gated,
    /// Head tied to the embedding.
    Tied,
    /// Experts.
    Experts,
    /// Active experts.
    ActiveExperts,
    /// Width of shared experts, all together.
    SharedFfn,
    /// Layers without experts.
    DenseLayers,
    /// MLP width of those.
    DenseFfn,
    /// Rank of compressed keys and values (latent attention).
    KvLora,
    /// Rank of compressed queries.
    QLora,
    /// Rotary part of a latent head.
    RopeDim,
    /// Value width of a latent head.
    ValueDim,
    /// Implementation that the code follows.
    Family,
    /// Published parameter count, in 10^9, if it differs from the computed one.
    PublishedParams,
    /// What is trained.
    Method,
    /// Format of a quantised base.
    Quant,
    /// LoRA rank.
    Rank,
    /// Adapted matrices.
    Targets,
    /// DoRA.
    Dora,
    /// Embedding and head trained beside the adapters.
    TrainedModules,
    /// GPU.
    Gpu,
    /// Usable memory of a GPU given by hand, GiB.
    GpuMemory,
    /// Generation of a GPU given by hand.
    GpuArch,
    /// GPUs in a node.
    GpusPerNode,
    /// Nodes.
    Nodes,
    /// Memory already in use on each GPU, GiB.
    InUse,
    /// Sequence length.
    Sequence,
    /// Sequences a GPU processes at once.
    MicroBatch,
    /// Micro-batches a step.
    Accumulation,
    /// Length variety.
    Variety,
    /// Tokens that the run sees in all, in 10^6, instead of samples and epochs.
    TotalTokens,
    /// Samples of the data set.
    Samples,
    /// Passes over it.
    Epochs,
    /// Hours within which the run has to be done.
    Deadline,
    /// Mean length of a sample, after templating.
    MeanLength,
    /// Length that 95 of 100 samples do not exceed.
    TailLength,
    /// Length of the longest sample.
    LongestLength,
    /// How sequences of different lengths share a batch.
    Padding,
    /// Tensor-parallel ranks.
    TensorParallel,
    /// Sequence parallelism within the tensor-parallel group.
    SequenceParallel,
    /// Pipeline stages.
    PipelineParallel,
    /// Pipeline schedule.
    Schedule,
    /// Chunks a stage holds under the interleaved schedule.
    VirtualStages,
    /// Context-parallel ranks.
    ContextParallel,
    /// Expert-parallel ranks.
    ExpertParallel,
    /// Model code.
    ModelCode,
    /// Release of transformers.
    Transformers,
    /// Release of PyTorch.
    Torch,
    /// Release of PEFT.
    Peft,
    /// Release of bitsandbytes.
    Bitsandbytes,
    /// Precision.
    Precision,
    /// How states are divided.
    Sharding,
    /// Which library divides them.
    Engine,
    /// What leaves the GPU.
    Offload,
    /// Format in which weights are loaded.
    WeightDtype,
    /// Format of gradients.
    GradientDtype,
    /// Optimizer.
    Optimizer,
    /// 32-bit moments of the embedding under an 8-bit optimizer.
    WideEmbedding,
    /// Activation checkpointing.
    Checkpointing,
    /// Attention kernel.
    Attention,
    /// Loss kernel.
    Loss,
    /// LoRA dropout.
    Dropout,
    /// Format of adapter weights.
    AdapterDtype,
    /// Whether each GPU holds all adapters although the base is sharded.
    AdaptersLocal,
    /// Norm and MLP kernels.
    Kernels,
    /// `torch.compile`.
    Compile,
    /// Kernels around the products of routed experts.
    ExpertKernels,
    /// `prepare_model_for_kbit_training`: fp32 norms, hence an fp32 residual stream.
    KbitUpcast,
    /// Embedding and head cast back to 16 bit afterwards.
    HeadCastBack,
    /// KV heads repeated to the query heads before attention.
    RepeatKv,
    /// A frozen quantised linear layer keeps its input (bitsandbytes up to 0.42).
    KeepsInputs,
    /// How GPTQ unpacks.
    GptqKernel,
    /// What the loop keeps during backward.
    LossLoop,
    /// Reentrant checkpoints.
    Reentrant,
    /// FSDP accumulates without synchronising (`no_sync`).
    NoSync,
    /// `zero_grad` keeps gradients allocated.
    KeepsGradients,
    /// Elements of DeepSpeed's reduce bucket.
    ReduceBucket,
    /// A second bucket fills while the first is reduced.
    OverlapReduce,
    /// Evaluation during training.
    Evaluation,
    /// Sequences a GPU evaluates at once.
    EvalBatch,
    /// Evaluation sequences whose logits are kept on the GPU.
    EvalKept,
    /// Tokens generated in an evaluation.
    Generate,
    /// Samples of the evaluation set.
    EvalSamples,
    /// Evaluations in the whole run.
    Evaluations,
    /// How weights are loaded.
    Loader,
    /// How a checkpoint is gathered.
    Save,
    /// Where adapters are merged.
    Merge,
    /// Allocator slack, per cent of what comes and goes.
    Slack,
    /// How weights pass through host memory.
    HostLoad,
    /// Offloaded buffers are page-locked, and so rounded up.
    Pinned,
    /// Data-loader processes for each GPU.
    Workers,
    /// Host memory of a node, GiB.
    Ram,
    /// Free disk space, GB.
    Disk,
    /// What the disk reads and writes, GB/s.
    DiskSpeed,
    /// What one process that gathers a checkpoint and writes it alone gets through, GB/s.
    SaveSpeed,
    /// Checkpoints written in the run.
    Saves,
    /// Checkpoints kept at once.
    Keep,
    /// Whether checkpoints hold the optimizer state.
    SaveOptimizer,
    /// Direct link between the GPUs of a node.
    DirectLink,
    /// PCIe connection of a GPU, GB/s in one direction.
    Pcie,
    /// Network of a node, GB/s in one direction, all its adapters together.
    Network,
    /// GPUs that a plan compares.
    PlanGpus,
    /// Methods that it compares.
    PlanMethods,
    /// What the run may cost.
    Budget,
    /// Currency of money.
    Currency,
    /// On which terms GPUs are rented.
    Tier,
    /// Price of a GPU-hour, as somebody asks it.
    GpuPrice,
    /// Yuan for a US dollar.
    ExchangeRate,
    /// Price of a kilowatt-hour.
    PowerPrice,
    /// Power that a data centre draws for each watt of its machines.
    Pue,
    /// Power of a GPU with its share of the machine, W.
    Watts,
    /// Price of the machines, all together.
    PurchasePrice,
    /// Months in which that is written off.
    Life,
    /// What owned machines cost in a month beside power: hosting, staff.
    FixedCost,
    /// Share of the hours in which owned machines work.
    Utilisation,
    /// Share of runs that fail and are paid for.
    FailedRuns,
    /// Price of a stored GB for a month.
    StoragePrice,
    /// Price of a million training tokens of a service that trains.
    ApiPrice,
}

/// Where an input stands in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Which model.
    Model,
    /// What is trained.
    Method,
    /// On what.
    Hardware,
    /// On which batches.
    Data,
    /// More about the data.
    Lengths,
    /// What the framework decides.
    Stack,
    /// Parallelism beyond data parallel.
    Parallel,
    /// Software details.
    Details,
    /// Load, evaluation, save, merge.
    Around,
    /// Host memory and disk.
    Host,
    /// What a plan may choose.
    Plan,
    /// Prices.
    Money,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A key of the model catalogue, or `custom`.
    Model,
    /// A key of the GPU catalogue, or `custom`.
    Gpu,
    /// A `model_type` of transformers, with `-` for `_`.
    Family,
    /// One of these keys.
    Choice(&'static [&'static str]),
    /// Several of these keys, joined by `_`.
    List(&'static [&'static str]),
    /// A whole number.
    Integer {
        /// Smallest.
        min: u64,
        /// Largest.
        max: u64,
    },
    /// A decimal number.
    Real {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
        /// Digits after the point that are kept.
        decimals: usize,
    },
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nothing, or a choice.
    None,
    /// Tokens.
    Tokens,
    /// Sequences.
    Sequences,
    /// GiB.
    Gib,
    /// 10^9 parameters.
    Billions,
    /// 10^6 tokens.
    MillionTokens,
    /// Money.
    Money,
    /// Money for a GPU and hour.
    PerGpuHour,
    /// Money for a kilowatt-hour.
    PerKwh,
    /// Money in a month.
    PerMonth,
    /// Money for a GB and month.
    PerGbMonth,
    /// Money for 10^6 tokens.
    PerMillionTokens,
    /// Watts.
    Watts,
    /// Months.
    Months,
    /// Hours.
    Hours,
    /// Per cent.
    Percent,
    /// 10^9 bytes.
    Gb,
    /// 10^9 bytes in a second.
    GbPerSecond,
}

/// One row of [`PARAMS`].
#[derive(Clone, Copy)]
pub struct ParamInfo {
    /// The input.
    pub param: Param,
    /// Its key in links; never reused with another meaning.
    pub key: &'static str,
    /// Where it stands.
    pub group: Group,
    /// What its values look like.
    pub kind: Kind,
    /// What a number counts.
    pub unit: Unit,
    /// Default where the stack says nothing; empty: none, the field may stay empty.
    pub default: &'static str,
    /// Whether it means anything, given the inputs before it.
    pub applies: fn(&Known) -> bool,
}

/// LoRA targets by the names people use.
pub const TARGETS: &[&str] = &["q", "k", "v", "o", "gate", "up", "down", "head"];

const fn whole(max: u64) -> Kind {
    Kind::Integer { min: 1, max }
}

const fn from_zero(max: u64) -> Kind {
    Kind::Integer { min: 0, max }
}

const SWITCH: Kind = Kind::Choice(Switch::KEYS);

fn always(_: &Known) -> bool {
    true
}
fn by_hand(known: &Known) -> bool {
    known.key(Param::Model) == "custom"
}
fn by_hand_moe(known: &Known) -> bool {
    by_hand(known) && known.integer(Param::Experts) > 1
}
fn grouped_experts(known: &Known) -> bool {
    known.choice(Param::ModelCode) == Some(ModelCode::Megatron)
        && (by_hand_moe(known)
            || crate::model::find(known.key(Param::Model)).is_some_and(|spec| spec.is_moe()))
}
fn latent(known: &Known) -> bool {
    by_hand(known) && known.integer(Param::KvLora) > 0
}
fn gpu_by_hand(known: &Known) -> bool {
    known.key(Param::Gpu) == "custom"
}
fn peft(known: &Known) -> bool {
    known.choice(Param::Method) != Some(Method::Full)
}
fn quantised(known: &Known) -> bool {
    known.choice(Param::Method) == Some(Method::Qlora)
}
fn kbit(known: &Known) -> bool {
    quantised(known)
        && known
            .choice::<Quant>(Param::Quant)
            .is_some_and(Quant::bitsandbytes)
}
fn gptq(known: &Known) -> bool {
    quantised(known) && known.choice::<Quant>(Param::Quant).is_some_and(Quant::gptq)
}
fn several(known: &Known) -> bool {
    known.gpus() > 1
}
fn several_nodes(known: &Known) -> bool {
    known.integer(Param::Nodes) > 1
}
fn sharded(known: &Known) -> bool {
    known
        .choice::<Sharding>(Param::Sharding)
        .is_some_and(Sharding::optimizer)
}
fn sharded_peft(known: &Known) -> bool {
    sharded(known) && peft(known)
}
fn unquantised(known: &Known) -> bool {
    !quantised(known)
}
fn by_samples(known: &Known) -> bool {
    known.real(Param::TotalTokens).is_none()
}
fn mean_known(known: &Known) -> bool {
    matches!(known.get(Param::MeanLength), Some(Value::Integer(_)))
}
fn buys(known: &Known) -> bool {
    known.real(Param::PurchasePrice).is_some()
}
fn tensor(known: &Known) -> bool {
    known.integer(Param::TensorParallel) > 1
}
fn pipeline(known: &Known) -> bool {
    known.integer(Param::PipelineParallel) > 1
}
fn interleaved(known: &Known) -> bool {
    pipeline(known) && known.choice(Param::Schedule) == Some(Schedule::Interleaved)
}
fn transformers(known: &Known) -> bool {
    known.choice(Param::ModelCode) == Some(ModelCode::Transformers)
}
fn peft_code(known: &Known) -> bool {
    peft(known) && transformers(known)
}
fn eight_bit(known: &Known) -> bool {
    known
        .choice::<Optimizer>(Param::Optimizer)
        .is_some_and(Optimizer::eight_bit)
}
fn checkpointed_peft(known: &Known) -> bool {
    peft(known)
        && matches!(
            known.choice(Param::Checkpointing),
            Some(Checkpointing::Full | Checkpointing::FullOffload)
        )
}
fn fsdp_accumulating(known: &Known) -> bool {
    several(known) && known.sharding().fsdp() && known.integer(Param::Accumulation) > 1
}
/// One process gathers a checkpoint that the others hold shares of.
fn gathered(known: &Known) -> bool {
    several(known)
        && known.sharding().parameters()
        && known.choice(Param::Save) != Some(Save::Shard)
}
fn evaluates(known: &Known) -> bool {
    known.choice(Param::Evaluation) == Some(Switch::Yes)
}
fn deepspeed(known: &Known) -> bool {
    sharded(known) && known.choice(Param::Engine) == Some(Engine::DeepSpeed)
}
/// Stage 3 has one bucket, whether it overlaps or not.
fn deepspeed_buckets(known: &Known) -> bool {
    deepspeed(known) && known.choice(Param::Sharding) != Some(Sharding::Zero3)
}
fn deepspeed_offload(known: &Known) -> bool {
    deepspeed(known)
        && known
            .choice(Param::Offload)
            .is_some_and(|offload: Offload| offload != Offload::None)
}

const fn row(
    param: Param,
    key: &'static str,
    group: Group,
    kind: Kind,
    default: &'static str,
    applies: fn(&Known) -> bool,
) -> ParamInfo {
    ParamInfo {
        param,
        key,
        group,
        kind,
        unit: Unit::None,
        default,
        applies,
    }
}

const fn unit(info: ParamInfo, unit: Unit) -> ParamInfo {
    ParamInfo { unit, ..info }
}

/// The first row: what [`Param::info`] falls back to, since a table cannot prove that it holds every input.
const FIRST: ParamInfo = row(
    Param::Stack,
    "stack",
    Group::Stack,
    Kind::Choice(stack::KEYS),
    "trl",
    always,
);

/// Every input. Bounds are wide enough for anything people run and narrow enough for exact arithmetic.
#[rustfmt::skip]
pub const PARAMS: &[ParamInfo] = &[
    FIRST,
    row(Param::Model, "m", Group::Model, Kind::Model, "llama-3.1-8b", always),
    row(Param::Hidden, "mh", Group::Model, whole(1_048_576), "4096", by_hand),
    row(Param::Layers, "ml", Group::Model, whole(10_000), "32", by_hand),
    row(Param::Heads, "ma", Group::Model, whole(65_536), "32", by_hand),
    row(Param::KvHeads, "mk", Group::Model, whole(65_536), "8", by_hand),
    row(Param::HeadDim, "md", Group::Model, whole(4096), "128", by_hand),
    row(Param::Ffn, "mf", Group::Model, whole(1_048_576), "14336", by_hand),
    row(Param::Vocab, "mv", Group::Model, whole(4_194_304), "128256", by_hand),
    row(Param::Gated, "mg", Group::Model, SWITCH, "yes", by_hand),
    row(Param::Tied, "mt", Group::Model, SWITCH, "no", by_hand),
    row(Param::Experts, "me", Group::Model, whole(4096), "1", by_hand),
    row(Param::ActiveExperts, "mx", Group::Model, whole(4096), "2", by_hand_moe),
    row(Param::SharedFfn, "ms", Group::Model, from_zero(1_048_576), "0", by_hand_moe),
    row(Param::DenseLayers, "mdl", Group::Model, from_zero(1024), "0", by_hand_moe),
    row(Param::DenseFfn, "mdf", Group::Model, from_zero(1_048_576), "0", by_hand_moe),
    row(Param::KvLora, "mkr", Group::Model, from_zero(65_536), "0", by_hand),
    row(Param::QLora, "mqr", Group::Model, from_zero(65_536), "0", latent),
    row(Param::RopeDim, "mrd", Group::Model, from_zero(4096), "64", latent),
    row(Param::ValueDim, "mvd", Group::Model, from_zero(4096), "128", latent),
    row(Param::Family, "mm", Group::Model, Kind::Family, "llama", by_hand),
    unit(row(Param::PublishedParams, "mp", Group::Model, Kind::Real { min: 0.001, max: 20_000.0, decimals: 9 }, "", by_hand), Unit::Billions),
    row(Param::Method, "method", Group::Method, Kind::Choice(Method::KEYS), "lora", always),
    row(Param::Quant, "q", Group::Method, Kind::Choice(Quant::KEYS), "nf4", quantised),
    row(Param::Rank, "r", Group::Method, whole(8192), "16", peft),
    row(Param::Targets, "t", Group::Method, Kind::List(TARGETS), "q_k_v_o_gate_up_down", peft),
    row(Param::Dora, "dora", Group::Method, SWITCH, "no", peft),
    row(Param::TrainedModules, "tm", Group::Method, SWITCH, "no", peft),
    row(Param::Gpu, "g", Group::Hardware, Kind::Gpu, "a100-sxm-80gb", always),
    unit(row(Param::GpuMemory, "gm", Group::Hardware, Kind::Real { min: 1.0, max: 4096.0, decimals: 2 }, "79.3", gpu_by_hand), Unit::Gib),
    row(Param::GpuArch, "gx", Group::Hardware, Kind::Choice(ArchChoice::KEYS), "ampere", gpu_by_hand),
    row(Param::GpusPerNode, "n", Group::Hardware, whole(576), "1", always),
    row(Param::Nodes, "nodes", Group::Hardware, whole(16_384), "1", always),
    unit(row(Param::InUse, "used", Group::Hardware, Kind::Real { min: 0.0, max: 10_000.0, decimals: 2 }, "0", always), Unit::Gib),
    unit(row(Param::Sequence, "s", Group::Data, whole(16_777_216), "2048", always), Unit::Tokens),
    unit(row(Param::MicroBatch, "b", Group::Data, whole(65_536), "1", always), Unit::Sequences),
    row(Param::Accumulation, "ga", Group::Data, whole(65_536), "8", always),
    row(Param::Variety, "var", Group::Data, Kind::Choice(Variety::KEYS), "steady", always),
    unit(row(Param::TotalTokens, "mtok", Group::Lengths, Kind::Real { min: 0.000_001, max: 1_000_000_000.0, decimals: 6 }, "", always), Unit::MillionTokens),
    row(Param::Samples, "rows", Group::Data, whole(100_000_000_000), "10000", by_samples),
    row(Param::Epochs, "epochs", Group::Data, Kind::Real { min: 0.001, max: 10_000.0, decimals: 3 }, "3", by_samples),
    unit(row(Param::Deadline, "within", Group::Data, Kind::Real { min: 0.01, max: 100_000.0, decimals: 2 }, "", always), Unit::Hours),
    unit(row(Param::MeanLength, "len", Group::Data, whole(16_777_216), "", always), Unit::Tokens),
    unit(row(Param::TailLength, "lenp", Group::Lengths, whole(16_777_216), "", mean_known), Unit::Tokens),
    unit(row(Param::LongestLength, "lenx", Group::Lengths, whole(1_000_000_000), "", always), Unit::Tokens),
    row(Param::Padding, "pad", Group::Lengths, Kind::Choice(Padding::KEYS), "longest", always),
    row(Param::TensorParallel, "tp", Group::Parallel, whole(576), "1", several),
    row(Param::SequenceParallel, "sp", Group::Parallel, SWITCH, "yes", tensor),
    row(Param::PipelineParallel, "pp", Group::Parallel, whole(1024), "1", several),
    row(Param::Schedule, "sched", Group::Parallel, Kind::Choice(Schedule::KEYS), "1f1b", pipeline),
    row(Param::VirtualStages, "vp", Group::Parallel, Kind::Integer { min: 2, max: 64 }, "2", interleaved),
    row(Param::ContextParallel, "cp", Group::Parallel, whole(1024), "1", several),
    row(Param::ExpertParallel, "ep", Group::Parallel, whole(1024), "1", several),
    row(Param::ModelCode, "code", Group::Details, Kind::Choice(ModelCode::KEYS), "transformers", always),
    row(Param::Transformers, "tv", Group::Details, Kind::Choice(TransformersVersion::KEYS), "4.57", transformers),
    row(Param::Torch, "pt", Group::Details, Kind::Choice(TorchVersion::KEYS), "2.8", always),
    row(Param::Peft, "pv", Group::Details, Kind::Choice(PeftVersion::KEYS), "0.12", peft_code),
    row(Param::Bitsandbytes, "bnb", Group::Details, Kind::Choice(BitsandbytesVersion::KEYS), "0.43", kbit),
    row(Param::Precision, "prec", Group::Stack, Kind::Choice(Precision::KEYS), "bf16", always),
    row(Param::Sharding, "shard", Group::Stack, Kind::Choice(Sharding::KEYS), "none", always),
    row(Param::Engine, "eng", Group::Stack, Kind::Choice(Engine::KEYS), "fsdp1", sharded),
    row(Param::Offload, "off", Group::Stack, Kind::Choice(Offload::KEYS), "none", always),
    row(Param::WeightDtype, "wd", Group::Stack, Kind::Choice(Dtype::KEYS), "16", unquantised),
    row(Param::GradientDtype, "gd", Group::Stack, Kind::Choice(GradientDtype::KEYS), "weights", always),
    row(Param::Optimizer, "opt", Group::Stack, Kind::Choice(Optimizer::KEYS), "adamw", always),
    row(Param::WideEmbedding, "we", Group::Details, SWITCH, "no", eight_bit),
    row(Param::Checkpointing, "ckpt", Group::Stack, Kind::Choice(Checkpointing::KEYS), "full", always),
    row(Param::Attention, "attn", Group::Stack, Kind::Choice(AttentionKernel::KEYS), "flash", always),
    row(Param::Loss, "loss", Group::Stack, Kind::Choice(Loss::KEYS), "eager", always),
    row(Param::Dropout, "drop", Group::Details, Kind::Real { min: 0.0, max: 0.99, decimals: 3 }, "0", peft),
    row(Param::AdapterDtype, "ad", Group::Details, Kind::Choice(Dtype::KEYS), "32", peft),
    row(Param::AdaptersLocal, "al", Group::Details, SWITCH, "no", sharded_peft),
    row(Param::Kernels, "kern", Group::Details, Kind::Choice(Kernels::KEYS), "eager", always),
    row(Param::Compile, "comp", Group::Details, Kind::Choice(Compile::KEYS), "none", always),
    row(Param::ExpertKernels, "xk", Group::Details, Kind::Choice(ExpertKernels::KEYS), "separate", grouped_experts),
    row(Param::KbitUpcast, "kbit", Group::Details, SWITCH, "no", kbit),
    row(Param::HeadCastBack, "hb", Group::Details, SWITCH, "no", kbit),
    row(Param::RepeatKv, "kvr", Group::Details, SWITCH, "no", always),
    row(Param::KeepsInputs, "ki", Group::Details, SWITCH, "no", quantised),
    row(Param::GptqKernel, "gk", Group::Details, Kind::Choice(GptqKernel::KEYS), "fused", gptq),
    row(Param::LossLoop, "loop", Group::Details, Kind::Choice(LossLoop::KEYS), "plain", always),
    row(Param::Reentrant, "re", Group::Details, SWITCH, "no", checkpointed_peft),
    row(Param::NoSync, "ns", Group::Details, SWITCH, "no", fsdp_accumulating),
    row(Param::KeepsGradients, "kg", Group::Details, SWITCH, "no", always),
    row(Param::ReduceBucket, "rb", Group::Details, Kind::Choice(ReduceBucket::KEYS), "500m", deepspeed),
    row(Param::OverlapReduce, "oc", Group::Details, SWITCH, "no", deepspeed_buckets),
    row(Param::Evaluation, "ev", Group::Around, SWITCH, "no", always),
    unit(row(Param::EvalBatch, "eb", Group::Around, whole(65_536), "1", always), Unit::Sequences),
    unit(row(Param::EvalKept, "ek", Group::Around, from_zero(100_000_000), "0", evaluates), Unit::Sequences),
    unit(row(Param::Generate, "gen", Group::Around, from_zero(16_777_216), "0", evaluates), Unit::Tokens),
    unit(row(Param::EvalSamples, "er", Group::Around, whole(100_000_000_000), "", evaluates), Unit::Sequences),
    row(Param::Evaluations, "evn", Group::Around, whole(100_000), "3", evaluates),
    row(Param::Loader, "load", Group::Around, Kind::Choice(Loader::KEYS), "shard", always),
    row(Param::Save, "save", Group::Around, Kind::Choice(Save::KEYS), "shard", always),
    row(Param::Merge, "merge", Group::Around, Kind::Choice(Merge::KEYS), "host", peft),
    unit(row(Param::Slack, "slack", Group::Details, Kind::Real { min: 0.0, max: 200.0, decimals: 1 }, "13", always), Unit::Percent),
    row(Param::HostLoad, "hload", Group::Host, Kind::Choice(HostLoad::KEYS), "each", always),
    row(Param::Pinned, "pin", Group::Host, SWITCH, "yes", deepspeed_offload),
    row(Param::Workers, "dw", Group::Host, from_zero(1024), "0", always),
    unit(row(Param::Ram, "ram", Group::Host, Kind::Real { min: 1.0, max: 1_000_000.0, decimals: 1 }, "", always), Unit::Gib),
    unit(row(Param::Disk, "disk", Group::Host, Kind::Real { min: 0.1, max: 1_000_000_000.0, decimals: 1 }, "", always), Unit::Gb),
    unit(row(Param::DiskSpeed, "dbw", Group::Host, Kind::Real { min: 0.001, max: 10_000.0, decimals: 3 }, "1", always), Unit::GbPerSecond),
    unit(row(Param::SaveSpeed, "sbw", Group::Host, Kind::Real { min: 0.001, max: 10_000.0, decimals: 3 }, "", gathered), Unit::GbPerSecond),
    row(Param::Saves, "saves", Group::Host, whole(100_000), "3", always),
    row(Param::Keep, "keep", Group::Host, whole(100_000), "", always),
    row(Param::SaveOptimizer, "so", Group::Host, SWITCH, "yes", always),
    row(Param::DirectLink, "direct", Group::Parallel, Kind::Choice(DirectLink::KEYS), "auto", several),
    unit(row(Param::Pcie, "pcie", Group::Parallel, Kind::Real { min: 0.01, max: 10_000.0, decimals: 3 }, "", always), Unit::GbPerSecond),
    unit(row(Param::Network, "net", Group::Parallel, Kind::Real { min: 0.01, max: 100_000.0, decimals: 3 }, "", several_nodes), Unit::GbPerSecond),
    row(Param::PlanGpus, "pg", Group::Plan, Kind::Choice(PlanGpus::KEYS), "common", always),
    row(Param::PlanMethods, "pm", Group::Plan, Kind::Choice(PlanMethods::KEYS), "this", always),
    unit(row(Param::Budget, "budget", Group::Plan, Kind::Real { min: 0.01, max: 1_000_000_000_000.0, decimals: 2 }, "", always), Unit::Money),
    row(Param::Currency, "cur", Group::Money, Kind::Choice(Currency::KEYS), "usd", always),
    row(Param::Tier, "tier", Group::Money, Kind::Choice(Tier::KEYS), "on-demand", always),
    unit(row(Param::GpuPrice, "price", Group::Money, Kind::Real { min: 0.0001, max: 100_000.0, decimals: 4 }, "", always), Unit::PerGpuHour),
    unit(row(Param::ExchangeRate, "fx", Group::Money, Kind::Real { min: 0.0001, max: 1000.0, decimals: 4 }, "", always), Unit::None),
    unit(row(Param::PowerPrice, "kwh", Group::Money, Kind::Real { min: 0.0001, max: 1000.0, decimals: 4 }, "", always), Unit::PerKwh),
    unit(row(Param::Pue, "pue", Group::Money, Kind::Real { min: 0.01, max: 10.0, decimals: 2 }, "1.56", always), Unit::None),
    unit(row(Param::Watts, "watt", Group::Money, Kind::Real { min: 0.1, max: 10_000.0, decimals: 1 }, "", always), Unit::Watts),
    unit(row(Param::PurchasePrice, "buy", Group::Money, Kind::Real { min: 0.01, max: 1_000_000_000_000.0, decimals: 2 }, "", always), Unit::Money),
    unit(row(Param::Life, "life", Group::Money, whole(240), "36", buys), Unit::Months),
    unit(row(Param::FixedCost, "fixed", Group::Money, Kind::Real { min: 0.0, max: 1_000_000_000_000.0, decimals: 2 }, "0", buys), Unit::PerMonth),
    unit(row(Param::Utilisation, "util", Group::Money, Kind::Real { min: 0.1, max: 100.0, decimals: 1 }, "50", buys), Unit::Percent),
    unit(row(Param::FailedRuns, "fail", Group::Money, Kind::Real { min: 0.0, max: 90.0, decimals: 1 }, "10", always), Unit::Percent),
    unit(row(Param::StoragePrice, "stor", Group::Money, Kind::Real { min: 0.0001, max: 1000.0, decimals: 4 }, "", always), Unit::PerGbMonth),
    unit(row(Param::ApiPrice, "api", Group::Money, Kind::Real { min: 0.0001, max: 1_000_000.0, decimals: 4 }, "", always), Unit::PerMillionTokens),
];

impl Param {
    /// Its row of [`PARAMS`].
    pub fn info(self) -> &'static ParamInfo {
        PARAMS.get(self as usize).unwrap_or(&FIRST)
    }

    /// Its key in links.
    pub fn key(self) -> &'static str {
        self.info().key
    }

    /// The input with that key.
    pub fn from_key(key: &str) -> Option<Self> {
        PARAMS
            .iter()
            .find(|info| info.key == key)
            .map(|info| info.param)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_enum() {
        assert_eq!(PARAMS.len(), Param::ALL.len());
        for (info, param) in PARAMS.iter().zip(Param::ALL) {
            assert_eq!(info.param, *param);
        }
    }

    #[test]
    fn keys_are_unique_and_fit_for_links() {
        for (i, info) in PARAMS.iter().enumerate() {
            assert!(
                info.key.chars().all(|c| c.is_ascii_lowercase()),
                "{}",
                info.key
            );
            assert!(
                ![
                    "v", "cat", "view", "theme", "lang", "controls", "lock", "host", "embed",
                    "like"
                ]
                .contains(&info.key)
            );
            assert!(
                PARAMS.iter().skip(i + 1).all(|other| other.key != info.key),
                "{} twice",
                info.key
            );
        }
    }
}
