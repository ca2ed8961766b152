//! Going through a space, in slices.
use super::answer::{Choice, Family, Plan, Rejected, Timing};
use super::bounds::{Floor, Regime, rules_out};
use super::columns::{self, Column};
use super::kinds::Kinds;
use super::space::{Candidate, Space};
use crate::data::DataReport;
use crate::hardware::{self, Gpu};
use crate::memory::{Factors, Figures, MemoryReport, State};
use crate::num::{finite, float};
use crate::scenario::{Draft, Issue, Param, Scenario, Schedule, Value};
use crate::time::{Lengths, Pace, Spread};

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
    /// Those of them whose memory and time were both computed; time is not where memory says no.
    pub evaluated: u64,
    /// Those that fit, or may.
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
    /// Prices in the order of the space's GPUs.
    prices: Vec<Option<f64>>,
    /// Optimizer steps of the run.
    steps: f64,
    columns: Vec<Column>,
    kinds: Kinds,
    /// Lengths by power of two of the micro-batch.
    lengths: Vec<Option<Lengths>>,
    column: usize,
    floor: Floor,
    progress: Progress,
    families: Vec<Option<Family>>,
    plan: Plan,
}

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
        let columns = columns::all(&base, &space, &gpus, chunks(draft));
        let mut search = Self {
            steps: steps(&base, space.sequences),
            plan: Plan {
                priced: !prices.is_empty() && prices.iter().all(Option::is_some),
                ..Plan::default()
            },
            progress: Progress {
                total: columns.iter().map(Column::len).sum(),
                ..Progress::default()
            },
            families: families(&columns),
            base,
            space,
            factors,
            hours: goal.hours,
            prices,
            columns,
            kinds: Kinds::new(draft.clone(), gpus),
            lengths: Vec::new(),
            column: 0,
            floor: Floor::default(),
        };
        search.progress.done = search.columns.is_empty();
        Ok(search)
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
            let Some((figures, timing)) = self.evaluate(&candidate) else {
                self.progress.total -= 1;
                continue;
            };
            self.progress.decided += 1;
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

    /// Memory of a candidate and, if it may fit, its time; none if its kind is refused.
    fn evaluate(&mut self, candidate: &Candidate) -> Option<(Figures, Option<Timing>)> {
        let lengths = self.lengths_of(candidate);
        let scenario = self.kinds.scenario(candidate, &self.space)?;
        let lengths = lengths.unwrap_or_else(|| Lengths::of(scenario));
        let figures = MemoryReport::figures(scenario, &self.factors);
        let timing = (figures.verdict.state != State::DoesNotFit)
            .then(|| {
                let pace = Pace::at(scenario, lengths).ok()?;
                let price = self.prices.get(candidate.gpu).copied().flatten();
                Some(timing(scenario, pace.step, self.steps, price))
            })
            .flatten();
        self.remember(candidate, lengths);
        Some((figures, timing))
    }

    fn lengths_of(&self, candidate: &Candidate) -> Option<Lengths> {
        let power = candidate.micro.trailing_zeros();
        self.lengths
            .get(usize::try_from(power).ok()?)
            .copied()
            .flatten()
    }

    fn remember(&mut self, candidate: &Candidate, lengths: Lengths) {
        let power = usize::try_from(candidate.micro.trailing_zeros()).unwrap_or(0);
        if self.lengths.len() <= power {
            self.lengths.resize(power + 1, None);
        }
        if let Some(slot) = self.lengths.get_mut(power) {
            *slot = Some(lengths);
        }
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
        let (figures, _) = self.evaluate(&candidate)?;
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

/// Optimizer steps of the run with so many sequences a step.
fn steps(base: &Scenario, sequences: u64) -> f64 {
    let mut whole = base.clone();
    whole.layout.data = 1;
    whole.batch.micro = 1;
    whole.batch.accumulation = sequences;
    DataReport::of(&whole).steps
}

fn timing(scenario: &Scenario, step: f64, steps: f64, price: Option<f64>) -> Timing {
    let hours = finite(step * steps / 3600.0);
    let gpu_hours = finite(hours * float(scenario.cluster.gpus()));
    Timing {
        step,
        hours,
        factor: Spread::of(scenario).factor,
        gpu_hours,
        cost: price.map(|price| finite(price * gpu_hours)),
    }
}

/// One entry for each number of a family.
fn families(columns: &[Column]) -> Vec<Option<Family>> {
    let mut families = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        if families.len() <= column.family {
            families.resize(column.family + 1, None);
        }
        if let Some(family @ None) = families.get_mut(column.family) {
            *family = Some(Family::of(at));
        }
    }
    families
}
