//! What each family fixes about its architecture; the rest is a handful of numbers.
//!
//! Read from `modeling_*.py` and `configuration_*.py` of transformers 4.57.1 and, for remote code, of the models' repositories.

use std::borrow::Cow;

use super::family::Family;
use super::parts::{Biases, Extras, NormWeights, Norms, Positions, QkNorm};
use super::spec::{Attention, Ffn, ModelSpec};

/// The numbers of a dense model with grouped-query attention.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) hidden: u64,
    pub(crate) layers: u64,
    pub(crate) heads: u64,
    pub(crate) kv_heads: u64,
    pub(crate) head_dim: u64,
    pub(crate) ffn: u64,
    pub(crate) vocab: u64,
}

impl Family {
    /// A model of this family with the usual choices of the family.
    pub(crate) const fn spec(
        self,
        id: &'static str,
        name: &'static str,
        shape: Shape,
    ) -> ModelSpec {
        ModelSpec {
            id: Cow::Borrowed(id),
            name: Cow::Borrowed(name),
            family: self,
            hidden: shape.hidden,
            layers: shape.layers,
            heads: shape.heads,
            kv_heads: shape.kv_heads,
            head_dim: shape.head_dim,
            vocab: shape.vocab,
            attention: Attention::Grouped,
            ffn: Ffn::Dense {
                hidden: shape.ffn,
                gated: self.gated(),
            },
            tied: self.ties(),
            norms: self.norms(),
            qk_norm: self.qk_norm(),
            biases: self.biases(),
            positions: Positions::Computed,
            extras: self.extras(),
            max_positions: None,
        }
    }

    /// Whether a gate multiplies the feed-forward layer.
    const fn gated(self) -> bool {
        !matches!(
            self,
            Self::Phi
                | Self::Falcon
                | Self::StarCoder2
                | Self::GptBigCode
                | Self::Gpt2
                | Self::GptNeo
                | Self::GptNeoX
                | Self::GptJ
                | Self::CodeGen
                | Self::Opt
                | Self::Bloom
                | Self::Mpt
                | Self::Nemotron
                | Self::Arcee
                | Self::Bert
                | Self::Roberta
                | Self::XlmRoberta
        )
    }

    /// Default of `tie_word_embeddings`.
    pub(crate) const fn ties(self) -> bool {
        matches!(
            self,
            Self::Gemma
                | Self::Gemma2
                | Self::Gemma3
                | Self::MiniCpm
                | Self::Falcon
                | Self::SmolLm3
                | Self::Cohere
                | Self::Cohere2
                | Self::StarCoder2
                | Self::GptBigCode
                | Self::Gpt2
                | Self::GptNeo
                | Self::Opt
                | Self::Bloom
                | Self::Mpt
                | Self::Ernie45
                | Self::Bert
                | Self::Roberta
                | Self::XlmRoberta
        )
    }

    /// Normalisations of the residual stream.
    const fn norms(self) -> Norms {
        match self {
            Self::Gemma2 | Self::Gemma3 | Self::Glm4 => Norms::RMS.each_layer(4),
            Self::Phi | Self::GptJ | Self::CodeGen => Norms::LAYER.each_layer(1),
            Self::Cohere | Self::Cohere2 => {
                Norms::LAYER.each_layer(1).learning(NormWeights::Weight)
            }
            Self::Mpt => Norms::LAYER.learning(NormWeights::Weight),
            Self::Olmo => Norms::LAYER.learning(NormWeights::None),
            Self::Bloom => Norms::LAYER.outside(2),
            Self::PhiMoe
            | Self::Falcon
            | Self::StableLm
            | Self::StarCoder2
            | Self::GptBigCode
            | Self::Gpt2
            | Self::GptNeo
            | Self::GptNeoX
            | Self::Opt
            | Self::Nemotron
            | Self::Bert
            | Self::Roberta
            | Self::XlmRoberta => Norms::LAYER,
            _ => Norms::RMS,
        }
    }

    /// Normalisation of queries and keys.
    const fn qk_norm(self) -> QkNorm {
        match self {
            Self::Qwen3 | Self::Qwen3Moe | Self::Gemma3 | Self::Exaone4 | Self::HunYuanDense => {
                QkNorm::PerHead
            }
            Self::Olmo2 | Self::Olmo3 | Self::OlmoE => QkNorm::Full,
            _ => QkNorm::None,
        }
    }

    /// Linear layers with a bias, as the defaults of the configuration say.
    const fn biases(self) -> Biases {
        match self {
            Self::Qwen1 | Self::Qwen2 | Self::Qwen2Moe | Self::ChatGlm | Self::SeedOss => {
                Biases::QKV
            }
            Self::InternLm => Biases::ATTENTION,
            Self::Phi => Biases::BLOCKS.and(Biases::HEAD),
            Self::GptJ | Self::CodeGen => Biases::MLP.and(Biases::HEAD),
            Self::GptNeo => Biases::OUTPUT.and(Biases::MLP),
            Self::GptOss => Biases::BLOCKS.and(Biases::ROUTER),
            Self::DeepSeekV3 => Biases::ROUTER, // `e_score_correction_bias`, part of the published total
            Self::StarCoder2
            | Self::GptBigCode
            | Self::Gpt2
            | Self::GptNeoX
            | Self::Opt
            | Self::Bloom
            | Self::Bert
            | Self::Roberta
            | Self::XlmRoberta => Biases::BLOCKS,
            _ => Biases::NONE,
        }
    }

    /// Weights outside the common scheme.
    const fn extras(self) -> Extras {
        let mut extras = Extras::NONE;
        extras.sinks = matches!(self, Self::GptOss);
        extras.shared_gate = matches!(self, Self::Qwen2Moe);
        extras
    }
}
