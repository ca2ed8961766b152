//! Architectures given by hand.

use std::borrow::Cow;

use super::family::Family;
use super::parts::{Biases, Extras, Norms, Positions, QkNorm};
use super::spec::{Attention, Ffn, ModelSpec};
use super::validate::{Dimension, SpecError};

/// The numbers a person enters for an architecture that is not in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustomShape {
    /// Width of the residual stream.
    pub hidden: u64,
    /// Transformer blocks.
    pub layers: u64,
    /// Query heads.
    pub heads: u64,
    /// Key/value heads; must divide `heads`.
    pub kv_heads: u64,
    /// Width of one head.
    pub head_dim: u64,
    /// Width of the feed-forward layer, of one expert if there are several.
    pub ffn_hidden: u64,
    /// Whether a gate multiplies it.
    pub gated: bool,
    /// Rows of the embedding.
    pub vocab: u64,
    /// Whether the head is the embedding.
    pub tied: bool,
    /// Experts in a layer; 0 or 1: a dense model.
    pub experts: u64,
    /// Experts a token passes through; not looked at in a dense model.
    pub active_experts: u64,
    /// Linear layers with a bias.
    pub biases: Biases,
}

impl ModelSpec {
    /// A model with RMS norms from numbers given by hand.
    ///
    /// # Errors
    /// The first number that is out of bounds or does not fit the others.
    pub fn custom(shape: &CustomShape) -> Result<Self, SpecError> {
        let spec = Self {
            id: Cow::Borrowed("custom"),
            name: Cow::Borrowed("Custom"),
            family: Family::Custom,
            hidden: shape.hidden,
            layers: shape.layers,
            heads: shape.heads,
            kv_heads: shape.kv_heads,
            head_dim: shape.head_dim,
            vocab: shape.vocab,
            attention: Attention::Grouped,
            ffn: shape.ffn()?,
            tied: shape.tied,
            norms: Norms::RMS,
            qk_norm: QkNorm::None,
            biases: shape.biases,
            positions: Positions::Computed,
            extras: Extras::NONE,
            max_positions: None,
        };
        spec.validate().map(|()| spec)
    }
}

impl CustomShape {
    /// The feed-forward part: dense up to one expert.
    fn ffn(&self) -> Result<Ffn, SpecError> {
        let Self {
            ffn_hidden: hidden,
            gated,
            experts,
            active_experts: active,
            ..
        } = *self;
        Dimension::FfnHidden.check(hidden, 1)?;
        if experts <= 1 {
            return Ok(Ffn::Dense { hidden, gated });
        }
        Ok(Ffn::Moe {
            experts,
            active,
            hidden,
            shared_hidden: 0,
            dense_layers: 0,
            dense_hidden: 0,
            gated,
        })
    }
}
