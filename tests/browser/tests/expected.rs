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

/// Asserts verdict, peaks, moments and the budget of the worst moment, in GiB and English.
pub(crate) fn assert_shows(page: &mut Page, link: &str) {
    let report = report(link);
    let headline = format!(
        "{} {:.1} of {:.1} GiB",
        state(&report),
        report.peak.driver.as_gib(),
        report.verdict.usable.as_gib()
    );
    page.wait_for(&format!("`{headline}` for {link}"), |page| {
        page.text("h1").starts_with(&headline)
    });
    let peaks = [Metric::Allocated, Metric::Reserved, Metric::Driver]
        .map(|metric| format!("{:.1} GiB", report.peak.of(metric).as_gib()));
    assert_eq!(page.texts(".peaks dd"), peaks, "{link}");
    let moments: Vec<String> = report
        .instants
        .iter()
        .map(|instant| format!("{:.1}", instant.total(Metric::Driver).as_gib()))
        .collect();
    assert_eq!(page.texts(".moment b"), moments, "{link}");
    assert_eq!(page.count(".moment.worst"), 1, "{link}");
}
