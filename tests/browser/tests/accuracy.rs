//! The accuracy view: its figures are the harness's, its links open what they say, and it is a page like the other.
use crate::expected::{assert_shows, report};
use browser_tests::{Page, Test, keys, tests};
use std::fs;
use xtask::{accuracy, exec::root};

pub(crate) const TESTS: &[Test] = tests![
    the_file_is_what_the_sources_give,
    its_headline_is_the_one_of_the_method,
    a_run_opens_as_its_scenario,
    an_opened_run_keeps_its_measurement,
    back_and_forward_keep_the_scenario,
    the_list_can_be_narrowed,
    language_theme_and_unit_work_there,
    a_missing_file_is_said,
    the_file_is_not_fetched_for_the_planner,
    axe_finds_nothing_serious_on_the_accuracy_view,
    the_accuracy_view_fits_a_phone,
];

const SCENARIO: &str = "m=llama-3.1-70b&n=8&s=8192";

/// Opens the view and waits for the table.
fn open(page: &mut Page, query: &str) {
    page.open(&format!("?view=accuracy{query}#{SCENARIO}"));
    ready(page);
}

fn ready(page: &mut Page) {
    page.wait_for("the runs", |page| page.count(".runs tbody tr") > 0);
}

fn the_file_is_what_the_sources_give(_: &mut Page) {
    let built = fs::read_to_string(root().join("dist").join(accuracy::FILE)).expect("a built page");
    let fresh = accuracy::fresh().expect("the harness");
    assert!(
        built == fresh,
        "dist/accuracy.tsv is not what the harness gives: build the page"
    );
}

/// A line of METHOD.md and the numbers in it.
fn method(wanted: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("METHOD.md")).expect("the paper");
    let line = text
        .lines()
        .find(|line| line.contains(wanted))
        .expect("its line");
    let words = line.split([' ', ',', ':', ';']);
    words
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| word.ends_with('%') || word.parse::<u64>().is_ok())
        .map(str::to_owned)
        .collect()
}

fn its_headline_is_the_one_of_the_method(page: &mut Page) {
    open(page, "");
    let head = page.text("h1") + &page.text(".verdict p");
    let pooled = method(" rows, coverage ");
    assert_eq!(pooled.len(), 6, "{pooled:?}");
    for number in &pooled {
        assert!(head.contains(number.as_str()), "{number} is not in {head}");
    }
    let table = page.texts(".accuracy > .scroll tbody tr");
    let others = method("Without the largest source");
    let line = table
        .iter()
        .find(|line| line.starts_with("without the largest"))
        .expect("a line");
    for number in &others {
        assert!(
            line.contains(number.trim_end_matches('%')),
            "{number} is not in {line}"
        );
    }
    assert_eq!(
        page.count(".plot svg[role=img] circle").to_string(),
        pooled[0]
    );
    assert!(page.count(".plot svg > title") == 1 && page.count(".plot svg > desc") == 1);
}

fn a_run_opens_as_its_scenario(page: &mut Page) {
    open(page, "");
    page.select("#filter-stack", "trl-fsdp");
    page.wait_for("its runs", |page| {
        let stacks = page.texts(".runs tbody td.opt:nth-of-type(1)");
        let first = stacks.first().cloned().unwrap_or_default();
        first.starts_with("TRL") && stacks.iter().all(|stack| *stack == first)
    });
    let predicted = page.texts(".runs tbody tr:first-child td.n")[2].clone();
    let href = page
        .attribute(".runs tbody tr:first-child a", "href")
        .expect("a link");
    let (_, link) = href.split_once('#').expect("a fragment");
    let peak = report(link).peak;
    let figures =
        [peak.allocated, peak.reserved, peak.driver].map(|bytes| format!("{:.1}", bytes.as_gib()));
    assert!(
        figures.contains(&predicted),
        "{predicted} is none of {figures:?}"
    );
    let link = link.to_owned();
    page.js("window.same = true; document.querySelector('.runs tbody tr:first-child a').click()");
    page.wait_for("the planner", |page| page.count("#f-s") > 0);
    assert_shows(page, &link);
    assert_eq!(
        page.js("return window.same"),
        true,
        "the page was loaded anew"
    );
    assert!(!page.url().contains("view="), "{}", page.url());
    assert!(page.text(".peaks").contains(&predicted));
    page.js("history.back()");
    ready(page);
    assert!(page.url().contains("view=accuracy") && page.url().ends_with(SCENARIO));
    // As a plain link, in another tab.
    page.open(&format!("#{link}"));
    assert_shows(page, &link);
}

/// What was measured stands above the answer as long as the form is the run's, in another tab and after a reload too.
fn an_opened_run_keeps_its_measurement(page: &mut Page) {
    open(page, "&lang=en");
    let cells = page.texts(".runs tbody tr:first-child td.n");
    let first = |cell: &str| cell.split([' ', '\n']).next().unwrap_or("").to_owned();
    let (measured, predicted, error) = (first(&cells[1]), first(&cells[2]), first(&cells[3]));
    page.js("document.querySelector('.runs tbody tr:first-child a').click()");
    let told = |page: &mut Page| {
        let text = page.text(".of-run");
        text.contains(&format!("Measured {measured} GiB"))
            && text.contains(&format!("predicted {predicted}"))
            && text.contains(&error)
    };
    page.wait_for("the measurement", |page| page.count(".of-run") == 1);
    assert!(told(page), "{cells:?} and {}", page.text(".of-run"));
    let url = page.url();
    assert!(url.contains("?lang=en&row="), "{url}");
    page.reload();
    page.wait_for("the measurement", |page| page.count(".of-run") == 1);
    assert!(told(page));
    page.fill("#f-s", "1000");
    page.wait_for("another scenario", |page| {
        page.count(".of-run") == 0 && !page.url().contains("row=")
    });
    page.js("history.back()");
    ready(page);
    page.open(&url[url.find('?').expect("a query")..]);
    page.wait_for("the measurement", |page| page.count(".of-run") == 1);
    page.read(".of-run a", "e.click()");
    ready(page);
    page.open("?row=nobody&lang=en#s=1000");
    page.wait_for("the verdict", |page| page.count("h1") > 0);
    assert_eq!(page.count(".of-run"), 0);
}

