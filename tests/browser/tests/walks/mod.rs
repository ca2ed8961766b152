//! First use, as people go about it: each walk is a composite of public threads, with what it has to see on the way.
use crate::expected::draft;
use browser_tests::{Page, Test, keys};
use estimator::memory::State;

mod author;
mod cluster;
mod hobbyist;
mod procurement;
mod startup;

/// Every walk.
pub(crate) const TESTS: &[&[Test]] = &[
    author::TESTS,
    hobbyist::TESTS,
    startup::TESTS,
    cluster::TESTS,
    procurement::TESTS,
];

/// Types into a list that searches and takes what stands first.
fn pick(page: &mut Page, css: &str, typed: &str) {
    page.fill(css, typed);
    page.press(keys::ENTER);
}

/// Presses what may still be moving, or lies out of sight.
fn press(page: &mut Page, css: &str) {
    page.wait_for(css, |page| page.count(css) > 0);
    page.read(css, "e.click()");
}

/// Opens everything that is folded.
fn unfold(page: &mut Page) {
    page.js("document.querySelectorAll('details').forEach(e => e.open = true)");
}

/// Waits for the lines of how far it goes that belong to the form.
fn reached(page: &mut Page) -> Vec<String> {
    page.wait_for("how far it goes", |page| {
        page.count(".reach:not([aria-busy=true]) li small") > 0
    });
    page.texts(".reach li")
}

/// The number before a word in a text.
fn number_before(text: &str, word: &str) -> f64 {
    let before = text.split(word).next().unwrap_or_default().trim_end();
    let start = before
        .rfind(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'))
        .map_or(0, |at| at + 1);
    let digits: String = before[start..].chars().filter(|c| *c != ',').collect();
    digits
        .parse()
        .unwrap_or_else(|_| panic!("no number before “{word}”: {text}"))
}

/// The number after a word in a text.
fn number_after(text: &str, word: &str) -> f64 {
    let (_, after) = text.split_once(word).unwrap_or_default();
    let end = after.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'));
    let digits: String = after[..end.unwrap_or(after.len())]
        .chars()
        .filter(|c| *c != ',')
        .collect();
    let digits = digits.trim_end_matches('.');
    digits
        .parse()
        .unwrap_or_else(|_| panic!("no number after “{word}”: {text}"))
}

/// The verdict that the page shows of a link, which has to be the estimator's.
fn verdict(page: &mut Page, link: &str) -> State {
    page.open(&format!("#{link}"));
    crate::expected::assert_shows(page, link);
    let scenario = draft(link).check().scenario.expect(link);
    estimator::memory::MemoryReport::of(&scenario).verdict.state
}
