//! Every scored run beside its prediction, as a table that the page fetches: `accuracy.tsv`.
//!
//! Lines of cells between tabs. The first cell says what a line is; a line that begins with `columns` names the cells of the
//! lines of a kind, so that a reader finds them by name and passes over what it does not know.
use super::{Columns, Figures, GROUPS, Scores, draft, left_out, metric, predict, scored};
use crate::codec;
use crate::memory::{MemoryReport, Metric};
use crate::units::Bytes;
use core::fmt::Write as _;

/// A scored run with its prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The row's id.
    pub id: String,
    /// Cells that say what was run, in the order of [`TOLD`].
    pub told: Vec<String>,
    /// The figure of the page that the measurement is held against.
    pub metric: Metric,
    /// Measured peak.
    pub measured: Bytes,
    /// Predicted peak, with the ends of its 90% interval.
    pub predicted: [Bytes; 3],
    /// What the page shows for that figure: more where the prediction is cut at what the card has.
    pub shown: Bytes,
    /// Whether the measurement lies in the interval.
    pub inside: bool,
    /// The scenario, as the canonical fragment of a link.
    pub link: String,
}

impl Run {
    /// |predicted ÷ measured − 1|.
    fn distance(&self) -> f64 {
        let [predicted, ..] = self.predicted;
        (predicted.get() / self.measured.get() - 1.0).abs()
    }
}

/// Columns that are handed on as they stand.
pub const TOLD: [&str; 9] = [
    "source",
    "source_path",
    "stack",
    "method",
    "metric",
    "gpu",
    "gpus",
    "model",
    "seq_len",
];

/// Errors of other tools, with what makes them comparable.
const PEERS: [&str; 8] = [
    "tool", "url", "how", "rows", "method", "coverage", "median", "p90",
];

/// All runs, the figures over them, and other tools' figures.
#[derive(Clone, Debug, Default)]
pub struct Accuracy {
    /// Scored runs that have a prediction.
    pub runs: Vec<Run>,
    /// The figures over them.
    pub scores: Scores,
    shared: Scores,
    peers: Vec<Vec<String>>,
}

impl Accuracy {
    /// Adds a row of the measurements, if it is scored.
    ///
    /// # Errors
    /// The row is scored, has a prediction, and its configuration does not survive a link.
    pub fn add(&mut self, row: &Columns<'_>) -> Result<(), String> {
        self.scores.add(row);
        if !scored(row) {
            return Ok(());
        }
        let Some(run) = run(row)? else {
            return Ok(());
        };
        if shared(row) {
            self.shared.add(row);
        }
        self.runs.push(run);
        Ok(())
    }

    /// Adds a row of the other tools' errors.
    pub fn peer(&mut self, row: &Columns<'_>) {
        let cells = PEERS.map(|name| cell(row.get(name)));
        self.peers.push(cells.into());
    }

    /// The table; the runs farthest from their predictions first.
    pub fn tsv(&self) -> String {
        let mut text =
            String::from("columns\tfigures\tgroup\tname\tn\tmedian\tp90\tbias\tinside\n");
        let scores = &self.scores;
        figures(&mut text, "pooled", "", scores.pooled());
        let (largest, others) = scores.without_largest_source();
        figures(&mut text, "without", &largest, others);
        figures(&mut text, "shared", "", self.shared.pooled());
        for column in GROUPS {
            for (name, found) in scores.by(column) {
                figures(&mut text, column, &name, found);
            }
        }
        self.left_out(&mut text);
        let _ = writeln!(text, "columns\tvalue\tname\tnumber");
        let _ = writeln!(text, "value\tcoverage\t{}", scores.coverage());
        let of_sources = scores.median_of_sources();
        let _ = writeln!(text, "value\tmedian_of_sources\t{of_sources}");
        let _ = writeln!(text, "columns\tpeer\t{}", PEERS.join("\t"));
        for peer in &self.peers {
            let _ = writeln!(text, "peer\t{}", peer.join("\t"));
        }
        let _ = writeln!(
            text,
            "columns\trun\tid\t{}\tfigure\tmeasured\tpredicted\tlow\thigh\tshown\tinside\tlink",
            TOLD.join("\t")
        );
        let mut runs: Vec<&Run> = self.runs.iter().collect();
        runs.sort_by(|a, b| b.distance().total_cmp(&a.distance()));
        for run in runs {
            line(&mut text, run);
        }
        text
    }
}

impl Accuracy {
    /// Each source's figures, inside being that of intervals learnt without it.
    fn left_out(&self, text: &mut String) {
        let coverage = left_out(&self.scores.outcomes);
        for (name, found) in self.scores.by("source") {
            let without = coverage
                .by_source
                .iter()
                .find(|(source, ..)| *source == name);
            let inside = without.map_or(found.inside, |(_, _, inside)| *inside);
            figures(text, "loso", &name, Figures { inside, ..found });
        }
    }
}

/// Rows of the published table that other tools were all held against: Qwen's README, LoRA and Q-LoRA on one GPU up to 14B.
fn shared(row: &Columns<'_>) -> bool {
    row.get("source").starts_with("Qwen (v1) README")
        && ["lora", "qlora"].contains(&row.get("method"))
        && row.get("modules_to_save").is_empty()
        && row.get("gpus") == "1"
        && !row.get("model").ends_with("72B")
}

fn run(row: &Columns<'_>) -> Result<Option<Run>, String> {
    let (Ok(measured), Ok(found), Ok(draft)) =
        (row.get("peak_gib").parse::<f64>(), predict(row), draft(row))
    else {
        return Ok(None);
    };
    // One source gives its sizes in 10^9 bytes; the page has one unit for all.
    let bytes = |value: f64| {
        if row.get("unit") == "GB" {
            Bytes::new(value * 1e9)
        } else {
            Bytes::gib(value)
        }
    };
    let id = cell(row.get("id"));
    let link = codec::encode(&draft);
    if !link.left_out.is_empty() {
        return Err(format!("{id}: {:?} is not in its link", link.left_out));
    }
    let scenario = draft
        .check()
        .scenario
        .map_err(|_| format!("{id} does not check"))?;
    Ok(Some(Run {
        id,
        told: TOLD.map(|name| cell(row.get(name))).into(),
        metric: metric(row),
        measured: bytes(measured),
        predicted: [found.peak, found.low, found.high].map(bytes),
        shown: MemoryReport::of(&scenario).peak.of(metric(row)),
        inside: (found.low..=found.high).contains(&measured),
        link: link.text,
    }))
}

/// A cell without what would end it.
pub(super) fn cell(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

fn figures(text: &mut String, group: &str, name: &str, found: Figures) {
    let Figures {
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

fn line(text: &mut String, run: &Run) {
    let figure = match run.metric {
        Metric::Allocated => "allocated",
        Metric::Reserved => "reserved",
        Metric::Driver => "driver",
        Metric::Needed => "needed",
    };
    let [predicted, low, high] = run.predicted.map(Bytes::as_gib);
    let _ = writeln!(
        text,
        "run\t{}\t{}\t{figure}\t{:.6}\t{predicted:.6}\t{low:.6}\t{high:.6}\t{:.6}\t{}\t{}",
        run.id,
        run.told.join("\t"),
        run.measured.as_gib(),
        run.shown.as_gib(),
        if run.inside { "yes" } else { "no" },
        run.link
    );
}
