//! What a node holds while weights are loaded and while steps run.
use super::line::{HostLine, HostLineId};
use super::sources::{
    ACTIVATIONS, EFFICIENT_LOADING, FSDP_OFFLOAD, LOADING, PAGED, PINNED, PROCESS, WORKERS,
    ZERO2_OFFLOAD, ZERO3_OFFLOAD,
};
use super::states::{States, block_inputs};
use crate::expr::{Expr, count, num, sym};
use crate::model::Matrix;
use crate::num::larger;
use crate::scenario::{Checkpointing, Engine, HostLoad, Offload, Scenario, Sharding};
use crate::source::Source;

/// Resident memory of a process before it loads a model, bytes.
const PROCESS_BYTES: f64 = 0.92e9;
/// What a data-loader process adds to its parent at most, bytes: all that is resident in it, were none of it shared.
const WORKER_BYTES: f64 = 0.5e9;
/// Elements of a sub-group of ZeRO-3 (`sub_group_size`).
const SUB_GROUP: f64 = 1e9;

/// The node of rank 0.
pub(super) struct Node<'a> {
    pub(super) scenario: &'a Scenario,
    /// Training processes on it.
    pub(super) processes: u64,
    /// The states of one GPU.
    pub(super) each: States,
    /// The states of the whole model.
    pub(super) whole: States,
}

impl<'a> Node<'a> {
    pub(super) fn of(scenario: &'a Scenario) -> Self {
        // One process drives all the GPUs that layers are spread over.
        let processes = if scenario.sharding == Sharding::LayerSplit {
            1
        } else {
            scenario.cluster.per_node
        };
        Self {
            scenario,
            processes,
            each: States::on_gpu(scenario),
            whole: States::whole(scenario),
        }
    }

    /// Processes on the node, G.
    pub(super) fn g(&self) -> Expr {
        count("G", self.processes)
    }

    /// GPUs of the node, which is G but for a layer split.
    fn gpus(&self) -> Expr {
        if self.scenario.sharding == Sharding::LayerSplit {
            count("n_g", self.scenario.cluster.per_node)
        } else {
            self.g()
        }
    }

    pub(super) fn deepspeed(&self) -> bool {
        self.scenario.sharding.zero() && self.scenario.engine == Engine::DeepSpeed
    }

    pub(super) fn offloads(&self) -> bool {
        self.scenario.offload != Offload::None
    }

    /// Parameters go to the host too, which only libraries that divide them do.
    fn offloads_weights(&self) -> bool {
        self.scenario.offload == Offload::Both && self.scenario.sharding.parameters()
    }

    /// The processes themselves and their data loaders.
    pub(super) fn programs(&self) -> Vec<HostLine> {
        let process = self.g() * process();
        let workers = count("w", self.scenario.host.workers) * num(WORKER_BYTES);
        vec![
            HostLine::new(HostLineId::Processes, process, &PROCESS),
            HostLine::new(HostLineId::Workers, self.gpus() * workers, &WORKERS),
        ]
    }

    /// Weights on their way to the GPUs.
    pub(super) fn load(&self) -> Vec<HostLine> {
        let (amount, source) = match self.scenario.host.load {
            HostLoad::Stream => (self.g() * num(2.0) * self.largest(), &LOADING),
            HostLoad::Once => (self.whole.base(), &EFFICIENT_LOADING),
            HostLoad::Each => (self.g() * self.whole.base(), &LOADING),
        };
        let mut lines = self.programs();
        lines.push(HostLine::new(HostLineId::LoadedWeights, amount, source));
        lines.extend(self.offloaded_weights());
        lines
    }

    /// The largest tensor of the model.
    fn largest(&self) -> Expr {
        let model = &self.scenario.model;
        let matrices = model.matrices();
        let most = matrices.iter().map(Matrix::weights).max().unwrap_or(0);
        count("W", most.max(model.parameters().embedding))
    }

