//! Families whose configurations have their own fields.

use super::common::{self, Names};
use super::error::{ConfigError, Reason};
use super::fields::Fields;
use crate::model::family::Family;
use crate::model::parts::{Biases, NormKind, NormWeights, Norms, Positions};
use crate::model::spec::{Ffn, ModelSpec};
use crate::model::validate::Dimension;

/// ChatGLM 2 and 3, GLM-4-9B (`modeling_chatglm.py` of THUDM/chatglm3-6b); the first ChatGLM where `inner_hidden_size` stands.
pub(super) fn chatglm(f: Fields) -> Result<ModelSpec, ConfigError> {
    if f.has("inner_hidden_size") {
        return chatglm1(f);
    }
    let mut spec = common::read(f, Family::ChatGlm)?;
    if !f.flag("multi_query_attention", false)? {
        spec.kv_heads = spec.heads;
    }
    let all = f.flag("add_bias_linear", false)?;
    spec.biases = Biases::NONE
        .set(Biases::QKV, all || f.flag("add_qkv_bias", false)?)
        .set(Biases::OUTPUT.and(Biases::MLP), all);
    spec.norms.outside = u64::from(f.flag("post_layer_norm", true)?);
    if !f.flag("rmsnorm", true)? {
        spec.norms.kind = NormKind::LayerNorm;
        spec.norms.weights = NormWeights::WeightAndBias;
    }
    Ok(spec)
}

/// ChatGLM-6B of March 2023: GELU without gate, layer norms, biases everywhere, tied (`modeling_chatglm.py` of THUDM/chatglm-6b).
fn chatglm1(f: Fields) -> Result<ModelSpec, ConfigError> {
    let hidden = f.required(&["inner_hidden_size"], Dimension::FfnHidden)?;
    let mut spec = common::read_with_ffn(f, Family::ChatGlm, hidden)?;
    spec.ffn = Ffn::Dense {
        hidden,
        gated: false,
    };
    spec.norms = Norms::LAYER;
    spec.biases = Biases::BLOCKS;
    spec.tied = f.flag("tie_word_embeddings", true)?;
    Ok(spec)
}

/// Falcon in its three arrangements (`FalconDecoderLayer` and `FalconAttention` in `modeling_falcon.py`): one key/value head, or as
/// many as heads, or in the new architecture `num_kv_heads`; one norm in a block whose branches are parallel, else two.
pub(super) fn falcon(f: Fields) -> Result<ModelSpec, ConfigError> {
    let mut spec = common::read_with_multiple(f, Family::Falcon, 4)?;
    let new = f.flag("new_decoder_architecture", f.has("n_head_kv"))?;
    if !new {
        spec.kv_heads = if f.flag("multi_query", true)? {
            1
        } else {
            spec.heads
        };
    }
    let default_norms = if new { 2 } else { 1 };
    let parallel_norms = f.number_or(
        &["num_ln_in_parallel_attn"],
        Dimension::Layers,
        1,
        default_norms,
    )?;
    spec.norms.per_layer = if !f.flag("parallel_attn", true)? || parallel_norms == 2 {
        2
    } else {
        1
    };
    Ok(spec)
}

/// Qwen 1: `intermediate_size` is the width of gate and up together (`QWenMLP` in `modeling_qwen.py`).
pub(super) fn qwen1(f: Fields) -> Result<ModelSpec, ConfigError> {
    let both = f.required(&["intermediate_size"], Dimension::FfnHidden)?;
    if !both.is_multiple_of(2) {
        return Err(f.error(
            "intermediate_size",
            Reason::NotDivisor { found: 2, of: both },
        ));
    }
    common::read_with_ffn(f, Family::Qwen1, both / 2)
}

/// GPT-2, GPT-BigCode, GPT-Neo, GPT-J and CodeGen: the feed-forward layer is four times as wide unless `n_inner` says otherwise.
pub(super) fn gpt(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let mut spec = common::read_with_multiple(f, family, 4)?;
    if family == Family::GptBigCode && f.flag("multi_query", true)? {
        spec.kv_heads = 1;
    }
    let names: &[&str] = if family == Family::GptNeo {
        &["max_position_embeddings"]
    } else {
        &["n_positions", "max_position_embeddings"]
    };
    if matches!(family, Family::Gpt2 | Family::GptBigCode | Family::GptNeo) {
        spec.positions = Positions::Learned(f.required(names, Dimension::Positions)?);
    }
    Ok(spec)
}

/// BLOOM and MPT: the feed-forward layer is always four times as wide, every head has its own keys and values.
pub(super) fn four_times(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let names = Names::of(family);
    let hidden = f.required(names.hidden, Dimension::Hidden)?;
    let mut spec = common::read_with_ffn(f, family, hidden.saturating_mul(4))?;
    spec.kv_heads = spec.heads;
    Ok(spec)
}

/// OPT: two more rows of positions than the longest sequence, and in OPT-350m a narrow embedding with projections and no final
/// norm (`OPTDecoder` in `modeling_opt.py`).
pub(super) fn opt(f: Fields) -> Result<ModelSpec, ConfigError> {
    let mut spec = common::read(f, Family::Opt)?;
    let longest = f.required(&["max_position_embeddings"], Dimension::Positions)?;
    spec.positions = Positions::Learned(longest.saturating_add(2));
    let width = f.number_or(&["word_embed_proj_dim"], Dimension::Hidden, 1, spec.hidden)?;
    if width != spec.hidden {
        spec.extras.embedding_width = Some(width);
        spec.extras.outside = width.saturating_mul(spec.hidden).saturating_mul(2);
    }
    if !f.flag("do_layer_norm_before", true)? || f.flag("_remove_final_layer_norm", false)? {
        spec.norms.outside = 0;
    }
    if !f.flag("layer_norm_elementwise_affine", true)? {
        spec.norms.weights = NormWeights::None;
    }
    Ok(spec)
}

/// BERT and RoBERTa without a task's head: positions, token types and the pooler (`BertModel` in `modeling_bert.py`).
pub(super) fn encoder(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let mut spec = common::read(f, family)?;
    spec.positions =
        Positions::Learned(f.required(&["max_position_embeddings"], Dimension::Positions)?);
    let types = f.number_or(&["type_vocab_size"], Dimension::Vocab, 0, 2)?;
    let h = spec.hidden;
    spec.extras.outside = types
        .saturating_mul(h)
        .saturating_add(h.saturating_mul(h))
        .saturating_add(h);
    spec.tied = true;
    Ok(spec)
}
