//! The planner: what is typed, what is answered, what a link carries.
use crate::expected::{assert_shows, draft, report};
use browser_tests::{Page, Test, keys, tests};
use estimator::codec::encode;
use estimator::memory::Metric;
use estimator::presets;
use std::fmt::Write as _;

pub(crate) const TESTS: &[Test] = tests![
    links_give_the_estimators_numbers,
    every_keystroke_is_answered,
    every_preset_gives_its_numbers_and_back_undoes_it,
    the_link_holds_what_was_typed,
    lines_sum_to_the_total_and_open_into_formulas,
    moments_can_be_chosen,
    bad_input_stays_with_its_reason,
    a_bad_link_says_what_could_not_be_read,
    an_impossible_choice_names_the_gpu,
    sizes_can_be_read_in_gb,
    both_languages_are_complete,
    words_that_cannot_be_fetched_leave_the_page_as_it_is,
    the_theme_can_be_chosen,
    a_model_is_found_with_the_keyboard,
    a_config_json_becomes_the_model,
    hostile_text_is_only_text,
    the_phone_shows_everything,
    axe_finds_nothing_serious_in_any_dress,
];

const LINKS: &[&str] = &[
    "m=llama-3.1-70b&n=8&s=8192",
    "m=qwen2.5-7b&method=full&stack=deepspeed&n=8&s=4096",
    "m=qwen2.5-7b&method=qlora&g=rtx-4090&stack=hf",
    "m=mixtral-8x7b&method=lora&n=8&ckpt=none&loss=fused-linear",
    "m=deepseek-v3&method=full&stack=megatron&n=8&nodes=128&tp=8&pp=16&ep=8&shard=zero1&g=h100-sxm-80gb",
    "m=custom&mh=4096&ml=40&ma=32&mk=8&md=128&mf=12288&mv=100000&method=full&g=h200-sxm-141gb",
];

fn links_give_the_estimators_numbers(page: &mut Page) {
    for link in LINKS {
        page.open(&format!("#{link}"));
        assert_shows(page, link);
    }
}

fn every_keystroke_is_answered(page: &mut Page) {
    page.open("#m=llama-3.1-8b&s=2048");
    page.fill("#f-s", "8192");
    assert_shows(page, "m=llama-3.1-8b&s=8192");
    page.press("0");
    assert_shows(page, "m=llama-3.1-8b&s=81920");
    page.fill("#f-n", "8");
    assert_shows(page, "m=llama-3.1-8b&s=81920&n=8");
    page.click("label[for=f-method-qlora]");
    assert_shows(page, "m=llama-3.1-8b&s=81920&n=8&method=qlora");
    page.select("#f-stack", "unsloth");
    assert_shows(
        page,
        "m=llama-3.1-8b&s=81920&n=8&method=qlora&stack=unsloth",
    );
    page.fill("#f-s", "4k");
    assert_shows(page, "m=llama-3.1-8b&s=4096&n=8&method=qlora&stack=unsloth");
}

fn every_preset_gives_its_numbers_and_back_undoes_it(page: &mut Page) {
    page.open("#m=llama-3.1-8b&s=1024");
    page.click(".chip.more");
    for at in 0..presets::all().len() {
        let preset = &presets::all()[at];
        page.js(&format!(
            "document.querySelectorAll('.presets .chip:not(.more)')[{at}].click()"
        ));
        let link = encode(&preset.draft()).text;
        assert_shows(page, &link);
    }
    page.open("#m=llama-3.1-8b&s=1024");
    let before = page.text("h1");
    page.click(".presets .chip");
    page.wait_for("another verdict", |page| page.text("h1") != before);
    page.js("history.back()");
    page.wait_for("what stood before", |page| page.text("h1") == before);
}

