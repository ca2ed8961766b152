//! `cargo xtask size`: what the page weighs.
use crate::exec::{self, Result};

/// Prints the table and fails when the page is over its budget. The page must be built.
pub fn run() -> Result<()> {
    let run = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "page-size",
        "--",
        "dist",
        "tests/budget.toml",
    ];
    exec::run(exec::cargo().args(run)).map_err(|_| "the page is over its size budget".to_owned())
}
