//! When something fails: the program, the browser, storage, the clipboard, the history, a link.
use browser_tests::{Page, Test, tests};
use serde_json::json;

use crate::expected::assert_shows;

pub(crate) const TESTS: &[Test] = tests![
    a_crash_gives_the_scenario_back_once,
    a_trap_is_told_too,
    a_browser_without_webassembly_is_told_so,
    a_page_without_storage_says_so_once,
    broken_preferences_are_passed_over,
    a_history_that_refuses_changes_nothing,
    a_refused_copy_is_said,
    very_long_links_are_read_or_said,
    the_policy_blocks_what_it_names,
];

/// A script that runs before the page's own for as long as the test lasts.
fn with_script(page: &mut Page, script: &str, test: impl FnOnce(&mut Page)) {
    let added = page.cdp(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": script }),
    );
    test(page);
    page.cdp("Page.removeScriptToEvaluateOnNewDocument", &added);
}

const SCENARIO: &str = "m=qwen2.5-7b&method=lora&g=rtx-4090&s=2048";

/// No element can be made any more: the program relies on that and ends.
const NOTHING_IS_MADE: &str = "
    for (const name of ['createElement', 'createElementNS', 'createTextNode', 'createComment'])
        Document.prototype[name] = () => { throw new Error('nothing is made') };
    Node.prototype.cloneNode = () => { throw new Error('nothing is made') };
    document.querySelector('#f-g, #f-m').click();
    document.querySelector('[data-fold], details:not([open]) summary').click();
    document.querySelectorAll('.chart-tab')[3]?.click();";

fn crash(page: &mut Page) {
    page.wait_visible("#what-if .plot:not([aria-busy=true]) svg");
    page.js(NOTHING_IS_MADE);
    page.wait_for("the crash dialog", |page| page.is_visible("#crash"));
    let details = page.text("#crash-details");
    assert!(details.contains("panicked"), "{details}");
}

fn a_crash_gives_the_scenario_back_once(page: &mut Page) {
    page.expect_trouble();
    page.open(&format!("?lang=en#{SCENARIO}"));
    page.fill("#f-s", "4096");
    let changed = SCENARIO.replace("2048", "4096");
    assert_shows(page, &changed);
    crash(page);
    assert!(page.is_visible("#crash-reload") && page.is_visible("#crash-fresh"));
    page.click("#crash-reload");
    page.wait_for("the page anew", |page| {
        page.url().contains("crashed=1") && page.count("#f-s") == 1
    });
    assert_shows(page, &changed);
    // What crashes again is not offered again.
    crash(page);
    assert!(!page.is_visible("#crash-reload") && page.is_visible("#crash-fresh"));
    page.click("#crash-fresh");
    page.wait_for("a fresh page", |page| {
        !page.url().contains("crashed=1") && page.count("#f-s") == 1
    });
    assert_ne!(page.value("#f-s"), "4096");
    assert!(!page.is_visible("#crash"));
}

/// The code ends without a word of its own, as when its stack is at an end.
fn a_trap_is_told_too(page: &mut Page) {
    page.expect_trouble();
    let trap = "dispatchEvent(new ErrorEvent('error', { error: new WebAssembly.RuntimeError('unreachable') }))";
    page.open(&format!("#{SCENARIO}"));
    page.js(trap);
    page.wait_visible("#crash");
    page.click("#crash-reload");
    page.wait_for("the page anew", |page| {
        page.url().contains("?crashed=1#m=qwen2.5-7b") && page.count("#f-s") == 1
    });
    assert_shows(page, SCENARIO);
    page.js(trap);
    page.wait_visible("#crash");
    assert!(!page.is_visible("#crash-reload") && page.is_visible("#crash-fresh"));
}

fn a_browser_without_webassembly_is_told_so(page: &mut Page) {
    for lacks in [
        "delete window.WebAssembly",
        "WebAssembly.validate = () => false",
        "delete HTMLScriptElement.prototype.noModule",
    ] {
        with_script(page, lacks, |page| {
            page.load(&format!("#{SCENARIO}"));
            page.wait_visible("#unsupported");
            let said = page.text("#unsupported");
            assert!(
                said.contains("needs WebAssembly") && said.contains("无法运行 Headroom"),
                "{said}"
            );
            assert!(
                !page.is_visible("#loading") && !page.is_visible("#crash"),
                "{lacks}"
            );
        });
    }
    // A script that it cannot read.
    page.cdp("Network.enable", &json!({}));
    page.cdp("Network.setBlockedURLs", &json!({ "urls": ["*boot.js"] }));
    page.expect_trouble();
    page.load("");
    page.wait_visible("#unreachable");
    page.js("dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('new words') }))");
    page.wait_visible("#unsupported");
    page.cdp("Network.setBlockedURLs", &json!({ "urls": [] }));
    // One that can run it is told nothing.
    page.open("");
    assert!(!page.is_visible("#unsupported"));
}

const THROWS: &str = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })";
const ABSENT: &str = "Object.defineProperty(window, 'localStorage', { get: () => null })";
const FULL: &str =
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }";

