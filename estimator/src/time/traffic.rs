//! What one GPU sends and receives, and what the optimizer does once a step.
use super::setup::Setup;
use crate::num::{float, larger};
use crate::scenario::{Checkpointing, Engine, Offload, Sharding};

/// Seconds of each kind of traffic in a micro-step, before overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Traffic {
    /// All-gather and reduce-scatter of the tensor-parallel group.
    pub(super) tensor: f64,
    /// Exchange of keys and values of the context-parallel group.
    pub(super) context: f64,
    /// All-to-all of the experts.
    pub(super) expert: f64,
    /// Sends between pipeline stages.
    pub(super) pipeline: f64,
    /// Gathered weights and scattered gradients.
    pub(super) sharded: f64,
    /// Copies to and from host memory.
    pub(super) offload: f64,
}

/// Seconds once a step, before overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct OnceAStep {
    /// Gradients reduced, parameters gathered: what stays exposed.
    pub(super) reduce: f64,
    /// The update on the GPU.
    pub(super) optimizer: f64,
    /// The update on the host, with its copies.
    pub(super) host_optimizer: f64,
}

impl Setup<'_> {
    pub(super) fn traffic(&self) -> Traffic {
        Traffic {
            tensor: self.tensor_traffic(),
            context: self.context_traffic(),
            expert: self.expert_traffic(),
            pipeline: self.pipeline_traffic(),
            sharded: self.sharded_traffic(),
            offload: self.offload_traffic(),
        }
    }

    fn again(&self, repeated: f64) -> f64 {
        if self.recomputes() { repeated } else { 0.0 }
    }

    /// Hidden states of a micro-batch, bytes.
    const fn states(&self) -> f64 {
        2.0 * self.tok * self.h
    }

    /// A gather and a scatter of the hidden states, four times a layer, six with recomputation; layers whose experts are not cut
    /// need half of it.
    fn tensor_traffic(&self) -> f64 {
        if self.t <= 1.0 {
            return 0.0;
        }
        let times = 4.0 + self.again(2.0);
        let cut = if self.e > 1.0 { 0.5 } else { 1.0 };
        let one = self.links.ring(self.states(), self.t, 1.0);
        self.layers / self.p * times * cut * 2.0 * one
    }

    /// Keys and values travel around the group three times: forward, backward, their gradients.
    fn context_traffic(&self) -> f64 {
        if self.c <= 1.0 {
            return 0.0;
        }
        let kv = 2.0 * 2.0 * self.tok * float(self.scenario.model.kv_width()) / self.t * self.c;
        self.layers / self.p * 3.0 * self.links.ring(kv, self.c, self.t)
    }

    /// Tokens go to their experts and back, forward and backward, and once more when recomputed.
    fn expert_traffic(&self) -> f64 {
        if self.e <= 1.0 || !self.moe() {
            return 0.0;
        }
        let layers = float(self.scenario.model.sparse_layers()) / self.p;
        let sent = self.states() / self.t;
        layers * (4.0 + self.again(2.0)) * self.links.all_to_all(sent, self.active, self.e)
    }

    fn pipeline_traffic(&self) -> f64 {
        if self.p <= 1.0 {
            return 0.0;
        }
        let span = self.t * self.p * self.c;
        self.v * 4.0 * self.links.send(self.states() / self.t, span)
    }

    /// Ranks that states are divided over, and how far apart they lie.
    fn group(&self) -> f64 {
        float(self.scenario.layout.shards)
    }

    /// Weights are gathered for the forward and for the backward pass, gradients scattered, in every micro-step.
    fn sharded_traffic(&self) -> f64 {
        let group = self.group();
        if group <= 1.0 {
            return 0.0;
        }
        let gathers = match self.scenario.sharding {
            Sharding::Fsdp | Sharding::Hybrid | Sharding::Zero3 => 2.0,
            Sharding::FsdpGradOp => 1.0,
            Sharding::Zero2 if self.full() => 0.0,
            _ => return 0.0,
        };
        let mut seconds = gathers * self.links.ring(self.weights * self.stored(), group, self.t);
        if self.full() {
            seconds += self.links.ring(self.weights * 2.0, group, self.t);
        }
        seconds
    }

    /// Parameters fetched for both passes; block inputs moved out and back.
    fn offload_traffic(&self) -> f64 {
        let mut bytes = 0.0;
        if self.scenario.offload == Offload::Both {
            bytes += 2.0 * self.weights * self.stored() / self.group();
        }
        if self.scenario.checkpointing == Checkpointing::FullOffload {
            bytes += 2.0 * self.states() * self.layers / self.p;
        }
        bytes / self.links.copy
    }

    pub(super) fn once_a_step(&self) -> OnceAStep {
        let own = self.trained() / self.group();
        let bytes = own * self.optimizer_bytes();
        let mut once = OnceAStep {
            reduce: self.common.step_exposed * self.reduced(),
            ..OnceAStep::default()
        };
        if self.scenario.offload == Offload::None {
            once.optimizer = self.common.optimizer * bytes / self.stream;
        } else {
            // Gradients go down in 32 bit, weights come up in 16; all GPUs of a node share its memory.
            let gpus = larger(1.0, float(self.scenario.cluster.per_node));
            once.host_optimizer =
                own * 6.0 / self.links.copy + bytes * gpus / (self.common.host_gbs * 1e9);
        }
        once
    }

    /// Weights that are trained, on one rank, sharding aside.
    fn trained(&self) -> f64 {
        let Some(adapters) = &self.scenario.adapters else {
            return self.weights;
        };
        let rank = float(adapters.rank);
        let of_products: f64 = self
            .products
            .iter()
            .map(|product| {
                let named = product
                    .targets
                    .iter()
                    .filter(|(target, _)| adapters.targets.contains(target));
                named
                    .map(|(_, width)| rank * (product.input + width))
                    .sum::<f64>()
                    * product.layers
            })
            .sum();
        of_products / self.t / self.p
    }

    /// Seconds of what is reduced and gathered once a step, where it does not happen in every micro-step.
    fn reduced(&self) -> f64 {
        let replicas = self.data * self.c;
        let sharding = self.scenario.sharding;
        if replicas <= 1.0 || sharding == Sharding::LayerSplit {
            return 0.0;
        }
        if sharding == Sharding::Hybrid {
            return self.between_groups(replicas);
        }
        if matches!(
            sharding,
            Sharding::Fsdp | Sharding::FsdpGradOp | Sharding::Zero3
        ) {
            return 0.0;
        }
        let trained = self.trained();
        let wide = if self.main_gradients() || !self.full() {
            4.0
        } else {
            2.0
        };
        let weights = if self.scenario.precision == crate::scenario::Precision::Fp8 {
            1.0
        } else {
            2.0
        };
        let ring = |bytes: f64| self.links.ring(bytes, replicas, self.t);
        let gradients = if sharding == Sharding::Zero2 && self.scenario.engine == Engine::DeepSpeed
        {
            0.0
        } else {
            ring(trained * wide)
        };
        gradients + ring(trained * weights)
    }

    /// Hybrid sharding: what the groups exchange.
    fn between_groups(&self, replicas: f64) -> f64 {
        let group = self.group();
        if replicas <= group {
            return 0.0;
        }
        2.0 * self
            .links
            .ring(self.trained() * 2.0 / group, replicas / group, group)
    }
}
