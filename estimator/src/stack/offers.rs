//! What each stack offers: ways to divide states and work, what may leave the GPU, loss kernels, 8-bit numbers, how rows come in.
use crate::scenario::{Loss, Method, Offload, Scenario, Sharding};

/// Ways to divide work beside replicas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    Tensor,
    Pipeline,
    Context,
    Expert,
}

/// What a stack offers.
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
struct Offer {
    stack: &'static str,
    sharding: &'static [Sharding],
    ranks: &'static [Rank],
    /// Whether those ranks go with adapters too.
    adapters: bool,
    /// Whether states can be held by the host.
    offload: bool,
    /// Loss kernels that a setting turns on, beside the default.
    losses: &'static [Loss],
    /// Whether the inputs of checkpointed blocks can be held by the host.
    checkpoints: bool,
    /// Whether products can be in FP8.
    fp8: Fp8,
    /// Whether an optimizer with 8-bit moments can be named.
    eight_bit: bool,
    /// Whether a quantised base can be trained on.
    quantises: bool,
    /// Whether rows are read as arrays and copied, which takes a thousandth of turning lists into tensors.
    arrays: bool,
}

/// What a stack does in FP8.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fp8 {
    Nothing,
    /// Where everything trains: layers are replaced, and adapters stand in front of them.
    Full,
    /// Also the products of a frozen base.
    Any,
}

use Sharding::{Ddp, Fsdp, FsdpGradOp, Hybrid, Zero1, Zero2, Zero3};

/// accelerate runs DDP, DeepSpeed and FSDP (accelerate: utils/dataclasses.py, `DistributedType`, `FullyShardedDataParallelPlugin`).
const ACCELERATE: &[Sharding] = &[Ddp, Zero1, Zero2, Zero3, Fsdp, Hybrid];
/// PyTorch's own wrappers.
const PYTORCH: &[Sharding] = &[Ddp, Fsdp, Hybrid];
/// Everything.
const ALL: &[Rank] = &[Rank::Tensor, Rank::Pipeline, Rank::Context, Rank::Expert];
/// Sequences alone.
const CONTEXT: &[Rank] = &[Rank::Context];
/// transformers: training_args.py, `use_liger_kernel`.
const LIGER: &[Loss] = &[Loss::FusedLinear];

/// What the Hugging Face Trainer offers: states leave by `fsdp_offload_params` and DeepSpeed's `offload_optimizer`,
/// `offload_param` (accelerate: utils/dataclasses.py); sequences are divided over FSDP 2 (accelerate: parallelism_config.py, `cp_size`)
/// or DeepSpeed (transformers: integrations/deepspeed.py, `deepspeed_sp_compute_loss`).
const TRAINER: Offer = Offer {
    stack: "hf",
    sharding: ACCELERATE,
    ranks: CONTEXT,
    adapters: true,
    offload: true,
    losses: LIGER,
    // Only what is built on it has a switch.
    checkpoints: false,
    // accelerate: utils/dataclasses.py, `FP8BackendType`, by `--mixed_precision fp8`.
    fp8: Fp8::Full,
    // transformers: training_args.py, `OptimizerNames.ADAMW_BNB`.
    eight_bit: true,
    quantises: true,
    arrays: false,
};

/// PyTorch alone, states stay on the GPU.
const PLAIN: Offer = Offer {
    stack: "",
    sharding: PYTORCH,
    ranks: &[],
    adapters: true,
    offload: false,
    losses: &[],
    checkpoints: false,
    fp8: Fp8::Nothing,
    eight_bit: false,
    quantises: true,
    arrays: false,
};

