//! A scenario's lines, summed by what they follow: computed once, weighed anew for each set of factors.
use super::kin::Kin;
use super::prior::{COUNT, Theta, factors, noise};
use crate::memory::{Factors, Lever, Metric, Moment, by_stage};
use crate::num::{ascending, exp, larger, smaller};
use crate::scenario::{Scenario, Variety};
use crate::units::Bytes;

/// How sharply the peak is told from what lies just below it, as a share of it: about the error of a prediction. Moments within
/// it share what an observation says.
const BLUR: f64 = 0.03;

/// One moment of one stage, GiB.
#[derive(Clone, Copy, Debug)]
struct Sums {
    moment: Moment,
    planned: bool,
    exact: f64,
    block: f64,
    loss: f64,
    slack: f64,
    /// Cache that the allocator returns.
    cache: f64,
    /// What only the driver sees.
    beside: f64,
}

impl Sums {
    fn total(&self, metric: Metric, factors: &Factors) -> f64 {
        let allocated = self.exact + factors.block * self.block + factors.loss * self.loss;
        let reserved = allocated + self.slack_in(metric, factors);
        match metric {
            Metric::Allocated | Metric::Reserved => reserved,
            Metric::Driver | Metric::Needed => reserved + self.beside + factors.overhead_gib,
        }
    }

    /// What the allocator keeps beside what is allocated, as far as `metric` sees it.
    fn slack_in(&self, metric: Metric, factors: &Factors) -> f64 {
        match metric {
            Metric::Allocated => 0.0,
            Metric::Needed => factors.slack * self.slack,
            Metric::Reserved | Metric::Driver => factors.slack * (self.slack + self.cache),
        }
    }

    /// Change of its total with each parameter.
    fn slope(&self, metric: Metric, factors: &Factors) -> Theta {
        let overhead = if matches!(metric, Metric::Driver | Metric::Needed) {
            1.0
        } else {
            0.0
        };
        [
            factors.block * self.block,
            factors.loss * self.loss,
            self.slack_in(metric, factors),
            overhead,
        ]
    }
}

/// A scenario's lines.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    sums: Vec<Sums>,
    /// What the driver can show at most, GiB.
    room: f64,
    /// What is in use beside the run, GiB.
    in_use: f64,
    variety: Variety,
    /// What it shares with other scenarios.
    pub(super) kin: Kin,
}

impl Lines {
    /// Of a scenario.
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let mut sums = Vec::new();
        for instant in by_stage(scenario).iter().flatten() {
            let mut sum = Sums {
                moment: instant.moment,
                planned: instant.planned,
                exact: 0.0,
                block: 0.0,
                loss: 0.0,
                slack: 0.0,
                cache: 0.0,
                beside: 0.0,
            };
            for term in &instant.terms {
                let part = match (term.id.lever(), Metric::Reserved.sees(term.id)) {
                    (_, false) => &mut sum.beside,
                    (Lever::Slack, _) if !Metric::Needed.sees(term.id) => &mut sum.cache,
                    (Lever::Block, _) => &mut sum.block,
                    (Lever::Loss, _) => &mut sum.loss,
                    (Lever::Slack, _) => &mut sum.slack,
                    (Lever::Exact | Lever::Overhead, _) => &mut sum.exact,
                };
                *part += term.bytes().as_gib();
            }
            sums.push(sum);
        }
        // Stages of one moment stand together.
        let sums = ascending(sums, |sum| f64::from(sum.moment as u8));
        Self {
            sums,
            room: scenario.cluster.gpu.usable(),
            in_use: scenario.cluster.in_use_gib,
            variety: scenario.batch.variety,
            kin: Kin::of(scenario),
        }
    }

    /// The planned moments: of several stages the one that needs most, as [`MemoryReport`](crate::memory::MemoryReport) has them.
    fn planned<'a>(&'a self, factors: &'a Factors) -> impl Iterator<Item = &'a Sums> {
        let needs = |sum: &Sums| sum.total(Metric::Needed, factors);
        self.sums
            .chunk_by(|a, b| a.moment == b.moment)
            .filter_map(move |stages| {
                if let [only] = stages {
                    return Some(only);
                }
                stages.iter().reduce(|worst, next| {
                    if needs(worst) >= needs(next) {
                        worst
                    } else {
                        next
                    }
                })
            })
            .filter(|sum| sum.planned)
    }

    /// The peaks allocated, reserved, by the driver, and needed, GiB.
    fn peaks(&self, factors: &Factors) -> [f64; 4] {
        let mut peaks = [0.0; 4];
        for sum in self.planned(factors) {
            let metrics = [
                Metric::Allocated,
                Metric::Reserved,
                Metric::Driver,
                Metric::Needed,
            ];
            for (peak, metric) in peaks.iter_mut().zip(metrics) {
                *peak = larger(*peak, sum.total(metric, factors));
            }
        }
        peaks
    }

    /// One of them.
    pub(crate) fn peak(&self, metric: Metric, factors: &Factors) -> f64 {
        let [allocated, reserved, driver, needed] = self.peaks(factors);
        match metric {
            Metric::Allocated => allocated,
            Metric::Reserved => reserved,
            Metric::Driver => driver,
            Metric::Needed => needed,
        }
    }

    /// What a run that did run can have shown: no more than its card has, since the allocator returns what it cached when there is
    /// nothing left.
    pub(super) fn shown(&self, metric: Metric, factors: &Factors) -> f64 {
        let [allocated, reserved, driver, needed] = self.peaks(factors);
        match metric {
            Metric::Allocated => allocated,
            Metric::Needed => needed,
            Metric::Reserved => {
                let beside = driver - reserved;
                smaller(reserved, larger(self.room - beside, allocated))
            }
            Metric::Driver => smaller(driver + self.in_use, larger(self.room, allocated)),
        }
    }

    /// Change of the logarithm of the peak with each parameter; moments close to the peak share it.
    pub(super) fn slope(&self, metric: Metric, theta: &Theta) -> Theta {
        let factors = factors(theta);
        let peak = self.peak(metric, &factors);
        let mut slope = [0.0; COUNT];
        let mut weights = 0.0;
        if peak <= 0.0 {
            return slope;
        }
        for sum in self.planned(&factors) {
            let weight = exp((sum.total(metric, &factors) - peak) / (BLUR * peak));
            weights += weight;
            for (sum, part) in slope.iter_mut().zip(sum.slope(metric, &factors)) {
                *sum += weight * part / peak;
            }
        }
        slope.map(|part| part / weights)
    }

    /// What the driver shows beside reserved memory, GiB.
    pub(super) fn gap(&self, factors: &Factors) -> f64 {
        let [_, reserved, driver, _] = self.peaks(factors);
        driver - reserved + self.in_use
    }

    /// The peak as memory.
    pub(crate) fn bytes(&self, metric: Metric, factors: &Factors) -> Bytes {
        Bytes::gib(self.peak(metric, factors))
    }

    /// Share of the peak by which a repeated run differs.
    pub(super) const fn noise(&self, metric: Metric) -> f64 {
        noise(metric, self.variety)
    }
}
