//! What was allocated, held against the model's sums at each moment.
use super::message::Message;
use super::model::{parameters, shards};
use super::printed::Printed;
use crate::expr::{Expr, num};
use crate::memory::{Divides, Family, Instant, MemoryReport, Metric, Moment, Term, TermId};
use crate::num::{ascending, float};
use crate::scenario::{Method, Scenario};
use crate::units::Bytes;

/// A sum that is as large as what was allocated.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// When.
    pub moment: Moment,
    /// What is added up.
    pub part: Part,
    /// The sum.
    pub formula: Expr,
    /// How close.
    pub closeness: Closeness,
}

/// Parts of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Weights, gradients and optimizer state.
    States,
    /// Those and one of two temporaries of the step.
    StatesAndOneTemporary,
    /// Those and all temporaries of the step.
    StatesAndTemporaries,
    /// Everything.
    All,
}

/// How close a sum is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Closeness {
    /// To the last digit printed.
    ToTheDigit,
    /// The share by which what was allocated is larger; within ±1%.
    Near(f64),
}

/// Farthest that counts as near.
const NEAR: f64 = 0.01;

/// Every sum near what was allocated, the closest first; equal sums once.
pub(super) fn of(message: &Message, report: &MemoryReport, scenario: &Scenario) -> Vec<Level> {
    let Some(allocated) = message.allocated else {
        return Vec::new();
    };
    let mut found: Vec<(f64, Level)> = Vec::new();
    for instant in &report.instants {
        for (part, formula) in parts(instant, scenario) {
            let Some(closeness) = closeness(allocated, formula.value()) else {
                continue;
            };
            let same = |(_, level): &(f64, Level)| {
                level.moment == instant.moment
                    && (level.formula.value() - formula.value()).abs() < 1.0
            };
            if found.iter().any(same) {
                continue;
            }
            let distance = (allocated.value.get() - formula.value()).abs();
            found.push((
                distance,
                Level {
                    moment: instant.moment,
                    part,
                    formula,
                    closeness,
                },
            ));
        }
    }
    ascending(found, |(distance, _)| *distance)
        .into_iter()
        .map(|(_, level)| level)
        .collect()
}

fn closeness(allocated: Printed, sum: f64) -> Option<Closeness> {
    if allocated.shows(sum) {
        return Some(Closeness::ToTheDigit);
    }
    let share = allocated.value.get() / sum - 1.0;
    (sum > 0.0 && share.abs() <= NEAR).then_some(Closeness::Near(share))
}

/// The sums of one moment.
fn parts(instant: &Instant, scenario: &Scenario) -> Vec<(Part, Expr)> {
    let states: Vec<&Term> = instant.terms.iter().filter(|term| state(term)).collect();
    let standing = sum_of_states(&states, scenario);
    let mut parts = Vec::new();
    // At other moments something else is alive as well whenever memory is asked for.
    if matches!(instant.moment, Moment::Load | Moment::Step | Moment::Save) {
        parts.push((Part::States, standing.clone()));
    }
    let step = instant
        .terms
        .iter()
        .find(|term| term.id == TermId::StepTemporary);
    if let Some(step) = step {
        let half = standing.clone() + step.amount.clone() / num(2.0);
        parts.push((Part::StatesAndOneTemporary, half));
        parts.push((Part::StatesAndTemporaries, standing + step.amount.clone()));
    }
    let all = instant
        .terms
        .iter()
        .filter(|term| Metric::Allocated.sees(term.id));
    parts.push((Part::All, sum(all)));
    parts
}

const fn state(term: &Term) -> bool {
    matches!(term.family(), Family::Weights | Family::Training)
        && !matches!(
            term.id,
            TermId::StepTemporary | TermId::LoadCopy | TermId::AutocastCopies
        )
}

fn sum<'a>(terms: impl Iterator<Item = &'a Term>) -> Expr {
    terms.fold(num(0.0), |sum, term| sum + term.amount.clone())
}

/// States of full training as people write them, 2 × P + 16 × P ÷ N, where they are such multiples.
fn sum_of_states(states: &[&Term], scenario: &Scenario) -> Expr {
    let plain = sum(states.iter().copied());
    if scenario.method != Method::Full || scenario.parameters <= 0.0 {
        return plain;
    }
    let bytes = |wanted: fn(Divides) -> bool| -> f64 {
        let terms = states.iter().filter(|term| wanted(term.divides));
        terms.map(|term| term.bytes()).sum::<Bytes>().get() / scenario.parameters
    };
    let whole = bytes(|divides| divides == Divides::Whole);
    let shared =
        bytes(|divides| matches!(divides, Divides::Shards(_))) * float(scenario.layout.shards);
    let neat = |x: f64| (x - x.round()).abs() < 1e-9;
    let sum = num(whole.round()) * parameters(scenario)
        + num(shared.round()) * parameters(scenario) / shards(scenario);
    let same = (sum.value() - plain.value()).abs() < 1.0;
    if neat(whole) && neat(shared) && same {
        sum
    } else {
        plain
    }
}