    /// What stays on the host from step to step.
    pub(super) fn train(&self) -> Vec<HostLine> {
        let mut lines = self.programs();
        lines.extend(self.offloaded_weights());
        if self.offloads() {
            lines.extend(self.offloaded_states());
        } else if self.scenario.optimizer.paged() {
            let moments = self.gpus() * self.each.moments();
            lines.push(HostLine::new(HostLineId::PagedMoments, moments, &PAGED));
        }
        if self.scenario.checkpointing == Checkpointing::FullOffload {
            let inputs = block_inputs(self.scenario).map(|inputs| self.gpus() * inputs);
            lines.extend(inputs.map(|inputs| {
                HostLine::new(HostLineId::OffloadedActivations, inputs, &ACTIVATIONS)
            }));
        }
        lines
    }

    fn offload_source(&self) -> &'static Source {
        match (self.deepspeed(), self.scenario.sharding) {
            (true, Sharding::Zero3) => &ZERO3_OFFLOAD,
            (true, _) => &ZERO2_OFFLOAD,
            (false, _) => &FSDP_OFFLOAD,
        }
    }

    fn offloaded_weights(&self) -> Option<HostLine> {
        let source = self.offload_source();
        let weights = self.g() * self.each.weights();
        self.offloads_weights()
            .then(|| HostLine::new(HostLineId::OffloadedWeights, weights, source))
    }

    /// Optimizer state and gradients. DeepSpeed sums gradients into one flat buffer and keeps an fp32 copy for the step beside it; below
    /// stage 3 the buffer is 16-bit and exists only while micro-batches are accumulated.
    fn offloaded_states(&self) -> Vec<HostLine> {
        let source = self.offload_source();
        let line = |id, amount: Expr| HostLine::new(id, self.g() * amount, source);
        let optimizer = self.each.optimizer();
        let mut lines = vec![line(HostLineId::OffloadedOptimizer, optimizer)];
        let fp32 = self.each.master();
        if !self.deepspeed() || fp32.is_zero() {
            lines.push(line(HostLineId::OffloadedGradients, self.each.gradients()));
            return lines;
        }
        let summed = match self.scenario.sharding {
            Sharding::Zero3 => self.each.gradients(),
            _ if self.scenario.batch.accumulation > 1 => num(0.5) * fp32.clone(),
            _ => num(0.0),
        };
        lines.push(line(HostLineId::OffloadedGradients, summed));
        lines.push(line(HostLineId::GradientCopy, fp32));
        if self.scenario.host.pinned {
            let rounding = self.g() * sym("B_p", self.rounding());
            lines.push(HostLine::new(HostLineId::PinnedRounding, rounding, &PINNED));
        }
        lines
    }

    /// What one process's page-locked buffers are larger than asked for: each is rounded up to a power of two. Under stage 3 these are
    /// the flat gradients, the flat parameters and the fp32 gradients of each sub-group; below, the master weights and their gradients.
    fn rounding(&self) -> f64 {
        let fp32 = self.each.master().value();
        if self.scenario.sharding != Sharding::Zero3 {
            return 2.0 * rounded_up(fp32);
        }
        let group = 4.0 * SUB_GROUP;
        let groups = (fp32 / group).floor();
        let of_groups = groups * rounded_up(group) + rounded_up(fp32 - groups * group);
        let of_weights = if self.offloads_weights() {
            rounded_up(self.each.trained().value())
        } else {
            0.0
        };
        rounded_up(self.each.gradients().value()) + of_groups + of_weights
    }
}

/// One process that has loaded nothing.
pub(super) fn process() -> Expr {
    num(PROCESS_BYTES)
}

/// What is added to `bytes` to reach a power of two.
fn rounded_up(bytes: f64) -> f64 {
    let mut size = 512.0;
    // 2^420 is beyond every amount (see `num::LARGEST`).
    for _ in 0..420 {
        if size >= bytes {
            break;
        }
        size *= 2.0;
    }
    if bytes > 0.0 {
        larger(0.0, size - bytes)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn powers_of_two_cost_nothing() {
        assert_eq!(rounded_up(1024.0), 0.0);
        assert_eq!(rounded_up(0.0), 0.0);
        // pytorch issue 95823: 4,347,592,704 numbers of 16 bit take 16 GiB.
        let asked = 4_347_592_704.0 * 2.0;
        assert_eq!(asked + rounded_up(asked), 16.0 * 1_073_741_824.0);
        assert!(rounded_up(1e120).is_finite());
    }
}
