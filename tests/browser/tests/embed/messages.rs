//! What a frame and the page around it tell each other.
use super::{SANDBOX, SCENARIO, assert_private, frame, heard, open, wait_for_answer};
use browser_tests::{Page, Test, tests};
use serde_json::{Value, json};

pub(crate) const TESTS: &[Test] = tests![
    a_frame_says_that_it_is_there_and_how_tall,
    growth_that_nobody_asked_for_ends,
    changes_are_told_to_a_named_origin_alone,
    it_does_what_the_page_around_asks,
    messages_from_elsewhere_are_ignored,
    hostile_text_is_only_text,
];

/// Sends a message into the frame from the page around.
fn send(page: &mut Page, message: &Value) {
    page.leave_frame();
    page.js_with(
        "document.querySelector('iframe').contentWindow.postMessage(arguments[0], '*')",
        &json!([message]),
    );
    page.enter_frame(0);
}

fn theme(page: &mut Page) -> Option<String> {
    page.attribute("html", "data-theme")
}

/// The frame's height as it was last told.
fn told(page: &mut Page) -> f64 {
    let last = heard(page, "height").pop();
    last.and_then(|message| message["height"].as_f64())
        .unwrap_or_default()
}

fn a_frame_says_that_it_is_there_and_how_tall(page: &mut Page) {
    let host = open(page, &frame("lang=en", SCENARIO, SANDBOX));
    page.js("addEventListener('message', e => { if (e.data.type === 'headroom:height') document.querySelector('iframe').height = e.data.height; })");
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    page.wait_for("a height", |page| told(page) > 400.0);
    let ready = heard(page, "ready");
    assert_eq!(ready.len(), 1);
    assert_eq!(ready[0]["v"], 1);
    assert_eq!(
        ready[0]["title"],
        "Fine-tuning memory: Llama-3.1-8B, QLoRA, RTX 4090 24 GB"
    );
    let settles = |page: &mut Page| {
        let mut before = 0.0;
        page.wait_for("heights to settle", |page| {
            page.js("return new Promise(done => setTimeout(done, 250))");
            let now = told(page);
            std::mem::replace(&mut before, now) >= now && now > 0.0
        });
    };
    settles(page);
    page.enter_frame(0);
    // All of it is in view, and little else.
    let room = page.js("return innerHeight - document.body.getBoundingClientRect().height");
    assert!(
        room.as_f64()
            .is_some_and(|room| (0.0..16.0).contains(&room)),
        "{room}"
    );
    // What opens makes it taller.
    let before = told(page);
    page.enter_frame(0);
    page.click(".budget button");
    page.wait_for("more room", |page| told(page) > before + 50.0);
    settles(page);
    let heights = heard(page, "height").len();
    assert!(heights < 12, "{heights} heights");
    assert_private(page, &host);
}

fn growth_that_nobody_asked_for_ends(page: &mut Page) {
    let host = open(page, &frame("lang=en", SCENARIO, SANDBOX));
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    page.wait_for("a height", |page| told(page) > 0.0);
    let before = heard(page, "height").len();
    page.enter_frame(0);
    // Content that grows by itself, as it does where it is as tall as its frame and a little more.
    page.js("window.growing = setInterval(() => { const main = document.querySelector('main'); main.style.paddingBottom = (parseFloat(main.style.paddingBottom || 0) + 40) + 'px'; }, 70)");
    page.js("return new Promise(done => setTimeout(done, 1500))");
    let told_by_itself = heard(page, "height").len() - before;
    assert!((1..=5).contains(&told_by_itself), "{told_by_itself}");
    page.enter_frame(0);
    page.js("clearInterval(window.growing); document.querySelector('main').style.paddingBottom = '9999px'");
    page.click("h1");
    page.js("document.querySelector('main').style.paddingBottom = '9950px'");
    page.wait_for("the most that is told", |page| {
        (told(page) - 4000.0).abs() < 0.1
    });
    assert_private(page, &host);
}

