//! Where in a run a Python traceback above a message says that it failed.
use crate::memory::Moment;
use crate::scenario::Scenario;

/// Bytes before a message in which its traceback may begin.
const BEFORE: usize = 1 << 15;
const HEADER: &[u8] = b"traceback (most recent call last)";

/// What was running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Weights were loaded, moved or divided.
    Load,
    /// Forward pass and loss.
    Forward,
    /// Backward pass.
    Backward,
    /// Optimizer step.
    Step,
    /// A checkpoint was written.
    Save,
    /// Evaluation or generation.
    Evaluation,
    /// Adapters were merged.
    Merge,
}

/// Calls that stand in a traceback of a phase, lower case. The first phase with one of them counts: a step may be taken inside of
/// `backward` (accelerate's DeepSpeed engine), and `backward` runs `forward` again.
const CALLS: [(Phase, &[&str]); 7] = [
    (Phase::Merge, &["merge_and_unload(", "merge_adapter("]),
    (
        Phase::Load,
        &[
            "from_pretrained(",
            "load_checkpoint_in_model(",
            "load_checkpoint_and_dispatch(",
            "load_state_dict(",
            "dispatch_model(",
            "fullyshardeddataparallel(",
            "fully_shard(",
            "deepspeed.initialize(",
            "accelerator.prepare(",
            "get_peft_model(",
            "prepare_model_for_kbit_training(",
        ],
    ),
    (
        Phase::Save,
        &["save_checkpoint(", "save_model(", "save_pretrained("],
    ),
    (
        Phase::Evaluation,
        &[
            "evaluation_loop(",
            "prediction_step(",
            ".evaluate(",
            ".generate(",
        ],
    ),
    (
        Phase::Step,
        &[
            "optimizer.step(",
            "engine.step(",
            "/optim/",
            "in _take_model_step",
        ],
    ),
    (
        Phase::Backward,
        &[".backward(", "in backward", "run_backward("],
    ),
    (
        Phase::Forward,
        &["training_step(", "compute_loss(", "in forward", "model(**"],
    ),
];

/// Where the last traceback begins that ends with a message at `at`.
pub(super) fn begins(text: &str, at: usize) -> Option<usize> {
    let searched = at.saturating_sub(BEFORE);
    let before = text.as_bytes().get(searched..at)?;
    let found = before
        .windows(HEADER.len())
        .rposition(|place| place.eq_ignore_ascii_case(HEADER))?;
    Some(searched + found)
}

/// What was running when the message at `at` came, if a traceback stands above it.
pub(super) fn phase(text: &str, at: usize) -> Option<Phase> {
    let trace = text.get(begins(text, at)?..at)?.to_ascii_lowercase();
    let runs = |(_, calls): &&(Phase, &[&str])| calls.iter().any(|call| trace.contains(call));
    CALLS.iter().find(runs).map(|(phase, _)| *phase)
}

impl Phase {
    /// How well a moment goes with it, the better the less; `None`: not at all. What is made in the forward pass is listed at the
    /// backward pass too, and the other way round.
    pub(super) fn rank(self, moment: Moment, scenario: &Scenario) -> Option<u8> {
        let backward = matches!(moment, Moment::FirstBackward | Moment::LastBackward);
        let merged = scenario.optimizer.in_backward();
        let (here, possible) = match self {
            Self::Load => (moment == Moment::Load, false),
            Self::Forward => (moment == Moment::Loss, backward),
            Self::Backward => (
                backward,
                moment == Moment::Loss || merged && moment == Moment::Step,
            ),
            Self::Step => (moment == Moment::Step, merged && backward),
            Self::Save => (moment == Moment::Save, false),
            Self::Evaluation => (
                matches!(moment, Moment::Evaluation | Moment::Generation),
                false,
            ),
            Self::Merge => (moment == Moment::Merge, false),
        };
        match (here, possible) {
            (true, _) => Some(0),
            (_, true) => Some(1),
            _ => None,
        }
    }
}
