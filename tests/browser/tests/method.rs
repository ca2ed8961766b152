//! The method, and the scenario worked out by hand: what a student needs who has to defend a number.
use browser_tests::{Page, Test, tests};
use estimator::analysis::derivation::{Contrast, Name, contrasts, first_pass};
use estimator::calibration::Calibration;
use estimator::codec::decode;
use estimator::memory::{MemoryReport, Metric};
use serde_json::json;

pub(crate) const TESTS: &[Test] = tests![
    the_method_opens_in_both_languages,
    contents_lead_to_places_and_keep_the_scenario,
    a_derivation_has_the_planners_figures,
    the_ladder_says_what_deepspeed_holds,
    vocabularies_are_contrasted,
    questions_hide_their_answers,
    a_derivation_can_be_taken_along,
    a_derivation_prints_on_one_page,
    published_messages_are_decoded,
    axe_finds_nothing_serious_on_the_method,
];

/// 7B, full, AdamW, 8 × A100 80 GB, ZeRO-2, 2,048 tokens.
const SEVEN: &str = "m=llama-2-7b&method=full&stack=deepspeed&shard=zero2&n=8&s=2048";

fn method(page: &mut Page, query: &str) {
    page.open(&format!("?view=method{query}#{SEVEN}"));
    page.wait_visible(".prose h1");
}

fn derivation(page: &mut Page, query: &str, link: &str) {
    page.open(&format!("?view=derivation{query}#{link}"));
    page.wait_visible(".sheet table");
}

fn table(page: &Page, number: usize) -> Vec<Vec<String>> {
    let script = "return [...document.querySelectorAll('.sheet table')[arguments[0]].querySelectorAll('tbody tr')]\
                  .map(row => [...row.children].map(cell => cell.innerText.trim()))";
    serde_json::from_value(page.js_with(script, &json!([number]))).expect("a table")
}

fn the_method_opens_in_both_languages(page: &mut Page) {
    method(page, "&lang=en");
    assert_eq!(
        page.text(".prose h1"),
        "How Headroom computes memory and time"
    );
    assert_eq!(page.count(".prose h1"), 1);
    let headings = page.count(".prose :is(h2, h3)[tabindex]");
    assert!(headings > 15 && page.count(".contents a") == headings);
    assert_eq!(page.count("[style], .prose script"), 0);
    assert!(page.title().contains("computed"));
    page.click("button[lang=zh-CN]");
    page.wait_for("Chinese", |page| page.text(".nav").contains("方法"));
    page.wait_visible(".prose h1");
    page.wait_for("its text", |page| {
        page.text(".prose h1").contains("显存") && page.text(".prose").contains("逐个留出来源")
    });
    assert_eq!(page.count(".prose :is(h2, h3)[tabindex]"), headings);
}

fn contents_lead_to_places_and_keep_the_scenario(page: &mut Page) {
    method(page, "");
    let before = page.url();
    page.click(".contents a[href='#m-loss']");
    page.wait_for("the place", |page| {
        page.js("return Math.abs(document.getElementById('m-loss').getBoundingClientRect().top)")
            .as_f64()
            .is_some_and(|top| top < 60.0)
    });
    page.wait_for("the focus", |page| {
        page.js("return document.activeElement.id") == "m-loss"
    });
    assert_eq!(page.url(), before);
}

