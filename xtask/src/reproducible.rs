//! `cargo xtask reproducible`: the page, built twice in different folders, is the same to the byte.
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    exec::{self, Result, root, target_dir},
    page, tools,
};

/// Builds the page here, and from a copy of the sources elsewhere with nothing of the first build but the tools; fails when a file
/// differs.
pub fn run() -> Result<()> {
    page::build()?;
    let place = target_dir().join("reproducible");
    let wrong = |e: io::Error| format!("{}: {e}", place.display());
    let (copy, target) = (place.join("another/folder"), place.join("target"));
    let _ = fs::remove_dir_all(&place);
    sources(&copy).map_err(wrong)?;
    // Trunk takes minutes to build and is no part of the page; the tool that makes its glue is, and is built anew.
    let trunk = format!("trunk{}", std::env::consts::EXE_SUFFIX);
    fs::create_dir_all(target.join("tools")).map_err(wrong)?;
    if tools::dir().join(&trunk).is_file() {
        fs::copy(tools::dir().join(&trunk), target.join("tools").join(&trunk)).map_err(wrong)?;
    }
    let mut cargo = exec::cargo();
    cargo.current_dir(&copy).args(["xtask", "build"]);
    // These name this package where the command was started by cargo.
    cargo
        .env_remove("CARGO_MANIFEST_DIR")
        .env_remove("CARGO_PKG_NAME");
    exec::run(cargo.env("CARGO_TARGET_DIR", &target))?;
    let (here, there) = (files(&root().join("dist")), files(&copy.join("dist")));
    let (here, there) = (here.map_err(wrong)?, there.map_err(wrong)?);
    let apart = differ(&here, &there);
    if !apart.is_empty() {
        return Err(format!(
            "two builds differ in {}; the second one is in {}",
            apart.join(", "),
            copy.display()
        ));
    }
    println!(
        "{} files of the page are the same in two builds.",
        here.len()
    );
    let _ = fs::remove_dir_all(&place);
    Ok(())
}

/// Copies what git has, and what it would take.
fn sources(to: &Path) -> io::Result<()> {
    for name in exec::tracked().map_err(io::Error::other)? {
        let (from, to) = (root().join(&name), to.join(&name));
        if !from.is_file() {
            continue;
        }
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(from, to)?;
    }
    Ok(())
}

/// Every file of a folder by its place in it.
fn files(folder: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(&next)? {
            let path = entry?.path();
            if path.is_dir() {
                left.push(path);
            } else if let Ok(name) = path.strip_prefix(folder) {
                found.insert(name.to_path_buf(), fs::read(&path)?);
            }
        }
    }
    Ok(found)
}

/// Names of files that one build lacks or has otherwise.
fn differ(here: &BTreeMap<PathBuf, Vec<u8>>, there: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<String> {
    let lacking = there.keys().filter(|name| !here.contains_key(*name));
    let other = here
        .iter()
        .filter(|(name, bytes)| there.get(*name) != Some(bytes));
    let names = other.map(|(name, _)| name).chain(lacking);
    names.map(|name| name.display().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_a_name_and_a_lack_are_seen() {
        let of = |files: &[(&str, &str)]| {
            files
                .iter()
                .map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec()))
                .collect()
        };
        let here: BTreeMap<_, _> = of(&[("a", "1"), ("b", "2")]);
        assert!(differ(&here, &here).is_empty());
        assert_eq!(differ(&here, &of(&[("a", "1"), ("b", "3")])), ["b"]);
        assert_eq!(differ(&here, &of(&[("a", "1")])), ["b"]);
        assert_eq!(
            differ(&here, &of(&[("a", "1"), ("b", "2"), ("c", "")])),
            ["c"]
        );
    }
}
