//! What a press leaves behind: the focus, the verdict in view, and a page that does not jump under the hand.
use browser_tests::{Page, Test, keys, tests};
use serde_json::json;
use std::time::Duration;

pub(crate) const TESTS: &[Test] = tests![
    what_is_taken_over_ends_at_the_verdict,
    a_plan_says_what_it_changes_before_the_press,
    a_message_leads_to_what_would_help,
    keys_skip_to_form_and_answer,
    another_language_does_not_stop_the_plan,
    a_change_moves_the_page_once,
    a_box_is_alone_while_it_is_typed_into,
];

/// Waits for the plan of the form as it stands.
fn planned(page: &mut Page) {
    page.wait_for("the plan", |page| {
        page.count("#plan > div:not([aria-busy=true]) .card button") > 0
    });
}

/// Scrolls to a button, presses it by the keyboard, and waits until the focus is at the verdict, which is in view then.
fn press(page: &mut Page, css: &str) {
    page.wait_for(css, |page| page.count(css) > 0);
    let before = page.text(".verdict h1");
    page.read(css, "e.scrollIntoView({ block: 'center' }); e.focus()");
    page.press(keys::ENTER);
    page.wait_for("the verdict in view", |page| {
        let script = "const at = document.querySelector('.verdict h1').getBoundingClientRect();
            return document.activeElement.id === 'answer' && at.top >= 0 && at.bottom <= innerHeight";
        page.js(script) == true
    });
    // A screen reader hears it.
    page.wait_for("another verdict", |page| page.text(".verdict h1") != before);
    page.wait_for("words for a screen reader", |page| {
        let spoken = page.read(".spoken", "return e.textContent");
        let head = page.read(".verdict h1 em", "return e.textContent");
        let [spoken, head] = [spoken, head].map(|text| text.as_str().unwrap_or("?").to_owned());
        spoken.contains(head.trim_end_matches(['.', '。', '，']))
    });
}

fn what_is_taken_over_ends_at_the_verdict(page: &mut Page) {
    let lora = "#m=llama-3.1-70b&method=lora&n=8&shard=ddp&s=2048";
    for narrow in [false, true] {
        if narrow {
            page.phone();
        }
        page.open(lora);
        press(page, ".helps tbody button");
        page.open(lora);
        planned(page);
        press(page, "#plan .card:last-of-type button");
        page.open("#m=qwen2.5-7b&g=a100-sxm-80gb");
        planned(page);
        page.read("#plan .front", "e.open = true");
        press(page, "#plan .front tbody tr:last-child button");
        page.open("#m=llama-3.1-8b");
        press(page, ".instead button");
        page.open("#m=llama-3.1-8b");
        page.wait_visible("#launch");
        page.read("#launch", "e.open = true");
        page.wait_visible("#launch-text");
        page.js_with(
            "const box = document.getElementById('launch-text'); box.value = arguments[0];
             box.dispatchEvent(new Event('input', { bubbles: true }))",
            &json!(["model_name_or_path: Qwen/Qwen2.5-14B\nstage: sft\nfinetuning_type: lora\ncutoff_len: 4096\n"]),
        );
        press(page, "#launch-apply");
        assert_eq!(page.value("#f-s"), "4096");
    }
}

/// Full fine-tuning under FSDP holds fp32 weights; alone on one card the same stack loads them in 16 bits.
fn a_plan_says_what_it_changes_before_the_press(page: &mut Page) {
    page.open("#m=llama-3.1-8b&method=full&n=8&g=b200-sxm-180gb&shard=fsdp");
    planned(page);
    let script = "const card = [...document.querySelectorAll('#plan .card')]
            .find(card => card.textContent.includes('Weights held in fp32 → 16-bit'));
        const button = card?.querySelector('button');
        button?.scrollIntoView({ block: 'center' });
        button?.focus();
        return card?.innerText ?? document.querySelector('#plan').innerText";
    let card = page.js(script);
    let card = card.as_str().unwrap_or_default();
    assert!(card.contains("Also changes:"), "{card}");
    let before = page.text(".premise");
    page.press(keys::ENTER);
    page.wait_for("the choice in the form", |page| {
        page.text(".premise") != before
    });
    assert_eq!(page.value("#f-wd"), "16");
}

fn a_message_leads_to_what_would_help(page: &mut Page) {
    page.open("#m=llama-3.1-8b&method=full&g=rtx-4090");
    page.wait_visible(".helps tbody button");
    page.read(".oom", "e.open = true");
    assert_eq!(page.count("#oom-outcome button"), 0);
    page.type_into(
        "#oom-text",
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.96 GiB. GPU 0 has a total capacity of 23.64 GiB.",
    );
    page.wait_visible("#oom-outcome > button");
    assert_eq!(page.text("#oom-outcome > button"), "What would help");
    page.read("#oom-outcome > button", "e.focus()");
    page.press(keys::ENTER);
    page.wait_for("the changes in view", |page| {
        let script = "const at = document.querySelector('.helps h2').getBoundingClientRect();
            return document.activeElement.id === 'helps' && at.top >= 0 && at.bottom <= innerHeight";
        page.js(script) == true
    });
}

