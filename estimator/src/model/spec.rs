//! What a decoder (or encoder) is made of: the numbers from which every size follows.

use std::borrow::Cow;

use super::family::Family;
use super::parts::{Biases, Extras, Norms, Positions, QkNorm};

/// How queries, keys and values are projected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attention {
    /// Multi-head, grouped-query or multi-query attention: `heads` query heads share `kv_heads` key/value heads.
    Grouped,
    /// Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434 §2.1): keys and values are compressed to `kv_lora` numbers a token.
    Mla {
        /// Rank of the query compression; `None`: one full query projection.
        q_lora: Option<u64>,
        /// Rank of the joint key/value compression.
        kv_lora: u64,
        /// Width of a head's part without rotary positions.
        nope: u64,
        /// Width of a head's rotary part, shared by all key heads.
        rope: u64,
        /// Width of a head's value.
        value: u64,
    },
}

/// The feed-forward part of the blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ffn {
    /// The same network for every token.
    Dense {
        /// Width of the hidden layer.
        hidden: u64,
        /// Whether a gate multiplies it (SwiGLU, GeGLU: three matrices instead of two).
        gated: bool,
    },
    /// A router picks `active` of `experts` networks for each token.
    Moe {
        /// Routed experts in one layer.
        experts: u64,
        /// Routed experts a token passes through.
        active: u64,
        /// Width of one expert.
        hidden: u64,
        /// Width of the shared experts together, which every token passes through; 0: none.
        shared_hidden: u64,
        /// Layers that have a dense network instead of experts.
        dense_layers: u64,
        /// Width of that dense network; 0 without dense layers.
        dense_hidden: u64,
        /// Whether a gate multiplies the hidden layers.
        gated: bool,
    },
}

/// The architecture of one language model, without anything that depends on how it is trained.
///
/// Made by [`find`](super::find), [`from_config_json`](super::from_config_json) or [`ModelSpec::custom`]; the fields are public to be
/// read and shown. Counts saturate instead of overflowing when they are filled in by hand with absurd numbers;
/// [`ModelSpec::validate`] says what is wrong with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelSpec {
    /// Key in links: lower-case letters, digits, dots and dashes.
    pub id: Cow<'static, str>,
    /// Name shown to people.
    pub name: Cow<'static, str>,
    /// Implementation in transformers.
    pub family: Family,
    /// Width of the residual stream.
    pub hidden: u64,
    /// Transformer blocks.
    pub layers: u64,
    /// Query heads.
    pub heads: u64,
    /// Key/value heads (as many as `heads` with latent attention).
    pub kv_heads: u64,
    /// Width of one query and key head.
    pub head_dim: u64,
    /// Rows of the embedding, padding included.
    pub vocab: u64,
    /// Projections of the attention.
    pub attention: Attention,
    /// Feed-forward part.
    pub ffn: Ffn,
    /// Whether the output head is the embedding.
    pub tied: bool,
    /// Normalisations of the residual stream.
    pub norms: Norms,
    /// Normalisation of queries and keys.
    pub qk_norm: QkNorm,
    /// Linear layers that have a bias.
    pub biases: Biases,
    /// Learned positions.
    pub positions: Positions,
    /// Weights that a few architectures have and the rest has not.
    pub extras: Extras,
    /// Longest sequence that the configuration states.
    pub max_positions: Option<u64>,
}

impl ModelSpec {
    /// Width of all query heads: `heads · head_dim`, which need not be `hidden`.
    pub const fn q_width(&self) -> u64 {
        self.heads.saturating_mul(self.head_dim)
    }

    /// Width of all key heads, and of all value heads unless attention is latent: `kv_heads · head_dim`.
    pub const fn kv_width(&self) -> u64 {
        self.kv_heads.saturating_mul(self.head_dim)
    }

    /// Width of all values as attention multiplies them: with latent attention `heads · value`, else [`Self::kv_width`].
    pub const fn value_width(&self) -> u64 {
        match self.attention {
            Attention::Grouped => self.kv_width(),
            Attention::Mla { value, .. } => self.heads.saturating_mul(value),
        }
    }

    /// Width of what attention hands to its output projection: `heads · head_dim`, or `heads · value` with latent attention.
    pub const fn attention_output_width(&self) -> u64 {
        match self.attention {
            Attention::Grouped => self.q_width(),
            Attention::Mla { value, .. } => self.heads.saturating_mul(value),
        }
    }

    /// Numbers that one layer keeps of one token to generate the next: keys and values, or their compression
    /// (`kv_lora + rope`, arXiv:2405.04434 §2.1.2).
    pub const fn cache_width(&self) -> u64 {
        match self.attention {
            Attention::Grouped => self.kv_width().saturating_mul(2),
            Attention::Mla { kv_lora, rope, .. } => kv_lora.saturating_add(rope),
        }
    }

    /// Whether a router chooses among experts.
    pub const fn is_moe(&self) -> bool {
        matches!(self.ffn, Ffn::Moe { .. })
    }

    /// Whether a gate multiplies the hidden layer of the feed-forward part.
    pub const fn gated(&self) -> bool {
        match self.ffn {
            Ffn::Dense { gated, .. } | Ffn::Moe { gated, .. } => gated,
        }
    }

    /// Feed-forward width that one token passes through in a (sparse) layer: active experts and shared ones.
    pub const fn mlp_width_active(&self) -> u64 {
        match self.ffn {
            Ffn::Dense { hidden, .. } => hidden,
            Ffn::Moe {
                active,
                hidden,
                shared_hidden,
                ..
            } => active.saturating_mul(hidden).saturating_add(shared_hidden),
        }
    }

    /// Layers that route tokens to experts.
    pub const fn sparse_layers(&self) -> u64 {
        match self.ffn {
            Ffn::Dense { .. } => 0,
            Ffn::Moe { dense_layers, .. } => self.layers.saturating_sub(dense_layers),
        }
    }
}
