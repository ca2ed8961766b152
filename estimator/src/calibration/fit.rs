//! The fit: parameters that explain the observations, held by priors and bounds.
//!
//! Each peak says how far the logarithm of its prediction is off; an observation moves the parameters along the slope that the
//! formulas have there, moments close to the peak sharing it, until prior and residual balance. The slope is that of the formulas
//! before calibration, the residual is exact: more observed memory therefore never lowers a factor, and the answer does not depend on
//! which of two nearly equal moments the fit happens to look at.
use super::figure::Measured;
use super::kin::Kin;
use super::lines::Lines;
use super::prior::{COUNT, GAP_NOISE, PRIORS, Parameter, Prior, Theta, factors};
use super::run::Observation;
use crate::memory::{Factors, Metric};
use crate::num::{finite, larger, smaller};
use crate::units::Bytes;

/// Rounds of the fit; ten are usual.
const ROUNDS: usize = 60;

/// Residuals beyond this many standard deviations are called unexplained.
const UNEXPLAINED: f64 = 3.0;

/// Covariance of the parameters.
pub(super) type Covariance = [Theta; COUNT];

/// What moved: one parameter before and after the fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The parameter.
    pub parameter: Parameter,
    /// Its value: a factor, or GiB.
    pub value: f64,
    /// Smallest value allowed.
    pub least: f64,
    /// Largest value allowed.
    pub most: f64,
    /// Standard deviation before, of the factor's logarithm or in GiB.
    pub sd_before: f64,
    /// Standard deviation after.
    pub sd_after: f64,
}

/// One measured peak beside its prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// Which observation, from 0.
    pub run: usize,
    /// Which figure.
    pub metric: Metric,
    /// What was measured.
    pub measured: Bytes,
    /// What the formulas say.
    pub before: Bytes,
    /// What the calibrated formulas say.
    pub after: Bytes,
    /// What no parameter within its bounds explains, GiB, measured less predicted; `None`: within the noise.
    pub unexplained_gib: Option<f64>,
}

/// Parameters after some observations. The default has seen none and changes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    pub(super) theta: Theta,
    /// Covariance taken away from that of the priors.
    pub(super) learnt: Covariance,
    /// What the observations were made with, figure by figure.
    pub(super) seen: Vec<Seen>,
    /// What was explained, figure by figure, in the order of the observations.
    pub residuals: Vec<Residual>,
}

/// Fits the parameters. Total: any observations give finite parameters within their bounds; no observation gives the identity.
pub fn fit(observations: &[Observation]) -> Calibration {
    let runs: Vec<(Lines, Measured)> = observations
        .iter()
        .map(|seen| (Lines::of(&seen.scenario), seen.measured))
        .collect();
    fit_lines(&runs)
}

/// The same where the lines are known.
pub(crate) fn fit_lines(runs: &[(Lines, Measured)]) -> Calibration {
    let mut data: Vec<Datum<'_>> = Vec::new();
    for (number, (lines, measured)) in runs.iter().enumerate() {
        data.extend(Datum::of_run(number, lines, measured));
    }
    if data.is_empty() {
        return Calibration::default();
    }
    let mut sorted: Vec<&Datum<'_>> = data.iter().collect();
    // Sums of floats depend on their order: observations are taken in an order of their own.
    sorted.sort_by(|a, b| {
        a.key()
            .partial_cmp(&b.key())
            .unwrap_or(core::cmp::Ordering::Equal)
    });
    let covariance = covariance(&sorted);
    let theta = solve(&sorted, &covariance);
    let factors = factors(&theta);
    let residuals = data.iter().map(|datum| datum.residual(&factors)).collect();
    let mut learnt = Covariance::default();
    for ((row, after), (at, prior)) in learnt
        .iter_mut()
        .zip(covariance)
        .zip(PRIORS.iter().enumerate())
    {
        for (column, (cell, after)) in row.iter_mut().zip(after).enumerate() {
            *cell = if column == at {
                prior.sd * prior.sd
            } else {
                0.0
            } - after;
        }
    }
    Calibration {
        theta,
        learnt,
        seen: data.iter().map(|datum| datum.seen(&factors)).collect(),
        residuals,
    }
}

