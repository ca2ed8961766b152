//! Time of a step: identities of its formulas, and anchors that people reported.
#![allow(
    clippy::float_cmp,
    reason = "the same arithmetic gives the same number"
)]
mod support;

use estimator::model::{self, Ffn};
use estimator::scenario::{Draft, Param, Scenario};
use estimator::time::{Flops, Pace, TimeId, TimeReport};

fn scenario(pairs: &[(Param, &str)]) -> Scenario {
    let mut draft = Draft::default();
    for (param, value) in pairs {
        draft.set(*param, (*value).to_owned());
    }
    draft.check().scenario.expect("a scenario")
}

fn report(pairs: &[(Param, &str)]) -> TimeReport {
    TimeReport::of(&scenario(pairs)).expect("a GPU with published rates")
}

fn full<'a>(model: &'a str, sequence: &'a str) -> Vec<(Param, &'a str)> {
    vec![
        (Param::Model, model),
        (Param::Method, "full"),
        (Param::Gpu, "h100-sxm-80gb"),
        (Param::Sequence, sequence),
        (Param::Checkpointing, "none"),
    ]
}

/// Operations of one token over six times its parameters.
fn over_six_n(flops: &Flops, parameters: f64) -> f64 {
    flops.model / (6.0 * parameters)
}

#[test]
fn six_n_t_for_dense_models() {
    let mut large = 0;
    for entry in model::catalogue() {
        if entry.spec.is_encoder() || !matches!(entry.spec.ffn, Ffn::Dense { .. }) {
            continue;
        }
        let scenario = scenario(&full(&entry.spec.id, "512"));
        for attended in [1.0, 128.0, 512.0] {
            let flops = Flops::of(&scenario, attended);
            // Products alone are six operations a weight and token, exactly.
            let products = flops.model - 3.0 * flops.attention;
            assert!((products / (6.0 * flops.weights) - 1.0).abs() < 1e-12);
            // Attention is the whole difference to 6·N_mm·T; it grows with the length and shrinks with the width.
            let off = over_six_n(&flops, flops.weights) - 1.0;
            let widest = attended / (2.0 * 3.0) / 1000.0;
            assert!(
                off >= 0.0 && off < widest.max(0.01),
                "{}: {off}",
                entry.spec.id
            );
            if scenario.parameters > 6e10 {
                assert!(off < 0.01, "{} at {attended}: {off}", entry.spec.id);
                let all = over_six_n(&flops, scenario.parameters) - 1.0;
                assert!(all.abs() < 0.02, "{} at {attended}: {all}", entry.spec.id);
                large += 1;
            }
        }
    }
    assert!(
        large >= 9,
        "{large} checks of models with 60B parameters or more"
    );
}

/// Frozen weights need no gradient of their own: 4 operations instead of 6; a recomputed forward pass adds 2.
#[test]
fn adapters_and_recomputation_change_the_passes() {
    let of = |method: &str, checkpointing: &str| {
        let mut pairs = full("llama-3.1-70b", "512");
        pairs.extend([
            (Param::Method, method),
            (Param::Checkpointing, checkpointing),
        ]);
        Flops::of(&scenario(&pairs), 1.0)
    };
    let (trained, frozen, again) = (of("full", "none"), of("lora", "none"), of("lora", "full"));
    assert!((frozen.model / trained.model - 4.0 / 6.0).abs() < 1e-3);
    assert_eq!(frozen.model, again.model);
    assert_eq!(frozen.hardware, frozen.model);
    let head = 2.0 * 8192.0 * 128_256.0;
    let forward = 2.0 * frozen.weights - head + frozen.attention;
    assert!(((again.hardware - again.model) / forward - 1.0).abs() < 1e-9);
}

/// Half of a causal square: each token attends to half of what it could reach on average.
#[test]
fn attention_by_hand() {
    let flops = Flops::of(&scenario(&full("llama-3.1-8b", "8192")), 8192.0);
    assert_eq!(flops.attention, 2.0 * 4096.0 * (4096.0 + 4096.0) * 32.0);
}

#[test]
fn the_bubble_of_one_f_one_b() {
    for (p, m) in [("2", "4"), ("4", "8"), ("8", "1"), ("16", "48")] {
        let report = report(&[
            (Param::Stack, "megatron"),
            (Param::Model, "llama-3.1-70b"),
            (Param::Method, "full"),
            (Param::Gpu, "h100-sxm-80gb"),
            (Param::GpusPerNode, "8"),
            (Param::Nodes, "8"),
            (Param::PipelineParallel, p),
            (Param::Accumulation, m),
        ]);
        let [p, m] = [p, m].map(|text| text.parse::<f64>().expect("a number"));
        assert!((report.bubble_share - (p - 1.0) / (m + p - 1.0)).abs() < 1e-12);
        let waits = seconds(&report, TimeId::Bubble);
        let micro_steps = m * report.pace.micro + waits;
        assert!((waits / micro_steps - report.bubble_share).abs() < 1e-9);
    }
}

