//! From what a person typed to a configuration that can be computed.
//!
//! [`Draft`] holds raw text, [`PARAMS`] says what is allowed, [`Draft::check`] gives either a [`Scenario`] or every
//! [`Issue`]; nothing is replaced behind the person's back.
mod build;
mod checks;
mod choices;
mod draft;
mod import;
mod issue;
mod known;
mod params;
mod parse;
mod sizes;

pub(crate) use checks::gpu_can;
pub use choices::{
    ArchChoice, AttentionKernel, BitsandbytesVersion, Checkpointing, Choice, Compile, Currency,
    DirectLink, Dtype, Engine, ExpertKernels, GptqKernel, GradientDtype, HostLoad, Kernels, Loader,
    Loss, LossLoop, Merge, Method, ModelCode, Offload, Optimizer, Padding, PeftVersion, PlanGpus,
    PlanMethods, Precision, Quant, ReduceBucket, Save, Schedule, Sharding, Switch, Tier,
    TorchVersion, TransformersVersion, Variety,
};
pub use draft::{Checked, Draft, Field, Origin};
pub(crate) use import::shape_of;
pub use import::{Imported, import_config, import_spec};
pub use issue::{Conflict, Issue, IssueKind, Quantity};
pub use known::{Known, Value};
pub use params::{Group, Kind, PARAMS, Param, ParamInfo, TARGETS, Unit};
pub use parse::{family_of, family_text, nearest, text};
pub(crate) use parse::{plain, real as parse_real};
pub(crate) use sizes::Sizes;

use crate::hardware::{Gpu, LinkKind};
use crate::model::{Matrix, ModelSpec, Target};
use crate::units::Bytes;

/// A configuration that passed every check.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Key of the stack.
    pub stack: String,
    /// The model.
    pub model: ModelSpec,
    /// Parameters in all, as published where that differs from the count of the architecture's matrices.
    pub parameters: f64,
    /// What is trained.
    pub method: Method,
    /// Format of a quantised base; `None`: not quantised.
    pub quant: Option<Quant>,
    /// The adapters; `None` under the full method.
    pub adapters: Option<Adapters>,
    /// The hardware.
    pub cluster: Cluster,
    /// The batch.
    pub batch: Batch,
    /// The data set.
    pub data: Data,
    /// What a plan may choose.
    pub wishes: Wishes,
    /// Products and state.
    pub precision: Precision,
    /// Format in which (unquantised) weights are held.
    pub weights: Dtype,
    /// Format of gradients.
    pub gradients: GradientDtype,
    /// The optimizer.
    pub optimizer: Optimizer,
    /// Activation checkpointing.
    pub checkpointing: Checkpointing,
    /// Attention kernel.
    pub attention: AttentionKernel,
    /// Loss kernel.
    pub loss: Loss,
    /// How states are divided.
    pub sharding: Sharding,
    /// Which library divides them.
    pub engine: Engine,
    /// What leaves the GPU.
    pub offload: Offload,
    /// Ranks in each direction.
    pub layout: Layout,
    /// Details of the software.
    pub software: Software,
    /// What happens around the steps.
    pub around: Around,
    /// Host memory, disk and what goes there.
    pub host: Host,
    /// Prices.
    pub money: Money,
    /// What model and adapters weigh.
    pub(crate) sizes: Sizes,
}

impl Scenario {
    /// Sequences of one optimizer step, over all GPUs.
    pub const fn global_batch(&self) -> u64 {
        let batch = &self.batch;
        let each = batch.micro.saturating_mul(batch.accumulation);
        each.saturating_mul(self.layout.data)
    }

    /// Whether experts are one 3-D tensor, which 4-bit quantisers and adapters on linear layers do not touch
    /// (transformers: `class …Experts` with `gate_up_proj = nn.Parameter`).
    pub const fn fused_experts(&self) -> bool {
        self.sizes.fused_experts
    }

    /// Whether adapters wrap this matrix.
    pub fn adapts(&self, matrix: &Matrix) -> bool {
        self.adapters
            .as_ref()
            .is_some_and(|adapters| adapters.wrap(matrix, self.fused_experts()))
    }
}

impl Adapters {
    /// Whether they wrap this matrix, given whether experts are one 3-D tensor, which they cannot.
    fn wrap(&self, matrix: &Matrix, fused_experts: bool) -> bool {
        let out_of_reach = fused_experts && matrix.copies > 1;
        !out_of_reach && self.targets.iter().any(|target| matrix.serves(*target))
    }
}

