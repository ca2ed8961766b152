//! What is plausible before anything is measured, and how sure measurements are.
use crate::memory::{Factors, Metric};
use crate::num::exp;
use crate::scenario::Variety;

/// A parameter that observations move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Parameter {
    /// Factor on what one block keeps and adds.
    Block,
    /// Factor on what the loss keeps.
    Loss,
    /// Factor on what the allocator caches.
    Slack,
    /// GiB added to what the driver shows.
    Overhead,
}

/// How many parameters there are.
pub(super) const COUNT: usize = 4;

/// A value for each parameter: the logarithm of a factor, or GiB.
pub(super) type Theta = [f64; COUNT];

/// One row of [`PRIORS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Prior {
    /// The parameter.
    pub(super) parameter: Parameter,
    /// Standard deviation, of the logarithm of a factor or in GiB; the mean is 0.
    pub(super) sd: f64,
    /// Smallest value.
    pub(super) low: f64,
    /// Largest value.
    pub(super) high: f64,
}

const fn prior(parameter: Parameter, sd: f64, low: f64, high: f64) -> Prior {
    Prior {
        parameter,
        sd,
        low,
        high,
    }
}

/// What is plausible, in the order of [`Parameter`]. Bounds of factors are logarithms: a half to double, two thirds to one and a
/// half, a third to triple. No catalogued context is below 0.13 GiB. Standard deviations are those that served other rows of the
/// same source best (METHOD.md, section Calibration).
pub(super) const PRIORS: [Prior; COUNT] = [
    prior(Parameter::Block, 0.08, -0.7, 0.7),
    prior(Parameter::Loss, 0.07, -0.4, 0.4),
    prior(Parameter::Slack, 0.20, -1.1, 1.1),
    prior(Parameter::Overhead, 0.30, -0.13, 3.0),
];

/// How far a repeated run lies from the first, as a share of the peak. Tensors repeat; the allocator does not: one configuration
/// of ms-swift's benchmark gave 20.2, 22.3 and 24.1 GB, and where lengths vary 18.9 and 27.7.
pub(super) const fn noise(metric: Metric, variety: Variety) -> f64 {
    match metric {
        Metric::Allocated => 0.015,
        Metric::Reserved | Metric::Driver | Metric::Needed
            if !matches!(variety, Variety::Steady) =>
        {
            0.12
        }
        Metric::Reserved | Metric::Driver | Metric::Needed => 0.06,
    }
}

/// How far the driver's figure less the reserved one repeats, GiB: both contain the same blocks.
pub(super) const GAP_NOISE: f64 = 0.15;

impl Parameter {
    /// Every parameter.
    pub const ALL: [Self; COUNT] = [Self::Block, Self::Loss, Self::Slack, Self::Overhead];

    /// Whether it is a factor; the others are GiB.
    pub const fn is_factor(self) -> bool {
        !matches!(self, Self::Overhead)
    }
}

/// The factors of these values.
pub(super) fn factors(theta: &Theta) -> Factors {
    let [block, loss, slack, overhead] = *theta;
    Factors {
        block: exp(block),
        loss: exp(loss),
        slack: exp(slack),
        overhead_gib: overhead,
    }
}
