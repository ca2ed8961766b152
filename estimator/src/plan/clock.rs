//! Time and cost of candidates, with what they have in common found once.
use super::answer::Timing;
use crate::data::DataReport;
use crate::num::{finite, float};
use crate::scenario::Scenario;
use crate::time::{Lengths, Pace, Spread};

/// What does not depend on the layout.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// Optimizer steps of the run.
    steps: f64,
    /// Prices of a GPU-hour in the order of the space's GPUs.
    prices: Vec<Option<f64>>,
    /// Lengths by power of two of the micro-batch.
    lengths: Vec<Option<Lengths>>,
}

impl Clock {
    pub(super) fn of(base: &Scenario, sequences: u64, prices: Vec<Option<f64>>) -> Self {
        Self {
            steps: steps(base, sequences),
            prices,
            lengths: Vec::new(),
        }
    }

    /// Time of a scenario on the GPU at a position; none where nobody published what the GPU does.
    pub(super) fn time(&mut self, scenario: &Scenario, gpu: usize) -> Option<Timing> {
        let pace = Pace::at(scenario, self.lengths(scenario)).ok()?;
        let hours = finite(pace.step * self.steps / 3600.0);
        let gpu_hours = finite(hours * float(scenario.cluster.gpus()));
        let price = self.prices.get(gpu).copied().flatten();
        Some(Timing {
            step: pace.step,
            hours,
            factor: Spread::of(scenario).factor,
            gpu_hours,
            cost: price.map(|price| finite(price * gpu_hours)),
        })
    }

    /// Lengths depend on nothing that a search varies but the micro-batch, a power of two.
    fn lengths(&mut self, scenario: &Scenario) -> Lengths {
        let power = usize::try_from(scenario.batch.micro.trailing_zeros()).unwrap_or(0);
        if self.lengths.len() <= power {
            self.lengths.resize(power + 1, None);
        }
        match self.lengths.get_mut(power) {
            Some(slot) => *slot.get_or_insert_with(|| Lengths::of(scenario)),
            None => Lengths::of(scenario),
        }
    }
}

/// Optimizer steps of the run with so many sequences a step.
fn steps(base: &Scenario, sequences: u64) -> f64 {
    let mut whole = base.clone();
    whole.layout.data = 1;
    whole.batch.micro = 1;
    whole.batch.accumulation = sequences;
    DataReport::of(&whole).steps
}
