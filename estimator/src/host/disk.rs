//! Disk: the files of a checkpoint, what a run leaves and needs at its fullest, and how long they take.
use super::sources::{CHECKPOINT_FILES, MERGED, REPOSITORY, TORCHTUNE_MERGED};
use super::states::States;
use crate::expr::{Expr, count, num, sym};
use crate::memory::{State, Verdict};
use crate::num::{float, smaller};
use crate::scenario::{Engine, Merge, ModelCode, Quant, Save, Scenario, Sharding};
use crate::source::Source;
use crate::units::Bytes;

/// What a process that gathers a model and writes it alone gets through where nobody timed it, bytes a second: 70B in 1,000 s, and with adapters merged in
/// 966 s (torchtune issues 1735 and 2093).
const ONE_PROCESS: f64 = 0.14e9;
/// What a file system needs beside the files, as a share.
const SPARE: f64 = 0.05;

/// What a file or a kind of files is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiskLineId {
    /// Trained weights of a checkpoint.
    Weights,
    /// Adapters of a checkpoint.
    Adapters,
    /// The same once more, in the library's own format.
    OwnWeights,
    /// Master weights and moments.
    Optimizer,
    /// The base as it was downloaded.
    BaseModel,
    /// All checkpoints that are kept.
    Checkpoints,
    /// The result of the run.
    FinalModel,
    /// The base with the adapters merged in.
    MergedModel,
}

/// A line of a checkpoint or of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct DiskLine {
    /// What it is.
    pub id: DiskLineId,
    /// How much, with its formula.
    pub amount: Expr,
    /// Where that was read.
    pub source: &'static Source,
}

impl DiskLine {
    const fn new(id: DiskLineId, amount: Expr, source: &'static Source) -> Self {
        Self { id, amount, source }
    }

    /// Its size.
    pub fn bytes(&self) -> Bytes {
        Bytes::new(self.amount.value())
    }
}

/// How long something takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds {
    /// At the speed of the disk.
    pub disk: f64,
    /// Where one process gathers and writes alone; `None` where each writes its share.
    pub one_process: Option<f64>,
    /// What that process gets through was entered; otherwise it is that of published runs.
    pub entered: bool,
}

/// Disk space and time of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct DiskReport {
    /// Files of one checkpoint; none is 0.
    pub checkpoint: Vec<DiskLine>,
    /// What is on disk when the run has ended; none is 0.
    pub run: Vec<DiskLine>,
    /// One checkpoint.
    pub per_checkpoint: Bytes,
    /// What is on disk at the end.
    pub total: Bytes,
    /// What is on disk at the fullest moment: a checkpoint is written before the oldest is deleted.
    pub peak: Bytes,
    /// Checkpoints written.
    pub written: u64,
    /// Checkpoints kept.
    pub kept: u64,
    /// Whether the fullest moment fits; `None`: the free space was not given.
    pub verdict: Option<Verdict>,
    /// One checkpoint.
    pub save: Seconds,
    /// All checkpoints.
    pub saves: Seconds,
    /// Reading the base once, seconds; what other processes read then comes from memory.
    pub load: f64,
}

impl DiskReport {
    /// Computes it. Total: every figure is finite and ≥ 0.
    pub fn of(scenario: &Scenario) -> Self {
        let whole = States::whole(scenario);
        let checkpoint = present(checkpoint(scenario, &whole));
        let each = sum(&checkpoint);
        let written = scenario.host.saves;
        let kept = scenario.host.keep.map_or(written, |keep| keep.min(written));
        let base = base(scenario, &whole);
        let run = run(scenario, &whole, each, kept);
        let total = sum(&run);
        // The oldest is deleted after the newest is written: transformers: trainer.py, `_rotate_checkpoints` at the end of
        // `_save_checkpoint`; xtuner: v1/train/trainer.py, `_maybe_save`; torchtitan: `_purge_stale_checkpoints` after the save.
        let while_rotating = base.bytes() + each.times(float(kept.saturating_add(1).min(written)));
        let peak = total.at_least(while_rotating);
        let save = seconds(scenario, &checkpoint);
        let times = float(written);
        Self {
            save,
            saves: Seconds {
                disk: save.disk * times,
                one_process: save.one_process.map(|seconds| seconds * times),
                entered: save.entered,
            },
            load: base.bytes().get() / speed(scenario),
            verdict: scenario
                .host
                .disk_gb
                .map(|gb| verdict(peak, Bytes::new(gb * 1e9))),
            per_checkpoint: each,
            checkpoint,
            run,
            total,
            peak,
            written,
            kept,
        }
    }
}

