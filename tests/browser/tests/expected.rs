//! What the page has to show, computed natively by the same estimator.
use browser_tests::Page;
use estimator::codec::decode;
use estimator::memory::{MemoryReport, Metric, State};
use estimator::scenario::{Draft, Scenario};

/// The scenario of a link.
pub(crate) fn scenario(link: &str) -> Scenario {
    draft(link)
        .check()
        .scenario
        .unwrap_or_else(|issues| panic!("{link}: {issues:?}"))
}

/// What a link holds.
pub(crate) fn draft(link: &str) -> Draft {
    let decoded = decode(link);
    assert!(decoded.notices.is_empty(), "{link}: {:?}", decoded.notices);
    decoded.draft
}

/// The report of a link.
pub(crate) fn report(link: &str) -> MemoryReport {
    MemoryReport::of(&scenario(link))
}

/// The verdict's first words.
pub(crate) const fn state(report: &MemoryReport) -> &'static str {
    match report.verdict.state {
        State::Fits => "Fits.",
        State::Borderline => "Borderline.",
        State::DoesNotFit => "Does not fit.",
    }
}

/// A size as the page writes it: one digit after the point, thousands apart.
pub(crate) fn shown(gib: f64) -> String {
    let tenths = format!("{gib:.1}");
    let (whole, tenth) = tenths.split_once('.').expect("one digit");
    let whole: f64 = whole.parse().expect("a number");
    format!("{}.{tenth}", estimator::num::grouped(whole, 0))
}

/// Asserts verdict, peaks, moments and the budget of the worst moment, in GiB and English.
pub(crate) fn assert_shows(page: &mut Page, link: &str) {
    assert_report(page, link, &report(link));
}

/// The same of any report.
pub(crate) fn assert_report(page: &mut Page, link: &str, report: &MemoryReport) {
    let state = state(report);
    let peak = format!(" {} ", shown(report.peak.needed.as_gib()));
    let usable = format!(" {} GiB", shown(report.verdict.usable.as_gib()));
    page.wait_for(&format!("{state}{peak}of{usable} for {link}"), |page| {
        let text = page.text("h1");
        text.starts_with(state) && text.contains(&peak) && text.contains(&usable)
    });
    let peaks = [Metric::Allocated, Metric::Reserved, Metric::Driver]
        .map(|metric| format!("{} GiB", shown(report.peak.of(metric).as_gib())));
    assert_eq!(page.texts(".peaks dd"), peaks, "{link}");
    let moments: Vec<String> = report
        .instants
        .iter()
        .map(|instant| shown(instant.total(Metric::Needed).as_gib()))
        .collect();
    assert_eq!(page.texts(".moment b"), moments, "{link}");
    assert_eq!(page.count(".moment.worst"), 1, "{link}");
}
