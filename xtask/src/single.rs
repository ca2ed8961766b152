//! `cargo xtask single-file`: the page in one file that opens by double click.
use std::path::PathBuf;

use crate::{
    browser_setup,
    exec::{self, Result},
    page,
};

/// Where it is written.
pub fn file() -> PathBuf {
    exec::target_dir().join("single/headroom.html")
}

/// Makes it of the page in `dist/`.
///
/// # Errors
/// There is no page, or not the one that this expects.
pub fn make() -> Result<()> {
    let run = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "page-single",
        "--",
        "dist",
    ];
    exec::run(exec::cargo().args(run).arg(file()))
}

/// Builds the page, makes the file, and says how long it takes to start where there is a browser.
///
/// # Errors
/// What could not be built.
pub fn run() -> Result<()> {
    page::build()?;
    make()?;
    if let Err(why) = browser_setup::ensure() {
        println!("not opened: {why}");
        return Ok(());
    }
    let open = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "browser-tests",
        "--bin",
        "single",
    ];
    exec::run(exec::cargo().args(open).arg(file()))
}
