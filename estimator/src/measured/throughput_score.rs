//! How far predicted rates are from measured ones: the harness behind METHOD.md and the tests.
use super::score::{quantile, share};
use super::{Columns, predict_rate};
use core::fmt::Write as _;
use std::collections::BTreeMap;

/// Columns that results are grouped by. They are used to report, never to predict.
pub const RATE_GROUPS: &[&str] = &["method", "precision", "stack", "gpu", "source"];

/// One measured rate and its prediction.
#[derive(Clone, Debug)]
pub struct RateOutcome {
    /// The row's id, to name it.
    pub id: String,
    /// Predicted ÷ measured − 1.
    pub error: f64,
    /// Whether the measurement lies in the interval.
    pub inside: bool,
    /// Value of each grouping column, in the order of [`RATE_GROUPS`].
    pub groups: Vec<String>,
}

/// Every scored row of a file.
#[derive(Clone, Debug, Default)]
pub struct RateScores {
    /// Rows that have a prediction.
    pub outcomes: Vec<RateOutcome>,
    /// Rows that should have one and have not, with the reason.
    pub missing: Vec<String>,
}

/// Error figures of some rows, per cent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateFigures {
    /// Rows.
    pub n: usize,
    /// Median of |error|.
    pub median: f64,
    /// 90th percentile of |error|.
    pub p90: f64,
    /// Median of the signed error.
    pub bias: f64,
    /// Rows inside their interval.
    pub inside: f64,
}

/// Whether a row counts: grades A and B; full, LoRA and QLoRA.
pub fn rate_scored(row: &Columns<'_>) -> bool {
    ["A", "A-", "B"].contains(&row.get("grade"))
        && ["full", "lora", "qlora"].contains(&row.get("method"))
}

impl RateScores {
    /// Scores one row, if it counts.
    pub fn add(&mut self, row: &Columns<'_>) {
        let measured = row.get("tokens_per_s_per_gpu").parse::<f64>();
        let (true, Ok(measured)) = (rate_scored(row), measured) else {
            return;
        };
        let id = row.get("id").to_owned();
        match predict_rate(row) {
            Ok(found) => self.outcomes.push(RateOutcome {
                id,
                error: found.tokens / measured - 1.0,
                inside: (found.low..=found.high).contains(&measured),
                groups: RATE_GROUPS
                    .iter()
                    .map(|column| row.get(column).to_owned())
                    .collect(),
            }),
            Err(reason) => self.missing.push(format!("{id}: {reason}")),
        }
    }

    /// Rows with a prediction, per cent.
    pub fn coverage(&self) -> f64 {
        let all = self.outcomes.len() + self.missing.len();
        share(self.outcomes.len(), all)
    }

    /// Figures of all rows.
    pub fn pooled(&self) -> RateFigures {
        self.of(|_| true)
    }

    /// Figures of the rows that adapters were trained in.
    pub fn adapters(&self) -> RateFigures {
        self.of(|outcome| {
            outcome
                .groups
                .first()
                .is_some_and(|method| method != "full")
        })
    }

    fn of(&self, wanted: impl Fn(&RateOutcome) -> bool) -> RateFigures {
        let rows: Vec<&RateOutcome> = self.outcomes.iter().filter(|row| wanted(row)).collect();
        figures(&rows)
    }

    /// Figures by the values of a column of [`RATE_GROUPS`], in alphabetical order.
    pub fn by(&self, column: &str) -> Vec<(String, RateFigures)> {
        let Some(at) = RATE_GROUPS.iter().position(|known| *known == column) else {
            return Vec::new();
        };
        let mut groups: BTreeMap<&str, Vec<&RateOutcome>> = BTreeMap::new();
        for outcome in &self.outcomes {
            let name = outcome.groups.get(at).map_or("", String::as_str);
            groups.entry(name).or_default().push(outcome);
        }
        groups
            .into_iter()
            .map(|(name, rows)| (name.to_owned(), figures(&rows)))
            .collect()
    }

    /// Median over sources of at least three rows of each source's median.
    pub fn median_of_sources(&self) -> f64 {
        let sources = self.by("source");
        let medians = sources.iter().filter(|(_, found)| found.n >= 3);
        quantile(medians.map(|(_, found)| found.median).collect(), 0.5)
    }

    /// The table as METHOD.md shows it.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        let (pooled, adapters) = (self.pooled(), self.adapters());
        let _ = writeln!(
            text,
            "{} rows, coverage {:.0}%: median error {:.1}%, 90th percentile {:.1}%, median of source medians {:.1}%, inside the interval {:.0}%. LoRA and QLoRA alone, {} rows: {:.1}%, {:.1}%, {:.0}% inside.\n",
            pooled.n,
            self.coverage(),
            pooled.median,
            pooled.p90,
            self.median_of_sources(),
            pooled.inside,
            adapters.n,
            adapters.median,
            adapters.p90,
            adapters.inside,
        );
        for column in RATE_GROUPS {
            let _ = writeln!(
                text,
                "| {column} | rows | median | p90 | bias | inside |\n|---|--:|--:|--:|--:|--:|"
            );
            for (name, found) in self.by(column) {
                let _ = writeln!(
                    text,
                    "| {name} | {} | {:.1}% | {:.1}% | {:+.1}% | {:.0}% |",
                    found.n, found.median, found.p90, found.bias, found.inside
                );
            }
            text.push('\n');
        }
        text
    }
}

fn figures(rows: &[&RateOutcome]) -> RateFigures {
    let errors: Vec<f64> = rows.iter().map(|row| row.error.abs() * 100.0).collect();
    RateFigures {
        n: rows.len(),
        median: quantile(errors.clone(), 0.5),
        p90: quantile(errors, 0.9),
        bias: quantile(rows.iter().map(|row| row.error * 100.0).collect(), 0.5),
        inside: share(rows.iter().filter(|row| row.inside).count(), rows.len()),
    }
}
