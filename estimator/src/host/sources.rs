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

pub(super) static PROCESS: Source = source(
    "0.92 GB before loading, as printed in transformers pull request 25107",
    "https://github.com/huggingface/transformers/pull/25107",
    SourceKind::Measured,
);
pub(super) static WORKERS: Source = source(
    "0.50 GB resident in a worker forked under torch 2.15 and transformers 5.24; shared until it touches the data set",
    "",
    SourceKind::Measured,
);
pub(super) static LOADING: Source = source(
    "transformers: modeling_utils.py; 25.7 GB a process for 7B in fp32 (FastChat issue 114)",
    "https://github.com/lm-sys/FastChat/issues/114",
    SourceKind::Code,
);
pub(super) static EFFICIENT_LOADING: Source = source(
    "transformers 4: modeling_utils.py, `is_fsdp_enabled`, and accelerate: `cpu_ram_efficient_loading`: rank 0 loads, the others get \
     shapes; before and after in pull request 25107",
    "https://github.com/huggingface/transformers/pull/25107",
    SourceKind::Code,
);
pub(super) static ZERO3_OFFLOAD: Source = source(
    "DeepSpeed: runtime/zero/stage3.py, `_create_fp32_partitions`, `initialize_optimizer_states`, `_setup_for_real_optimizer`",
    "https://github.com/deepspeedai/DeepSpeed",
    SourceKind::Code,
);
pub(super) static ZERO2_OFFLOAD: Source = source(
    "DeepSpeed: runtime/zero/stage_1_and_2.py, `single_partition_of_fp32_groups`, `accumulated_grads_in_cpu`",
    "https://github.com/deepspeedai/DeepSpeed",
    SourceKind::Code,
);
pub(super) static FSDP_OFFLOAD: Source = source(
    "PyTorch: torch/distributed/fsdp, `CPUOffload`, `CPUOffloadPolicy`",
    "https://github.com/pytorch/pytorch",
    SourceKind::Code,
);
pub(super) static PINNED: Source = source(
    "PyTorch: ATen/core/CachingHostAllocator.h, `PowerOf2Ceil`; 8.1 GiB pinned took 16 (issue 95823)",
    "https://github.com/pytorch/pytorch/issues/95823",
    SourceKind::Code,
);
pub(super) static PAGED: Source = source(
    "bitsandbytes: functional.py, `get_paged`: all of it, if the GPU has no room",
    "https://github.com/bitsandbytes-foundation/bitsandbytes",
    SourceKind::Code,
);
pub(super) static ACTIVATIONS: Source = source(
    "unsloth-zoo: gradient_checkpointing.py, `Unsloth_Offloaded_Gradient_Checkpointer`",
    "https://github.com/unslothai/unsloth-zoo",
    SourceKind::Code,
);
pub(super) static CONSOLIDATED: Source = source(
    "DeepSpeed: runtime/engine.py, `_zero3_consolidated_16bit_state_dict`",
    "https://github.com/deepspeedai/DeepSpeed",
    SourceKind::Code,
);
pub(super) static CLONED: Source = source(
    "accelerate: accelerator.py, `get_state_dict`, and DeepSpeed: `clone_tensors_for_torch_save`: below stage 3 every process clones \
     its module to the host",
    "https://github.com/huggingface/accelerate",
    SourceKind::Code,
);
pub(super) static FULL_STATE: Source = source(
    "accelerate: utils/fsdp_utils.py, `save_fsdp_model`, `save_fsdp_optimizer` (`offload_to_cpu`, `rank0_only`), one after the other",
    "https://github.com/huggingface/accelerate",
    SourceKind::Code,
);
pub(super) static TORCHTUNE_SAVE: Source = source(
    "torchtune: training/checkpointing/_checkpoint_client.py, `_save_checkpoint_sync`: weights and optimizer state in one \
     dictionary; 350 to 750 GB for 70B (issue 2885)",
    "https://github.com/meta-pytorch/torchtune/issues/2885",
    SourceKind::Code,
);
pub(super) static STAGED: Source = source(
    "PyTorch: torch/serialization.py, `_save`: each storage is copied to the host before it is written; ZeRO's are flat partitions",
    "https://github.com/pytorch/pytorch",
    SourceKind::Code,
);
pub(super) static MEGATRON_SAVE: Source = source(
    "Megatron-LM: core/dist_checkpointing/strategies/filesystem_async.py, `preload_tensors`",
    "https://github.com/NVIDIA/Megatron-LM",
    SourceKind::Code,
);
pub(super) static SERIALISED: Source = source(
    "safetensors: bindings/python, torch.py, `_tobytes` for every tensor of a file; transformers: `max_shard_size` 5 GB, 50 GB from 5 on",
    "https://github.com/huggingface/safetensors",
    SourceKind::Code,
);
pub(super) static RESUMED: Source = source(
    "DeepSpeed: runtime/engine.py, `load_checkpoint`: each rank reads its own optimizer file; accelerate: `load_fsdp_model`: under \
     FSDP 1 each rank reads the whole weights",
    "https://github.com/huggingface/accelerate",
    SourceKind::Code,
);
pub(super) static MERGED: Source = source(
    "peft: `merge_and_unload` on a 16-bit base; about 65 GB for 33B (qlora-fine-tune issue 3)",
    "https://github.com/mzbac/qlora-fine-tune/issues/3",
    SourceKind::Code,
);
pub(super) static CHECKPOINT_FILES: Source = source(
    "transformers: trainer.py, `_save_checkpoint` (the oldest is deleted after the newest is written); 15 + 90 + 15 GiB for 8B under ZeRO-2 (DeepSpeed issue 6598)",
    "https://github.com/deepspeedai/DeepSpeed/issues/6598",
    SourceKind::Code,
);
pub(super) static TORCHTUNE_MERGED: Source = source(
    "torchtune: `get_merged_lora_ckpt` in each checkpoint, unless `save_adapter_weights_only`, which the configurations leave off",
    "https://github.com/meta-pytorch/torchtune",
    SourceKind::Code,
);
pub(super) static REPOSITORY: Source = source(
    "Published weights are 16-bit safetensors, or the quantised files themselves for GPTQ",
    "https://huggingface.co/docs/safetensors",
    SourceKind::Assumed,
);
