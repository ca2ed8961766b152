//! Scenarios side by side: built by pressing, kept in the link, each with the numbers that the planner has for it.
use crate::expected::{assert_shows, draft, shown};
use browser_tests::{Page, Test, keys, tests};
use estimator::codec::{Decoded, decode, encode};
use estimator::cost::CostReport;
use estimator::host::{DiskReport, HostReport};
use estimator::memory::MemoryReport;
use estimator::run::RunReport;
use estimator::scenario::{Draft, Param};
use serde_json::json;

pub(crate) const TESTS: &[Test] = tests![
    one_press_compares_and_the_link_keeps_it,
    every_column_has_the_numbers_of_the_planner,
    the_planner_adds_a_column,
    what_equals_the_form_stands_once_and_is_kept,
    columns_are_opened_copied_and_removed,
    four_are_the_most,
    wrong_text_is_kept_and_said,
    bad_links_are_explained,
    a_plain_link_compares_with_nothing,
    lines_add_up_and_the_largest_is_marked,
    the_table_becomes_files,
    comparisons_speak_chinese,
    the_keyboard_does_it_all,
    axe_finds_nothing_serious_in_a_comparison,
    it_fits_a_phone_and_scrolls_in_its_box,
];

const LINK: &str = "v=1&cat=2026-12&m=qwen2.5-7b&n=8&2.method=full&3.method=qlora";

fn open(page: &mut Page, query: &str, link: &str) {
    page.open(&format!("?view=compare{query}#{link}"));
    page.wait_for("the columns", |page| columns(page) > 0);
}

fn columns(page: &Page) -> usize {
    page.count(".columns > table > thead th")
}

fn press(page: &mut Page, css: &str) {
    page.wait_visible(css);
    page.read(css, "e.click()");
}

fn wait_columns(page: &mut Page, wanted: usize) {
    page.wait_for(&format!("{wanted} columns"), |page| columns(page) == wanted);
}

fn names(page: &Page) -> Vec<String> {
    page.texts(".columns thead strong")
}

/// What the address bar holds.
fn linked(page: &Page) -> Decoded {
    let url = page.url();
    decode(url.split_once('#').expect("a fragment").1)
}

/// Each scenario of a link, in its order.
fn drafts(link: &str) -> Vec<Draft> {
    let found = decode(link);
    std::iter::once(found.draft).chain(found.others).collect()
}

/// The cells of a row: figure, and what it is apart from the first.
fn row(page: &Page, name: &str) -> Vec<[String; 2]> {
    let script = "const row = [...document.querySelectorAll('.columns > table tbody tr')]
            .find(row => row.cells[0].textContent === arguments[0]);
        return row ? [...row.cells].slice(1).map(cell => [
            cell.querySelector('b, em, td > span')?.textContent ?? '', cell.querySelector('.hint')?.textContent ?? '']) : []";
    let found = page.js_with(script, &json!([name]));
    let found: Vec<[String; 2]> = serde_json::from_value(found).expect("cells");
    assert!(!found.is_empty(), "no row {name}");
    found
}

fn two(value: f64) -> String {
    let text = format!("{value:.2}");
    let (whole, rest) = text.split_once('.').expect("two digits");
    let whole: f64 = whole.parse().expect("a number");
    format!("{}.{rest}", estimator::num::grouped(whole, 0))
}

fn one_press_compares_and_the_link_keeps_it(page: &mut Page) {
    page.open("#m=qwen2.5-7b&n=8");
    page.read(".nav a:nth-child(2)", "e.click()");
    page.wait_for("the view", |page| page.url().contains("view=compare"));
    wait_columns(page, 1);
    assert!(page.title().contains("side by side"));
    press(page, ".compare .chip:nth-child(1)");
    wait_columns(page, 3);
    assert_eq!(names(page), ["LoRA", "Full", "QLoRA"]);
    assert!(page.url().ends_with(LINK), "{}", page.url());
    let texts = page.texts(".columns td");
    page.reload();
    wait_columns(page, 3);
    assert_eq!(page.texts(".columns td"), texts);
    // The link alone does the same.
    let url = page.url();
    open(page, "", url.split_once('#').expect("a fragment").1);
    assert_eq!(page.texts(".columns td"), texts);
    page.js("history.back()");
    // Of a press Back makes one column again.
    page.open("?view=compare#m=qwen2.5-7b&n=8");
    press(page, ".compare .chip:nth-child(2)");
    wait_columns(page, 2);
    assert_eq!(
        linked(page).others[0].get(Param::Model),
        Some("qwen2.5-72b")
    );
    page.js("history.back()");
    wait_columns(page, 1);
    assert!(linked(page).others.is_empty());
    page.js("history.forward()");
    wait_columns(page, 2);
}