fn seconds(report: &TimeReport, id: TimeId) -> f64 {
    let line = report.lines.iter().find(|line| line.id == id);
    line.map_or(0.0, |line| line.seconds.value())
}

/// Lines are the step: nothing is counted twice or left out, and numbers alone are the same numbers.
#[test]
fn lines_add_up_to_the_step() {
    let mut seen = std::collections::BTreeSet::new();
    for pairs in [
        vec![],
        vec![(Param::Method, "qlora"), (Param::Gpu, "rtx-4090")],
        vec![
            (Param::Method, "full"),
            (Param::Stack, "deepspeed"),
            (Param::Sharding, "zero3"),
            (Param::Offload, "both"),
            (Param::GpusPerNode, "8"),
        ],
        vec![
            (Param::Method, "full"),
            (Param::GpusPerNode, "8"),
            (Param::Nodes, "4"),
            (Param::Stack, "megatron"),
            (Param::TensorParallel, "4"),
            (Param::PipelineParallel, "2"),
            (Param::ContextParallel, "2"),
            (Param::Gpu, "h200-sxm-141gb"),
        ],
        vec![
            (Param::Method, "full"),
            (Param::Model, "mixtral-8x7b"),
            (Param::GpusPerNode, "8"),
            (Param::Stack, "megatron"),
            (Param::ExpertParallel, "8"),
        ],
    ] {
        let scenario = scenario(&pairs);
        let report = TimeReport::of(&scenario).expect("rates");
        let sum: f64 = report.lines.iter().map(|line| line.seconds.value()).sum();
        assert!(
            (sum / report.pace.step - 1.0).abs() < 1e-9,
            "{pairs:?}: {sum} of {}",
            report.pace.step
        );
        assert_eq!(report.pace, Pace::of(&scenario).expect("rates"));
        assert!(report.mfu() > 0.0 && report.mfu() <= report.hfu());
        for line in &report.lines {
            assert!(line.seconds.value() > 0.0 && line.hidden >= 0.0, "{line:?}");
            assert!(!line.seconds.symbols().is_empty() && !line.source.title.is_empty());
            seen.insert(line.id);
        }
    }
    assert!(seen.len() >= 15, "{seen:?}");
}

/// A GPU of which nobody publishes rates has no time, and says why.
#[test]
fn no_peak_no_time() {
    let scenario = scenario(&[(Param::Gpu, "custom")]);
    assert!(TimeReport::of(&scenario).is_err());
}

/// Utilisation stands on dense peaks: 9,600 tokens a second of Llama 2 7B on an H100 are 39% of 989 TFLOPS by 6·N (46% with attention
/// at 4,096 tokens and recomputation aside), not 24% of the sparse 1,979 (fms-fsdp, issue 89).
#[test]
fn utilisation_stands_on_dense_peaks() {
    let mut pairs = full("llama-2-7b", "4096");
    pairs.extend([
        (Param::GpusPerNode, "8"),
        (Param::Stack, "trl"),
        (Param::MicroBatch, "2"),
        (Param::Accumulation, "1"),
    ]);
    let report = report(&pairs);
    let observed = report.pace.tokens / (9600.0 * 8.0);
    let mfu = report.implied_mfu(observed);
    assert!((0.39..=0.46).contains(&mfu), "{mfu}");
}

/// 500 steps of 16 × 2,048 tokens of a 70B model in 13.5 hours on 16 A100 mean 2.8% of their peak.
#[test]
fn a_run_far_below_what_gpus_can_do() {
    let report = report(&[
        (Param::Model, "llama-2-70b"),
        (Param::Method, "full"),
        (Param::Stack, "deepspeed"),
        (Param::Sharding, "zero3"),
        (Param::Gpu, "a100-sxm-80gb"),
        (Param::GpusPerNode, "8"),
        (Param::Nodes, "2"),
        (Param::Sequence, "2048"),
        (Param::Accumulation, "1"),
    ]);
    assert_eq!(report.pace.tokens, 16.0 * 2048.0);
    let mfu = report.implied_mfu(13.5 * 3600.0 / 500.0);
    assert!((0.026..=0.030).contains(&mfu), "{mfu}");
    // The model itself expects at least five times that.
    assert!(report.mfu() > 0.14, "{}", report.mfu());
}

