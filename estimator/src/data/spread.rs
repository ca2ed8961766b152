//! How long the samples are: a log-normal distribution through the mean and the 95th percentile, or one length.
use crate::num::{exp, finite, float, larger, ln, smaller};
use crate::scenario::Data;

/// Points of the grid: the lengths of that many samples, each standing for an equal share of the data set. The mean of the
/// longest of 64 draws then is within 3% of the integral.
const POINTS: u32 = 200;

/// Standard deviation of log-lengths where only the mean is known: the 95th percentile is then 2.5 times the mean.
/// Assumed; instruction sets lie between 0.4 (short answers of one form) and 1.2 (chat logs).
const ASSUMED_SIGMA: f64 = 0.71;

/// The 95th percentile of the standard normal distribution.
const Z95: f64 = 1.644_854;

/// What the lengths were taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fit {
    /// Nothing is known of the lengths: every sample fills the window.
    Window,
    /// Log-normal, its mean and 95th percentile as stated.
    Stated {
        /// Standard deviation of the logarithm.
        sigma: f64,
    },
    /// Log-normal, its mean as stated and its width assumed.
    Assumed {
        /// Standard deviation of the logarithm.
        sigma: f64,
    },
    /// No log-normal distribution has so long a tail at that mean (more than 3.87 times): the widest one that comes near.
    Widest {
        /// Standard deviation of the logarithm.
        sigma: f64,
    },
}

/// Lengths of samples in ascending order, each of an equal share of the data set.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    lengths: Vec<f64>,
    /// What they were taken from.
    pub fit: Fit,
}

impl Spread {
    /// The lengths of a data set, before any sample is cut; `window` is the length of each where nothing is known.
    pub fn of(data: &Data, window: f64) -> Self {
        let longest = data
            .longest
            .map_or(crate::num::LARGEST, |longest| larger(longest, 1.0));
        let Some(mean) = data.mean else {
            return Self {
                lengths: vec![smaller(window, longest)],
                fit: Fit::Window,
            };
        };
        let fit = data.tail.map_or(
            Fit::Assumed {
                sigma: ASSUMED_SIGMA,
            },
            |tail| fit(mean, tail),
        );
        let sigma = match fit {
            Fit::Window => 0.0,
            Fit::Stated { sigma } | Fit::Assumed { sigma } | Fit::Widest { sigma } => sigma,
        };
        let shape = if sigma > 0.0 && mean > 1.0 {
            (0..POINTS)
                .map(|at| exp(sigma * normal_quantile((f64::from(at) + 0.5) / f64::from(POINTS))))
                .collect()
        } else {
            vec![1.0]
        };
        Self {
            lengths: scaled(&shape, mean, longest),
            fit,
        }
    }

    /// The same lengths where none exceeds the window, in ascending order.
    #[must_use]
    pub fn cut(&self, window: f64) -> Self {
        Self {
            lengths: self
                .lengths
                .iter()
                .map(|length| smaller(*length, window))
                .collect(),
            fit: self.fit,
        }
    }

    /// The lengths, each of an equal share of the data set.
    pub fn lengths(&self) -> &[f64] {
        &self.lengths
    }

    /// Mean length.
    pub fn mean(&self) -> f64 {
        self.lengths.iter().sum::<f64>() / self.points()
    }

    /// Mean length of the sample that a token belongs to: E[l²] ÷ E[l].
    pub fn mean_by_token(&self) -> f64 {
        let squares: f64 = self.lengths.iter().map(|length| length * length).sum();
        finite(squares / self.points() / self.mean())
    }

    /// Share of samples longer than `length`.
    pub fn share_above(&self, length: f64) -> f64 {
        let above = self.lengths.iter().filter(|known| **known > length).count();
        float(above as u64) / self.points()
    }

    fn points(&self) -> f64 {
        larger(float(self.lengths.len() as u64), 1.0)
    }
}

/// The log-normal distribution with that mean and 95th percentile: ln(tail ÷ mean) = z·σ − σ²/2, of two solutions the narrower.
fn fit(mean: f64, tail: f64) -> Fit {
    let ratio = finite(tail / larger(mean, 1.0));
    let left = Z95 * Z95 - 2.0 * ln(larger(ratio, 1.0));
    if left < 0.0 {
        Fit::Widest { sigma: Z95 }
    } else {
        Fit::Stated {
            sigma: Z95 - left.sqrt(),
        }
    }
}

/// Lengths of that (ascending) shape with that mean, none below one token and none above `longest`: what the ends take or give goes to the rest.
fn scaled(shape: &[f64], mean: f64, longest: f64) -> Vec<f64> {
    let points = larger(float(shape.len() as u64), 1.0);
    let at = |factor: f64| -> Vec<f64> {
        let length = |unit: &f64| smaller(larger(unit * factor, 1.0), longest);
        shape.iter().map(length).collect()
    };
    let mut factor = mean * points / larger(shape.iter().sum(), 1e-9);
    // Each round moves the mean by what the ends took; a dozen bring it to a thousandth even where a third is cut.
    for _ in 0..24 {
        let now = at(factor).iter().sum::<f64>() / points;
        factor = finite(factor * mean / now);
    }
    at(factor)
}

/// The standard normal distribution's quantile, to 5·10⁻⁴ (Abramowitz and Stegun, 26.2.23).
fn normal_quantile(share: f64) -> f64 {
    let tail = if share < 0.5 { share } else { 1.0 - share };
    let t = (-2.0 * ln(larger(tail, 1e-12))).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    let z = t - above / below;
    if share < 0.5 { -z } else { z }
}
