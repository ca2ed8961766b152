//! Writes the tables that a program for the browser has to bring along.
use std::{env, fs, path::Path};

fn main() {
    let folder = env::var_os("OUT_DIR").unwrap_or_default();
    let file = Path::new(&folder).join("catalogue.txt");
    if let Err(error) = fs::write(&file, estimator::catalogue::text()) {
        println!("cargo::error={}: {error}", file.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
}
