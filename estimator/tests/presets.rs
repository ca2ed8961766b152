//! Presets: each checks, says what its question says, and opens by a short link.
use estimator::codec::{decode, encode};
use estimator::memory::{MemoryReport, State};
use estimator::presets::{all, find};
use estimator::scenario::{Draft, Param};

/// The questions of the mission, each with what its configuration must say.
#[test]
fn each_question_has_its_configuration() {
    let wanted: &[(&str, &[(Param, &str)])] = &[
        (
            "p1",
            &[
                (Param::Model, "llama-3.1-70b"),
                (Param::Gpu, "a100-sxm-80gb"),
                (Param::GpusPerNode, "8"),
                (Param::Method, "lora"),
            ],
        ),
        ("p2", &[(Param::Method, "full")]),
        (
            "p3",
            &[
                (Param::Model, "llama-3.1-70b"),
                (Param::Method, "full"),
                (Param::Sequence, "4096"),
                (Param::Precision, "fp16"),
            ],
        ),
        (
            "p4",
            &[
                (Param::Model, "qwen2.5-7b"),
                (Param::Gpu, "a100-sxm-80gb"),
                (Param::GpusPerNode, "8"),
            ],
        ),
        (
            "p5",
            &[
                (Param::Model, "llama-3.1-70b"),
                (Param::GpusPerNode, "8"),
                (Param::Nodes, "8"),
            ],
        ),
        (
            "p6",
            &[
                (Param::Gpu, "h100-sxm-80gb"),
                (Param::GpusPerNode, "8"),
                (Param::Precision, "fp8"),
            ],
        ),
        (
            "p7",
            &[
                (Param::Method, "qlora"),
                (Param::Gpu, "rtx-4090"),
                (Param::GpusPerNode, "1"),
            ],
        ),
        (
            "p8",
            &[(Param::Method, "qlora"), (Param::Model, "qwen2.5-14b")],
        ),
    ];
    for (key, values) in wanted {
        let checked = find(key).unwrap().draft().check();
        for (param, value) in *values {
            assert_eq!(
                checked.field(*param).unwrap().text,
                *value,
                "{key} {param:?}"
            );
        }
    }
}

#[test]
fn sizes_and_methods_are_all_there() {
    for size in ["7b", "70b"] {
        for method in ["full", "lora", "qlora"] {
            assert_eq!(
                find(&format!("{size}-{method}"))
                    .unwrap()
                    .draft()
                    .get(Param::Method),
                Some(method)
            );
        }
    }
}

#[test]
fn a_preset_survives_its_link() {
    for preset in all() {
        let link = encode(&preset.draft());
        assert_eq!(link.left_out, vec![], "{}", preset.key);
        assert!(link.text.len() < 160, "{} {}", preset.key, link.text);
        let opened = decode(&link.text);
        assert_eq!(opened.notices, vec![], "{}", preset.key);
        let [before, after] = [&preset.draft(), &opened.draft]
            .map(|draft: &Draft| MemoryReport::of(&draft.check().scenario.unwrap()));
        assert_eq!(before, after, "{}", preset.key);
    }
}

/// Every preset is a sensible start; only the question "how many GPUs?" opens with what does not fit.
#[test]
fn every_preset_fits_but_the_one_that_asks_how_many() {
    for preset in all() {
        let state = MemoryReport::of(&preset.draft().check().scenario.unwrap())
            .verdict
            .state;
        let wanted = if preset.key == "p3" {
            State::DoesNotFit
        } else {
            State::Fits
        };
        assert_eq!(state, wanted, "{}", preset.key);
    }
}

/// P3: 8 GPUs × 4 micro-batches are the global batch of 32 that the question states.
#[test]
fn the_global_batch_of_p3_is_32() {
    let scenario = find("p3").unwrap().draft().check().scenario.unwrap();
    assert_eq!(
        scenario.batch.micro * scenario.batch.accumulation * scenario.layout.data,
        32
    );
}