/// The table's figures are those of the planner, and their differences are what is printed.
fn every_column_has_the_numbers_of_the_planner(page: &mut Page) {
    let link = "m=llama-3.1-70b&n=8&stack=deepspeed&shard=zero3&rows=20000&2.m=llama-3.1-8b&3.method=full&4.s=4096";
    open(page, "", link);
    wait_columns(page, 4);
    let drafts = drafts(link);
    let scenarios: Vec<_> = drafts
        .iter()
        .map(|draft| draft.check().scenario.expect("a scenario"))
        .collect();
    let peaks: Vec<f64> = scenarios
        .iter()
        .map(|scenario| MemoryReport::of(scenario).peak.needed.as_gib())
        .collect();
    let found = row(page, "Needed at the peak");
    for (at, peak) in peaks.iter().enumerate() {
        let wanted = two(*peak);
        let close = found[at][0]
            .replace(',', "")
            .parse::<f64>()
            .expect("a number");
        assert!((close - peak).abs() < 0.0051, "{found:?} {wanted}");
    }
    let [first, here] = [0, 1].map(|at| {
        found[at][0]
            .replace(',', "")
            .parse::<f64>()
            .expect("a number")
    });
    assert_eq!(found[0][1], "");
    assert_eq!(found[1][1], format!("−{}", two(first - here)));
    // A full 70B does not fit: no time, no cost.
    let verdicts: Vec<String> = row(page, "Verdict")
        .into_iter()
        .map(|[text, _]| text)
        .collect();
    assert_eq!(verdicts[2], "Does not fit.");
    assert_eq!(row(page, "One step")[2], ["–", ""]);
    assert_eq!(row(page, "Rent")[2], ["–", ""]);
    for (at, scenario) in scenarios.iter().enumerate() {
        let disk = DiskReport::of(scenario);
        assert_eq!(
            row(page, "Host memory of a node")[at][0],
            two(HostReport::of(scenario).peak.as_gib())
        );
        assert_eq!(
            row(page, "One checkpoint on disk")[at][0],
            two(disk.per_checkpoint.as_gib())
        );
        if at == 2 {
            continue;
        }
        let run = RunReport::of(scenario, &disk).expect("a time");
        let rate = estimator::num::grouped(run.time.pace.tokens_per_gpu, 0);
        assert_eq!(row(page, "Tokens/s on each GPU")[at][0], rate);
        let cost = CostReport::of_run(scenario, &run, disk.total);
        assert!(cost.rent.is_some() && row(page, "Rent")[at][0].starts_with('$'));
    }
    let longest = row(page, "Longest sequence, tokens")[1][0].clone();
    // The same numbers where a column is opened in the planner.
    for at in [1, 2, 4] {
        open(page, "", link);
        press(page, &format!("#open-{at}"));
        page.wait_for("the planner", |page| !page.url().contains("view=compare"));
        assert_shows(page, &encode(&drafts[at - 1]).text);
        if at == 2 {
            page.wait_for("how far it goes", |page| {
                page.text(".reach").contains(&longest)
            });
        }
    }
}

fn the_planner_adds_a_column(page: &mut Page) {
    page.open("#m=qwen2.5-7b");
    let button = ".keep .ghost";
    assert_eq!(page.text(button), "Add to comparison");
    press(page, button);
    page.wait_for("the column", |page| {
        page.url().ends_with("m=qwen2.5-7b&2.like=1")
    });
    assert_eq!(page.text(button), "In the comparison");
    assert_eq!(
        page.attribute(button, "aria-disabled").as_deref(),
        Some("true")
    );
    // Pressing again adds nothing.
    press(page, button);
    assert_eq!(linked(page).others.len(), 1);
    // What is edited is the first; the other stays.
    page.fill("#f-s", "8192");
    page.wait_for("the edit", |page| page.url().contains("s=8192&2.s=2048"));
    assert_eq!(page.text(button), "Add to comparison");
    press(page, button);
    page.wait_for("another", |page| page.url().contains("3.like=1"));
    assert_eq!(page.text(".keep .link"), "Compare 2 configurations");
    press(page, ".keep .link");
    // What was kept and still is the form stands there once.
    wait_columns(page, 2);
    assert_eq!(names(page), ["8k tokens", "2k tokens"]);
    assert_eq!(linked(page).others.len(), 2);
    assert!(
        page.text(".findings")
            .contains("2,048 instead of 8,192 tokens at once"),
        "{}",
        page.text(".findings")
    );
    // Back, step by step.
    for (others, view) in [(2, false), (1, false)] {
        page.js("history.back()");
        page.wait_for("a step back", |page| {
            linked(page).others.len() == others && page.url().contains("view=compare") == view
        });
    }
    page.js("history.back()");
    page.wait_for("the start", |page| linked(page).others.is_empty());
    assert_shows(page, "m=qwen2.5-7b");
}

