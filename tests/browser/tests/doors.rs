//! A sample of hostile text through every box of the page and through messages: it stays text. All of the corpus goes through the
//! same doors natively.
use browser_tests::{Host, Page, Test, tests};
use serde_json::json;

pub(crate) const TESTS: &[Test] = tests![
    every_box_takes_hostile_text,
    names_of_jobs_are_only_text,
    messages_to_a_frame_are_only_text,
];

const SAMPLE: &[&str] = &[
    "<img src=x onerror=window.injected=1>",
    "<script>window.injected=1</script>",
    "\"><svg onload=window.injected=1>",
    "' autofocus onfocus=window.injected=1 x='",
    "javascript:window.injected=1",
    "\u{202e}gpj.exe\u{0}%00",
    "__proto__",
    "{\"__proto__\": {\"polluted\": 1}, \"format\": \"<img src=x onerror=window.injected=1>\"}",
    "{\"format\": \"headroom.estimate\", \"settings\": {\"s\": \"<img src=x onerror=window.injected=1>\", \"__proto__\": \"1\"}}",
    "{\"model_type\": \"<img src=x onerror=window.injected=1>\", \"hidden_size\": \"<b>\"}",
    "text\n<img src=x onerror=window.injected=1>\n",
    "{{constructor.constructor('window.injected=1')()}}",
    "=cmd|' /C calc'!A0",
];

/// Where text is pasted.
const BOXES: &[&str] = &[
    "config-text",
    "launch-text",
    "rows-text",
    "oom-text",
    "printed-text",
    "document-text",
];

const CLEAN: &str = "return [typeof window.injected, typeof Object.prototype.polluted, \
    document.querySelectorAll('main script, main img, main iframe, [onerror], [onfocus], [onload]').length, \
    [...document.querySelectorAll('[href]')].filter(a => /^(javascript|data):/i.test(a.getAttribute('href')) && a.rel !== 'icon').length]";

#[track_caller]
fn assert_clean(page: &Page, what: &str) {
    assert_eq!(
        page.js(CLEAN),
        json!(["undefined", "undefined", 0, 0]),
        "{what}"
    );
}

/// Two frames: what was typed has been read and shown.
fn shown(page: &Page) {
    page.js("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))");
}

fn every_box_takes_hostile_text(page: &mut Page) {
    page.open("?lang=en#g=rtx-4090");
    page.click("#export-open");
    page.js("document.querySelectorAll('details').forEach(e => e.open = true)");
    page.wait_visible("#launch-file-0");
    page.js("document.querySelectorAll('details').forEach(e => e.open = true)");
    for id in BOXES {
        page.wait_for(id, |page| page.count(&format!("#{id}")) == 1);
        for text in SAMPLE.iter().copied().chain([&*"<b>".repeat(100_000)]) {
            page.js_with(
                "const e = document.getElementById(arguments[0]); e.value = arguments[1];
                 e.dispatchEvent(new InputEvent('input', { bubbles: true }));",
                &json!([id, text]),
            );
            shown(page);
            let short: String = text.chars().take(60).collect();
            assert_clean(page, &format!("{id}: {short}"));
            assert!(!page.text("main h1").contains("NaN"), "{id}: {short}");
        }
    }
}

fn names_of_jobs_are_only_text(page: &mut Page) {
    for text in SAMPLE {
        let name: String = text
            .chars()
            .filter(|c| !matches!(c, '_' | '~' | '@' | '\0' | '\n'))
            .take(40)
            .collect();
        let name = name
            .bytes()
            .fold(String::new(), |told, byte| told + &format!("%{byte:02X}"));
        page.open(&format!(
            "?lang=zh#g=rtx-4090&jobs=@8_rtx-4090~{name}_8_5_2_1~b_9_5"
        ));
        page.js("document.querySelectorAll('details').forEach(e => e.open = true)");
        page.wait_for("the jobs", |page| page.count("#jobs tbody tr") == 2);
        shown(page);
        assert_clean(page, text);
    }
}

fn messages_to_a_frame_are_only_text(page: &mut Page) {
    let body = "<iframe src=\"HEADROOM?embed=1&view=memory#g=rtx-4090\" width=\"600\" height=\"500\"></iframe>";
    let host = Host::of(&page.base_url(), "", body);
    page.visit(&host.url());
    page.enter_frame(0);
    page.wait_for("the frame", |page| page.count("main.embed h1") == 1);
    page.leave_frame();
    for text in SAMPLE {
        for kind in ["scenario", "theme", "lang", text] {
            page.js_with(
                "document.querySelector('iframe').contentWindow.postMessage(
                     { type: 'headroom:' + arguments[0], v: 1, [arguments[0]]: arguments[1] }, '*')",
                &json!([kind, format!("m={text}&s={text}&{text}=1&jobs={text}")]),
            );
        }
        page.enter_frame(0);
        shown(page);
        assert_clean(page, text);
        page.leave_frame();
    }
    crate::embed::assert_private(page, &host);
}
