//! How many GPUs each length takes.
use super::super::solve::machines;
use super::curve::Axis;
use super::values::doublings;
use super::with;
use crate::calibration::Calibration;
use crate::memory::{MemoryReport, State};
use crate::scenario::{Draft, Param};

/// The fewest GPUs that one length fits on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// Sequence length, tokens.
    pub sequence: u64,
    /// GPUs in a node and nodes; none where no number of GPUs helps.
    pub machines: Option<(u64, u64)>,
}

impl Fleet {
    /// GPUs in all.
    pub fn gpus(&self) -> Option<u64> {
        self.machines
            .map(|(per_node, nodes)| per_node.saturating_mul(nodes))
    }
}

/// Lengths below and above the present one.
const HALVES: u32 = 3;
const DOUBLES: u32 = 6;

/// The fewest GPUs at halves and doubles of the draft's length, under its sharding and parallelism. Longer never takes fewer, so
/// each search starts where the one before ended.
pub fn fleets(draft: &Draft, calibration: &Calibration) -> Vec<Fleet> {
    let Ok(scenario) = draft.check().scenario else {
        return Vec::new();
    };
    let numbers = machines(draft, &scenario);
    let (unit, most) = (Axis::Sequence.unit(&scenario), Axis::Sequence.most());
    let fits = |sequence: u64, at: usize| {
        numbers.get(at).is_some_and(|(per_node, nodes)| {
            let patch = [
                (Param::Sequence, sequence),
                (Param::GpusPerNode, *per_node),
                (Param::Nodes, *nodes),
            ];
            with(draft, &patch).is_some_and(|scenario| {
                let figures = MemoryReport::calibrated_figures(&scenario, calibration);
                figures.verdict.state == State::Fits
            })
        })
    };
    let lengths = doublings(
        scenario.batch.sequence,
        HALVES,
        DOUBLES,
        unit.max(64).min(scenario.batch.sequence),
        most,
    );
    let mut from = 0;
    let allowed = lengths
        .into_iter()
        .filter(|length| length.is_multiple_of(unit));
    allowed
        .map(|sequence| {
            let at = first(from, numbers.len(), |at| fits(sequence, at));
            from = at.unwrap_or(numbers.len());
            Fleet {
                sequence,
                machines: at.and_then(|at| numbers.get(at).copied()),
            }
        })
        .collect()
}

/// The first position from `from` on that fits: one by one, then in widening steps, then halved.
fn first(from: usize, count: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
    const ONE_BY_ONE: usize = 8;
    let near = from.saturating_add(ONE_BY_ONE).min(count);
    if let Some(at) = (from..near).find(|at| fits(*at)) {
        return Some(at);
    }
    if near >= count || !fits(count - 1) {
        return None;
    }
    let (mut low, mut step) = (near - 1, ONE_BY_ONE);
    let mut high = loop {
        let next = low.saturating_add(step).min(count - 1);
        if fits(next) {
            break next;
        }
        low = next;
        step = step.saturating_mul(2);
    };
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn the_first_that_fits_is_found_wherever_the_search_starts() {
        for count in [0, 1, 5, 9, 40, 1031] {
            for edge in [0, 1, 7, 8, 9, 30, 400, 1030, 1031, 5000] {
                for from in [0, 3, edge.min(count)] {
                    let expected = (from..count).find(|at| *at >= edge);
                    assert_eq!(
                        first(from, count, |at| at >= edge),
                        expected,
                        "{count} {edge}"
                    );
                }
            }
        }
    }
}
