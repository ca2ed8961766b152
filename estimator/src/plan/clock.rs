//! Time and cost of candidates, with what they have in common found once.
use super::answer::Timing;
use crate::calibration::Speed;
use crate::cost::typical_rent;
use crate::data::DataReport;
use crate::expr::numbers_only;
use crate::host::DiskReport;
use crate::num::{finite, float};
use crate::run::Around;
use crate::scenario::{Dtype, Engine, Method, Save, Scenario, Sharding};
use crate::time::{Lengths, Pace, Spread};

/// What does not depend on the layout.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// Optimizer steps of the run.
    steps: f64,
    /// What stands around the steps, by what decides on files and on who writes them.
    around: Vec<(Files, Around)>,
    /// What a GPU-hour adds to the bill, in the order of the space's GPUs.
    prices: Vec<Option<f64>>,
    /// What observed rates taught.
    speed: Speed,
    /// Lengths by power of two of the micro-batch.
    lengths: Vec<Option<Lengths>>,
}

impl Clock {
    pub(super) fn of(
        base: &Scenario,
        sequences: u64,
        prices: Vec<Option<f64>>,
        speed: Speed,
    ) -> Self {
        let hour = |price: f64| numbers_only(|| typical_rent(base, 1.0, 0.0, price));
        let prices = prices.into_iter().map(|price| price.map(hour)).collect();
        Self {
            steps: steps(base, sequences),
            around: Vec::new(),
            prices,
            speed,
            lengths: Vec::new(),
        }
    }

    /// Time of a scenario on the GPU at a position; none where nobody published what the GPU does.
    pub(super) fn time(&mut self, scenario: &Scenario, gpu: usize) -> Option<Timing> {
        let lengths = self.lengths(scenario);
        let pace = Pace::at(scenario, lengths, self.speed.factor(scenario)).ok()?;
        let around = self.around(scenario);
        let factor = self.speed.narrowed(Spread::factor(scenario), scenario);
        let stepping = pace.step * self.steps;
        let seconds = finite(stepping + around.seconds);
        let [low, high] = around.interval(seconds, stepping, factor);
        let [low, hours, high] = [low, seconds, high].map(|seconds| finite(seconds / 3600.0));
        let gpu_hours = finite(hours * float(scenario.cluster.gpus()));
        let price = self.prices.get(gpu).copied().flatten();
        Some(Timing {
            step: pace.step,
            low,
            hours,
            high,
            gpu_hours,
            cost: price.map(|price| finite(price * gpu_hours + kept(scenario))),
        })
    }

    fn around(&mut self, scenario: &Scenario) -> Around {
        let files = Files::of(scenario);
        let known = self.around.iter().find(|(of, _)| *of == files);
        if let Some((_, around)) = known {
            return *around;
        }
        let around = numbers_only(|| Around::of(&DiskReport::of(scenario)));
        self.around.push((files, around));
        around
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

/// What decides on the files of a checkpoint and on who writes them, of all that a search varies.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Files {
    method: Method,
    engine: Engine,
    sharding: Sharding,
    shared: bool,
    weights: Dtype,
    save: Save,
}

impl Files {
    fn of(scenario: &Scenario) -> Self {
        Self {
            method: scenario.method,
            engine: scenario.engine,
            sharding: scenario.sharding,
            shared: scenario.layout.shards > 1,
            weights: scenario.weights,
            save: scenario.around.save,
        }
    }
}

/// What keeping the files of a run adds to its bill, where a price of storage was entered.
fn kept(scenario: &Scenario) -> f64 {
    if scenario.money.gb_month.is_none() {
        return 0.0;
    }
    numbers_only(|| {
        let stored = DiskReport::of(scenario).total;
        typical_rent(scenario, 0.0, stored.get() / 1e9, 0.0)
    })
}

/// Optimizer steps of the run with so many sequences a step.
fn steps(base: &Scenario, sequences: u64) -> f64 {
    let mut whole = base.clone();
    whole.layout.data = 1;
    whole.batch.micro = 1;
    whole.batch.accumulation = sequences;
    DataReport::of(&whole).steps
}
