//! How far predictions are from measurements: the harness behind METHOD.md and the tests.
use super::{Columns, left_out, predict};
use crate::memory::Regime;
use core::fmt::Write as _;
use std::collections::BTreeMap;

/// One measurement and its prediction.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Predicted ÷ measured − 1.
    pub error: f64,
    /// Whether the measurement lies in the interval.
    pub inside: bool,
    /// What decided the width of the interval.
    pub regime: Regime,
    /// Value of each grouping column, in the order of [`GROUPS`].
    pub groups: Vec<String>,
}

/// Columns that results are grouped by. They are used to report, never to predict.
pub const GROUPS: &[&str] = &["method", "stack", "metric", "source"];

/// Every scored row of a file.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// Rows that have a prediction.
    pub outcomes: Vec<Outcome>,
    /// Rows that should have one and have not, with the reason.
    pub missing: Vec<String>,
}

/// Error figures of some rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Rows.
    pub n: usize,
    /// Median of |error|, per cent.
    pub median: f64,
    /// 90th percentile of |error|, per cent.
    pub p90: f64,
    /// Median of the signed error, per cent.
    pub bias: f64,
    /// Rows inside their interval, per cent.
    pub inside: f64,
}

/// Whether a row counts: grades A, A- and B; full, LoRA and QLoRA; lengths that are known.
pub fn scored(row: &Columns<'_>) -> bool {
    ["A", "A-", "B"].contains(&row.get("grade"))
        && ["full", "lora", "qlora"].contains(&row.get("method"))
        && row.get("tokens") != "variable"
}

impl Outcome {
    /// Value of a column of [`GROUPS`].
    pub fn group(&self, column: &str) -> &str {
        let at = GROUPS.iter().position(|known| *known == column);
        at.and_then(|at| self.groups.get(at))
            .map_or("", String::as_str)
    }

    /// Measured ÷ predicted − 1.
    pub fn residual(&self) -> f64 {
        1.0 / (1.0 + self.error) - 1.0
    }
}

impl Scores {
    /// Scores one row, if it counts.
    pub fn add(&mut self, row: &Columns<'_>) {
        if !scored(row) {
            return;
        }
        let Ok(measured) = row.get("peak_gib").parse::<f64>() else {
            return;
        };
        match predict(row) {
            Ok(found) => self.outcomes.push(Outcome {
                error: found.peak / measured - 1.0,
                inside: (found.low..=found.high).contains(&measured),
                regime: found.regime,
                groups: GROUPS
                    .iter()
                    .map(|column| row.get(column).to_owned())
                    .collect(),
            }),
            Err(reason) => self.missing.push(format!("{}: {reason}", row.get("id"))),
        }
    }

    /// Scores what the driver showed beside the row's own figure, where that was recorded too.
    pub fn add_driver(&mut self, row: &Columns<'_>) {
        if row.get("driver_gib").is_empty() || row.get("metric") == "driver" {
            return;
        }
        let names = row.names().to_vec();
        let cell = |name: &String| match name.as_str() {
            "peak_gib" => row.get("driver_gib").to_owned(),
            "metric" => "driver".to_owned(),
            other => row.get(other).to_owned(),
        };
        let cells: Vec<String> = names.iter().map(cell).collect();
        self.add(&Columns::new(&names, &cells));
    }

    /// Rows with a prediction, per cent.
    pub fn coverage(&self) -> f64 {
        let all = self.outcomes.len() + self.missing.len();
        if all == 0 {
            0.0
        } else {
            share(self.outcomes.len(), all)
        }
    }

    /// Figures of all rows.
    pub fn pooled(&self) -> Figures {
        figures(&self.outcomes.iter().collect::<Vec<_>>())
    }

    /// Figures by the values of a column of [`GROUPS`], in alphabetical order.
    pub fn by(&self, column: &str) -> Vec<(String, Figures)> {
        let Some(at) = GROUPS.iter().position(|known| *known == column) else {
            return Vec::new();
        };
        let mut groups: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
        for outcome in &self.outcomes {
            groups
                .entry(outcome.groups.get(at).map_or("", String::as_str))
                .or_default()
                .push(outcome);
        }
        groups
            .into_iter()
            .map(|(name, rows)| (name.to_owned(), figures(&rows)))
            .collect()
    }