fn changes_are_told_to_a_named_origin_alone(page: &mut Page) {
    let host = open(page, &frame("lang=en", SCENARIO, SANDBOX));
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    page.js("return new Promise(done => setTimeout(done, 600))");
    assert!(heard(page, "change").is_empty());
    assert_private(page, &host);
    // The same page once more, by its name.
    let origin = host.origin();
    page.js_with(
        "document.querySelector('iframe').src += ''; \
         const f = document.querySelector('iframe'); f.src = f.src.replace('lang=en', 'lang=en&host=' + encodeURIComponent(arguments[0]))",
        &json!([origin]),
    );
    page.enter_frame(0);
    page.wait_for("the frame with a host", |page| {
        page.js("return location.search.includes('host=')") == true
    });
    wait_for_answer(page, SCENARIO);
    page.fill("#f-s", "1024");
    let changed = SCENARIO.replace("4096", "1024");
    let canonical = estimator::codec::encode(&estimator::codec::decode(&changed).draft).text;
    let report = wait_for_answer(page, &changed);
    let needed = report.peak.needed.as_gib();
    let mut last = Value::Null;
    page.wait_for("the change", |page| {
        last = heard(page, "change").pop().unwrap_or_default();
        last["scenario"] == canonical
    });
    assert_eq!(last["verdict"], "fits");
    assert!((last["needed_gib"].as_f64().expect("a number") - needed).abs() < 1e-9);
    let figure = |name: &str| last[name].as_f64().expect("a number");
    assert!(figure("low_gib") < needed && needed < figure("high_gib"));
    assert!(figure("usable_gib") > needed && figure("hours") > 0.0);
    // A page of another name hears nothing.
    let other = open(
        page,
        &frame(
            "lang=en&host=https%3A%2F%2Felsewhere.example",
            SCENARIO,
            SANDBOX,
        ),
    );
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    page.js("return new Promise(done => setTimeout(done, 600))");
    page.leave_frame();
    assert_eq!(page.js("return heard.length"), 0);
    // The browser notes on its console that it kept messages back.
    page.expect_trouble();
    assert_private(page, &other);
}

fn it_does_what_the_page_around_asks(page: &mut Page) {
    let host = open(page, &frame("lang=en", SCENARIO, SANDBOX));
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    send(
        page,
        &json!({ "type": "headroom:theme", "v": 1, "theme": "dark" }),
    );
    page.wait_for("dark", |page| theme(page).as_deref() == Some("dark"));
    send(
        page,
        &json!({ "type": "headroom:scenario", "v": 1, "scenario": "m=qwen2.5-7b&s=1k&zzz=1" }),
    );
    wait_for_answer(page, "m=qwen2.5-7b&s=1024");
    assert!(
        page.text(".notice").contains("1 of 3"),
        "{}",
        page.text(".notice")
    );
    send(
        page,
        &json!({ "type": "headroom:lang", "v": 1, "lang": "zh" }),
    );
    page.wait_for("Chinese", |page| {
        page.attribute("html", "lang").as_deref() == Some("zh-CN")
    });
    let before = heard(page, "ready").len();
    send(page, &json!({ "type": "headroom:ping", "v": 1 }));
    page.wait_for("an answer", |page| heard(page, "ready").len() == before + 1);
    page.enter_frame(0);
    page.js("window.printed = 0; window.print = () => { window.printed += 1; }");
    send(page, &json!({ "type": "headroom:print", "v": 1 }));
    page.wait_for("the print", |page| page.js("return window.printed") == 1);
    assert_private(page, &host);
}

fn messages_from_elsewhere_are_ignored(page: &mut Page) {
    let dark = json!({ "type": "headroom:theme", "v": 1, "theme": "dark" });
    let stays_as_it_was = |page: &mut Page| {
        page.js("return new Promise(done => setTimeout(done, 200))");
        assert_eq!(theme(page), None);
    };
    // From a frame beside it.
    let both =
        frame("lang=en", SCENARIO, SANDBOX) + "<iframe srcdoc=\"\" title=\"Beside\"></iframe>";
    let host = open(page, &both);
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    page.enter_frame(1);
    page.js_with(
        "parent.frames[0].postMessage(arguments[0], '*')",
        &json!([dark]),
    );
    page.enter_frame(0);
    stays_as_it_was(page);
    // From itself, in another form, of another version, of nobody's.
    page.js_with("postMessage(arguments[0], '*')", &json!([dark]));
    for other in [
        json!({ "type": "headroom:theme", "theme": "dark" }),
        json!({ "type": "headroom:theme", "v": 2, "theme": "dark" }),
        json!({ "type": "theme", "v": 1, "theme": "dark" }),
        json!({ "type": "headroom:theme", "v": 1, "theme": { "dark": 1 } }),
        json!({ "type": "headroom:elsewhere", "v": 1, "theme": "dark" }),
        json!({ "type": ["headroom:theme"], "v": 1 }),
        json!("headroom:theme"),
        json!(null),
        json!(7),
    ] {
        send(page, &other);
    }
    stays_as_it_was(page);
    send(page, &dark);
    page.wait_for("the right one", |page| {
        theme(page).as_deref() == Some("dark")
    });
    assert_private(page, &host);
    // From a page of another origin than the one that the address names.
    let host = open(
        page,
        &frame("lang=en&host=https://elsewhere.example", SCENARIO, SANDBOX),
    );
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    send(page, &dark);
    stays_as_it_was(page);
    page.expect_trouble();
    assert_private(page, &host);
}

