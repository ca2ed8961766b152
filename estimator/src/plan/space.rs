//! What may be varied, and one point of it.
use crate::scenario::{
    Checkpointing, Draft, Layout, Loss, Method, Offload, Param, Scenario, Sharding,
};

/// What a search may vary. Everything else stays as the draft has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Ids of GPUs of the catalogue; `custom` is the one that the draft describes.
    pub gpus: Vec<String>,
    /// GPUs in all, at most.
    pub most_gpus: u64,
    /// What may be trained.
    pub methods: Vec<Method>,
    /// Whether activations may be recomputed where the draft stores them, and the other way round.
    pub vary_checkpointing: bool,
    /// Whether other loss kernels that the stack offers may be used.
    pub vary_loss: bool,
    /// Whether optimizer and parameters may be held by the host where the stack offers it.
    pub vary_offload: bool,
    /// Sequences of a step over all replicas.
    pub sequences: u64,
}

impl Space {
    /// Around a scenario: its GPU, method and batch, up to 64 GPUs, everything else as its stack offers it.
    pub fn around(base: &Scenario) -> Self {
        Self {
            gpus: vec![base.cluster.gpu.id.to_string()],
            most_gpus: 64,
            methods: vec![base.method],
            vary_checkpointing: true,
            vary_loss: true,
            vary_offload: true,
            sequences: base
                .batch
                .micro
                .saturating_mul(base.batch.accumulation)
                .saturating_mul(crate::data::replicas(base)),
        }
    }
}

/// A configuration of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its GPU, by position in [`Space::gpus`].
    pub gpu: usize,
    /// GPUs in a node.
    pub per_node: u64,
    /// Nodes.
    pub nodes: u64,
    /// What is trained.
    pub method: Method,
    /// How states are divided.
    pub sharding: Sharding,
    /// What the host holds.
    pub offload: Offload,
    /// Activation checkpointing.
    pub checkpointing: Checkpointing,
    /// Loss kernel; none: as the draft has it, or its stack by default.
    pub loss: Option<Loss>,
    /// Tensor-parallel ranks.
    pub tensor: u64,
    /// Pipeline stages.
    pub pipeline: u64,
    /// Context-parallel ranks.
    pub context: u64,
    /// Expert-parallel ranks.
    pub expert: u64,
    /// Sequences a GPU processes at once.
    pub micro: u64,
    /// Micro-batches a step.
    pub accumulation: u64,
}

impl Candidate {
    /// GPUs in all.
    pub const fn gpus(&self) -> u64 {
        self.per_node.saturating_mul(self.nodes)
    }

    /// What to type into the draft to get it.
    pub fn patch(&self, space: &Space) -> Vec<(Param, String)> {
        let gpu = space.gpus.get(self.gpu).cloned().unwrap_or_default();
        let keys = [
            (Param::Gpu, gpu),
            (Param::Method, self.method.key().to_owned()),
            (Param::Sharding, self.sharding.key().to_owned()),
            (Param::Offload, self.offload.key().to_owned()),
            (Param::Checkpointing, self.checkpointing.key().to_owned()),
        ];
        let loss = self.loss.map(|loss| (Param::Loss, loss.key().to_owned()));
        let counts = [
            (Param::GpusPerNode, self.per_node),
            (Param::Nodes, self.nodes),
            (Param::TensorParallel, self.tensor),
            (Param::PipelineParallel, self.pipeline),
            (Param::ContextParallel, self.context),
            (Param::ExpertParallel, self.expert),
            (Param::MicroBatch, self.micro),
            (Param::Accumulation, self.accumulation),
        ];
        let counts = counts.map(|(param, count)| (param, count.to_string()));
        keys.into_iter().chain(loss).chain(counts).collect()
    }

    /// The draft with it.
    pub fn draft(&self, base: &Draft, space: &Space) -> Draft {
        let mut draft = base.clone();
        for (param, text) in self.patch(space) {
            draft.set(param, text);
        }
        draft
    }

    /// Makes a scenario of the same kind (see [`super::kinds::Kind`]) that of this candidate.
    pub(super) fn apply(&self, scenario: &mut Scenario) {
        scenario.cluster.per_node = self.per_node;
        scenario.cluster.nodes = self.nodes;
        scenario.batch.micro = self.micro;
        scenario.batch.accumulation = self.accumulation;
        scenario.layout = self.layout(scenario.layout);
    }

    /// Its ranks in place of others.
    pub(super) fn layout(&self, other: Layout) -> Layout {
        let ranks = Layout {
            tensor: self.tensor,
            pipeline: self.pipeline,
            context: self.context,
            expert: self.expert,
            ..other
        };
        ranks.spread_over(self.sharding, self.per_node, self.gpus())
    }
}
