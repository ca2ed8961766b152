//! `cargo xtask bench`: estimates and layouts a second, natively and in Chromium.
use std::path::PathBuf;

use crate::{
    browser_setup,
    exec::{self, Result},
    wasm_target,
};

/// Prints the rates of this machine's cores, then those of the same work in the browser.
pub fn run() -> Result<()> {
    exec::run(exec::cargo().args(["bench", "--quiet", "--locked", "-p", "estimator"]))?;
    browser_setup::ensure()?;
    let programs = programs()?;
    let rates = [
        "run",
        "--quiet",
        "--locked",
        // It does the same work first, to know what the programs have to answer.
        "--profile",
        "bench",
        "-p",
        "browser-tests",
        "--bin",
        "rates",
        "--",
    ];
    exec::run(exec::cargo().args(rates).arg(programs))
}

/// Builds the programs for the browser; the folder that they are in.
///
/// # Errors
/// What did not work, in a sentence.
pub fn programs() -> Result<PathBuf> {
    wasm_target::ensure()?;
    let build = [
        "build",
        "--quiet",
        "--locked",
        "--release",
        "--target",
        wasm_target::TRIPLE,
        "-p",
        "planner-bench",
    ];
    exec::run(exec::cargo().args(build))?;
    Ok(exec::target_dir().join(wasm_target::TRIPLE).join("release"))
}