fn the_link_holds_what_was_typed(page: &mut Page) {
    page.open("");
    page.fill("#f-s", "3,000");
    page.fill("#f-n", "4");
    page.fill("#f-b", "2");
    let link = encode(&draft("s=3000&n=4&b=2")).text;
    page.wait_for("the link", |page| page.url().ends_with(&format!("#{link}")));
    let headline = page.text("h1");
    page.reload();
    page.wait_for("the same answer", |page| page.text("h1") == headline);
    assert_eq!(page.value("#f-s"), "3000");
    // The address of a mail program: the hash arrives encoded.
    page.open("#%23m=llama-3.1-70b&n=8&s=8192");
    assert_shows(page, "m=llama-3.1-70b&n=8&s=8192");
    // Settings in the query, for programs that drop the fragment.
    page.open("?m=llama-3.1-70b&n=8#s=8192");
    assert_shows(page, "m=llama-3.1-70b&n=8&s=8192");
}

fn lines_sum_to_the_total_and_open_into_formulas(page: &mut Page) {
    let link = "m=llama-3.1-70b&n=8&s=8192";
    page.open(&format!("#{link}"));
    let cells = page.texts(".budget tbody tr:not(.sum):not(.subtotal) td.n:nth-of-type(1)");
    let lines: f64 = cells
        .iter()
        .filter_map(|cell| cell.parse::<f64>().ok())
        .sum();
    let sums: Vec<f64> = page
        .texts(".budget tbody tr.sum td.n")
        .iter()
        .filter_map(|cell| cell.parse().ok())
        .collect();
    let total = sums.iter().copied().fold(0.0, f64::max);
    let report = report(link);
    assert!(
        (total - report.peak.needed.as_gib()).abs() < 0.006,
        "{total}"
    );
    assert!(
        (lines - report.peak.driver.as_gib()).abs() < 0.0051,
        "{lines} is not {total}: {cells:?}"
    );
    let worst = report.at(report.worst).expect("the worst moment");
    let first = &worst.terms[0].amount;
    page.click(".budget tbody button[aria-expanded=false]");
    page.wait_for("the formula", |page| {
        let text = page.text("table");
        text.contains(&first.symbols()) && text.contains(&first.numbers())
    });
}

fn moments_can_be_chosen(page: &mut Page) {
    let link = "m=llama-3.1-70b&n=8&s=8192";
    page.open(&format!("#{link}"));
    let step = format!(
        "{:.2}",
        report(link)
            .at(estimator::memory::Moment::Step)
            .expect("a step")
            .total(Metric::Needed)
            .as_gib()
    );
    page.click(".moment:nth-of-type(5)");
    page.wait_for("the step's budget", |page| {
        page.texts(".budget tbody tr.sum td.n").contains(&step)
    });
    assert_eq!(
        page.attribute(".moment:nth-of-type(5)", "aria-pressed")
            .as_deref(),
        Some("true")
    );
}

fn bad_input_stays_with_its_reason(page: &mut Page) {
    let link = "m=llama-3.1-8b&s=4096";
    page.open(&format!("#{link}"));
    let headline = page.text("h1");
    for (text, reason) in [("1.5", "1"), ("0", "1"), ("nan", ""), ("-3", "")] {
        page.fill("#f-b", text);
        page.wait_for("a reason", |page| !page.text("#f-b-error").is_empty());
        assert_eq!(page.value("#f-b"), text);
        assert_eq!(
            page.attribute("#f-b", "aria-invalid").as_deref(),
            Some("true")
        );
        assert!(page.text("#f-b-error").contains(reason), "{text}");
        // The last good answer stays.
        assert_eq!(page.text("h1"), headline);
        assert!(page.count(".answer.stale, .stale") > 0, "not greyed");
    }
    page.fill("#f-b", "２");
    assert_shows(page, "m=llama-3.1-8b&s=4096&b=2");
    assert_eq!(page.text("#f-b-error"), "");
    page.open("?lang=zh#m=llama-3.1-8b");
    page.fill("#f-b", "1.5");
    page.wait_for("a Chinese reason", |page| {
        page.text("#f-b-error")
            .chars()
            .any(|c| ('一'..='龥').contains(&c))
    });
}

