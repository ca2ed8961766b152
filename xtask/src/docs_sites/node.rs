//! Docusaurus. It builds beside its packages, so the site is copied to them.
use std::{fs, path::Path};

use super::{Workshop, built, folder, generate, install::Package, source};
use crate::exec::{Result, on_path, program};

pub(super) fn build(workshop: &Workshop) -> Result<()> {
    let (from, place) = (source("docusaurus"), folder().join("docusaurus"));
    copy(&from, &place).map_err(|e| format!("cannot copy the site to {}: {e}", place.display()))?;
    install(&place)?;
    let docusaurus = place.join("node_modules/@docusaurus/core/bin/docusaurus.mjs");
    let mut command = workshop.program("node")?;
    command
        .arg(docusaurus)
        .args(["build", "--out-dir"])
        .arg(built("docusaurus"))
        .env("NODE_ENV", "production")
        // It would ask the registry for a newer one.
        .env("NO_UPDATE_NOTIFIER", "1")
        .current_dir(&place);
    generate("Docusaurus", &mut command)
}

fn install(place: &Path) -> Result<()> {
    let npm = on_path("npm").ok_or("npm is not here: install Node.js 20 or newer")?;
    let lock = place.join("package-lock.json");
    let lock =
        fs::read_to_string(&lock).map_err(|e| format!("cannot read {}: {e}", lock.display()))?;
    let cache = folder().join("npm-cache");
    let mut command = program(npm);
    command
        .args([
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ])
        .args(["--fetch-retries=2", "--fetch-timeout=60000", "--cache"])
        .arg(&cache)
        .current_dir(place);
    let modules = place.join("node_modules");
    let package = Package {
        name: "Docusaurus",
        registry: "the npm registry",
        folder: place,
        lock: &lock,
    };
    let done = package.ensure(&mut [command]);
    // Held once more than needed.
    let _ = fs::remove_dir_all(&cache);
    if done.is_err() {
        let _ = fs::remove_dir_all(&modules);
    }
    done
}

/// Copies what the site is made of over what was copied before; packages stay.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)?.flatten() {
        let (source, place) = (entry.path(), to.join(entry.file_name()));
        if entry.file_name() == "node_modules" {
            continue;
        }
        if source.is_dir() {
            let _ = fs::remove_dir_all(&place);
            copy(&source, &place)?;
        } else {
            fs::copy(&source, &place)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_pins_every_package_and_names_no_registry() {
        let text = fs::read_to_string(source("docusaurus").join("package-lock.json")).unwrap();
        assert!(!text.contains("\"resolved\""));
        let packages = text.matches("\n    \"node_modules/").count();
        assert_eq!(text.matches("\"integrity\": \"sha512-").count(), packages);
    }
}
