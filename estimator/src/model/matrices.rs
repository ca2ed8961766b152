//! The linear layers of the blocks, which adapters wrap and quantisers compress.

use super::family::Family;
use super::spec::{Attention, Ffn, ModelSpec};

/// Names by which people choose what LoRA wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Query projection (`q_proj`).
    Q,
    /// Key projection (`k_proj`).
    K,
    /// Value projection (`v_proj`).
    V,
    /// Output projection of the attention (`o_proj`).
    O,
    /// Gate of the feed-forward part (`gate_proj`).
    Gate,
    /// Up projection (`up_proj`).
    Up,
    /// Down projection (`down_proj`).
    Down,
    /// Output head (`lm_head`); not among [`ModelSpec::matrices`].
    Head,
}

/// One kind of linear layer and how often it occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matrix {
    /// The LoRA target it belongs to; the first of them where one projection does the work of several.
    pub target: Target,
    /// Further targets that it serves: a fused `query_key_value` is Q and serves K and V.
    pub also: &'static [Target],
    /// Input width.
    pub input: u64,
    /// Output width.
    pub output: u64,
    /// How many of them one layer has: the experts.
    pub copies: u64,
    /// In how many layers.
    pub layers: u64,
}

impl Matrix {
    /// Weights of one copy: `input · output`.
    pub const fn weights(&self) -> u64 {
        self.input.saturating_mul(self.output)
    }

    /// How many there are in the model.
    pub const fn count(&self) -> u64 {
        self.copies.saturating_mul(self.layers)
    }

    /// Weights of all of them.
    pub const fn total(&self) -> u64 {
        self.weights().saturating_mul(self.count())
    }

    /// Whether naming `target` wraps this matrix.
    pub fn serves(&self, target: Target) -> bool {
        self.target == target || self.also.contains(&target)
    }

    const fn one(target: Target, input: u64, output: u64, layers: u64) -> Self {
        Self {
            target,
            also: &[],
            input,
            output,
            copies: 1,
            layers,
        }
    }

    const fn serving(mut self, also: &'static [Target]) -> Self {
        self.also = also;
        self
    }

    const fn copied(mut self, copies: u64) -> Self {
        self.copies = copies;
        self
    }
}

impl ModelSpec {
    /// Every linear layer inside the blocks, as the implementation has them: fused projections are one matrix.
    /// Without embedding, head and router, which adapters and quantisers leave alone.
    pub fn matrices(&self) -> Vec<Matrix> {
        let mut all = self.attention_matrices();
        match self.ffn {
            Ffn::Dense { hidden, gated } => all.extend(self.mlp(hidden, gated, self.layers)),
            Ffn::Moe {
                experts,
                hidden,
                shared_hidden,
                dense_layers,
                dense_hidden,
                gated,
                ..
            } => {
                let sparse = self.sparse_layers();
                all.extend(
                    self.mlp(hidden, gated, sparse)
                        .into_iter()
                        .map(|m| m.copied(experts)),
                );
                all.extend(self.mlp(shared_hidden, gated, sparse));
                all.extend(self.mlp(dense_hidden, gated, dense_layers));
            }
        }
        all.retain(|matrix| matrix.total() > 0);
        all
    }

    /// Projections of the attention.
    fn attention_matrices(&self) -> Vec<Matrix> {
        let (h, layers) = (self.hidden, self.layers);
        let out = Matrix::one(Target::O, self.attention_output_width(), h, layers);
        let kv = self.kv_width();
        match self.attention {
            Attention::Grouped if self.family.fused_qkv().is_some() => {
                let width = self.q_width().saturating_add(kv.saturating_mul(2));
                vec![
                    Matrix::one(Target::Q, h, width, layers).serving(&[Target::K, Target::V]),
                    out,
                ]
            }
            Attention::Grouped => vec![
                Matrix::one(Target::Q, h, self.q_width(), layers),
                Matrix::one(Target::K, h, kv, layers),
                Matrix::one(Target::V, h, kv, layers),
                out,
            ],
            Attention::Mla {
                q_lora,
                kv_lora,
                nope,
                rope,
                value,
            } => {
                let mut all = latent_queries(
                    h,
                    q_lora,
                    self.heads.saturating_mul(nope.saturating_add(rope)),
                    layers,
                );
                let up = self.heads.saturating_mul(nope.saturating_add(value));
                all.push(
                    Matrix::one(Target::K, h, kv_lora.saturating_add(rope), layers)
                        .serving(&[Target::V]),
                );
                all.push(Matrix::one(Target::K, kv_lora, up, layers).serving(&[Target::V]));
                all.push(out);
                all
            }
        }
    }

