//! `config.json` files of published models as settings: the total is exact to the parameter, whatever the architecture.
#![allow(clippy::cast_precision_loss, reason = "totals are below 2^53")]
use estimator::model::{find, from_config_json};
use estimator::scenario::{Draft, Param, import_config};
use std::path::Path;

fn configs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/configs");
    let mut found: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "json"))
        .map(|path| {
            (
                path.file_stem().unwrap().to_string_lossy().into_owned(),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    found.sort();
    assert!(found.len() > 50);
    found
}

#[test]
fn every_config_gives_a_scenario_with_its_exact_total() {
    let (mut matched, mut exact) = (0, 0);
    for (name, json) in configs() {
        let spec = from_config_json(&json).unwrap_or_else(|error| panic!("{name}: {error}"));
        let imported = import_config(&json).unwrap();
        let mut draft = Draft::default();
        imported.apply(&mut draft);
        for (param, text) in &imported.draft_patch {
            assert!(
                Draft::check_text(*param, text).is_ok(),
                "{name}: {param:?} = {text}"
            );
        }
        let scenario = draft
            .check()
            .scenario
            .unwrap_or_else(|issues| panic!("{name}: {issues:?}"));
        assert!(
            (scenario.parameters - spec.total() as f64).abs() < 0.5,
            "{name}: {} {}",
            scenario.parameters,
            spec.total()
        );
        if imported.exact {
            assert_eq!(scenario.model.parameters(), spec.parameters(), "{name}");
        }
        if let Some(id) = imported.matched {
            assert_eq!(
                imported.draft_patch,
                vec![(Param::Model, id.to_owned())],
                "{name}"
            );
            assert_eq!(find(id).unwrap().total(), spec.total(), "{name}");
        }
        matched += u32::from(imported.matched.is_some());
        exact += u32::from(imported.exact);
    }
    assert!(
        matched >= 30 && exact >= matched,
        "{matched} in the catalogue, {exact} exact"
    );
}

#[test]
fn what_is_no_config_is_an_error() {
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{\"model_type\": \"__proto__\"}",
        "{\"model_type\":\"llama\",\"hidden_size\":1e999}",
        "\u{0}",
        "🦙",
    ] {
        assert!(import_config(text).is_err(), "{text}");
    }
}
