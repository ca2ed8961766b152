//! The answer for host memory: moments, the worst of them, verdict.
use super::interval::HostInterval;
use super::line::HostLine;
use super::node::Node;
use crate::memory::{State, Verdict};
use crate::scenario::{Merge, Method, Scenario};
use crate::units::Bytes;

/// When a node's memory is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HostMoment {
    /// Weights are loaded.
    Load,
    /// Training steps.
    Train,
    /// A checkpoint is put together and written.
    Save,
    /// A checkpoint is read to go on from it.
    Resume,
    /// Adapters are merged into the base, in a process of its own.
    Merge,
}

impl HostMoment {
    /// In the order in which they come.
    pub const ALL: [Self; 5] = [
        Self::Load,
        Self::Train,
        Self::Save,
        Self::Resume,
        Self::Merge,
    ];
}

/// What a node holds at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct HostInstant {
    /// When.
    pub moment: HostMoment,
    /// Whether every run comes to it; the others are shown, with a verdict of their own, but do not count.
    pub planned: bool,
    /// Every line; none is 0.
    pub lines: Vec<HostLine>,
    /// Where the sum is expected.
    pub interval: HostInterval,
    /// Whether it fits in the node's memory; `None`: its size was not given.
    pub verdict: Option<Verdict>,
}

impl HostInstant {
    /// The sum of its lines.
    pub fn total(&self) -> Bytes {
        self.lines.iter().map(HostLine::bytes).sum()
    }
}

/// Host memory of the node of rank 0 over a run.
#[derive(Clone, Debug, PartialEq)]
pub struct HostReport {
    /// What the node holds at each moment that occurs, in the order of [`HostMoment::ALL`].
    pub instants: Vec<HostInstant>,
    /// Processes on the node.
    pub processes: u64,
    /// The planned moment that needs most.
    pub worst: HostMoment,
    /// What it needs.
    pub peak: Bytes,
    /// Where that is expected.
    pub interval: HostInterval,
    /// Whether it fits; `None`: the size of the node's memory was not given.
    pub verdict: Option<Verdict>,
}

impl HostReport {
    /// Computes it. Total: every scenario has a report, and every figure in it is finite and ≥ 0.
    pub fn of(scenario: &Scenario) -> Self {
        let node = Node::of(scenario);
        let instants: Vec<HostInstant> = HostMoment::ALL
            .into_iter()
            .filter(|moment| occurs(*moment, scenario))
            .map(|moment| instant(moment, &node))
            .collect();
        let worst = instants.iter().filter(|instant| instant.planned).fold(
            None::<&HostInstant>,
            |worst, next| match worst {
                Some(worst) if worst.total() >= next.total() => Some(worst),
                _ => Some(next),
            },
        );
        let moment = worst.map_or(HostMoment::Train, |instant| instant.moment);
        let peak = worst.map_or(Bytes::ZERO, HostInstant::total);
        Self {
            processes: node.processes,
            worst: moment,
            peak,
            interval: HostInterval::of(peak, moment, scenario),
            verdict: worst.and_then(|instant| instant.verdict),
            instants,
        }
    }

    /// What the node holds at `moment`, if it occurs.
    pub fn at(&self, moment: HostMoment) -> Option<&HostInstant> {
        self.instants
            .iter()
            .find(|instant| instant.moment == moment)
    }
}

/// Nobody merges what was trained whole, or what is used as adapters.
fn occurs(moment: HostMoment, scenario: &Scenario) -> bool {
    moment != HostMoment::Merge
        || (scenario.method != Method::Full && scenario.around.merge != Merge::Never)
}

fn instant(moment: HostMoment, node: &Node<'_>) -> HostInstant {
    let mut lines = match moment {
        HostMoment::Load => node.load(),
        HostMoment::Train => node.train(),
        HostMoment::Save => node.save(),
        HostMoment::Resume => node.resume(),
        HostMoment::Merge => node.merge(),
    };
    lines.retain(|line| !line.amount.is_zero());
    let total: Bytes = lines.iter().map(HostLine::bytes).sum();
    let interval = HostInterval::of(total, moment, node.scenario);
    let verdict = node
        .scenario
        .host
        .ram_gib
        .map(|gib| verdict(total, interval, Bytes::gib(gib)));
    HostInstant {
        moment,
        planned: moment != HostMoment::Resume,
        lines,
        interval,
        verdict,
    }
}

fn verdict(total: Bytes, interval: HostInterval, usable: Bytes) -> Verdict {
    let state = if interval.high <= usable {
        State::Fits
    } else if interval.low > usable {
        State::DoesNotFit
    } else {
        State::Borderline
    };
    Verdict {
        state,
        usable,
        margin_gib: usable.as_gib() - total.as_gib(),
    }
}
