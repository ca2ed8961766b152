//! The page as a frame in somebody else's.
use crate::expected::{report, shown, state};
use browser_tests::{Host, Page, Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_frame_answers_and_asks_nothing_of_its_browser,
    it_works_in_a_sandbox_without_an_origin,
];

const SCENARIO: &str = "v=1&cat=2026-12&m=llama-3.1-8b&method=qlora&g=rtx-4090&s=4096";
const SANDBOX: &str = "allow-scripts allow-same-origin allow-popups allow-downloads";

/// A frame as people copy it.
fn frame(query: &str, scenario: &str, sandbox: &str) -> String {
    format!(
        "<iframe src=\"HEADROOM?embed=1&{query}#{scenario}\" title=\"Memory\" width=\"100%\" height=\"520\" \
         style=\"border:0\" sandbox=\"{sandbox}\"></iframe>"
    )
}

/// Opens a page with that body.
fn open(page: &mut Page, body: &str) -> Host {
    let host = Host::of(&page.base_url(), "", body);
    page.visit(&host.url());
    host
}

/// Waits for the verdict of a scenario in the frame that helpers see.
fn wait_for_answer(page: &mut Page, scenario: &str) {
    let report = report(scenario);
    let peak = format!(" {} ", shown(report.peak.needed.as_gib()));
    let verdict = state(&report);
    page.wait_for(&format!("{verdict}{peak}"), |page| {
        page.count("h1") > 0 && {
            let text = page.text("h1");
            text.starts_with(verdict) && text.contains(&peak)
        }
    });
}

/// Only the page's own files and the page around were asked for.
fn assert_private(page: &mut Page, host: &Host) {
    let (own, around) = (page.base_url(), host.url());
    let requests = page.requests();
    let foreign: Vec<&String> = requests
        .iter()
        .filter(|url| !url.starts_with(&own) && !url.starts_with(&around))
        .collect();
    assert!(foreign.is_empty(), "requests to others: {foreign:#?}");
}

fn a_frame_answers_and_asks_nothing_of_its_browser(page: &mut Page) {
    let host = open(page, &frame("view=memory", SCENARIO, SANDBOX));
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    assert_eq!(page.count("header, nav"), 0);
    assert_private(page, &host);
}

fn it_works_in_a_sandbox_without_an_origin(page: &mut Page) {
    let host = open(page, &frame("view=memory", SCENARIO, "allow-scripts"));
    page.enter_frame(0);
    assert_eq!(page.js("return self.origin"), "null");
    wait_for_answer(page, SCENARIO);
    assert_private(page, &host);
}
