//! A calibrated prediction, and how sure it is.
use super::fit::{Calibration, Covariance, Seen};
use super::lines::Lines;
use super::prior::{PRIORS, Theta, factors};
use crate::memory::{Factors, Figures, Interval, MemoryReport, Metric};
use crate::num::{larger, smaller};
use crate::scenario::Scenario;
use crate::units::Bytes;

/// Half the width of a 90% interval of a normal distribution, in standard deviations.
const NINETY: f64 = 1.645;

/// What a calibration says about one scenario.
#[derive(Clone, Debug)]
pub struct Outlook {
    lines: Lines,
    theta: Theta,
    factors: Factors,
    learnt: Covariance,
    seen: Vec<Seen>,
}

impl Calibration {
    /// What it says about `scenario`.
    pub fn outlook(&self, scenario: &Scenario) -> Outlook {
        Outlook::new(self, Lines::of(scenario))
    }
}

impl Outlook {
    /// The same where the lines are known.
    pub(crate) fn new(calibration: &Calibration, lines: Lines) -> Self {
        let kin = lines
            .kin
            .closest(calibration.seen.iter().map(|seen| &seen.kin));
        let mut theta = calibration.theta;
        let mut learnt = calibration.learnt;
        for ((value, row), near) in theta.iter_mut().zip(&mut learnt).zip(kin) {
            *value *= near;
            for (cell, far) in row.iter_mut().zip(kin) {
                *cell *= near * far;
            }
        }
        let factors = if calibration.is_identity() {
            Factors::default()
        } else {
            factors(&theta)
        };
        Self {
            lines,
            theta,
            factors,
            learnt,
            seen: calibration.seen.clone(),
        }
    }

    /// The factors that its formulas take.
    pub const fn factors(&self) -> &Factors {
        &self.factors
    }

    /// The calibrated peak.
    pub fn peak(&self, metric: Metric) -> Bytes {
        self.lines.bytes(metric, &self.factors)
    }

    /// The calibrated peak of a run that does run: no more than its card has.
    pub(crate) fn shown(&self, metric: Metric) -> Bytes {
        Bytes::gib(self.lines.shown(metric, &self.factors))
    }

    /// The interval around a calibrated figure: that of [`Interval::of`], narrowed by the share of its standard deviation that the
    /// observations took away from this scenario's lines, but not below what repeated runs differ by.
    pub fn interval(&self, peak: Bytes, metric: Metric, scenario: &Scenario) -> Interval {
        self.narrowed(Interval::of(peak, metric, scenario), peak, metric)
    }

    /// `interval` around `peak`, narrowed.
    pub(crate) fn narrowed(&self, interval: Interval, peak: Bytes, metric: Metric) -> Interval {
        let width = interval.high.get() - interval.low.get();
        let share = self.share(width / 2.0 / larger(peak.get(), 1.0), metric);
        let least = peak.times(NINETY * self.lines.noise(metric));
        let reach = |whole: Bytes| whole.at_most(whole.times(share).at_least(least));
        Interval {
            low: peak.less(reach(peak.less(interval.low))),
            high: peak + reach(interval.high.less(peak)),
            regime: interval.regime,
        }
    }

    /// Standard deviation of the peak after the observations as a share of what it was before them, 0 to 1, where the 90%
    /// interval reached to `reach` of the peak. Before, it has three parts: what parameters may change, what repeated runs differ
    /// by, and what no parameter describes; of the last, an explained observation takes away what scenarios as near as it share.
    fn share(&self, reach: f64, metric: Metric) -> f64 {
        let slope = self.lines.slope(metric, &self.theta);
        let prior: f64 = slope
            .iter()
            .zip(PRIORS)
            .map(|(slope, prior)| slope * slope * prior.sd * prior.sd)
            .sum();
        let gained: f64 = slope
            .iter()
            .zip(&self.learnt)
            .map(|(left, row)| {
                let row: f64 = row
                    .iter()
                    .zip(&slope)
                    .map(|(cell, right)| cell * right)
                    .sum();
                left * row
            })
            .sum();
        let noise = self.lines.noise(metric) * self.lines.noise(metric);
        let whole = larger(reach * reach / (NINETY * NINETY), prior + noise);
        let rest = (whole - prior - noise) * (1.0 - self.known(metric));
        smaller(1.0, (larger(0.0, prior - gained) + noise + rest) / whole).sqrt()
    }

    /// How much of what no parameter describes is known from the nearest explained observation of the same kind of figure.
    fn known(&self, metric: Metric) -> f64 {
        let allocated = |metric: Metric| matches!(metric, Metric::Allocated);
        let of_kind = self
            .seen
            .iter()
            .filter(|seen| allocated(seen.metric) == allocated(metric));
        of_kind.fold(0.0, |most, seen| {
            let near = self.lines.kin.nearness(&seen.kin);
            larger(most, near * near * seen.explained)
        })
    }
}

impl MemoryReport {
    /// [`MemoryReport::of`] with what short runs taught; a calibration that has seen none changes nothing.
    pub fn calibrated(scenario: &Scenario, calibration: &Calibration) -> Self {
        if calibration.is_identity() {
            return Self::of(scenario);
        }
        let outlook = calibration.outlook(scenario);
        let report = Self::with(scenario, outlook.factors());
        let interval = outlook.interval(report.peak.needed, Metric::Needed, scenario);
        report.within(interval)
    }

    /// [`MemoryReport::figures`] with what short runs taught.
    pub fn calibrated_figures(scenario: &Scenario, calibration: &Calibration) -> Figures {
        if calibration.is_identity() {
            return Self::figures(scenario, &Factors::default());
        }
        let outlook = calibration.outlook(scenario);
        let figures = Self::figures(scenario, outlook.factors());
        figures.within(outlook.interval(figures.peak.needed, Metric::Needed, scenario))
    }
}
