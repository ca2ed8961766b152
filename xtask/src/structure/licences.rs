//! Nothing that others made comes in unseen.
use std::fs;

use super::files;
use crate::exec::root;

/// `xtask/supply` goes through the lock files by name.
#[test]
fn every_lock_file_is_looked_at() {
    let checked = fs::read_to_string(root().join("xtask/supply/src/main.rs")).unwrap();
    for (name, _) in files() {
        let manifest = name
            .strip_suffix("Cargo.lock")
            .map(|folder| format!("{folder}Cargo.toml"));
        let file = manifest.or_else(|| name.ends_with("package-lock.json").then_some(name));
        if let Some(file) = file {
            assert!(
                checked.contains(&format!("\"{file}\"")),
                "{file} is not named in xtask/supply"
            );
        }
    }
}
