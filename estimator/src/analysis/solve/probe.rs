//! One point of a search: a draft with its report.
use super::super::budget::{Budget, Exhausted};
use super::{Breaking, Criterion};
use crate::calibration::Calibration;
use crate::memory::{MemoryReport, Metric, Term, TermId};
use crate::num::ascending;
use crate::scenario::{Draft, Issue};
use crate::units::Bytes;

/// What became of a draft.
#[derive(Clone, Debug)]
pub(super) enum Point {
    /// It is a scenario, with this report.
    Report(Box<MemoryReport>),
    /// It is none.
    Refused(Vec<Issue>),
}

/// What computes points: with what short runs taught, and only so many.
pub(super) struct Probe<'a> {
    pub(super) calibration: &'a Calibration,
    pub(super) budget: &'a mut Budget,
}

impl Probe<'_> {
    /// Checks and computes.
    pub(super) fn evaluate(&mut self, draft: &Draft) -> Result<Point, Exhausted> {
        self.budget.take()?;
        Ok(match draft.check().scenario {
            Ok(scenario) => Point::Report(Box::new(MemoryReport::calibrated(
                &scenario,
                self.calibration,
            ))),
            Err(issues) => Point::Refused(issues),
        })
    }
}

/// Which points fit, as far as is known: the memory of a search that is interrupted.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Vec<(u64, bool)>);

impl Seen {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Whether the point numbered `at` fits; asks once.
    pub(super) fn fits(
        &mut self,
        at: u64,
        ask: impl FnOnce() -> Result<bool, Exhausted>,
    ) -> Result<bool, Exhausted> {
        if let Some((_, fits)) = self.0.iter().find(|(known, _)| *known == at) {
            return Ok(*fits);
        }
        let fits = ask()?;
        self.0.push((at, fits));
        Ok(fits)
    }
}

impl Point {
    pub(super) fn fits(&self, criterion: Criterion) -> bool {
        match self {
            Self::Report(report) => within(report, criterion),
            Self::Refused(_) => false,
        }
    }
}

/// Whether a report fits.
pub(super) fn within(report: &MemoryReport, criterion: Criterion) -> bool {
    let needed = match criterion {
        Criterion::Fits => report.interval.high,
        Criterion::Peak => report.peak.needed,
    };
    needed <= report.verdict.usable
}

/// The lines of the worst moment that `counts`, largest first.
pub(super) fn breaking(report: &MemoryReport, at: u64, counts: impl Fn(&Term) -> bool) -> Breaking {
    let mut lines: Vec<(TermId, Bytes)> = Vec::new();
    let worst = report.at(report.worst);
    for term in worst.iter().flat_map(|instant| &instant.terms) {
        if counts(term) && Metric::Needed.sees(term.id) {
            add(&mut lines, term.id, term.bytes());
        }
    }
    let lines = ascending(lines, |(_, bytes)| -bytes.get());
    Breaking {
        at,
        moment: report.worst,
        peak: report.peak.needed,
        usable: report.verdict.usable,
        sum: lines.iter().map(|(_, bytes)| *bytes).sum(),
        lines,
    }
}

/// Adds to the line with that name.
pub(super) fn add(lines: &mut Vec<(TermId, Bytes)>, id: TermId, bytes: Bytes) {
    match lines.iter_mut().find(|(known, _)| *known == id) {
        Some((_, sum)) => *sum += bytes,
        None => lines.push((id, bytes)),
    }
}
