//! The standard library for the wasm target, built from Debian's signed source package.
//!
//! For machines where rustup may not or cannot download. The machine's own apt settings say where
//! the archive is; the lists and the package stay in a temporary folder, so the machine's apt is
//! left as it was, and the archive's signatures are checked as always.
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    exec::{self, Result},
    std_build,
};

const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";
const SUITES: [&str; 4] = ["trixie-backports", "trixie", "forky", "sid"];

/// Builds the target's standard library and copies it to `lib_dir`.
pub fn install(lib_dir: &Path) -> Result<()> {
    for tool in ["apt-get", "apt-cache", "dpkg-deb"] {
        if exec::on_path(tool).is_none() {
            return Err(format!(
                "The distribution's way needs {tool}, which is not here."
            ));
        }
    }
    let work = exec::target_dir().join("tools/std-build");
    let _ = fs::remove_dir_all(&work);
    make_dir(&work)?;
    let done = download(&work).and_then(|source| std_build::run(&work, &source, lib_dir));
    let _ = fs::remove_dir_all(&work);
    done
}

pub(crate) fn make_dir(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|e| format!("cannot create {}: {e}", path.display()))
}

/// `1.95.0`
fn rustc_release() -> Result<String> {
    let text = exec::capture(exec::program("rustc").arg("-vV"))?;
    text.lines()
        .find_map(|line| line.strip_prefix("release: "))
        .map(str::to_owned)
        .ok_or_else(|| "rustc does not say its release".to_owned())
}

/// The address of the Debian archive, from the machine's apt settings.
fn archive() -> Result<String> {
    let filters = ["Created-By: Packages", "Origin: Debian", "Label: Debian"];
    let list = exec::capture(
        Command::new("apt-get")
            .args(["indextargets", "--format", "$(REPO_URI)"])
            .args(filters),
    )?;
    list.lines()
        .next()
        .map(str::to_owned)
        .ok_or_else(|| "apt knows no Debian archive here (try `apt-get update` once).".to_owned())
}

/// An apt command that knows only our list.
fn apt(work: &Path, tool: &str) -> Command {
    let mut command = Command::new(tool);
    command.current_dir(work);
    for (key, value) in [
        ("Dir::Etc::SourceList", work.join("sources.list")),
        ("Dir::Etc::SourceParts", PathBuf::from("-")),
        ("Dir::State::Lists", work.join("lists")),
        ("Dir::Cache", work.join("cache")),
        // Without this, apt as root warns that its own download user cannot read the folder.
        ("APT::Sandbox::User", PathBuf::from("root")),
    ] {
        command.arg("-o").arg(format!("{key}={}", value.display()));
    }
    command
}

/// Downloads and unpacks the source; gives the folder of the standard library.
fn download(work: &Path) -> Result<PathBuf> {
    let release = rustc_release()?;
    let archive = archive()?;
    let line = |suite| format!("deb [signed-by={KEYRING}] {archive} {suite} main");
    let list = SUITES.map(line).join("\n");
    fs::write(work.join("sources.list"), list + "\n").map_err(|e| e.to_string())?;
    make_dir(&work.join("lists/partial"))?;
    make_dir(&work.join("cache/archives/partial"))?;
    // A suite that this archive lacks fails alone; the package lookup below decides.
    let _ = exec::capture(apt(work, "apt-get").args(["update", "-q"]));
    let listed = exec::capture(apt(work, "apt-cache").args(["madison", "rust-src"]))?;
    let version = matching_version(&listed, &release)
        .ok_or_else(|| format!("Debian has no rust-src package for rustc {release}."))?;
    println!("  Debian's rust-src {version}");
    exec::capture(apt(work, "apt-get").args(["download", &format!("rust-src={version}")]))?;
    let package = fs::read_dir(work)
        .map_err(|e| e.to_string())?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|e| e == "deb"))
        .ok_or("apt downloaded no package")?;
    let unpacked = work.join("unpacked");
    exec::capture(
        Command::new("dpkg-deb")
            .arg("-x")
            .args([&package, &unpacked]),
    )?;
    source_in(&unpacked.join("usr/src"), &release)
}

/// From `rust-src | 1.95.0+dfsg1-2 | …` the version that begins with the release.
fn matching_version(madison: &str, release: &str) -> Option<String> {
    let versions = madison
        .lines()
        .filter_map(|line| line.split('|').nth(1))
        .map(str::trim);
    versions
        .filter(|v| {
            v.strip_prefix(release)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
        })
        .map(str::to_owned)
        .next()
}

/// The exact path: a search for a folder named `library` would also find a mock.
fn source_in(usr_src: &Path, release: &str) -> Result<PathBuf> {
    fs::read_dir(usr_src)
        .map_err(|e| e.to_string())?
        .flatten()
        .filter(|e| {
            e.file_name()
                .to_string_lossy()
                .starts_with(&format!("rustc-{release}"))
        })
        .map(|e| e.path().join("library"))
        .find(|path| path.join("std/Cargo.toml").is_file())
        .ok_or_else(|| "the package holds no standard library".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_release_matches() {
        let listed = " rust-src | 1.95.1+dfsg-1 | x\n rust-src | 1.95.0+dfsg1-2~bpo | y\n";
        assert_eq!(
            matching_version(listed, "1.95.0").as_deref(),
            Some("1.95.0+dfsg1-2~bpo")
        );
        assert_eq!(matching_version(listed, "1.95"), None);
        assert_eq!(matching_version("", "1.95.0"), None);
    }
}
