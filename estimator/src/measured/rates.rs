//! Every scored rate beside its prediction, as a table that the page fetches: `throughput.tsv`, in the form of `accuracy.tsv`.
use super::accuracy::cell;
use super::{Columns, RATE_GROUPS, RateFigures, RateScores, predict_rate, rate_draft, rate_scored};
use crate::codec;
use core::fmt::Write as _;

/// Columns that are handed on as they stand.
pub const RATE_TOLD: [&str; 9] = [
    "source",
    "source_path",
    "stack",
    "method",
    "precision",
    "gpu",
    "gpus",
    "model",
    "seq_len",
];

/// A scored rate with its prediction, tokens a second on each GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct RateRun {
    /// The row's id.
    pub id: String,
    /// Cells that say what was run, in the order of [`RATE_TOLD`].
    pub told: Vec<String>,
    /// Measured.
    pub measured: f64,
    /// Predicted, with the ends of its 90% interval.
    pub predicted: [f64; 3],
    /// The scenario, as the canonical fragment of a link.
    pub link: String,
}

impl RateRun {
    fn distance(&self) -> f64 {
        let [predicted, ..] = self.predicted;
        (predicted / self.measured - 1.0).abs()
    }

    fn inside(&self) -> bool {
        let [_, low, high] = self.predicted;
        (low..=high).contains(&self.measured)
    }
}

/// All rates and the figures over them.
#[derive(Clone, Debug, Default)]
pub struct RateTable {
    /// Scored rows that have a prediction.
    pub runs: Vec<RateRun>,
    /// The figures over them.
    pub scores: RateScores,
}

impl RateTable {
    /// Adds a row of the measurements, if it is scored.
    ///
    /// # Errors
    /// The row is scored, has a prediction, and its configuration does not survive a link.
    pub fn add(&mut self, row: &Columns<'_>) -> Result<(), String> {
        self.scores.add(row);
        let measured = row.get("tokens_per_s_per_gpu").parse::<f64>();
        let (true, Ok(measured), Ok(found)) = (rate_scored(row), measured, predict_rate(row))
        else {
            return Ok(());
        };
        let id = cell(row.get("id"));
        let link = codec::encode(&rate_draft(row)?);
        if !link.left_out.is_empty() {
            return Err(format!("{id}: {:?} is not in its link", link.left_out));
        }
        self.runs.push(RateRun {
            id,
            told: RATE_TOLD.map(|name| cell(row.get(name))).into(),
            measured,
            predicted: [found.tokens, found.low, found.high],
            link: link.text,
        });
        Ok(())
    }

    /// The table; the runs farthest from their predictions first.
    pub fn tsv(&self) -> String {
        let mut text =
            String::from("columns\tfigures\tgroup\tname\tn\tmedian\tp90\tbias\tinside\n");
        let scores = &self.scores;
        figures(&mut text, "pooled", "", scores.pooled());
        figures(&mut text, "adapters", "", scores.adapters());
        for column in RATE_GROUPS {
            for (name, found) in scores.by(column) {
                figures(&mut text, column, &name, found);
            }
        }
        let _ = writeln!(text, "columns\tvalue\tname\tnumber");
        let _ = writeln!(text, "value\tcoverage\t{}", scores.coverage());
        let of_sources = scores.median_of_sources();
        let _ = writeln!(text, "value\tmedian_of_sources\t{of_sources}");
        let _ = writeln!(
            text,
            "columns\trun\tid\t{}\tmeasured\tpredicted\tlow\thigh\tinside\tlink",
            RATE_TOLD.join("\t")
        );
        let mut runs: Vec<&RateRun> = self.runs.iter().collect();
        runs.sort_by(|a, b| b.distance().total_cmp(&a.distance()));
        for run in runs {
            let [predicted, low, high] = run.predicted;
            let _ = writeln!(
                text,
                "run\t{}\t{}\t{:.3}\t{predicted:.3}\t{low:.3}\t{high:.3}\t{}\t{}",
                run.id,
                run.told.join("\t"),
                run.measured,
                if run.inside() { "yes" } else { "no" },
                run.link
            );
        }
        text
    }
}

fn figures(text: &mut String, group: &str, name: &str, found: RateFigures) {
    let RateFigures {
        n,
        median,
        p90,
        bias,
        inside,
    } = found;
    let _ = writeln!(
        text,
        "figures\t{group}\t{}\t{n}\t{median}\t{p90}\t{bias}\t{inside}",
        cell(name)
    );
}