/// Low-rank adapters.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Adapters {
    /// Rank.
    pub rank: u64,
    /// Adapted matrices.
    pub targets: Vec<Target>,
    /// Magnitude vectors beside them.
    pub dora: bool,
    /// Dropout in front of them is on.
    pub dropout: bool,
    /// Format of their weights.
    pub dtype: Dtype,
    /// Each GPU holds all of them although the base is sharded.
    pub local: bool,
    /// Embedding and head are trained as a whole too.
    pub trained_modules: bool,
}

/// The hardware.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Which GPU.
    pub gpu: Gpu,
    /// GPUs in a node.
    pub per_node: u64,
    /// Nodes.
    pub nodes: u64,
    /// Memory in use before the run starts, GiB a GPU.
    pub in_use_gib: f64,
    /// Direct link between the GPUs of a node.
    pub direct: DirectLink,
    /// PCIe connection of a GPU, GB/s in one direction, if it is not the card's own.
    pub pcie_gbs: Option<f64>,
    /// Network of a node, GB/s in one direction, if stated.
    pub network_gbs: Option<f64>,
}

impl Cluster {
    /// GPUs in all.
    pub const fn gpus(&self) -> u64 {
        self.per_node.saturating_mul(self.nodes)
    }

    /// Whether the GPUs of a node have a direct link.
    pub const fn linked(&self) -> bool {
        match self.direct {
            DirectLink::Auto => self.gpu.link.is_standard(),
            DirectLink::Present => !matches!(self.gpu.link.kind, LinkKind::None),
            DirectLink::Absent => false,
        }
    }

    /// Memory of one GPU that a run may use: what CUDA reports less what is in use.
    pub fn usable(&self) -> Bytes {
        Bytes::gib(self.gpu.usable() - self.in_use_gib)
    }
}

/// What one step processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Tokens of a sequence, padding included.
    pub sequence: u64,
    /// Sequences a GPU processes at once.
    pub micro: u64,
    /// Micro-batches a step.
    pub accumulation: u64,
    /// How lengths vary.
    pub variety: Variety,
}

/// The data set, as it is stated: what follows from it is in [`crate::data`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Data {
    /// How many samples, or tokens.
    pub amount: Amount,
    /// Mean length of a sample in tokens, before any is cut to the window; `None`: every sample fills the window.
    pub mean: Option<f64>,
    /// Length that 95 of 100 samples do not exceed, if known.
    pub tail: Option<f64>,
    /// Length of the longest sample, if known.
    pub longest: Option<f64>,
    /// How sequences of different lengths share a batch.
    pub padding: Padding,
    /// Hours within which the run has to be done, if it has to.
    pub deadline: Option<f64>,
}

/// How much data there is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// A data set that is passed over several times.
    Samples {
        /// Samples of the data set.
        samples: f64,
        /// Passes over it.
        epochs: f64,
    },
    /// Tokens of the whole run, padding excluded.
    Tokens(f64),
}

/// What a plan may choose and cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wishes {
    /// GPUs that it compares.
    pub gpus: PlanGpus,
    /// Methods that it compares.
    pub methods: PlanMethods,
    /// What the run may be expected to cost, in the currency of its money.
    pub budget: Option<f64>,
}

/// Prices and what surrounds them; what follows from them is in [`crate::cost`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Money {
    /// Currency of every amount.
    pub currency: Currency,
    /// On which terms GPUs are rented.
    pub tier: Tier,
    /// Price of a GPU-hour, if the person has one.
    pub gpu_hour: Option<f64>,
    /// Yuan for a US dollar, if entered: there is no default.
    pub exchange: Option<f64>,
    /// Price of a kilowatt-hour.
    pub kwh: Option<f64>,
    /// Power drawn for each watt of the machines.
    pub pue: f64,
    /// Power of a GPU with its share of the machine, W, if entered.
    pub watts: Option<f64>,
    /// Price of the machines, all together.
    pub purchase: Option<f64>,
    /// Months in which that is written off.
    pub life: f64,
    /// What owned machines cost in a month beside power.
    pub fixed: f64,
    /// Share of the hours in which owned machines work.
    pub utilisation: f64,
    /// Share of runs that fail and are paid for.
    pub failed: f64,
    /// Price of a stored GB for a month.
    pub gb_month: Option<f64>,
    /// Price of a million training tokens of a service that trains.
    pub api: Option<f64>,
}

