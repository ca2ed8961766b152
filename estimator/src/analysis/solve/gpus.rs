//! The smallest number of GPUs.
use super::probe::{Point, Probe, Seen, breaking};
use super::{Criterion, Exhausted, Found, Limit, Outcome, Rounded, growth};
use crate::memory::{Divides, MemoryReport, Term};
use crate::scenario::{Draft, Param, Scenario, Value};

/// Nodes at most.
const NODES: u64 = 1024;
/// Small numbers are looked at one by one: there, defaults change and a share is large.
const ONE_BY_ONE: usize = 8;
/// Smaller numbers beside the answer that must not fit.
const NEAR: usize = 3;

/// GPUs in a node and nodes.
pub(in super::super) type Machines = (u64, u64);

const fn total(machines: Machines) -> u64 {
    machines.0.saturating_mul(machines.1)
}

/// The smallest number under the draft's sharding: n of one node, then whole nodes. Ranks of tensor, pipeline, context and expert
/// parallelism are kept; numbers that they do not divide are skipped.
pub(super) fn fewest(
    draft: &Draft,
    scenario: &Scenario,
    criterion: Criterion,
    seen: &mut Seen,
    probe: &mut Probe<'_>,
) -> Result<Outcome, Exhausted> {
    let numbers = numbers(draft, scenario);
    let mut points = Points {
        draft,
        criterion,
        seen,
        probe,
        numbers: &numbers,
    };
    match points.first()? {
        Some((at, monotone)) => points.found(at, monotone),
        None => points.none(),
    }
}

/// Numbers of GPUs that the ranks divide, as GPUs in a node and nodes, ascending.
pub(in super::super) fn numbers(draft: &Draft, scenario: &Scenario) -> Vec<Machines> {
    let shape = u64::from(scenario.cluster.gpu.node.largest()).max(scenario.cluster.per_node);
    // What was typed counts for several GPUs even where it is ignored now because there is one.
    let ranks = |param: Param| match draft.get(param).map(|text| Draft::check_text(param, text)) {
        Some(Ok(Value::Integer(ranks))) => ranks.max(1),
        _ => 1,
    };
    let pipeline = ranks(Param::PipelineParallel);
    let all = pipeline
        .saturating_mul(ranks(Param::TensorParallel))
        .saturating_mul(ranks(Param::ContextParallel));
    let expert = ranks(Param::ExpertParallel);
    let allowed = |machines: &Machines| {
        let gpus = total(*machines);
        // One GPU has no ranks, whatever was typed for several.
        gpus == 1 || gpus.is_multiple_of(all) && (gpus / pipeline).is_multiple_of(expert)
    };
    let one_node = (1..=shape).map(|gpus| (gpus, 1));
    let several = (2..=NODES).map(|nodes| (shape, nodes));
    one_node.chain(several).filter(allowed).collect()
}

struct Points<'a, 'p> {
    draft: &'a Draft,
    criterion: Criterion,
    seen: &'a mut Seen,
    probe: &'a mut Probe<'p>,
    numbers: &'a [Machines],
}

impl Points<'_, '_> {
    fn at(&mut self, at: usize) -> Result<Point, Exhausted> {
        let draft = self.draft_of(at);
        self.probe.evaluate(&draft)
    }

    fn draft_of(&self, at: usize) -> Draft {
        let (per_node, nodes) = self.numbers.get(at).copied().unwrap_or((1, 1));
        let draft = self.draft.clone();
        draft
            .with(Param::GpusPerNode, per_node.to_string())
            .with(Param::Nodes, nodes.to_string())
    }

    fn fits(&mut self, at: usize) -> Result<bool, Exhausted> {
        let draft = self.draft_of(at);
        let (criterion, probe) = (self.criterion, &mut *self.probe);
        let ask = || Ok(probe.evaluate(&draft)?.fits(criterion));
        self.seen.fits(u64::try_from(at).unwrap_or(u64::MAX), ask)
    }

    /// The position of the smallest number that fits, and whether the numbers just below it do not.
    fn first(&mut self) -> Result<Option<(usize, bool)>, Exhausted> {
        let count = self.numbers.len();
        let by_hand = ONE_BY_ONE.min(count);
        for at in 0..by_hand {
            if self.fits(at)? {
                return Ok(Some((at, true)));
            }
        }
        if count <= by_hand || !self.fits(count - 1)? {
            return Ok(None);
        }
        let (mut low, mut high) = (by_hand - 1, count - 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.fits(middle)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        let mut monotone = true;
        let mut first = high;
        for at in high.saturating_sub(NEAR).max(by_hand)..high {
            if first == high && self.fits(at)? {
                monotone = false;
                first = at;
            }
        }
        Ok(Some((first, monotone)))
    }

    fn found(&mut self, at: usize, monotone: bool) -> Result<Outcome, Exhausted> {
        let here = match self.at(at)? {
            Point::Report(report) => report,
            Point::Refused(issues) => return Ok(Outcome::NothingAllowed(issues)),
        };
        let machines = self.numbers.get(at).copied().unwrap_or((1, 1));
        Ok(Outcome::Found(Found {
            value: total(machines),
            rounded: Some(Rounded::Machines {
                per_node: machines.0,
                nodes: machines.1,
            }),
            peak: here.peak.needed,
            high: here.interval.high,
            usable: here.verdict.usable,
            limit: self.limit(at, &here)?,
            monotone,
        }))
    }

    /// Why one step fewer does not do.
    fn limit(&mut self, at: usize, here: &MemoryReport) -> Result<Limit, Exhausted> {
        let Some(fewer) = at.checked_sub(1) else {
            return Ok(Limit::Bound);
        };
        let gpus = self.numbers.get(fewer).copied().map_or(1, total);
        Ok(match self.at(fewer)? {
            Point::Refused(issues) => Limit::Refused(issues),
            Point::Report(report) => Limit::Memory(growth::step(here, &report, gpus)),
        })
    }

    /// No number fits: what breaks the largest.
    fn none(&mut self) -> Result<Outcome, Exhausted> {
        let last = self.numbers.len().saturating_sub(1);
        let tried = self.numbers.get(last).copied().map_or(0, total);
        Ok(match self.at(last)? {
            Point::Refused(issues) => Outcome::NothingAllowed(issues),
            Point::Report(report) => Outcome::NoNumberHelps {
                tried,
                breaking: breaking(&report, tried, stays_whole),
            },
        })
    }
}

/// Whether more GPUs leave a line as it is.
const fn stays_whole(term: &Term) -> bool {
    !matches!(term.divides, Divides::Shards(_) | Divides::Both(_))
}