/// By key; what is not listed offers replicas.
#[rustfmt::skip]
const OFFERS: &[Offer] = &[
    // trainer/sft_config.py, `loss_type` (`chunked_nll`), `use_liger_kernel`, `activation_offloading`.
    Offer { stack: "trl", losses: &[Loss::Chunked, Loss::FusedLinear], checkpoints: true, ..TRAINER },
    TRAINER,
    // hparams/model_args.py, `enable_liger_kernel`, `use_unsloth_gc` (offloaded block inputs); hparams/training_args.py, `fp8`. It divides
    // no sequences (360-LLaMA-Factory, a fork, does).
    Offer { stack: "llamafactory", ranks: &[], checkpoints: true, ..TRAINER },
    // utils/schemas/config.py, `context_parallel_size`, `gradient_checkpointing: offload`, `fp8`; integrations/liger and
    // integrations/cut_cross_entropy.
    Offer { stack: "axolotl", losses: &[Loss::FusedLinear, Loss::Cut], checkpoints: true, ..TRAINER },
    // llm/argument/base_args/template_args.py, `sequence_parallel_size`; callbacks/activation_cpu_offload.py (under FSDP). FP8 is for
    // its Megatron trainer (megatron/arguments/megatron_args.py, `fp8_format`).
    Offer { stack: "swift", checkpoints: true, fp8: Fp8::Nothing, ..TRAINER },
    // DeepSpeed's stages: runtime/zero/config.py, `zero_optimization`; runtime/zero/offload_config.py.
    Offer { stack: "deepspeed", sharding: &[Ddp, Zero1, Zero2, Zero3], ..TRAINER },
    // models/_utils.py, `use_gradient_checkpointing="unsloth"`; models/float8_training.py, `float8_training`, for full fine-tuning.
    Offer { stack: "unsloth", sharding: &[Ddp], checkpoints: true, fp8: Fp8::Full, eight_bit: true, ..PLAIN },
    // recipes/full_finetune_distributed.py: `tensor_parallel_dim`, `context_parallel_dim`, `fsdp_cpu_offload`,
    // `fsdp_reshard_after_forward`, `enable_activation_offloading`; the LoRA recipe shards only. There is no DDP. An optimizer is any
    // class (recipes/configs/llama3_1/8B_full_single_device.yaml: `bitsandbytes.optim.PagedAdamW8bit`).
    Offer { stack: "torchtune", sharding: &[Fsdp, FsdpGradOp], ranks: &[Rank::Tensor, Rank::Context], adapters: false, offload: true, checkpoints: true, eight_bit: true, ..PLAIN },
    // config/job_config.py, `Parallelism`, `Training.enable_cpu_offload`; components/quantization/float8.py; components/optimizer
    // knows `Adam` and `AdamW`; components/lora.py quantises nothing.
    Offer { stack: "torchtitan", ranks: ALL, offload: true, fp8: Fp8::Full, quantises: false, arrays: true, ..PLAIN },
    // finetune/lora.py, `FSDPStrategy` with `cpu_offload=False`; utils.py, `instantiate_bnb_optimizer`.
    Offer { stack: "litgpt", sharding: &[Fsdp], eight_bit: true, arrays: true, ..PLAIN },
    // The distributed optimizer is ZeRO-1: core/optimizer/distrib_optimizer.py; training/arguments.py, `--optimizer-cpu-offload`,
    // `--fp8-format`. What it offloads of activations excludes recomputing whole blocks (core/transformer/transformer_config.py,
    // `cpu_offloading`).
    Offer { stack: "megatron", sharding: &[Ddp, Zero1], ranks: ALL, offload: true, fp8: Fp8::Any, quantises: false, arrays: true, ..PLAIN },
    // train.py, `sharding_strategy`, `use_cpu_offload`, `use_activation_cpu_offload`; its optimizers are PyTorch's.
    Offer { stack: "fsdp-qlora", offload: true, checkpoints: true, ..PLAIN },
    // booster/plugin/low_level_zero_plugin.py, `stage`, `cpu_offload`, `use_fp8`. Its other plugins are not modelled.
    Offer { stack: "colossalai", sharding: &[Zero1, Zero2], offload: true, fp8: Fp8::Full, ..PLAIN },
    // v1/config/fsdp.py, `tp_size`, `ep_size`, `cpu_offload`, `hsdp_sharding_size`; v1/train/trainer.py, `sp_size`; v1/float8;
    // `XTUNER_ACTIVATION_OFFLOAD` in v1/model.
    Offer { stack: "xtuner", sharding: &[Fsdp, Hybrid], ranks: &[Rank::Tensor, Rank::Context, Rank::Expert], offload: true, checkpoints: true, fp8: Fp8::Full, ..PLAIN },
    // composer: distributed/dist_strategy.py, `activation_cpu_offload`; llm-foundry: command_utils/train.py, `amp_fp8`;
    // optim/__init__.py registers no 8-bit Adam; a base is not quantised for training (command_utils/train.py, `load_in_8bit`).
    Offer { stack: "llm-foundry", checkpoints: true, fp8: Fp8::Full, quantises: false, arrays: true, ..PLAIN },
    // docs/docs/reference/config.md, `recipe`, `optimizer`, `offload_residual`.
    Offer { stack: "surogate", sharding: &[Ddp], checkpoints: true, fp8: Fp8::Any, eight_bit: true, arrays: true, ..PLAIN },
];

