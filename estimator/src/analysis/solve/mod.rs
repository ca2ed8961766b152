//! The longest sequence, the largest micro-batch, the smallest number of GPUs.
//!
//! Each is found by bisection over the whole path from draft to report, so it can never disagree with what the form shows.
//! Memory grows with length and micro-batch and shrinks with GPUs except where a framework's default or a rule of the allocator
//! changes on the way; points around the answer are looked at, and an answer that lies on such a step says so.
mod gpus;
mod growth;
mod probe;
mod search;
mod size;
mod slope;

pub use growth::{Growth, Step};
pub use slope::{Slope, TOKENS, slope};

pub(super) use gpus::numbers as machines;

use super::budget::{Budget, Exhausted};
use crate::calibration::Calibration;
use crate::memory::{Moment, TermId};
use crate::scenario::{Draft, Issue};
use crate::units::Bytes;
use probe::{Probe, Seen};
use std::sync::Arc;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The longest sequence at the given micro-batch.
    Sequence,
    /// The largest micro-batch at the given length.
    MicroBatch,
    /// The smallest number of GPUs.
    Gpus,
}

/// When a configuration counts as fitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The upper end of the interval lies within usable memory: the verdict is "fits".
    Fits,
    /// The predicted peak lies within usable memory: "fits" or "borderline" with a margin.
    Peak,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// What was looked for.
    pub goal: Goal,
    /// By which criterion.
    pub criterion: Criterion,
    /// What was found.
    pub outcome: Outcome,
    /// Evaluations it took.
    pub evaluations: u32,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The length or micro-batch, or the number of GPUs.
    Found(Found),
    /// Not even the smallest length or micro-batch fits.
    TooLarge(Breaking),
    /// No number of GPUs helps.
    NoNumberHelps {
        /// The largest number that was tried.
        tried: u64,
        /// What it breaks on there.
        breaking: Breaking,
    },
    /// No allowed value: everything tried was refused, the first for these reasons.
    NothingAllowed(Vec<Issue>),
}

/// A solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Tokens, sequences, or GPUs in all.
    pub value: u64,
    /// Rounded to what people type: see [`Rounded`]. Absent for micro-batches.
    pub rounded: Option<Rounded>,
    /// Predicted peak there, by the driver's figure.
    pub peak: Bytes,
    /// Upper end of its interval.
    pub high: Bytes,
    /// Memory that may be used.
    pub usable: Bytes,
    /// Why it goes no further.
    pub limit: Limit,
    /// Whether every point looked at below it fits too and none above it does. If not, a rule of the model changes nearby and
    /// the value is the last one up to which all points looked at fit.
    pub monotone: bool,
}

/// A solution in steps that people use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounded {
    /// A sequence length.
    Length {
        /// Down to a multiple of the context-parallel ranks; 0 if there is none.
        to_ranks: u64,
        /// Down to a multiple of those and of 64; 0 if there is none.
        to_64: u64,
    },
    /// GPUs.
    Machines {
        /// GPUs in a node.
        per_node: u64,
        /// Nodes.
        nodes: u64,
    },
}

/// Why a solution goes no further.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// The next step does not fit.
    Memory(Step),
    /// The bound of the input.
    Bound,
    /// The next steps are refused.
    Refused(Vec<Issue>),
}

/// What stands in the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Breaking {
    /// The length, micro-batch or number of GPUs that was tried.
    pub at: u64,
    /// The moment with the peak.
    pub moment: Moment,
    /// Predicted peak.
    pub peak: Bytes,
    /// Memory that may be used.
    pub usable: Bytes,
    /// The largest lines of that moment, descending; of GPUs only those that more GPUs do not divide.
    pub lines: Vec<(TermId, Bytes)>,
    /// All of those lines together.
    pub sum: Bytes,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Unsolved {
    /// The draft is no scenario.
    Invalid(Vec<Issue>),
    /// The budget was too small.
    Exhausted,
}

impl From<Exhausted> for Unsolved {
    fn from(_: Exhausted) -> Self {
        Self::Exhausted
    }
}

/// Solves for `goal`; the value of the draft itself is where the search starts.
///
/// # Errors
/// The draft is no scenario, or the budget is used up.
pub fn solve(
    draft: &Draft,
    goal: Goal,
    criterion: Criterion,
    budget: &mut Budget,
) -> Result<Solution, Unsolved> {
    Search::new(draft.clone(), goal, criterion).step(budget)
}

/// The last of 1 to `most` that fits, looked for from `start` as [`solve`] does it; none if not even the first does.
pub(super) fn last_that_fits(start: u64, most: u64, fits: impl Fn(u64) -> bool) -> Option<u64> {
    let found: Result<_, core::convert::Infallible> = search::last(start, most, |at| Ok(fits(at)));
    match found {
        Ok(search::Last::At { at, .. }) => Some(at),
        Ok(search::Last::None) => None,
    }
}

/// A search that can be interrupted: what an earlier step learned is not computed again, so that a page can spread it over
/// moments in which it has nothing else to do.
#[derive(Clone, Debug)]
pub struct Search {
    draft: Draft,
    goal: Goal,
    criterion: Criterion,
    calibration: Arc<Calibration>,
    seen: Seen,
    evaluations: u32,
}

impl Search {
    /// Evaluations that every step needs to get on: the points beside the answer are computed in one go.
    pub const STEP: u32 = 2;

    /// A search that has not begun.
    pub fn new(draft: Draft, goal: Goal, criterion: Criterion) -> Self {
        Self::calibrated(draft, goal, criterion, Arc::default())
    }

    /// The same over calibrated reports.
    pub const fn calibrated(
        draft: Draft,
        goal: Goal,
        criterion: Criterion,
        calibration: Arc<Calibration>,
    ) -> Self {
        Self {
            draft,
            goal,
            criterion,
            calibration,
            seen: Seen::new(),
            evaluations: 0,
        }
    }

    /// What is looked for.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// By which criterion.
    pub const fn criterion(&self) -> Criterion {
        self.criterion
    }

    /// Evaluations made so far.
    pub const fn evaluations(&self) -> u32 {
        self.evaluations
    }

    /// Goes on until there is an answer or the budget is used up; then it can be called again. Comes to an end if each
    /// budget allows at least [`Search::STEP`] evaluations.
    ///
    /// # Errors
    /// The draft is no scenario, or the budget is used up.
    pub fn step(&mut self, budget: &mut Budget) -> Result<Solution, Unsolved> {
        let before = budget.used();
        let scenario = self.draft.check().scenario.map_err(Unsolved::Invalid)?;
        let (draft, criterion, seen) = (&self.draft, self.criterion, &mut self.seen);
        let probe = &mut Probe {
            calibration: &self.calibration,
            budget: &mut *budget,
        };
        let outcome = match self.goal {
            Goal::Sequence => size::sequence(draft, &scenario, criterion, seen, probe),
            Goal::MicroBatch => size::micro_batch(draft, &scenario, criterion, seen, probe),
            Goal::Gpus => gpus::fewest(draft, &scenario, criterion, seen, probe),
        };
        self.evaluations += budget.used() - before;
        Ok(Solution {
            goal: self.goal,
            criterion: self.criterion,
            outcome: outcome?,
            evaluations: self.evaluations,
        })
    }
}
