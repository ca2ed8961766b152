//! Package managers, with words for what can go wrong.
use std::process::{Command, Stdio};

use crate::exec::{Result, without_addresses};

/// What they say when nobody answers.
const UNREACHED: [&str; 17] = [
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "ENETUNREACH",
    "EHOSTUNREACH",
    "Could not resolve",
    "Couldn't resolve",
    "Could not connect",
    "Couldn't connect",
    "Failed to connect",
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "spurious network error",
    // What pip says in the end, whatever it was.
    "No matching distribution found",
];

/// Runs a package manager that installs `what` from `registry`.
pub fn run(what: &str, registry: &str, command: &mut Command) -> Result<()> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("cannot start {}: {e}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stderr, output.stdout].concat();
    Err(failure(what, registry, &String::from_utf8_lossy(&said)))
}

fn failure(what: &str, registry: &str, said: &str) -> String {
    if UNREACHED.iter().any(|sign| said.contains(sign)) {
        return format!("{what} cannot be installed: {registry} cannot be reached from here.");
    }
    format!(
        "{what} cannot be installed: {}",
        without_addresses(said).trim()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_registry_is_told_from_a_bad_package() {
        let said = |said| failure("MkDocs", "the index of Python packages", said);
        let closed = said("npm error code EAI_AGAIN\nnpm error request to https://r.test/x failed");
        assert!(
            closed.ends_with("the index of Python packages cannot be reached from here."),
            "{closed}"
        );
        let bad = said("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES\n  see https://r.test/");
        assert!(bad.contains("HASHES") && !bad.contains("://"), "{bad}");
    }
}
