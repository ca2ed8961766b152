//! Installing what a lock file pins, once.
use std::{fs, path::Path, process::Command, time::Instant};

use crate::{exec::Result, registry};

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
            registry::run(self.name, self.registry, command)?;
        }
        fs::write(&stamp, self.lock)
            .map_err(|e| format!("cannot write {}: {e}", stamp.display()))?;
        let (took, size) = (start.elapsed().as_secs_f32(), megabytes(self.folder));
        println!(
            "docs-sites: {} installed in {took:.0} s, {size} MB.",
            self.name
        );
        Ok(())
    }
}

/// What a folder takes on disk.
fn megabytes(folder: &Path) -> u64 {
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
    bytes(folder) / 1_000_000
}
