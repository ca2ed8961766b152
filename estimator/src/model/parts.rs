//! The small choices by which architectures differ: norms, biases, positions and what only a few have.

/// Kind of the normalisations in the residual stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NormKind {
    /// Root mean square (arXiv:1910.07467): a weight, no bias.
    RmsNorm,
    /// Mean and variance (arXiv:1607.06450): usually a weight and a bias.
    LayerNorm,
}

/// What one normalisation learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NormWeights {
    /// Nothing (OLMo 1).
    None,
    /// A weight for each channel.
    Weight,
    /// A weight and a bias for each channel.
    WeightAndBias,
}

/// The normalisations of the residual stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Norms {
    /// Kind of all of them.
    pub kind: NormKind,
    /// What each of them learns.
    pub weights: NormWeights,
    /// How many in a block: 2 as a rule, 4 with norms after attention and MLP (Gemma 2), 1 where both branches share one.
    pub per_layer: u64,
    /// How many outside the blocks: 1 as a rule (the final one), 2 with one on the embedding (BLOOM), 0 in OPT-350m.
    pub outside: u64,
}

impl Norms {
    /// Two RMS norms in a block and a final one.
    pub const RMS: Self = Self {
        kind: NormKind::RmsNorm,
        weights: NormWeights::Weight,
        per_layer: 2,
        outside: 1,
    };
    /// Two layer norms with biases in a block and a final one.
    pub const LAYER: Self = Self {
        kind: NormKind::LayerNorm,
        weights: NormWeights::WeightAndBias,
        per_layer: 2,
        outside: 1,
    };

    /// The same with another number of norms in a block.
    #[must_use]
    pub const fn each_layer(mut self, count: u64) -> Self {
        self.per_layer = count;
        self
    }

    /// The same with other learned weights.
    #[must_use]
    pub const fn learning(mut self, weights: NormWeights) -> Self {
        self.weights = weights;
        self
    }

    /// The same with another number of norms outside the blocks.
    #[must_use]
    pub const fn outside(mut self, count: u64) -> Self {
        self.outside = count;
        self
    }

    /// Parameters of one norm over `width` channels.
    pub const fn of_width(self, width: u64) -> u64 {
        match self.weights {
            NormWeights::None => 0,
            NormWeights::Weight => width,
            NormWeights::WeightAndBias => width.saturating_mul(2),
        }
    }
}

/// Normalisation of queries and keys before attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QkNorm {
    /// None, or one without weights.
    None,
    /// One weight of `head_dim` for all query heads and one for all key heads (Qwen3, Gemma 3).
    PerHead,
    /// The same with biases (phi with `qk_layernorm`).
    PerHeadWithBias,
    /// A weight of `head_dim` for every single head (Cohere, StableLM).
    EachHead,
    /// One weight as wide as all queries and one as wide as all keys (OLMo 2).
    Full,
}

/// Linear layers that have a bias; a set of the constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Biases(u8);

impl Biases {
    /// No linear layer has one.
    pub const NONE: Self = Self(0);
    /// Query, key and value projections (with latent attention: the two compressions).
    pub const QKV: Self = Self(1);
    /// Output projection of the attention.
    pub const OUTPUT: Self = Self(2);
    /// Gate, up and down projections, of every expert too.
    pub const MLP: Self = Self(4);
    /// Output head.
    pub const HEAD: Self = Self(8);
    /// Router of the experts.
    pub const ROUTER: Self = Self(16);
    /// All four projections of the attention.
    pub const ATTENTION: Self = Self(1 | 2);
    /// Every linear layer inside the blocks except a router.
    pub const BLOCKS: Self = Self(1 | 2 | 4);

    /// The set as a number.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The set that such a number stands for.
    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set with the other added or taken away.
    #[must_use]
    pub const fn set(self, other: Self, on: bool) -> Self {
        if on {
            self.and(other)
        } else {
            self.without(other)
        }
    }

    /// Whether all of `other` are in this set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// How the model knows the order of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Positions {
    /// Rotary, ALiBi or none: nothing is learned.
    Computed,
    /// A learned table with so many rows.
    Learned(u64),
}

/// Weights outside the common scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extras {
    /// Learned attention sinks, one number a query head and layer (gpt-oss).
    pub sinks: bool,
    /// A gate of `hidden` weights on the shared experts of each sparse layer (Qwen1.5/2-MoE).
    pub shared_gate: bool,
    /// Parameters outside the blocks: token types and pooler (BERT), projections around a narrow embedding (OPT-350m).
    pub outside: u64,
    /// Width of embedding and head where it is not `hidden` (OPT-350m).
    pub embedding_width: Option<u64>,
}

impl Extras {
    /// None of them.
    pub const NONE: Self = Self {
        sinks: false,
        shared_gate: false,
        outside: 0,
        embedding_width: None,
    };
}
