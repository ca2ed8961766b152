//! Exports, the package in a plain page, and the page in one file.
use browser_tests::{Page, Test, tests};
use estimator::export::{Document, Link};
use serde_json::{Value, json};

pub(super) const TESTS: &[Test] = tests![
    nothing_is_fetched_before_an_export_is_asked_for,
    the_sentence_and_the_report_are_copied,
    files_are_the_numbers_on_the_page,
    a_picture_is_painted,
    the_plan_the_jobs_and_the_comparison_have_files,
    our_own_json_opens_again,
    what_is_none_of_ours_says_where,
    a_plain_page_imports_the_package,
    one_file_opens_from_disk,
    axe_finds_nothing_serious_in_the_menu,
];

/// Catches what would be saved and copied.
const CATCH: &str = "
    window.caught = [];
    HTMLAnchorElement.prototype.click = function () {
        if (this.download) caught.push([this.download, this.href]);
    };
    Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { writeText: (text) => { caught.push(['copied', text]); return Promise.resolve(); } },
    });";

fn open_menu(page: &mut Page, rest: &str) {
    page.open(rest);
    page.js(CATCH);
    page.click("#export-open");
    page.wait_for("the menu", |page| page.count("#export") > 0);
}

/// Presses a button of the menu by its place among those of its format, and gives what was handed out: a name, a text.
fn made(page: &mut Page, button: &str) -> (String, String) {
    page.js("caught.length = 0");
    page.click(button);
    page.wait_for("something made", |page| {
        page.js("return caught.length") == 1
    });
    let caught = page.js("const [name, text] = caught[0]; return [name, text.startsWith('data:') ? decodeURIComponent(text.slice(text.indexOf(',') + 1)) : text]");
    let text = |at: usize| caught[at].as_str().unwrap_or_default().to_owned();
    (text(0), text(1))
}

fn packages(page: &Page) -> u64 {
    let count = page.js("return performance.getEntriesByType('resource').filter((entry) => /\\/js-[0-9a-f]+\\//.test(entry.name)).length");
    count.as_u64().unwrap_or_default()
}

fn nothing_is_fetched_before_an_export_is_asked_for(page: &mut Page) {
    open_menu(page, "#g=rtx-4090");
    assert_eq!(packages(page), 0);
    made(page, "[data-make=sentence]");
    assert!(packages(page) > 0);
}

fn the_sentence_and_the_report_are_copied(page: &mut Page) {
    open_menu(page, "?lang=zh#g=rtx-4090");
    let (_, sentence) = made(page, "[data-make=sentence]");
    assert!(
        sentence.contains("20.00 GiB（单卡）") && sentence.contains("2026-12"),
        "{sentence}"
    );
    assert!(
        sentence.ends_with("#v=1&cat=2026-12&g=rtx-4090"),
        "{sentence}"
    );
    let (_, report) = made(page, "[data-make=md]");
    assert!(
        report.starts_with("# Llama-3.1-8B") && report.contains("| GiB |"),
        "{report}"
    );
    // The report has the headline of the page.
    let headline = page.text("main h1 em");
    assert!(report.contains(headline.trim()), "{headline} {report}");
}

fn files_are_the_numbers_on_the_page(page: &mut Page) {
    let link = "#m=qwen2.5-7b&method=full&n=8&shard=zero3";
    open_menu(page, link);
    let (name, text) = made(page, "[data-make=json]");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&*name, &json["format"]),
        ("headroom.json", &json!("headroom.estimate"))
    );
    let gib = json["verdict"]["needed_bytes"].as_f64().expect("a number") / 1_073_741_824.0;
    let headline = page.text("main h1");
    assert!(headline.contains(&format!("{gib:.1}")), "{headline} {gib}");
    // The same as the native library gives, to the last bit.
    let native = Document::of(&Link::read(link)).expect("a scenario");
    assert_eq!(
        json["verdict"]["needed_bytes"],
        native.estimates[0].memory.peak.needed.get()
    );
    assert_eq!(
        json["time"]["run_s"],
        native.estimates[0].run.as_ref().expect("a time").seconds
    );
    let (name, csv) = made(page, "[data-make=csv]");
    assert!(
        name == "headroom.csv"
            && csv.contains("\r\nverdict,,state,,does-not-fit,")
                == (json["verdict"]["state"] == "does-not-fit")
    );
    let (name, svg) = made(page, "[data-make=svg]");
    assert!(
        name == "headroom.svg" && svg.starts_with("<svg ") && svg.contains("prefers-color-scheme"),
        "{svg}"
    );
    // Exports wait for a form without mistakes.
    page.open("#tp=3&n=8");
    page.click("#export-open");
    page.wait_for("the reason", |page| page.count("#export .error") > 0);
}

