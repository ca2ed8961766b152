//! The page as a frame in somebody else's.
pub(crate) mod messages;
pub(crate) mod script;
pub(crate) mod seen;

use crate::expected::{report, shown, state};
use browser_tests::{Host, Page, Test, tests};
use estimator::memory::MemoryReport;
use serde_json::{Value, json};

pub(crate) const TESTS: &[Test] = tests![
    a_frame_keeps_nothing_and_leaves_its_address,
    it_works_in_a_sandbox_without_an_origin,
    where_its_files_are_refused_it_says_so,
    forbidden_storage_goes_unnoticed,
    two_frames_are_two,
    every_view_shows_its_part,
    what_is_locked_stays,
    the_sentence_says_what_its_number_is_of,
    it_opens_the_whole_page,
];

const SCENARIO: &str = "v=1&cat=2026-12&m=llama-3.1-8b&method=qlora&g=rtx-4090&s=4096";
const SANDBOX: &str = "allow-scripts allow-same-origin allow-popups allow-downloads";

/// Hears what a page is told.
const HEARS: &str =
    "<script>window.heard = []; addEventListener('message', e => heard.push(e.data))</script>";

/// A frame as people copy it.
fn frame(query: &str, scenario: &str, sandbox: &str) -> String {
    format!(
        "<iframe src=\"HEADROOM?embed=1&{query}#{scenario}\" title=\"Memory\" width=\"100%\" height=\"520\" \
         style=\"border:0\" sandbox=\"{sandbox}\"></iframe>"
    )
}

/// Opens a page with that body that hears what it is told.
fn open(page: &mut Page, body: &str) -> Host {
    let host = Host::of(&page.base_url(), HEARS, body);
    page.visit(&host.url());
    host
}

/// Waits for the verdict of a scenario in the frame that helpers see.
fn wait_for_answer(page: &mut Page, scenario: &str) -> MemoryReport {
    let report = report(scenario);
    let peak = format!(" {} ", shown(report.peak.needed.as_gib()));
    let verdict = state(&report);
    page.wait_for(&format!("{verdict}{peak}"), |page| {
        let text = page.js("return document.querySelector('h1')?.textContent ?? ''");
        let text = text.as_str().unwrap_or_default();
        text.starts_with(verdict) && text.contains(&peak)
    });
    report
}

/// Messages of a kind that the page around heard.
fn heard(page: &mut Page, kind: &str) -> Vec<Value> {
    page.leave_frame();
    let kind = format!("headroom:{kind}");
    let all = page.js_with(
        "return heard.filter(m => m.type === arguments[0])",
        &json!([kind]),
    );
    all.as_array().cloned().unwrap_or_default()
}

/// Only the page's own files and the page around were asked for.
pub(crate) fn assert_private(page: &mut Page, host: &Host) {
    let (own, around) = (page.base_url(), host.url());
    let mut foreign = page.requests();
    foreign.retain(|url| !url.starts_with(&own) && !url.starts_with(&around));
    assert!(foreign.is_empty(), "requests to others: {foreign:#?}");
}

/// Runs something before the scripts of every page, until the test ends.
fn with_script(page: &mut Page, source: &str, test: impl FnOnce(&mut Page)) {
    let added = page.cdp(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": source }),
    );
    test(page);
    page.cdp("Page.removeScriptToEvaluateOnNewDocument", &added);
}

fn a_frame_keeps_nothing_and_leaves_its_address(page: &mut Page) {
    const COUNTS: &str = "window.__stored = 0;
        const own = Object.getOwnPropertyDescriptor(window, 'localStorage');
        Object.defineProperty(window, 'localStorage', { get() { window.__stored += 1; return own.get.call(window); } });";
    with_script(page, COUNTS, |page| {
        let host = open(page, &frame("lang=en", SCENARIO, SANDBOX));
        page.enter_frame(0);
        wait_for_answer(page, SCENARIO);
        let address = "return [location.href, history.length]";
        let before = page.js(address);
        page.fill("#f-s", "2048");
        wait_for_answer(page, &SCENARIO.replace("4096", "2048"));
        page.click("label[for=f-method-lora]");
        page.leave_frame();
        page.js("document.querySelector('iframe').contentWindow.postMessage({ type: 'headroom:theme', v: 1, theme: 'dark' }, '*')");
        page.enter_frame(0);
        page.wait_for("the theme", |page| {
            page.attribute("html", "data-theme").as_deref() == Some("dark")
        });
        // Longer than the page waits before it writes an address.
        page.js("return new Promise(done => setTimeout(done, 600))");
        assert_eq!(page.js(address), before);
        assert_eq!(page.js("return window.__stored"), 0);
        assert_eq!(page.count("header, nav, .guide, dialog[open]"), 0);
        assert_private(page, &host);
    });
}

