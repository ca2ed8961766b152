//! What the planner is asked when its rates are measured, natively and in the browser.
use estimator::memory::{Factors, MemoryReport};
use estimator::plan::{Goal, Progress, Search, Space};
use estimator::scenario::{Draft, Param, Scenario};
use estimator::time::{Pace, Spread};
use std::hint::black_box;

/// A search.
pub struct Question {
    /// What it is about.
    pub name: &'static str,
    draft: Draft,
    space: Space,
}

fn question(
    name: &'static str,
    [stack, model, method]: [&str; 3],
    gpus: &[&str],
    most_gpus: u64,
    sequences: u64,
) -> Question {
    let draft = Draft::default()
        .with(Param::Stack, stack)
        .with(Param::Model, model)
        .with(Param::Method, method)
        .with(Param::Sequence, "8192");
    let base = draft.check().scenario.expect("a scenario");
    let space = Space {
        gpus: gpus.iter().map(|id| (*id).to_owned()).collect(),
        most_gpus,
        sequences,
        ..Space::around(&base)
    };
    Question { name, draft, space }
}

/// Searches from small to large.
pub fn all() -> Vec<Question> {
    let cards = ["a100-sxm-80gb", "h100-sxm-80gb", "l40s", "rtx-4090", "a10g"];
    let every: Vec<&str> = estimator::hardware::catalogue()
        .iter()
        .map(|gpu| gpu.id.as_ref())
        .collect();
    let lora = ["trl", "llama-3.1-8b", "lora"];
    vec![
        question("8B LoRA, TRL, five GPUs", lora, &cards, 64, 128),
        question("8B LoRA, TRL, every GPU", lora, &every, 64, 128),
        question(
            "8B full, torchtitan",
            ["torchtitan", "llama-3.1-8b", "full"],
            &["h100-sxm-80gb"],
            128,
            512,
        ),
        question(
            "70B full, Megatron",
            ["megatron", "llama-3.1-70b", "full"],
            &cards,
            256,
            1024,
        ),
    ]
}

impl Question {
    /// Goes through all of its space.
    pub fn search(&self) -> Progress {
        let search = Search::new(&self.draft, self.space.clone(), &Goal::default());
        let mut search = search.expect("a search");
        while !search.step(4096).done {}
        black_box(&mut search).progress()
    }
}

/// Scenarios that are evaluated whole.
pub fn scenarios() -> Vec<(&'static str, Scenario)> {
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

/// What a search does for a layout that no bound leaves out: memory and whether it fits, time and its interval.
pub fn evaluate(layout: &mut Scenario, factors: &Factors) {
    layout.batch.micro = layout.batch.micro % 4 + 1;
    black_box(MemoryReport::need(layout, factors));
    let _ = black_box(Pace::of(layout));
    black_box(Spread::factor(layout));
}
