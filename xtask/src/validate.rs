//! `cargo xtask validate`: the models of memory and time against measured runs, and the tables of METHOD.md.
use std::fs;

use crate::exec::{Result, cargo, root};

const MEMORY: &str = "tests/data/memory-measured.csv";
const THROUGHPUT: &str = "tests/data/throughput-measured.csv";

/// A table of METHOD.md: the example that prints it, and the comments between which it stands.
struct Section {
    example: &'static str,
    arguments: &'static [&'static str],
    begin: &'static str,
    end: &'static str,
}

const SECTIONS: [Section; 3] = [
    Section {
        example: "calibrate",
        arguments: &[MEMORY],
        begin: "<!-- calibration: written by `cargo xtask validate` -->\n",
        end: "<!-- end of calibration -->",
    },
    Section {
        example: "validate",
        arguments: &["memory", MEMORY],
        begin: "<!-- validation: written by `cargo xtask validate` -->\n",
        end: "<!-- end of validation -->",
    },
    Section {
        example: "validate",
        arguments: &["throughput", THROUGHPUT],
        begin: "<!-- throughput: written by `cargo xtask validate` -->\n",
        end: "<!-- end of throughput -->",
    },
];

/// Prints the errors by method, stack, metric and source, and what calibration is worth, and writes both into METHOD.md.
///
/// # Errors
/// The harness does not run, METHOD.md has lost its markers, or, with `check`, it is out of date.
pub fn run(check: bool) -> Result<()> {
    let path = root().join("METHOD.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("METHOD.md: {error}"))?;
    let mut written = text.clone();
    for section in &SECTIONS {
        let table = printed(section)?;
        written = put(&written, section, &table).ok_or("METHOD.md has no markers for the table")?;
    }
    if written != text && check {
        return Err("METHOD.md is out of date: run `cargo xtask validate`".to_owned());
    }
    if written != text {
        fs::write(&path, written).map_err(|error| format!("METHOD.md: {error}"))?;
        println!("METHOD.md was updated");
    }
    Ok(())
}

/// What an example of the estimator prints about the measured runs.
fn printed(section: &Section) -> Result<String> {
    let output = cargo()
        .args([
            "run",
            "--release",
            "--quiet",
            "--locked",
            "-p",
            "estimator",
            "--example",
            section.example,
            "--",
        ])
        .args(section.arguments)
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{table}");
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    Ok(table)
}

/// `text` with `table` between the markers of a section.
fn put(text: &str, section: &Section, table: &str) -> Option<String> {
    let Section { begin, end, .. } = section;
    let (before, rest) = text.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}{}\n\n{end}{after}", table.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_what_stands_between_the_markers() {
        for section in &SECTIONS {
            let Section { begin, end, .. } = section;
            let text = format!("a\n{begin}old\n{end}\nb");
            let once = put(&text, section, "new\n").unwrap();
            assert_eq!(once, format!("a\n{begin}new\n\n{end}\nb"));
            assert_eq!(put(&once, section, "new\n").unwrap(), once);
            assert_eq!(put("no markers", section, "new"), None);
        }
    }
}
