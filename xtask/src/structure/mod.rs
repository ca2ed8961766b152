//! Rules about the source tree that no compiler checks.
mod licences;
mod text;

use std::fs;

use crate::exec::{self, capture, cargo, root};

/// Tracked files, and new ones that git would track, with their text.
pub(super) fn files() -> Vec<(String, String)> {
    let names = exec::tracked().expect("a git checkout");
    let read = |name: String| {
        let text = fs::read_to_string(root().join(&name)).ok()?;
        Some((name, text))
    };
    names.into_iter().filter_map(read).collect()
}

/// Files of the app.
pub(super) fn app_files() -> Vec<(String, String)> {
    let mut files = files();
    files.retain(|(name, _)| name.starts_with("app/src/") && has_extension(name, "rs"));
    assert!(!files.is_empty());
    files
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.rsplit('.').next() == Some(extension)
}

/// Files, with line numbers, that hold one of the words as a part of their code.
fn places(files: &[(String, String)], words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (name, text) in files {
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if words.iter().any(|word| code.contains(word)) {
                found.push(format!("{name}:{}", number + 1));
            }
        }
    }
    found
}

#[test]
fn the_estimator_knows_no_browser() {
    let tree = [
        "tree",
        "--locked",
        "-p",
        "estimator",
        "-e",
        "normal",
        "--prefix",
        "none",
    ];
    let tree = capture(cargo().args(tree)).unwrap();
    let banned = [
        "wasm-bindgen",
        "js-sys",
        "web-sys",
        "leptos",
        "plotters",
        "gloo",
    ];
    let found: Vec<_> = tree
        .lines()
        .filter(|l| banned.iter().any(|b| l.starts_with(b)))
        .collect();
    assert!(
        tree.starts_with("estimator") && found.is_empty(),
        "{found:?}"
    );
}

#[test]
fn markup_enters_at_one_place() {
    let mut names: Vec<String> = places(&app_files(), &["inner_html"]);
    for name in &mut names {
        name.truncate(name.find(':').unwrap_or(name.len()));
    }
    names.dedup();
    assert!(names.len() <= 1, "inner_html is in {names:?}");
}

#[test]
fn the_browser_is_touched_at_the_edge() {
    let mut files = app_files();
    files.retain(|(name, _)| !name.starts_with("app/src/platform") && name != "app/src/api.rs");
    let found = places(&files, &["web_sys", "js_sys"]);
    assert!(found.is_empty(), "use app/src/platform instead: {found:#?}");
}

#[test]
fn no_style_attribute() {
    // The policy blocks it. `style:width=…` is set from code and passes.
    let mut files = app_files();
    files.push((
        "index.html".to_owned(),
        fs::read_to_string(root().join("index.html")).unwrap(),
    ));
    let found = places(&files, &[" style=", "\tstyle=", "\"style\""]);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_words_outside_the_dictionaries() {
    let mut found = Vec::new();
    for (name, source) in app_files()
        .iter()
        .filter(|(n, _)| !n.starts_with("app/src/i18n"))
    {
        for word in text::view_texts(source) {
            found.push(format!("{name}: {word:?}"));
        }
    }
    assert!(found.is_empty(), "move to app/src/i18n: {found:#?}");
}

#[test]
fn no_machine_paths_and_no_registries() {
    // Taken apart, or this file would find itself.
    let paths = [
        "/ro_ot/",
        "/ho_me/",
        "/wo_rk/",
        "/t_mp/",
        "/Us_ers/",
        "C:_\\Users",
    ];
    let hosts = [
        "crates_.io",
        "static.rust-lang_.org",
        "npmjs_.org",
        "deb.debian_.org",
    ];
    let hosts = hosts
        .iter()
        .chain(&["pypi_.org", "pythonhosted_.org", "proxy.golang_.org"]);
    let plain = |word: &&str| word.replace('_', "");
    let (paths, hosts): (Vec<_>, Vec<_>) = (
        paths.iter().map(plain).collect(),
        hosts.map(plain).collect(),
    );
    let mut found = Vec::new();
    for (name, text) in files() {
        for (number, line) in text.lines().enumerate() {
            // Cargo writes the index's name into every entry of its own lock file.
            let lock = name.ends_with("Cargo.lock") && line.starts_with("source = ");
            if paths.iter().any(|path| is_path(line, path))
                || (!lock && hosts.iter().any(|h| line.contains(h)))
            {
                found.push(format!("{name}:{}: {line}", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Whether the path begins here, and is no part of an address.
fn is_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "./_-~}".contains(c))
    })
}
