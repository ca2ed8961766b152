//! The same scenario made otherwise in one respect, held against itself.
use super::textbook::{Part, first_pass};
use crate::calibration::Calibration;
use crate::memory::{Figures, MemoryReport, Moment};
use crate::model::Attention;
use crate::scenario::{Checkpointing, Draft, Param, Scenario, Sharding};
use crate::source::{Source, SourceKind};
use crate::units::Bytes;

/// What is held against what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contrast {
    /// The stages of ZeRO.
    Stages,
    /// Blocks recomputed, or everything kept.
    Checkpointing,
    /// A small vocabulary and a large one.
    Vocabulary,
    /// A key and value for each query head, or for groups of them.
    Heads,
    /// GPUs that divide the batch, or the matrices.
    Ways,
    /// Twice the GPUs.
    Gpus,
    /// A 7B with a small vocabulary and a 2B with a large one, as somebody ran them.
    Smaller,
}

/// One of the things compared, with the number in its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// A stage of ZeRO.
    Zero(u64),
    /// Blocks are recomputed.
    Recomputed,
    /// Everything is kept.
    Kept,
    /// Entries of the vocabulary.
    Vocabulary(u64),
    /// KV heads.
    KvHeads(u64),
    /// Data-parallel GPUs.
    Data(u64),
    /// Tensor-parallel GPUs.
    Tensor(u64),
    /// GPUs.
    Gpus(u64),
    /// A model of the catalogue and its vocabulary.
    Model(&'static str, u64),
}

/// One side of a contrast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// What it is.
    pub name: Name,
    /// What has to fit.
    pub needed: Bytes,
    /// When.
    pub worst: Moment,
    /// Logits at the loss, bytes, whether or not that is the worst moment.
    pub logits: f64,
}

/// A report of a 2B that ran out of memory under the command with which a 7B trained.
pub const SMALLER: Source = Source::new(
    SourceKind::Measured,
    "LLaMA-Factory issue 2580",
    "https://github.com/hiyouga/LlamaFactory/issues/2580",
    "2024-02",
);

/// Vocabularies of Llama 2 and of Qwen2.5.
const VOCABULARIES: [u64; 2] = [32_000, 152_064];

fn side(name: Name, scenario: &Scenario, calibration: &Calibration) -> Side {
    let Figures { worst, peak, .. } = MemoryReport::calibrated_figures(scenario, calibration);
    let lines = first_pass(scenario);
    let logits = lines.iter().find(|line| line.part == Part::Logits);
    Side {
        name,
        needed: peak.needed,
        worst,
        logits: logits.map_or(0.0, |line| line.exact),
    }
}

/// Every contrast that means something for the scenario: two sides or more, the first of which the others are held against.
pub fn contrasts(
    draft: &Draft,
    scenario: &Scenario,
    calibration: &Calibration,
) -> Vec<(Contrast, Vec<Side>)> {
    let tried = |changes: &[(Param, &str)], name: Name| {
        let changed = changes.iter().fold(draft.clone(), |draft, (param, text)| {
            draft.with(*param, *text)
        });
        let changed = changed.check().scenario.ok()?;
        Some(side(name, &changed, calibration))
    };
    let shaped = |name: Name, vocabulary: u64, kv_heads: u64| {
        let changed = scenario.reshaped(vocabulary, kv_heads);
        side(name, &changed, calibration)
    };
    let model = &scenario.model;
    let (cluster, heads) = (&scenario.cluster, model.heads);
    let stages = [Sharding::Zero1, Sharding::Zero2, Sharding::Zero3];
    let stages = (1..).zip(stages).filter_map(|(number, stage)| {
        let changes = [(Param::Stack, "deepspeed"), (Param::Sharding, stage.key())];
        tried(&changes, Name::Zero(number)).filter(|_| cluster.gpus() > 1)
    });
    let checkpointing = [
        (Checkpointing::Full, Name::Recomputed),
        (Checkpointing::None, Name::Kept),
    ];
    let checkpointing = checkpointing
        .into_iter()
        .filter_map(|(how, name)| tried(&[(Param::Checkpointing, how.key())], name));
    let vocabularies = VOCABULARIES
        .into_iter()
        .filter(|_| !model.is_encoder())
        .map(|entries| shaped(Name::Vocabulary(entries), entries, model.kv_heads));
    let grouped = if model.kv_heads < heads {
        model.kv_heads
    } else {
        heads / 4
    };
    let groups = grouped > 0
        && heads.is_multiple_of(grouped)
        && matches!(model.attention, Attention::Grouped);
    let attention = [heads, grouped]
        .into_iter()
        .filter(|_| groups)
        .map(|kv_heads| shaped(Name::KvHeads(kv_heads), model.vocab, kv_heads));
    let each = cluster.per_node.to_string();
    let megatron = |tensor: &str, name| {
        // It divides states in its own way.
        let mut changed = draft.clone();
        changed.clear(Param::Sharding);
        changed.clear(Param::Engine);
        let changed = changed
            .with(Param::Stack, "megatron")
            .with(Param::TensorParallel, tensor);
        let changed = changed.check().scenario.ok()?;
        (cluster.per_node > 1).then(|| side(name, &changed, calibration))
    };
    let ways = [
        megatron("1", Name::Data(cluster.gpus())),
        megatron(&each, Name::Tensor(cluster.per_node)),
    ];
    let (param, twice) = doubled(scenario);
    let more = tried(
        &[(param, &twice)],
        Name::Gpus(cluster.gpus().saturating_mul(2)),
    );
    let present = Some(side(Name::Gpus(cluster.gpus()), scenario, calibration));
    let all = [
        (Contrast::Stages, stages.collect()),
        (Contrast::Checkpointing, checkpointing.collect()),
        (Contrast::Vocabulary, vocabularies.collect()),
        (Contrast::Heads, attention.collect()),
        (Contrast::Ways, ways.into_iter().flatten().collect()),
        (
            Contrast::Gpus,
            present.into_iter().chain(more).collect::<Vec<Side>>(),
        ),
        (Contrast::Smaller, smaller()),
    ];
    all.into_iter()
        .filter(|(_, sides)| sides.len() > 1)
        .collect()
}

/// Twice the GPUs: of a node where it takes them, else twice the nodes.
pub(super) fn doubled(scenario: &Scenario) -> (Param, String) {
    let cluster = &scenario.cluster;
    let twice = cluster.per_node.saturating_mul(2);
    if cluster.nodes == 1 && twice <= u64::from(cluster.gpu.node.largest()) {
        (Param::GpusPerNode, twice.to_string())
    } else {
        (Param::Nodes, cluster.nodes.saturating_mul(2).to_string())
    }
}

/// LoRA on four sequences of 4,096 tokens, on four GPUs, as in [`SMALLER`].
fn smaller() -> Vec<Side> {
    let sides = ["llama-2-7b", "gemma-2b"].into_iter().filter_map(|model| {
        let values = [
            (Param::Model, model),
            (Param::Stack, "llamafactory"),
            (Param::Method, "lora"),
            (Param::GpusPerNode, "4"),
            (Param::Sequence, "4096"),
            (Param::MicroBatch, "4"),
        ];
        let draft = values
            .iter()
            .fold(Draft::default(), |draft, (param, text)| {
                draft.with(*param, *text)
            });
        let scenario = draft.check().scenario.ok()?;
        let name = Name::Model(model, scenario.model.vocab);
        Some(side(name, &scenario, &Calibration::default()))
    });
    sides.collect()
}
