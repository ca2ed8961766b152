//! Exact parameter counts, part by part.

use super::matrices::{Matrix, Target};
use super::parts::{Biases, Positions, QkNorm};
use super::spec::{Attention, Ffn, ModelSpec};

/// Parameters of a model by what they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ParameterCount {
    /// Token embedding.
    pub embedding: u64,
    /// Learned positions.
    pub positions: u64,
    /// Matrices of the attention.
    pub attention: u64,
    /// Matrices of the feed-forward parts: every expert, shared and dense ones.
    pub mlp: u64,
    /// Routers of the experts, without biases.
    pub router: u64,
    /// Normalisations, of queries, keys and compressed states too.
    pub norms: u64,
    /// Biases of linear layers.
    pub biases: u64,
    /// Output head; 0 if it is the embedding.
    pub head: u64,
    /// What only few architectures have: attention sinks, gates of shared experts, token types, poolers.
    pub other: u64,
}

impl ParameterCount {
    /// All of them.
    pub const fn total(&self) -> u64 {
        self.embedding
            .saturating_add(self.positions)
            .saturating_add(self.attention)
            .saturating_add(self.mlp)
            .saturating_add(self.router)
            .saturating_add(self.norms)
            .saturating_add(self.biases)
            .saturating_add(self.head)
            .saturating_add(self.other)
    }
}

impl ModelSpec {
    /// Parameters by part. They add up to the published totals of the [catalogue](super::catalogue()), to the digit.
    pub fn parameters(&self) -> ParameterCount {
        let matrices = self.matrices();
        let embedding = self.vocab.saturating_mul(self.embedding_width());
        ParameterCount {
            embedding,
            positions: self.position_parameters(),
            attention: sum(&matrices, is_attention),
            mlp: sum(&matrices, |target| !is_attention(target)),
            router: self.router_parameters(),
            norms: self.norm_parameters(),
            biases: self.bias_parameters(&matrices),
            head: if self.tied { 0 } else { embedding },
            other: self.other_parameters(),
        }
    }

    /// All parameters: what is in memory whatever a token uses.
    pub fn total(&self) -> u64 {
        self.parameters().total()
    }

    /// Parameters that one token passes through: all but the experts that it is not routed to. Embedding and head are included.
    pub fn active(&self) -> u64 {
        let Ffn::Moe {
            experts,
            active,
            hidden,
            gated,
            ..
        } = self.ffn
        else {
            return self.total();
        };
        let idle = experts
            .saturating_sub(active)
            .saturating_mul(self.sparse_layers());
        self.total()
            .saturating_sub(idle.saturating_mul(self.expert_parameters(hidden, gated)))
    }

    /// Width of embedding and head.
    pub const fn embedding_width(&self) -> u64 {
        match self.extras.embedding_width {
            Some(width) => width,
            None => self.hidden,
        }
    }

    /// One expert: three matrices of `hidden × width` if gated, two if not, and their biases.
    const fn expert_parameters(&self, width: u64, gated: bool) -> u64 {
        let inner = if gated { 2 } else { 1 };
        let weights = self.hidden.saturating_mul(width).saturating_mul(inner + 1);
        let biases = if self.biases.has(Biases::MLP) {
            width.saturating_mul(inner).saturating_add(self.hidden)
        } else {
            0
        };
        weights.saturating_add(biases)
    }

    /// Rows of the position table times its width.
    const fn position_parameters(&self) -> u64 {
        match self.positions {
            Positions::Computed => 0,
            Positions::Learned(rows) => rows.saturating_mul(self.hidden),
        }
    }

    /// `hidden · experts` in each sparse layer (Mixtral, arXiv:2401.04088 §2.1).
    const fn router_parameters(&self) -> u64 {
        match self.ffn {
            Ffn::Dense { .. } => 0,
            Ffn::Moe { experts, .. } => self
                .hidden
                .saturating_mul(experts)
                .saturating_mul(self.sparse_layers()),
        }
    }

