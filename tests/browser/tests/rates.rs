//! Throughput on the accuracy view: the harness's figures, each run opens its scenario.
use browser_tests::{Page, Test, tests};
use estimator::num::grouped;
use estimator::time::TimeReport;
use std::fs;
use xtask::{accuracy, exec::root};

pub(crate) const TESTS: &[Test] = tests![
    the_rates_are_what_the_harness_gives,
    its_headline_is_the_one_of_the_harness,
    a_rate_opens_as_its_scenario,
    the_tabs_are_addresses,
    axe_finds_nothing_serious_on_the_rates,
];

fn ready(page: &mut Page) {
    page.wait_for("the runs", |page| page.count(".runs tbody tr") > 0);
}

/// Lines of a kind in the built file, cells by name.
fn lines(kind: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let text = fs::read_to_string(root().join("dist").join(accuracy::RATES)).expect("a built page");
    let mut names = Vec::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        if cells[0] == "columns" && cells[1] == kind {
            names = cells[2..].to_vec();
        } else if cells[0] == kind {
            rows.push(cells[1..].to_vec());
        }
    }
    (names, rows)
}

fn the_rates_are_what_the_harness_gives(_: &mut Page) {
    let built =
        fs::read_to_string(root().join("dist").join(accuracy::RATES)).expect("a built page");
    let fresh = accuracy::fresh_rates().expect("the harness");
    assert!(
        built == fresh,
        "dist/throughput.tsv is not what the harness gives: build the page"
    );
}

fn its_headline_is_the_one_of_the_harness(page: &mut Page) {
    page.open("?view=throughput");
    ready(page);
    let (names, rows) = lines("figures");
    let at = |name: &str| {
        names
            .iter()
            .position(|known| known == name)
            .expect("a column")
    };
    let pooled = rows.iter().find(|row| row[0] == "pooled").expect("a line");
    let median: f64 = pooled[at("median")].parse().expect("a number");
    let head = page.text("h1");
    assert!(head.contains(&format!("{median:.1}%")), "{median}: {head}");
    assert!(head.contains(&pooled[at("n")]), "{head}");
    let (_, runs) = lines("run");
    assert_eq!(page.count(".plot circle"), runs.len());
    assert!(page.text(".plot").contains("tokens/s"));
    assert_eq!(page.count(".beside"), 0);
}

fn a_rate_opens_as_its_scenario(page: &mut Page) {
    page.open("?view=throughput");
    ready(page);
    page.select("#filter-method", "qlora");
    page.wait_for("its runs", |page| {
        page.texts(".runs tbody th")
            .iter()
            .all(|name| name.contains("QLoRA"))
    });
    let href = page
        .attribute(".runs tbody tr:first-child a", "href")
        .expect("a link");
    let (_, link) = href.split_once('#').expect("a fragment");
    let shown = page.texts(".runs tbody tr:first-child td.n")[2].clone();
    let scenario = crate::expected::scenario(link);
    let rate = TimeReport::of(&scenario).expect(link).pace.tokens_per_gpu;
    let rate = grouped(rate, usize::from(rate < 99.5));
    assert!(shown.starts_with(&rate), "{shown} {rate}");
    page.read(".runs tbody tr:first-child a", "e.click()");
    page.wait_for("the planner", |page| page.count("#time") > 0);
    assert!(page.text("#time").contains(&rate), "{rate}");
}

fn the_tabs_are_addresses(page: &mut Page) {
    page.open("?view=accuracy#s=4096");
    ready(page);
    let memory = page.text("h1");
    page.click(".tabs a:nth-of-type(2)");
    page.wait_for("the rates", |page| {
        page.url().contains("view=throughput") && page.count("h1") > 0 && page.text("h1") != memory
    });
    assert!(page.url().ends_with("s=4096"));
    assert_eq!(page.texts(".nav a[aria-current=page]"), ["Accuracy"]);
    page.js("history.back()");
    page.wait_for("the peaks", |page| {
        page.count("h1") > 0 && page.text("h1") == memory
    });
}

fn axe_finds_nothing_serious_on_the_rates(page: &mut Page) {
    for query in [
        "?view=throughput&theme=light",
        "?view=throughput&theme=dark&lang=zh",
    ] {
        page.open(query);
        ready(page);
        page.assert_accessible();
    }
    page.phone();
    page.assert_fits();
}