fn a_picture_is_painted(page: &mut Page) {
    open_menu(page, "#g=rtx-4090");
    page.js("caught.length = 0");
    page.js("[...document.querySelectorAll('[data-make=svg]')].at(-1).click()");
    page.wait_for("a picture", |page| page.js("return caught.length") == 1);
    let colours = page.js("const [name, address] = caught[0];
        const image = new Image();
        return new Promise((done) => {
            image.onload = () => {
                const canvas = document.createElement('canvas');
                [canvas.width, canvas.height] = [image.width, image.height];
                const context = canvas.getContext('2d');
                context.drawImage(image, 0, 0);
                const all = context.getImageData(0, 0, image.width, image.height).data;
                const found = new Set();
                for (let at = 0; at < all.length; at += 4) found.add(all.slice(at, at + 3).join());
                done([name, image.width, found.has('39,75,143')]);
            };
            image.src = address;
        });");
    // Twice as fine as the drawing, the colour of weights in it.
    assert_eq!(colours, json!(["headroom.png", 1440, true]));
}

fn the_plan_the_jobs_and_the_comparison_have_files(page: &mut Page) {
    open_menu(
        page,
        "#m=qwen2.5-7b&g=rtx-4090&pg=this&jobs=%4064_h100-sxm-80gb%7Enightly_8_4-5-7_2_48&2.method=qlora",
    );
    let (name, jobs) = made(page, "[data-make=jobs-csv]");
    assert!(
        name == "headroom-jobs.csv" && jobs.contains("\r\nnightly,,8,4,5,7,2,no,48,"),
        "{jobs}"
    );
    let (_, json) = made(page, "[data-make=jobs-json]");
    assert_eq!(
        serde_json::from_str::<Value>(&json).expect("JSON")["pools"][0]["gpus"],
        64
    );
    let (name, plan) = made(page, "[data-make=plan-csv]");
    assert!(
        name == "headroom-plan.csv" && plan.contains("\r\nminimum,rtx-4090,"),
        "{plan}"
    );
    // The comparison holds both, the estimate one.
    let both = "[data-make='+json']";
    let (name, json) = made(page, both);
    let found: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&*name, found["scenarios"].as_array().map(Vec::len)),
        ("headroom-comparison.json", Some(2))
    );
    let (_, json) = made(page, "[data-make=json]");
    assert_eq!(
        serde_json::from_str::<Value>(&json).expect("JSON")["format"],
        "headroom.estimate"
    );
    let (_, markdown) = made(page, "[data-make='+md']");
    assert!(markdown.contains("| 1 | 2 |"), "{markdown}");
}

/// Types a document into its box.
fn paste(page: &Page, text: &str) {
    page.js("document.querySelector('#export details').open = true");
    let set = "const area = document.getElementById('document-text');
        area.value = arguments[0];
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));";
    page.js_with(set, &json!([text]));
}

fn our_own_json_opens_again(page: &mut Page) {
    open_menu(
        page,
        "#m=qwen2.5-7b&method=qlora&g=rtx-4090&s=8192&run1.s=512&run1.res=9.5",
    );
    let read = Link::read(page.js("return location.hash").as_str().unwrap_or_default());
    let link = json!(["#", &read.fragment()].concat());
    let (_, text) = made(page, "[data-make=json]");
    open_menu(page, "");
    let before = page.text("main h1");
    paste(page, &text);
    page.wait_for("the scenario", |page| {
        page.js("return location.hash") == link
    });
    assert_ne!(page.text("main h1"), before);
    page.js("history.back()");
    page.wait_for("the one before", |page| page.text("main h1") == before);
    // What cannot be read is a notice, as of a link, and stands in its box.
    paste(
        page,
        r#"{"format": "headroom.estimate", "settings": {"s": "many", "zz": "<img src=x onerror=alert(1)>"}}"#,
    );
    page.wait_for("the notice", |page| page.text("main").contains("“zz”"));
    assert_eq!(page.js("return document.querySelectorAll('img').length"), 0);
}

