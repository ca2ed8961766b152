//! Licences, sources and versions of what the project depends on, and known advisories where they can be had.
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{
    exec::{self, Result, on_path},
    tools,
};

/// The version that `--long` installs.
const CARGO_DENY: &str = "0.20.2";
/// Workspaces with a lock file of their own.
const WORKSPACES: [&str; 2] = ["Cargo.toml", "tests/fuzz/Cargo.toml"];
/// Folders of what npm installs.
const NPM: [&str; 4] = [
    "tests/browser",
    "tests/docs-sites/docusaurus",
    "tests/js",
    "tests/lighthouse",
];
/// What an unreachable database of advisories makes of cargo-deny.
const UNFETCHED: &str = "failed to fetch advisory database";
/// What an answer of `npm audit` starts with; a registry without one answers otherwise.
const AUDITED: &str = "\"auditReportVersion\"";

/// Holds every dependency against `deny.toml` and `deny-npm.toml`, by our own reading and by cargo-deny where that is installed, or if
/// `long`. Gives whether known advisories were looked for: that needs databases that are not to be had everywhere.
pub fn check(long: bool) -> Result<bool> {
    let own = ["run", "--quiet", "--locked", "-p", "supply-chain"];
    exec::run(exec::cargo().args(own))
        .map_err(|_| "the supply chain is not as deny.toml has it".to_owned())?;
    let found = if long {
        tools::installed("cargo-deny", CARGO_DENY).map(Some)
    } else {
        Ok(on_path("cargo-deny"))
    };
    let crates = match found {
        Ok(Some(deny)) => with_cargo_deny(&deny)?,
        Ok(None) => false,
        Err(why) => {
            println!("{why}");
            false
        }
    };
    let packages = long && with_npm()?;
    for (checked, of) in [(crates, "crates"), (packages, "npm packages")] {
        if !checked {
            println!("Known advisories of {of} could not be checked here.");
        }
    }
    Ok(crates && packages)
}

/// What a command says on both streams, and whether it succeeded.
fn said(command: &mut Command) -> Result<(bool, String)> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| e.to_string())?;
    let text = [output.stdout, output.stderr].concat();
    Ok((
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    ))
}

/// The rules by cargo-deny; whether it could also look for advisories.
fn with_cargo_deny(deny: &Path) -> Result<bool> {
    let mut looked = true;
    for manifest in WORKSPACES {
        let check = |what: &[&str]| {
            let mut command = exec::program(deny);
            command.args([
                "--locked",
                "--log-level",
                "error",
                "--manifest-path",
                manifest,
                "--config",
            ]);
            command
                .arg(exec::root().join("deny.toml"))
                .args(["check", "--hide-inclusion-graph"]);
            said(command.args(what))
        };
        let (good, text) = check(&["licenses", "bans", "sources"])?;
        if !good {
            return Err(format!("cargo-deny: {}", text.trim()));
        }
        looked &= advisories(check(&["advisories"])?)?;
    }
    Ok(looked)
}

/// Whether advisories were looked for; an error where there are some.
fn advisories((good, text): (bool, String)) -> Result<bool> {
    if good || text.contains(UNFETCHED) {
        return Ok(good);
    }
    Err(format!("cargo-deny: {}", text.trim()))
}

/// Advisories of npm packages, none of which is part of the page: those that are called high at least.
fn with_npm() -> Result<bool> {
    let Some(npm) = on_path("npm") else {
        return Ok(false);
    };
    let mut looked = true;
    for folder in NPM {
        let audit = [
            "audit",
            "--package-lock-only",
            "--audit-level=high",
            "--json",
        ];
        let mut command = Command::new(&npm);
        command.current_dir(exec::root().join(folder)).args(audit);
        looked &= audited(folder, said(&mut command)?)?;
    }
    Ok(looked)
}

/// Whether npm looked for advisories; an error where there are some.
fn audited(folder: &str, (good, text): (bool, String)) -> Result<bool> {
    let looked = text.contains(AUDITED);
    if looked && !good {
        return Err(format!("npm audit in {folder}: {}", text.trim()));
    }
    Ok(looked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_looked_for_is_told_from_what_was_found() {
        let outcome = |good, text: &str| advisories((good, text.to_owned()));
        assert_eq!(outcome(true, "advisories ok"), Ok(true));
        assert_eq!(
            outcome(
                false,
                "[ERROR] failed to fetch advisory database of somebody"
            ),
            Ok(false)
        );
        assert!(outcome(false, "error[vulnerability]: a crate").is_err());
        let outcome = |good, text: &str| audited("f", (good, text.to_owned()));
        assert_eq!(outcome(true, "{\n  \"auditReportVersion\": 2"), Ok(true));
        assert_eq!(
            outcome(false, "{\n  \"message\": \"405 Method Not Allowed\""),
            Ok(false)
        );
        assert!(
            outcome(
                false,
                "{\n  \"auditReportVersion\": 2, \"vulnerabilities\": {\"a\": {}}"
            )
            .is_err()
        );
    }
}
