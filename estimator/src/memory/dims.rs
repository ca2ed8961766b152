//! The quantities that formulas are made of, for one GPU of one pipeline stage.
use crate::expr::{Expr, count, num, sym};
use crate::model::{Ffn, ModelSpec};
use crate::num::float;
use crate::scenario::{Engine, Method, Offload, Precision, Scenario, Schedule, Sharding};

/// Which stage of a pipeline (or of a layer split) is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// All layers, embedding and head.
    Only,
    /// Embedding and the first layers; holds most micro-batches.
    First,
    /// The last layers, head and loss.
    Last,
}

/// One GPU's view of a scenario.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// The scenario.
    pub(super) scenario: &'a Scenario,
    /// The stage.
    pub(super) stage: Stage,
}

impl<'a> View<'a> {
    /// The stages that can hold the peak.
    pub(super) fn all(scenario: &'a Scenario) -> impl Iterator<Item = Self> {
        let stages: &[Stage] = if Self::stages(scenario) > 1 {
            &[Stage::First, Stage::Last]
        } else {
            &[Stage::Only]
        };
        stages.iter().map(move |stage| Self {
            scenario,
            stage: *stage,
        })
    }

    /// Parts that the layers are spread over.
    pub(super) fn stages(scenario: &Scenario) -> u64 {
        if scenario.sharding == Sharding::LayerSplit {
            scenario.cluster.gpus()
        } else {
            scenario.layout.pipeline
        }
    }

