//! Options that launch files have are those of the frameworks: names and types as their packages have them.
use estimator::launch::{Format, formats};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Which packages have a format's options.
const PACKAGES: &[(&str, &[&str])] = &[
    ("accelerate", &["accelerate"]),
    ("ds", &["deepspeed"]),
    ("trainer", &["transformers"]),
    ("trl", &["trl", "transformers"]),
    ("llamafactory", &["llamafactory", "transformers"]),
    ("axolotl", &["axolotl", "transformers"]),
    ("swift", &["swift", "transformers"]),
    ("torchtune", &["torchtune"]),
    ("megatron", &["megatron-core", "megatron-lm"]),
];

/// Option → its types, of the release that the table names.
fn options(packages: &[&str]) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/launch/options");
    let mut all = BTreeMap::new();
    // The first package wins: a framework that derives from another narrows its types.
    for package in packages.iter().rev() {
        let table = fs::read_to_string(folder.join(format!("{package}.tsv"))).unwrap();
        assert!(table.lines().count() > 10, "{package}");
        for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let mut cells = line.split('\t');
            let name = cells.next().unwrap().to_owned();
            all.insert(name, cells.next().unwrap().to_owned());
        }
    }
    all
}

/// What a value looks like.
fn looks(value: &str) -> &'static str {
    match value {
        "true" | "false" => "bool",
        "null" => "null",
        _ if value.starts_with('[')
            || value.starts_with("#targets")
            || value.starts_with("#attn") =>
        {
            "list"
        }
        _ if value == "#" || value == "#processes" || value == "#global" => "number",
        _ if value.parse::<f64>().is_ok() => "number",
        _ => "str",
    }
}

fn permitted(types: &str, value: &str) -> bool {
    let has = |kind: &str| types.split('|').any(|known| known == kind);
    let literal = |text: &str| {
        types
            .split('|')
            .any(|known| known.trim_matches('\'') == text.trim_matches('\''))
    };
    let fits = match looks(value) {
        "bool" => has("bool"),
        "null" => has("null"),
        "list" => has("list") || has("str"),
        "number" => has("int") || has("float") || literal(value),
        _ => has("str") || has("list") || has("dict"),
    };
    fits || has("any") || literal(value)
}

/// Whether an option is a part of one that takes a dictionary.
fn inside_of_one(name: &str, known: &BTreeMap<String, String>) -> bool {
    let parent = name
        .split_once('.')
        .and_then(|(parent, _)| known.get(parent));
    parent.is_some_and(|types| types.contains("dict"))
}

/// Options of Megatron-LM that stand in a part of its file that the table does not have.
fn older() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/launch/options/older.tsv");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, place)| (name.to_owned(), place.to_owned()))
        .collect()
}

fn missing(format: &Format, known: &BTreeMap<String, String>) -> Vec<String> {
    let older = older();
    let mut missing = Vec::new();
    for (names, written) in format.spellings() {
        let first = names[0];
        let elsewhere = inside_of_one(first, known)
            || older
                .get(first)
                .is_some_and(|place| place.starts_with("Megatron-LM"));
        if written.is_empty() || elsewhere {
            continue;
        }
        match known.get(first) {
            Some(types) => {
                for value in written.iter().filter(|value| !permitted(types, value)) {
                    missing.push(format!("{first}={value} is none of {types}"));
                }
            }
            None => missing.push(first.to_owned()),
        }
    }
    missing
}

/// Every option that is written exists in the release of the table, and takes the value.
#[test]
fn what_is_written_is_an_option_of_the_framework() {
    for (key, packages) in PACKAGES {
        let known = options(packages);
        let format = formats().iter().find(|format| format.key == *key).unwrap();
        assert_eq!(missing(format, &known), Vec::<String>::new(), "{key}");
    }
}

/// Options that older releases have, launchers and Python's constructors, by which they may be read as well.
#[test]
fn what_is_read_is_or_was_an_option() {
    let older = older();
    let launchers = [
        "nproc_per_node",
        "nnodes",
        "num_processes",
        "$CUDA_VISIBLE_DEVICES",
    ];
    for (key, packages) in PACKAGES {
        let known = options(packages);
        let format = formats().iter().find(|format| format.key == *key).unwrap();
        let mut unknown = Vec::new();
        for (names, _) in format.spellings() {
            let exists = |name: &&str| {
                let constructor = name.split_once('.').is_some_and(|(class, _)| {
                    class.ends_with("Config") || class == "from_pretrained"
                });
                known.contains_key(*name)
                    || inside_of_one(name, &known)
                    || constructor
                    || older.contains_key(*name)
                    || launchers.contains(name)
            };
            if !names.iter().any(&exists) {
                unknown.push(names[0].to_owned());
            }
        }
        assert_eq!(unknown, Vec::<String>::new(), "{key}");
    }
}
