//! Going through a space, in slices.
use super::answer::{Choice, Plan, Timing};
use super::bounds::{Floor, Regime, rules_out};
use super::clock::Clock;
use super::columns::{self, Column};
use super::families::{self, Family, Rejected};
use super::kinds::Kinds;
use super::space::{Candidate, Space};
use crate::hardware::{self, Gpu};
use crate::memory::{Factors, Figures, MemoryReport, State};
use crate::scenario::{Draft, Issue, Param, Scenario, Schedule, Value};

/// What is wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goal {
    /// Hours that the run may take.
    pub hours: Option<f64>,
    /// Price of a GPU-hour by id of the GPU.
    pub prices: Vec<(String, f64)>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Legal candidates that were computed or left out by a bound.
    pub decided: u64,
    /// Those of them whose time and memory were both computed.
    pub evaluated: u64,
    /// Those of them that fit, or may.
    pub fitting: u64,
    /// Legal candidates, as far as is known.
    pub total: u64,
    /// All are decided.
    pub done: bool,
}

/// A search that can be interrupted. Its answer does not depend on where.
#[derive(Clone, Debug)]
pub struct Search {
    base: Scenario,
    space: Space,
    factors: Factors,
    hours: Option<f64>,
    columns: Vec<Column>,
    kinds: Kinds,
    clock: Clock,
    column: usize,
    floor: Floor,
    progress: Progress,
    families: Vec<Option<Family>>,
    plan: Plan,
    /// Memory is computed even where time rules a candidate out.
    thorough: bool,
}

/// The choices of a candidate do not go together with the draft.
struct Refused;

impl Search {
    /// Prepares one. GPUs that are not in the catalogue are left out.
    ///
    /// # Errors
    /// What is wrong with the draft.
    pub fn new(draft: &Draft, space: Space, goal: &Goal) -> Result<Self, Vec<Issue>> {
        Self::calibrated(draft, space, goal, Factors::default())
    }

    /// The same with what short runs taught.
    ///
    /// # Errors
    /// What is wrong with the draft.
    pub fn calibrated(
        draft: &Draft,
        mut space: Space,
        goal: &Goal,
        factors: Factors,
    ) -> Result<Self, Vec<Issue>> {
        let base = draft.check().scenario?;
        space.gpus.retain(|id| gpu(draft, id).is_some());
        let gpus: Vec<Gpu> = space.gpus.iter().filter_map(|id| gpu(draft, id)).collect();
        let price = |id: &String| {
            let of_it = goal.prices.iter().find(|(known, _)| known == id);
            of_it.map(|(_, price)| *price)
        };
        let prices: Vec<Option<f64>> = space.gpus.iter().map(price).collect();
        let all_known = !prices.is_empty() && prices.iter().all(Option::is_some);
        let clock = Clock::of(&base, space.sequences, prices);
        let columns = columns::all(&base, &space, &gpus, chunks(draft));
        let mut search = Self {
            plan: Plan {
                priced: all_known,
                ..Plan::default()
            },
            progress: Progress {
                total: columns.iter().map(Column::len).sum(),
                ..Progress::default()
            },
            families: families::all(&columns),
            base,
            space,
            factors,
            hours: goal.hours,
            clock,
            columns,
            kinds: Kinds::new(draft.clone(), gpus),
            column: 0,
            floor: Floor::default(),
            thorough: false,
        };
        search.progress.done = search.columns.is_empty();
        Ok(search)
    }

