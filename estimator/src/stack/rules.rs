//! Conditions and rules that several stacks share.
use super::Rule;
use crate::model::{self, Family};
use crate::scenario::{
    BitsandbytesVersion, Engine, Known, Method, ModelCode, Param, PeftVersion, Precision, Sharding,
    TorchVersion, TransformersVersion,
};

pub(super) const fn always(_: &Known) -> bool {
    true
}
pub(super) fn several(known: &Known) -> bool {
    known.gpus() > 1
}
pub(super) fn full(known: &Known) -> bool {
    known.method() == Method::Full
}
pub(super) fn adapters(known: &Known) -> bool {
    !full(known)
}
pub(super) fn quantised(known: &Known) -> bool {
    known.method() == Method::Qlora
}
pub(super) fn fsdp(known: &Known) -> bool {
    known.sharding().fsdp() && several(known)
}
pub(super) fn zero(known: &Known) -> bool {
    known.sharding().zero()
}
fn mixed(known: &Known) -> bool {
    known
        .choice::<Precision>(Param::Precision)
        .is_some_and(Precision::mixed)
}
/// accelerate upcasts trainable parameters to fp32 when FSDP runs with a mixed-precision policy.
fn upcast_by_accelerate(known: &Known) -> bool {
    full(known) && fsdp(known) && mixed(known)
}
/// Trainers skip `prepare_model_for_kbit_training` where parameters are sharded (trl: models/utils.py, `is_sharded_qlora`), and
/// DeepSpeed's cast undoes it.
fn kbit(known: &Known) -> bool {
    quantised(known) && !shards_parameters(known) && !zero(known)
}
fn megatron(known: &Known) -> bool {
    known.choice(Param::Engine) == Some(Engine::Megatron)
}
fn deepspeed(known: &Known) -> bool {
    zero(known) && known.choice(Param::Engine) == Some(Engine::DeepSpeed)
}
/// Mistral's FlashAttention path repeated the KV heads until attention was rewritten in transformers 4.48.
fn mistral_before_448(known: &Known) -> bool {
    known.choice(Param::ModelCode) == Some(ModelCode::Transformers)
        && known.choice(Param::Transformers) == Some(TransformersVersion::To445)
        && model::find(known.key(Param::Model))
            .is_some_and(|spec| matches!(spec.family, Family::Mistral | Family::Mixtral))
}
fn shards_parameters(known: &Known) -> bool {
    several(known)
        && known
            .choice::<Sharding>(Param::Sharding)
            .is_some_and(Sharding::parameters)
}

pub(super) const fn rule(param: Param, value: &'static str, when: fn(&Known) -> bool) -> Rule {
    Rule { param, value, when }
}

/// From 4.56 on the Trainer's default is `adamw_torch_fused` with PyTorch 2.8 or newer (transformers: training_args.py).
fn recent_transformers(known: &Known) -> bool {
    use TransformersVersion::{To457, V5};
    matches!(known.choice(Param::Transformers), Some(To457 | V5))
        && known.choice(Param::Torch) == Some(TorchVersion::From28)
}
/// `zero_grad(set_to_none=False)` was the default before PyTorch 2.
fn torch_1(known: &Known) -> bool {
    known.choice(Param::Torch) == Some(TorchVersion::Torch1)
}
/// `autocast_adapter_dtype` came with PEFT 0.12 (peft: tuners/tuners_utils.py); before, adapters took the dtype of the weight.
fn adapters_follow_weights(known: &Known) -> bool {
    known.choice(Param::Peft) == Some(PeftVersion::To011) && !quantised(known)
}
fn bitsandbytes_keeps_inputs(known: &Known) -> bool {
    known.choice(Param::Bitsandbytes) == Some(BitsandbytesVersion::To042)
}

