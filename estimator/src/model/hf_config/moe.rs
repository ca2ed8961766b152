//! Experts and latent attention.

use super::common;
use super::error::ConfigError;
use super::fields::{Fields, Held};
use crate::model::family::Family;
use crate::model::spec::{Attention, Ffn, ModelSpec};
use crate::model::validate::Dimension;

/// Experts as wide as `intermediate_size`: Mixtral, Phi-3.5-MoE, gpt-oss, Granite (`num_local_experts`).
pub(super) fn local_experts(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let (experts, active) = match family {
        Family::PhiMoe => (16, 2),
        Family::GptOss => (128, 4),
        _ => (8, 2),
    };
    let spec = common::read(f, family)?;
    let experts = f.number_or(&["num_local_experts"], Dimension::Experts, 1, experts)?;
    let active = f.number_or(
        &["num_experts_per_tok", "experts_per_token"],
        Dimension::ActiveExperts,
        1,
        active,
    )?;
    Ok(all_sparse(spec, experts, active))
}

/// OLMoE: experts as wide as `intermediate_size`, counted by `num_experts`.
pub(super) fn olmoe(f: Fields) -> Result<ModelSpec, ConfigError> {
    let spec = common::read(f, Family::OlmoE)?;
    let experts = f.number_or(&["num_experts"], Dimension::Experts, 1, 64)?;
    let active = f.number_or(&["num_experts_per_tok"], Dimension::ActiveExperts, 1, 8)?;
    Ok(all_sparse(spec, experts, active))
}

/// Every layer has experts as wide as the dense network would be.
fn all_sparse(mut spec: ModelSpec, experts: u64, active: u64) -> ModelSpec {
    if let Ffn::Dense { hidden, gated } = spec.ffn {
        spec.ffn = Ffn::Moe {
            experts,
            active,
            hidden,
            shared_hidden: 0,
            dense_layers: 0,
            dense_hidden: 0,
            gated,
        };
    }
    spec
}

/// What the readers below find about experts.
struct Found {
    experts: u64,
    active: u64,
    hidden: u64,
    shared_hidden: u64,
    dense_layers: u64,
}

/// Experts beside dense layers of the width already read.
fn with_experts(mut spec: ModelSpec, found: &Found) -> ModelSpec {
    if let Ffn::Dense { hidden, gated } = spec.ffn {
        spec.ffn = Ffn::Moe {
            experts: found.experts,
            active: found.active,
            hidden: found.hidden,
            shared_hidden: found.shared_hidden,
            dense_layers: found.dense_layers,
            dense_hidden: if found.dense_layers == 0 { 0 } else { hidden },
            gated,
        };
    }
    spec
}

/// Qwen 1.5/2/3: every `decoder_sparse_step`th layer has experts, except those in `mlp_only_layers`
/// (`Qwen3MoeDecoderLayer.__init__`).
pub(super) fn qwen(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let (experts, active, hidden, shared) = if family == Family::Qwen2Moe {
        (60, 4, 1408, 5632)
    } else {
        (128, 8, 768, 0)
    };
    let spec = common::read(f, family)?;
    let experts = f.number_or(
        &["num_experts", "num_local_experts"],
        Dimension::Experts,
        0,
        experts,
    )?;
    if experts == 0 {
        return Ok(spec);
    }
    let step = f.number_or(&["decoder_sparse_step"], Dimension::Layers, 1, 1)?;
    let dense = f
        .layer_list("mlp_only_layers", spec.layers)?
        .unwrap_or_default();
    let also_sparse = dense
        .iter()
        .filter(|layer| layer.saturating_add(1).is_multiple_of(step))
        .count();
    let sparse =
        (spec.layers / step).saturating_sub(u64::try_from(also_sparse).unwrap_or(u64::MAX));
    let shared_hidden = match family {
        Family::Qwen2Moe => f.number_or(
            &["shared_expert_intermediate_size"],
            Dimension::SharedHidden,
            0,
            shared,
        )?,
        _ => 0,
    };
    let found = Found {
        experts,
        active: f.number_or(
            &["num_experts_per_tok"],
            Dimension::ActiveExperts,
            1,
            active,
        )?,
        hidden: f.number_or(
            &["moe_intermediate_size"],
            Dimension::ExpertHidden,
            1,
            hidden,
        )?,
        shared_hidden,
        dense_layers: spec.layers.saturating_sub(sparse),
    };
    Ok(with_experts(spec, &found))
}

