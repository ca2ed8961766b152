//! What each stack offers to divide: states, and work beyond data parallelism.
use crate::scenario::Sharding;

/// What a stack offers.
struct Offer {
    stack: &'static str,
    sharding: &'static [Sharding],
    /// Tensor, pipeline, context and expert parallelism.
    parallel: bool,
}

use Sharding::{Ddp, Fsdp, Zero1, Zero2, Zero3};

/// accelerate runs DDP, DeepSpeed and FSDP (accelerate: utils/dataclasses.py, `DistributedType`).
const ACCELERATE: &[Sharding] = &[Ddp, Zero1, Zero2, Zero3, Fsdp];
/// PyTorch's own wrappers.
const PYTORCH: &[Sharding] = &[Ddp, Fsdp];

const fn offer(stack: &'static str, sharding: &'static [Sharding], parallel: bool) -> Offer {
    Offer {
        stack,
        sharding,
        parallel,
    }
}

/// By key; what is not listed offers replicas.
#[rustfmt::skip]
const OFFERS: &[Offer] = &[
    offer("trl", ACCELERATE, false),
    offer("hf", ACCELERATE, false),
    offer("llamafactory", ACCELERATE, false),
    offer("axolotl", ACCELERATE, false),
    offer("swift", ACCELERATE, false),
    // DeepSpeed's stages: runtime/zero/config.py, `zero_optimization`.
    offer("deepspeed", &[Ddp, Zero1, Zero2, Zero3], false),
    // recipes/full_finetune_distributed.py and lora_finetune_distributed.py shard only.
    offer("torchtune", &[Fsdp], false),
    // config/job_config.py, `Parallelism`.
    offer("torchtitan", PYTORCH, true),
    // finetune/lora.py, `FSDPStrategy`.
    offer("litgpt", &[Fsdp], false),
    // The distributed optimizer is ZeRO-1: core/optimizer/distrib_optimizer.py.
    offer("megatron", &[Ddp, Zero1], true),
    // train.py, `--train_type` and `--sharding_strategy`.
    offer("fsdp-qlora", PYTORCH, false),
    // booster/plugin/low_level_zero_plugin.py, `stage`.
    offer("colossalai", &[Zero1, Zero2], false),
    offer("xtuner", &[Fsdp], false),
    offer("llm-foundry", PYTORCH, false),
];

fn of(stack: &str) -> Option<&'static Offer> {
    OFFERS.iter().find(|offer| offer.stack == stack)
}

/// Ways to divide states over several GPUs.
pub(super) fn sharding(stack: &str) -> &'static [Sharding] {
    of(stack).map_or(&[Ddp], |offer| offer.sharding)
}

/// Whether tensor, pipeline, context and expert parallelism are offered.
pub(super) fn parallel(stack: &str) -> bool {
    of(stack).is_some_and(|offer| offer.parallel)
}