/// Ranks in each direction. Built only by [`Draft::check`], so that every division is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Data-parallel replicas; the whole group FSDP shards over is this times `context`.
    pub data: u64,
    /// Tensor-parallel ranks.
    pub tensor: u64,
    /// Norms and residual stream are divided over the tensor-parallel ranks too.
    pub sequence: bool,
    /// Pipeline stages.
    pub pipeline: u64,
    /// Order of micro-batches.
    pub schedule: Schedule,
    /// Chunks of layers a stage holds; 1 unless interleaved.
    pub virtual_stages: u64,
    /// Context-parallel ranks.
    pub context: u64,
    /// Expert-parallel ranks, within the data-parallel group.
    pub expert: u64,
    /// GPUs that states are divided over.
    pub shards: u64,
}

impl Layout {
    /// The same ranks over `gpus` GPUs: what is left to data parallelism and to sharding.
    #[must_use]
    pub(crate) fn spread_over(self, sharding: Sharding, per_node: u64, gpus: u64) -> Self {
        let ranks = self.tensor.saturating_mul(self.pipeline).max(1);
        let group = (gpus / ranks).max(1);
        let shards = match sharding {
            Sharding::None | Sharding::Ddp | Sharding::LayerSplit => 1,
            Sharding::Hybrid => (per_node / self.tensor.max(1)).clamp(1, group),
            _ => group,
        };
        Self {
            data: (group / self.context.max(1)).max(1),
            shards,
            ..self
        }
    }
}

/// Details of the software that decide what stays alive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Software {
    /// Model code.
    pub code: ModelCode,
    /// Release of transformers.
    pub transformers: TransformersVersion,
    /// Release of PyTorch.
    pub torch: TorchVersion,
    /// 32-bit moments of the embedding under an 8-bit optimizer.
    pub wide_embedding: bool,
    /// Norm and MLP kernels.
    pub kernels: Kernels,
    /// What is compiled.
    pub compile: Compile,
    /// Kernels around the products of routed experts.
    pub expert_kernels: ExpertKernels,
    /// fp32 norms and residual stream.
    pub kbit_upcast: bool,
    /// Embedding and head back in 16 bit after that.
    pub head_cast_back: bool,
    /// KV heads repeated before attention.
    pub repeat_kv: bool,
    /// Frozen quantised layers keep their inputs.
    pub keeps_inputs: bool,
    /// How GPTQ unpacks.
    pub gptq: GptqKernel,
    /// What the loop keeps.
    pub loss_loop: LossLoop,
    /// Reentrant checkpoints.
    pub reentrant: bool,
    /// FSDP accumulates whole gradients.
    pub no_sync: bool,
    /// Gradients stay allocated between steps.
    pub keeps_gradients: bool,
    /// Elements of DeepSpeed's reduce bucket.
    pub reduce_bucket: ReduceBucket,
    /// A second bucket fills while the first is reduced.
    pub overlap_reduce: bool,
    /// Allocator slack as a share of what comes and goes.
    pub slack: f64,
}

/// What happens around the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// Evaluates during training.
    pub evaluation: bool,
    /// Sequences evaluated at once.
    pub eval_batch: u64,
    /// Sequences whose logits are kept.
    pub eval_kept: u64,
    /// Tokens generated.
    pub generate: u64,
    /// Samples of the evaluation set; 0 where it is not stated.
    pub eval_samples: u64,
    /// Evaluations in the whole run.
    pub evaluations: u64,
    /// How weights are loaded.
    pub loader: Loader,
    /// How a checkpoint is gathered.
    pub save: Save,
    /// Where adapters are merged.
    pub merge: Merge,
}

/// Host memory and disk of a node, and what a run puts there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Host {
    /// How weights pass through host memory.
    pub load: HostLoad,
    /// Offloaded buffers are page-locked.
    pub pinned: bool,
    /// Data-loader processes for each GPU.
    pub workers: u64,
    /// Host memory of a node, GiB, if known.
    pub ram_gib: Option<f64>,
    /// Free disk space, GB, if known.
    pub disk_gb: Option<f64>,
    /// What the disk reads and writes, GB/s.
    pub disk_gb_per_second: f64,
    /// What one process that gathers a checkpoint and writes it alone gets through, GB/s, if known.
    pub save_gb_per_second: Option<f64>,
    /// Checkpoints written in the run.
    pub saves: u64,
    /// Checkpoints kept at once; `None`: all of them.
    pub keep: Option<u64>,
    /// Checkpoints hold the optimizer state.
    pub save_optimizer: bool,
}