fn a_derivation_has_the_planners_figures(page: &mut Page) {
    derivation(page, "&lang=en", SEVEN);
    let scenario = decode(SEVEN).draft.check().scenario.expect("a scenario");
    let first = table(page, 0);
    let lines = first_pass(&scenario);
    assert_eq!(first.len(), lines.len() + 1);
    assert_eq!(first[0][..4], ["Weights", "2 × P", "2 B × 6.7B", "13.4"]);
    assert_eq!(
        first[2][..4],
        ["Optimizer state", "12 × P ÷ N", "12 B × 6.7B ÷ 8", "10"]
    );
    let lines = table(page, 1);
    let report = MemoryReport::of(&scenario);
    let needed = report
        .at(report.worst)
        .expect("a moment")
        .total(Metric::Needed);
    let shown: f64 = lines.last().expect("a sum")[3].parse().expect("a number");
    assert!((shown - needed.as_gib()).abs() < 0.02, "{shown} {needed:?}");
    // Differences lead from the textbook to the estimate.
    let gaps = table(page, 2);
    let number = |text: &str| text.replace('−', "-").parse::<f64>().expect("a number");
    let sum = gaps.last().expect("a sum");
    assert!(
        (number(&sum[1]) + number(&sum[3]) - number(&sum[2])).abs() < 0.02,
        "{sum:?}"
    );
    assert!((number(&sum[2]) - shown).abs() < 0.02);
    // The planner's table says the same.
    page.open(&format!("#{SEVEN}"));
    page.wait_visible(".budget .sum .n");
    assert_eq!(
        page.text(".budget .sum .n"),
        lines.last().expect("a sum")[3]
    );
    page.read(".budget .note a", "e.click()");
    page.wait_visible(".sheet table");
    assert!(page.url().contains("view=derivation"));
}

fn the_ladder_says_what_deepspeed_holds(page: &mut Page) {
    derivation(page, "&lang=en", SEVEN);
    let ladder = table(page, 3);
    let formulas: Vec<&str> = ladder.iter().map(|row| &*row[1]).collect();
    assert_eq!(formulas, ["2P + 2P + 12P/8", "2P + 14P/8", "16P/8"]);
    let held: Vec<&str> = ladder.iter().map(|row| &*row[3]).collect();
    assert_eq!(held, ["4P + 16P/8", "2P + 16P/8", "18P/8"]);
    let text = page.text(".sheet");
    assert!(
        text.contains("28.28 GiB allocated, asking for 3.14 GiB"),
        "{text}"
    );
    let link = "a[href='https://github.com/hiyouga/LlamaFactory/issues/1221']";
    assert_eq!(page.count(&format!(".sheet {link}")), 1);
}

fn vocabularies_are_contrasted(page: &mut Page) {
    let long = SEVEN.replace("2048", "32768");
    derivation(page, "&lang=en", &long);
    let draft = decode(&long).draft;
    let scenario = draft.check().scenario.expect("a scenario");
    let found = contrasts(&draft, &scenario, &Calibration::default());
    let shown = table(page, 4);
    let expected = found.iter().flat_map(|(_, sides)| sides);
    assert_eq!(shown.len(), expected.clone().count());
    for (row, side) in shown.iter().zip(expected) {
        let peak: f64 = row[2].replace(',', "").parse().expect("a number");
        assert!((peak - side.needed.as_gib()).abs() < 0.006, "{row:?}");
    }
    let row = |name: Name| {
        let all = found.iter().flat_map(|(_, sides)| sides);
        all.clone()
            .position(|side| side.name == name)
            .expect("that side")
    };
    let small = &shown[row(Name::Vocabulary(32_000))];
    assert!(
        small[4].contains("follow neither the size of the model nor N"),
        "{small:?}"
    );
    let sides = &found
        .iter()
        .find(|(c, _)| *c == Contrast::Vocabulary)
        .expect("it")
        .1;
    let more = (sides[1].logits - sides[0].logits) / 1e9;
    assert!((39.0..55.0).contains(&more));
    let seven = &shown[row(Name::Model("llama-2-7b", 32_000))];
    assert!(
        seven[0].contains("2B that needs more than a 7B"),
        "{seven:?}"
    );
    let link = "a[href='https://github.com/hiyouga/LlamaFactory/issues/2580']";
    assert_eq!(page.count(&format!(".sheet {link}")), 1);
}

