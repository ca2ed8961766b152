//! How sure a figure is.
use super::report::Metric;
use crate::scenario::{Scenario, Variety};
use crate::stack;
use crate::units::Bytes;

/// The range in which the measured peak is expected in nine of ten runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: Bytes,
    /// Upper end.
    pub high: Bytes,
    /// What decided its width.
    pub regime: Regime,
}

/// Runs whose residuals are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// A stack with many measured runs: Hugging Face code under accelerate.
    Dense,
    /// A stack with some measured runs.
    Measured,
    /// A stack with none: its code was read, nobody's runs confirm it.
    Unmeasured,
    /// Lengths vary over many steps: the allocator drifts.
    Drifting,
}

/// Reach below and above the prediction, as shares of it, for what is allocated and for what the allocator or the driver
/// shows. They follow pooled residuals (METHOD.md, section How sure); those of `Unmeasured` and `Drifting` are judgement.
const fn reach(regime: Regime, metric: Metric) -> (f64, f64) {
    match (regime, metric) {
        (Regime::Dense, Metric::Allocated) => (0.03, 0.04),
        (Regime::Measured, Metric::Allocated) => (0.13, 0.13),
        (Regime::Unmeasured, Metric::Allocated) => (0.17, 0.20),
        (Regime::Dense | Regime::Measured, _) => (0.11, 0.16),
        (Regime::Unmeasured, _) => (0.17, 0.25),
        (Regime::Drifting, _) => (0.25, 0.35),
    }
}

/// Context and communicators alone differ by as much from driver to driver.
const LEAST_GIB: f64 = 1.0;

impl Interval {
    /// The interval around a predicted peak.
    pub fn of(peak: Bytes, metric: Metric, scenario: &Scenario) -> Self {
        let regime = Regime::of(scenario);
        let (below, above) = reach(regime, metric);
        let least = if metric == Metric::Allocated {
            Bytes::ZERO
        } else {
            Bytes::gib(LEAST_GIB)
        };
        Self {
            low: peak.less(peak.times(below).at_least(least)),
            high: peak + peak.times(above).at_least(least),
            regime,
        }
    }
}

impl Regime {
    /// The regime of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let measured = stack::find(&scenario.stack).is_some_and(|stack| stack.measured);
        if scenario.batch.variety == Variety::Many {
            Self::Drifting
        } else if !measured || scenario.layout.expert > 1 {
            Self::Unmeasured
        } else if scenario.stack == "trl" {
            Self::Dense
        } else {
            Self::Measured
        }
    }
}
