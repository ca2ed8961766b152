//! The table of measured runs that the page's accuracy view fetches.
use std::{env, fs, path::PathBuf};

use crate::exec::{self, Result};

/// Its name in `dist/`.
pub const FILE: &str = "accuracy.tsv";

/// The table, computed anew.
///
/// # Errors
/// The harness does not run.
pub fn fresh() -> Result<String> {
    let run = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "estimator",
        "--example",
        "accuracy",
        "--",
        "tests/data/memory-measured.csv",
        "tests/data/peers.csv",
    ];
    exec::capture(exec::cargo().args(run))
}

/// Writes it beside the page that trunk is building, or else into `dist/`.
///
/// # Errors
/// The harness does not run, or the file cannot be written.
pub fn run() -> Result<()> {
    let place = env::var_os("TRUNK_STAGING_DIR")
        .map_or_else(|| exec::root().join("dist"), PathBuf::from)
        .join(FILE);
    fs::write(&place, fresh()?).map_err(|e| format!("cannot write {}: {e}", place.display()))
}
