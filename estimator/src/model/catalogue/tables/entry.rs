//! How the rows of the tables are written down.

use super::sources::Read;
pub(super) use crate::model::catalogue::Entry;
use crate::model::family::Family;
use crate::model::parts::{Biases, Norms, Positions};
use crate::model::recipe::Shape;
use crate::model::spec::{Attention, Ffn};

/// Hidden, layers, heads, key/value heads, head width, feed-forward width, vocabulary.
type Numbers = [u64; 7];

/// A dense model.
pub(super) const fn dense(
    family: Family,
    id: &'static str,
    name: &'static str,
    numbers: Numbers,
    total: u64,
    (repository, evidence): Read,
) -> Entry {
    let [hidden, layers, heads, kv_heads, head_dim, ffn, vocab] = numbers;
    let shape = Shape {
        hidden,
        layers,
        heads,
        kv_heads,
        head_dim,
        ffn,
        vocab,
    };
    let spec = family.spec(id, name, shape);
    Entry {
        spec,
        published: total,
        evidence,
        repository,
        aliases: &[],
    }
}

/// What the tables state about experts.
#[derive(Clone, Copy)]
pub(super) struct Sparse {
    pub(super) experts: u64,
    pub(super) active: u64,
    pub(super) hidden: u64,
    pub(super) shared: u64,
    pub(super) dense_layers: u64,
}

impl Entry {
    /// The embedding is the head.
    pub(super) const fn tied(mut self) -> Self {
        self.spec.tied = true;
        self
    }

    /// The head has its own weights.
    pub(super) const fn untied(mut self) -> Self {
        self.spec.tied = false;
        self
    }

    /// Longest sequence stated in `config.json`.
    pub(super) const fn context(mut self, tokens: u64) -> Self {
        self.spec.max_positions = Some(tokens);
        self
    }

    /// Other names of the same shape.
    pub(super) const fn also(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Experts instead of one network; the feed-forward width of the row is that of the dense layers.
    pub(super) const fn experts(mut self, moe: Sparse) -> Self {
        if let Ffn::Dense {
            hidden: dense_hidden,
            gated,
        } = self.spec.ffn
        {
            self.spec.ffn = Ffn::Moe {
                experts: moe.experts,
                active: moe.active,
                hidden: moe.hidden,
                shared_hidden: moe.shared,
                dense_layers: moe.dense_layers,
                dense_hidden: if moe.dense_layers == 0 {
                    0
                } else {
                    dense_hidden
                },
                gated,
            };
        }
        self
    }

    /// Latent attention with the head widths that all DeepSeek models use: 128 + 64 for queries and keys, 128 for values.
    pub(super) const fn latent(mut self, q_lora: Option<u64>, kv_lora: u64) -> Self {
        self.spec.attention = Attention::Mla {
            q_lora,
            kv_lora,
            nope: 128,
            rope: 64,
            value: 128,
        };
        self
    }

    /// Another number of norms in a block than the family's usual one.
    pub(super) const fn norms_in_block(mut self, count: u64) -> Self {
        self.spec.norms.per_layer = count;
        self
    }

    /// Other biases than the family's usual ones.
    pub(super) const fn biases(mut self, biases: Biases) -> Self {
        self.spec.biases = biases;
        self
    }

    /// A plain feed-forward layer, layer norms and biases in every linear layer of a block: the first ChatGLM.
    pub(super) const fn plain(mut self) -> Self {
        if let Ffn::Dense { hidden, .. } = self.spec.ffn {
            self.spec.ffn = Ffn::Dense {
                hidden,
                gated: false,
            };
        }
        self.spec.norms = Norms::LAYER;
        self.spec.biases = Biases::BLOCKS;
        self
    }

    /// A learned table of positions.
    pub(super) const fn positions(mut self, rows: u64) -> Self {
        self.spec.positions = Positions::Learned(rows);
        self
    }

    /// What an encoder has around its blocks: one norm (on the embedding, none at the end, as in the count of one outside),
    /// token types, and a pooler of `hidden · hidden + hidden` (`BertModel` in `modeling_bert.py`).
    pub(super) const fn pooled(mut self, token_types: u64) -> Self {
        let h = self.spec.hidden;
        self.spec.extras.outside = token_types * h + h * h + h;
        self
    }
}