fn what_equals_the_form_stands_once_and_is_kept(page: &mut Page) {
    page.open("#m=qwen2.5-7b&s=8192&2.s=2048&3.s=8192");
    let counted = ".keep .link";
    assert_eq!(page.text(counted), "Compare 2 configurations");
    press(page, counted);
    wait_columns(page, 2);
    assert_eq!(names(page), ["8k tokens", "2k tokens"]);
    // A copy that is made here is there to be changed.
    press(page, "#copy-1");
    wait_columns(page, 3);
    page.js("history.back()");
    page.wait_for("no copy", |page| linked(page).others.len() == 2);
    page.read(".nav a:nth-child(1)", "e.click()");
    // Once the form is another one, what was kept of it is there beside it.
    page.fill("#f-s", "4096");
    page.wait_for("the edit", |page| {
        page.text(counted) == "Compare 3 configurations"
    });
    press(page, counted);
    wait_columns(page, 3);
    assert_eq!(names(page), ["4k tokens", "2k tokens", "8k tokens"]);
}

fn columns_are_opened_copied_and_removed(page: &mut Page) {
    open(page, "", LINK);
    press(page, "#copy-2");
    wait_columns(page, 4);
    assert_eq!(names(page), ["LoRA", "Full", "Full", "QLoRA"]);
    // The focus goes to the copy.
    page.wait_for("the focus", |page| {
        page.js("return document.activeElement.id") == "open-3"
    });
    press(page, "#remove-1");
    wait_columns(page, 3);
    assert_eq!(names(page), ["Full", "Full", "QLoRA"]);
    press(page, "#open-3");
    page.wait_for("the planner", |page| !page.url().contains("view=compare"));
    assert_shows(page, "m=qwen2.5-7b&n=8&method=qlora");
    // It has changed places with the first, and an edit changes its column.
    page.fill("#f-s", "4096");
    page.wait_for("the edit", |page| page.url().contains("s=4096"));
    press(page, ".keep .link");
    wait_columns(page, 3);
    assert_eq!(
        names(page),
        ["QLoRA · 4k tokens", "Full · 2k tokens", "Full · 2k tokens"]
    );
    for wanted in [3, 3, 4, 3] {
        // A second step while the first is under way would take its place.
        let before = page.url();
        page.js("history.back()");
        page.wait_for("a step back", |page| page.url() != before);
        assert_eq!(linked(page).others.len() + 1, wanted);
    }
    assert_eq!(linked(page).draft.get(Param::Method), None);
    // Of two one goes: nothing is left to compare.
    open(page, "", "s=4096&2.s=8192");
    press(page, "#remove-2");
    wait_columns(page, 1);
    assert!(page.is_visible(".compare .chip"));
    assert_eq!(page.count("#remove-1"), 0);
}

fn four_are_the_most(page: &mut Page) {
    open(page, "", "s=4096&2.s=8192&3.s=1024");
    press(page, "#copy-1");
    wait_columns(page, 4);
    assert_eq!(page.count("[id^=copy-]"), 0);
    page.read(".nav a:nth-child(1)", "e.click()");
    page.wait_visible(".keep .ghost");
    page.fill("#f-b", "2");
    page.wait_for("the limit", |page| {
        page.text(".keep .ghost") == "Four are the most"
    });
    press(page, ".keep .ghost");
    assert_eq!(linked(page).others.len(), 3);
    // A fifth scenario in a link is named.
    open(page, "", "s=4096&2.s=8192&3.s=1024&4.s=512&5.s=256");
    wait_columns(page, 4);
    assert!(
        page.text(".notice").contains("“5.s”"),
        "{}",
        page.text(".notice")
    );
}

