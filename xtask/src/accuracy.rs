//! What the build adds to the page: the tables of measured runs, its words, the catalogue, the method, and one stylesheet out of many.
use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

use crate::{
    exec::{self, Result},
    method, package, script, styles,
};

/// The table of peaks in `dist/`.
pub const FILE: &str = "accuracy.tsv";

/// The table of rates in `dist/`.
pub const RATES: &str = "throughput.tsv";

/// The table of peaks, computed anew.
///
/// # Errors
/// The harness does not run.
pub fn fresh() -> Result<String> {
    table(&[
        "memory",
        "tests/data/memory-measured.csv",
        "tests/data/peers.csv",
    ])
}

/// The table of rates, computed anew.
///
/// # Errors
/// The harness does not run.
pub fn fresh_rates() -> Result<String> {
    table(&["throughput", "tests/data/throughput-measured.csv"])
}

fn table(what: &[&str]) -> Result<String> {
    let run = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "estimator",
        "--example",
        "accuracy",
        "--",
    ];
    exec::capture(exec::cargo().args(run).args(what))
}

#[expect(dead_code, reason = "the table is for the build script")]
#[path = "../../app/wording.rs"]
mod wording;

/// Writes the words of both languages beside the page, and their name where the start script finds it.
fn words(place: &Path) -> std::io::Result<()> {
    let words = wording::Words::read(&exec::root().join("app/src/i18n"));
    let edition = words.edition();
    for (number, lang) in ["en", "zh"].iter().enumerate() {
        let name = format!("words-{edition}.{lang}.txt");
        fs::write(place.join(name), words.file(number))?;
    }
    let page = place.join("index.html");
    let text = fs::read_to_string(&page)?.replace("words-EDITION", &format!("words-{edition}"));
    fs::write(page, text)
}

/// The words of each language as they lie in a package.
pub(crate) fn word_files() -> [(&'static str, String); 2] {
    let words = wording::Words::read(&exec::root().join("app/src/i18n"));
    [
        ("words.en.txt", words.file(0)),
        ("words.zh.txt", words.file(1)),
    ]
}

/// The tables of models, GPUs and prices as text.
pub(crate) fn catalogue_text() -> Result<String> {
    let run = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "estimator",
        "--example",
        "catalogue",
    ];
    exec::capture(exec::cargo().args(run))
}

/// Writes the tables of models, GPUs and prices beside the page, and their name where the start script finds it.
fn catalogue(place: &Path) -> Result<()> {
    let text = catalogue_text()?;
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let name = format!("catalogue-{:016x}", hasher.finish());
    let write = || {
        fs::write(place.join(format!("{name}.txt")), &text)?;
        let page = place.join("index.html");
        let named = fs::read_to_string(&page)?.replace("catalogue-EDITION", &name);
        fs::write(page, named)
    };
    write().map_err(|e: std::io::Error| format!("cannot write {name}: {e}"))
}

/// Writes the table of launch files' options beside the page; it is fetched by those who open that part.
fn launch(place: &Path) -> Result<()> {
    let run = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "estimator",
        "--example",
        "catalogue",
        "launch",
    ];
    let text = exec::capture(exec::cargo().args(run))?;
    // Comments are for those who edit it.
    let kept: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    fs::write(place.join("launch.txt"), kept.join("\n") + "\n")
        .map_err(|e| format!("cannot write launch.txt: {e}"))
}

/// Where the first answer goes.
const FIRST: &str = "<!-- The build puts the page's first answer here. -->";

/// Puts what the page answers before anything is typed into it, so that it shows while the code is on its way.
fn first(place: &Path) -> Result<()> {
    let run = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "app",
        "--no-default-features",
        "--example",
        "first",
    ];
    let text = exec::capture(exec::cargo().args(run))?;
    let page = place.join("index.html");
    let put = || {
        fs::write(
            &page,
            fs::read_to_string(&page)?.replace(FIRST, text.trim()),
        )
    };
    put().map_err(|e: std::io::Error| format!("cannot write {}: {e}", page.display()))
}

/// Writes them beside the page that trunk is building, or else into `dist/`.
///
/// # Errors
/// The harness does not run, or the file cannot be written.
pub fn run() -> Result<()> {
    let folder =
        env::var_os("TRUNK_STAGING_DIR").map_or_else(|| exec::root().join("dist"), PathBuf::from);
    words(&folder).map_err(|e| format!("cannot write words to {}: {e}", folder.display()))?;
    catalogue(&folder)?;
    launch(&folder)?;
    first(&folder)?;
    method::write(&folder)?;
    package::beside(&folder)?;
    styles::join(&folder).map_err(|e| format!("cannot join the stylesheets: {e}"))?;
    script::squeeze(&folder).map_err(|e| format!("cannot shorten embed.js: {e}"))?;
    for (name, text) in [(FILE, fresh()?), (RATES, fresh_rates()?)] {
        let place = folder.join(name);
        fs::write(&place, text).map_err(|e| format!("cannot write {}: {e}", place.display()))?;
    }
    Ok(())
}
