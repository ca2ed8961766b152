//! What the model gives for a scenario, as far as a measure asks.
use super::Measure;
use crate::cost::Range;
use crate::data::DataReport;
use crate::host::DiskReport;
use crate::memory::{Family, MemoryReport, Moment, State, Term, TermId};
use crate::num::{float, larger};
use crate::run::RunReport;
use crate::scenario::{Draft, Scenario};

/// How far a quotient of two predictions may be off: their errors have mostly the same causes. Assumed.
const QUOTIENT: f64 = 1.1;

/// 10^9 bytes.
const GIGA: f64 = 1e9;

/// A scenario with its run or its memory, whichever is asked for.
pub(super) struct Answers {
    scenario: Scenario,
    run: Option<RunReport>,
    memory: Option<MemoryReport>,
}

impl Measure {
    /// Whether memory answers it; else the run does.
    const fn of_memory(self) -> bool {
        matches!(
            self,
            Self::Fits
                | Self::StateBytes
                | Self::States
                | Self::MomentBytes
                | Self::OptimizerBytes
                | Self::Weights
                | Self::Peak
                | Self::Total
                | Self::ActivationsSaved
                | Self::PeakOver
        )
    }
}

const STATES: [TermId; 3] = [TermId::MasterWeights, TermId::Moments, TermId::Gradients];

impl Answers {
    pub(super) fn of(draft: &Draft, measure: Measure) -> Option<Self> {
        let scenario = draft.check().scenario.ok()?;
        let memory = measure.of_memory();
        let run = if memory {
            None
        } else {
            Some(RunReport::of(&scenario, &DiskReport::of(&scenario)).ok()?)
        };
        Some(Self {
            memory: memory.then(|| MemoryReport::of(&scenario)),
            run,
            scenario,
        })
    }

    /// What a measure gives for one scenario; nothing of a ratio.
    pub(super) fn range(&self, measure: Measure) -> Range {
        if let Some(memory) = &self.memory {
            return self.bytes(memory, measure);
        }
        self.run
            .as_ref()
            .map_or_else(Range::default, |run| self.seconds(run, measure))
    }

    fn bytes(&self, memory: &MemoryReport, measure: Measure) -> Range {
        let gpus = float(self.scenario.cluster.gpus());
        let a_parameter = gpus / larger(self.scenario.parameters, 1.0);
        let weights = |term: &Term| term.family() == Family::Weights;
        let states = |term: &Term| weights(term) || STATES.contains(&term.id);
        let held = |wanted: &dyn Fn(&Term) -> bool| at_the_step(memory, wanted);
        let needed = |unit: f64| Range {
            low: memory.interval.low.get() * unit,
            typical: memory.peak.needed.get() * unit,
            high: memory.interval.high.get() * unit,
        };
        Range::exactly(match measure {
            Measure::Peak | Measure::PeakOver => return needed(1.0 / GIGA),
            Measure::Total => return needed(gpus / GIGA),
            Measure::StateBytes => held(&states) * a_parameter,
            Measure::States => held(&states) * gpus / GIGA,
            Measure::MomentBytes => held(&|term| term.id == TermId::Moments) * a_parameter,
            Measure::OptimizerBytes => {
                held(&|term| matches!(term.id, TermId::Moments | TermId::MasterWeights))
                    * a_parameter
            }
            Measure::Weights => held(&weights) * gpus / GIGA,
            Measure::ActivationsSaved => activations(memory),
            _ => f64::from(u8::from(memory.verdict.state == State::Fits)),
        })
    }

    fn seconds(&self, run: &RunReport, measure: Measure) -> Range {
        // What is proportional to the rate has the rate's interval.
        let factor = run.time.spread.factor;
        let paced = |typical: f64| Range {
            low: typical / factor,
            typical,
            high: typical * factor,
        };
        match measure {
            Measure::Flops => Range::exactly(flops_per_token(run) * run.data.run_tokens()),
            Measure::Utilisation => paced(run.time.mfu()),
            Measure::Rate => paced(run.time.pace.tokens_per_gpu * run.gpus),
            Measure::Minutes => paced(steps(run) / 60.0),
            Measure::Hours => paced(steps(run) / 3600.0),
            Measure::Waste => Range::exactly(DataReport::of(&self.scenario).waste()),
            _ => Range::exactly(1.0),
        }
    }

    /// A ratio to another scenario.
    pub(super) fn over(&self, other: &Self, measure: Measure) -> Range {
        let near = |typical: f64| Range {
            low: typical / QUOTIENT,
            typical,
            high: typical * QUOTIENT,
        };
        let quotient = |of: &dyn Fn(&Self, &RunReport) -> f64| match (&self.run, &other.run) {
            (Some(a), Some(b)) => of(self, a) / larger(of(other, b), 1e-12),
            _ => 1.0,
        };
        match measure {
            Measure::PeakRatio => Range::exactly(quotient(&|_, run| run.time.peak / run.gpus)),
            Measure::TokenFlopsRatio => Range::exactly(quotient(&|_, run| flops_per_token(run))),
            Measure::AttentionRatio => Range::exactly(quotient(&|of, run| {
                crate::time::Flops::of(&of.scenario, run.data.row.attended).attention
            })),
            Measure::RateRatio => near(quotient(&|_, run| run.time.pace.tokens_per_gpu)),
            Measure::TimeRatio => near(quotient(&|_, run| steps(run))),
            Measure::ActivationsSaved => {
                let [with, without] = [self, other].map(|of| of.range(measure).typical);
                Range::exactly(1.0 - with / larger(without, 1.0))
            }
            Measure::PeakOver => {
                let [long, short] = [self, other].map(|of| of.range(measure).typical);
                near(long / larger(short, 1e-9))
            }
            _ => self.range(measure),
        }
    }
}

fn flops_per_token(run: &RunReport) -> f64 {
    run.time.model_flops / larger(run.time.pace.tokens, 1.0)
}

/// Seconds of all steps.
fn steps(run: &RunReport) -> f64 {
    run.data.steps * run.time.pace.step
}

/// Bytes on one GPU of some lines at the optimizer step.
fn at_the_step(memory: &MemoryReport, wanted: &dyn Fn(&Term) -> bool) -> f64 {
    let step = memory.instants.iter();
    let step = step.filter(|instant| instant.moment == Moment::Step);
    let terms = step.flat_map(|instant| &instant.terms);
    terms
        .filter(|term| wanted(term))
        .map(|term| term.bytes().get())
        .sum()
}

/// Bytes of the activations where they are largest.
fn activations(memory: &MemoryReport) -> f64 {
    let of = |terms: &[Term]| -> f64 {
        let terms = terms.iter();
        let terms = terms.filter(|term| term.family() == Family::Activations);
        terms.map(|term| term.bytes().get()).sum()
    };
    let planned = memory.instants.iter().filter(|instant| instant.planned);
    planned.fold(0.0, |most, instant| larger(most, of(&instant.terms)))
}
