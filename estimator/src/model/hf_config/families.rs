//! What each family reads beyond its shape: biases, query/key norms, parallel branches.

use super::error::ConfigError;
use super::fields::Fields;
use super::{common, moe, special};
use crate::model::family::Family;
use crate::model::parts::{Biases, QkNorm};
use crate::model::spec::ModelSpec;

/// Reads a language model of `family`.
pub(super) fn read(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let mut spec = shape(f, family)?;
    spec.biases = biases(f, &spec)?;
    spec.qk_norm = qk_norm(f, &spec)?;
    if family == Family::StableLm && f.flag("use_parallel_residual", false)? {
        spec.norms.per_layer = 1;
    }
    Ok(spec)
}

/// Shape, feed-forward part and latent attention.
fn shape(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    match family {
        Family::Mixtral | Family::PhiMoe | Family::GptOss | Family::GraniteMoe => {
            moe::local_experts(f, family)
        }
        Family::OlmoE => moe::olmoe(f),
        Family::Qwen2Moe | Family::Qwen3Moe => moe::qwen(f, family),
        Family::DeepSeekV2 | Family::DeepSeekV3 => moe::deepseek(f, family),
        Family::Glm4Moe => moe::routed(f, common::read(f, family)?),
        Family::Llama4 => moe::llama4(f),
        Family::ChatGlm => special::chatglm(f),
        Family::Falcon => special::falcon(f),
        Family::Qwen1 => special::qwen1(f),
        Family::Gpt2 | Family::GptBigCode | Family::GptNeo | Family::GptJ | Family::CodeGen => {
            special::gpt(f, family)
        }
        Family::Bloom | Family::Mpt => special::four_times(f, family),
        Family::Opt => special::opt(f),
        Family::Bert | Family::Roberta | Family::XlmRoberta => special::encoder(f, family),
        _ => common::read(f, family),
    }
}

/// Linear layers with a bias (the `bias=` arguments in each `modeling_*.py`).
fn biases(f: Fields, spec: &ModelSpec) -> Result<Biases, ConfigError> {
    let usual = spec.biases;
    let with =
        |name: &str, default: bool, which: Biases| Ok(usual.set(which, f.flag(name, default)?));
    match spec.family {
        Family::Llama
        | Family::Granite
        | Family::SmolLm3
        | Family::Arcee
        | Family::Nemotron
        | Family::DeepSeekV2 => {
            let attention = usual.set(Biases::ATTENTION, f.flag("attention_bias", false)?);
            Ok(attention.set(Biases::MLP, f.flag("mlp_bias", false)?))
        }
        Family::Qwen3
        | Family::Qwen3Moe
        | Family::Gemma
        | Family::Gemma2
        | Family::Gemma3
        | Family::Llama4
        | Family::GraniteMoe
        | Family::HunYuanDense
        | Family::Olmo
        | Family::Olmo2
        | Family::Olmo3
        | Family::OlmoE
        | Family::Cohere
        | Family::Cohere2
        | Family::MiniCpm
        | Family::DeepSeekV3 => with("attention_bias", false, Biases::ATTENTION),
        Family::GptOss | Family::GptNeoX => with("attention_bias", true, Biases::ATTENTION),
        Family::Qwen2Moe => with("qkv_bias", true, Biases::QKV),
        Family::Glm | Family::Glm4 => with("attention_bias", true, Biases::QKV),
        Family::Glm4Moe => with("attention_bias", false, Biases::QKV),
        Family::StableLm => with("use_qkv_bias", false, Biases::QKV),
        Family::StarCoder2 => with("use_bias", true, Biases::BLOCKS),
        Family::Ernie45 => with("use_bias", false, Biases::BLOCKS),
        Family::Falcon => with("bias", false, Biases::BLOCKS),
        Family::Opt => with("enable_bias", true, Biases::BLOCKS),
        Family::InternLm => with("bias", true, Biases::ATTENTION),
        Family::InternLm2 => with("bias", false, Biases::ATTENTION),
        Family::InternLm3 => {
            let qkv = usual.set(Biases::QKV, f.flag("qkv_bias", false)?);
            Ok(qkv.set(Biases::OUTPUT.and(Biases::MLP), f.flag("bias", false)?))
        }
        Family::Qwen1 => Ok(usual.set(Biases::OUTPUT.and(Biases::MLP), !f.flag("no_bias", true)?)),
        Family::Helium => {
            let attention = usual.set(Biases::QKV, f.flag("attention_bias", false)?);
            Ok(attention.set(Biases::MLP, f.flag("mlp_bias", false)?))
        }
        Family::SeedOss => {
            let attention = usual.set(Biases::QKV, f.flag("attention_bias", true)?);
            let output = attention.set(Biases::OUTPUT, f.flag("attention_out_bias", false)?);
            Ok(output.set(Biases::MLP, f.flag("mlp_bias", false)?))
        }
        Family::PhiMoe => {
            let attention = usual.set(Biases::ATTENTION, f.flag("attention_bias", false)?);
            Ok(attention.set(Biases::HEAD, f.flag("lm_head_bias", false)?))
        }
        _ => Ok(usual),
    }
}

/// Norms on queries and keys that a flag turns on.
fn qk_norm(f: Fields, spec: &ModelSpec) -> Result<QkNorm, ConfigError> {
    let (flag, norm) = match spec.family {
        Family::Phi => ("qk_layernorm", QkNorm::PerHeadWithBias),
        Family::StableLm => ("qk_layernorm", QkNorm::EachHead),
        Family::Cohere => ("use_qk_norm", QkNorm::EachHead),
        Family::Glm4Moe => ("use_qk_norm", QkNorm::PerHead),
        _ => return Ok(spec.qk_norm),
    };
    Ok(if f.flag(flag, false)? {
        norm
    } else {
        QkNorm::None
    })
}
