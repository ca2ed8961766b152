//! `cargo xtask screenshots`: the pictures of the documentation.
use crate::{
    browser_setup,
    exec::{self, Result},
    page,
};

/// Builds the page and takes the pictures that `tests/browser/src/bin/screenshots.rs` lists.
pub fn run() -> Result<()> {
    page::build()?;
    browser_setup::ensure()?;
    let take = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "browser-tests",
        "--bin",
        "screenshots",
    ];
    exec::run(exec::cargo().args(take))
}
