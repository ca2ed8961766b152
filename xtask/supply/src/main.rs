//! `supply-chain`: holds what the project depends on against `deny.toml` and `deny-npm.toml`, in the folder where it is started.
//!
//! It reads of `deny.toml` what this project uses of it, and judges as cargo-deny does, which takes minutes to build: so every test run
//! can hold the rules, and a machine that has cargo-deny comes to the same verdict. A key that is not understood here is an error.
mod crates;
mod licences;
mod npm;
mod policy;

use std::{env, fs, path::Path, process::Command, process::ExitCode};

use serde_json::Value;

/// Workspaces with a lock file of their own.
const WORKSPACES: [&str; 2] = ["Cargo.toml", "tests/fuzz/Cargo.toml"];
/// What npm installs.
const LOCKS: [&str; 4] = [
    "tests/browser/package-lock.json",
    "tests/docs-sites/docusaurus/package-lock.json",
    "tests/js/package-lock.json",
    "tests/lighthouse/package-lock.json",
];

fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(Path::new(file)).map_err(|e| format!("{file}: {e}"))
}

fn json(text: &str, of: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|e| format!("{of}: {e}"))
}

/// What cargo says of a workspace as its lock file has it.
fn metadata(manifest: &str) -> Result<Value, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(["--manifest-path", manifest])
        .output()
        .map_err(|e| format!("cannot start cargo: {e}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{manifest}: {}", said.trim()));
    }
    json(&String::from_utf8_lossy(&output.stdout), manifest)
}

/// How many packages were looked at, and what is wrong with them.
fn check() -> Result<(usize, Vec<String>), String> {
    let policy = policy::Policy::read(&read("deny.toml")?)?;
    let (mut seen, mut wrong) = (0, Vec::new());
    for manifest in WORKSPACES {
        let graph = crates::Graph::of(&metadata(manifest)?)?;
        seen += graph.packages.len();
        wrong.extend(
            graph
                .check(&policy)
                .into_iter()
                .map(|one| format!("{manifest}: {one}")),
        );
    }
    let policy = npm::Policy::read(&read("deny-npm.toml")?)?;
    for lock in LOCKS {
        let packages = npm::packages(&json(&read(lock)?, lock)?);
        seen += packages.len();
        wrong.extend(
            policy
                .check(&packages)
                .into_iter()
                .map(|one| format!("{lock}: {one}")),
        );
    }
    Ok((seen, wrong))
}

fn main() -> ExitCode {
    let (seen, wrong) = match check() {
        Ok(found) => found,
        Err(why) => (0, vec![why]),
    };
    for one in &wrong {
        eprintln!("{one}");
    }
    if wrong.is_empty() {
        println!(
            "{seen} packages have licences, sources and versions as deny.toml and deny-npm.toml allow them"
        );
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
