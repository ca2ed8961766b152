//! What an out-of-memory message says: which tensor has the size that was asked for, and at which moment the rest was allocated.
//!
//! A hypothesis is a tensor of the scenario whose size, rounded as PyTorch's allocator rounds it and printed as PyTorch prints it,
//! is the size in the message. Sizes are exact; *which* of several tensors of that size it was is inference.
mod blocks;
mod candidates;
mod implied;
mod levels;
mod message;
mod model;
mod object;
mod printed;
mod remarks;
mod shapes;
mod states;
mod tensors;
mod trace;

pub use implied::Implied;
pub use levels::{Closeness, Level, Part};
pub use message::{LONGEST, Message, Unreadable, excerpt, read};
pub use object::{Object, Rows, Width};
pub use printed::Printed;
pub use remarks::{Contradiction, Remark};
pub use trace::Phase;

use crate::expr::Expr;
use crate::memory::{MemoryReport, Moment};
use crate::num::ascending;
use crate::scenario::Scenario;
use crate::source::Source;
use candidates::Candidate;

/// What was found out about a message.
#[derive(Clone, Debug, PartialEq)]
pub struct OomReport {
    /// The figures in it.
    pub message: Result<Message, Unreadable>,
    /// Tensors that have the size, the likeliest first; empty: unknown.
    pub hypotheses: Vec<Hypothesis>,
    /// How many tokens it would be if it were logits: arithmetic, not evidence.
    pub implied: Vec<Implied>,
    /// Sums of the model that are as large as what was allocated, the closest first.
    pub levels: Vec<Level>,
    /// What else the figures show.
    pub remarks: Vec<Remark>,
    /// The moment at which the model expects the peak.
    pub predicted: Moment,
    /// What was running, by the traceback above the message: moments that it rules out are left out.
    pub phase: Option<Phase>,
}

/// A tensor that has the size asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Hypothesis {
    /// What it is.
    pub object: Object,
    /// Its size.
    pub formula: Expr,
    /// When such a tensor is made; of several moments the one at which as much is allocated as the message says.
    pub moment: Moment,
    /// How much speaks for it.
    pub strength: Strength,
    /// How that moment lies to the predicted peak.
    pub timing: Timing,
    /// Where the formula was read.
    pub source: Source,
}

/// How much speaks for a hypothesis, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// The scenario makes it, and what was allocated is what the model has at that moment.
    Confirmed,
    /// The scenario makes it.
    Expected,
    /// The size is right, but the scenario as given never makes it: something runs differently from what was stated.
    Unexpected,
    /// A whole number of tokens would give the size: weak.
    Implied,
}

/// Whether it failed where the model expects the peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// It did.
    AtPredictedPeak,
    /// It failed at another moment.
    Elsewhere,
}

/// Explains a message under a scenario. Total: any text has a report.
pub fn explain(text: &str, scenario: &Scenario) -> OomReport {
    explain_beside(text, scenario, &MemoryReport::of(scenario))
}

/// The same beside a report that is there already, calibrated or not.
pub fn explain_beside(text: &str, scenario: &Scenario, report: &MemoryReport) -> OomReport {
    let message = read(text);
    let mut answer = OomReport {
        hypotheses: Vec::new(),
        implied: Vec::new(),
        levels: Vec::new(),
        remarks: Vec::new(),
        predicted: report.worst,
        phase: message::phase(text),
        message,
    };
    let Ok(message) = &answer.message else {
        return answer;
    };
    let phase = answer.phase;
    let rank = |moment: Moment| phase.map_or(Some(0), |phase| phase.rank(moment, scenario));
    answer.levels = levels::of(message, report, scenario);
    answer.levels.retain(|level| rank(level.moment).is_some());
    answer.remarks = remarks::of(message, report, scenario);
    if blocks::tells(message.requested) {
        answer.hypotheses = hypotheses(message, scenario, &answer.levels, report.worst, &rank);
        answer.implied = implied::of(message, scenario);
    }
    answer
}

fn hypotheses(
    message: &Message,
    scenario: &Scenario,
    levels: &[Level],
    predicted: Moment,
    rank: &dyn Fn(Moment) -> Option<u8>,
) -> Vec<Hypothesis> {
    let found: Vec<Hypothesis> = candidates::of(scenario)
        .into_iter()
        .chain(implied::candidates(message, scenario))
        .filter(|candidate| blocks::matches(candidate.formula.value(), message.requested))
        .filter_map(|candidate| weigh(candidate, levels, predicted, rank))
        .collect();
    // Stable: among equals the order of the candidates decides.
    ascending(found, |hypothesis| f64::from(hypothesis.strength as u8))
}

/// `None` where the tensor is made at none of the moments that are left.
fn weigh(
    candidate: Candidate,
    levels: &[Level],
    predicted: Moment,
    rank: &dyn Fn(Moment) -> Option<u8>,
) -> Option<Hypothesis> {
    let ranked = candidate.moments.iter().copied();
    let ranked = ranked.filter_map(|moment| Some((rank(moment)?, moment)));
    let (_, first) = ranked.min_by_key(|(rank, _)| *rank)?;
    let agreed = levels
        .iter()
        .find(|level| candidate.moments.contains(&level.moment));
    let strength = match (&candidate.object, candidate.expected, agreed) {
        (
            Object::Logits {
                rows: Rows::Implied(_),
                ..
            },
            ..,
        ) => Strength::Implied,
        (_, false, _) => Strength::Unexpected,
        (_, true, Some(_)) => Strength::Confirmed,
        (_, true, None) => Strength::Expected,
    };
    let moment = agreed.map_or(first, |level| level.moment);
    Some(Hypothesis {
        object: candidate.object,
        formula: candidate.formula,
        moment,
        strength,
        timing: if moment == predicted {
            Timing::AtPredictedPeak
        } else {
            Timing::Elsewhere
        },
        source: *candidate.source,
    })
}
