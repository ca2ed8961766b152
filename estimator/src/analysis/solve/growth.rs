//! What one step more would add.
use super::probe::add;
use crate::memory::{MemoryReport, Metric, Moment, TermId};
use crate::num::ascending;
use crate::units::Bytes;

/// The next step, which does not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The value: a token, a sequence more, or the next smaller number of GPUs.
    pub value: u64,
    /// The moment with the peak there.
    pub moment: Moment,
    /// Predicted peak there.
    pub peak: Bytes,
    /// Upper end of its interval.
    pub high: Bytes,
    /// Lines of that moment that are larger there, the one that grew most first.
    pub grew: Vec<Growth>,
}

/// A line that grew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The line.
    pub id: TermId,
    /// By how much.
    pub by: Bytes,
    /// To how much.
    pub to: Bytes,
}

/// Compares the solution with the step after it.
pub(super) fn step(here: &MemoryReport, next: &MemoryReport, value: u64) -> Step {
    let before = lines(here, next.worst);
    let grew: Vec<Growth> = lines(next, next.worst)
        .into_iter()
        .map(|(id, to)| {
            let from = before.iter().find(|(known, _)| *known == id);
            let by = to.less(from.map_or(Bytes::ZERO, |(_, bytes)| *bytes));
            Growth { id, by, to }
        })
        .filter(|growth| growth.by > Bytes::ZERO)
        .collect();
    let grew = ascending(grew, |growth| -growth.by.get());
    Step {
        value,
        moment: next.worst,
        peak: next.peak.needed,
        high: next.interval.high,
        grew,
    }
}

/// Lines of a moment, each name once.
pub(super) fn lines(report: &MemoryReport, moment: Moment) -> Vec<(TermId, Bytes)> {
    let mut lines = Vec::new();
    let instant = report.at(moment);
    let terms = instant.iter().flat_map(|instant| &instant.terms);
    for term in terms.filter(|term| Metric::Needed.sees(term.id)) {
        add(&mut lines, term.id, term.bytes());
    }
    lines
}
