//! `cargo xtask lighthouse`: the built page in Lighthouse's mobile profile, packed as hosts send it.
use std::{fs, path::Path};

use crate::{
    exec::{self, Result},
    page,
    server::{Server, Site},
};

/// Builds the page and prints its scores; fails where one is below its bar.
///
/// # Errors
/// Node.js or Chromium is absent, or a bar was missed.
pub fn run() -> Result<()> {
    page::build()?;
    let home = exec::root().join("tests/lighthouse");
    if !home.join("node_modules").is_dir() {
        println!("Installs Lighthouse into tests/lighthouse/node_modules.");
        let mut npm = exec::program("npm");
        exec::run(
            npm.arg("ci")
                .args(["--no-audit", "--no-fund"])
                .current_dir(&home),
        )?;
    }
    let packed = exec::root().join("target/lighthouse");
    fresh_copy(&exec::root().join("dist"), &packed)
        .map_err(|e| format!("cannot copy the page to {}: {e}", packed.display()))?;
    let pack = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "page-size",
        "--",
        "--pack",
    ];
    exec::run(exec::cargo().args(pack).arg(&packed))?;
    // Browsers take brotli from this name, as they do over https.
    let server = Server::start(&Site::new(packed, "/"), "localhost", 0)?;
    let address = format!("http://localhost:{}/", server.port());
    exec::run(
        exec::program("node")
            .arg("run.mjs")
            .arg(address)
            .current_dir(&home),
    )
    .map_err(|_| "the page misses one of Lighthouse's bars".to_owned())
}

/// Copies a folder of files to a place that held another one.
fn fresh_copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
