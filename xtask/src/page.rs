//! Building the page into `dist/`.
use crate::{
    exec::{self, Result},
    tools, wasm_target,
};

/// Builds the release page, after installing what that needs.
pub fn build() -> Result<()> {
    wasm_target::ensure()?;
    tools::ensure()?;
    // With everything fetched, trunk can be kept offline: it would otherwise fetch tools itself.
    exec::run(exec::cargo().args(["fetch", "--quiet", "--locked"]))?;
    let mut trunk = exec::program("trunk");
    exec::run(
        wasm_target::without_places(&mut trunk)
            .args(["build", "--release", "--offline", "--locked"])
            .env("PATH", tools::path()?)
            // Its backtraces bury what cargo said.
            .env("RUST_BACKTRACE", "0")
            // trunk reads this as a yes or no and fails on the usual "1".
            .env_remove("NO_COLOR"),
    )
}
