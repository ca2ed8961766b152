//! Estimates a second on one core: `cargo bench -p estimator`.
#![allow(missing_docs, reason = "a program")]
use estimator::memory::{Factors, MemoryReport};
use estimator::num::float;
use estimator::plan::{Goal, Search, Space};
use estimator::scenario::{Draft, Param, Scenario};
use estimator::time::{Pace, Spread};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Seconds that this thread was on a core, where the system says so; others may use the machine too.
fn seconds(since: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_core = stat.and_then(|stat| stat.split(' ').next()?.parse().ok().map(float));
    on_core.map_or_else(|| since.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// Runs `work` for about a second and prints how often a second.
fn rate(name: &str, mut work: impl FnMut() -> u64) {
    if std::env::args()
        .skip(1)
        .any(|arg| !arg.starts_with("--") && !name.contains(&arg))
    {
        return;
    }
    let mut best = 0.0_f64;
    for _ in 0..5 {
        let (start, mut done) = (Instant::now(), 0);
        let before = seconds(start);
        while start.elapsed() < Duration::from_millis(200) {
            done += work();
        }
        best = best.max(float(done) / (seconds(start) - before));
    }
    println!("{name:<28} {best:>12.0} /s  {:>9.3} µs", 1e6 / best);
}

fn scenarios() -> Vec<(&'static str, Scenario)> {
    let draft = |stack: &str, model: &str, method: &str, n: &str| {
        Draft::default()
            .with(Param::Stack, stack)
            .with(Param::Model, model)
            .with(Param::Method, method)
            .with(Param::GpusPerNode, n)
    };
    [
        (
            "7B QLoRA, one GPU",
            draft("trl", "llama-2-7b", "qlora", "1"),
        ),
        (
            "70B LoRA FSDP, 8 GPUs",
            draft("trl", "llama-3.1-70b", "lora", "8"),
        ),
        (
            "7B full ZeRO-2, 8 GPUs",
            draft("deepspeed", "llama-2-7b", "full", "8"),
        ),
        (
            "70B full Megatron, 64 GPUs",
            draft("megatron", "llama-3.1-70b", "full", "8")
                .with(Param::Nodes, "8")
                .with(Param::TensorParallel, "8")
                .with(Param::PipelineParallel, "4"),
        ),
    ]
    .into_iter()
    .map(|(name, draft)| (name, draft.check().scenario.expect("a scenario")))
    .collect()
}

/// A full search of the space around a draft: how many candidates a second it decides.
fn search(name: &str, draft: &Draft, gpus: &[&str], most_gpus: u64, sequences: u64) {
    let base = draft.check().scenario.expect("a scenario");
    let space = Space {
        gpus: gpus.iter().map(|id| (*id).to_owned()).collect(),
        most_gpus,
        sequences,
        ..Space::around(&base)
    };
    let whole = || {
        let mut search = Search::new(draft, space.clone(), &Goal::default()).expect("a search");
        while !search.step(4096).done {}
        search
    };
    let progress = whole().progress();
    println!("{name}: {progress:?}");
    rate("  decided", || black_box(whole()).progress().decided);
}

fn searches() {
    let draft = |stack: &str, model: &str, method: &str| {
        Draft::default()
            .with(Param::Stack, stack)
            .with(Param::Model, model)
            .with(Param::Method, method)
    };
    let cards = ["a100-sxm-80gb", "h100-sxm-80gb", "l40s", "rtx-4090", "a10g"];
    let megatron = draft("megatron", "llama-3.1-70b", "full").with(Param::Sequence, "8192");
    search("70B full, Megatron", &megatron, &cards, 256, 1024);
    let trl = draft("trl", "llama-3.1-8b", "lora");
    search("8B LoRA, TRL", &trl, &cards, 64, 128);
    let every: Vec<&str> = estimator::hardware::catalogue()
        .iter()
        .map(|gpu| gpu.id.as_ref())
        .collect();
    search("8B LoRA, TRL, every GPU", &trl, &every, 64, 128);
    let titan = draft("torchtitan", "llama-3.1-8b", "full");
    search("8B full, torchtitan", &titan, &["h100-sxm-80gb"], 128, 512);
}

fn main() {
    searches();
    let factors = Factors::default();
    for (name, scenario) in scenarios() {
        println!("{name}");
        rate("  full report", || {
            black_box(MemoryReport::of(black_box(&scenario)));
            1
        });
        rate("  figures", || {
            black_box(MemoryReport::figures(black_box(&scenario), &factors));
            1
        });
        rate("  time of a step", || {
            let _ = black_box(Pace::of(black_box(&scenario)));
            1
        });
        let mut layouts = scenario.clone();
        rate("  fully evaluated", || {
            // What a search does for a layout: memory and whether it fits, time and its interval.
            layouts.batch.micro = layouts.batch.micro % 4 + 1;
            black_box(MemoryReport::need(&layouts, &factors));
            let _ = black_box(Pace::of(&layouts));
            black_box(Spread::of(&layouts));
            1
        });
    }
}
