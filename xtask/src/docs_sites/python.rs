//! MkDocs and Sphinx, in one virtual environment.
use std::{fs, path::PathBuf, process::Command};

use super::{Workshop, built, folder, generate, install::Package, source};
use crate::exec::{Result, program};

pub(super) fn build(workshop: &Workshop) -> Result<()> {
    let programs = install()?;
    let mut mkdocs = workshop.program(programs.join("mkdocs"))?;
    mkdocs
        .args(["build", "--quiet", "--strict", "--clean", "--site-dir"])
        .arg(built("mkdocs"))
        .arg("--config-file")
        .arg(source("mkdocs").join("mkdocs.yml"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    generate("MkDocs", &mut mkdocs)?;
    let mut sphinx = workshop.program(programs.join("sphinx-build"))?;
    sphinx
        // Warnings fail; everything is read anew.
        .args(["-q", "-W", "-E", "-b", "html", "-d"])
        .arg(folder().join("sphinx-read"))
        .args([source("sphinx"), built("sphinx")])
        .env("PYTHONDONTWRITEBYTECODE", "1");
    generate("Sphinx", &mut sphinx)
}

/// The folder of the programs.
fn install() -> Result<PathBuf> {
    let place = folder().join("python");
    let programs = place.join("bin");
    let requirements = source("requirements.txt");
    let lock = fs::read_to_string(&requirements)
        .map_err(|e| format!("cannot read requirements.txt: {e}"))?;
    let mut create = program("python3");
    create.args(["-m", "venv", "--clear"]).arg(&place);
    let mut pip = Command::new(programs.join("python"));
    // Exactly what the file names, and no program of a package runs while it is installed.
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-cache-dir",
        "--require-hashes",
        "--no-deps",
    ])
    .args([
        "--only-binary",
        ":all:",
        "--retries",
        "2",
        "--timeout",
        "60",
        "--requirement",
    ])
    .arg(&requirements);
    let package = Package {
        name: "MkDocs and Sphinx",
        registry: "the index of Python packages",
        folder: &place,
        lock: &lock,
    };
    package.ensure(&mut [create, pip])?;
    Ok(programs)
}