fn of(stack: &str) -> Option<&'static Offer> {
    OFFERS.iter().find(|offer| offer.stack == stack)
}

/// Ways to divide states over several GPUs.
pub(crate) fn sharding(stack: &str) -> &'static [Sharding] {
    of(stack).map_or(&[Ddp], |offer| offer.sharding)
}

/// Whether states are divided that way. Where FSDP comes through accelerate it also keeps weights whole between forward and backward
/// (accelerate: utils/dataclasses.py, `reshard_after_forward`).
pub(crate) fn shards(stack: &str, how: Sharding) -> bool {
    let offered = sharding(stack);
    let accelerate = offered.contains(&Fsdp) && offered.contains(&Zero2);
    offered.contains(&how) || how == FsdpGradOp && accelerate
}

/// Whether a setting turns on a loss kernel, and with it the fused norms and activations of the same package.
pub(crate) fn has_loss(stack: &str, loss: Loss) -> bool {
    of(stack).is_some_and(|offer| offer.losses.contains(&loss))
}

/// Whether the inputs of checkpointed blocks can be held by the host.
pub(crate) fn offloads_checkpoints(stack: &str) -> bool {
    of(stack).is_some_and(|offer| offer.checkpoints)
}

/// Whether products can be in FP8 with a method.
pub(crate) fn has_fp8(stack: &str, method: Method) -> bool {
    match of(stack).map_or(Fp8::Nothing, |offer| offer.fp8) {
        Fp8::Nothing => false,
        Fp8::Full => method == Method::Full,
        Fp8::Any => true,
    }
}

/// Whether an optimizer with 8-bit moments can be named.
pub(crate) fn has_eight_bit_optimizer(stack: &str) -> bool {
    of(stack).is_some_and(|offer| offer.eight_bit)
}

/// Whether a quantised base can be trained on.
pub(crate) fn quantises(stack: &str) -> bool {
    of(stack).is_none_or(|offer| offer.quantises)
}

/// Whether rows are read as arrays and copied.
pub(crate) fn reads_arrays(stack: &str) -> bool {
    of(stack).is_some_and(|offer| offer.arrays)
}

/// Whether work is divided that way, with a method and a way to divide states.
pub(crate) fn divides(stack: &str, rank: Rank, method: Method, sharding: Sharding) -> bool {
    let Some(offer) = of(stack) else {
        return false;
    };
    let with_states =
        rank != Rank::Context || sharding.optimizer() || offer.ranks.contains(&Rank::Pipeline);
    offer.ranks.contains(&rank) && with_states && (offer.adapters || method == Method::Full)
}

/// What may leave the GPU, the draft's own choice and nothing included: FSDP moves all or nothing, DeepSpeed parameters under stage 3
/// alone.
pub(crate) fn offloads(base: &Scenario, sharding: Sharding) -> Vec<Offload> {
    let mut all = vec![Offload::None];
    if !sharding.optimizer() {
        return all;
    }
    if of(&base.stack).is_some_and(|offer| offer.offload) {
        if !sharding.fsdp() {
            all.push(Offload::Optimizer);
        }
        if sharding.parameters() {
            all.push(Offload::Both);
        }
    }
    if !all.contains(&base.offload) {
        all.push(base.offload);
    }
    all
}

/// Loss kernels other than the draft's.
pub(crate) fn losses(base: &Scenario) -> impl Iterator<Item = Loss> + use<> {
    let own = base.loss;
    let offered = of(&base.stack).map_or(&[][..], |offer| offer.losses);
    let offered = if base.model.is_encoder() {
        &[]
    } else {
        offered
    };
    offered.iter().copied().filter(move |loss| *loss != own)
}