fn a_bad_link_says_what_could_not_be_read(page: &mut Page) {
    page.open("#v=1&m=llama-3.1-8b&s=abc&nonsense=1&method=qlroa&n=4");
    let notices = page.text("main");
    assert!(notices.contains("nonsense"), "{notices}");
    assert!(notices.contains("qlora"), "the nearest key");
    assert_eq!(page.value("#f-s"), "abc");
    assert_eq!(page.value("#f-n"), "4");
    page.fill("#f-s", "4096");
    page.click("label[for=f-method-lora]");
    assert_shows(page, "m=llama-3.1-8b&s=4096&n=4&method=lora");
}

fn an_impossible_choice_names_the_gpu(page: &mut Page) {
    page.open("#g=v100-sxm-32gb&m=llama-3.1-8b&prec=bf16");
    let text = page.text("#f-prec-error");
    assert!(text.contains("V100") && text.contains("fp16"), "{text}");
    page.select("#f-prec", "fp16");
    assert_shows(page, "g=v100-sxm-32gb&m=llama-3.1-8b&prec=fp16");
}

fn sizes_can_be_read_in_gb(page: &mut Page) {
    let link = "m=llama-3.1-70b&n=8&s=8192";
    page.open(&format!("#{link}"));
    page.click(".tools .ghost");
    let gb = format!("{:.1}", report(link).peak.needed.get() / 1e9);
    page.wait_for("GB", |page| {
        page.text("h1").contains(&gb) && page.text("h1").contains(" GB ")
    });
}

fn both_languages_are_complete(page: &mut Page) {
    page.open("?lang=zh#m=llama-3.1-70b&n=8&s=8192");
    assert_eq!(page.js("return document.documentElement.lang"), "zh-CN");
    let report = report("m=llama-3.1-70b&n=8&s=8192");
    let peak = format!("{:.1}", report.peak.needed.as_gib());
    let headline = page.text("h1");
    assert!(
        headline.starts_with("放得下") && headline.contains(&peak),
        "{headline}"
    );
    page.click("button[lang=en]");
    page.wait_for("English", |page| page.text("h1").starts_with("Fits."));
    // The choice is remembered where the address does not say otherwise.
    page.click("button[lang=zh-CN]");
    page.wait_for("Chinese", |page| page.text("h1").starts_with("放得下"));
    page.open("#m=llama-3.1-70b&n=8&s=8192");
    page.wait_for("Chinese again", |page| {
        page.text("h1").starts_with("放得下")
    });
}

fn words_that_cannot_be_fetched_leave_the_page_as_it_is(page: &mut Page) {
    let block = |page: &mut Page, urls: &[&str]| {
        page.cdp(
            "Network.setBlockedURLs",
            &serde_json::json!({ "urls": urls }),
        );
    };
    page.expect_trouble();
    page.cdp("Network.enable", &serde_json::json!({}));
    page.open("?lang=en#m=llama-3.1-70b&n=8&s=8192");
    block(page, &["*.zh.txt"]);
    page.click("button[lang=zh-CN]");
    page.wait_visible("#unreachable");
    assert!(page.text("h1").starts_with("Fits."));
    block(page, &[]);
    page.click("button[lang=zh-CN]");
    page.wait_for("Chinese", |page| page.text("h1").starts_with("放得下"));
    assert!(!page.is_visible("#unreachable"));
    // Nor is there a page without words, or without the tables of models and GPUs.
    for file in ["*.zh.txt", "*/catalogue-*.txt"] {
        block(page, &[file]);
        page.open("?lang=zh");
        page.wait_visible("#unreachable");
        assert!(!page.is_visible("#loading"));
        block(page, &[]);
    }
}

fn the_theme_can_be_chosen(page: &mut Page) {
    let background =
        |page: &Page| page.js("return getComputedStyle(document.body).backgroundColor");
    page.open("?theme=light");
    let light = background(page);
    page.open("?theme=dark");
    assert_ne!(background(page), light);
    page.dark();
    page.open("?theme=light");
    assert_eq!(background(page), light);
}

fn a_model_is_found_with_the_keyboard(page: &mut Page) {
    page.open("#m=llama-3.1-8b");
    page.fill("#f-m", "qwen2.5-72b");
    page.wait_for("the list", |page| page.count("[role=option]") > 0);
    page.press(keys::DOWN);
    page.press(keys::ENTER);
    page.wait_for("the model", |page| {
        page.text("main").contains("72,706,203,648")
    });
    page.fill("#f-m", "meta-llama/Llama-3.1-70B");
    page.press(keys::ENTER);
    page.wait_for("the repository", |page| {
        page.text("main").contains("70,553,706,496")
    });
}

