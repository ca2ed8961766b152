//! What observed rates teach: how fast this machine runs the kernels, against the rates of its GPU's row.
use super::run::Observation;
use crate::hardware::Gpu;
use crate::model::ModelSpec;
use crate::num::{exp, float, larger, ln, smaller};
use crate::scenario::{Checkpointing, Method, Scenario};
use crate::time::{Pace, Spread};

/// Half the width of a 90% interval of a normal distribution, in standard deviations.
const NINETY: f64 = 1.645;
/// Standard deviation of the logarithm between repeated runs: warm-up, clocks, other work on the node.
const NOISE: f64 = 0.03;
/// The least half-width of an interval, as a logarithm: what repeated runs differ by.
const LEAST: f64 = NINETY * NOISE;
/// Tokens of a micro-batch this many natural logarithms apart say little about each other: a factor of four.
const FAR: f64 = 1.386;
/// How far the speed may move: a third and one and a half of what is known of the GPU, as logarithms.
const BOUNDS: (f64, f64) = (-1.1, 0.4);

/// ε: the kernels' speed over that of the tables. Launching, links and disks are left as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Speed {
    /// Its logarithm; 0 without observations.
    log: f64,
    /// Standard deviation after the observations over that before; 1 without.
    left: Option<f64>,
    /// What was observed.
    seen: Vec<Seen>,
}

/// What decides how far an observation carries.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    gpu: String,
    gpus: u64,
    stack: String,
    method: Method,
    model: ModelSpec,
    checkpointing: Checkpointing,
    /// Logarithm of the tokens of a micro-batch.
    tokens: f64,
    /// Tokens a second on each GPU, observed and expected before.
    rates: (f64, f64),
}

/// An observed rate as the fit sees it.
struct Datum {
    scenario: Scenario,
    observed: f64,
}

impl Datum {
    fn of(observation: &Observation) -> Option<Self> {
        let observed = observation.measured.tokens_per_s?;
        let mut scenario = observation.scenario.clone();
        // A profile run's sequences are full.
        scenario.data.mean = None;
        Pace::of(&scenario).ok()?;
        Some(Self { scenario, observed })
    }

    /// Logarithm of the expected rate at a speed.
    fn expected(&self, log: f64) -> f64 {
        Pace::at_speed(&self.scenario, exp(log))
            .map_or(0.0, |pace| ln(larger(pace.tokens_per_gpu, 1e-9)))
    }
}

impl Speed {
    /// The most likely speed under the prior, whose width is that of the time's interval.
    pub(super) fn fit(observations: &[Observation]) -> Self {
        let data: Vec<Datum> = observations.iter().filter_map(Datum::of).collect();
        let Some(first) = data.first() else {
            return Self::default();
        };
        let prior = larger(ln(Spread::of(&first.scenario).factor) / NINETY, NOISE);
        let slope = |datum: &Datum, log: f64| {
            (datum.expected(log + 1e-3) - datum.expected(log - 1e-3)) / 2e-3
        };
        let mut log = 0.0;
        // Gauss-Newton: the rate is nearly a power of the speed.
        for _ in 0..12 {
            let (mut gradient, mut information) = (-log / (prior * prior), 1.0 / (prior * prior));
            for datum in &data {
                let (slope, miss) = (slope(datum, log), ln(datum.observed) - datum.expected(log));
                gradient += slope * miss / (NOISE * NOISE);
                information += slope * slope / (NOISE * NOISE);
            }
            log = smaller(larger(log + gradient / information, BOUNDS.0), BOUNDS.1);
        }
        let information: f64 = data
            .iter()
            .map(|datum| slope(datum, log).powi(2) / (NOISE * NOISE))
            .sum();
        let seen = data.iter().map(|datum| Seen {
            gpu: datum.scenario.cluster.gpu.id.to_string(),
            gpus: datum.scenario.cluster.gpus(),
            stack: datum.scenario.stack.clone(),
            method: datum.scenario.method,
            model: datum.scenario.model.clone(),
            checkpointing: datum.scenario.checkpointing,
            tokens: tokens(&datum.scenario),
            rates: (datum.observed, exp(datum.expected(0.0))),
        });
        Self {
            log,
            left: Some((1.0 / (1.0 + prior * prior * information)).sqrt()),
            seen: seen.collect(),
        }
    }

    /// Whether nothing was observed.
    pub const fn is_identity(&self) -> bool {
        self.left.is_none()
    }

    /// ε as fitted.
    pub fn fitted(&self) -> f64 {
        exp(self.log)
    }

    /// Observed and expected tokens a second on each GPU, run by run.
    pub fn rates(&self) -> impl Iterator<Item = (f64, f64)> {
        self.seen.iter().map(|seen| seen.rates)
    }

    /// How much of it carries over to a scenario, 0 to 1: what rows of one source taught about its other rows. Most of what one
    /// run shows beyond the tables is its own: its model, length and batch.
    fn near(&self, scenario: &Scenario) -> f64 {
        let gpu: &Gpu = &scenario.cluster.gpu;
        let tokens = tokens(scenario);
        self.seen.iter().fold(0.0, |most, seen| {
            let if_same = |same: bool, otherwise: f64| if same { 1.0 } else { otherwise };
            let apart = (seen.tokens - tokens) / FAR;
            let near = if_same(seen.gpu == gpu.id, 0.25)
                * if_same(seen.gpus == scenario.cluster.gpus(), 0.25)
                * if_same(seen.stack == scenario.stack, 0.25)
                * if_same(seen.method == scenario.method, 0.25)
                * if_same(seen.model == scenario.model, 0.25)
                * if_same(seen.checkpointing == scenario.checkpointing, 0.25)
                * exp(-0.5 * apart * apart);
            larger(most, near)
        })
    }

    /// ε for a scenario.
    pub fn factor(&self, scenario: &Scenario) -> f64 {
        if self.is_identity() {
            return 1.0;
        }
        exp(self.log * self.near(scenario))
    }

    /// The factor of an interval, narrowed by what was observed.
    pub(crate) fn narrowed(&self, factor: f64, scenario: &Scenario) -> f64 {
        let Some(left) = self.left else {
            return factor;
        };
        let near = self.near(scenario);
        let share = larger(0.0, 1.0 - near * near * (1.0 - left * left)).sqrt();
        let width = ln(factor);
        exp(smaller(width, larger(width * share, LEAST)))
    }
}

fn tokens(scenario: &Scenario) -> f64 {
    ln(float(
        scenario.batch.sequence.saturating_mul(scenario.batch.micro),
    ))
}
