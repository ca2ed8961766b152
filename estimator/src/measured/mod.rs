//! Measured runs: a row of `tests/data/memory-measured.csv` as a [`Draft`], so that a measurement and the page go through the
//! same inputs, defaults and checks.
//!
//! Only what was run is read: never a row's id, source or note. What a row does not state takes the stack's default.
mod accuracy;
mod columns;
mod coverage;
mod draft;
mod leave_out;
mod rates;
mod score;
mod throughput;
mod throughput_score;

pub use accuracy::{Accuracy, Run, TOLD};
pub use columns::Columns;
pub use coverage::{Coverage, left_out, quantiles};
pub use draft::draft;
pub use leave_out::{Gain, LeaveOut, Trial};
pub use rates::{RATE_TOLD, RateRun, RateTable};
pub use score::{Figures, GROUPS, Outcome, Scores, scored};
pub use throughput::{Rate, predict_rate, rate_draft, rate_scenario, rate_with};
pub use throughput_score::{RATE_GROUPS, RateFigures, RateOutcome, RateScores, rate_scored};

use crate::memory::{Interval, MemoryReport, Metric, Regime};
use crate::scenario::{Draft, Scenario};
use crate::units::{Bytes, SizeUnit};

/// A prediction in the metric and unit of its row.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Predicted peak.
    pub peak: f64,
    /// Lower end of the 90% interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// What decided the width of the interval.
    pub regime: Regime,
}

/// Predicts the peak of a row.
///
/// # Errors
/// Why the row is not supported.
pub fn predict(row: &Columns<'_>) -> Result<Prediction, String> {
    let scenario = scenario(&draft(row)?)?;
    let metric = metric(row);
    let report = MemoryReport::of(&scenario);
    // A process cannot reserve more than its card has: near the limit the allocator returns what it cached.
    let context = scenario.cluster.gpu.context_gib().value;
    let room = scenario.cluster.gpu.usable();
    let most = Bytes::gib(if metric == Metric::Driver {
        room
    } else {
        room - context
    });
    let peak = report
        .peak
        .of(metric)
        .at_most(most.at_least(report.peak.allocated));
    let interval = Interval::of(peak, metric, &scenario);
    // One source gives its sizes in 10^9 bytes; the column `unit` says so.
    let unit = if row.get("unit") == "GB" {
        SizeUnit::Gb
    } else {
        SizeUnit::Gib
    };
    Ok(Prediction {
        peak: peak.as_unit(unit),
        low: interval.low.as_unit(unit),
        high: interval.high.as_unit(unit),
        regime: interval.regime,
    })
}

/// The figure that a row's tool printed; one that does not say is taken for the driver's.
pub fn metric(row: &Columns<'_>) -> Metric {
    match row.get("metric") {
        "allocated" | "active" => Metric::Allocated,
        "reserved" => Metric::Reserved,
        _ => Metric::Driver,
    }
}

fn scenario(draft: &Draft) -> Result<Scenario, String> {
    draft.check().scenario.map_err(|issues| {
        let reasons: Vec<String> = issues
            .iter()
            .map(|issue| format!("{}={} {:?}", issue.param.key(), issue.value, issue.kind))
            .collect();
        reasons.join("; ")
    })
}
