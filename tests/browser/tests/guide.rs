//! The first minutes of somebody new, and the sheet of paper at the end.
use crate::expected::draft;
use browser_tests::{Page, Test, keys, tests};
use estimator::analysis::start::{Aim, Answers, start};
use estimator::memory::{MemoryReport, State};
use serde_json::json;
use std::time::Duration;

pub(crate) const TESTS: &[Test] = tests![
    a_few_questions_make_a_configuration,
    where_nothing_fits_that_is_said,
    what_was_chosen_lately_stands_first,
    it_prints_on_one_page,
    what_was_done_is_undone_and_done_again,
];

/// Opens the guided start and presses the chip with that text under each question.
fn answer(page: &mut Page, chips: &[&str]) {
    page.read(".guide summary", "e.click()");
    page.wait_for("the questions", |page| page.count(".guide .chip") > 20);
    for chip in chips {
        let press = "const chip = [...document.querySelectorAll('.guide .chip')].find(e => e.textContent === arguments[0]); \
             chip.click(); return chip.textContent";
        assert_eq!(page.js_with(press, &json!([chip])), *chip);
    }
}

fn a_few_questions_make_a_configuration(page: &mut Page) {
    page.open("");
    answer(
        page,
        &[
            "the largest that fits",
            "4 × RTX 4090 24 GB",
            "long conversations, up to 8,192",
            "500",
            "time and money: adapters only (LoRA, QLoRA)",
        ],
    );
    let expected = start(Answers {
        size: None,
        machine: 1,
        length: 2,
        samples: 0,
        aim: Aim::Thrift,
    });
    let found = expected.found.expect("something fits on four cards");
    assert_eq!(found.state, State::Fits);
    page.wait_for("what was tried", |page| {
        page.count(".outcome li") == expected.rejected.len() + 1
    });
    page.read(".outcome .primary", "e.click()");
    let report = MemoryReport::of(&found.draft.check().scenario.expect("a scenario"));
    page.wait_for("its answer", |page| {
        page.text(".verdict h1").starts_with("Fits.")
            && page.url().contains(&format!("m={}", found.model))
    });
    let link = page.url();
    let shown = draft(link.split('#').nth(1).expect("a fragment"));
    let again = MemoryReport::of(&shown.check().scenario.expect("a scenario"));
    assert_eq!(again.peak, report.peak);
    page.assert_clean();
}

fn where_nothing_fits_that_is_said(page: &mut Page) {
    page.open("?lang=zh");
    answer(page, &["Llama-3.1-70B", "1 × RTX 4090 24 GB"]);
    page.wait_for("three refusals", |page| page.count(".outcome em.bad") == 3);
    assert!(page.text(".outcome .note").contains("没有"));
    page.assert_accessible();
}

fn what_was_chosen_lately_stands_first(page: &mut Page) {
    let first =
        "return [...document.querySelectorAll('.options li')].slice(0, 2).map(e => e.textContent)";
    page.open("");
    for wanted in ["qwen3-14b", "mistral-7b"] {
        page.fill("#f-m", wanted);
        page.press(keys::ENTER);
    }
    page.open("");
    page.click("#f-m");
    page.wait_for("the list", |page| page.count(".options li") > 10);
    let shown = page.js(first);
    let shown: Vec<&str> = shown
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|text| text.as_str())
        .collect();
    assert!(
        shown[0].starts_with("Mistral-7B") && shown[0].ends_with("recent"),
        "{shown:?}"
    );
    assert!(
        shown[1].starts_with("Qwen3-14B") && shown[1].ends_with("recent"),
        "{shown:?}"
    );
}

/// A manager reads one sheet.
fn it_prints_on_one_page(page: &mut Page) {
    let links = [
        "",
        "#m=llama-3.1-70b&method=lora&n=8&s=8192",
        "#m=llama-3.1-70b&method=full&n=8",
        "#m=deepseek-v3&method=full&n=8",
        "?lang=zh&theme=dark#m=qwen2.5-72b&method=qlora&n=2",
    ];
    for link in links {
        page.open(link);
        page.wait_up_to(Duration::from_secs(60), "the plan", |page| {
            page.count(".plan > div:not([aria-busy=true]) .card") > 0
        });
        assert_eq!(page.printed_pages(), 1, "{link}");
    }
}

/// Presses a key with Ctrl, wherever the focus is.
fn command(page: &mut Page, key: &str) {
    for kind in ["keyDown", "keyUp"] {
        let event = json!({ "type": kind, "modifiers": 2, "key": key });
        page.cdp("Input.dispatchKeyEvent", &event);
    }
}

fn what_was_done_is_undone_and_done_again(page: &mut Page) {
    let at = |page: &mut Page, sequence: &str, method: &str| {
        page.wait_for(&format!("{sequence} and {method}"), |page| {
            page.value("#f-s") == sequence && page.count(&format!("[value={method}]:checked")) == 1
        });
    };
    page.open("#m=qwen2.5-7b&method=lora&s=1024");
    assert!(page.is_visible(".step[disabled]"));
    page.fill("#f-s", "2000");
    page.wait_for("the address", |page| page.url().contains("s=2000"));
    page.fill("#f-s", "3000x");
    // Typing is one step once it pauses.
    page.js("return new Promise(done => setTimeout(done, 700))");
    page.js("document.querySelector('[value=qlora]').click()");
    at(page, "3000x", "qlora");
    // Outside of a box that is typed into.
    page.js("document.activeElement.blur()");
    command(page, "z");
    at(page, "3000x", "lora");
    command(page, "z");
    at(page, "2000", "lora");
    command(page, "z");
    at(page, "1024", "lora");
    assert!(!page.url().contains("s=2000"), "{}", page.url());
    page.click(".step:not([disabled])");
    at(page, "2000", "lora");
    command(page, "y");
    at(page, "3000x", "lora");
    command(page, "k");
    page.wait_for("the model", |page| {
        page.js("return document.activeElement.id") == "f-m"
    });
}