fn sum(lines: &[DiskLine]) -> Bytes {
    lines.iter().map(DiskLine::bytes).sum()
}

fn present(lines: Vec<DiskLine>) -> Vec<DiskLine> {
    lines
        .into_iter()
        .filter(|line| !line.amount.is_zero())
        .collect()
}

/// Files of a checkpoint. Schedulers, random states and tokenizers come to a few megabytes.
fn checkpoint(scenario: &Scenario, whole: &States) -> Vec<DiskLine> {
    let id = if scenario.adapters.is_some() {
        DiskLineId::Adapters
    } else {
        DiskLineId::Weights
    };
    let line = |id, amount| DiskLine::new(id, amount, &CHECKPOINT_FILES);
    let mut lines = vec![line(id, whole.trained())];
    if scenario.adapters.is_some() && scenario.software.code == ModelCode::Torchtune {
        let merged = num(2.0) * sym("P", scenario.parameters);
        lines.push(DiskLine::new(
            DiskLineId::MergedModel,
            merged,
            &TORCHTUNE_MERGED,
        ));
    }
    if scenario.host.save_optimizer {
        if writes_twice(scenario) {
            lines.push(line(DiskLineId::OwnWeights, whole.trained()));
        }
        lines.push(line(DiskLineId::Optimizer, whole.optimizer()));
    }
    lines
}

/// Hugging Face's Trainer writes the model for use, and the library writes it once more to go on from: DeepSpeed below stage 3
/// (`mp_rank_00_model_states.pt`), FSDP where it gathers (`pytorch_model_fsdp.bin`).
fn writes_twice(scenario: &Scenario) -> bool {
    let sharding = scenario.sharding;
    let deepspeed = scenario.engine == Engine::DeepSpeed
        && matches!(sharding, Sharding::Zero1 | Sharding::Zero2);
    let fsdp = sharding.fsdp() && gathers(scenario);
    scenario.software.code == ModelCode::Transformers && (deepspeed || fsdp)
}

fn gathers(scenario: &Scenario) -> bool {
    scenario.sharding.parameters()
        && scenario.layout.shards > 1
        && scenario.around.save != Save::Shard
}

/// The base as it was downloaded.
fn base(scenario: &Scenario, whole: &States) -> DiskLine {
    let amount = if scenario.quant.is_some_and(Quant::gptq) {
        whole.base()
    } else {
        num(2.0) * sym("P", scenario.parameters)
    };
    DiskLine::new(DiskLineId::BaseModel, amount, &REPOSITORY)
}

fn run(scenario: &Scenario, whole: &States, each: Bytes, kept: u64) -> Vec<DiskLine> {
    let checkpoints = count("K", kept) * sym("C_d", each.get());
    let mut lines = vec![
        base(scenario, whole),
        DiskLine::new(DiskLineId::Checkpoints, checkpoints, &CHECKPOINT_FILES),
        DiskLine::new(DiskLineId::FinalModel, whole.trained(), &CHECKPOINT_FILES),
    ];
    if scenario.adapters.is_some() && scenario.around.merge != Merge::Never {
        let merged = num(2.0) * sym("P", scenario.parameters);
        lines.push(DiskLine::new(DiskLineId::MergedModel, merged, &MERGED));
    }
    present(lines)
}

/// Bytes a second.
fn speed(scenario: &Scenario) -> f64 {
    scenario.host.disk_gb_per_second * 1e9
}

fn seconds(scenario: &Scenario, checkpoint: &[DiskLine]) -> Seconds {
    let speed = speed(scenario);
    let all = sum(checkpoint);
    // DeepSpeed's processes write their own partitions of the optimizer state.
    let gathered =
        |line: &&DiskLine| line.id != DiskLineId::Optimizer || scenario.engine != Engine::DeepSpeed;
    let entered = scenario.host.save_gb_per_second;
    let one_process = gathers(scenario).then(|| {
        let alone: Bytes = checkpoint
            .iter()
            .filter(gathered)
            .map(DiskLine::bytes)
            .sum();
        let slow = smaller(speed, entered.map_or(ONE_PROCESS, |gb| gb * 1e9));
        alone.get() / slow + all.less(alone).get() / speed
    });
    Seconds {
        disk: all.get() / speed,
        one_process,
        entered: entered.is_some(),
    }
}

fn verdict(peak: Bytes, free: Bytes) -> Verdict {
    let state = if peak.times(1.0 + SPARE) <= free {
        State::Fits
    } else if peak > free {
        State::DoesNotFit
    } else {
        State::Borderline
    };
    Verdict {
        state,
        usable: free,
        margin_gib: free.as_gib() - peak.as_gib(),
    }
}
