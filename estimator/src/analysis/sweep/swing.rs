//! What moves memory and the date most: each input halved and doubled, each choice made the other way.
use super::super::remedies::{Change, changes};
use crate::calibration::Calibration;
use crate::host::DiskReport;
use crate::memory::{MemoryReport, State};
use crate::num::{ascending, grouped, larger};
use crate::run::RunReport;
use crate::scenario::{Amount, Draft, Param, Scenario};

/// What is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lever {
    /// A number: halved at one end, doubled at the other.
    Input(Param),
    /// A choice made the other way: one end only.
    Choice(Change),
    /// What the GPUs sustain, over its 90% interval: the one thing here that nobody sets.
    Efficiency,
}

/// What a scenario comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Peak of what is needed, GiB.
    pub gib: f64,
    /// Whether it fits.
    pub state: State,
    /// Hours of the run, where they are known.
    pub hours: Option<f64>,
}

/// One end of a swing.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The inputs it sets; none for what cannot be set.
    pub patch: Vec<(Param, String)>,
    /// What it comes to.
    pub outcome: Outcome,
}

/// A lever with its ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Swing {
    /// What is moved.
    pub lever: Lever,
    /// Halved, faster, or the choice made the other way.
    pub low: Option<End>,
    /// Doubled, or slower.
    pub high: Option<End>,
}

impl Swing {
    fn ends(&self) -> impl Iterator<Item = &End> {
        self.low.iter().chain(&self.high)
    }

    /// The farthest an end lies from `from` by some measure.
    fn reach(&self, from: f64, measure: impl Fn(&Outcome) -> Option<f64>) -> f64 {
        self.ends()
            .filter_map(|end| measure(&end.outcome))
            .fold(0.0, |most, value| larger(most, (value - from).abs()))
    }
}

/// Ends that move less than this share are left out.
const WORTH: f64 = 0.005;

/// The draft as it stands, and every lever of it.
pub fn swings(draft: &Draft, calibration: &Calibration) -> Option<(Outcome, Vec<Swing>)> {
    let scenario = draft.check().scenario.ok()?;
    let (present, factor) = outcome(&scenario, calibration);
    let mut all: Vec<Swing> = inputs(&scenario)
        .into_iter()
        .map(|(param, value)| {
            let end = |value: String| end(draft, vec![(param, value)], calibration);
            Swing {
                lever: Lever::Input(param),
                low: end(half(value)),
                high: end(typed(value * 2.0)),
            }
        })
        .collect();
    let choices = changes(&scenario)
        .into_iter()
        .filter(|(change, _)| chosen(*change));
    all.extend(choices.map(|(change, patch)| Swing {
        lever: Lever::Choice(change),
        low: end(draft, patch, calibration),
        high: None,
    }));
    all.extend(efficiency(present, factor));
    Some((present, all))
}

/// Those that move memory most, farthest first.
pub fn by_memory(present: Outcome, swings: Vec<Swing>) -> Vec<Swing> {
    sorted(swings, present.gib, |outcome| Some(outcome.gib))
}

/// Those that move the end of the run most, farthest first; empty where no time is known.
pub fn by_time(present: Outcome, swings: Vec<Swing>) -> Vec<Swing> {
    present.hours.map_or_else(Vec::new, |hours| {
        sorted(swings, hours, |outcome| outcome.hours)
    })
}

fn sorted(
    swings: Vec<Swing>,
    from: f64,
    measure: impl Fn(&Outcome) -> Option<f64> + Copy,
) -> Vec<Swing> {
    let kept: Vec<Swing> = swings
        .into_iter()
        .filter(|swing| swing.reach(from, measure) > WORTH * from)
        .collect();
    ascending(kept, |swing| -swing.reach(from, measure))
}

/// Numbers that are worth moving here, with what they are.
fn inputs(scenario: &Scenario) -> Vec<(Param, f64)> {
    let float = crate::num::float;
    let cluster = &scenario.cluster;
    let mut all = vec![
        (Param::Sequence, float(scenario.batch.sequence)),
        (Param::MicroBatch, float(scenario.batch.micro)),
        (Param::Accumulation, float(scenario.batch.accumulation)),
    ];
    all.push(match scenario.data.amount {
        Amount::Samples { samples, .. } => (Param::Samples, samples),
        Amount::Tokens(tokens) => (Param::TotalTokens, tokens / 1e6),
    });
    if let Some(mean) = scenario.data.mean {
        all.push((Param::MeanLength, mean));
    }
    if let Some(adapters) = &scenario.adapters {
        all.push((Param::Rank, float(adapters.rank)));
    }
    all.push(if cluster.nodes > 1 {
        (Param::Nodes, float(cluster.nodes))
    } else {
        (Param::GpusPerNode, float(cluster.per_node))
    });
    all
}

/// Half of a number: a large one stays whole. What has to be whole is refused at half of one.
fn half(value: f64) -> String {
    const LARGE: f64 = 16.0;
    let half = value / 2.0;
    let half = if value >= LARGE { half.floor() } else { half };
    typed(half)
}

/// A number as people type it.
fn typed(value: f64) -> String {
    grouped(value, 6).replace(',', "")
}

/// Choices beside the numbers: not those that halve or double one of these.
const fn chosen(change: Change) -> bool {
    !matches!(
        change,
        Change::SmallerMicroBatch | Change::LargerMicroBatch | Change::MoreGpus
    )
}

fn end(draft: &Draft, patch: Vec<(Param, String)>, calibration: &Calibration) -> Option<End> {
    let changed = patch.iter().fold(draft.clone(), |draft, (param, text)| {
        draft.with(*param, text.clone())
    });
    let scenario = changed.check().scenario.ok()?;
    let (outcome, _) = outcome(&scenario, calibration);
    Some(End { patch, outcome })
}

/// What a scenario comes to, and the factor of its time's interval.
fn outcome(scenario: &Scenario, calibration: &Calibration) -> (Outcome, f64) {
    let figures = MemoryReport::calibrated_figures(scenario, calibration);
    let run = RunReport::calibrated(scenario, &DiskReport::of(scenario), &calibration.speed).ok();
    let outcome = Outcome {
        gib: figures.peak.needed.as_gib(),
        state: figures.verdict.state,
        hours: run.as_ref().map(|run| run.seconds / 3600.0),
    };
    (
        outcome,
        run.map_or(1.0, |run| run.high / larger(run.seconds, 1.0)),
    )
}

/// The interval of the time as a swing.
fn efficiency(present: Outcome, factor: f64) -> Option<Swing> {
    let hours = present.hours?;
    let end = |hours| {
        Some(End {
            patch: Vec::new(),
            outcome: Outcome {
                hours: Some(hours),
                ..present
            },
        })
    };
    (factor > 1.0).then(|| Swing {
        lever: Lever::Efficiency,
        low: end(hours / factor),
        high: end(hours * factor),
    })
}