    /// Norms of the residual stream, of queries and keys, and of the two compressions of latent attention.
    fn norm_parameters(&self) -> u64 {
        let stream = self.norms.of_width(self.hidden);
        let inside = stream
            .saturating_mul(self.norms.per_layer)
            .saturating_add(self.qk_norm_parameters())
            .saturating_add(self.latent_norms());
        inside
            .saturating_mul(self.layers)
            .saturating_add(stream.saturating_mul(self.norms.outside))
    }

    /// Weights that normalise queries and keys of one layer.
    const fn qk_norm_parameters(&self) -> u64 {
        match self.qk_norm {
            QkNorm::None => 0,
            QkNorm::PerHead => self.head_dim.saturating_mul(2),
            QkNorm::PerHeadWithBias => self.head_dim.saturating_mul(4),
            QkNorm::EachHead | QkNorm::Full => self.q_width().saturating_add(self.kv_width()),
        }
    }

    /// One RMS norm on each compressed state (`q_a_layernorm`, `kv_a_layernorm`).
    const fn latent_norms(&self) -> u64 {
        match self.attention {
            Attention::Grouped => 0,
            Attention::Mla {
                q_lora: Some(rank),
                kv_lora,
                ..
            } => rank.saturating_add(kv_lora),
            Attention::Mla {
                q_lora: None,
                kv_lora,
                ..
            } => kv_lora,
        }
    }

    /// One number for each output of the linear layers that have a bias.
    fn bias_parameters(&self, matrices: &[Matrix]) -> u64 {
        let blocks = matrices
            .iter()
            .filter(|matrix| self.has_bias(matrix))
            .fold(0_u64, |sum, matrix| {
                sum.saturating_add(matrix.output.saturating_mul(matrix.count()))
            });
        let head = if self.biases.has(Biases::HEAD) {
            self.vocab
        } else {
            0
        };
        let router = match self.ffn {
            Ffn::Moe { experts, .. } if self.biases.has(Biases::ROUTER) => {
                experts.saturating_mul(self.sparse_layers())
            }
            _ => 0,
        };
        blocks.saturating_add(head).saturating_add(router)
    }

    /// Whether a linear layer of the blocks has a bias. With latent attention only the compressions and the output have one
    /// (`q_a_proj`, `kv_a_proj_with_mqa`, `o_proj` take `attention_bias` in `modeling_deepseek_v3.py`).
    pub fn has_bias(&self, matrix: &Matrix) -> bool {
        let expands = match (self.attention, matrix.target) {
            (Attention::Mla { q_lora: None, .. }, Target::Q) => true,
            (Attention::Mla { .. }, _) => matrix.input != self.hidden,
            (Attention::Grouped, _) => false,
        };
        match matrix.target {
            Target::Q | Target::K | Target::V => self.biases.has(Biases::QKV) && !expands,
            Target::O => self.biases.has(Biases::OUTPUT),
            Target::Gate | Target::Up | Target::Down => self.biases.has(Biases::MLP),
            Target::Head => self.biases.has(Biases::HEAD),
        }
    }

    /// Sinks, gates of shared experts and what is outside the blocks.
    const fn other_parameters(&self) -> u64 {
        let sinks = if self.extras.sinks {
            self.heads.saturating_mul(self.layers)
        } else {
            0
        };
        let gates = if self.extras.shared_gate {
            self.hidden.saturating_mul(self.sparse_layers())
        } else {
            0
        };
        sinks
            .saturating_add(gates)
            .saturating_add(self.extras.outside)
    }
}

const fn is_attention(target: Target) -> bool {
    matches!(target, Target::Q | Target::K | Target::V | Target::O)
}

fn sum(matrices: &[Matrix], wanted: impl Fn(Target) -> bool) -> u64 {
    matrices
        .iter()
        .filter(|matrix| wanted(matrix.target))
        .fold(0, |sum, matrix| sum.saturating_add(matrix.total()))
}
