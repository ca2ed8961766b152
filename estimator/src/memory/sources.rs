//! Where formulas were read.
use crate::source::{Source, SourceKind};

const fn source(title: &'static str, url: &'static str, kind: SourceKind) -> Source {
    Source {
        title,
        url,
        date: "2026-12",
        kind,
    }
}

pub(super) const PARAMETERS: &Source = &source(
    "Published architecture, counted exactly",
    "https://huggingface.co/docs/safetensors/metadata_parsing",
    SourceKind::Derived,
);
pub(super) const ZERO_PAPER: &Source = &source(
    "Rajbhandari et al. 2020, ZeRO, section 3.1",
    "https://arxiv.org/abs/1910.02054",
    SourceKind::Paper,
);
pub(super) const DEEPSPEED: &Source = &source(
    "DeepSpeed: runtime/zero/stage_1_and_2.py, stage3.py; sizes of two out-of-memory reports to the digit",
    "https://github.com/deepspeedai/DeepSpeed",
    SourceKind::Code,
);
pub(super) const REDUCE_BUCKETS: &Source = &source(
    "DeepSpeed: runtime/zero/stage_1_and_2.py, `setup_buckets`; stage3.py, `ipg_buckets`; config.py, `reduce_bucket_size`, `overlap_comm`",
    "https://github.com/deepspeedai/DeepSpeed",
    SourceKind::Code,
);
pub(super) const LIVE: &Source = &source(
    "DeepSpeed: runtime/zero/partitioned_param_coordinator.py, `__params_to_release`",
    "https://github.com/deepspeedai/DeepSpeed",
    SourceKind::Code,
);
pub(super) const QLORA_PAPER: &Source = &source(
    "Dettmers et al. 2023, QLoRA, section 3",
    "https://arxiv.org/abs/2305.14314",
    SourceKind::Paper,
);
pub(super) const LORA_PAPER: &Source = &source(
    "Hu et al. 2021, LoRA, section 4.1",
    "https://arxiv.org/abs/2106.09685",
    SourceKind::Paper,
);
pub(super) const PEFT: &Source = &source(
    "peft: tuners/lora/layer.py, utils/other.py",
    "https://github.com/huggingface/peft",
    SourceKind::Code,
);
pub(super) const ADAMW: &Source = &source(
    "PyTorch: torch/optim/adamw.py",
    "https://github.com/pytorch/pytorch",
    SourceKind::Code,
);
pub(super) const OPTIMIZERS: &Source = &source(
    "bitsandbytes: optim/optimizer.py; PyTorch: torch/optim",
    "https://github.com/bitsandbytes-foundation/bitsandbytes",
    SourceKind::Code,
);
pub(super) const AUTOCAST: &Source = &source(
    "PyTorch: aten/src/ATen/autocast_mode.cpp (weight cache)",
    "https://github.com/pytorch/pytorch",
    SourceKind::Code,
);
pub(super) const FSDP: &Source = &source(
    "PyTorch: torch/distributed/fsdp; measured on 2 and 4 GPUs (fms-acceleration benchmarks)",
    "https://github.com/foundation-model-stack/fms-acceleration",
    SourceKind::Measured,
);
pub(super) const FSDP_LORA_STAY: &Source = &source(
    "Measured: exactly (L − 2) × 2h a token in eight series; counted: tests/tape/pending.py; PyTorch: fsdp/_runtime_utils.py, `_register_post_backward_reshard_only_hook`",
    "https://github.com/foundation-model-stack/fms-acceleration",
    SourceKind::Measured,
);
pub(super) const DDP: &Source = &source(
    "PyTorch: DistributedDataParallel, gradient_as_bucket_view",
    "https://pytorch.org/docs/stable/generated/torch.nn.parallel.DistributedDataParallel.html",
    SourceKind::Code,
);
pub(super) const TAPE: &Source = &source(
    "Counted on the autograd tape of one block (METHOD.md, section Block)",
    "",
    SourceKind::Derived,
);
pub(super) const CHECKPOINT: &Source = &source(
    "Chen et al. 2016, Training Deep Nets with Sublinear Memory Cost",
    "https://arxiv.org/abs/1604.06174",
    SourceKind::Paper,
);
pub(super) const LOSS: &Source = &source(
    "transformers: loss/loss_utils.py and modeling files by release; measured slopes in bytes a token",
    "https://github.com/huggingface/transformers",
    SourceKind::Code,
);
pub(super) const PIPELINE: &Source = &source(
    "Narayanan et al. 2021, Efficient Large-Scale Training with Megatron-LM, section 2.2",
    "https://arxiv.org/abs/2104.04473",
    SourceKind::Paper,
);
pub(super) const SEQUENCE: &Source = &source(
    "Korthikanti et al. 2022, Reducing Activation Recomputation, section 4",
    "https://arxiv.org/abs/2205.05198",
    SourceKind::Paper,
);
pub(super) const CUBLAS: &Source = &source(
    "PyTorch: CUBLAS_WORKSPACE_CONFIG default; seen as 8.1 MiB in allocator snapshots",
    "https://github.com/pytorch/pytorch",
    SourceKind::Measured,
);
pub(super) const SLACK: &Source = &source(
    "Reserved less allocated in measured runs, and counted through a model of c10/cuda/CUDACachingAllocator.cpp (METHOD.md, Allocator)",
    "https://github.com/pytorch/pytorch",
    SourceKind::Measured,
);
pub(super) const NCCL: &Source = &source(
    "NCCL: src/init.cc (`computeBuffSizes`), transport/p2p.cc, transport/nvls.cc, graph/connect.cc, graph/paths.cc; sizes as counted in issue 1685",
    "https://github.com/NVIDIA/nccl/issues/1685",
    SourceKind::Code,
);
pub(super) const LITGPT: &Source = &source(
    "litgpt: litgpt/finetune/lora.py, litgpt/lora.py; bitsandbytes 0.42",
    "https://github.com/Lightning-AI/litgpt",
    SourceKind::Code,
);
pub(super) const TORCHTITAN: &Source = &source(
    "torchtitan: models/llama3/infra/parallelize.py, pipeline.py",
    "https://github.com/pytorch/torchtitan",
    SourceKind::Code,
);
pub(super) const TRAINER_EVAL: &Source = &source(
    "transformers: trainer.py, evaluation_loop (nested_concat of logits)",
    "https://github.com/huggingface/transformers",
    SourceKind::Code,
);
pub(super) const GPTQ: &Source = &source(
    "AutoGPTQ: qlinear_cuda_old (unpacking through int32 and int8)",
    "https://github.com/AutoGPTQ/AutoGPTQ",
    SourceKind::Code,
);
pub(super) const TRANSFORMER_ENGINE: &Source = &source(
    "Transformer Engine: pytorch/module/base.py, weight workspaces",
    "https://github.com/NVIDIA/TransformerEngine",
    SourceKind::Code,
);