fn wrong_text_is_kept_and_said(page: &mut Page) {
    page.open("#m=qwen2.5-7b&2.s=4096");
    page.fill("#f-s", "many");
    page.wait_visible(".notice.bad");
    press(page, ".keep .link");
    wait_columns(page, 2);
    assert!(
        page.text(".columns th:nth-child(2) .bad")
            .contains("Sequence length")
    );
    assert_eq!(row(page, "Needed at the peak")[0][0], "–");
    assert_ne!(row(page, "Needed at the peak")[1][0], "–");
    // The other one is opened, and the wrong one waits.
    press(page, "#open-2");
    assert_shows(page, "m=qwen2.5-7b&s=4096");
    page.reload();
    assert_shows(page, "m=qwen2.5-7b&s=4096");
    press(page, ".keep .link");
    wait_columns(page, 2);
    press(page, "#open-2");
    page.wait_for("the text", |page| page.value("#f-s") == "many");
    page.js("history.back()");
    wait_columns(page, 2);
}

fn bad_links_are_explained(page: &mut Page) {
    open(page, "", "s=4096&3.s=8192&3.metod=full&3.b=lots&4.like=7");
    wait_columns(page, 3);
    let text = page.text(".notice");
    for part in [
        "3 of 5 settings",
        "Scenario 3: There is no setting “metod”. Was method (Method) meant?",
        "Scenario 3: Micro-batch",
        "like=7",
        "no scenario 2",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(
        page.text(".columns th:nth-child(3) .bad")
            .contains("Micro-batch")
    );
    press(page, ".notice .link");
    page.wait_for("no notice", |page| page.count(".notice") == 0);
}

fn a_plain_link_compares_with_nothing(page: &mut Page) {
    page.open("#m=qwen2.5-7b&s=4096");
    assert_eq!(page.count(".keep .link"), 0);
    assert_eq!(
        encode(&linked(page).draft).text,
        encode(&draft("m=qwen2.5-7b&s=4096")).text
    );
    // Presets and edits leave the comparison alone.
    page.open("#m=qwen2.5-7b&s=4096&2.s=8192");
    page.read(".presets .chip", "e.click()");
    page.wait_for("the preset", |page| {
        !page.url().contains("qwen2.5-7b&s=4096")
    });
    assert_eq!(linked(page).others.len(), 1);
    assert_eq!(
        linked(page).others[0]
            .check()
            .scenario
            .expect("a scenario")
            .batch
            .sequence,
        8192
    );
}

fn lines_add_up_and_the_largest_is_marked(page: &mut Page) {
    open(page, "", LINK);
    let script = "return [...document.querySelectorAll('.columns > table tbody')][1].querySelectorAll('.swatch').length";
    assert!(page.js(script).as_u64().is_some_and(|count| count >= 6));
    let sums = page.js("const rows = [...document.querySelectorAll('.columns > table tbody tr')].filter(row => row.querySelector('.swatch'));
        const read = (cell) => Number(cell.querySelector('b, td > span').textContent.replace(/,/g, ''));
        return [1, 2, 3].map(at => [rows.reduce((sum, row) => sum + read(row.cells[at]), 0), rows.filter(row => row.cells[at].querySelector('.tag')).length])");
    let sums: Vec<(f64, u64)> = serde_json::from_value(sums).expect("sums");
    for ((sum, marked), [peak, _]) in sums.iter().zip(row(page, "Needed at the peak")) {
        assert_eq!(two(*sum), peak);
        assert_eq!(*marked, 1);
    }
    let weights = row(page, "Weights");
    assert!(
        weights[2][1].starts_with('−') && weights[0][1].is_empty(),
        "{weights:?}"
    );
    // The drawing: one column each, and a legend.
    assert_eq!(page.count(".plot svg[role=img]"), 1);
    assert!(page.text(".legend").contains("Weights"));
    let head = page.text("h1") + &page.text(".takes");
    let least = drafts(LINK)
        .iter()
        .map(|draft| {
            MemoryReport::of(&draft.check().scenario.expect("a scenario"))
                .peak
                .needed
                .as_gib()
        })
        .fold(f64::MAX, f64::min);
    assert!(
        head.contains(&format!("Least memory: QLoRA, {} GiB.", shown(least))),
        "{head}"
    );
    // What follows by default, and what is the same, on demand.
    assert_eq!(page.count(".shared li"), 0);
    page.read(".compare details:last-child", "e.open = true");
    page.wait_for("the same inputs", |page| page.count(".shared li") > 20);
    assert!(
        page.text(".shared")
            .contains("Sequence length: 2,048 tokens")
    );
}

fn the_table_becomes_files(page: &mut Page) {
    open(page, "", LINK);
    page.js(
        "window.saved = []; HTMLAnchorElement.prototype.click = function () { window.saved.push([this.download, decodeURIComponent(this.href)]) };
         navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }",
    );
    press(page, ".files .link:nth-child(1)");
    let saved = page.js("return window.saved[0]");
    assert_eq!(saved[0], "headroom.csv");
    let text = saved[1].as_str().expect("a file");
    let peaks = row(page, "Needed at the peak");
    let line = format!(
        "\"Needed at the peak, GiB\",\"{}\",\"{}\",\"{}\",\"{}\",\"{}\"",
        peaks[0][0], peaks[1][0], peaks[1][1], peaks[2][0], peaks[2][1]
    );
    assert!(text.contains(&line), "{line} in {text}");
    assert!(
        text.contains("\"Method\",\"LoRA\",\"Full\",\"\",\"QLoRA\",\"\""),
        "{text}"
    );
    assert!(text.contains("2.method=full&3.method=qlora"), "{text}");
    press(page, ".files .link:nth-child(2)");
    page.wait_for("the copy", |page| page.text(".files").contains("Copied"));
    let copied = page.js("return window.copied");
    let copied = copied.as_str().expect("a text");
    assert!(
        copied.starts_with("|  | LoRA | Full | ± | QLoRA | ± |\n|---|---:|---:|---:|---:|---:|\n"),
        "{copied}"
    );
}

fn comparisons_speak_chinese(page: &mut Page) {
    open(page, "&lang=zh", LINK);
    assert_eq!(names(page), ["LoRA", "全量微调", "QLoRA"]);
    assert!(page.text("h1").contains("个方案中"));
    assert!(page.text(".findings").contains("（基座为 NF4）"));
    assert!(page.title().contains("方案对比"));
    let text = page.text("main");
    assert!(!text.contains("Needed") && !text.contains("same"), "{text}");
}

fn the_keyboard_does_it_all(page: &mut Page) {
    page.open("?view=compare");
    page.js("document.querySelector('.compare .chip').focus()");
    page.press(keys::ENTER);
    wait_columns(page, 3);
    page.wait_for("the focus", |page| {
        page.js("return document.activeElement.id") == "answer"
    });
    page.js("document.getElementById('remove-3').focus()");
    page.press(keys::SPACE);
    wait_columns(page, 2);
    page.wait_for("the focus", |page| {
        page.js("return document.activeElement.id") == "open-2"
    });
    page.press(keys::ENTER);
    page.wait_for("the planner", |page| !page.url().contains("view=compare"));
}

fn axe_finds_nothing_serious_in_a_comparison(page: &mut Page) {
    for query in ["&theme=light", "&theme=dark&lang=zh"] {
        for link in [LINK, "s=many&2.s=4096", "s=4096"] {
            open(page, query, link);
            page.js("for (const fold of document.querySelectorAll('.compare details')) fold.open = true");
            page.assert_accessible();
        }
    }
    page.open("?theme=dark#s=4096&2.s=1024");
    page.assert_accessible();
}

fn it_fits_a_phone_and_scrolls_in_its_box(page: &mut Page) {
    page.phone();
    for query in ["", "&lang=zh"] {
        open(
            page,
            query,
            "m=qwen2.5-7b&n=8&2.method=full&3.method=qlora&4.m=llama-3.1-70b",
        );
        page.assert_fits();
        // Two columns beside the names, which stay.
        let seen = page.js("const box = document.querySelector('.columns'); const name = box.querySelector('th[scope=row]');
            const first = name.getBoundingClientRect().left; box.scrollLeft = 200;
            return [box.scrollWidth > box.clientWidth, Math.round(name.getBoundingClientRect().left - first), box.clientWidth - name.offsetWidth]");
        assert_eq!((&seen[0], &seen[1]), (&json!(true), &json!(0)), "{seen}");
        assert!(seen[2].as_f64().is_some_and(|room| room > 200.0), "{seen}");
        page.assert_accessible();
    }
}