fn it_works_in_a_sandbox_without_an_origin(page: &mut Page) {
    let host = open(page, &frame("view=memory", SCENARIO, "allow-scripts"));
    page.enter_frame(0);
    assert_eq!(page.js("return self.origin"), "null");
    wait_for_answer(page, SCENARIO);
    page.fill("#f-s", "2048");
    wait_for_answer(page, &SCENARIO.replace("4096", "2048"));
    assert_eq!(page.count(".notice"), 0);
    assert_private(page, &host);
}

fn where_its_files_are_refused_it_says_so(page: &mut Page) {
    page.expect_trouble();
    let strict = Host::strict();
    let body = frame("", SCENARIO, "allow-scripts").replace("HEADROOM", &strict.url());
    let host = open(page, &body);
    page.enter_frame(0);
    page.wait_for("the message", |page| page.is_visible("#unreachable"));
    assert!(!page.is_visible("#loading"));
    let told = heard(page, "error");
    assert_eq!(told[0]["message"], "unreachable");
    // With an origin of its own it is at home there.
    let body = frame("", SCENARIO, SANDBOX).replace("HEADROOM", &strict.url());
    let other = open(page, &body);
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    let known = [host.url(), other.url(), strict.url()];
    let mut foreign = page.requests();
    foreign.retain(|url| !known.iter().any(|known| url.starts_with(known)));
    assert!(foreign.is_empty(), "{foreign:?}");
}

fn forbidden_storage_goes_unnoticed(page: &mut Page) {
    const FORBIDS: &str = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });";
    with_script(page, FORBIDS, |page| {
        let host = open(page, &frame("", SCENARIO, SANDBOX));
        page.enter_frame(0);
        wait_for_answer(page, SCENARIO);
        assert_eq!(page.count(".notice"), 0);
        assert_private(page, &host);
    });
}

fn two_frames_are_two(page: &mut Page) {
    let other = "m=qwen2.5-7b&method=full&g=h100-sxm-80gb";
    let body = frame("", SCENARIO, SANDBOX) + &frame("lang=zh", other, SANDBOX);
    let host = open(page, &body);
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    page.fill("#f-s", "1024");
    wait_for_answer(page, &SCENARIO.replace("4096", "1024"));
    page.enter_frame(1);
    let peak = shown(report(other).peak.needed.as_gib());
    page.wait_for("the other answer", |page| {
        page.count("h1") > 0 && page.text("h1").contains(&peak)
    });
    assert_eq!(page.attribute("html", "lang").as_deref(), Some("zh-CN"));
    assert_private(page, &host);
}

fn every_view_shows_its_part(page: &mut Page) {
    let parts = [
        ("memory", ".bar svg", "caption"),
        ("time", "#time details", "#time p"),
        ("plan", "#plan .card", "#plan h2"),
        ("chart-length", ".plot svg", "figcaption"),
        ("chart-batch", ".plot svg", "figcaption"),
        ("chart-heat", ".plot svg", "figcaption"),
        ("chart-rates", ".plot svg", "figcaption"),
        ("chart-gpus", ".plot svg", "figcaption"),
        ("chart-scaling", "#chart-cost svg", "figcaption"),
        ("chart-tornado", ".plot svg", "figcaption"),
        ("chart-date", ".plot svg", "figcaption"),
    ];
    for (view, part, words) in parts {
        page.open(&format!(
            "?embed=1&lang=en&controls=none&view={view}#{SCENARIO}"
        ));
        wait_for_answer(page, SCENARIO);
        page.wait_for(&format!("{part} of {view}"), |page| page.count(part) > 0);
        assert!(!page.text(words).is_empty(), "{view}");
        assert_eq!(
            page.count("form input, form select, .chart-tab"),
            0,
            "{view}"
        );
    }
    let compared = "m=qwen2.5-7b&2.method=full&3.method=qlora";
    page.open(&format!("?embed=1&lang=en&view=compare#{compared}"));
    page.wait_for("three columns", |page| page.count("thead strong") == 3);
    assert_eq!(
        page.count("thead button"),
        0,
        "nothing to change columns with"
    );
    let full = report("m=qwen2.5-7b&method=full").peak.needed.as_gib();
    let full = format!("{full:.2}");
    assert!(page.text(".columns").contains(&full), "{full}");
}