    pub(super) fn model(&self) -> &'a ModelSpec {
        &self.scenario.model
    }

    /// Tokens of a micro-batch on this GPU: b·s/c.
    pub(super) fn tok(&self) -> Expr {
        let batch = self.scenario.batch;
        let tokens =
            float(batch.micro) * float(batch.sequence) / float(self.scenario.layout.context);
        sym("tok", tokens)
    }

    /// Sequence length that attention scores run over.
    pub(super) fn s(&self) -> Expr {
        count("s", self.scenario.batch.sequence)
    }

    pub(super) fn h(&self) -> Expr {
        count("h", self.model().hidden)
    }

    pub(super) fn q(&self) -> Expr {
        count("q", self.model().q_width())
    }

    /// Width of the keys of one token as attention sees them.
    pub(super) fn k(&self) -> Expr {
        count("kv", self.model().kv_width())
    }

    /// Width of the values of one token.
    pub(super) fn v(&self) -> Expr {
        let model = self.model();
        if model.value_width() == model.kv_width() {
            self.k()
        } else {
            count("v", model.value_width())
        }
    }

    /// Width of what attention hands to its output projection.
    pub(super) fn o(&self) -> Expr {
        let model = self.model();
        if model.attention_output_width() == model.q_width() {
            self.q()
        } else {
            count("o", model.attention_output_width())
        }
    }

    pub(super) fn heads(&self) -> Expr {
        count("a", self.model().heads)
    }

    /// MLP width that one token passes through.
    pub(super) fn f(&self) -> Expr {
        count("f", self.model().mlp_width_active())
    }

    pub(super) fn vocab(&self) -> Expr {
        count("V", self.model().vocab)
    }

    /// Tensor-parallel ranks.
    pub(super) fn t(&self) -> Expr {
        count("t", self.scenario.layout.tensor)
    }

    /// What norms and the residual stream divide by: t under sequence parallelism, else 1.
    pub(super) fn t_sequence(&self) -> Expr {
        if self.scenario.layout.sequence {
            self.t()
        } else {
            num(1.0)
        }
    }

    /// Layers on this GPU.
    pub(super) fn layers(&self) -> Expr {
        let stages = Self::stages(self.scenario);
        if stages == 1 {
            count("L", self.model().layers)
        } else {
            count("L_s", self.model().layers.div_ceil(stages))
        }
    }

    /// Micro-batches whose activations are alive at once.
    pub(super) fn in_flight(&self) -> Expr {
        let layout = self.scenario.layout;
        let stages = layout.pipeline;
        let micro = self.scenario.batch.accumulation;
        if stages == 1 {
            return num(1.0);
        }
        let held = match (layout.schedule, self.stage) {
            (Schedule::Gpipe, _) => float(micro),
            (Schedule::OneF1b, Stage::Last) => 1.0,
            (Schedule::OneF1b, _) => float(micro.min(stages)),
            (Schedule::Interleaved, stage) => {
                let at_least = if stage == Stage::Last { 1 } else { stages };
                let chunks = float(stages) * float(layout.virtual_stages);
                float(micro.min(at_least)) * (1.0 + float(stages - 1) / chunks)
            }
        };
        sym("m_f", held)
    }

    /// Weights of the linear layers of all blocks, as a quantiser or an adapter may see them.
    pub(super) const fn linear_weights(&self) -> f64 {
        self.scenario.sizes.linear
    }

    /// Weights of the largest block.
    pub(super) fn block_weights(&self) -> Expr {
        sym("P_b", self.scenario.sizes.block)
    }

    /// Weights of the largest matrix.
    pub(super) fn largest(&self) -> Expr {
        count("W", self.scenario.sizes.matrix)
    }

    /// Embedding: V·h.
    pub(super) fn embedding(&self) -> Expr {
        count("E", self.scenario.sizes.embedding)
    }

    /// Whether the head is the embedding.
    pub(super) const fn tied(&self) -> bool {
        self.scenario.sizes.head == 0
    }

    /// Head, or the embedding that stands for it.
    pub(super) fn head(&self) -> Expr {
        if self.tied() {
            self.embedding()
        } else {
            count("H", self.scenario.sizes.head)
        }
    }

    /// Parameters of embedding and head that this stage holds.
    pub(super) fn root(&self) -> Expr {
        match self.stage {
            Stage::Only if !self.tied() => self.embedding() + self.head(),
            Stage::Only | Stage::First => self.embedding(),
            Stage::Last => self.head(),
        }
    }

    /// Parameters of this stage before tensor parallelism.
    pub(super) fn parameters(&self) -> Expr {
        let all = sym("P", self.scenario.parameters);
        if self.stage == Stage::Only {
            return all;
        }
        let counted = self.scenario.sizes;
        let ends = float(counted.embedding.saturating_add(counted.head));
        let blocks = sym(
            "P_L",
            crate::num::larger(0.0, self.scenario.parameters - ends),
        );
        blocks * self.layers() / count("L", self.model().layers) + self.root()
    }

    /// Whether this stage computes the loss.
    pub(super) fn has_loss(&self) -> bool {
        self.stage != Stage::First
    }

    pub(super) fn full(&self) -> bool {
        self.scenario.method == Method::Full
    }

    /// Several GPUs share states.
    pub(super) fn sharded(&self) -> bool {
        self.scenario.layout.shards > 1
    }

    /// Parameters become whole on the GPU block by block: out of the shards of several GPUs, or out of host memory, which one
    /// GPU does too (FSDP: `pre_unshard` copies what is offloaded; DeepSpeed: `partition_parameters.py` gathers over one rank).
    pub(super) fn gathers(&self) -> bool {
        let sharding = self.scenario.sharding;
        sharding.parameters() && (self.sharded() || self.scenario.offload == Offload::Both)
    }

    /// FSDP that gathers.
    pub(super) fn fsdp(&self) -> bool {
        self.scenario.sharding.fsdp() && self.gathers()
    }

    /// GPUs that states are divided over.
    pub(super) fn n(&self) -> Expr {
        count("N", self.scenario.layout.shards)
    }

    /// The library that keeps fp32 master weights beside 16-bit ones.
    pub(super) fn master_engine(&self) -> bool {
        self.scenario.sharding.optimizer()
            && matches!(
                self.scenario.engine,
                Engine::DeepSpeed | Engine::ColossalAi | Engine::Megatron
            )
    }

    /// Whether fp32 master weights exist apart from the weights.
    pub(super) fn master(&self) -> bool {
        self.master_engine() && self.scenario.precision != Precision::Fp32
    }

    /// Products run under autocast; DeepSpeed and Megatron cast the whole module instead.
    pub(super) fn autocast(&self) -> bool {
        self.scenario.precision.mixed() && !(self.scenario.sharding.zero() && self.master_engine())
    }

    /// Experts in a layer and how many a token passes through; 1 of 1 in a dense model.
    pub(super) fn experts(&self) -> (u64, u64) {
        match self.model().ffn {
            Ffn::Moe {
                experts, active, ..
            } => (experts, active),
            Ffn::Dense { .. } => (1, 1),
        }
    }
}