/// 60,000 samples of up to 2,048 tokens, three epochs, a 7B model on eight A100: 4 to 8 hours are usual (72 are not).
#[test]
fn a_7b_model_on_eight_a100() {
    let report = report(&[
        (Param::Model, "llama-2-7b"),
        (Param::Method, "full"),
        (Param::Gpu, "a100-sxm-80gb"),
        (Param::GpusPerNode, "8"),
        (Param::MicroBatch, "4"),
        (Param::Accumulation, "4"),
        (Param::Stack, "llamafactory"),
        (Param::Sharding, "zero3"),
    ]);
    let tokens = 60_000.0 * 3.0 * 2048.0;
    let hours = |step: f64| tokens / report.pace.tokens * step / 3600.0;
    let (short, long) = report.step_range();
    let typical = hours(report.pace.step);
    assert!(
        hours(short) < 8.0 && hours(long) > 4.0,
        "{} to {}",
        hours(short),
        hours(long)
    );
    assert!((8.0..=30.0).contains(&(72.0 / typical)), "{typical} hours");
}

/// ZeRO-3 moves three times the weights in each micro-step: across 12 Gbit/s that is far slower than within one node, across
/// 100 Gbit/s and more hardly (QwenLM/Qwen3, issue 773: 2.46 to 8.68 s).
#[test]
fn zero_3_across_slow_links() {
    let step = |nodes: &str, gbs: &str| {
        report(&[
            (Param::Model, "qwen2-1.5b"),
            (Param::Method, "full"),
            (Param::Stack, "deepspeed"),
            (Param::Sharding, "zero3"),
            (Param::Gpu, "a10"),
            (Param::GpusPerNode, "2"),
            (Param::Nodes, nodes),
            (Param::Network, gbs),
            (Param::Accumulation, "1"),
            (Param::Sequence, "512"),
        ])
        .pace
        .step
    };
    let one = step("1", "");
    let (slow, fast) = (step("2", "1.25"), step("2", "12.5"));
    assert!(slow / one >= 3.0, "{slow} after {one}");
    assert!(fast / one < 1.3, "{fast} after {one}");
}

/// The optimizer of a 72B model in host memory takes 5 to 15 s a step, once for all micro-batches.
#[test]
fn an_optimizer_in_host_memory() {
    let of = |accumulation: &str| {
        report(&[
            (Param::Model, "qwen2.5-72b"),
            (Param::Method, "full"),
            (Param::Stack, "deepspeed"),
            (Param::Sharding, "zero3"),
            (Param::Offload, "optimizer"),
            (Param::Gpu, "a100-sxm-80gb"),
            (Param::GpusPerNode, "8"),
            (Param::Accumulation, accumulation),
        ])
    };
    let (one, eight) = (of("1"), of("8"));
    let host = seconds(&one, TimeId::HostOptimizer);
    assert!((5.0..=15.0).contains(&host), "{host}");
    assert_eq!(host, seconds(&eight, TimeId::HostOptimizer));
    let share = |report: &TimeReport| host / report.pace.step;
    assert!(share(&eight) < 0.5 * share(&one) + 0.1);
}

/// MLPerf Training, Llama 2 70B LoRA on eight H100: closed submissions train on about 3,072 packed sequences of 8,192 tokens
/// before they pass, at up to 2,220 tokens a second and GPU: 23.6 minutes. What is compared is training: tokens over rate; their published 28 minutes
/// count evaluations too.
#[test]
fn mlperf_70b_lora_on_eight_h100() {
    let report = report(&[
        (Param::Stack, "megatron"),
        (Param::Model, "llama-2-70b"),
        (Param::Method, "lora"),
        (Param::Targets, "q_k_v_o"),
        (Param::Precision, "fp8"),
        (Param::Gpu, "h100-sxm-80gb"),
        (Param::GpusPerNode, "8"),
        (Param::TensorParallel, "4"),
        (Param::Accumulation, "4"),
        (Param::Sequence, "8192"),
    ]);
    let tokens = 3072.0 * 8192.0;
    let minutes = |rate: f64| tokens / (8.0 * rate) / 60.0;
    let (slow, fast) = report.rate_range();
    // Nine submissions on such a machine, from the slowest to the fastest.
    for measured in [
        1951.6, 1967.5, 1999.6, 2071.5, 2094.9, 2125.3, 2194.5, 2217.5, 2220.3,
    ] {
        let minutes_measured = minutes(measured);
        assert!(
            (minutes(fast)..=minutes(slow)).contains(&minutes_measured),
            "{minutes_measured}: {} to {}",
            minutes(fast),
            minutes(slow)
        );
    }
}

