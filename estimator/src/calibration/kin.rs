//! How far what was learnt in one scenario speaks about another.
use super::prior::{COUNT, Theta};
use crate::hardware::Gpu;
use crate::model::ModelSpec;
use crate::num::{exp, float, larger, ln};
use crate::scenario::{Checkpointing, Method, Scenario};

/// Tokens this many natural logarithms apart say little about each other.
const FAR: f64 = 1.386;

/// What decides which kernels and which allocations a run makes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kin {
    stack: String,
    method: Method,
    model: ModelSpec,
    gpu: String,
    /// GPUs in all.
    gpus: u64,
    /// GPUs that states are divided over.
    shards: u64,
    /// What is kept and what is computed again.
    checkpointing: Checkpointing,
    /// Logarithm of the tokens of a micro-batch.
    tokens: f64,
}

impl Kin {
    /// Of a scenario.
    pub(super) fn of(scenario: &Scenario) -> Self {
        let gpu: &Gpu = &scenario.cluster.gpu;
        Self {
            stack: scenario.stack.clone(),
            method: scenario.method,
            model: scenario.model.clone(),
            gpu: gpu.id.to_string(),
            gpus: scenario.cluster.gpus(),
            shards: scenario.layout.shards,
            checkpointing: scenario.checkpointing,
            tokens: ln(float(
                scenario.batch.sequence.saturating_mul(scenario.batch.micro),
            )),
        }
    }

    /// Correlation of each parameter between two scenarios: judged by what one row of a source did for rows of other models and
    /// methods.
    fn with(&self, other: &Self) -> Theta {
        let if_same = |same: bool, otherwise: f64| if same { 1.0 } else { otherwise };
        let code = if_same(self.stack == other.stack, 0.5)
            * if_same(self.method == other.method, 0.25)
            * if_same(self.model == other.model, 0.25)
            * if_same(self.shards == other.shards, 0.5)
            * if_same(self.checkpointing == other.checkpointing, 0.5);
        [code, code, code, if_same(self.gpu == other.gpu, 0.5)]
    }

    /// 1 for the same run, less the more tokens differ: a half at about five times as many or as few.
    pub(super) fn nearness(&self, other: &Self) -> f64 {
        let [code, ..] = self.with(other);
        let apart = (self.tokens - other.tokens) / FAR;
        let alone = (self.gpus > 1) != (other.gpus > 1);
        code * exp(-0.5 * apart * apart) * if alone { 0.5 } else { 1.0 }
    }

    /// The same to the closest of several scenarios; 0 without any.
    pub(super) fn closest<'a>(&self, others: impl Iterator<Item = &'a Self>) -> Theta {
        let mut closest: Theta = [0.0; COUNT];
        for other in others {
            for (most, here) in closest.iter_mut().zip(self.with(other)) {
                *most = larger(*most, here);
            }
        }
        closest
    }
}
