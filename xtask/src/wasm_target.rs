//! The standard library for `wasm32-unknown-unknown`: found, or installed.
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::{
    debian_std,
    exec::{self, Result},
};

/// The target that browsers run.
pub const TRIPLE: &str = "wasm32-unknown-unknown";

const WAYS_OUT: &str = "Two ways out: `rustup target add wasm32-unknown-unknown`, or your \
distribution's package of that target for this rustc (Debian: libstd-rust-dev-wasm32).";

/// Installs the target when it is not there.
pub fn ensure() -> Result<()> {
    if present()? {
        return Ok(());
    }
    println!("The Rust target {TRIPLE} is not installed.");
    // Some owners switch rustup's downloads off; then only the distribution is asked.
    let rustup_may = env::var("RUSTUP_AUTO_INSTALL").as_deref() != Ok("0");
    if rustup_may && exec::on_path("rustup").is_some() {
        println!("Installing it: rustup target add {TRIPLE}");
        let added = exec::run_limited(
            Command::new("rustup").args(["target", "add", TRIPLE]),
            Duration::from_secs(300),
        );
        match added {
            Ok(()) if present()? => return Ok(()),
            Ok(()) => println!("rustup installed it for another toolchain."),
            Err(error) => println!("That did not work: {error}"),
        }
    }
    println!("Building it from the distribution's source of the standard library (a minute).");
    debian_std::install(&lib_dir()?).map_err(|e| format!("{e}\n{WAYS_OUT}"))?;
    if present()? {
        Ok(())
    } else {
        Err(format!("The target is still missing. {WAYS_OUT}"))
    }
}

/// What cargo adds to the flags of the target that stand in its configuration.
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Has the code name the sources of crates by package, not by where this machine keeps them: a page is the same wherever it is built, and
/// tells nobody's folders.
pub fn without_places(command: &mut Command) -> &mut Command {
    let mut flags = env::var(FLAGS).unwrap_or_default();
    // A build inside a build has them already.
    if flags.contains("--remap-path-prefix") {
        return command;
    }
    for folder in registries() {
        flags += " --remap-path-prefix=";
        flags += &folder.display().to_string();
        flags += "=crates";
    }
    command.env(FLAGS, flags.trim())
}

/// Where cargo unpacks what comes from registries.
fn registries() -> Vec<PathBuf> {
    let own = || Some(env::home_dir()?.join(".cargo"));
    let Some(home) = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(own) else {
        return Vec::new();
    };
    let entries = fs::read_dir(home.join("registry/src"))
        .into_iter()
        .flatten()
        .flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// Where rustc looks for the target's libraries.
fn lib_dir() -> Result<PathBuf> {
    let mut rustc = exec::program("rustc");
    let dir = exec::capture(rustc.args(["--print", "target-libdir", "--target", TRIPLE]))?;
    Ok(PathBuf::from(dir.trim()))
}

fn present() -> Result<bool> {
    Ok(holds_std(&lib_dir()?))
}

fn holds_std(dir: &Path) -> bool {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .into_iter()
        .any(|e| e.file_name().to_string_lossy().starts_with("libstd-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_folder_holds_no_std() {
        assert!(!holds_std(Path::new("does/not/exist")));
    }
}
