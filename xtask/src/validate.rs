//! `cargo xtask validate`: the memory model against measured runs, and the table of METHOD.md.
use std::fs;

use crate::exec::{Result, cargo, root};

const DATA: &str = "tests/data/memory-measured.csv";
const BEGIN: &str = "<!-- validation: written by `cargo xtask validate` -->\n";
const END: &str = "<!-- end of validation -->";

/// Prints the errors by method, stack, metric and source, and writes them into METHOD.md.
///
/// # Errors
/// The harness does not run, METHOD.md has lost its markers, or, with `check`, it is out of date.
pub fn run(check: bool) -> Result<()> {
    let output = cargo()
        .args([
            "run",
            "--release",
            "--quiet",
            "--locked",
            "-p",
            "estimator",
            "--example",
            "validate",
            "--",
            DATA,
        ])
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{table}");
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    let path = root().join("METHOD.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("METHOD.md: {error}"))?;
    let written = put(&text, &table).ok_or("METHOD.md has no markers for the table")?;
    if written != text && check {
        return Err("METHOD.md is out of date: run `cargo xtask validate`".to_owned());
    }
    if written != text {
        fs::write(&path, written).map_err(|error| format!("METHOD.md: {error}"))?;
        println!("METHOD.md was updated");
    }
    Ok(())
}

/// `text` with `table` between the markers.
fn put(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{}\n\n{END}{after}", table.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_what_stands_between_the_markers() {
        let text = format!("a\n{BEGIN}old\n{END}\nb");
        let once = put(&text, "new\n").unwrap();
        assert_eq!(once, format!("a\n{BEGIN}new\n\n{END}\nb"));
        assert_eq!(put(&once, "new\n").unwrap(), once);
        assert_eq!(put("no markers", "new"), None);
    }
}