/// What an observed figure says about scenarios like its own, beside what the parameters learnt.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    /// What it was made with.
    pub(super) kin: Kin,
    /// Which figure.
    pub(super) metric: Metric,
    /// 1 where the parameters explain it, 0 far from that.
    pub(super) explained: f64,
}

/// One figure of one observation.
struct Datum<'a> {
    run: usize,
    lines: &'a Lines,
    metric: Metric,
    measured: Bytes,
    /// Reserved memory of the same run, which the driver's figure contains.
    reserved: Option<Bytes>,
    slope: Theta,
    sigma: f64,
}

impl<'a> Datum<'a> {
    fn of_run(run: usize, lines: &'a Lines, measured: &Measured) -> Vec<Self> {
        let metrics = [Metric::Allocated, Metric::Reserved, Metric::Driver];
        let known = metrics
            .into_iter()
            .filter_map(|metric| Some((metric, measured.of(metric)?)));
        known
            .filter(|(_, peak)| peak.get() > 0.0)
            .map(|(metric, peak)| {
                let reserved = measured
                    .reserved
                    .filter(|_| matches!(metric, Metric::Driver));
                let (slope, sigma) = if reserved.is_some() {
                    ([0.0, 0.0, 0.0, 1.0], GAP_NOISE)
                } else {
                    (lines.slope(metric, &Theta::default()), lines.noise(metric))
                };
                Self {
                    run,
                    lines,
                    metric,
                    measured: peak,
                    reserved,
                    slope,
                    sigma,
                }
            })
            .collect()
    }

    fn seen(&self, factors: &Factors) -> Seen {
        let off = self.miss(factors) / self.sigma;
        Seen {
            kin: self.lines.kin.clone(),
            metric: self.metric,
            explained: 1.0 / (1.0 + off * off),
        }
    }

    fn key(&self) -> (f64, f64, Theta) {
        (self.measured.get(), self.sigma, self.slope)
    }

    /// How far the prediction lies below what was measured: of the logarithm, or GiB where reserved memory is known.
    fn miss(&self, factors: &Factors) -> f64 {
        match self.reserved {
            Some(reserved) => self.measured.as_gib() - reserved.as_gib() - self.lines.gap(factors),
            None => {
                let shown = larger(self.lines.shown(self.metric, factors), 1e-9);
                finite((self.measured.as_gib() / shown).ln())
            }
        }
    }

    fn residual(&self, factors: &Factors) -> Residual {
        let shown = |factors: &Factors| match self.reserved {
            Some(reserved) => reserved.as_gib() + self.lines.gap(factors),
            None => self.lines.shown(self.metric, factors),
        };
        let after = shown(factors);
        let unexplained = self.miss(factors).abs() > UNEXPLAINED * self.sigma;
        Residual {
            run: self.run,
            metric: self.metric,
            measured: self.measured,
            before: Bytes::gib(shown(&Factors::default())),
            after: Bytes::gib(after),
            unexplained_gib: unexplained.then(|| self.measured.as_gib() - after),
        }
    }
}

fn dot(a: &Theta, b: &Theta) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &Covariance, vector: &Theta) -> Theta {
    let mut product = Theta::default();
    for (cell, row) in product.iter_mut().zip(matrix) {
        *cell = dot(row, vector);
    }
    product
}

