//! trunk and the wasm-bindgen tool: found, or built into `target/tools`.
use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    exec::{self, Result},
    registry,
};

const TRUNK: &str = "0.21.14";

/// The folder for the tools that this project builds for itself.
pub fn dir() -> PathBuf {
    exec::target_dir().join("tools")
}

/// PATH with our tools first, for trunk to find wasm-bindgen.
pub fn path() -> Result<OsString> {
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(dir()).chain(env::split_paths(&old))).map_err(|e| e.to_string())
}

/// Installs what is lacking.
pub fn ensure() -> Result<()> {
    fs::create_dir_all(dir()).map_err(|e| format!("cannot create {}: {e}", dir().display()))?;
    ensure_bindgen()?;
    installed("trunk", TRUNK).map(|_| ())
}

/// A published command in exactly that version: ours, or the one on PATH, or built into `target/tools`.
pub fn installed(tool: &str, version: &str) -> Result<PathBuf> {
    if let Some(found) = find(tool, version) {
        return Ok(found);
    }
    println!("Building {tool} {version} into target/tools (one to four minutes, once).");
    fs::create_dir_all(dir()).map_err(|e| format!("cannot create {}: {e}", dir().display()))?;
    install(tool, version)?;
    Ok(dir().join(exe(tool)))
}

/// Ours even where the published command is on PATH: it also trims what it writes. Cargo knows whether it is up to date.
pub(crate) fn ensure_bindgen() -> Result<()> {
    let version = bindgen_version(&read("Cargo.lock")?)?;
    if !dir().join(exe("wasm-bindgen")).is_file() {
        println!("Building the wasm-bindgen tool {version} into target/tools (half a minute).");
    }
    exec::run(exec::cargo().args(["build", "--quiet", "--locked", "-p", "page-bindgen"]))?;
    let built = exec::target_dir().join("debug").join(exe("page-bindgen"));
    copy(&built, "wasm-bindgen")
}

/// Built for a quick build, without the features that come by default: they fetch, watch and serve.
fn install(tool: &str, version: &str) -> Result<()> {
    let build = dir().join(format!("{tool}-build"));
    let mut cargo = exec::cargo();
    cargo
        .args(["install", tool, "--version", version])
        .args(["--locked", "--debug", "--quiet"])
        // For trunk downloads are left out: our tools come from here, and this halves the build.
        .args(["--no-default-features", "--no-track", "--force", "--root"])
        .arg(&build)
        .env("CARGO_TARGET_DIR", build.join("target"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_PROFILE_DEV_STRIP", "symbols");
    let done = registry::run(tool, "the registry of crates", &mut cargo)
        .and_then(|()| copy(&build.join("bin").join(exe(tool)), tool));
    let _ = fs::remove_dir_all(&build);
    done
}

/// Our own, or else the one on PATH, when it says that version.
fn find(tool: &str, version: &str) -> Option<PathBuf> {
    let ours = dir().join(exe(tool));
    let found = Some(ours)
        .filter(|p| p.is_file())
        .or_else(|| exec::on_path(tool))?;
    let said = exec::capture(exec::program(&found).arg("--version")).ok()?;
    let said = said.split_whitespace().nth(1)?;
    (said.trim_start_matches('v') == version).then_some(found)
}

fn exe(name: &str) -> String {
    format!("{name}{}", env::consts::EXE_SUFFIX)
}

/// Through a temporary name, so that a tool in use is replaced and not overwritten.
fn copy(from: &Path, name: &str) -> Result<()> {
    let to = dir().join(exe(name));
    let fresh = to.with_extension("new");
    fs::copy(from, &fresh)
        .and_then(|_| fs::rename(&fresh, &to))
        .map_err(|e| format!("cannot install {name}: {e}"))
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(exec::root().join(file)).map_err(|e| format!("cannot read {file}: {e}"))
}

/// The version of the library is the version that the tool must have.
fn bindgen_version(lock: &str) -> Result<String> {
    lock.split("[[package]]")
        .find(|part| part.contains("\nname = \"wasm-bindgen\"\n"))
        .and_then(|part| part.split("version = \"").nth(1)?.split('"').next())
        .map(str::to_owned)
        .ok_or_else(|| "Cargo.lock does not name wasm-bindgen".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tool_fits_the_library() {
        let locked = bindgen_version(&read("Cargo.lock").unwrap()).unwrap();
        let source = read("xtask/bindgen/src/main.rs").unwrap();
        assert!(source.contains(&format!("VERSION: &str = \"{locked}\"")));
    }
}
