//! Seconds of a step.
//!
//! ```text
//! step  = (m + (p−1)/v) · micro + reduction + optimizer
//! micro = smax(GPU, host) + exposed tensor, context, expert, pipeline traffic + what sharded traffic does not hide
//!         + making the batch, where no other process does
//! ```
use super::kernels::Works;
use super::lengths::Lengths;
use super::rates::{Rates, SHIPPED};
use super::setup::{NoTime, Setup};
use super::traffic::{OnceAStep, Traffic};
use crate::num::{larger, smaller};
use crate::scenario::Scenario;

/// Seconds of a micro-step on one GPU by what takes them, and of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Products of the linear layers.
    pub products: f64,
    /// Attention.
    pub attention: f64,
    /// Element-wise kernels.
    pub elementwise: f64,
    /// The adapters' side branch.
    pub adapters: f64,
    /// Unpacking a quantised base.
    pub unpacking: f64,
    /// Head and loss.
    pub head: f64,
    /// What launching adds where the GPU waits for the host.
    pub host: f64,
    /// Tensor-parallel collectives that stay exposed.
    pub tensor: f64,
    /// Context-parallel exchanges that stay exposed.
    pub context: f64,
    /// All-to-alls of experts that stay exposed.
    pub expert: f64,
    /// Pipeline sends that stay exposed.
    pub pipeline: f64,
    /// Sharded and offloaded traffic that stays exposed.
    pub sharded: f64,
    /// The GPU waits for the host to make the batch.
    pub input: f64,
    /// Once a step: stages that wait for others.
    pub bubble: f64,
    /// Once a step: reduction of gradients, gathered parameters.
    pub reduce: f64,
    /// Once a step: the optimizer, on the GPU or on the host.
    pub optimizer: f64,
}

/// How fast a scenario runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Where the time goes.
    pub parts: Parts,
    /// Seconds of a micro-step.
    pub micro: f64,
    /// Seconds of an optimizer step.
    pub step: f64,
    /// Tokens of a step over all GPUs, padding included.
    pub tokens: f64,
    /// Tokens a second on each GPU, padding included.
    pub tokens_per_gpu: f64,
}

/// A maximum without a corner: where GPU and host take equally long, each waits for the other now and then.
fn soft_max(a: f64, b: f64) -> f64 {
    let most = larger(a, b);
    if most <= 0.0 {
        return 0.0;
    }
    let ratio = smaller(a, b) / most;
    let square = ratio * ratio;
    most * (1.0 + square * square).sqrt().sqrt()
}

/// Traffic that does not hide: a share of it, and what exceeds the room, with a soft corner.
fn exposed(traffic: f64, room: f64, leak: f64) -> f64 {
    let beyond = (1.0 - leak) * traffic - room;
    let corner = 0.15 * traffic;
    leak * traffic + 0.5 * (beyond + (beyond * beyond + corner * corner).sqrt())
}

impl Pace {
    /// Of a scenario.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(scenario: &Scenario) -> Result<Self, NoTime> {
        Self::with(scenario, &SHIPPED)
    }

    /// The same with other tables.
    ///
    /// # Errors
    /// Why there is none.
    pub fn with(scenario: &Scenario, rates: &Rates) -> Result<Self, NoTime> {
        Setup::of(scenario, rates).map(|setup| setup.all())
    }

    /// The same where the kernels run `speed` times as fast as the tables say.
    ///
    /// # Errors
    /// Why there is none.
    pub fn at_speed(scenario: &Scenario, speed: f64) -> Result<Self, NoTime> {
        Setup::of(scenario, &SHIPPED).map(|setup| setup.at_speed(speed).all())
    }

    /// The same for lengths that are known already: a search over layouts finds them once for each micro-batch.
    ///
    /// # Errors
    /// Why there is none.
    pub fn at(scenario: &Scenario, lengths: Lengths, speed: f64) -> Result<Self, NoTime> {
        Setup::at(scenario, &SHIPPED, lengths).map(|setup| setup.at_speed(speed).all())
    }
}

impl Setup<'_> {
    fn all(&self) -> Pace {
        self.pace(&self.works(), &self.traffic(), &self.once_a_step())
    }

    pub(super) fn pace(&self, works: &Works, traffic: &Traffic, once: &OnceAStep) -> Pace {
        let common = self.common;
        let mut parts = Parts {
            products: works.products.seconds(self.linear, self.stream),
            attention: works.attention / self.attention,
            elementwise: works.elementwise / self.stream,
            adapters: works.adapters.seconds(self.half, self.stream),
            unpacking: works.unpacking,
            head: works.head.seconds(self.half, self.stream),
            tensor: common.tensor_exposed * traffic.tensor,
            context: common.context_exposed * traffic.context,
            expert: common.expert_exposed * traffic.expert,
            pipeline: common.pipeline_exposed * traffic.pipeline,
            ..Parts::default()
        };
        let gpu = parts.products
            + parts.attention
            + parts.elementwise
            + parts.adapters
            + parts.unpacking
            + parts.head;
        let busy = soft_max(gpu, self.host());
        parts.host = busy - gpu;
        let serial = busy + parts.tensor + parts.context + parts.expert + parts.pipeline;
        let behind = traffic.sharded + traffic.offload;
        parts.sharded = if behind > 0.0 {
            exposed(behind, self.overheads.room * serial, self.leak())
        } else {
            0.0
        };
        let computed = serial + parts.sharded;
        parts.input = self.input(computed).exposed;
        let micro = computed + parts.input;
        parts.bubble = (self.p - 1.0) / self.v * micro;
        parts.reduce = once.reduce;
        parts.optimizer = once.optimizer + once.host_optimizer;
        let step = self.m * micro + parts.bubble + parts.reduce + parts.optimizer;
        let tokens = self.m * self.b * self.lengths.tokens * self.data;
        Pace {
            parts,
            micro,
            step,
            tokens,
            tokens_per_gpu: tokens / step / self.gpus,
        }
    }

    /// Share of sharded traffic that never hides: without a direct link copies go through the host's memory.
    fn leak(&self) -> f64 {
        let leak = self.overheads.leak;
        if self.links.direct {
            leak
        } else {
            let over_pcie = smaller(1.0, self.common.pcie_leak * self.links.slowness);
            larger(over_pcie, leak)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_equal_times_overlap_imperfectly_and_unequal_ones_do_not_add() {
        assert!((soft_max(1.0, 1.0) - 1.1892).abs() < 1e-4);
        assert!((soft_max(10.0, 1.0) - 10.0).abs() < 1e-3);
        assert_eq!(soft_max(0.0, 0.0), 0.0);
    }

    #[test]
    fn traffic_hides_only_under_what_there_is_to_compute() {
        assert!(exposed(1.0, 10.0, 0.2) < 0.21);
        assert!(exposed(10.0, 1.0, 0.2) > 8.9);
    }
}
