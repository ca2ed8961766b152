//! The script that makes frames in somebody else's page, and what is copied to use it.
use super::{SCENARIO, assert_private, wait_for_answer};
use browser_tests::{Host, Page, Test, tests};
use serde_json::json;
use std::time::Duration;

pub(crate) const TESTS: &[Test] = tests![
    nothing_is_asked_for_before_it_is_seen,
    what_stands_inside_stays_until_the_frame_is_there,
    a_link_becomes_a_frame,
    without_script_the_link_stays,
    the_theme_of_the_page_around_is_followed,
    attributes_that_change_are_followed,
    what_is_copied_works_elsewhere,
];

const SCRIPT: &str = "<script src=\"HEADROOMembed.js\" defer></script>";

/// An element with those attributes beside the scenario.
fn element(attributes: &str, inside: &str) -> String {
    format!("<headroom-plan scenario=\"{SCENARIO}\" {attributes}>{inside}</headroom-plan>")
}

fn open(page: &mut Page, body: &str) -> Host {
    let host = Host::of(&page.base_url(), SCRIPT, body);
    page.visit(&host.url());
    host
}

fn wait_for_frame(page: &mut Page) {
    page.leave_frame();
    page.wait_for("the frame's height", |page| {
        page.js("const f = document.querySelector('iframe'); return !!f && f.height > 300") == true
    });
}

fn nothing_is_asked_for_before_it_is_seen(page: &mut Page) {
    page.requests();
    let body = "<div style=\"height:4000px\"></div>".to_owned() + &element("view=\"memory\"", "");
    let host = open(page, &body);
    page.js("return new Promise(done => setTimeout(done, 300))");
    let mut own = page.requests();
    own.retain(|url| url.starts_with(&page.base_url()));
    assert_eq!(own, [page.base_url() + "embed.js"]);
    let size = page.js_with(
        "return fetch(arguments[0]).then(r => r.text()).then(t => new Blob([t]).size)",
        &json!([page.base_url() + "embed.js"]),
    );
    assert!(size.as_u64().is_some_and(|size| size <= 2048), "{size}");
    page.js("document.querySelector('headroom-plan').scrollIntoView()");
    wait_for_frame(page);
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    assert_private(page, &host);
}

fn what_stands_inside_stays_until_the_frame_is_there(page: &mut Page) {
    // The page under test does not answer there.
    page.expect_trouble();
    let table = "<table><tr><td>15.7 GiB</td></tr></table>";
    let nowhere = element("base=\"http://127.0.0.1:9/\"", table);
    let host = open(page, &nowhere);
    page.wait_for("the frame", |page| page.count("iframe") == 1);
    page.js("return new Promise(done => setTimeout(done, 300))");
    assert!(page.is_visible("headroom-plan table"));
    page.requests();
    let host = (
        host,
        open(page, &element("title=\"Memory of a run\"", table)),
    )
        .1;
    wait_for_frame(page);
    assert_eq!(page.count("headroom-plan table"), 0);
    assert_eq!(
        page.attribute("iframe", "title").as_deref(),
        Some("Memory of a run")
    );
    assert_private(page, &host);
}

fn a_link_becomes_a_frame(page: &mut Page) {
    let link = format!(
        "<p><a data-headroom href=\"HEADROOM?view=time&lock=m_g#{SCENARIO}\">Time of this run</a></p>"
    );
    let host = open(page, &(link.clone() + &link));
    wait_for_frame(page);
    assert!(!page.is_visible("a[data-headroom]"));
    assert_eq!(page.count("iframe"), 2);
    let title = page.attribute("iframe", "title");
    assert_eq!(
        title.as_deref(),
        Some("Fine-tuning memory: Llama-3.1-8B, QLoRA, RTX 4090 24 GB")
    );
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    assert_eq!((page.count("#time"), page.count(".locked")), (1, 2));
    assert_private(page, &host);
}

fn without_script_the_link_stays(page: &mut Page) {
    let link = format!("<a data-headroom href=\"HEADROOM#{SCENARIO}\">Open it</a>");
    let body = link + &element("", "<p id=\"fallback\">15.7 GiB</p>");
    page.cdp(
        "Emulation.setScriptExecutionDisabled",
        &json!({ "value": true }),
    );
    let host = Host::of(&page.base_url(), SCRIPT, &body);
    page.visit(&host.url());
    let shown = page.is_visible("a[data-headroom]") && page.is_visible("#fallback");
    page.cdp(
        "Emulation.setScriptExecutionDisabled",
        &json!({ "value": false }),
    );
    assert!(shown);
    assert_private(page, &host);
}

