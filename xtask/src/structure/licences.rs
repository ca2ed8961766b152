//! What the program is made of may be given to anyone.
use std::collections::BTreeSet;

use crate::exec::{capture, cargo, root};

const ALLOWED: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// Whether one of the alternatives holds allowed licences only.
fn allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    expression.split(" OR ").any(|alternative| {
        let mut parts = alternative.split(" AND ");
        parts.all(|part| ALLOWED.contains(&part.trim_matches(['(', ')', ' '])))
    })
}

#[test]
fn expressions_are_judged() {
    assert!(allowed("MIT OR GPL-3.0") && allowed("MIT/Apache-2.0"));
    assert!(allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!allowed("GPL-3.0") && !allowed("MIT AND GPL-3.0") && !allowed(""));
}

#[test]
fn every_dependency_may_be_passed_on() {
    let tree = [
        "tree",
        "--locked",
        "--workspace",
        "-e",
        "normal,build",
        "--target",
        "all",
    ];
    let format = ["--prefix", "none", "--format", "{p}|{l}"];
    let tree = capture(cargo().args(tree).args(format)).unwrap();
    let lines: BTreeSet<&str> = tree
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .collect();
    let bad: Vec<&&str> = lines
        .iter()
        .filter(|line| !line.is_empty())
        .filter(|line| !allowed(line.split('|').nth(1).unwrap_or_default()))
        .collect();
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn every_dependency_comes_from_the_registry() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut sources = lock
        .lines()
        .filter_map(|line| line.strip_prefix("source = \""));
    assert!(sources.all(|source| source.starts_with("registry+")));
}
