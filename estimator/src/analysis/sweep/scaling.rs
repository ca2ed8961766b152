//! Time and cost against the number of GPUs.
use super::with;
use crate::calibration::Calibration;
use crate::cost::{CostReport, Range};
use crate::data::replicas;
use crate::host::DiskReport;
use crate::memory::{MemoryReport, State};
use crate::run::RunReport;
use crate::scenario::{Draft, Param, Scenario};

/// A run on so many GPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// GPUs in a node.
    pub per_node: u64,
    /// Nodes.
    pub nodes: u64,
    /// Sequences a GPU processes at once.
    pub micro: u64,
    /// Micro-batches a step.
    pub accumulation: u64,
    /// Sequences of a step; more than in the draft where there are more replicas than those.
    pub sequences: u64,
    /// Hours of the whole run.
    pub hours: Range,
    /// Its rent, in the currency of the draft, where the price is known.
    pub cost: Option<Range>,
    /// GPU-hours of the smallest number over those of this one, 0 to about 1: what is left of each GPU's work.
    pub efficiency: f64,
    /// Whether it fits.
    pub state: State,
}

impl Scale {
    /// GPUs in all.
    pub const fn gpus(&self) -> u64 {
        self.per_node.saturating_mul(self.nodes)
    }
}

/// At least so many GPUs are shown, and so many times the present number.
const AT_LEAST: u64 = 64;
const TIMES: u64 = 8;

/// The run of a draft on other numbers of GPUs, ascending, at the same sequences a step as far as they can be divided.
pub fn scaling(draft: &Draft, calibration: &Calibration) -> Vec<Scale> {
    let Ok(scenario) = draft.check().scenario else {
        return Vec::new();
    };
    let batch = scenario.batch;
    let sequences = batch
        .micro
        .saturating_mul(batch.accumulation)
        .saturating_mul(replicas(&scenario));
    let mut all: Vec<Scale> = machines(&scenario)
        .into_iter()
        .filter_map(|machines| scale(draft, &scenario, machines, sequences, calibration))
        .collect();
    if let Some(first) = all.first().copied() {
        let spent = |scale: &Scale| scale.hours.typical * crate::num::float(scale.gpus());
        for scale in &mut all {
            let here = spent(scale);
            scale.efficiency = if here > 0.0 {
                spent(&first) / here
            } else {
                1.0
            };
        }
    }
    all
}

/// Usual numbers in one node, then doubling nodes, the present machines among them.
fn machines(scenario: &Scenario) -> Vec<(u64, u64)> {
    let cluster = &scenario.cluster;
    let present = (cluster.per_node, cluster.nodes);
    let shape = u64::from(cluster.gpu.node.largest()).max(1);
    let most = cluster.gpus().saturating_mul(TIMES).max(AT_LEAST);
    let mut all: Vec<(u64, u64)> = (0..64)
        .map(|power| 1_u64 << power)
        .take_while(|gpus| *gpus <= shape)
        .map(|gpus| (gpus, 1))
        .collect();
    if all.last() != Some(&(shape, 1)) {
        all.push((shape, 1));
    }
    let mut nodes = 2_u64;
    while nodes.saturating_mul(shape) <= most {
        all.push((shape, nodes));
        nodes = nodes.saturating_mul(2);
    }
    let gpus = |(per_node, nodes): &(u64, u64)| per_node.saturating_mul(*nodes);
    // The draft's own machines stand for their number of GPUs.
    all.retain(|machines| gpus(machines) != gpus(&present));
    let place = all.partition_point(|machines| gpus(machines) < gpus(&present));
    all.insert(place, present);
    all
}

fn scale(
    draft: &Draft,
    base: &Scenario,
    (per_node, nodes): (u64, u64),
    sequences: u64,
    calibration: &Calibration,
) -> Option<Scale> {
    let layout = base.layout;
    let ranks = layout
        .tensor
        .saturating_mul(layout.pipeline)
        .saturating_mul(layout.context);
    let own = (base.cluster.per_node, base.cluster.nodes) == (per_node, nodes);
    let replicas = (per_node.saturating_mul(nodes) / ranks.max(1)).max(1);
    let share = sequences.div_ceil(replicas).max(1);
    let (micro, accumulation) = if own {
        (base.batch.micro, base.batch.accumulation)
    } else {
        divided(share, base.batch.micro)
    };
    let patch = [
        (Param::GpusPerNode, per_node),
        (Param::Nodes, nodes),
        (Param::MicroBatch, micro),
        (Param::Accumulation, accumulation),
    ];
    let scenario = with(draft, &patch)?;
    let disk = DiskReport::of(&scenario);
    let run = RunReport::calibrated(&scenario, &disk, &calibration.speed).ok()?;
    let cost = CostReport::of_run(&scenario, &run, disk.total);
    let hours = |seconds: f64| seconds / 3600.0;
    Some(Scale {
        per_node,
        nodes,
        micro,
        accumulation,
        sequences: micro
            .saturating_mul(accumulation)
            .saturating_mul(self::replicas(&scenario)),
        hours: Range {
            low: hours(run.low),
            typical: hours(run.seconds),
            high: hours(run.high),
        },
        cost: cost.rent.map(|bill| bill.total),
        efficiency: 1.0,
        state: MemoryReport::calibrated_figures(&scenario, calibration)
            .verdict
            .state,
    })
}

/// A share of a step as micro-batches of at most `micro` sequences.
fn divided(share: u64, micro: u64) -> (u64, u64) {
    let size = (1..=micro.min(share).max(1))
        .rev()
        .find(|size| share.is_multiple_of(*size))
        .unwrap_or(1);
    (size, share / size)
}
