//! Whether intervals hold for sources that they were not learnt from.
use super::Outcome;
use crate::memory::Regime;
use std::collections::{BTreeMap, BTreeSet};

/// How wide a parent regime's interval is taken where a regime has no other source: judgement.
const PARENT: f64 = 1.5;

/// Runs inside intervals that were learnt without their source.
#[derive(Clone, Debug, PartialEq)]
pub struct Coverage {
    /// All runs, per cent.
    pub pooled: f64,
    /// Without the source that has most runs, per cent.
    pub without_largest: f64,
    /// By source: runs, and per cent of them.
    pub by_source: Vec<(String, usize, f64)>,
}

/// The 5th and the 95th percentile of measured ÷ predicted − 1, each run weighing 1/√n of its source's n: a source counts, but
/// not as often as it was measured.
pub fn quantiles(outcomes: &[&Outcome]) -> Option<(f64, f64)> {
    let mut runs: BTreeMap<&str, u32> = BTreeMap::new();
    for outcome in outcomes {
        *runs.entry(outcome.group("source")).or_default() += 1;
    }
    let mut weighed: Vec<(f64, f64)> = outcomes
        .iter()
        .map(|outcome| {
            let n = runs.get(outcome.group("source")).copied().unwrap_or(1);
            (outcome.residual(), 1.0 / f64::from(n).sqrt())
        })
        .collect();
    weighed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = weighed.iter().map(|(_, weight)| weight).sum();
    let at = |share: f64| {
        let mut sum = 0.0;
        let reached = weighed.iter().find(|(_, weight)| {
            sum += weight;
            sum >= share * total
        });
        reached.or(weighed.last()).map(|(residual, _)| *residual)
    };
    Some((at(0.05)?, at(0.95)?))
}

/// Learns each regime's reach without one source and looks whether its runs lie inside, for every source in turn.
pub fn left_out(outcomes: &[Outcome]) -> Coverage {
    let sources: BTreeSet<&str> = outcomes.iter().map(|run| run.group("source")).collect();
    let mut by_source = Vec::new();
    for source in sources {
        let own: Vec<&Outcome> = outcomes
            .iter()
            .filter(|run| run.group("source") == source)
            .collect();
        let inside = own
            .iter()
            .filter(|run| learnt_without(outcomes, source, run.regime).contains(run.residual()))
            .count();
        by_source.push((source.to_owned(), own.len(), share(inside, own.len())));
    }
    let largest = by_source.iter().map(|(_, n, _)| *n).max().unwrap_or(0);
    Coverage {
        pooled: pooled(&by_source, usize::MAX),
        without_largest: pooled(&by_source, largest),
        by_source,
    }
}

struct Reach(f64, f64);

impl Reach {
    fn contains(&self, residual: f64) -> bool {
        (self.0..=self.1).contains(&residual)
    }
}

fn learnt_without(outcomes: &[Outcome], source: &str, regime: Regime) -> Reach {
    let (mut regime, mut wider) = (regime, 1.0);
    loop {
        let others: Vec<&Outcome> = outcomes
            .iter()
            .filter(|run| run.regime == regime && run.group("source") != source)
            .collect();
        match (quantiles(&others), regime.parent()) {
            (Some((low, high)), _) => return Reach(wider * low, wider * high),
            (None, Some(parent)) => (regime, wider) = (parent, wider * PARENT),
            (None, None) => return Reach(0.0, 0.0),
        }
    }
}

/// Per cent of the runs of sources with fewer than `fewer` runs.
fn pooled(by_source: &[(String, usize, f64)], fewer: usize) -> f64 {
    let kept = by_source.iter().filter(|(_, n, _)| *n < fewer);
    let (mut runs, mut inside) = (0.0, 0.0);
    for (_, n, percent) in kept {
        runs += count(*n);
        inside += count(*n) * percent;
    }
    if runs > 0.0 { inside / runs } else { 0.0 }
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 {
        0.0
    } else {
        100.0 * count(part) / count(of)
    }
}

fn count(n: usize) -> f64 {
    u32::try_from(n).map_or(0.0, f64::from)
}
