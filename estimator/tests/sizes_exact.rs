//! Allocation sizes that out-of-memory messages print, from the estimator's own lines and shapes, to the printed digit.
use estimator::codec::decode;
use estimator::memory::{MemoryReport, Moment, TermId};
use estimator::model::{ModelSpec, Target, find};
use estimator::units::{Bytes, SizeUnit};

const DATA: &str = include_str!("../../tests/data/sizes-exact.csv");

/// Bytes of some lines at the optimizer step of a run.
fn at_step(link: &str, of: &[TermId]) -> f64 {
    let report = MemoryReport::of(&decode(link).draft.check().scenario.unwrap());
    report
        .at(Moment::Step)
        .unwrap()
        .terms
        .iter()
        .filter(|term| of.contains(&term.id))
        .map(|term| term.bytes().get())
        .sum()
}

fn model(id: &str) -> ModelSpec {
    find(id).unwrap()
}

/// The elements or parameters of a row as the catalogue counts them, and its size in bytes.
fn computed(case: &str, what: &str) -> (u64, f64) {
    use TermId::{Gradients, MasterWeights, Moments, StepTemporary, Weights};
    let zero2 = |model: &str, n: u32| {
        format!(
            "stack=deepspeed&m={model}&method=full&g=a100-sxm-80gb&n={n}&shard=zero2&prec=fp16&opt=adamw"
        )
    };
    match (case, what) {
        ("C001", "ZeRO-2 resident at step") => (
            model("baichuan2-13b").total(),
            at_step(
                &zero2("baichuan2-13b", 4),
                &[Weights, Gradients, MasterWeights, Moments],
            ),
        ),
        // The line holds the two temporaries of an Adam that is not fused; the message names one of them.
        ("C001", "Adam temporary") => (
            model("baichuan2-13b").total(),
            at_step(&zero2("baichuan2-13b", 4), &[StepTemporary]) / 2.0,
        ),
        ("C002", "Adam temporary") => (
            model("llama-2-7b").total(),
            at_step(&zero2("llama-2-7b", 8), &[StepTemporary]) / 2.0,
        ),
        ("C010", "bf16 head copy") => sized(model("baichuan2-13b").parameters().head, 2.0),
        ("C012", "fp32 head gather") => sized(model("llama-2-7b").parameters().head, 4.0),
        ("C012", "fp32 MLP gather") => {
            let matrices = model("llama-2-7b").matrices();
            sized(
                matrices
                    .iter()
                    .find(|matrix| matrix.serves(Target::Up))
                    .unwrap()
                    .weights(),
                4.0,
            )
        }
        // On disk stands what all shards hold together.
        ("C013", "optimizer state on disk") => (
            model("llama-3.1-8b").total(),
            at_step(&zero2("llama-3.1-8b", 8), &[MasterWeights, Moments]) * 8.0,
        ),
        _ => panic!("no formula for {case}: {what}"),
    }
}

#[expect(clippy::cast_precision_loss, reason = "one matrix")]
fn sized(elements: u64, bytes: f64) -> (u64, f64) {
    (elements, elements as f64 * bytes)
}

#[test]
fn every_published_size_is_met_to_the_digit() {
    let mut rows = 0;
    for line in DATA.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [case, what, elements, n, formula, reported, value, unit, _] = cells[..] else {
            panic!("{line}")
        };
        let (counted, bytes) = computed(case, what);
        assert_eq!(
            counted.to_string(),
            elements,
            "{case} {what} on {n}: {formula}"
        );
        let (size, digits) = match unit {
            "GiB" => (Bytes::new(bytes).as_unit(SizeUnit::Gib), 2),
            _ => (bytes / 1_048_576.0, 1),
        };
        let value: f64 = value.parse().unwrap();
        assert_eq!(
            format!("{size:.digits$}"),
            format!("{value:.digits$}"),
            "{case} {what}"
        );
        // `du -h` rounds up; messages of PyTorch print two digits, or none for MiB.
        let printed = match reported.strip_suffix('G') {
            Some(whole) => whole
                .parse::<f64>()
                .is_ok_and(|whole| (size.ceil() - whole).abs() < f64::EPSILON),
            None => reported.starts_with(&format!("{size:.*}", if unit == "GiB" { 2 } else { 0 })),
        };
        assert!(printed, "{case} {what}: {size} is not {reported}");
        rows += 1;
    }
    assert_eq!(rows, 7);
}