fn a_config_json_becomes_the_model(page: &mut Page) {
    page.open("#m=llama-3.1-8b");
    page.click("details.paste summary");
    let config = r#"{"model_type":"llama","hidden_size":2048,"num_hidden_layers":20,"num_attention_heads":16,"num_key_value_heads":4,"intermediate_size":5632,"vocab_size":50000,"tie_word_embeddings":false}"#;
    page.js_with(
        "const t = document.querySelector('#config-text'); t.value = arguments[0]; \
         t.dispatchEvent(new Event('input', { bubbles: true }))",
        &serde_json::json!([config]),
    );
    page.click("details.paste button");
    let total = estimator::model::from_config_json(config)
        .expect("a model")
        .total();
    let grouped = estimator::num::grouped(estimator::num::float(total), 0);
    page.wait_for("the count", |page| page.text("main").contains(&grouped));
    // Unknown architectures are explained, not guessed, and the text stays.
    page.click("details.paste summary");
    let unknown = r#"{"model_type":"mamba9","hidden_size":1}"#;
    page.js_with(
        "const t = document.querySelector('#config-text'); t.value = arguments[0]; \
         t.dispatchEvent(new Event('input', { bubbles: true }))",
        &serde_json::json!([unknown]),
    );
    page.wait_for("the explanation", |page| {
        page.text("#config-outcome").contains("mamba9")
    });
    assert_eq!(page.value("#config-text"), unknown);
    // It stays while another view is looked at.
    page.read(".nav a[href*='view=claims']", "e.click()");
    page.wait_for("the claims", |page| page.count("#config-text") == 0);
    page.js("history.back()");
    page.wait_for("the text again", |page| {
        page.count("#config-text") == 1 && page.value("#config-text") == unknown
    });
}

fn hostile_text_is_only_text(page: &mut Page) {
    let bits = [
        "<script>window.injected=1</script>",
        "<img src=x onerror=window.injected=1>",
        "\" autofocus onfocus=window.injected=1 x=\"",
        "javascript:window.injected=1",
        "\u{202e}evil\u{0}",
        "__proto__",
    ];
    for bit in bits {
        page.open(&format!("#m={}&s={}", encoded(bit), encoded(bit)));
        page.fill("#f-s", bit.trim_matches('\0'));
        assert_eq!(
            page.js("return typeof window.injected"),
            "undefined",
            "{bit}"
        );
        assert_eq!(
            page.count("main script, main img, [onerror], [onfocus]"),
            0,
            "{bit}"
        );
        assert_eq!(page.count("a[href^='javascript']"), 0, "{bit}");
    }
}

fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        let _ = write!(encoded, "%{byte:02X}");
    }
    encoded
}

fn the_phone_shows_everything(page: &mut Page) {
    page.phone();
    for rest in [
        "#m=llama-3.1-70b&n=8&s=8192",
        "?lang=zh#m=deepseek-v3&method=full&n=8&nodes=64&stack=megatron&s=131072",
    ] {
        page.open(rest);
        page.assert_fits();
        assert!(page.is_visible("h1"));
        page.js("document.querySelectorAll('details').forEach(d => d.open = true)");
        page.js("document.querySelectorAll('tbody button').forEach(b => b.click())");
        page.assert_fits();
    }
}

fn axe_finds_nothing_serious_in_any_dress(page: &mut Page) {
    let link = encode(&draft("m=llama-3.1-70b&n=8&s=8192")).text;
    for lang in ["en", "zh"] {
        for theme in ["light", "dark"] {
            page.open(&format!("?lang={lang}&theme={theme}#{link}"));
            page.js("document.querySelectorAll('details').forEach(d => d.open = true)");
            page.click("tbody button[aria-expanded=false]");
            page.assert_accessible();
            page.fill("#f-b", "1.5");
            page.assert_accessible();
        }
    }
}
