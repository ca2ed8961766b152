//! What a node holds while a checkpoint is written or read, and while adapters are merged.
use super::line::{HostLine, HostLineId};
use super::node::Node;
use super::sources::{
    CLONED, CONSOLIDATED, FULL_STATE, MEGATRON_SAVE, MERGED, PROCESS, RESUMED, SERIALISED, STAGED,
    TORCHTUNE_SAVE,
};
use crate::expr::{Expr, num, sym};
use crate::scenario::{Engine, Merge, ModelCode, Offload, Save, Sharding, TransformersVersion};

impl Node<'_> {
    /// Parameters are divided, and put together for a checkpoint.
    pub(super) fn gathers(&self) -> bool {
        let scenario = self.scenario;
        scenario.sharding.parameters()
            && scenario.layout.shards > 1
            && scenario.around.save != Save::Shard
    }

    fn saves_optimizer(&self) -> bool {
        self.scenario.host.save_optimizer
    }

    fn hugging_face(&self) -> bool {
        self.scenario.software.code == ModelCode::Transformers
    }

    pub(super) fn save(&self) -> Vec<HostLine> {
        let mut lines = self.train();
        lines.extend(self.gathered());
        lines.extend(self.staged());
        lines.extend(self.serialised(self.whole.trained()));
        lines
    }

    /// State dicts on the host: rank 0's under FSDP and ZeRO-3, every process's below ZeRO-3.
    fn gathered(&self) -> Vec<HostLine> {
        let temporary = |id, amount, source| HostLine::new(id, amount, source);
        if self.deepspeed() && self.scenario.sharding != Sharding::Zero3 && self.hugging_face() {
            let clones = self.g() * self.each.weights();
            return vec![temporary(HostLineId::GatheredWeights, clones, &CLONED)];
        }
        if !self.gathers() {
            return Vec::new();
        }
        let on_host = self.scenario.around.save == Save::GatherHost;
        let weights = if on_host {
            self.whole.weights()
        } else {
            num(0.0)
        };
        if self.deepspeed() {
            return vec![temporary(
                HostLineId::GatheredWeights,
                weights,
                &CONSOLIDATED,
            )];
        }
        let optimizer = if self.saves_optimizer() {
            self.whole.moments()
        } else {
            num(0.0)
        };
        if self.scenario.software.code == ModelCode::Torchtune {
            return vec![
                temporary(HostLineId::GatheredWeights, weights, &TORCHTUNE_SAVE),
                temporary(HostLineId::GatheredOptimizer, optimizer, &TORCHTUNE_SAVE),
            ];
        }
        // Weights are written and dropped before the optimizer state is gathered.
        let line = if weights.value() >= optimizer.value() {
            temporary(HostLineId::GatheredWeights, weights, &FULL_STATE)
        } else {
            temporary(HostLineId::GatheredOptimizer, optimizer, &FULL_STATE)
        };
        vec![line]
    }

    /// What processes copy from their GPUs before they write it.
    fn staged(&self) -> Option<HostLine> {
        if self.scenario.offload != Offload::None {
            return None;
        }
        let (amount, source) =
            if self.scenario.engine == Engine::Megatron && self.scenario.sharding.optimizer() {
                let optimizer = self.each.optimizer();
                let saved = if self.saves_optimizer() {
                    optimizer
                } else {
                    num(0.0)
                };
                (self.each.trained() + saved, &MEGATRON_SAVE)
            } else if self.deepspeed() && self.saves_optimizer() {
                // A partition is one storage; under stage 3 it is cut into sub-groups of 10^9 elements.
                let partition = self.each.master();
                let largest = if self.scenario.sharding == Sharding::Zero3 {
                    partition.at_most(num(4e9))
                } else {
                    partition
                };
                (largest, &STAGED)
            } else {
                return None;
            };
        let amount = self.g() * amount;
        Some(HostLine::new(HostLineId::StagedState, amount, source))
    }

    /// One file of safetensors, which is made in memory before it is written.
    fn serialised(&self, saved: Expr) -> Option<HostLine> {
        let version = self.scenario.software.transformers;
        let file = if version == TransformersVersion::V5 {
            50e9
        } else {
            5e9
        };
        let amount = saved.at_most(sym("S", file));
        self.hugging_face()
            .then(|| HostLine::new(HostLineId::Serialised, amount, &SERIALISED))
    }

    pub(super) fn resume(&self) -> Vec<HostLine> {
        let mut lines = self.train();
        lines.push(self.read());
        lines
    }

    /// What is read from a checkpoint beside the state that it is copied to.
    fn read(&self) -> HostLine {
        let optimizer = if self.deepspeed() {
            self.g() * (self.each.optimizer())
        } else if self.gathers() || self.processes == 1 {
            // Rank 0 reads for all. Several unsharded processes read straight to their GPUs.
            self.whole.optimizer()
        } else {
            num(0.0)
        };
        let optimizer = if self.saves_optimizer() {
            optimizer
        } else {
            num(0.0)
        };
        let weights = if !self.gathers() || self.deepspeed() {
            num(0.0)
        } else if self.scenario.engine == Engine::Fsdp1 && self.hugging_face() {
            self.g() * self.whole.trained()
        } else {
            self.whole.trained()
        };
        // One after the other.
        let (id, amount) = if weights.value() >= optimizer.value() {
            (HostLineId::ReadWeights, weights)
        } else {
            (HostLineId::ReadOptimizer, optimizer)
        };
        HostLine::new(id, amount, &RESUMED)
    }

    /// One process holds the base in 16 bit and the adapters, and writes file by file.
    pub(super) fn merge(&self) -> Vec<HostLine> {
        let base = num(2.0) * sym("P", self.scenario.parameters);
        let mut lines = vec![HostLine::new(
            HostLineId::Processes,
            super::node::process(),
            &PROCESS,
        )];
        if self.scenario.around.merge == Merge::Host {
            let adapters = self.whole.adapters();
            lines.push(HostLine::new(HostLineId::MergedBase, base.clone(), &MERGED));
            lines.push(HostLine::new(HostLineId::MergedAdapters, adapters, &MERGED));
        }
        lines.extend(self.serialised(base));
        lines
    }
}
