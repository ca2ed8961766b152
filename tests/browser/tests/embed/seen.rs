//! A frame for everyone: by keyboard, in both languages and themes, on a phone, in a dark page.
use super::{SANDBOX, SCENARIO, assert_private, frame, open, wait_for_answer};
use browser_tests::{Page, Test, keys, tests};

pub(crate) const TESTS: &[Test] = tests![
    it_is_worked_by_the_keyboard,
    axe_finds_nothing_serious_in_any_dress,
    it_fits_the_narrowest_phone,
    no_white_box_stands_in_a_dark_page,
];

const VIEWS: [&str; 4] = ["memory", "time", "plan", "chart-length"];

fn it_is_worked_by_the_keyboard(page: &mut Page) {
    let host = open(
        page,
        &(String::from("<button>Before</button>")
            + &frame("lang=en&controls=m_s", SCENARIO, SANDBOX)),
    );
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    page.leave_frame();
    page.js("document.querySelector('button').focus()");
    page.press(keys::TAB);
    page.enter_frame(0);
    assert_eq!(page.js("return document.activeElement.id"), "f-m");
    // The list opens inside the frame and makes it taller.
    page.press("mistral");
    page.press(keys::ENTER);
    page.wait_for("another model", |page| {
        page.text(".cite").contains("Mistral")
    });
    let mut stops = Vec::new();
    for _ in 0..40 {
        page.press(keys::TAB);
        let at = page.js("return document.activeElement.textContent || document.activeElement.id");
        stops.push(at.as_str().unwrap_or_default().to_owned());
        if stops.last().is_some_and(|stop| stop == "Open in Headroom") {
            break;
        }
    }
    assert!(
        stops.iter().any(|stop| stop == "f-s") && stops.iter().any(|stop| stop == "why"),
        "{stops:?}"
    );
    assert_eq!(stops.last().map(String::as_str), Some("Open in Headroom"));
    assert_private(page, &host);
}

fn axe_finds_nothing_serious_in_any_dress(page: &mut Page) {
    let dresses = [
        ("en", "light", "memory"),
        ("zh", "dark", "memory"),
        ("en", "dark", "time"),
        ("zh", "light", "plan"),
        ("zh", "dark", "chart-length"),
    ];
    for (lang, theme, view) in dresses {
        page.open(&format!(
            "?embed=1&lang={lang}&theme={theme}&view={view}&lock=g#{SCENARIO}"
        ));
        page.wait_for("the answer", |page| page.count(".cite") > 0);
        page.assert_accessible();
    }
    page.open("?embed=1&lang=en&theme=dark&view=compare#m=qwen2.5-7b&2.method=full&3.method=qlora");
    page.wait_for("three columns", |page| page.count("thead strong") == 3);
    page.assert_accessible();
}

fn it_fits_the_narrowest_phone(page: &mut Page) {
    page.viewport(320, 640);
    for lang in ["en", "zh"] {
        for view in VIEWS {
            page.open(&format!(
                "?embed=1&lang={lang}&view={view}&lock=m_g#{SCENARIO}"
            ));
            page.wait_for("the answer", |page| page.count(".cite") > 0);
            page.assert_fits();
        }
    }
    page.open("?embed=1&view=compare#m=qwen2.5-7b&2.method=full&3.method=qlora");
    page.wait_for("three columns", |page| page.count("thead strong") == 3);
    page.assert_fits();
}

/// Red, green and blue at a place of the window.
fn no_white_box_stands_in_a_dark_page(page: &mut Page) {
    page.dark();
    let body = frame("lang=en&theme=dark", SCENARIO, SANDBOX);
    let host = open(page, &body);
    page.js("document.body.style.background = '#101114'; document.querySelector('iframe').style.colorScheme = 'dark'");
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    let ground = "return [document.documentElement, document.body].map(e => getComputedStyle(e).backgroundColor)";
    let grounds = page.js(ground);
    for ground in grounds.as_array().into_iter().flatten() {
        let ground = ground.as_str().unwrap_or_default();
        let parts = ground
            .trim_start_matches("rgb(")
            .trim_end_matches(')')
            .split(", ");
        let bright: u32 = parts.filter_map(|part| part.parse::<u32>().ok()).sum();
        assert!(bright < 150, "{ground}");
    }
    assert_eq!(
        page.js("return getComputedStyle(document.documentElement).colorScheme"),
        "dark"
    );
    assert_private(page, &host);
}