fn a_page_without_storage_says_so_once(page: &mut Page) {
    for refused in [THROWS, ABSENT, FULL] {
        with_script(page, refused, |page| {
            page.open(&format!("?lang=en#{SCENARIO}"));
            assert_shows(page, SCENARIO);
            assert_eq!(page.count(".notice"), 1, "{refused}");
            page.click(".notice .link, .notice button");
            page.wait_for("no notice", |page| page.count(".notice") == 0);
            // What would be kept works all the same, and nothing is said again.
            page.click("button[lang=zh-CN]");
            page.wait_for("Chinese", |page| {
                page.attribute("html", "lang").as_deref() == Some("zh-CN")
            });
            page.fill("#f-s", "1024");
            assert_eq!(page.count(".notice"), 0, "{refused}");
        });
    }
    // Where it works nothing is said, and the trial leaves nothing.
    page.open("?lang=en");
    assert_eq!(page.count(".notice"), 0);
    assert_eq!(page.js("return localStorage.length"), 0);
}

fn broken_preferences_are_passed_over(page: &mut Page) {
    page.open("");
    page.js(
        "for (const key of ['lang', 'theme', 'unit', 'recent-m', 'recent-g'])
             localStorage.setItem(key, '\\u0000<img src=x onerror=window.injected=1>{\"' + 'x'.repeat(100000))",
    );
    page.open(&format!("#{SCENARIO}"));
    assert_shows(page, SCENARIO);
    assert_eq!(page.count(".notice"), 0);
    page.click("#f-m");
    assert_eq!(page.js("return typeof window.injected"), "undefined");
}

fn a_history_that_refuses_changes_nothing(page: &mut Page) {
    let refuses = "for (const name of ['pushState', 'replaceState'])
        History.prototype[name] = () => { throw new DOMException('too often', 'SecurityError') }";
    with_script(page, refuses, |page| {
        page.open(&format!("?lang=en#{SCENARIO}"));
        page.fill("#f-s", "4096");
        assert_shows(page, &SCENARIO.replace("2048", "4096"));
        page.click("button[lang=zh-CN]");
        page.wait_for("Chinese", |page| {
            page.attribute("html", "lang").as_deref() == Some("zh-CN")
        });
        assert!(!page.is_visible("#crash"));
    });
}

/// Ways in which browsers refuse to copy.
const NO_COPY: [&str; 3] = [
    "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })",
    "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    "Object.defineProperty(navigator, 'clipboard', { get() { throw new Error('no') } })",
];

fn a_refused_copy_is_said(page: &mut Page) {
    let copies = [
        (
            "?lang=en&view=derivation",
            "#copy-sheet",
            ".tools [role=status]",
        ),
        (
            "?lang=en&view=compare",
            ".files .link:nth-of-type(2)",
            ".files [role=status]",
        ),
    ];
    for refuses in NO_COPY {
        with_script(page, refuses, |page| {
            for (view, button, said) in copies {
                page.open(&format!("{view}#{SCENARIO}&2.method=full"));
                page.click(button);
                page.wait_for("word of it", |page| {
                    page.texts(said)
                        .iter()
                        .any(|text| text.contains("did not allow copying"))
                });
                assert!(!page.text(button).contains("Copied"));
            }
        });
    }
}

fn very_long_links_are_read_or_said(page: &mut Page) {
    let long = format!("{SCENARIO}&{}", "x=1&".repeat(25_000));
    page.open(&format!("?lang=en#{long}"));
    page.wait_visible(".notice");
    assert_shows(page, SCENARIO);
    // What the page then writes is short again.
    page.fill("#f-s", "4096");
    page.wait_for("a short address", |page| page.url().len() < 2000);
    // A link as the first release wrote it.
    let links = std::fs::read_to_string(xtask::exec::root().join("tests/links/links.csv"));
    let links = links.expect("the stored links");
    let oldest = links
        .lines()
        .find_map(|line| line.split([',', '"']).find(|cell| cell.contains("v=1&")));
    page.open(&format!("?lang=en#{}", oldest.expect("a link")));
    assert!(page.count("h1") > 0);
}

fn the_policy_blocks_what_it_names(page: &mut Page) {
    page.expect_trouble();
    page.open("");
    let blocked = [
        (
            "script-src",
            "const a = document.createElement('a'); a.href = 'javascript:window.injected=1'; document.body.append(a); a.click()",
        ),
        ("script-src", "setTimeout('window.injected=1')"),
        (
            "script-src",
            "const s = document.createElement('script'); s.src = 'data:text/javascript,window.injected=1'; document.body.append(s)",
        ),
        (
            "style-src",
            "document.body.setAttribute('style', 'color: red')",
        ),
        (
            "connect-src",
            "fetch('http://127.0.0.1:1/').catch(() => {})",
        ),
        (
            "frame-src",
            "document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://127.0.0.1:1/' }))",
        ),
        (
            "form-action",
            "const f = document.createElement('form'); f.action = 'http://127.0.0.1:1/'; document.body.append(f); f.submit()",
        ),
        (
            "base-uri",
            "document.head.append(Object.assign(document.createElement('base'), { href: 'http://127.0.0.1:1/' }))",
        ),
    ];
    for (directive, act) in blocked {
        page.js("window.__violations = []");
        page.js(act);
        page.wait_for(&format!("{directive}: {act}"), |page| {
            page.violations()
                .iter()
                .any(|one| one.starts_with(directive))
        });
        assert_eq!(
            page.js("return typeof window.injected"),
            "undefined",
            "{act}"
        );
    }
    // Nothing was sent: the browser lists what it blocked.
    page.requests();
}