fn keys_skip_to_form_and_answer(page: &mut Page) {
    for (query, words) in [
        ("", ["Skip to the answer", "Skip to the configuration"]),
        ("?lang=zh", ["跳到结果", "跳到配置"]),
    ] {
        for (at, target) in ["answer", "form"].into_iter().enumerate() {
            page.open(query);
            for _ in 0..=at {
                page.press(keys::TAB);
            }
            let script = "const e = document.activeElement, at = e.getBoundingClientRect();
                return [e.textContent, at.top >= 0 && at.height > 0]";
            page.wait_for("the link to come into view", |page| {
                page.js(script) == json!([words[at], true])
            });
            page.press(keys::ENTER);
            page.wait_for(target, |page| {
                page.js("return document.activeElement.id") == target
            });
        }
    }
    // Where there is no form there is nothing to skip to.
    page.open("?view=claims");
    assert_eq!(page.count("a.skip"), 1);
}

fn another_language_does_not_stop_the_plan(page: &mut Page) {
    // Long enough to be met under way.
    page.slow_cpu(6);
    page.open("#stack=megatron&m=llama-3.1-70b&method=full&s=8192&n=8&nodes=8&ga=128&pg=priced");
    let under_way = "#plan > p:not([hidden]) button";
    page.wait_for("a search", |page| page.count(under_way) > 0);
    for wanted in ["方案规划", "Plan"] {
        page.click(".tools button[lang]");
        page.wait_for("the language", |page| page.text("#plan h2") == wanted);
    }
    page.slow_cpu(1);
    page.wait_up_to(Duration::from_secs(60), "the end of it", |page| {
        page.count(under_way) == 0
    });
    planned(page);
    page.click(".tools button[lang]");
    page.wait_for("Chinese", |page| page.text("#plan h2") == "方案规划");
    page.wait_for("no other search", |page| page.count(under_way) == 0);
    let text = page.text("#plan");
    assert!(
        !text.contains("已停在") && text.contains("共比较"),
        "{text}"
    );
}

/// Everything that moved: how much of the window by how much of it, and whether half a second after something was pressed.
const SHIFTS: &str = "window.shifts = [];
    new PerformanceObserver(list => window.shifts.push(...list.getEntries()
        .map(entry => [entry.value, entry.hadRecentInput])))
        .observe({ type: 'layout-shift' })";

/// What moved since the last time: all of it, and of that what came long after the press.
fn moved(page: &mut Page) -> [f64; 2] {
    page.wait_for("what follows the verdict", |page| {
        page.count(".later[aria-busy=true]") == 0 && page.count(".answer[aria-busy=true]") == 0
    });
    planned(page);
    let sums = "const of = late => window.shifts.filter(([, soon]) => !(late && soon))
            .reduce((sum, [value]) => sum + value, 0);
        const found = [of(false), of(true)];
        window.shifts = [];
        return found";
    serde_json::from_value(page.js(sums)).expect("two sums")
}

/// Below what an eye takes for a page that jumps: a change that leaves the verdict's kind as it is moves next to nothing, and where
/// it turns, what stands below makes room with it, not later.
fn a_change_moves_the_page_once(page: &mut Page) {
    const LEAST: f64 = 0.02;
    for query in ["", "?lang=zh"] {
        page.open(&format!("{query}#m=qwen2.5-7b&g=rtx-4090&s=1024"));
        planned(page);
        page.js(SHIFTS);
        for length in ["1536", "2048", "1024"] {
            page.fill("#f-s", length);
            let [all, late] = moved(page);
            assert!(all < LEAST, "{query} {length}: {all}, later {late}");
        }
        page.fill("#f-m", "Qwen2.5-3B");
        page.press(keys::ENTER);
        page.wait_for("the model", |page| page.url().contains("m=qwen2.5-3b"));
        let [_, late] = moved(page);
        assert!(late < LEAST, "{query} a model: {late}");
        for (batch, state) in [("64", "bad"), ("1", "ok"), ("64", "bad")] {
            page.fill("#f-b", batch);
            page.wait_visible(&format!("h1 em.{state}"));
            let [_, late] = moved(page);
            assert!(late < LEAST, "{query} micro-batch {batch}: {late}");
        }
    }
}

/// The form that owns an element.
fn owner(page: &mut Page, css: &str) -> String {
    let id = page.read(css, "return e.form?.id");
    id.as_str().unwrap_or_default().to_owned()
}

/// A box that has the focus belongs to an empty form, see `planner`: Enter sends nothing there, and what is chosen among radio buttons
/// stays one choice.
fn a_box_is_alone_while_it_is_typed_into(page: &mut Page) {
    page.open("#m=llama-3.1-8b&method=lora&s=2048");
    page.js("window.same = true; document.querySelector('#f-s').focus()");
    assert_eq!(owner(page, "#f-s"), "alone");
    page.press(keys::ENTER);
    page.press("4");
    page.wait_for("what was typed", |page| page.value("#f-s").contains('4'));
    assert_eq!(page.js("return window.same"), true);
    let radio = "input[type=radio]:checked";
    page.read(radio, "e.focus()");
    assert_eq!(owner(page, "#f-s"), "form");
    assert_eq!(owner(page, radio), "form");
}
