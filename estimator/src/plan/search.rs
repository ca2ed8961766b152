//! Going through a space, in slices.
use super::answer::{Best, Choice, Plan, Timing};
use super::bounds::{Floor, Regime, rules_out};
use super::clock::Clock;
use super::columns::{self, Column};
use super::families::{self, Family, Rejected, Short};
use super::goal::Goal;
use super::host;
use super::kinds::Kinds;
use super::space::{Candidate, Space};
use crate::calibration::Calibration;
use crate::hardware::{self, Gpu};
use crate::memory::{Factors, Figures, MemoryReport, State};
use crate::scenario::{Draft, Issue, Param, Scenario, Schedule, Value};

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
    /// What the calibration says of the draft: for candidates that are far from fitting it is enough.
    factors: Factors,
    calibration: Calibration,
    goal: Goal,
    columns: Vec<Column>,
    kinds: Kinds,
    clock: Clock,
    column: usize,
    floor: Floor,
    progress: Progress,
    families: Vec<Option<Family>>,
    best: Best,
    priced: bool,
    /// Memory is computed even where time rules a candidate out.
    thorough: bool,
}

/// The choices of a candidate do not go together with the draft.
struct Refused;

impl Search {
    /// Prepares one. GPUs that are not in the catalogue are left out, and where some have a price, those without.
    ///
    /// # Errors
    /// What is wrong with the draft.
    pub fn new(draft: &Draft, space: Space, goal: &Goal) -> Result<Self, Vec<Issue>> {
        Self::calibrated(draft, space, goal, &Calibration::default())
    }

    /// The same with what short runs taught.
    ///
    /// # Errors
    /// What is wrong with the draft.
    pub fn calibrated(
        draft: &Draft,
        mut space: Space,
        goal: &Goal,
        calibration: &Calibration,
    ) -> Result<Self, Vec<Issue>> {
        let base = draft.check().scenario?;
        let by_cost = space.gpus.iter().any(|id| goal.price(id).is_some());
        let wanted = |id: &String| !by_cost || goal.price(id).is_some();
        space
            .gpus
            .retain(|id| wanted(id) && gpu(draft, id).is_some());
        let gpus: Vec<Gpu> = space.gpus.iter().filter_map(|id| gpu(draft, id)).collect();
        let prices = space.gpus.iter().map(|id| goal.price(id)).collect();
        let speed = calibration.speed.clone();
        let clock = Clock::of(&base, space.sequences, prices, speed);
        let columns = columns::all(&base, &space, &gpus, chunks(draft));
        let mut search = Self {
            best: Best::default(),
            priced: by_cost,
            progress: Progress {
                total: columns.iter().map(Column::len).sum(),
                ..Progress::default()
            },
            families: families::all(&columns),
            factors: *calibration.outlook(&base).factors(),
            calibration: calibration.clone(),
            base,
            space,
            goal: goal.clone(),
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

    /// The space, without GPUs that were left out: positions in [`Candidate::gpu`] are those of this one.
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
        let mut plan = self.best.plan(&self.goal, self.priced);
        for choice in plan.choices() {
            // The search left out the cache, which nobody needs.
            if let Some(scenario) = self.kinds.scenario(&choice.candidate, &self.space) {
                choice.figures = MemoryReport::calibrated_figures(scenario, &self.calibration);
            }
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
                self.note(column.family, Family::pass);
                continue;
            }
            let Some(mut figures) = self.memory(&candidate) else {
                continue;
            };
            self.progress.evaluated += u64::from(timing.is_some());
            if figures.verdict.state == State::DoesNotFit {
                if rules_out(&figures) {
                    self.floor.add(regime, &candidate);
                }
                self.note(column.family, |family| family.see(&candidate, &figures));
                continue;
            }
            if !self.calibration.is_identity() {
                // By what short runs taught of this very candidate, as the answer would be.
                if let Some(scenario) = self.kinds.scenario(&candidate, &self.space) {
                    figures = MemoryReport::calibrated_figures(scenario, &self.calibration);
                }
                if figures.verdict.state == State::DoesNotFit {
                    self.note(column.family, |family| family.see(&candidate, &figures));
                    continue;
                }
            }
            self.progress.fitting += 1;
            let choice = Choice {
                candidate,
                figures,
                timing,
            };
            self.consider(column.family, &choice);
        }
    }

    /// Takes in a candidate that fits its GPU, or may; the node's memory, which takes longest to compute, is asked last.
    fn consider(&mut self, family: usize, choice: &Choice) {
        if self.best.wants(choice, &self.goal) {
            if let Some(rejected) = self.short_of_host(&choice.candidate) {
                self.note(family, |family| family.see_host(rejected));
                return;
            }
            self.best.take(choice, &self.goal);
        }
        self.note(family, Family::pass);
    }

    fn note(&mut self, family: usize, note: impl FnOnce(&mut Family)) {
        if let Some(Some(family)) = self.families.get_mut(family) {
            note(family);
        }
    }

    /// What a node lacks.
    fn short_of_host(&mut self, candidate: &Candidate) -> Option<Rejected> {
        let scenario = self.kinds.scenario(candidate, &self.space)?;
        let (moment, needed, usable) = host::short(scenario)?;
        Some(Rejected {
            candidate: *candidate,
            needed,
            usable,
            short: Short::Host(moment),
        })
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
        let known = |timing| self.best.rules_out(gpus, timing, &self.goal);
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
        if let Some(why) = family.why() {
            return Some(why);
        }
        let candidate = self.columns.get(family.column)?.at(0)?;
        let figures = self.memory(&candidate)?;
        let mut seen = Family::of(family.column);
        seen.see(&candidate, &figures);
        seen.why()
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