/// What holds for every stack: the sharding library follows from the stage, and its habits from the library.
#[rustfmt::skip]
pub(super) const COMMON: &[Rule] = &[
    rule(Param::WeightDtype, "32", |known| known.choice(Param::Precision) == Some(Precision::Fp32)),
    rule(Param::Engine, "deepspeed", zero),
    rule(Param::GradientDtype, "32", deepspeed),
    rule(Param::GradientDtype, "32", megatron),
    rule(Param::AdapterDtype, "16", zero),
    rule(Param::AdapterDtype, "16", adapters_follow_weights),
    rule(Param::KeepsGradients, "yes", torch_1),
    rule(Param::KeepsInputs, "yes", bitsandbytes_keeps_inputs),
    rule(Param::RepeatKv, "yes", mistral_before_448),
    rule(Param::Save, "gather-host", shards_parameters),
];

fn single(known: &Known) -> bool {
    !several(known)
}
pub(super) fn zero2(known: &Known) -> bool {
    known.sharding() == Sharding::Zero2
}
pub(super) fn zero3(known: &Known) -> bool {
    known.sharding() == Sharding::Zero3
}
fn split(known: &Known) -> bool {
    known.sharding() == Sharding::LayerSplit
}

/// ZeRO-1 and ZeRO-2 on weights that are not quantised.
pub(super) fn zero_below_3(known: &Known) -> bool {
    zero(known) && !zero3(known) && !quantised(known)
}
/// transformers 5 gives every other process zeros in the size of the model (`_move_missing_keys_from_meta_to_device`; issue 43749,
/// pull request 45649); 4 gave it `torch.empty`, which takes no memory until it is written.
fn fsdp_of_transformers_5(known: &Known) -> bool {
    fsdp(known) && known.choice(Param::Transformers) == Some(TransformersVersion::V5)
}

/// Stacks that give each process a `device_map` of its own GPU, but under FSDP and ZeRO-3: safetensors files are mapped and moved on
/// tensor by tensor (LLaMA-Factory: hparams/parser.py; axolotl: utils/config/__init__.py, `choose_device`; ms-swift:
/// swift/model/utils.py, `get_default_device_map`; unsloth: models/loader.py).
#[rustfmt::skip]
pub(super) const DEVICE_MAP: &[Rule] = &[
    rule(Param::HostLoad, "each", fsdp_of_transformers_5),
    rule(Param::HostLoad, "once", fsdp),
    rule(Param::HostLoad, "stream", always),
];

/// The same on one GPU only: trl's `create_model_from_path` leaves `device_map` out when several processes run.
#[rustfmt::skip]
pub(super) const DEVICE_MAP_ALONE: &[Rule] = &[rule(Param::HostLoad, "stream", single)];

/// Hugging Face Trainer and what is built on it.
#[rustfmt::skip]
pub(super) const HUGGING_FACE: &[Rule] = &[
    rule(Param::Optimizer, "adamw-fused", recent_transformers),
    // transformers: trainer.py, `register_module_override(module, "weight", {"optim_bits": 32})`.
    rule(Param::WideEmbedding, "yes", always),
    rule(Param::WeightDtype, "32", upcast_by_accelerate),
    rule(Param::KbitUpcast, "yes", kbit),
    rule(Param::Reentrant, "yes", always),
    rule(Param::GptqKernel, "unfused", always),
    rule(Param::EvalBatch, "8", always),
    rule(Param::Slack, "25", shards_parameters),
    // accelerate's launcher turns `fsdp_cpu_ram_efficient_loading` on (commands/launch.py); quantised and split models need a
    // `device_map`; under ZeRO-3 `from_pretrained` fills partitions file by file (transformers: integrations/deepspeed.py).
    // Otherwise each process loads.
    rule(Param::HostLoad, "each", fsdp_of_transformers_5),
    rule(Param::HostLoad, "once", fsdp),
    rule(Param::HostLoad, "stream", quantised),
    rule(Param::HostLoad, "stream", split),
    rule(Param::HostLoad, "stream", zero3),
];