    /// The same search, which counts everything that fits: it leaves out only what memory rules out.
    #[must_use]
    pub const fn thorough(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// The space, without GPUs that are not known: positions in [`Candidate::gpu`] are those of this one.
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// How far it is.
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Every candidate in order, those too whose choices the draft rules out.
    pub fn candidates(&self) -> impl Iterator<Item = Candidate> {
        self.columns
            .iter()
            .flat_map(|column| (0..column.len()).filter_map(|at| column.at(at)))
    }

    /// The scenario of a candidate; none if its choices do not go together with the draft.
    pub fn scenario(&mut self, candidate: &Candidate) -> Option<&Scenario> {
        let scenario = self.kinds.scenario(candidate, &self.space)?;
        Some(scenario)
    }

    /// Decides at most about `budget` candidates (a column is not cut).
    pub fn step(&mut self, budget: u64) -> Progress {
        let until = self.progress.decided.saturating_add(budget.max(1));
        let mut columns = 0;
        // Columns whose kind is refused decide nothing, but cost a check.
        while self.progress.decided < until && columns < budget.max(1) {
            let Some(column) = self.columns.get(self.column).copied() else {
                self.progress.done = true;
                break;
            };
            self.go_down(&column);
            self.column += 1;
            columns += 1;
        }
        self.progress.done = self.column >= self.columns.len();
        self.progress
    }

    /// The answer so far; of the whole space once the search is done.
    pub fn plan(&mut self) -> Plan {
        let mut plan = self.plan.clone();
        for choice in plan.choices() {
            // The search left out the cache, which nobody needs.
            if let Some(scenario) = self.kinds.scenario(&choice.candidate, &self.space) {
                choice.figures = MemoryReport::figures(scenario, &self.factors);
            }
        }
        if self.hours.is_none() {
            plan.recommended = plan.knee();
        }
        for number in 0..self.families.len() {
            plan.rejected.extend(self.rejected(number));
        }
        plan
    }

    /// Every candidate of a column.
    fn go_down(&mut self, column: &Column) {
        let regime = Regime::of(column.group, column.first(), self.base.layout);
        let mut at = 0;
        while let Some(candidate) = column.at(at) {
            at += 1;
            if self.floor.excludes(regime, &candidate) {
                self.progress.decided += 1;
                continue;
            }
            let Ok(timing) = self.time(&candidate) else {
                self.progress.total -= 1;
                continue;
            };
            self.progress.decided += 1;
            if self.beaten(&candidate, timing.as_ref()) {
                if let Some(Some(family)) = self.families.get_mut(column.family) {
                    family.pass();
                }
                continue;
            }
            let Some(figures) = self.memory(&candidate) else {
                continue;
            };
            self.progress.evaluated += u64::from(timing.is_some());
            if let Some(Some(family)) = self.families.get_mut(column.family) {
                family.see(&candidate, &figures);
            }
            if figures.verdict.state == State::DoesNotFit {
                if rules_out(&figures) {
                    self.floor.add(regime, &candidate);
                }
                continue;
            }
            self.progress.fitting += 1;
            let choice = Choice {
                candidate,
                figures,
                timing,
            };
            self.plan.consider(&choice, self.hours);
        }
    }

    /// Time of a candidate, which takes a sixth of what its memory does to compute; none if nobody published what its GPU does.
    fn time(&mut self, candidate: &Candidate) -> Result<Option<Timing>, Refused> {
        let kind = self.kinds.scenario(candidate, &self.space);
        let scenario = kind.ok_or(Refused)?;
        Ok(self.clock.time(scenario, candidate.gpu))
    }

    /// Whether a candidate with that time would be none of the answers, did it fit.
    fn beaten(&self, candidate: &Candidate, timing: Option<&Timing>) -> bool {
        let gpus = crate::num::float(candidate.gpus());
        let known = |timing| self.plan.rules_out(gpus, timing, self.hours.is_some());
        !self.thorough && timing.is_some_and(known)
    }

    /// Memory of a candidate; none if its kind is refused.
    fn memory(&mut self, candidate: &Candidate) -> Option<Figures> {
        let scenario = self.kinds.scenario(candidate, &self.space)?;
        Some(MemoryReport::need(scenario, &self.factors))
    }

    /// What came closest in a family in which nothing fits. Where a bound left out all of it, its first candidate is computed.
    fn rejected(&mut self, number: usize) -> Option<Rejected> {
        let family = self.families.get(number).copied()??;
        if !family.rejected() || family.column >= self.column {
            return None;
        }
        if family.closest.is_some() {
            return family.closest;
        }
        let candidate = self.columns.get(family.column)?.at(0)?;
        let figures = self.memory(&candidate)?;
        let mut seen = Family::of(family.column);
        seen.see(&candidate, &figures);
        seen.closest
    }
}

/// A GPU of the catalogue, or the one that the draft describes.
fn gpu(draft: &Draft, id: &str) -> Option<Gpu> {
    if id == "custom" {
        let own = draft.clone().with(Param::Gpu, id).check();
        return own.scenario.ok().map(|scenario| scenario.cluster.gpu);
    }
    hardware::find(id).cloned()
}

/// Chunks of layers of a pipeline stage. What was typed counts for a pipeline even where it is ignored now because there is none.
fn chunks(draft: &Draft) -> u64 {
    let typed = |param: Param| {
        let text = draft.get(param)?;
        Draft::check_text(param, text).ok()
    };
    let interleaved = matches!(
        typed(Param::Schedule),
        Some(Value::Key(key)) if key == Schedule::Interleaved.key()
    );
    match typed(Param::VirtualStages) {
        _ if !interleaved => 1,
        Some(Value::Integer(chunks)) => chunks,
        _ => 2,
    }
}
