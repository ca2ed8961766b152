//! One line of a step's time.
use crate::expr::Expr;
use crate::source::{Source, SourceKind};

/// What a line is; the app has its name and its explanation in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimeId {
    /// Products of the linear layers, casts and added-up gradients included.
    Products,
    /// Attention kernels.
    Attention,
    /// Norms, activations, residuals, routing.
    Elementwise,
    /// The adapters' side branch.
    Adapters,
    /// Unpacking a quantised base.
    Unpacking,
    /// Head and loss.
    Head,
    /// The GPU waits for the host to launch its kernels.
    Host,
    /// Tensor-parallel collectives.
    Tensor,
    /// Context-parallel exchanges.
    Context,
    /// All-to-alls of experts.
    Expert,
    /// Sends between pipeline stages.
    Pipeline,
    /// Gathered weights, scattered gradients, copies to and from host memory.
    Sharded,
    /// The GPU waits for the host to make the batch.
    Input,
    /// Stages that wait for others.
    Bubble,
    /// Gradients reduced and parameters gathered once a step.
    Reduce,
    /// The optimizer on the GPU.
    Optimizer,
    /// The optimizer on the host, with its copies.
    HostOptimizer,
}

/// One line: what a step spends on something.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeLine {
    /// What it is.
    pub id: TimeId,
    /// Seconds of a step, with the formula.
    pub seconds: Expr,
    /// Seconds of it that hide under computation and are not in `seconds`.
    pub hidden: f64,
    /// Where the formula comes from.
    pub source: Source,
}

const fn source(title: &'static str, url: &'static str, kind: SourceKind) -> Source {
    Source {
        title,
        url,
        date: "2026-12",
        kind,
    }
}

const ROOFLINE: Source = source(
    "Operations and bytes at sustained rates, fitted to measured runs",
    "https://github.com/NVIDIA-NeMo/Megatron-Bridge",
    SourceKind::Measured,
);
const HOST: Source = source(
    "Launch time of a layer, fitted to runs with few tokens (Qwen README, profiling table)",
    "https://github.com/QwenLM/Qwen",
    SourceKind::Measured,
);
const INPUT: Source = source(
    "Time of a collator, measured on one core: transformers 5.24, data/data_collator.py, torch 2.15",
    "https://github.com/huggingface/transformers/blob/main/src/transformers/data/data_collator.py",
    SourceKind::Measured,
);
const UNPACKING: Source = source(
    "Time of one weight, fitted to runs with GPTQ and NF4 (Qwen README; fms-acceleration benchmarks)",
    "https://github.com/foundation-model-stack/fms-acceleration",
    SourceKind::Measured,
);
const RINGS: Source = source(
    "Ring collectives (NCCL: performance of collective operations), exposed shares fitted to measured runs",
    "https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md",
    SourceKind::Derived,
);
const PIPELINE: Source = source(
    "Narayanan et al. 2021, section 2.2",
    "https://arxiv.org/abs/2104.04473",
    SourceKind::Paper,
);
const ZERO: Source = source(
    "Rajbhandari et al. 2020, ZeRO, section 7; overlap fitted to measured runs",
    "https://arxiv.org/abs/1910.02054",
    SourceKind::Paper,
);
const OPTIMIZER: Source = source(
    "Bytes that an update reads and writes",
    "https://github.com/pytorch/pytorch/blob/main/torch/optim/adamw.py",
    SourceKind::Derived,
);

impl TimeId {
    /// Where its formula comes from.
    pub(super) const fn source(self) -> Source {
        match self {
            Self::Products | Self::Attention | Self::Elementwise | Self::Adapters | Self::Head => {
                ROOFLINE
            }
            Self::Unpacking => UNPACKING,
            Self::Host => HOST,
            Self::Input => INPUT,
            Self::Tensor | Self::Context | Self::Expert | Self::Reduce => RINGS,
            Self::Pipeline | Self::Bubble => PIPELINE,
            Self::Sharded => ZERO,
            Self::Optimizer | Self::HostOptimizer => OPTIMIZER,
        }
    }
}
