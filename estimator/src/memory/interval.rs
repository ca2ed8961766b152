//! How sure a figure is.
use super::report::Metric;
use crate::scenario::Scenario;
use crate::units::Bytes;

/// The range in which the measured peak is expected in nine of ten runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: Bytes,
    /// Upper end.
    pub high: Bytes,
}

/// Until intervals are calibrated by regime: ±8%, at least 2 GiB either way for what the driver shows.
const SHARE: f64 = 0.08;
const LEAST_GIB: f64 = 2.0;

impl Interval {
    /// The interval around a predicted peak.
    pub fn of(peak: Bytes, metric: Metric, _scenario: &Scenario) -> Self {
        let least = if metric == Metric::Allocated {
            Bytes::ZERO
        } else {
            Bytes::gib(LEAST_GIB)
        };
        let reach = peak.times(SHARE).at_least(least);
        Self {
            low: peak.less(reach),
            high: peak + reach,
        }
    }
}
