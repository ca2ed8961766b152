//! Puts the built page into one file that opens from disk: code, words, tables and texts inside, nothing fetched.
//!
//! `page-single DIST FILE`. A program of its own, so that `cargo xtask serve` need not wait for it to build.
mod module;
mod page;

use std::{env, fs, path::Path, process::ExitCode};

fn run(dist: &str, file: &str) -> Result<(), String> {
    let single = page::single(Path::new(dist))?;
    let path = Path::new(file);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::write(path, &single).map_err(|e| format!("{file}: {e}"))?;
    println!("{file}: {} KiB", single.len().div_ceil(1024));
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [dist, file] = args.as_slice() else {
        eprintln!("page-single DIST FILE");
        return ExitCode::FAILURE;
    };
    match run(dist, file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