/// Covariance after the observations: each takes away what it says (Sherman and Morrison 1950).
fn covariance(data: &[&Datum<'_>]) -> Covariance {
    let mut sigma = Covariance::default();
    for (at, (row, prior)) in sigma.iter_mut().zip(PRIORS).enumerate() {
        for (column, cell) in row.iter_mut().enumerate() {
            *cell = if column == at {
                prior.sd * prior.sd
            } else {
                0.0
            };
        }
    }
    for datum in data {
        let known = times(&sigma, &datum.slope);
        let scale = dot(&known, &datum.slope) + datum.sigma * datum.sigma;
        for (row, left) in sigma.iter_mut().zip(known) {
            for (cell, right) in row.iter_mut().zip(known) {
                *cell -= left * right / scale;
            }
        }
    }
    sigma
}

/// How far data and priors pull each parameter; nothing pulls one across its bound.
fn pull(data: &[&Datum<'_>], theta: &Theta) -> Theta {
    let factors = factors(theta);
    let mut pull = Theta::default();
    for datum in data {
        let strength = datum.miss(&factors) / (datum.sigma * datum.sigma);
        for (sum, slope) in pull.iter_mut().zip(datum.slope) {
            *sum += strength * slope;
        }
    }
    for ((pull, at), prior) in pull.iter_mut().zip(theta).zip(PRIORS) {
        *pull = finite(*pull - at / (prior.sd * prior.sd));
        let stuck = (*at <= prior.low && *pull < 0.0) || (*at >= prior.high && *pull > 0.0);
        if stuck {
            *pull = 0.0;
        }
    }
    pull
}

/// How far from balance, in standard deviations of the priors.
fn unrest(pull: &Theta) -> f64 {
    pull.iter()
        .zip(PRIORS)
        .map(|(pull, prior)| pull * pull * prior.sd * prior.sd)
        .sum()
}

/// Steps of the length that the covariance gives, halved until they bring the balance nearer.
fn solve(data: &[&Datum<'_>], covariance: &Covariance) -> Theta {
    let mut theta = Theta::default();
    let mut force = pull(data, &theta);
    let mut far = unrest(&force);
    let mut length = 1.0;
    for _ in 0..ROUNDS {
        if far < 1e-18 {
            break;
        }
        let step = times(covariance, &force);
        let mut next = theta;
        for ((value, step), prior) in next.iter_mut().zip(step).zip(PRIORS) {
            *value = within(*value + length * step, &prior);
        }
        let next_force = pull(data, &next);
        let next_far = unrest(&next_force);
        if next_far < far {
            (theta, force, far) = (next, next_force, next_far);
            length = smaller(1.0, 2.0 * length);
        } else {
            length *= 0.5;
        }
    }
    theta
}

fn within(value: f64, prior: &Prior) -> f64 {
    smaller(larger(value, prior.low), prior.high)
}

impl Calibration {
    /// Whether it changes nothing.
    pub fn is_identity(&self) -> bool {
        self.residuals.is_empty()
    }

    /// How many observations it has seen.
    pub fn observations(&self) -> usize {
        let mut runs: Vec<usize> = self.residuals.iter().map(|residual| residual.run).collect();
        runs.dedup();
        runs.len()
    }

    /// What moved, parameter by parameter.
    pub fn fitted(&self) -> [Fitted; COUNT] {
        let shown = |prior: &Prior, value: f64| {
            if prior.parameter.is_factor() {
                value.exp()
            } else {
                value
            }
        };
        let mut fitted = PRIORS.map(|prior| Fitted {
            parameter: prior.parameter,
            value: 0.0,
            least: shown(&prior, prior.low),
            most: shown(&prior, prior.high),
            sd_before: prior.sd,
            sd_after: prior.sd,
        });
        let rows = self.theta.iter().zip(&self.learnt).zip(PRIORS).enumerate();
        for (entry, (at, ((value, learnt), prior))) in fitted.iter_mut().zip(rows) {
            entry.value = shown(&prior, *value);
            let variance = prior.sd * prior.sd - learnt.get(at).copied().unwrap_or(0.0);
            entry.sd_after = larger(0.0, variance).sqrt();
        }
        fitted
    }

    /// What it puts into the formulas.
    pub fn factors(&self) -> Factors {
        if self.is_identity() {
            Factors::default()
        } else {
            factors(&self.theta)
        }
    }
}
