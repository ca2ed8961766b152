//! The catalogue as machines read it.
use super::ids::Id;
use super::json::{Json, object};
use super::{SCHEMA, VERSION, figures::source};
use crate::codec::CAT;
use crate::hardware::{self, Gpu};
use crate::model::{self, Entry};

fn document(name: &'static str, rows: Json) -> Json {
    object([
        ("format", ["headroom.", name].concat().into()),
        ("schema", SCHEMA.into()),
        ("version", VERSION.into()),
        ("cat", CAT.to_string().into()),
        (name, rows),
    ])
}

/// Every model of the catalogue.
pub fn models() -> Json {
    document("models", Json::list(model::catalogue().map(model_row)))
}

fn model_row(entry: &Entry) -> Json {
    let spec = &entry.spec;
    object([
        ("id", spec.id.to_string().into()),
        ("name", spec.name.to_string().into()),
        ("repository", entry.repository.into()),
        (
            "aliases",
            Json::list(entry.aliases.iter().map(|alias| (*alias).into())),
        ),
        ("type", spec.family.model_type().into()),
        ("parameters", entry.published.into()),
        ("active", spec.active().into()),
        ("hidden", spec.hidden.into()),
        ("layers", spec.layers.into()),
        ("heads", spec.heads.into()),
        ("kv_heads", spec.kv_heads.into()),
        ("head_dim", spec.head_dim.into()),
        ("vocab", spec.vocab.into()),
        ("tied", spec.tied.into()),
        ("experts", spec.is_moe().into()),
        ("positions", spec.max_positions.into()),
    ])
}

/// Every GPU of the catalogue.
pub fn gpus() -> Json {
    document(
        "gpus",
        Json::list(hardware::catalogue().iter().map(gpu_row)),
    )
}

fn gpu_row(gpu: &Gpu) -> Json {
    object([
        ("id", gpu.id.to_string().into()),
        ("name", gpu.name.to_string().into()),
        ("generation", gpu.arch.id().into()),
        ("label_gb", gpu.label_gb.into()),
        ("usable_gib", gpu.usable().into()),
        ("usable_verified", gpu.usable_verified.into()),
        ("usable_source", source(&gpu.usable_source)),
        ("bandwidth_gbs", gpu.memory_bandwidth_gbs.into()),
        ("bf16_tflops", gpu.bf16_tflops.into()),
        ("fp16_tflops", gpu.fp16_tflops.into()),
        ("fp8_tflops", gpu.fp8_tflops.into()),
        ("fp4_tflops", gpu.fp4_tflops.into()),
        ("fp32_tflops", gpu.fp32_tflops.into()),
        ("rates_verified", gpu.rates_verified.into()),
        ("rates_source", source(&gpu.rates_source)),
        ("tdp_w", gpu.tdp_w.into()),
    ])
}
