//! The author of a tutorial: whether the vendor's own table can be shown beside what is predicted, and whether one scenario has one
//! number wherever it is taken from.
use crate::expected::shown;
use browser_tests::{Host, Page, Test, tests};
use estimator::export::{Document, Link};
use serde_json::Value;

pub(crate) const TESTS: &[Test] = tests![
    the_vendors_table_stands_beside_the_predictions,
    a_frame_its_link_and_its_export_have_one_number,
];

/// Rows of the vendor's table as threads cite them: the run, GB there.
const VENDOR: &[(&str, f64)] = &[
    ("qwen1-7B-loraemb-s8192", 48.5),
    ("qwen1-1_8B-full-s8192", 48.3),
    ("qwen1-72B-qlora-s8192", 75.6),
    ("qwen1-14B-lora-s4096", 42.5),
];

/// The first number of a cell.
fn number(cell: &str) -> f64 {
    let digits: String = cell
        .replace('−', "-")
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))
        .collect();
    digits.parse().unwrap_or_else(|_| panic!("{cell}"))
}

/// A4.5: measured, predicted and the error in percent, of every row of the vendor's table, in the list and over the planner.
fn the_vendors_table_stands_beside_the_predictions(page: &mut Page) {
    let source = "Qwen (v1) README: Profiling of Memory and Speed";
    page.open("?view=accuracy&lang=en");
    page.wait_for("the runs", |page| page.count(".runs tbody tr") > 0);
    let all = page.count(".runs tbody tr");
    page.select("#filter-source", source);
    page.wait_for("the vendor's", |page| {
        page.count(".runs tbody tr") < all && page.count(".runs tbody tr") > 40
    });
    // All points stay in the figure; the list is the vendor's, each row with all three figures.
    let rows = page.js("return [...document.querySelectorAll('.runs tbody tr')].map(row =>
        [row.querySelector('a').href, ...[...row.querySelectorAll('td.n')].slice(1, 4).map(cell => cell.innerText)])");
    let rows = rows.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for row in &rows {
        let [measured, predicted, error] = [1, 2, 3].map(|at| number(&text(&row[at])));
        assert!(text(&row[3]).contains('%'), "{row}");
        let found = 100.0 * (predicted / measured - 1.0);
        // Shown figures are rounded to a tenth of a GiB.
        let slack = 10.0 / measured + 0.1;
        assert!((found - error).abs() < slack, "{row}: {found}");
    }
    for (run, gb) in VENDOR {
        let at = rows
            .iter()
            .find(|row| text(&row[0]).contains(&format!("row={run}")));
        let row = at.unwrap_or_else(|| panic!("{run} is not in the table"));
        let measured = format!("{:.1}", gb * 1e9 / f64::from(1 << 30));
        assert!(text(&row[1]).starts_with(&measured), "{row}: {measured}");
        let url = text(&row[0]);
        let query = url.find('?').expect("a query");
        page.open(&url[query..]);
        page.wait_for("the measurement", |page| page.count(".of-run") == 1);
        let said = page.text(".of-run");
        let predicted = text(&row[2]);
        let predicted = predicted.split_whitespace().next().unwrap_or_default();
        let error = text(&row[3]);
        let error = error.split_whitespace().next().unwrap_or_default();
        for part in [
            &format!("Measured {measured} GiB"),
            predicted,
            error,
            source,
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
        // The prediction is that of the page under it.
        assert!(page.text(".peaks").contains(predicted), "{run}");
    }
}

/// A4.2: the frame in a tutorial, the link out of it, the JSON of the page and the library.
fn a_frame_its_link_and_its_export_have_one_number(page: &mut Page) {
    let link = "v=1&cat=2026-12&m=qwen2.5-7b&method=qlora&g=rtx-4090&s=4096";
    let native = Document::of(&Link::read(link)).expect("a scenario");
    let needed = native.estimates[0].memory.peak.needed.as_gib();
    let shown = shown(needed);
    let body = format!(
        "<iframe src=\"HEADROOM?embed=1&view=memory&lang=en#{link}\" width=\"700\" height=\"520\"></iframe>"
    );
    let host = Host::of(&page.base_url(), "", &body);
    page.visit(&host.url());
    page.enter_frame(0);
    page.wait_for("the number", |page| {
        page.texts("h1").concat().contains(&shown)
    });
    let out = page.js("return [...document.querySelectorAll('a')].map(a => a.href).find(href => href.includes('#v=1'))");
    let out = out.as_str().expect("a link out").to_owned();
    page.leave_frame();
    crate::embed::assert_private(page, &host);
    let (_, fragment) = out.split_once('#').expect("a scenario");
    assert_eq!(fragment, link);
    page.open(&format!("?lang=en#{fragment}"));
    page.wait_for("the number", |page| page.text("main h1").contains(&shown));
    let cited = page.js_with(
        "return import(new URL('js/index.js', document.baseURI)).then(api => JSON.stringify(api.estimate(arguments[0])))",
        &serde_json::json!([link]),
    );
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(
        value(cited.as_str().unwrap_or_default()),
        value(&native.json().text())
    );
}
