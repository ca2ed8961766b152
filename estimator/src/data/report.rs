//! Tokens, padding and steps of a run.
use super::rows::Rows;
use super::spread::{Fit, Spread};
use crate::num::{finite, float, larger, smaller};
use crate::scenario::{Amount, Data, Scenario, Sharding};

/// What a data set costs under a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DataReport {
    /// What the lengths were taken from.
    pub fit: Fit,
    /// Passes over the data set; 1 where the tokens of the run are stated.
    pub epochs: f64,
    /// Samples of a pass.
    pub samples: f64,
    /// Rows of a pass: samples, or packed windows.
    pub rows: f64,
    /// A row on average.
    pub row: Rows,
    /// Real tokens of a pass: what is left of the samples inside the window.
    pub real_tokens: f64,
    /// Tokens of a pass that are computed, padding included.
    pub tokens: f64,
    /// Rows of a step, over all replicas.
    pub rows_per_step: f64,
    /// Optimizer steps of a pass, the last one not full.
    pub steps_per_epoch: f64,
    /// Optimizer steps of the run.
    pub steps: f64,
    /// Samples that the window cuts.
    pub truncation: Option<Truncation>,
}

/// Samples that are longer than the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truncation {
    /// As the distribution has them.
    pub samples: f64,
    /// At least so many, whatever the distribution.
    pub at_least: f64,
    /// At most so many, whatever the distribution.
    pub at_most: f64,
    /// Share of the tokens that is cut off, as the distribution has it.
    pub tokens: f64,
    /// They are split over rows, so that nothing is lost.
    pub split: bool,
}

impl DataReport {
    /// The data set of a scenario, in its micro-batches.
    pub fn of(scenario: &Scenario) -> Self {
        let spread = Spread::of(&scenario.data, float(scenario.batch.sequence));
        Self::with(&spread, scenario)
    }

    /// The same for lengths that are known already: a search over layouts finds them once.
    pub fn with(spread: &Spread, scenario: &Scenario) -> Self {
        let (data, batch) = (&scenario.data, scenario.batch);
        let window = float(batch.sequence);
        let split = data.padding == crate::scenario::Padding::Packed;
        let kept = if split {
            spread.mean()
        } else {
            spread.cut(window).mean()
        };
        let (samples, epochs) = match data.amount {
            Amount::Samples { samples, epochs } => (samples, epochs),
            Amount::Tokens(tokens) => (larger(finite(tokens / larger(kept, 1.0)), 1.0), 1.0),
        };
        let row = Rows::of(spread, data.padding, window, batch.micro, samples);
        let rows = larger((samples / row.samples).ceil(), 1.0);
        let rows_per_step =
            float(batch.micro) * float(batch.accumulation) * float(replicas(scenario));
        let steps_per_epoch = (rows / rows_per_step).ceil();
        Self {
            fit: spread.fit,
            epochs,
            samples,
            rows,
            row,
            real_tokens: finite(samples * kept),
            tokens: finite(rows * row.tokens),
            rows_per_step,
            steps_per_epoch,
            steps: larger((steps_per_epoch * epochs).ceil(), 1.0),
            truncation: truncation(data, spread, window, samples)
                .map(|cut| Truncation { split, ..cut }),
        }
    }

    /// Share of the computed tokens that is padding.
    pub fn waste(&self) -> f64 {
        larger(1.0 - self.real_tokens / larger(self.tokens, 1.0), 0.0)
    }

    /// Tokens of the run that are computed, padding included.
    pub fn run_tokens(&self) -> f64 {
        finite(self.tokens * self.epochs)
    }

    /// Real tokens of the run.
    pub fn run_real_tokens(&self) -> f64 {
        finite(self.real_tokens * self.epochs)
    }
}

/// Copies of the model that take different rows.
pub fn replicas(scenario: &Scenario) -> u64 {
    if scenario.sharding == Sharding::LayerSplit {
        1
    } else {
        scenario.layout.data
    }
}

/// What is cut: an estimate from the distribution, and bounds that hold for any. Markov's inequality bounds the share above the
/// window by mean ÷ window; a 95th percentile inside the window bounds it by a twentieth; a longest sample inside it, by nothing.
fn truncation(data: &Data, spread: &Spread, window: f64, samples: f64) -> Option<Truncation> {
    if data.longest.is_some_and(|longest| longest <= window) {
        return None;
    }
    if data.longest.is_none() && data.mean.is_none() {
        return None;
    }
    let at_least = data.longest.map_or(0.0, |_| 1.0);
    let mean = data.mean.unwrap_or(window);
    let mut share = smaller(mean / window, 1.0);
    if data.tail.is_some_and(|tail| tail <= window) {
        share = smaller(share, 0.05);
    }
    let below = data.tail.is_some_and(|tail| tail > window);
    let at_least = if below {
        larger(at_least, (samples * 0.05).floor())
    } else {
        at_least
    };
    let at_most = larger((samples * share).floor(), at_least);
    let estimate = smaller(
        larger((samples * spread.share_above(window)).round(), at_least),
        at_most,
    );
    let cut = Truncation {
        samples: estimate,
        at_least,
        at_most,
        tokens: larger(
            1.0 - spread.cut(window).mean() / larger(spread.mean(), 1.0),
            0.0,
        ),
        split: false,
    };
    (estimate >= 1.0).then_some(cut)
}