    /// Median over sources of at least three rows of each source's median: what a source not seen may expect.
    pub fn median_of_sources(&self) -> f64 {
        let medians: Vec<f64> = self
            .by("source")
            .iter()
            .filter(|(_, found)| found.n >= 3)
            .map(|(_, found)| found.median)
            .collect();
        quantile(medians, 0.5)
    }

    /// The source with the most rows, and the figures of all the others: one source that is met closely must not speak for the rest.
    pub fn without_largest_source(&self) -> (String, Figures) {
        let sources = self.by("source");
        let largest = sources.iter().max_by_key(|(_, found)| found.n);
        let name = largest.map(|(name, _)| name.clone()).unwrap_or_default();
        let at = GROUPS
            .iter()
            .position(|column| *column == "source")
            .unwrap_or(0);
        let others = self
            .outcomes
            .iter()
            .filter(|outcome| outcome.groups.get(at) != Some(&name));
        let others: Vec<&Outcome> = others.collect();
        (name, figures(&others))
    }

    /// The table as METHOD.md shows it.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        let pooled = self.pooled();
        let _ = writeln!(
            text,
            "{} rows, coverage {:.0}%: median error {:.1}%, 90th percentile {:.1}%, median of source medians {:.1}%, inside the interval {:.0}%.\n",
            pooled.n,
            self.coverage(),
            pooled.median,
            pooled.p90,
            self.median_of_sources(),
            pooled.inside
        );
        let (largest, others) = self.without_largest_source();
        let _ = writeln!(
            text,
            "Without the largest source ({largest}), {} rows: median {:.1}%, 90th percentile {:.1}%, inside {:.0}%.\n",
            others.n, others.median, others.p90, others.inside
        );
        let coverage = left_out(&self.outcomes);
        let _ = writeln!(
            text,
            "Each source left out in turn, its runs against widths learnt from the others: {:.0}% inside ({:.0}% without the largest source).\n",
            coverage.pooled, coverage.without_largest
        );
        for column in GROUPS {
            let _ = writeln!(
                text,
                "| {column} | rows | median | p90 | bias | inside |\n|---|--:|--:|--:|--:|--:|"
            );
            for (name, found) in self.by(column) {
                let Figures {
                    n,
                    median,
                    p90,
                    bias,
                    inside,
                } = found;
                let _ = writeln!(
                    text,
                    "| {name} | {n} | {median:.1}% | {p90:.1}% | {bias:+.1}% | {inside:.0}% |"
                );
            }
            text.push('\n');
        }
        text
    }
}

fn figures(rows: &[&Outcome]) -> Figures {
    let errors: Vec<f64> = rows.iter().map(|row| row.error.abs() * 100.0).collect();
    Figures {
        n: rows.len(),
        median: quantile(errors.clone(), 0.5),
        p90: quantile(errors, 0.9),
        bias: quantile(rows.iter().map(|row| row.error * 100.0).collect(), 0.5),
        inside: share(rows.iter().filter(|row| row.inside).count(), rows.len()),
    }
}

/// Per cent.
pub(super) fn share(part: usize, of: usize) -> f64 {
    let number = |count: usize| u32::try_from(count).map_or(0.0, f64::from);
    if of == 0 {
        0.0
    } else {
        100.0 * number(part) / number(of)
    }
}

/// The median averages the two middle values; other quantiles take the value at rank ⌈q·n⌉.
pub(super) fn quantile(mut values: Vec<f64>, q: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
    if n == 0 {
        return 0.0;
    }
    if (q - 0.5).abs() < f64::EPSILON {
        return f64::midpoint(at((n - 1) / 2), at(n / 2));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rank between 1 and n"
    )]
    let rank = (q * u32::try_from(n).map_or(0.0, f64::from)).ceil() as usize;
    at(rank.clamp(1, n) - 1)
}
