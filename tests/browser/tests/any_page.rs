//! What holds for the page whatever it shows.
use browser_tests::{Page, Test, keys, tests};
use serde_json::json;

pub(crate) const TESTS: &[Test] = tests![
    it_loads_clean,
    it_asks_for_its_own_files_only,
    an_inline_script_is_blocked,
    an_inline_handler_and_a_foreign_image_are_blocked,
    it_works_under_a_sub_path,
    it_fits_a_phone,
    no_view_scrolls_sideways_at_320_pixels,
    the_focus_outlives_its_button,
    axe_finds_nothing_serious,
    a_start_that_fails_says_so,
    the_first_answer_is_there_before_the_code,
    a_link_shows_no_answer_of_another_scenario,
];

fn it_loads_clean(page: &mut Page) {
    page.open("");
    assert!(!page.title().is_empty());
    assert_eq!(page.count("#loading"), 0);
    assert!(!page.is_visible("#crash"));
    page.assert_clean();
}

fn it_asks_for_its_own_files_only(page: &mut Page) {
    page.open("");
    let requests = page.requests();
    let own = page.base_url();
    assert!(
        requests.iter().any(|url| url.contains(".wasm")),
        "{requests:?}"
    );
    assert!(
        requests.iter().all(|url| url.starts_with(&own)),
        "{requests:?}"
    );
    assert!(requests.len() < 20, "{requests:?}");
}

fn an_inline_script_is_blocked(page: &mut Page) {
    page.expect_trouble();
    page.open("");
    page.js(
        "const s = document.createElement('script'); s.textContent = 'window.injected = 1'; \
         document.body.append(s)",
    );
    page.wait_for("the violation", |page| !page.violations().is_empty());
    assert_eq!(page.js("return typeof window.injected"), "undefined");
}

fn an_inline_handler_and_a_foreign_image_are_blocked(page: &mut Page) {
    page.expect_trouble();
    page.open("");
    page.js("const d = document.createElement('div'); d.innerHTML = \
         '<img src=\"data:,x\" onerror=\"window.injected = 1\">'; document.body.append(d)");
    page.wait_for("the violation", |page| !page.violations().is_empty());
    assert_eq!(page.js("return typeof window.injected"), "undefined");
    page.js(
        "const i = document.createElement('img'); i.src = 'http://127.0.0.1:1/x.png'; \
         document.body.append(i)",
    );
    page.wait_for("the image's violation", |page| {
        page.violations().iter().any(|v| v.contains("img-src"))
    });
    // The browser logs the blocked request as well; nothing was sent.
    page.requests();
}

fn it_works_under_a_sub_path(page: &mut Page) {
    page.serve_under("/docs/tools/headroom/");
    page.open("");
    assert!(page.url().contains("/docs/tools/headroom/"));
    assert!(!page.title().is_empty());
    page.assert_clean();
}

fn it_fits_a_phone(page: &mut Page) {
    page.phone();
    page.open("");
    page.assert_fits();
}

/// Views with their widest tables, and what is there once they are complete.
const WIDEST: [(&str, &str); 8] = [
    ("", ".helps tbody button"),
    ("#s=16777216&b=65536&m=deepseek-v3", ".helps tbody button"),
    (
        "#m=deepseek-v3&n=8&nodes=64&method=full&tp=8&pp=8&kwh=1&buy=100000&cur=cny&ev=yes",
        ".reach small",
    ),
    ("?view=compare", "#answer"),
    ("?view=accuracy", ".runs tbody a"),
    ("?view=throughput", ".runs tbody a"),
    ("?view=claims", "#answer"),
    ("?embed=1&view=chart-heat", "main.embed .scroll"),
];

fn no_view_scrolls_sideways_at_320_pixels(page: &mut Page) {
    // Of which a scrollbar takes 15.
    page.viewport(320, 700);
    for (rest, complete) in WIDEST {
        page.open(rest);
        // What is in a fold is made when it opens.
        page.wait_for(complete, |page| {
            page.js("document.querySelectorAll('details').forEach(fold => fold.open = true)");
            page.count(complete) > 0 && page.count("details:not([open])") == 0
        });
        page.assert_fits();
    }
}

/// Presses what the script gives with the keyboard, and waits until the focus is where it shall be.
fn press_to(page: &mut Page, button: &str, then: &str) {
    page.js(&format!("const button = {button}; button.focus()"));
    page.press(keys::ENTER);
    page.wait_for(then, |page| {
        page.js("return document.activeElement.id") == then
    });
}

fn the_focus_outlives_its_button(page: &mut Page) {
    let first = |css: &str| format!("document.querySelector('{css}')");
    page.open("#m=llama-3.1-8b&s=8192&n=8");
    page.wait_visible(".reach .link");
    press_to(page, &first(".reach .link"), "reach");
    press_to(page, &first("#undo"), "redo");
    page.js("document.getElementById('f-s').focus()");
    let back = "document.activeElement.closest('.row').querySelector('.back')";
    press_to(page, back, "f-s");
    page.open("#m=llama-3.1-8b&nonsense=1");
    press_to(page, &first(".notice .link"), "answer");
    page.open("#m=llama-3.1-70b&method=lora&n=8&shard=ddp&s=2048");
    page.wait_visible(".helps tbody button");
    press_to(page, &first(".helps tbody button"), "answer");
}

fn axe_finds_nothing_serious(page: &mut Page) {
    page.open("");
    page.assert_accessible();
}

fn a_start_that_fails_says_so(page: &mut Page) {
    page.expect_trouble();
    page.cdp("Network.enable", &json!({}));
    page.cdp("Network.setBlockedURLs", &json!({ "urls": ["*.wasm"] }));
    page.load("");
    page.wait_for("the crash dialog", |page| page.is_visible("#crash"));
    page.cdp("Network.setBlockedURLs", &json!({ "urls": [] }));
}

/// Holds the compiled code back, so that what the page has without it stays.
fn hold_code(page: &mut Page) {
    let code = json!({ "patterns": [{ "urlPattern": "*.wasm" }] });
    page.cdp("Fetch.enable", &code);
}

const VERDICT: &str = "return [...document.querySelectorAll('.verdict')].filter(e => e.offsetHeight > 0) \
     .map(e => [...e.querySelectorAll('h1, p')].map(p => p.textContent).join('|')).join('+')";

fn the_first_answer_is_there_before_the_code(page: &mut Page) {
    for query in ["", "?lang=zh"] {
        hold_code(page);
        page.load(query);
        page.wait_for("the first answer", |page| page.count(".first") > 0);
        let first = page.js(VERDICT);
        assert!(
            first.as_str().is_some_and(|text| text.contains("GiB")),
            "{first}"
        );
        page.cdp("Fetch.disable", &json!({}));
        page.open(query);
        assert_eq!(page.js(VERDICT), first);
    }
}

fn a_link_shows_no_answer_of_another_scenario(page: &mut Page) {
    hold_code(page);
    for rest in ["#m=qwen2.5-72b", "?m=qwen2.5-72b", "?view=claims"] {
        page.load(rest);
        page.wait_for("the page", |page| page.is_visible("#loading .wait"));
        assert_eq!(page.js(VERDICT), "", "{rest}");
    }
    page.cdp("Fetch.disable", &json!({}));
}