fn what_is_none_of_ours_says_where(page: &mut Page) {
    open_menu(page, "?lang=zh");
    page.assert_accessible();
    paste(page, "{\n  \"a\": x}");
    page.wait_for("where", |page| {
        page.text("#export-said").contains("第 2 行第 8 列")
    });
    paste(page, "{\"format\": \"other\"}");
    page.wait_for("why", |page| page.text("#export-said").contains("“other”"));
}

fn a_plain_page_imports_the_package(page: &mut Page) {
    page.open("");
    let native = Document::of(&Link::read("g=rtx-4090")).expect("a scenario");
    let found = page.js(
        "return import(new URL('js/index.js', document.baseURI)).then((headroom) => {
            const estimate = headroom.estimate({ g: 'rtx-4090' });
            return [String(estimate.verdict.needed_bytes), String(estimate.time.run_s), headroom.models().models.length > 100, Object.keys(headroom).length];
        });",
    );
    let estimate = &native.estimates[0];
    // As text: the driver rounds numbers.
    assert_eq!(found[0], estimate.memory.peak.needed.get().to_string());
    let run = estimate.run.as_ref().expect("a time");
    assert_eq!(found[1], run.seconds.to_string());
    assert_eq!((&found[2], &found[3]), (&json!(true), &json!(11)));
}

/// Double click: from disk, with nothing fetched, and everything there.
fn one_file_opens_from_disk(page: &mut Page) {
    xtask::single::make().expect("the page in one file");
    let file = xtask::single::file();
    let file = file.canonicalize().expect("the file");
    let path = file.display().to_string();
    page.open_file(&path, "#g=rtx-4090");
    assert!(
        page.text("main h1").contains("20.0"),
        "{}",
        page.text("main h1")
    );
    // Another view with what it would fetch, another language, and back.
    for (view, word) in [
        ("accuracy", "measured"),
        ("method", "Host and disk"),
        ("compare", "side by side"),
    ] {
        page.js_with(
            "document.querySelector(`.nav a[href*=\"view=${arguments[0]}\"]`).click()",
            &json!([view]),
        );
        page.wait_for(view, |page| page.text("main").contains(word));
    }
    page.js("document.querySelector('.tools [lang=\"zh-CN\"]').click()");
    page.wait_for("Chinese", |page| page.text("main").contains("方案"));
    page.js("document.querySelector('.nav a').click()");
    page.wait_for("the planner", |page| {
        page.text("main h1").contains("放得下")
    });
    page.js(CATCH);
    page.click("#export-open");
    let (_, sentence) = made(page, "[data-make=sentence]");
    assert!(sentence.contains("20.00 GiB（单卡）"), "{sentence}");
    let fetched = page.js("return performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !name.startsWith('data:') && !name.startsWith('blob:'))");
    assert_eq!(fetched, json!([]));
}

/// With every row, the box for documents open, and an answer in it; and where the form has a mistake.
fn axe_finds_nothing_serious_in_the_menu(page: &mut Page) {
    for lang in ["en", "zh"] {
        for theme in ["light", "dark"] {
            let query = format!("?lang={lang}&theme={theme}");
            open_menu(
                page,
                &format!(
                    "{query}#g=rtx-4090&jobs=%4064_h100-sxm-80gb%7Enightly_8_4-5-7_2_48&2.method=qlora"
                ),
            );
            paste(page, "{\"format\": \"other\"}");
            page.wait_for("why", |page| page.text("#export-said").contains("“other”"));
            assert_eq!(page.count("#export [role=group]:not([hidden])"), 4);
            page.assert_accessible();
            open_menu(page, &format!("{query}#tp=3&n=8"));
            page.wait_for("the reason", |page| page.count("#export .error") > 0);
            page.assert_accessible();
        }
    }
    page.phone();
    page.assert_fits();
}