fn hostile_text_is_only_text(page: &mut Page) {
    let long = "a".repeat(9000);
    let bits = [
        "<script>parent.injected=injected=1</script>",
        "<img src=x onerror=parent.injected=1>",
        "\" autofocus onfocus=\"parent.injected=1\" x=\"",
        "javascript:parent.injected=1",
        "\u{202e}evil\u{0}%00",
        "__proto__",
        "constructor",
        "data:text/html,<script>parent.injected=1</script>",
        &long,
    ];
    let mut body = String::new();
    for bit in bits {
        let bit = bit
            .bytes()
            .fold(String::new(), |told, byte| told + &format!("%{byte:02X}"));
        let fragment = format!("m={bit}&s={bit}&{bit}=1");
        // Servers refuse longer queries.
        let bit = bit.get(..600).unwrap_or(&bit);
        body += &frame(
            &format!("view={bit}&lang={bit}&theme={bit}&lock={bit}_m&controls=s_{bit}&host={bit}"),
            &fragment,
            SANDBOX,
        );
    }
    let host = open(page, &body);
    let clean = "return [typeof window.injected, typeof parent.Object.prototype.polluted, \
         document.querySelectorAll('main script, main img, main iframe, [onerror], [onfocus]').length, \
         [...document.querySelectorAll('[href]')].filter(a => /^(javascript|data):/i.test(a.getAttribute('href')) && a.rel !== 'icon').length]";
    for (number, bit) in bits.iter().enumerate() {
        page.enter_frame(number);
        page.wait_for("the frame", |page| page.count("main.embed") == 1);
        let found =
            page.js(&clean.replace("typeof parent.Object.prototype.polluted", "'undefined'"));
        assert_eq!(found, json!(["undefined", "undefined", 0, 0]), "{bit}");
    }
    // The same through messages, of all kinds.
    page.leave_frame();
    for bit in bits {
        for kind in ["scenario", "theme", "lang", "ping", "print", bit] {
            page.js_with(
                "for (const frame of document.querySelectorAll('iframe')) frame.contentWindow.postMessage(\
                 { type: 'headroom:' + arguments[0], v: 1, [arguments[0]]: arguments[1], __proto__: { polluted: 1 } }, '*')",
                &json!([kind, format!("m={bit}&s={bit}&{bit}={bit}")]),
            );
        }
    }
    page.js("return new Promise(done => setTimeout(done, 400))");
    assert_eq!(page.js("return typeof window.injected"), "undefined");
    for (number, bit) in bits.iter().enumerate() {
        page.enter_frame(number);
        let found = page.js(&clean.replace(
            "typeof parent.Object.prototype.polluted",
            "typeof ({}).polluted",
        ));
        assert_eq!(found, json!(["undefined", "undefined", 0, 0]), "{bit}");
    }
    // It still works.
    page.enter_frame(0);
    page.leave_frame();
    page.js_with("document.querySelector('iframe').contentWindow.postMessage({ type: 'headroom:scenario', v: 1, scenario: arguments[0] }, '*')", &json!([SCENARIO]));
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    // Printing is refused in a sandbox, origins that are none are refused: the browser notes both.
    page.expect_trouble();
    page.leave_frame();
    assert_private(page, &host);
    assert!(page.violations().is_empty());
}
