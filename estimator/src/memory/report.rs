//! The answer: instants, peaks, verdict.
use super::factors::Factors;
use super::facts::Fact;
use super::instants;
use super::interval::Interval;
use super::term::{Term, TermId};
use crate::scenario::Scenario;
use crate::units::Bytes;

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
#[derive(Clone, Copy, Debug, PartialEq)]
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
        let instants = instants::all(scenario, factors);
        let over = |metric: Metric| {
            let planned = instants.iter().filter(|instant| instant.planned);
            planned.fold(Bytes::ZERO, |most, instant| {
                most.at_least(instant.total(metric))
            })
        };
        let usable = Bytes::gib(scenario.cluster.gpu.usable() - scenario.cluster.in_use_gib);
        let peak = Peak {
            allocated: over(Metric::Allocated),
            reserved: over(Metric::Reserved),
            driver: over(Metric::Driver),
            needed: over(Metric::Needed),
        };
        let worst = instants
            .iter()
            .filter(|instant| instant.planned)
            .fold(None::<&Instant>, |worst, next| match worst {
                Some(worst) if worst.total(Metric::Needed) >= next.total(Metric::Needed) => {
                    Some(worst)
                }
                _ => Some(next),
            })
            .map_or(Moment::Loss, |instant| instant.moment);
        let interval = Interval::of(peak.needed, Metric::Needed, scenario);
        let verdict = Verdict {
            state: State::of(usable, &interval),
            usable,
            margin_gib: usable.as_gib() - peak.needed.as_gib(),
        };
        Self {
            facts: super::facts::of(scenario),
            instants,
            worst,
            peak,
            interval,
            verdict,
        }
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