fn questions_hide_their_answers(page: &mut Page) {
    derivation(page, "&lang=en", SEVEN);
    assert_eq!(page.count(".sheet details"), 3);
    assert!(!page.is_visible(".sheet details p"));
    page.read(".sheet summary", "e.click()");
    page.wait_visible(".sheet details p");
    let answer = page.text(".sheet details p");
    assert!(answer.contains("divided by N and halves"), "{answer}");
    // Every line of the first two tables, and every claim about a run, names its source.
    assert!(page.count(".sheet .source a") > 10);
}

fn a_derivation_can_be_taken_along(page: &mut Page) {
    derivation(page, "&lang=zh", SEVEN);
    page.js("window.copied = ''; navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
    page.click("#copy-sheet");
    page.wait_for("the text", |page| {
        page.js("return window.copied !== ''") == true
    });
    let text = page.js("return window.copied");
    let text = text.as_str().expect("a text");
    assert!(text.starts_with("# 手算推导\n"), "{text}");
    assert!(
        text.contains("`12 × P ÷ N`") && text.contains("[LLaMA-Factory issue 1221]("),
        "{text}"
    );
}

/// A message of the field's threads, the run that failed, and what it asked for. Sizes that models of the catalogue have.
const MESSAGES: [(&str, &str, &str); 8] = [
    (
        "stack=deepspeed&m=baichuan2-13b&method=full&n=4",
        "12.94 GiB",
        "Temporary of Adam",
    ),
    (
        "stack=deepspeed&m=llama-2-7b&method=full&n=8",
        "3.14 GiB",
        "Temporary of Adam",
    ),
    (
        "stack=deepspeed&shard=zero3&m=qwen-72b&method=full&n=8&nodes=2",
        "16.83 GiB",
        "Temporary of Adam",
    ),
    (
        "stack=deepspeed&m=baichuan-7b&method=full&n=8",
        "26.08 GiB",
        "All parameters in one piece",
    ),
    (
        "m=llama-65b&method=qlora&q=fp4&s=512&b=4",
        "688.00 MiB",
        "gate_proj",
    ),
    ("m=baichuan-7b&method=qlora&s=1024", "250.00 MiB", "Logits"),
    ("m=chatglm2-6b&method=qlora", "428.00 MiB", "gate"),
    ("m=llama-2-7b&method=full&n=4", "500.00 MiB", "mbedding"),
];

fn a_derivation_prints_on_one_page(page: &mut Page) {
    let many = "m=deepseek-v3&method=lora&stack=megatron&n=8&nodes=8&tp=8&pp=8&g=h100-sxm-80gb";
    for (query, link) in [
        ("&lang=en", SEVEN),
        ("&lang=zh", many),
        ("&lang=en&theme=dark", many),
    ] {
        derivation(page, query, link);
        assert_eq!(page.printed_pages(), 1, "{query} {link}");
    }
}

fn published_messages_are_decoded(page: &mut Page) {
    for (link, size, object) in MESSAGES {
        page.open(&format!("?lang=en#{link}"));
        page.read("details.oom", "e.open = true");
        let script = "const t = document.querySelector('#oom-text'); t.value = arguments[0]; \
                      t.dispatchEvent(new Event('input', { bubbles: true }))";
        let message = format!("CUDA out of memory. Tried to allocate {size}");
        page.js_with(script, &json!([message]));
        page.wait_for(size, |page| page.count("#oom-outcome ol li") > 0);
        let first = page.text("#oom-outcome ol li");
        assert!(first.contains(object), "{link} {size}: {first}");
    }
}

fn axe_finds_nothing_serious_on_the_method(page: &mut Page) {
    for lang in ["en", "zh"] {
        for theme in ["light", "dark"] {
            let query = format!("&lang={lang}&theme={theme}");
            method(page, &query);
            page.assert_accessible();
            derivation(page, &query, SEVEN);
            page.assert_accessible();
        }
    }
    page.phone();
    page.assert_fits();
    method(page, "");
    page.assert_fits();
}