fn what_is_locked_stays(page: &mut Page) {
    page.open(&format!(
        "?embed=1&lang=en&view=plan&controls=s&lock=m_g#{SCENARIO}"
    ));
    wait_for_answer(page, SCENARIO);
    assert_eq!(page.texts(".locked b"), ["Llama-3.1-8B", "RTX 4090 24 GB"]);
    assert_eq!(page.count("#f-m, #f-g, #f-b"), 0);
    page.fill("#f-s", "1024");
    wait_for_answer(page, &SCENARIO.replace("4096", "1024"));
    page.wait_for("a plan of it", |page| {
        page.count("#plan .card button") > 0 && page.count("#plan .stale") == 0
    });
    // The author's card is all that is looked at, and its own number of GPUs what can be adopted.
    let cards = page.texts("#plan .card strong");
    assert!(
        cards.iter().all(|card| card.contains("RTX 4090")),
        "{cards:?}"
    );
    page.click("#plan .card button");
    page.wait_for("another answer", |page| {
        !page.text(".cite").contains("1,024 tokens × 1 ")
    });
    assert_eq!(page.texts(".locked b"), ["Llama-3.1-8B", "RTX 4090 24 GB"]);
    // With the number of GPUs locked too, no other one can be adopted.
    page.open(&format!(
        "?embed=1&lang=en&view=plan&controls=none&lock=m_g_n_method#{SCENARIO}"
    ));
    page.wait_for("a plan", |page| page.count("#plan .card strong") > 0);
    let others = page.js(
        "return [...document.querySelectorAll('#plan .card')] \
         .filter(card => !card.querySelector('strong')?.textContent.startsWith('1 ×') && card.querySelector('button')).length",
    );
    assert_eq!(others, 0);
}

/// What a quoted number must say of itself.
fn assert_cites(page: &mut Page, peak: &str, parts: &[&str]) {
    let cited = page.text(".cite");
    for part in [peak, "GiB", env!("CARGO_PKG_VERSION"), "2026-12"]
        .iter()
        .chain(parts)
    {
        assert!(cited.contains(part), "{part}: {cited}");
    }
}

fn the_sentence_says_what_its_number_is_of(page: &mut Page) {
    let full = "v=1&cat=2026-12&m=llama-3.1-8b&method=full&g=b200-sxm-180gb&s=4096&b=2";
    let wide = format!("{full}&wd=32");
    page.open(&format!("?embed=1&lang=en&controls=prec_wd#{wide}"));
    let mixed = wait_for_answer(page, &wide).peak.needed.as_gib();
    let parts = [
        "each GPU",
        "Llama-3.1-8B",
        "B200",
        "4,096 tokens × 2",
        "AdamW",
        "TRL + accelerate",
    ];
    assert_cites(page, &shown(mixed), &parts);
    assert_cites(page, &shown(mixed), &["bf16 mixed", "fp32 weights"]);
    page.select("#f-wd", "16");
    page.select("#f-prec", "bf16-pure");
    let pure = format!("{full}&prec=bf16-pure&wd=16");
    let lean = wait_for_answer(page, &pure).peak.needed.as_gib();
    // 8 bytes a parameter instead of 16 to 18: weights, gradients and two moments in two bytes each instead of four, and no copy of
    // the weights in 16 bits beside them.
    let parameters = 8.03e9 / 1024.0_f64.powi(3);
    let apart = (mixed - lean) / parameters;
    assert!((8.0..11.0).contains(&apart), "{apart} bytes a parameter");
    assert_cites(page, &shown(lean), &parts);
    assert_cites(page, &shown(lean), &["pure bf16", "16-bit weights"]);
    page.open(&format!("?embed=1&lang=zh#{wide}"));
    page.wait_for("the Chinese answer", |page| page.count(".cite") > 0);
    assert_cites(
        page,
        &shown(mixed),
        &["每张 GPU", "4,096 token", "AdamW", "B200"],
    );
}

fn it_opens_the_whole_page(page: &mut Page) {
    page.open(&format!(
        "?embed=1&theme=dark&view=time&lock=m&lang=en&host=https%3A%2F%2Fa.example#{SCENARIO}"
    ));
    wait_for_answer(page, SCENARIO);
    page.fill("#f-s", "2048");
    let changed = SCENARIO.replace("4096", "2048");
    wait_for_answer(page, &changed);
    assert_eq!(
        page.attribute(".away a", "target").as_deref(),
        Some("_blank")
    );
    let link = page.js("return document.querySelector('.away a').href");
    let link = link.as_str().expect("a link").to_owned();
    let canonical = estimator::codec::encode(&estimator::codec::decode(&changed).draft).text;
    assert_eq!(link, format!("{}?lang=en#{canonical}", page.base_url()));
    page.open(&link.replace(&page.base_url(), ""));
    wait_for_answer(page, &changed);
    assert_eq!(page.count("nav"), 1);
}
