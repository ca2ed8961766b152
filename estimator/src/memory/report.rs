//! The answer: instants, peaks, verdict.
use super::factors::Factors;
use super::facts::Fact;
use super::instants::{self, Which};
use super::interval::Interval;
use super::term::{Family, Term, TermId};
use crate::expr::numbers_only;
use crate::scenario::Scenario;
use crate::units::Bytes;
use core::cell::Cell;

/// When memory is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Moment {
    /// Weights are loaded.
    Load,
    /// End of the forward pass: every stored activation and the loss.
    Loss,
    /// Backward of a late block: most activations are still stored.
    FirstBackward,
    /// Backward of the first block: all gradients exist.
    LastBackward,
    /// The optimizer updates.
    Step,
    /// A checkpoint is put together.
    Save,
    /// Forward pass of an evaluation.
    Evaluation,
    /// Generation in an evaluation.
    Generation,
    /// Adapters are merged into the base.
    Merge,
}

impl Moment {
    /// In the order in which they come.
    pub const ALL: [Self; 9] = [
        Self::Load,
        Self::Loss,
        Self::FirstBackward,
        Self::LastBackward,
        Self::Step,
        Self::Save,
        Self::Evaluation,
        Self::Generation,
        Self::Merge,
    ];
}

/// Which figure of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// `torch.cuda.max_memory_allocated`.
    Allocated,
    /// `torch.cuda.max_memory_reserved`.
    Reserved,
    /// What nvidia-smi and the driver show.
    Driver,
    /// The least that the run gets by with: the driver's figure without the cache that the allocator returns when memory runs
    /// short. This is what has to fit.
    Needed,
}

/// What is alive at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    /// When.
    pub moment: Moment,
    /// Whether the run comes to it; the others are shown but do not count.
    pub planned: bool,
    /// Every line, overheads included.
    pub terms: Vec<Term>,
}

impl Instant {
    /// The sum of its lines, up to what `metric` sees.
    pub fn total(&self, metric: Metric) -> Bytes {
        self.terms
            .iter()
            .filter(|term| metric.sees(term.id))
            .map(Term::bytes)
            .sum()
    }

    /// The sums in each figure.
    pub(super) fn totals(&self) -> Peak {
        let mut sums = Peak::default();
        for term in &self.terms {
            let bytes = term.bytes();
            if Metric::Driver.sees(term.id) {
                sums.driver += bytes;
            }
            if Metric::Needed.sees(term.id) {
                sums.needed += bytes;
            }
            if Metric::Reserved.sees(term.id) {
                sums.reserved += bytes;
            }
            if Metric::Allocated.sees(term.id) {
                sums.allocated += bytes;
            }
        }
        sums
    }

    /// What is needed, by kind of line.
    fn families(&self) -> [Bytes; Family::ALL.len()] {
        let mut sums = [Bytes::ZERO; Family::ALL.len()];
        for term in self
            .terms
            .iter()
            .filter(|term| Metric::Needed.sees(term.id))
        {
            if let Some(sum) = sums.get_mut(term.family() as usize) {
                *sum += term.bytes();
            }
        }
        sums
    }
}

impl Metric {
    /// Whether a line is part of this figure.
    pub const fn sees(self, id: TermId) -> bool {
        match id {
            TermId::Slack => !matches!(self, Self::Allocated),
            TermId::Cache => matches!(self, Self::Reserved | Self::Driver),
            TermId::Context | TermId::Communicators => matches!(self, Self::Driver | Self::Needed),
            _ => true,
        }
    }
}

/// A peak in each figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Peak {
    /// Largest amount allocated.
    pub allocated: Bytes,
    /// Largest amount reserved.
    pub reserved: Bytes,
    /// Largest amount that the driver shows.
    pub driver: Bytes,
    /// Largest amount that the run needs.
    pub needed: Bytes,
}

impl Peak {
    /// The larger of both in each figure.
    fn at_least(self, other: Self) -> Self {
        Self {
            allocated: self.allocated.at_least(other.allocated),
            reserved: self.reserved.at_least(other.reserved),
            driver: self.driver.at_least(other.driver),
            needed: self.needed.at_least(other.needed),
        }
    }

    /// One of them.
    pub const fn of(&self, metric: Metric) -> Bytes {
        match metric {
            Metric::Allocated => self.allocated,
            Metric::Reserved => self.reserved,
            Metric::Driver => self.driver,
            Metric::Needed => self.needed,
        }
    }
}

/// Whether it fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Usable memory lies above the interval.
    Fits,
    /// Usable memory lies inside the interval.
    Borderline,
    /// Usable memory lies below the interval.
    DoesNotFit,
}

impl State {
    /// The worse of two.
    #[must_use]
    pub const fn worse(self, other: Self) -> Self {
        match (self, other) {
            (Self::DoesNotFit, _) | (_, Self::DoesNotFit) => Self::DoesNotFit,
            (Self::Borderline, _) | (_, Self::Borderline) => Self::Borderline,
            (Self::Fits, Self::Fits) => Self::Fits,
        }
    }