fn the_theme_of_the_page_around_is_followed(page: &mut Page) {
    let host = open(page, &element("", ""));
    wait_for_frame(page);
    let is = |page: &mut Page, wanted: &str| {
        page.leave_frame();
        page.wait_for(wanted, |page| {
            page.js("return document.querySelector('iframe').style.colorScheme") == wanted
        });
        page.enter_frame(0);
        page.wait_for(wanted, |page| {
            page.attribute("html", "data-theme").as_deref() == Some(wanted)
        });
        // The same scheme on both sides: no box of the other one's colour.
        assert_eq!(
            page.js("return getComputedStyle(document.documentElement).colorScheme"),
            wanted
        );
        page.leave_frame();
    };
    is(page, "light");
    let ways = [
        // Docusaurus, and Sphinx themes on the body.
        ("document.documentElement.dataset.theme = 'dark'", "dark"),
        ("document.documentElement.dataset.theme = 'light'", "light"),
        (
            "document.body.dataset.theme = 'dark'; delete document.documentElement.dataset.theme",
            "dark",
        ),
        ("document.body.dataset.theme = 'light'", "light"),
        // Material for MkDocs.
        (
            "delete document.body.dataset.theme; document.body.setAttribute('data-md-color-scheme', 'slate')",
            "dark",
        ),
        (
            "document.body.setAttribute('data-md-color-scheme', 'default')",
            "light",
        ),
        // mdBook.
        (
            "document.body.removeAttribute('data-md-color-scheme'); document.documentElement.className = 'js navy sidebar-visible'",
            "dark",
        ),
        (
            "document.documentElement.className = 'js rust sidebar-visible'",
            "light",
        ),
        // Many others.
        ("document.documentElement.className = 'dark'", "dark"),
        ("document.documentElement.className = ''", "light"),
    ];
    for (way, wanted) in ways {
        page.js(way);
        is(page, wanted);
    }
    page.dark();
    is(page, "dark");
    assert_private(page, &host);
    // What the author chose stays.
    let host = open(page, &element("theme=\"light\"", ""));
    wait_for_frame(page);
    page.js("document.documentElement.className = 'dark'");
    page.js("return new Promise(done => setTimeout(done, 200))");
    is(page, "light");
    assert_private(page, &host);
}

fn attributes_that_change_are_followed(page: &mut Page) {
    let host = open(page, &element("view=\"memory\"", ""));
    wait_for_frame(page);
    page.enter_frame(0);
    wait_for_answer(page, SCENARIO);
    page.js("window.stays = true");
    page.leave_frame();
    let steps = page.js("return history.length");
    let set = |page: &mut Page, name: &str, value: &str| {
        page.leave_frame();
        page.js_with(
            "document.querySelector('headroom-plan').setAttribute(...arguments)",
            &json!([name, value]),
        );
        page.enter_frame(0);
    };
    let other = "m=qwen2.5-7b&s=1024";
    set(page, "scenario", other);
    wait_for_answer(page, other);
    assert_eq!(page.js("return window.stays"), true, "the same page");
    page.leave_frame();
    page.wait_for("its title", |page| {
        page.attribute("iframe", "title")
            .is_some_and(|title| title.contains("Qwen2.5-7B"))
    });
    assert_eq!(page.js("return history.length"), steps);
    // What is asked for beside the scenario makes another page of it.
    set(page, "view", "time");
    page.wait_for("the other view", |page| page.count("#time") == 1);
    set(page, "lock", "m_g");
    page.wait_for("two locks", |page| page.count(".locked") == 2);
    wait_for_answer(page, other);
    set(page, "theme", "dark");
    page.wait_for("dark", |page| {
        page.attribute("html", "data-theme").as_deref() == Some("dark")
    });
    page.leave_frame();
    assert_eq!(
        (page.count("iframe"), page.js("return history.length")),
        (1, steps)
    );
    // What its reader changes stays where nothing of the element changes.
    page.enter_frame(0);
    wait_for_answer(page, other);
    page.fill("#f-s", "2048");
    page.leave_frame();
    page.js("document.documentElement.className = 'navy'; document.querySelector('headroom-plan').className = 'wide'");
    page.js("return new Promise(done => setTimeout(done, 300))");
    page.enter_frame(0);
    assert_eq!(page.value("#f-s"), "2048");
    assert_private(page, &host);
}

fn what_is_copied_works_elsewhere(page: &mut Page) {
    page.open(&format!("?lang=en#{SCENARIO}"));
    page.click("button[aria-expanded=false].ghost:not([aria-label])");
    page.select("#embed-view", "time");
    page.select("#embed-theme", "dark");
    page.click("label[for=embed-lock-m]");
    page.click("label[for=embed-lock-g]");
    page.assert_accessible();
    let [frame, element, mail] =
        ["#embed-frame", "#embed-element", "#mail-safe"].map(|css| page.value(css));
    assert!(
        frame.contains("title=\"Fine-tuning memory: Llama-3.1-8B, QLoRA, RTX 4090 24 GB\""),
        "{frame}"
    );
    page.fill("#f-s", "1024");
    page.wait_for("the present scenario", |page| {
        page.value("#embed-frame").contains("s=1024")
    });
    for (number, html) in [frame, element].into_iter().enumerate() {
        let host = Host::of(&page.base_url(), "", &html);
        page.visit(&host.url());
        page.wait_up_to(Duration::from_secs(10), "the frame", |page| {
            page.count("iframe") == 1
        });
        page.enter_frame(0);
        wait_for_answer(page, SCENARIO);
        assert_eq!(
            (page.count("#time"), page.count(".locked")),
            (1, 2),
            "{number}"
        );
        assert_eq!(
            page.attribute("html", "data-theme").as_deref(),
            Some("dark"),
            "{number}"
        );
        assert_private(page, &host);
    }
    assert!(!mail.contains('#'), "{mail}");
    page.open(&mail.replace(&page.base_url(), ""));
    wait_for_answer(page, SCENARIO);
}