    /// One feed-forward network: gate and up (one matrix where they are fused), down.
    fn mlp(&self, hidden: u64, gated: bool, layers: u64) -> Vec<Matrix> {
        let (h, f) = (self.hidden, hidden);
        let down = Matrix::one(Target::Down, f, h, layers);
        let up = Matrix::one(Target::Up, h, f, layers);
        if !gated {
            return vec![up, down];
        }
        if self.family.fused_gate_up().is_some() {
            let both =
                Matrix::one(Target::Gate, h, f.saturating_mul(2), layers).serving(&[Target::Up]);
            return vec![both, down];
        }
        vec![Matrix::one(Target::Gate, h, f, layers), up, down]
    }

    /// Whether queries, keys and values come out of one projection, so that each is a view of one buffer
    /// (see [`Family::fused_qkv`]).
    pub const fn fused_qkv(&self) -> bool {
        self.family.fused_qkv().is_some()
    }
}

/// Query projections of latent attention: a full one, or down to `rank` and up again.
fn latent_queries(h: u64, rank: Option<u64>, width: u64, layers: u64) -> Vec<Matrix> {
    match rank {
        None => vec![Matrix::one(Target::Q, h, width, layers)],
        Some(rank) => vec![
            Matrix::one(Target::Q, h, rank, layers),
            Matrix::one(Target::Q, rank, width, layers),
        ],
    }
}

impl Family {
    /// Where experts live: see [`ExpertStorage`].
    pub const fn expert_storage(self) -> ExpertStorage {
        match self {
            Self::GptOss | Self::Llama4 | Self::GraniteMoe => ExpertStorage::Fused,
            Self::Mixtral
            | Self::Qwen2Moe
            | Self::Qwen3Moe
            | Self::DeepSeekV2
            | Self::DeepSeekV3
            | Self::Glm4Moe
            | Self::OlmoE
            | Self::PhiMoe => ExpertStorage::FusedSinceV5,
            _ => ExpertStorage::Separate,
        }
    }
}

/// How transformers stores the experts of a layer. 4-bit quantisers replace `nn.Linear` modules and leave a 3-D tensor in 16 bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpertStorage {
    /// One linear layer each.
    Separate,
    /// One linear layer each up to transformers 4.57, one 3-D tensor from 5.0 on (`class …Experts` with
    /// `gate_up_proj = nn.Parameter`: mixtral, `qwen2_moe`, `qwen3_moe`, `deepseek_v2`, `deepseek_v3`, `glm4_moe`, olmoe, phimoe).
    FusedSinceV5,
    /// One 3-D tensor in every version (`gpt_oss`, llama4; granitemoe as `GraniteMoeParallelExperts`).
    Fused,
}

impl ModelSpec {
    /// Whether every version of transformers stores the experts as one 3-D tensor, which 4-bit quantisers do not touch:
    /// gpt-oss, Llama 4, Granite MoE. [`Family::expert_storage`] tells which others do since 5.0.
    pub const fn fused_experts_3d(&self) -> bool {
        self.is_moe() && matches!(self.family.expert_storage(), ExpertStorage::Fused)
    }

    /// The same from transformers 5.0 on.
    pub const fn fused_experts_3d_in_v5(&self) -> bool {
        self.is_moe() && !matches!(self.family.expert_storage(), ExpertStorage::Separate)
    }
}
