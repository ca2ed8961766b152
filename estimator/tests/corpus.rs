//! The stored corpus of the fuzz targets, as ordinary tests; and their dictionaries, which come from the table of inputs.
mod support;

use estimator::calibration::{FIGURES, fit};
use estimator::codec::{Decoded, PRESENTATION, aliases, decode, decode_location, encode_beside};
use estimator::launch;
use estimator::memory::MemoryReport;
use estimator::model::known_model_types;
use estimator::scenario::{Draft, Kind, PARAMS, import_config};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use support::HOSTILE;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz")
}

fn corpus(target: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(fuzz().join("corpus").join(target))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let found: Vec<_> = files
        .map(|path| {
            let bytes = std::fs::read(&path).unwrap();
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                String::from_utf8_lossy(&bytes).into_owned(),
            )
        })
        .collect();
    assert!(!found.is_empty());
    found
}

#[test]
fn stored_launch_files_are_read_or_refused() {
    let (mut read, mut refused) = (0, 0);
    for (name, text) in corpus("launch") {
        let Ok(reading) = launch::read(&text, &Draft::default()) else {
            refused += 1;
            continue;
        };
        read += 1;
        let again = launch::read(&text, &Draft::default()).unwrap();
        assert_eq!(reading.draft, again.draft, "{name}");
        if let Ok(scenario) = reading.draft.check().scenario {
            let report = MemoryReport::of(&scenario);
            assert!(report.peak.driver.get().is_finite(), "{name}");
        }
    }
    assert!(read >= 4 && refused >= 3, "{read} {refused}");
}

#[test]
fn stored_addresses_are_read_and_written() {
    for (name, text) in corpus("fragment") {
        let text = text.trim_end_matches('\n');
        let (query, fragment) = text.split_once('#').unwrap_or(("", text));
        let found = decode_location(query, fragment);
        assert!(found.unread() <= found.settings, "{name}");
        let written = |found: &Decoded| {
            encode_beside(&found.draft, &found.runs, &found.jobs, &found.others).text
        };
        let once = written(&found);
        assert_eq!(written(&decode(&once)), once, "{name}");
        let observations: Vec<_> = found
            .runs
            .iter()
            .filter_map(|run| run.check().ok())
            .collect();
        let calibration = fit(&observations);
        if let Ok(scenario) = found.draft.check().scenario {
            assert!(
                MemoryReport::calibrated(&scenario, &calibration)
                    .peak
                    .driver
                    .get()
                    .is_finite(),
                "{name}"
            );
        }
    }
}

#[test]
fn stored_configs_are_refused_or_imported() {
    for (name, text) in corpus("config") {
        if let Ok(imported) = import_config(&text) {
            let mut draft = Draft::default();
            imported.apply(&mut draft);
            if let Ok(scenario) = draft.check().scenario {
                assert!(
                    MemoryReport::of(&scenario).peak.driver.get().is_finite(),
                    "{name}"
                );
            }
        }
    }
}

/// A line of a dictionary: printable ASCII as it is, any other byte as a code.
fn entry(text: &str) -> String {
    let escaped: String = text
        .bytes()
        .map(|b| match b {
            b'"' | b'\\' => format!("\\{}", char::from(b)),
            b' '..=b'~' => char::from(b).to_string(),
            _ => format!("\\x{b:02X}"),
        })
        .collect();
    format!("\"{escaped}\"")
}

fn dictionary(words: impl IntoIterator<Item = String>) -> String {
    let words: BTreeSet<String> = words
        .into_iter()
        .filter(|word| !word.is_empty())
        .map(|word| entry(&word))
        .collect();
    words.into_iter().map(|word| word + "\n").collect()
}

/// Keys with `=`, every choice, bounds of numbers, hostile text.
fn of_links() -> String {
    let keys = PARAMS
        .iter()
        .map(|info| info.key)
        .chain(aliases().iter().map(|alias| alias.key));
    let keys = keys
        .chain(PRESENTATION.iter().copied())
        .chain(FIGURES.iter().map(|info| info.key))
        .chain([
            "v",
            "cat",
            "jobs",
            "2.m",
            "2.like",
            "4.s",
            "5.s",
            "run1.s",
            "run1.alloc",
            "run4.drv",
        ])
        .map(|key| format!("&{key}="));
    let values = PARAMS.iter().flat_map(|info| match info.kind {
        Kind::Choice(keys) | Kind::List(keys) => keys.iter().map(|key| (*key).to_owned()).collect(),
        Kind::Integer { min, max } => vec![min.to_string(), max.to_string()],
        Kind::Real { min, max, .. } => vec![min.to_string(), max.to_string()],
        Kind::Model | Kind::Gpu | Kind::Family => {
            vec!["custom".to_owned(), info.default.to_owned()]
        }
    });
    dictionary(
        keys.chain(values)
            .chain(HOSTILE.iter().map(|text| (*text).to_owned())),
    )
}

/// Names of fields, model types, and the numbers that JSON can write.
fn of_configs() -> String {
    let mut words: Vec<String> = known_model_types()
        .into_iter()
        .map(|name| format!("\"{name}\""))
        .collect();
    for (_, json) in corpus("config") {
        words.extend(
            json.split('"')
                .skip(1)
                .step_by(2)
                .filter(|word| word.len() < 40)
                .map(|word| format!("\"{word}\":")),
        );
    }
    words.extend(
        [
            "null",
            "true",
            "false",
            "-1",
            "0",
            "1e999",
            "1e-9",
            "18446744073709551616",
            "[]",
            "{}",
        ]
        .map(str::to_owned),
    );
    dictionary(words)
}

#[test]
fn dictionaries_follow_the_table() {
    for (name, wanted) in [("fragment.dict", of_links()), ("config.dict", of_configs())] {
        let path = fuzz().join(name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &wanted).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == wanted,
            "{name} is out of date: UPDATE=1 cargo test -p estimator --test corpus"
        );
    }
}
