//! Installing packages of other registries, with words for what can go wrong.
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use crate::exec::{Result, without_addresses};

/// What package managers say when nobody answers.
const UNREACHED: [&str; 14] = [
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "ENETUNREACH",
    "EHOSTUNREACH",
    "Could not resolve",
    "Couldn't resolve",
    "Failed to connect",
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "No matching distribution found",
];

/// Something to install: its name for people, where it comes from, where it goes.
pub(super) struct Package<'a> {
    pub(super) name: &'a str,
    pub(super) registry: &'a str,
    pub(super) folder: &'a Path,
    /// The text that pins it. What was installed from the same text is not installed again.
    pub(super) lock: &'a str,
}

impl Package<'_> {
    /// Runs the commands that install it, unless it is there.
    pub(super) fn ensure(&self, commands: &mut [Command]) -> Result<()> {
        let stamp = self.folder.join("installed-from");
        if fs::read_to_string(&stamp).is_ok_and(|text| text == self.lock) {
            return Ok(());
        }
        let _ = fs::remove_file(&stamp);
        println!(
            "docs-sites: installing {} from {} into target/docs-sites.",
            self.name, self.registry
        );
        let start = Instant::now();
        for command in commands {
            self.run(command)?;
        }
        fs::write(&stamp, self.lock)
            .map_err(|e| format!("cannot write {}: {e}", stamp.display()))?;
        let (took, size) = (start.elapsed().as_secs_f32(), megabytes(self.folder));
        println!(
            "docs-sites: {} installed in {took:.0} s, {size:.0} MB.",
            self.name
        );
        Ok(())
    }

    fn run(&self, command: &mut Command) -> Result<()> {
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|e| format!("cannot start {}: {e}", command.get_program().display()))?;
        if output.status.success() {
            return Ok(());
        }
        let said =
            [output.stderr, output.stdout].map(|text| String::from_utf8_lossy(&text).into_owned());
        Err(self.failure(&said.concat()))
    }

    fn failure(&self, said: &str) -> String {
        if UNREACHED.iter().any(|sign| said.contains(sign)) {
            return format!(
                "{} cannot be installed: {} cannot be reached from here.",
                self.name, self.registry
            );
        }
        format!(
            "{} cannot be installed: {}",
            self.name,
            without_addresses(said).trim()
        )
    }
}

/// What a folder takes on disk.
fn megabytes(folder: &Path) -> f64 {
    fn bytes(folder: &Path) -> u64 {
        let Ok(entries) = fs::read_dir(folder) else {
            return 0;
        };
        let size = |entry: fs::DirEntry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => bytes(&entry.path()),
            Ok(kind) if kind.is_file() => entry.metadata().map_or(0, |data| data.len()),
            _ => 0,
        };
        entries.flatten().map(size).sum()
    }
    bytes(folder) as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(said: &str) -> String {
        let folder = Path::new("x");
        let package = Package {
            name: "MkDocs",
            registry: "the index of Python packages",
            folder,
            lock: "",
        };
        package.failure(said)
    }

    #[test]
    fn a_closed_registry_is_told_from_a_bad_package() {
        let closed =
            failure("npm error code EAI_AGAIN\nnpm error request to https://r.test/x failed");
        assert!(
            closed.ends_with("the index of Python packages cannot be reached from here."),
            "{closed}"
        );
        let bad = failure("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES\n  see https://r.test/");
        assert!(bad.contains("HASHES") && !bad.contains("://"), "{bad}");
    }
}