/// DeepSeek-V2 and V3: latent attention, then experts (`modeling_deepseek_v3.py`).
pub(super) fn deepseek(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let mut spec = common::read(f, family)?;
    let latent =
        |name: &str, min: u64, default: u64| f.number_or(&[name], Dimension::Latent, min, default);
    let (nope, rope) = (
        latent("qk_nope_head_dim", 1, 128)?,
        latent("qk_rope_head_dim", 1, 64)?,
    );
    let q_lora = match f.number(&["q_lora_rank"], Dimension::Latent, 1)? {
        Held::Value(rank) => Some(rank),
        Held::Null => None,
        Held::Absent => Some(1536),
    };
    spec.attention = Attention::Mla {
        q_lora,
        kv_lora: latent("kv_lora_rank", 1, 512)?,
        nope,
        rope,
        value: latent("v_head_dim", 1, 128)?,
    };
    spec.head_dim = nope.saturating_add(rope);
    spec.kv_heads = spec.heads;
    routed(f, spec)
}

/// Experts after `first_k_dense_replace` dense layers, with shared ones of the same width: DeepSeek, GLM-4.5.
pub(super) fn routed(f: Fields, spec: ModelSpec) -> Result<ModelSpec, ConfigError> {
    let (experts, shared, active, hidden, first) = match spec.family {
        Family::DeepSeekV2 => (64, 2, 6, 1407, 0),
        Family::DeepSeekV3 => (256, 1, 8, 2048, 3),
        _ => (128, 1, 8, 1408, 1),
    };
    let experts = match f.number(
        &["n_routed_experts", "num_local_experts"],
        Dimension::Experts,
        1,
    )? {
        Held::Value(experts) => experts,
        Held::Absent => experts,
        Held::Null => return Ok(spec),
    };
    let hidden = f.number_or(
        &["moe_intermediate_size"],
        Dimension::ExpertHidden,
        1,
        hidden,
    )?;
    let shared = match f.number(&["n_shared_experts"], Dimension::Experts, 0)? {
        Held::Value(shared) => shared,
        Held::Absent => shared,
        Held::Null => 0,
    };
    let found = Found {
        experts,
        active: f.number_or(
            &["num_experts_per_tok"],
            Dimension::ActiveExperts,
            1,
            active,
        )?,
        hidden,
        shared_hidden: shared.saturating_mul(hidden),
        dense_layers: f
            .number_or(&["first_k_dense_replace"], Dimension::DenseLayers, 0, first)?
            .min(spec.layers),
    };
    Ok(with_experts(spec, &found))
}

/// Llama 4: `intermediate_size` is an expert's width and the shared one's, `intermediate_size_mlp` that of dense layers;
/// every `interleave_moe_layer_step`th layer has experts, or those in `moe_layers` (`Llama4TextConfig.__init__`).
pub(super) fn llama4(f: Fields) -> Result<ModelSpec, ConfigError> {
    let expert = common::stated(f, &["intermediate_size"], Dimension::ExpertHidden, 8192)?;
    let dense = f.number_or(&["intermediate_size_mlp"], Dimension::DenseHidden, 1, 16384)?;
    let spec = common::read_with_ffn(f, Family::Llama4, dense)?;
    let step = f.number_or(&["interleave_moe_layer_step"], Dimension::Layers, 1, 1)?;
    let sparse = match f.layer_list("moe_layers", spec.layers)? {
        Some(layers) => u64::try_from(layers.len()).unwrap_or(u64::MAX),
        None => spec.layers / step,
    };
    let found = Found {
        experts: f.number_or(&["num_local_experts"], Dimension::Experts, 1, 16)?,
        active: f.number_or(&["num_experts_per_tok"], Dimension::ActiveExperts, 1, 1)?,
        hidden: expert,
        shared_hidden: expert,
        dense_layers: spec.layers.saturating_sub(sparse),
    };
    Ok(with_experts(spec, &found))
}
