//! The package for JavaScript in somebody else's page: from a bundle, and as modules of the site itself.
use browser_tests::{Page, Test, tests};
use serde_json::{Value, json};
use std::{env, fs};
use xtask::{
    package::workshop,
    server::{Server, Site},
};

pub(crate) const TESTS: &[Test] = tests![
    a_bundle_of_vite_answers_as_node_does,
    a_bundle_of_esbuild_answers_as_node_does,
    a_page_that_imports_the_modules_has_the_same_numbers,
];

fn a_bundle_of_vite_answers_as_node_does(page: &mut Page) {
    answers(page, "vite");
}

fn a_bundle_of_esbuild_answers_as_node_does(page: &mut Page) {
    answers(page, "esbuild");
}

/// Opens a bundle and compares all of its answers with those that Node gave when it was made.
fn answers(page: &mut Page, bundler: &str) {
    if env::var_os("HEADROOM_NO_BUNDLE").is_some() {
        println!("left out: there are no bundles");
        return;
    }
    let place = workshop().join("bundles");
    let text = fs::read_to_string(place.join("node.json")).expect("run `cargo xtask test` once");
    let expected: Value = serde_json::from_str(&text).expect("answers of Node");
    // Vite's bundle is named by its page; esbuild makes the script alone, which the page names.
    let server = Server::start(
        &Site::new(place.join(bundler), "/").unguarded(),
        "127.0.0.1",
        0,
    )
    .expect("a server for it");
    page.visit(&server.url());
    page.wait_for("answers", |page| {
        page.js("return !!globalThis.answers") == true
    });
    for (name, theirs) in expected.as_object().expect("answers by name") {
        let ours = page.js_with("return globalThis.answers[arguments[0]]", &json!([name]));
        assert!(
            ours == *theirs,
            "{bundler}, {name}:\n{ours}\nNode:\n{theirs}"
        );
    }
    let names = page.js("return Object.keys(globalThis.answers).length");
    assert_eq!(names, expected.as_object().map_or(0, serde_json::Map::len));
    let own = server.url();
    let requests = page.requests();
    assert!(
        requests.iter().any(|url| url.contains(".wasm")),
        "{requests:#?}"
    );
    assert!(
        requests.iter().all(|url| url.starts_with(&own)),
        "{requests:#?}"
    );
}

fn a_page_that_imports_the_modules_has_the_same_numbers(page: &mut Page) {
    let link = "#v=1&cat=2026-12&m=qwen2.5-7b&method=qlora&g=rtx-4090&s=4096";
    let expected = estimator::export::Document::of(&estimator::export::Link::read(link));
    let expected = expected.expect("a scenario").json().text();
    let head = "<script type=\"module\">
        import { estimate } from 'HEADROOMjs/index.js';
        import { loadWords, render } from 'HEADROOMjs/words.js';
        await loadWords('zh');
        globalThis.answers = [estimate, link => render(link, 'sentence', { lang: 'zh' })];
    </script>";
    let host = browser_tests::Host::of(&page.base_url(), head, "<p>A tutorial</p>");
    page.visit(&host.url());
    page.wait_for("the modules", |page| {
        page.js("return !!globalThis.answers") == true
    });
    let ours = page.js_with(
        "return JSON.stringify(globalThis.answers[0](arguments[0]))",
        &json!([link]),
    );
    let theirs: Value = serde_json::from_str(&expected).expect("JSON");
    let ours: Value = serde_json::from_str(ours.as_str().unwrap_or_default()).expect("JSON");
    assert_eq!(ours, theirs);
    let said = page.js_with("return globalThis.answers[1](arguments[0])", &json!([link]));
    let needed = theirs["verdict"]["needed_bytes"].as_f64().expect("bytes");
    let needed = format!("峰值需要 {:.2} GiB", needed / f64::from(1 << 30));
    assert!(
        said.as_str().is_some_and(|said| said.contains(&needed)),
        "{needed}: {said}"
    );
    crate::embed::assert_private(page, &host);
}
