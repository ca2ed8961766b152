//! The fit: parameters that explain the observations, held by priors and bounds.
//!
//! Each peak says how far the logarithm of its prediction is off, and pulls the parameters along the slope that the formulas have
//! there, moments close to the peak sharing it, until prior and residual balance. The slope is that of the formulas before
//! calibration, the residual is exact: more observed memory therefore never lowers a factor, and the answer does not depend on
//! which of two nearly equal moments the fit happens to look at.
use super::figure::Measured;
use super::kin::Kin;
use super::lines::Lines;
use super::prior::{COUNT, GAP_NOISE, PRIORS, Parameter, Prior, Theta, factors};
use super::run::Observation;
use super::speed::Speed;
use crate::memory::{Factors, Metric};
use crate::num::{ascending, exp, finite, larger, ln, smaller};
use crate::units::Bytes;

/// Rounds over the data; one observation needs one.
const ROUNDS: usize = 100;

/// Moves below this many standard deviations of a measurement end the rounds.
const SETTLED: f64 = 1e-8;

/// Steps to the root of one equation; ten are usual.
const STEPS: usize = 80;

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
    /// What observed rates taught.
    pub speed: Speed,
}

/// Fits the parameters. Total: any observations give finite parameters within their bounds; no observation gives the identity.
pub fn fit(observations: &[Observation]) -> Calibration {
    let runs: Vec<(Lines, Measured)> = observations
        .iter()
        .map(|seen| (Lines::of(&seen.scenario), seen.measured))
        .collect();
    Calibration {
        speed: Speed::fit(observations),
        ..fit_lines(&runs)
    }
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
    // Sums of floats depend on their order: observations are taken in an order of their own.
    let mut sorted: Vec<&Datum<'_>> = data.iter().collect();
    for at in (0..KEYS).rev() {
        sorted = ascending(sorted, |datum| datum.key(at));
    }
    let covariance = covariance(&sorted);
    let theta = solve(&sorted);
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
        speed: Speed::default(),
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

/// What tells one figure from another: the figure, its noise, its slopes.
const KEYS: usize = 2 + COUNT;

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

    /// The weakest and the strongest pull that any parameters within their bounds leave.
    fn pulls(&self) -> (f64, f64) {
        let variance = self.sigma * self.sigma;
        let at = |theta: Theta| self.miss(&factors(&theta)) / variance;
        (
            at(PRIORS.map(|prior| prior.high)),
            at(PRIORS.map(|prior| prior.low)),
        )
    }

    fn seen(&self, factors: &Factors) -> Seen {
        let off = self.miss(factors) / self.sigma;
        Seen {
            kin: self.lines.kin.clone(),
            metric: self.metric,
            explained: 1.0 / (1.0 + off * off),
        }
    }

    /// The key numbered `at`, of [`KEYS`], by which data are ordered, the first one first.
    fn key(&self, at: usize) -> f64 {
        match at {
            0 => self.measured.get(),
            1 => self.sigma,
            _ => self.slope.get(at - 2).copied().unwrap_or(0.0),
        }
    }

    /// How far the prediction lies below what was measured: of the logarithm, or GiB where reserved memory is known.
    fn miss(&self, factors: &Factors) -> f64 {
        if let Some(reserved) = self.reserved {
            return self.measured.as_gib() - reserved.as_gib() - self.lines.gap(factors);
        }
        let shown = larger(self.lines.shown(self.metric, factors), 1e-9);
        finite(ln(self.measured.as_gib() / shown))
    }

    fn residual(&self, factors: &Factors) -> Residual {
        let shown = |factors: &Factors| self.lines.shown(self.metric, factors);
        // The fit holds the driver's figure against reserved memory as measured; what is shown are the formulas' own figures.
        let explained = match self.reserved {
            Some(reserved) => reserved.as_gib() + self.lines.gap(factors),
            None => shown(factors),
        };
        let unexplained = self.miss(factors).abs() > UNEXPLAINED * self.sigma;
        Residual {
            run: self.run,
            metric: self.metric,
            measured: self.measured,
            before: Bytes::gib(shown(&Factors::default())),
            after: Bytes::gib(shown(factors)),
            unexplained_gib: unexplained.then(|| self.measured.as_gib() - explained),
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

/// The parameters that pulls of this strength give: each datum along its slope, priors resisting.
fn parameters(data: &[&Datum<'_>], pulls: &[f64]) -> Theta {
    let mut theta = Theta::default();
    for (datum, pull) in data.iter().zip(pulls) {
        for ((value, slope), prior) in theta.iter_mut().zip(datum.slope).zip(PRIORS) {
            *value += pull * slope * prior.sd * prior.sd;
        }
    }
    for (value, prior) in theta.iter_mut().zip(PRIORS) {
        *value = within(*value, &prior);
    }
    theta
}

/// Balance: each datum pulls by what it misses, in units of its variance. One datum after the other is brought into balance, which
/// is one equation that rises; with one observation that is the answer, with several it is repeated until nothing moves.
fn solve(data: &[&Datum<'_>]) -> Theta {
    let mut pulls = vec![0.0; data.len()];
    for _ in 0..ROUNDS {
        let mut moved = 0.0;
        for (at, datum) in data.iter().enumerate() {
            let variance = datum.sigma * datum.sigma;
            let before = pulls.get(at).copied().unwrap_or(0.0);
            let after = root(datum.pulls(), |pull| {
                if let Some(slot) = pulls.get_mut(at) {
                    *slot = pull;
                }
                pull * variance - datum.miss(&factors(&parameters(data, &pulls)))
            });
            if let Some(slot) = pulls.get_mut(at) {
                *slot = after;
            }
            moved = larger(moved, (after - before).abs() * datum.sigma);
        }
        if moved < SETTLED {
            break;
        }
    }
    parameters(data, &pulls)
}

/// Where a rising function is 0 between `low` and `high`: false position, halved whenever one end stays (Dowell and Jarratt 1971).
fn root((mut low, mut high): (f64, f64), mut f: impl FnMut(f64) -> f64) -> f64 {
    let (mut at_low, mut at_high) = (f(low), f(high));
    if at_low >= 0.0 {
        return low;
    }
    if at_high <= 0.0 {
        return high;
    }
    for round in 0..STEPS {
        if high - low <= 1e-11 * (1.0 + larger(low.abs(), high.abs())) {
            break;
        }
        // Every third step halves: kinks and flat parts cannot hold it up.
        let middle = if round % 3 == 2 {
            f64::midpoint(low, high)
        } else {
            within_ends(
                (low * at_high - high * at_low) / (at_high - at_low),
                low,
                high,
            )
        };
        let here = f(middle);
        if here > 0.0 {
            (high, at_high) = (middle, here);
            at_low *= 0.5;
        } else if here < 0.0 {
            (low, at_low) = (middle, here);
            at_high *= 0.5;
        } else {
            return middle;
        }
    }
    f64::midpoint(low, high)
}

fn within_ends(value: f64, low: f64, high: f64) -> f64 {
    smaller(larger(value, low), high)
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
                exp(value)
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
