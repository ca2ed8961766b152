//! The fields that nearly every configuration has.

use super::defaults::ClassDefaults;
use super::error::{ConfigError, Reason};
use super::fields::{Fields, Held};
use crate::model::family::Family;
use crate::model::recipe::Shape;
use crate::model::spec::ModelSpec;
use crate::model::validate::Dimension;

/// Names of the fields; several where transformers accepts several (`attribute_map`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Names {
    pub(super) hidden: &'static [&'static str],
    pub(super) layers: &'static [&'static str],
    pub(super) heads: &'static [&'static str],
    pub(super) kv_heads: &'static [&'static str],
    pub(super) head_dim: &'static [&'static str],
    pub(super) ffn: &'static [&'static str],
    pub(super) vocab: &'static [&'static str],
}

impl Names {
    /// The names that most classes use.
    const USUAL: Self = Self {
        hidden: &["hidden_size"],
        layers: &["num_hidden_layers"],
        heads: &["num_attention_heads"],
        kv_heads: &["num_key_value_heads"],
        head_dim: &["head_dim"],
        ffn: &["intermediate_size"],
        vocab: &["vocab_size"],
    };

    /// The names of a family.
    pub(super) const fn of(family: Family) -> Self {
        let mut names = Self::USUAL;
        match family {
            Family::Gpt2 | Family::GptBigCode | Family::GptJ | Family::CodeGen => {
                names.hidden = &["n_embd", "hidden_size"];
                names.layers = &["n_layer", "num_hidden_layers"];
                names.heads = &["n_head", "num_attention_heads"];
                names.ffn = &["n_inner"];
            }
            Family::Bloom => {
                names.hidden = &["n_embed", "hidden_size"];
                names.layers = &["n_layer", "num_hidden_layers"];
                names.heads = &["n_head", "num_attention_heads"];
            }
            Family::Falcon => {
                names.hidden = &["n_embed", "hidden_size"];
                names.layers = &["num_hidden_layers", "n_layer"];
                names.heads = &["num_attention_heads", "n_head"];
                names.kv_heads = &["num_kv_heads", "n_head_kv"];
                names.ffn = &["ffn_hidden_size"];
            }
            Family::GptNeo => {
                names.layers = &["num_layers", "num_hidden_layers"];
                names.heads = &["num_heads", "num_attention_heads"];
            }
            Family::Mpt => {
                names.hidden = &["d_model", "hidden_size"];
                names.layers = &["n_layers", "num_hidden_layers"];
                names.heads = &["n_heads", "num_attention_heads"];
            }
            Family::Opt => names.ffn = &["ffn_dim"],
            Family::ChatGlm => {
                names.layers = &["num_layers", "num_hidden_layers"];
                names.kv_heads = &["multi_query_group_num"];
                names.head_dim = &["kv_channels"];
                names.ffn = &["ffn_hidden_size"];
                names.vocab = &["padded_vocab_size", "vocab_size"];
            }
            Family::Qwen1 => names.head_dim = &["kv_channels"],
            _ => {}
        }
        names
    }

    /// The field that a number of the architecture is read from.
    pub(super) fn field(&self, dimension: Dimension) -> &'static str {
        let names = match dimension {
            Dimension::Hidden => self.hidden,
            Dimension::Layers => self.layers,
            Dimension::Heads => self.heads,
            Dimension::KvHeads => self.kv_heads,
            Dimension::HeadDim => self.head_dim,
            Dimension::Vocab => self.vocab,
            Dimension::FfnHidden | Dimension::DenseHidden => self.ffn,
            Dimension::Experts => &["num_experts"],
            Dimension::ActiveExperts => &["num_experts_per_tok"],
            Dimension::ExpertHidden => &["moe_intermediate_size"],
            Dimension::SharedHidden => &["shared_expert_intermediate_size"],
            Dimension::DenseLayers => &["first_k_dense_replace"],
            Dimension::Latent => &["kv_lora_rank"],
            Dimension::Positions => &["max_position_embeddings"],
            Dimension::Total => &[],
        };
        names.first().copied().unwrap_or_default()
    }
}

/// A number that every complete configuration states; only the text part of a multimodal one may leave it to its class.
pub(super) fn stated(
    f: Fields,
    names: &[&str],
    dimension: Dimension,
    class_default: u64,
) -> Result<u64, ConfigError> {
    if f.is_nested() {
        f.number_or(names, dimension, 1, class_default)
    } else {
        f.required(names, dimension)
    }
}

/// A model of `family` with its shape, the defaults of its class and the family's usual choices.
pub(super) fn read(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let (names, class) = (Names::of(family), ClassDefaults::of(family));
    let ffn = stated(f, names.ffn, Dimension::FfnHidden, class.ffn)?;
    read_with_ffn(f, family, ffn)
}

/// The same for families that leave the feed-forward width to a multiple of the hidden one: `times · hidden` where it is absent.
pub(super) fn read_with_multiple(
    f: Fields,
    family: Family,
    times: u64,
) -> Result<ModelSpec, ConfigError> {
    let (names, class) = (Names::of(family), ClassDefaults::of(family));
    let hidden = stated(f, names.hidden, Dimension::Hidden, class.hidden)?;
    let ffn = f.number_or(
        names.ffn,
        Dimension::FfnHidden,
        1,
        hidden.saturating_mul(times),
    )?;
    read_with_ffn(f, family, ffn)
}

/// The same with a feed-forward width read elsewhere.
pub(super) fn read_with_ffn(f: Fields, family: Family, ffn: u64) -> Result<ModelSpec, ConfigError> {
    let (names, class) = (Names::of(family), ClassDefaults::of(family));
    let hidden = stated(f, names.hidden, Dimension::Hidden, class.hidden)?;
    let layers = stated(f, names.layers, Dimension::Layers, class.layers)?;
    let heads = stated(f, names.heads, Dimension::Heads, class.heads)?;
    let kv_heads = match f.number(names.kv_heads, Dimension::KvHeads, 1)? {
        Held::Value(stated) => stated,
        Held::Null => heads,
        Held::Absent => class.kv_heads.unwrap_or(heads),
    };
    let head_dim = match f.number(names.head_dim, Dimension::HeadDim, 1)? {
        Held::Value(stated) => stated,
        Held::Absent if class.head_dim.is_some() => class.head_dim.unwrap_or_default(),
        Held::Absent | Held::Null => over_heads(f, names, hidden, heads)?,
    };
    let vocab = stated(f, names.vocab, Dimension::Vocab, class.vocab)?;
    let shape = Shape {
        hidden,
        layers,
        heads,
        kv_heads,
        head_dim,
        ffn,
        vocab,
    };
    let mut spec = family.spec("config", family.model_type(), shape);
    spec.tied = f.flag("tie_word_embeddings", spec.tied)?;
    Ok(spec)
}

/// Width of a head where none is stated: hidden over heads, which must come out even.
fn over_heads(f: Fields, names: Names, hidden: u64, heads: u64) -> Result<u64, ConfigError> {
    if hidden.is_multiple_of(heads) {
        return Ok(hidden / heads);
    }
    Err(f.error(
        names.field(Dimension::Heads),
        Reason::NotDivisor {
            found: heads,
            of: hidden,
        },
    ))
}

/// Longest sequence that the configuration states.
pub(super) fn max_positions(f: Fields) -> Option<u64> {
    let names = [
        "max_position_embeddings",
        "n_positions",
        "max_seq_len",
        "seq_length",
        "model_max_length",
    ];
    f.stated_length(&names)
}