/// QLoRA of a 70B model on one A100: 55.9 hours for a set of the airoboros series (issue 14: about 41,000 rows, three epochs, whose
/// length is not stated). With 650 tokens a row the model is within a factor of two of it.
#[test]
fn qlora_of_70b_on_one_a100() {
    let report = report(&[
        (Param::Model, "llama-2-70b"),
        (Param::Method, "qlora"),
        (Param::Gpu, "a100-sxm-80gb"),
        (Param::Stack, "hf"),
        (Param::Checkpointing, "full"),
        (Param::MicroBatch, "2"),
        (Param::Sequence, "1024"),
    ]);
    let hours = 41_000.0 * 3.0 * 650.0 / report.pace.tokens_per_gpu / 3600.0;
    assert!((0.5..=2.0).contains(&(hours / 55.9)), "{hours}");
}

/// Whatever passes the checks has a finite time, and numbers alone are those of the lines.
#[test]
fn any_scenario_has_a_finite_time() {
    let mut timed = 0;
    for number in 0..1500 {
        let (_, scenario) = support::valid(&mut support::Rng::of_case(number));
        let Ok(report) = TimeReport::of(&scenario) else {
            continue;
        };
        let pace = report.pace;
        let numbers = [
            pace.step,
            pace.micro,
            pace.tokens,
            pace.tokens_per_gpu,
            report.mfu(),
            report.hfu(),
            report.spread.factor,
        ];
        assert!(
            numbers
                .iter()
                .all(|number| number.is_finite() && *number > 0.0),
            "{number}: {numbers:?}"
        );
        let sum: f64 = report.lines.iter().map(|line| line.seconds.value()).sum();
        assert!(
            (sum / pace.step - 1.0).abs() < 1e-6,
            "{number}: {sum} of {}",
            pace.step
        );
        assert!((0.0..1.0).contains(&report.bubble_share));
        timed += 1;
    }
    assert!(timed > 200, "{timed}");
}

/// More of the same takes no less time: tokens, layers, micro-batches, recomputation, trained weights.
#[test]
fn more_work_takes_no_less_time() {
    let plain = [(Param::Gpu, "h100-sxm-80gb"), (Param::GpusPerNode, "8")];
    let step = |changed: &[(Param, &str)]| {
        let pairs: Vec<(Param, &str)> = plain.iter().chain(changed).copied().collect();
        report(&pairs).pace.step
    };
    let usual = step(&[(Param::Checkpointing, "none")]);
    for changed in [
        [(Param::Sequence, "4096"), (Param::Checkpointing, "none")],
        [(Param::MicroBatch, "2"), (Param::Checkpointing, "none")],
        [(Param::Accumulation, "16"), (Param::Checkpointing, "none")],
        [
            (Param::Model, "qwen2.5-14b"),
            (Param::Checkpointing, "none"),
        ],
        [(Param::Method, "full"), (Param::Checkpointing, "none")],
        [(Param::Rank, "64"), (Param::Checkpointing, "none")],
        [(Param::Rank, "16"), (Param::Checkpointing, "full")],
        [(Param::DirectLink, "no"), (Param::Checkpointing, "none")],
    ] {
        assert!(step(&changed) > usual, "{changed:?}");
    }
}

/// Making batches waits where the training process does it, hides where another one does, and is no matter where rows are arrays.
#[test]
fn batches_are_made_before_a_step_or_behind_it() {
    let report = |stack: &str, workers: &str| {
        let draft = Draft::default()
            .with(Param::Stack, stack)
            .with(Param::Model, "qwen2.5-0.5b")
            .with(Param::MicroBatch, "8")
            .with(Param::Sequence, "1024")
            .with(Param::Workers, workers);
        TimeReport::of(&draft.check().scenario.expect("a scenario")).expect("a time")
    };
    let (alone, helped) = (report("trl", "0"), report("trl", "2"));
    // 8192 tokens at 0.63 µs and 75 µs for the batch.
    let seconds = 8192.0 * 0.63e-6 + 75e-6;
    assert!((alone.pace.parts.input - seconds).abs() < 1e-9);
    let more = alone.pace.step - helped.pace.step;
    assert!((more / (seconds * alone.micro_batches) - 1.0).abs() < 1e-6);
    assert_eq!(helped.pace.parts.input, 0.0);
    let line = |report: &TimeReport| report.lines.iter().any(|line| line.id == TimeId::Input);
    assert!(line(&alone) && !line(&helped));
    assert!(!line(&report("megatron", "0")));
}
