//! `cargo xtask bench`: estimates and layouts a second, natively and in Chromium, and what a keystroke costs there.
use std::path::PathBuf;
use std::process::Command;

use crate::{
    browser_setup,
    exec::{self, Result},
    page, wasm_target,
};

/// Prints the rates of this machine's cores, those of the same work in the browser, and the page's work after a keystroke.
pub fn run() -> Result<()> {
    exec::run(exec::cargo().args(["bench", "--quiet", "--locked", "-p", "estimator"]))?;
    browser_setup::ensure()?;
    let programs = programs()?;
    exec::run(in_browser("rates").arg(programs))?;
    page::build()?;
    exec::run(&mut in_browser("typing"))
}

/// A program of the browser suite; optimized, since one of them does the work itself first, to know what the browser has to answer.
fn in_browser(name: &str) -> Command {
    let run = [
        "run",
        "--quiet",
        "--locked",
        "--profile",
        "bench",
        "-p",
        "browser-tests",
        "--bin",
        name,
        "--",
    ];
    let mut command = exec::cargo();
    command.args(run);
    command
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
