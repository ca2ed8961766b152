//! Links that were handed out keep meaning what they meant: see `tests/links/README.md`.
use estimator::codec::{CAT, decode, decode_location, encode};
use estimator::memory::{MemoryReport, State};
use estimator::scenario::{Draft, Method, PARAMS, Param};
use estimator::{hardware, model, presets, stack};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn update() -> bool {
    std::env::var_os("UPDATE").is_some()
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/links")
        .join(name)
}

/// Peak of the driver's figure and verdict, as the list holds them.
fn headline(draft: &Draft) -> (String, String) {
    let report = MemoryReport::of(
        &draft
            .check()
            .scenario
            .unwrap_or_else(|issues| panic!("{issues:?}")),
    );
    let state = match report.verdict.state {
        State::Fits => "fits",
        State::Borderline => "borderline",
        State::DoesNotFit => "does-not-fit",
    };
    (
        format!("{:.2}", report.peak.needed.as_gib()),
        state.to_owned(),
    )
}

/// The lines of the change log under "Numbers that changed".
fn numbers_that_changed() -> Vec<String> {
    let log =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../CHANGELOG.md"))
            .unwrap_or_default();
    let mut inside = false;
    let mut lines = Vec::new();
    for line in log.lines() {
        if line.starts_with('#') {
            inside = line.contains("Numbers that changed");
        } else if inside {
            lines.push(line.to_owned());
        }
    }
    lines
}

const HEADER: &str = "name,link,canonical,needed_gib,verdict";

#[test]
fn every_link_opens_as_it_did() {
    let path = file("links.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEADER));
    let changed = numbers_that_changed();
    let mut rows: Vec<String> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let [name, link, canonical, gib, verdict] = cells[..] else {
            panic!("five cells, please: {line}")
        };
        let (query, fragment) = link.split_once('#').unwrap_or((link, ""));
        let found = decode_location(query, fragment);
        assert_eq!(found.notices, vec![], "{name}");
        let encoded = encode(&found.draft).text;
        assert!(
            canonical.is_empty() || canonical == encoded,
            "{name} is now written\n{encoded}\nand was\n{canonical}"
        );
        assert_eq!(encode(&decode(&encoded).draft).text, encoded, "{name}");
        let (now, state) = headline(&found.draft);
        let same = (gib.is_empty() || gib == now) && (verdict.is_empty() || verdict == state);
        let said = changed
            .iter()
            .any(|line| line.contains(&format!("{name}:")) && line.contains(&now));
        assert!(
            same || said,
            "{name} gave {gib} GiB, {verdict}; now {now} GiB, {state}. See tests/links/README.md"
        );
        let filled = [
            if gib.is_empty() { &now } else { gib },
            if verdict.is_empty() { &state } else { verdict },
        ];
        assert!(
            update() || !(gib.is_empty() || verdict.is_empty() || canonical.is_empty()),
            "{name}: fill with UPDATE=1"
        );
        rows.push([name, link, &encoded, filled[0], filled[1]].join(","));
        assert!(!names.contains(&name.to_owned()), "{name} twice");
        names.push(name.to_owned());
    }
    for preset in presets::all()
        .iter()
        .filter(|preset| !names.iter().any(|name| name == preset.key))
    {
        assert!(
            update(),
            "{} is not in the list: add it with UPDATE=1",
            preset.key
        );
        let (link, (gib, state)) = (encode(&preset.draft()).text, headline(&preset.draft()));
        rows.push(format!("{},#{link},{link},{gib},{state}", preset.key));
    }
    if update() {
        std::fs::write(path, format!("{HEADER}\n{}\n", rows.join("\n"))).unwrap();
    }
}

/// Compares what stands in a file with what the code says; what is new is added on request, what stands never changes.
fn frozen(name: &str, heading: &str, now: &BTreeMap<String, String>) {
    let path = file(name);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let stood: BTreeMap<&str, &str> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .collect();
    for (key, value) in &stood {
        assert_eq!(
            now.get(*key).map(String::as_str),
            Some(*value),
            "{key} of {name} changed: see estimator/src/codec/defaults.rs"
        );
    }
    let new: Vec<&String> = now
        .keys()
        .filter(|key| !stood.contains_key(key.as_str()))
        .collect();
    for key in &new {
        // A stack that gets a default of its own for an input that was there before changes what old links mean.
        let Some((input, context)) = key.split_once(" under ") else {
            continue;
        };
        let stack = format!(" under {} ", context.split(' ').next().unwrap());
        let known = stood.contains_key(input) && stood.keys().any(|line| line.contains(&stack));
        assert!(
            !known,
            "{key} of {name} changed: see estimator/src/codec/defaults.rs"
        );
    }
    if !new.is_empty() {
        assert!(
            update(),
            "{} new lines for {name}: add them with UPDATE=1",
            new.len()
        );
        let lines: Vec<String> = now
            .iter()
            .map(|(key, value)| format!("{key}: {value}"))
            .collect();
        std::fs::write(path, format!("# {heading}\n{}\n", lines.join("\n"))).unwrap();
    }
}

/// One line for each input: its default, and the stacks, methods and numbers of GPUs where it is another.
#[test]
fn defaults_are_frozen() {
    let mut now = BTreeMap::new();
    for info in PARAMS {
        now.insert(
            info.key.to_owned(),
            if info.default.is_empty() {
                "-".to_owned()
            } else {
                info.default.to_owned()
            },
        );
    }
    for stack in stack::STACKS {
        for method in Method::KEYS {
            for gpus in ["1", "8"] {
                let draft = Draft::default()
                    .with(Param::Stack, stack.key)
                    .with(Param::Method, *method)
                    .with(Param::GpusPerNode, gpus);
                for field in draft.check().fields {
                    if field.default != field.param.info().default {
                        let at =
                            format!("{} under {} {method} {gpus}", field.param.key(), stack.key);
                        now.insert(at, field.default.into_owned());
                    }
                }
            }
        }
    }
    frozen(
        &format!("defaults-{CAT}.txt"),
        "Defaults, and where a stack has another. Lines are only added.",
        &now,
    );
}

#[test]
fn the_catalogues_are_frozen() {
    let mut now = BTreeMap::new();
    for gpu in hardware::catalogue() {
        let rate =
            |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let value = format!(
            "{:?} usable={} context={} bandwidth={} bf16={} fp16={} fp8={} link={}x{} pcie={}x{} tdp={}",
            gpu.arch,
            gpu.usable(),
            gpu.context_gib().value,
            rate(gpu.memory_bandwidth_gbs),
            rate(gpu.bf16_tflops),
            rate(gpu.fp16_tflops),
            rate(gpu.fp8_tflops),
            gpu.link.gbs,
            gpu.link.reach,
            gpu.pcie.generation,
            gpu.pcie.lanes,
            rate(gpu.tdp_w)
        );
        now.insert(format!("gpu {}", gpu.id), value);
    }
    for entry in model::catalogue() {
        let spec = &entry.spec;
        let value = format!(
            "{} total={} active={} h={} L={} a={} k={} d={} V={} {:?}",
            spec.family.model_type(),
            spec.total(),
            spec.active(),
            spec.hidden,
            spec.layers,
            spec.heads,
            spec.kv_heads,
            spec.head_dim,
            spec.vocab,
            spec.ffn
        );
        now.insert(format!("model {}", spec.id), value);
    }
    frozen(
        &format!("catalogue-{CAT}.txt"),
        "GPUs and models with the values that estimates use. Lines are only added.",
        &now,
    );
}