fn back_and_forward_keep_the_scenario(page: &mut Page) {
    page.open(&format!("?theme=light&utm=x#{SCENARIO}"));
    let title = page.title();
    page.fill("#f-s", "4000");
    page.read(".nav [href*=\"view=accuracy\"]", "e.click()");
    ready(page);
    assert_ne!(page.title(), title);
    let url = page.url();
    assert!(
        url.contains("view=accuracy") && url.contains("theme=light"),
        "{url}"
    );
    assert!(url.ends_with("s=4000"), "{url}");
    assert_eq!(
        page.attribute(".nav a[aria-current=page]", "href"),
        Some(url.clone())
    );
    page.reload();
    ready(page);
    page.click(".nav a:first-of-type");
    assert_shows(page, "m=llama-3.1-70b&n=8&s=4000");
    assert_eq!(page.title(), title);
    page.js("history.back()");
    ready(page);
    page.js("history.back()");
    assert_shows(page, "m=llama-3.1-70b&n=8&s=4000");
    page.js("history.forward()");
    ready(page);
}

fn the_list_can_be_narrowed(page: &mut Page) {
    open(page, "");
    assert_eq!(page.count(".runs tbody tr"), 50);
    let all = page.count(".plot circle");
    page.js("document.querySelector('.runs .ghost').click()");
    page.wait_for("every run", |page| page.count(".runs tbody tr") == all);
    page.select("#filter-method", "full");
    page.wait_for("full training", |page| {
        let count = page.count(".runs tbody tr");
        count > 50 && count < all
    });
    page.select("#filter-source", "XTuner V1 docs SFT quickstart log");
    page.wait_for("one source", |page| page.count(".runs tbody tr") == 1);
    page.select("#filter-method", "lora");
    page.wait_for("none", |page| page.count(".runs tbody tr") == 0);
    page.select("#filter-method", "");
    page.select("#filter-source", "");
    page.wait_for("every run again", |page| {
        page.count(".runs tbody tr") == all
    });
}

fn language_theme_and_unit_work_there(page: &mut Page) {
    open(page, "&lang=en&theme=light");
    let measured = page.texts(".runs tbody tr:first-child td.n")[1].clone();
    page.click(".tools .ghost");
    page.wait_for("GB", |page| {
        page.texts(".runs tbody tr:first-child td.n")[1] != measured
    });
    page.click("button[lang=zh-CN]");
    page.wait_for("Chinese", |page| page.text("h1").contains("误差中位数"));
    assert!(page.title().contains("实测"));
    assert!(page.url().contains("lang=zh") && page.url().contains("view=accuracy"));
    let theme = |page: &Page| page.js("return document.documentElement.dataset.theme || ''");
    let before = theme(page);
    page.click(".theme");
    page.wait_for("another theme", |page| theme(page) != before);
}

fn a_missing_file_is_said(page: &mut Page) {
    page.expect_trouble();
    page.cdp("Network.enable", &serde_json::json!({}));
    page.cdp(
        "Network.setBlockedURLs",
        &serde_json::json!({ "urls": ["*.tsv"] }),
    );
    page.open("?view=accuracy");
    page.wait_for("the reason", |page| {
        page.text("main").contains("accuracy.tsv")
    });
    page.click(".nav a:first-of-type");
    page.wait_for("the planner", |page| page.count("#f-s") > 0);
    page.cdp("Network.setBlockedURLs", &serde_json::json!({ "urls": [] }));
}

fn the_file_is_not_fetched_for_the_planner(page: &mut Page) {
    page.requests();
    page.open(&format!("#{SCENARIO}"));
    page.wait_for("the verdict", |page| page.count("h1") > 0);
    let asked = |requests: Vec<String>| requests.iter().any(|url| url.contains(accuracy::FILE));
    assert!(!asked(page.requests()));
    page.read(".nav [href*=\"view=accuracy\"]", "e.click()");
    ready(page);
    assert!(asked(page.requests()));
}

fn axe_finds_nothing_serious_on_the_accuracy_view(page: &mut Page) {
    for lang in ["en", "zh"] {
        for theme in ["light", "dark"] {
            open(page, &format!("&lang={lang}&theme={theme}"));
            page.assert_accessible();
        }
    }
    // By keyboard alone: the first link of the list opens its run.
    open(page, "");
    page.js("document.querySelector('.runs tbody a').focus()");
    page.press(keys::ENTER);
    page.wait_for("the planner", |page| page.count("#f-s") > 0);
}

fn the_accuracy_view_fits_a_phone(page: &mut Page) {
    page.phone();
    for lang in ["en", "zh"] {
        open(page, &format!("&lang={lang}"));
        page.assert_fits();
    }
}
