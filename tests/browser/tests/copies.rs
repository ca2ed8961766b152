//! Every button that copies: it has a name, what it copies is what it says, and where the browser refuses, a key does it.
use browser_tests::{Page, Test, tests};
use estimator::export::{Document, Link};
use serde_json::json;

pub(crate) const TESTS: &[Test] = tests![
    each_export_copies_what_it_says,
    each_text_on_the_page_is_copied_whole,
    what_the_browser_refuses_is_selected,
    buttons_of_several_files_say_which,
];

const LINK: &str = "v=1&cat=2026-12&m=qwen2.5-7b&method=qlora&g=rtx-4090&s=4096&pg=this&jobs=@64_h100-sxm-80gb~nightly_8_4-5-7_2_48&2.method=lora";

/// Takes what is copied; `worked` says whether the browser lets it.
fn catch(page: &Page, worked: bool) {
    page.js_with(
        "window.copied = [];
         const write = text => { copied.push(text); return arguments[0] ? Promise.resolve() : Promise.reject(new Error('no')) };
         Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });",
        &json!([worked]),
    );
}

/// Presses a button that must have a name, and gives what it copied.
fn pressed(page: &mut Page, css: &str) -> String {
    page.wait_for(css, |page| page.count(css) > 0);
    let name = page.read(
        css,
        "copied.length = 0; e.click(); return e.getAttribute('aria-label') || e.innerText",
    );
    assert!(
        name.as_str().is_some_and(|name| !name.trim().is_empty()),
        "{css} has no name"
    );
    page.wait_for("a copy", |page| page.js("return copied.length") == 1);
    let text = page.js("return copied[0]");
    text.as_str().unwrap_or_default().to_owned()
}

fn each_export_copies_what_it_says(page: &mut Page) {
    page.open(&format!("?lang=en#{LINK}"));
    catch(page, true);
    page.click("#export-open");
    let alone = LINK.replace(
        "&jobs=@64_h100-sxm-80gb~nightly_8_4-5-7_2_48&2.method=lora",
        "",
    );
    let native = Document::of(&Link::read(&alone)).expect("a scenario");
    let needed = format!("{:.2}", native.estimates[0].memory.peak.needed.as_gib());
    for (make, says, holds) in [
        (
            "sentence",
            "Copy as a sentence",
            &[&*needed, "on one GPU", &alone][..],
        ),
        (
            "md",
            "Copy as Markdown",
            &[&needed, "# Qwen2.5-7B", "| GiB |"],
        ),
        ("+md", "Copy as Markdown", &["| 1 | 2 |"]),
        ("plan-md", "Copy as Markdown", &["# ", "RTX 4090"]),
        ("jobs-md", "Copy as Markdown", &["| nightly |", "H100"]),
    ] {
        let css = format!("#export [data-make='{make}']");
        let said = page.text(&css);
        assert!(said.eq_ignore_ascii_case(says), "{make} is named {said}");
        let group = page.read(
            &css,
            "return e.closest('[role=group]').getAttribute('aria-label')",
        );
        assert!(
            group.as_str().is_some_and(|name| name.len() > 3),
            "{make}: {group}"
        );
        let text = pressed(page, &css);
        for part in holds {
            assert!(text.contains(part), "{make}: no {part} in {text}");
        }
        page.wait_for("word of it", |page| {
            page.text("#export-said").contains("Copied")
        });
    }
}

fn each_text_on_the_page_is_copied_whole(page: &mut Page) {
    page.open(&format!("?lang=en#{LINK}"));
    catch(page, true);
    let link = pressed(page, ".tools .primary");
    let address = page.js("return location.href");
    assert!(
        link.ends_with(&Link::read(LINK).fragment()),
        "{link} at {address}"
    );
    // The panel under the header.
    page.read(
        "button.ghost[title][aria-expanded]:not(#export-open)",
        "e.click()",
    );
    for id in ["embed-frame", "embed-element", "mail-safe"] {
        let shown = page.value(&format!("#{id}"));
        let text = pressed(page, &format!("button[aria-describedby={id}]"));
        assert_eq!(text, shown, "{id}");
        assert!(text.contains("m=qwen2.5-7b"), "{text}");
    }
    // Launch files, and the script of a short run.
    page.read("#launch", "e.open = true");
    page.wait_visible("#launch-file-0");
    let shown = page.read("#launch-file-0", "return e.textContent");
    assert_eq!(pressed(page, ".launch-file:first-child button"), shown);
    page.js("document.querySelectorAll('details').forEach(e => e.open = true)");
    page.wait_for("the script", |page| page.count("#profile-script") == 1);
    let shown = page.read("#profile-script", "return e.textContent");
    assert_eq!(pressed(page, ".script button.ghost"), shown);
}

/// Where copying is refused the text is selected, so that a key copies it.
fn what_the_browser_refuses_is_selected(page: &mut Page) {
    page.open(&format!("?lang=en#{LINK}"));
    catch(page, false);
    page.read("#launch", "e.open = true");
    page.wait_visible("#launch-file-0");
    let shown = page.read("#launch-file-0", "return e.textContent");
    pressed(page, ".launch-file:first-child button");
    page.wait_for("the selection", |page| {
        page.js("return getSelection().toString().trim()")
            == json!(shown.as_str().unwrap_or_default().trim())
    });
    pressed(page, ".tools .primary");
    page.wait_for("the link", |page| page.count("#share-link") == 1);
    let link = page.value("#share-link");
    page.wait_for("its selection", |page| {
        page.js("const e = document.getElementById('share-link'); return document.activeElement === e && e.selectionEnd - e.selectionStart === e.value.length") == true
    });
    assert!(link.ends_with(&Link::read(LINK).fragment()), "{link}");
    page.click("#export-open");
    pressed(page, "#export [data-make=sentence]");
    page.wait_for("word of it", |page| {
        let said = page.text("#export-said");
        !said.is_empty() && !said.contains("Copied")
    });
}

/// DeepSpeed's run has two files or more: their buttons are told apart by the file's name.
fn buttons_of_several_files_say_which(page: &mut Page) {
    page.open("?lang=en#m=qwen2.5-7b&stack=deepspeed&method=full&shard=zero3&n=8");
    page.read("#launch", "e.open = true");
    page.wait_visible("#launch-file-1");
    let described = page.js("return [...document.querySelectorAll('.launch-file button')].map(e =>
        [e.innerText, document.getElementById(e.getAttribute('aria-describedby'))?.innerText].join(' '))");
    let described: Vec<_> = described.as_array().cloned().unwrap_or_default();
    assert!(described.len() >= 4);
    for (at, one) in described.iter().enumerate() {
        assert!(one.as_str().is_some_and(|one| one.contains('.')), "{one}");
        assert!(!described[..at].contains(one), "{one} twice");
    }
}
