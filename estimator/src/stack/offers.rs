//! What each stack offers: ways to divide states and work, what may leave the GPU, loss kernels.
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
};

/// PyTorch alone, states stay on the GPU.
const PLAIN: Offer = Offer {
    stack: "",
    sharding: PYTORCH,
    ranks: &[],
    adapters: true,
    offload: false,
    losses: &[],
};

/// By key; what is not listed offers replicas.
#[rustfmt::skip]
const OFFERS: &[Offer] = &[
    // trainer/sft_config.py, `loss_type` (`chunked_nll`), `use_liger_kernel`.
    Offer { stack: "trl", losses: &[Loss::Chunked, Loss::FusedLinear], ..TRAINER },
    TRAINER,
    // hparams/model_args.py, `enable_liger_kernel`; it divides no sequences (360-LLaMA-Factory, a fork, does).
    Offer { stack: "llamafactory", ranks: &[], ..TRAINER },
    // utils/schemas/config.py, `context_parallel_size`; integrations/liger and integrations/cut_cross_entropy.
    Offer { stack: "axolotl", losses: &[Loss::FusedLinear, Loss::Cut], ..TRAINER },
    // llm/argument/base_args/template_args.py, `sequence_parallel_size`.
    Offer { stack: "swift", ..TRAINER },
    // DeepSpeed's stages: runtime/zero/config.py, `zero_optimization`; runtime/zero/offload_config.py.
    Offer { stack: "deepspeed", sharding: &[Ddp, Zero1, Zero2, Zero3], ..TRAINER },
    // recipes/full_finetune_distributed.py: `tensor_parallel_dim`, `context_parallel_dim`, `fsdp_cpu_offload`,
    // `fsdp_reshard_after_forward`; the LoRA recipe shards only. There is no DDP.
    Offer { stack: "torchtune", sharding: &[Fsdp, FsdpGradOp], ranks: &[Rank::Tensor, Rank::Context], adapters: false, offload: true, ..PLAIN },
    // config/job_config.py, `Parallelism`, `Training.enable_cpu_offload`.
    Offer { stack: "torchtitan", ranks: ALL, offload: true, ..PLAIN },
    // finetune/lora.py, `FSDPStrategy` with `cpu_offload=False`.
    Offer { stack: "litgpt", sharding: &[Fsdp], ..PLAIN },
    // The distributed optimizer is ZeRO-1: core/optimizer/distrib_optimizer.py; training/arguments.py, `--optimizer-cpu-offload`.
    Offer { stack: "megatron", sharding: &[Ddp, Zero1], ranks: ALL, offload: true, ..PLAIN },
    // train.py, `sharding_strategy`, `use_cpu_offload`.
    Offer { stack: "fsdp-qlora", offload: true, ..PLAIN },
    // booster/plugin/low_level_zero_plugin.py, `stage`, `cpu_offload`. Its other plugins are not modelled.
    Offer { stack: "colossalai", sharding: &[Zero1, Zero2], offload: true, ..PLAIN },
    // v1/config/fsdp.py, `tp_size`, `ep_size`, `cpu_offload`, `hsdp_sharding_size`; v1/train/trainer.py, `sp_size`.
    Offer { stack: "xtuner", sharding: &[Fsdp, Hybrid], ranks: &[Rank::Tensor, Rank::Context, Rank::Expert], offload: true, ..PLAIN },
    Offer { stack: "llm-foundry", ..PLAIN },
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
