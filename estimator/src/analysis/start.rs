//! A start for those who know little: four answers make a configuration. It is found by trying, so that what it proposes has an
//! answer of the model behind it, and so has what it does not propose.
use crate::memory::{MemoryReport, Metric, State};
use crate::scenario::{Draft, Param, Scenario};
use crate::units::Bytes;

/// Models that stand for their size, small ones first, by their keys.
pub const SIZES: [&str; 6] = [
    "qwen2.5-1.5b",
    "qwen2.5-3b",
    "qwen2.5-7b",
    "qwen2.5-14b",
    "qwen2.5-32b",
    "llama-3.1-70b",
];

/// Machines that many have: GPU, GPUs.
pub const MACHINES: [(&str, u64); 9] = [
    ("rtx-4090", 1),
    ("rtx-4090", 4),
    ("l20", 1),
    ("a100-sxm-40gb", 1),
    ("a100-sxm-80gb", 1),
    ("a100-sxm-80gb", 4),
    ("a100-sxm-80gb", 8),
    ("h100-sxm-80gb", 8),
    ("h20-96gb", 8),
];

/// Kinds of samples: mean length, longest length, in tokens.
pub const LENGTHS: [[u64; 2]; 4] = [[300, 1024], [700, 2048], [3000, 8192], [12_000, 32_768]];

/// Sizes of data sets, in samples.
pub const SAMPLES: [u64; 4] = [500, 5000, 50_000, 500_000];

/// Sequences a step that sources on fine-tuning agree on, at the lower end.
const BATCH: u64 = 32;

/// Micro-batches that are tried once one sequence fits.
const MICRO_BATCHES: [u64; 3] = [8, 4, 2];

/// What matters most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The method that changes the model most: full training, then `LoRA`, then `QLoRA`.
    #[default]
    Quality,
    /// Little time and few GPU-hours: adapters only.
    Thrift,
}

impl Aim {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Quality, Self::Thrift];

    /// Methods in the order in which they are tried.
    const fn methods(self) -> &'static [&'static str] {
        match self {
            Self::Quality => &["full", "lora", "qlora"],
            Self::Thrift => &["lora", "qlora"],
        }
    }
}

/// Four answers, each a place in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// In [`SIZES`]; `None`: the largest that fits.
    pub size: Option<usize>,
    /// In [`MACHINES`].
    pub machine: usize,
    /// In [`LENGTHS`].
    pub length: usize,
    /// In [`SAMPLES`].
    pub samples: usize,
    /// What matters most.
    pub aim: Aim,
}

impl Default for Answers {
    /// A 7B on one 80 GB card with a middling data set.
    fn default() -> Self {
        Self {
            size: Some(2),
            machine: 4,
            length: 1,
            samples: 1,
            aim: Aim::Quality,
        }
    }
}

/// A configuration that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Its model's key.
    pub model: &'static str,
    /// Its method's key.
    pub method: &'static str,
    /// The form with it.
    pub draft: Draft,
    /// Peak of one GPU.
    pub needed: Bytes,
    /// What the GPU has for it.
    pub usable: Bytes,
    /// Whether it fits.
    pub state: State,
}

/// What the answers come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The lightest of each model and method that does not fit for sure, in the order in which they were tried.
    pub rejected: Vec<Tried>,
    /// The first that fits; where none does, the lightest of all that were tried.
    pub found: Option<Tried>,
}

/// A configuration for four answers; at most about a hundred are computed.
///
/// ```
/// use estimator::analysis::start::{start, Answers};
/// // Full training of a 14B takes 8 bytes a parameter even where everything is bf16, 118 GB: an 80 GB card takes adapters.
/// let found = start(Answers { size: Some(3), ..Answers::default() }).found.unwrap();
/// assert_eq!(found.method, "lora");
/// ```
pub fn start(answers: Answers) -> Start {
    let mut rejected: Vec<Tried> = Vec::new();
    let sizes = match answers.size {
        Some(size) => SIZES.get(size..=size).unwrap_or_default(),
        None => &SIZES,
    };
    for model in sizes.iter().rev() {
        for method in answers.aim.methods() {
            let Some(tried) = lightest(answers, model, method) else {
                continue;
            };
            if tried.state == State::Fits {
                let found = Some(filled(tried));
                return Start { rejected, found };
            }
            rejected.push(tried);
        }
    }
    let least = |a: &&Tried, b: &&Tried| a.needed.get().total_cmp(&b.needed.get());
    let found = rejected.iter().min_by(least).cloned();
    Start { rejected, found }
}

/// The first way to train a model by a method that fits, or else the one that needs least.
fn lightest(answers: Answers, model: &'static str, method: &'static str) -> Option<Tried> {
    let (gpu, gpus) = *MACHINES.get(answers.machine)?;
    let [mean, longest] = *LENGTHS.get(answers.length)?;
    let samples = *SAMPLES.get(answers.samples)?;
    let plain = Draft::default()
        .with(Param::Model, model)
        .with(Param::Method, method)
        .with(Param::Gpu, gpu)
        .with(Param::GpusPerNode, gpus.to_string())
        .with(Param::Sequence, longest.to_string())
        .with(Param::MeanLength, mean.to_string())
        .with(Param::Samples, samples.to_string())
        .with(Param::Accumulation, BATCH.div_ceil(gpus).to_string());
    let divided = (gpus > 1).then(|| plain.clone().with(Param::Sharding, "fsdp"));
    // A loss that never holds its logits costs nothing in what is learnt.
    let last = divided.clone().unwrap_or_else(|| plain.clone());
    let lean = last.with(Param::Loss, "fused-linear");
    let mut best: Option<Tried> = None;
    for draft in [Some(plain), divided, Some(lean)].into_iter().flatten() {
        let Some(tried) = attempt(model, method, draft) else {
            continue;
        };
        if tried.state == State::Fits {
            return Some(tried);
        }
        if best
            .as_ref()
            .is_none_or(|best| tried.needed.get() < best.needed.get())
        {
            best = Some(tried);
        }
    }
    best
}

fn attempt(model: &'static str, method: &'static str, draft: Draft) -> Option<Tried> {
    let scenario: Scenario = draft.check().scenario.ok()?;
    let report = MemoryReport::of(&scenario);
    Some(Tried {
        model,
        method,
        draft,
        needed: report.peak.of(Metric::Needed),
        usable: report.verdict.usable,
        state: report.verdict.state,
    })
}

/// The same with the largest micro-batch that fits and the accumulation that keeps the batch.
fn filled(tried: Tried) -> Tried {
    let gpus: u64 = tried
        .draft
        .get(Param::GpusPerNode)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1);
    let larger = MICRO_BATCHES.into_iter().find_map(|rows| {
        let each = BATCH / (rows * gpus);
        let draft = tried
            .draft
            .clone()
            .with(Param::MicroBatch, rows.to_string())
            .with(Param::Accumulation, each.to_string());
        let more = (each > 0).then(|| attempt(tried.model, tried.method, draft))??;
        (more.state == State::Fits).then_some(more)
    });
    larger.unwrap_or(tried)
}
