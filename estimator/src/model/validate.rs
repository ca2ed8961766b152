//! Bounds on architectures: wide enough for any model, narrow enough that counts stay exact.

use std::fmt;

use super::spec::{Attention, Ffn, ModelSpec};

/// Largest total that is accepted: 10^15 parameters, a thousand times the largest published model.
pub const MAX_TOTAL: u64 = 1_000_000_000_000_000;

/// A number of an architecture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dimension {
    /// Width of the residual stream.
    Hidden,
    /// Transformer blocks.
    Layers,
    /// Query heads.
    Heads,
    /// Key/value heads.
    KvHeads,
    /// Width of one head.
    HeadDim,
    /// Width of the feed-forward layer.
    FfnHidden,
    /// Rows of the embedding.
    Vocab,
    /// Routed experts.
    Experts,
    /// Routed experts a token passes through.
    ActiveExperts,
    /// Width of one expert.
    ExpertHidden,
    /// Width of the shared experts.
    SharedHidden,
    /// Layers without experts.
    DenseLayers,
    /// Width of the feed-forward layer in them.
    DenseHidden,
    /// Ranks and head widths of latent attention.
    Latent,
    /// Rows of the position table.
    Positions,
    /// All parameters together.
    Total,
}

impl Dimension {
    /// Name in program text and in error messages.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Layers => "layers",
            Self::Heads => "heads",
            Self::KvHeads => "kv_heads",
            Self::HeadDim => "head_dim",
            Self::FfnHidden => "ffn_hidden",
            Self::Vocab => "vocab",
            Self::Experts => "experts",
            Self::ActiveExperts => "active_experts",
            Self::ExpertHidden => "expert_hidden",
            Self::SharedHidden => "shared_hidden",
            Self::DenseLayers => "dense_layers",
            Self::DenseHidden => "dense_hidden",
            Self::Latent => "latent",
            Self::Positions => "positions",
            Self::Total => "total",
        }
    }

    /// Largest value that is accepted.
    pub const fn max(self) -> u64 {
        match self {
            Self::Layers | Self::DenseLayers => 10_000,
            Self::Heads | Self::KvHeads | Self::HeadDim | Self::Experts | Self::ActiveExperts => {
                65_536
            }
            Self::Hidden | Self::Latent => 1_048_576,
            Self::Vocab
            | Self::FfnHidden
            | Self::ExpertHidden
            | Self::SharedHidden
            | Self::DenseHidden
            | Self::Positions => 16_777_216,
            Self::Total => MAX_TOTAL,
        }
    }

    /// `value`, if it is between `min` and the largest accepted one.
    ///
    /// # Errors
    /// [`SpecReason::OutOfRange`] with both bounds.
    pub const fn check(self, value: u64, min: u64) -> Result<u64, SpecError> {
        if value < min || value > self.max() {
            let reason = SpecReason::OutOfRange {
                found: value,
                min,
                max: self.max(),
            };
            return Err(SpecError {
                dimension: self,
                reason,
            });
        }
        Ok(value)
    }
}

/// Why a number of an architecture is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecReason {
    /// Not between the bounds.
    OutOfRange {
        /// What was given.
        found: u64,
        /// Smallest accepted value.
        min: u64,
        /// Largest accepted value.
        max: u64,
    },
    /// Must divide another number without remainder.
    NotDivisor {
        /// What was given.
        found: u64,
        /// The number that it must divide.
        of: u64,
    },
    /// Must not be larger than another number of the model.
    Exceeds {
        /// What was given.
        found: u64,
        /// The other number.
        limit: u64,
    },
}

/// What is wrong with an architecture, as data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpecError {
    /// The number that is not accepted.
    pub dimension: Dimension,
    /// Why not.
    pub reason: SpecReason,
}

impl fmt::Display for SpecReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { found, min, max } => {
                write!(f, "{found} is not between {min} and {max}")
            }
            Self::NotDivisor { found, of } => write!(f, "{found} does not divide {of}"),
            Self::Exceeds { found, limit } => write!(f, "{found} is more than {limit}"),
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.dimension.key(), self.reason)
    }
}

impl std::error::Error for SpecError {}

impl ModelSpec {
    /// Checks every number and how they fit together.
    ///
    /// # Errors
    /// The first number that is out of bounds, does not divide what it must, or makes the total absurd.
    pub fn validate(&self) -> Result<(), SpecError> {
        Dimension::Hidden.check(self.hidden, 1)?;
        Dimension::Layers.check(self.layers, 1)?;
        Dimension::Heads.check(self.heads, 1)?;
        Dimension::KvHeads.check(self.kv_heads, 1)?;
        Dimension::HeadDim.check(self.head_dim, 1)?;
        Dimension::Vocab.check(self.vocab, 1)?;
        if !self.heads.is_multiple_of(self.kv_heads) {
            let reason = SpecReason::NotDivisor {
                found: self.kv_heads,
                of: self.heads,
            };
            return Err(SpecError {
                dimension: Dimension::KvHeads,
                reason,
            });
        }
        self.validate_latent()?;
        self.validate_ffn()?;
        Dimension::Total.check(self.total(), 1)?;
        Ok(())
    }

    fn validate_latent(&self) -> Result<(), SpecError> {
        if let Attention::Mla {
            q_lora,
            kv_lora,
            nope,
            rope,
            value,
        } = self.attention
        {
            for (number, min) in [
                (q_lora.unwrap_or(1), 1),
                (kv_lora, 1),
                (nope, 0),
                (rope, 0),
                (value, 1),
            ] {
                Dimension::Latent.check(number, min)?;
            }
        }
        Ok(())
    }

    fn validate_ffn(&self) -> Result<(), SpecError> {
        match self.ffn {
            Ffn::Dense { hidden, .. } => Dimension::FfnHidden.check(hidden, 1).map(drop),
            Ffn::Moe {
                experts,
                active,
                hidden,
                shared_hidden,
                dense_layers,
                dense_hidden,
                ..
            } => {
                Dimension::Experts.check(experts, 1)?;
                Dimension::ActiveExperts.check(active, 1)?;
                Dimension::ExpertHidden.check(hidden, 1)?;
                Dimension::SharedHidden.check(shared_hidden, 0)?;
                Dimension::DenseHidden.check(dense_hidden, u64::from(dense_layers > 0))?;
                at_most(Dimension::ActiveExperts, active, experts)?;
                at_most(Dimension::DenseLayers, dense_layers, self.layers)
            }
        }
    }
}

const fn at_most(dimension: Dimension, found: u64, limit: u64) -> Result<(), SpecError> {
    if found > limit {
        return Err(SpecError {
            dimension,
            reason: SpecReason::Exceeds { found, limit },
        });
    }
    Ok(())
}
