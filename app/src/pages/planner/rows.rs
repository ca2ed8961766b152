//! The rows of a budget: its lines in order, and the sums that three figures make of them.
use crate::budget::rank;
use crate::figures;
use estimator::memory::{Divides, Metric, Tags, Term, TermId};
use estimator::num::ascending;
use estimator::units::SizeUnit;

/// One row of the table: a line of the budget, or the sum up to a figure.
#[derive(Clone, PartialEq)]
pub(in crate::pages) struct Row {
    /// Which line; `None`: a sum.
    pub(in crate::pages) line: Option<TermId>,
    /// The figure that it is first part of, or that it sums up to.
    pub(in crate::pages) metric: Metric,
    /// How it divides.
    pub(in crate::pages) divides: Divides,
    /// What else is said of it.
    pub(in crate::pages) tags: Tags,
    /// Its size, in hundredths of the unit.
    pub(in crate::pages) hundredths: u64,
}

/// The lines of a budget in the order of the table: by the figure that first sees them, and within it by kind, as in the bar.
pub(in crate::pages) fn ordered(terms: &[Term]) -> Vec<&Term> {
    let kept = terms.iter().filter(|term| !term.amount.is_zero());
    ascending(kept.collect(), |term| {
        let first = first_seen(term);
        let figure = METRICS
            .iter()
            .take_while(|metric| **metric != first)
            .count();
        let place = |place| f64::from(u8::try_from(place).unwrap_or(u8::MAX));
        place(figure) * 256.0 + place(rank(term.family()))
    })
}

/// Every row, with a sum after the lines of each figure.
pub(in crate::pages) fn rows(unit: SizeUnit, terms: &[Term]) -> Vec<Row> {
    let ordered = ordered(terms);
    let sizes: Vec<f64> = ordered
        .iter()
        .map(|term| term.bytes().as_unit(unit))
        .collect();
    let mut left = ordered.iter().zip(figures::hundredths(&sizes)).peekable();
    let mut rows = Vec::with_capacity(ordered.len() + METRICS.len());
    let mut sum = 0;
    for metric in METRICS {
        while let Some((term, hundredths)) = left.next_if(|(term, _)| first_seen(term) == metric) {
            sum += hundredths;
            rows.push(Row {
                line: Some(term.id),
                metric,
                divides: term.divides,
                tags: term.tags,
                hundredths,
            });
        }
        rows.push(Row {
            line: None,
            metric,
            divides: Divides::Whole,
            tags: Tags::NONE,
            hundredths: sum,
        });
    }
    rows
}

/// The figures, each with what the one before it sees and more.
pub(in crate::pages) const METRICS: [Metric; 3] =
    [Metric::Allocated, Metric::Needed, Metric::Driver];

/// The first figure that a line is part of; later ones include it too.
fn first_seen(term: &Term) -> Metric {
    METRICS
        .into_iter()
        .find(|metric| metric.sees(term.id))
        .unwrap_or(Metric::Driver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::memory::MemoryReport;

    #[test]
    fn no_line_is_lost_and_sums_are_the_figures() {
        for preset in estimator::presets::all() {
            let scenario = preset.draft().check().scenario.expect(preset.key);
            for instant in MemoryReport::of(&scenario).instants {
                let rows = rows(SizeUnit::Gib, &instant.terms);
                let lines = rows.iter().filter(|row| row.line.is_some()).count();
                assert_eq!(lines, ordered(&instant.terms).len(), "{}", preset.key);
                for row in rows.iter().filter(|row| row.line.is_none()) {
                    let shown = estimator::num::float(row.hundredths) / 100.0;
                    let total = instant.total(row.metric).as_gib();
                    assert!(
                        (shown - total).abs() < 0.1,
                        "{}: {shown} {total}",
                        preset.key
                    );
                }
            }
        }
    }
}
