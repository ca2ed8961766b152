//! Building the standard library for the wasm target from its source.
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    debian_std::make_dir,
    exec::{self, Result},
    wasm_target::TRIPLE,
};

/// Builds from `source` in `work` and copies the libraries to `lib_dir`.
pub(crate) fn run(work: &Path, source: &Path, lib_dir: &Path) -> Result<()> {
    let sysroot = exec::capture(exec::program("rustc").args(["--print", "sysroot"]))?;
    let rust_src = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    let lent = !rust_src.join("library/std").exists();
    if lent {
        make_dir(&rust_src)?;
        exec::capture(Command::new("cp").arg("-a").args([source, &rust_src]))?;
    }
    let built = compile(work, &rust_src);
    if lent {
        // The source was needed for this build only; a later `rustup component add rust-src`
        // shall find its place empty.
        let _ = fs::remove_dir_all(rust_src.join("library"));
    }
    copy_libraries(&built?, lib_dir)
}

/// Builds a crate that is empty but for its standard library; gives the folder of the results.
fn compile(work: &Path, rust_src: &Path) -> Result<PathBuf> {
    let dummy = work.join("dummy");
    make_dir(&dummy.join("src"))?;
    let manifest = "[package]\nname = \"dummy\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\n\
                    [workspace]\n";
    fs::write(dummy.join("Cargo.toml"), manifest).map_err(|e| e.to_string())?;
    fs::write(dummy.join("src/lib.rs"), "").map_err(|e| e.to_string())?;
    let built = work.join("built");
    let mut cargo = exec::cargo();
    cargo
        .current_dir(&dummy)
        // `lto = "fat"` needs bitcode in the libraries, and `test` serves test runners.
        .args([
            "build",
            "--quiet",
            "--release",
            "-Zbuild-std=std,panic_abort,test",
            "--target",
            TRIPLE,
        ])
        .env("RUSTC_BOOTSTRAP", "1")
        .env(
            "RUSTFLAGS",
            format!(
                "-Cembed-bitcode=yes --remap-path-prefix={}={}",
                rust_src.display(),
                named()?
            ),
        )
        .env("CARGO_TARGET_DIR", &built);
    for variable in env::vars_os().map(|(key, _)| key).filter(|key| {
        key.to_string_lossy().starts_with("CARGO_PROFILE_") || key == "CARGO_ENCODED_RUSTFLAGS"
    }) {
        cargo.env_remove(variable);
    }
    exec::capture(&mut cargo)?;
    Ok(built.join(TRIPLE).join("release/deps"))
}

/// What the libraries that rustup installs call the folder of their source, which is none of a machine.
fn named() -> Result<String> {
    let said = exec::capture(exec::program("rustc").arg("-vV"))?;
    let hash = said
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "));
    Ok(format!("/rustc/{}", hash.unwrap_or("unknown")))
}

fn copy_libraries(built: &Path, lib_dir: &Path) -> Result<()> {
    make_dir(lib_dir)?;
    let note = "Built from the distribution's source by `cargo xtask`. Delete this folder before\n\
                `rustup target add`: two standard libraries in one place do not work.\n";
    fs::write(lib_dir.join("README"), note)
        .map_err(|e| format!("cannot write to {}: {e}", lib_dir.display()))?;
    let libraries = fs::read_dir(built).map_err(|e| e.to_string())?;
    for path in libraries.flatten().map(|entry| entry.path()) {
        let file = path.file_name().unwrap_or_default();
        // The dummy itself is no part of the standard library.
        let wanted = path.extension().is_some_and(|e| e == "rlib")
            && !file.to_string_lossy().starts_with("libdummy");
        if wanted {
            fs::copy(&path, lib_dir.join(file))
                .map_err(|e| format!("cannot write to {}: {e}", lib_dir.display()))?;
        }
    }
    Ok(())
}