    fn of(usable: Bytes, interval: &Interval) -> Self {
        if interval.high <= usable {
            Self::Fits
        } else if interval.low > usable {
            Self::DoesNotFit
        } else {
            Self::Borderline
        }
    }
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// In one word.
    pub state: State,
    /// Usable memory less what is in use.
    pub usable: Bytes,
    /// Usable memory less the peak, GiB; negative when it does not fit.
    pub margin_gib: f64,
}

thread_local! {
    /// Lists that the last figures were computed in, for the next.
    static SPARE: Cell<Vec<Vec<Term>>> = const { Cell::new(Vec::new()) };
}

/// What a report comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The worst planned moment, by what it needs.
    pub worst: Moment,
    /// Peaks over the planned moments.
    pub peak: Peak,
    /// 90% interval of what is needed.
    pub interval: Interval,
    /// Whether it fits.
    pub verdict: Verdict,
    /// What is needed at the worst moment, by kind of line, in the order of [`Family::ALL`].
    pub families: [Bytes; Family::ALL.len()],
}

impl Figures {
    /// The same with another interval of what is needed, by which it is judged again.
    #[must_use]
    pub(crate) fn within(mut self, interval: Interval) -> Self {
        self.verdict.state = State::of(self.verdict.usable, &interval);
        self.interval = interval;
        self
    }

    fn over(scenario: &Scenario, instants: &[Instant]) -> Self {
        let mut peak = Peak::default();
        let mut worst: Option<&Instant> = None;
        for instant in instants.iter().filter(|instant| instant.planned) {
            let here = instant.totals();
            if worst.is_none() || here.needed > peak.needed {
                worst = Some(instant);
            }
            peak = peak.at_least(here);
        }
        let usable = scenario.cluster.usable();
        let interval = Interval::of(peak.needed, Metric::Needed, scenario);
        Self {
            worst: worst.map_or(Moment::Loss, |instant| instant.moment),
            families: worst.map_or([Bytes::ZERO; Family::ALL.len()], Instant::families),
            peak,
            interval,
            verdict: Verdict {
                state: State::of(usable, &interval),
                usable,
                margin_gib: usable.as_gib() - peak.needed.as_gib(),
            },
        }
    }
}

/// Memory of one GPU over a run.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryReport {
    /// What is alive at each moment, in the order of [`Moment::ALL`]; those that cannot occur are absent.
    pub instants: Vec<Instant>,
    /// The worst planned moment, by what it needs.
    pub worst: Moment,
    /// Peaks over the planned moments.
    pub peak: Peak,
    /// 90% interval of what is needed.
    pub interval: Interval,
    /// Whether it fits.
    pub verdict: Verdict,
    /// Derived figures and remarks.
    pub facts: Vec<Fact>,
}

impl MemoryReport {
    /// Computes it. Total: every scenario has a report, and every figure in it is finite and ≥ 0.
    pub fn of(scenario: &Scenario) -> Self {
        Self::with(scenario, &Factors::default())
    }

    /// The same with factors on its lines.
    pub fn with(scenario: &Scenario, factors: &Factors) -> Self {
        let instants = instants::all(scenario, factors, Which::Possible, &mut Vec::new());
        let figures = Figures::over(scenario, &instants);
        Self {
            facts: super::facts::of(scenario),
            instants,
            worst: figures.worst,
            peak: figures.peak,
            interval: figures.interval,
            verdict: figures.verdict,
        }
    }

    /// The figures of the report alone: many times cheaper, for searches over thousands of scenarios.
    pub fn figures(scenario: &Scenario, factors: &Factors) -> Figures {
        Self::numbers(scenario, factors, Which::Planned)
    }

    /// What is needed and whether it fits, for searches: allocated memory is right too, other figures leave the cache out.
    pub fn need(scenario: &Scenario, factors: &Factors) -> Figures {
        Self::numbers(scenario, factors, Which::Needed)
    }

    fn numbers(scenario: &Scenario, factors: &Factors, which: Which) -> Figures {
        numbers_only(|| {
            let mut spare = SPARE.take();
            let instants = instants::all(scenario, factors, which, &mut spare);
            let figures = Figures::over(scenario, &instants);
            spare.extend(instants.into_iter().map(|instant| instant.terms));
            SPARE.set(spare);
            figures
        })
    }

    /// The same with another interval of the driver's figure, by which it is judged again.
    #[must_use]
    pub(crate) fn within(mut self, interval: Interval) -> Self {
        self.verdict.state = State::of(self.verdict.usable, &interval);
        self.interval = interval;
        self
    }

    /// What is alive at `moment`, if it can occur.
    pub fn at(&self, moment: Moment) -> Option<&Instant> {
        self.instants
            .iter()
            .find(|instant| instant.moment == moment)
    }
}
