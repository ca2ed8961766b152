//! Figures beside the budget: what a person checks an answer by.
use crate::scenario::Scenario;

/// A derived figure or a remark, as data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fact {
    /// Parameters of the model.
    Parameters(f64),
    /// Parameters that are trained.
    Trainable(f64),
    /// Sequences in a global batch.
    GlobalBatch(u64),
    /// Tokens in a step over all GPUs.
    TokensPerStep(u64),
    /// GPUs in all.
    Gpus(u64),
}

/// The facts of a scenario.
pub(super) fn of(scenario: &Scenario) -> Vec<Fact> {
    let sequences = scenario.global_batch();
    vec![
        Fact::Parameters(scenario.parameters),
        Fact::Trainable(super::weights::trainable(scenario)),
        Fact::GlobalBatch(sequences),
        Fact::TokensPerStep(sequences.saturating_mul(scenario.batch.sequence)),
        Fact::Gpus(scenario.cluster.gpus()),
    ]
}
