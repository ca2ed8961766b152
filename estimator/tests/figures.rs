//! Figures without formulas are those of the full report, bit for bit.
mod support;

use estimator::memory::{Factors, Family, MemoryReport, Metric};
use estimator::scenario::Scenario;
use estimator::units::Bytes;
use support::{cases, each};

/// Whether both ways to the figures agree.
fn agree(scenario: &Scenario, factors: &Factors) {
    let report = MemoryReport::with(scenario, factors);
    let figures = MemoryReport::figures(scenario, factors);
    assert_eq!(figures.worst, report.worst, "{scenario:?}");
    assert_eq!(figures.verdict, report.verdict, "{scenario:?}");
    assert_eq!(figures.interval, report.interval, "{scenario:?}");
    for metric in [
        Metric::Allocated,
        Metric::Reserved,
        Metric::Driver,
        Metric::Needed,
    ] {
        assert_eq!(
            figures.peak.of(metric).get().to_bits(),
            report.peak.of(metric).get().to_bits(),
            "{metric:?} {scenario:?}"
        );
    }
    let need = MemoryReport::need(scenario, factors);
    assert_eq!(need.worst, report.worst, "{scenario:?}");
    assert_eq!(need.peak.needed, report.peak.needed, "{scenario:?}");
    assert_eq!(need.verdict, report.verdict, "{scenario:?}");
    let worst = report.at(report.worst).unwrap();
    for (family, sum) in Family::ALL.into_iter().zip(figures.families) {
        let lines = worst
            .terms
            .iter()
            .filter(|term| Metric::Needed.sees(term.id));
        let expected: Bytes = lines
            .filter(|term| term.family() == family)
            .map(estimator::memory::Term::bytes)
            .sum();
        assert_eq!(sum, expected, "{family:?} {scenario:?}");
    }
}

#[test]
fn figures_are_those_of_the_report() {
    each(cases(3_000), |_, rng| {
        let (_, scenario) = support::valid(rng);
        agree(&scenario, &Factors::default());
        let factors = Factors {
            block: 1.1,
            loss: 0.9,
            slack: 0.5,
            overhead_gib: -0.25,
        };
        agree(&scenario, &factors);
    });
}

#[test]
fn formulas_come_back_after_figures() {
    for preset in estimator::presets::all() {
        let scenario = preset.draft().check().scenario.unwrap();
        let before = MemoryReport::of(&scenario);
        let _ = MemoryReport::figures(&scenario, &Factors::default());
        let after = MemoryReport::of(&scenario);
        assert_eq!(before, after);
        let symbols = after.instants[0].terms[0].amount.symbols();
        assert!(symbols.contains('P'), "{symbols}");
    }
}
