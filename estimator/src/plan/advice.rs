//! What a scenario's numbers say of its parallelism, its batch and its data: each with its condition and the numbers that meet it.
use super::host;
use crate::analysis::remedies::{Change, lighter};
use crate::calibration::Calibration;
use crate::data::DataReport;
use crate::host::DiskReport;
use crate::memory::{Family, MemoryReport, Moment, State, TermId};
use crate::num::float;
use crate::run::RunReport;
use crate::scenario::{Checkpointing, Draft, Method, Param, Precision, Scenario, Sharding};
use crate::stack::offers::{self, Rank};
use crate::time::Pace;
use crate::units::Bytes;

/// A remark, worded by the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Advice {
    /// Everything fits on one GPU: replicas exchange least.
    Replicas {
        /// What one GPU needs.
        needed: Bytes,
        /// What it has.
        usable: Bytes,
    },
    /// States fit on one GPU, not with what a micro-batch leaves beside them: that has to become smaller.
    Lighten {
        /// What states take on one GPU.
        states: Bytes,
        /// What one GPU needs with all else.
        needed: Bytes,
        /// What it has.
        usable: Bytes,
        /// What makes it fit on one GPU, the least slow first; none does alone.
        change: Option<Change>,
    },
    /// States alone do not fit on one GPU, one layer does: dividing them (ZeRO, FSDP) is enough.
    DivideStates {
        /// What states take on one GPU.
        states: Bytes,
        /// One layer with its activations.
        layer: Bytes,
        /// What a GPU has.
        usable: Bytes,
        /// Whether the stack offers that.
        offered: bool,
    },
    /// One layer with its activations does not fit: its matrices have to be divided, over GPUs with a direct link.
    DivideMatrices {
        /// One layer with its activations.
        layer: Bytes,
        /// What a GPU has.
        usable: Bytes,
        /// Whether the stack offers that.
        offered: bool,
    },
    /// What one sequence leaves does not fit whatever is divided by states: sequences have to be divided.
    DivideSequences {
        /// Stored inputs, logits and one layer of one sequence.
        activations: Bytes,
        /// What a GPU has.
        usable: Bytes,
        /// Whether the stack offers that.
        offered: bool,
    },
    /// Gathering weights stays exposed: links are slow for dividing parameters over them.
    SlowShards {
        /// Share of a micro-step.
        share: f64,
        /// Over the network between nodes, not inside one.
        across: bool,
        /// What makes a step faster and fits no worse; none does.
        relief: Option<Relief>,
    },
    /// Many micro-batches for one update of few samples: the same few samples, seldom updated.
    ManyAccumulations {
        /// Micro-batches a step.
        accumulation: u64,
        /// Samples of the data set.
        samples: f64,
    },
    /// Samples of a step outside 32 to 128.
    EffectiveBatch {
        /// Samples of a step.
        samples: f64,
    },
    /// So few steps that more GPUs hardly help; one would do.
    GainsLittle {
        /// GPUs.
        gpus: u64,
        /// Hours on one, at the same global batch.
        one: f64,
        /// Hours on all of them.
        all: f64,
    },
    /// FP8 products on so little data that a loss of quality would hardly be seen in time.
    Fp8OnLittle {
        /// Real tokens of the run.
        tokens: f64,
    },
}

/// What makes gathered weights wait less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relief {
    /// Another way to divide states.
    Sharding(Sharding),
    /// Twice the micro-batch, half the accumulation.
    MicroBatch,
}

impl Relief {
    /// What to type into the draft of a scenario to get it.
    pub fn patch(self, scenario: &Scenario) -> Vec<(Param, String)> {
        let batch = scenario.batch;
        match self {
            Self::Sharding(how) => vec![(Param::Sharding, how.key().to_owned())],
            Self::MicroBatch => vec![
                (Param::MicroBatch, batch.micro.saturating_mul(2).to_string()),
                (Param::Accumulation, (batch.accumulation / 2).to_string()),
            ],
        }
    }
}

/// A data set of fewer samples is small: instruction sets that are written by hand have about a thousand, generated ones 50,000.
const SMALL: f64 = 10_000.0;
/// Micro-batches a step that are usual at most.
const ACCUMULATIONS: u64 = 8;
/// Samples of a step that are usual.
const BATCH: (f64, f64) = (32.0, 128.0);
/// Share of a micro-step from which exposed gathering is a warning.
const EXPOSED: f64 = 0.25;
/// Share of the ideal speed-up below which more GPUs hardly help.
const WORTHWHILE: f64 = 0.5;
/// Tokens below which FP8 is a risk.
const LITTLE: f64 = 10e6;

/// Everything that applies to a draft and its scenario, by what short runs taught.
pub fn advice(draft: &Draft, scenario: &Scenario, calibration: &Calibration) -> Vec<Advice> {
    let data = DataReport::of(scenario);
    let mut found = Vec::new();
    let alone = on_one(draft);
    if let Ok(one) = alone.check().scenario {
        found.push(parallelism(&alone, &one, calibration));
        found.extend(length(&one));
    }
    found.extend(slow_shards(draft, scenario, calibration));
    let accumulation = scenario.batch.accumulation;
    if accumulation > ACCUMULATIONS && data.samples < SMALL {
        found.push(Advice::ManyAccumulations {
            accumulation,
            samples: data.samples,
        });
    }
    let samples = data.rows_per_step * data.row.samples;
    if samples < BATCH.0 || samples > BATCH.1 {
        found.push(Advice::EffectiveBatch { samples });
    }
    found.extend(gains_little(draft, scenario, calibration));
    let tokens = data.run_real_tokens();
    if scenario.precision == Precision::Fp8 && tokens < LITTLE {
        found.push(Advice::Fp8OnLittle { tokens });
    }
    found
}

/// The draft on one GPU, with the defaults that the form takes there: what the smallest number of GPUs is looked for with, too.
fn on_one(draft: &Draft) -> Draft {
    let draft = draft.clone().with(Param::GpusPerNode, "1");
    draft.with(Param::Nodes, "1")
}

/// Which division follows from what fits on one GPU.
fn parallelism(draft: &Draft, one: &Scenario, calibration: &Calibration) -> Advice {
    let usable = one.cluster.usable();
    let need = MemoryReport::calibrated_figures(one, calibration);
    let needed = need.peak.needed;
    if need.verdict.state == State::Fits {
        return Advice::Replicas { needed, usable };
    }
    let layer = layer(one);
    if layer > usable {
        return Advice::DivideMatrices {
            layer,
            usable,
            offered: divides(one, Rank::Tensor),
        };
    }
    let states = states(one);
    if states > usable {
        return Advice::DivideStates {
            states,
            layer,
            usable,
            offered: ways(one).any(Sharding::optimizer),
        };
    }
    Advice::Lighten {
        states,
        needed,
        usable,
        change: lightest(draft, one, calibration),
    }
}

/// Ways in which the stack divides states.
fn ways(scenario: &Scenario) -> impl Iterator<Item = Sharding> {
    offers::sharding(&scenario.stack).iter().copied()
}

/// Whether the stack divides work that way, with one of its ways to divide states.
fn divides(scenario: &Scenario, rank: Rank) -> bool {
    ways(scenario).any(|how| offers::divides(&scenario.stack, rank, scenario.method, how))
}

/// What makes it fit on one GPU of that kind, without another method.
fn lightest(draft: &Draft, one: &Scenario, calibration: &Calibration) -> Option<Change> {
    let other = |change| {
        matches!(
            change,
            Change::MoreGpus | Change::LargerGpu | Change::Lora | Change::Qlora
        )
    };
    let mut found = lighter(draft, one, calibration).into_iter();
    let fits = found.find(|found| found.state == State::Fits && !other(found.change));
    fits.map(|found| found.change)
}

/// Weights, gradients and optimizer states at the optimizer step.
fn states(one: &Scenario) -> Bytes {
    let report = MemoryReport::of(one);
    let instant = report.at(Moment::Step);
    let terms = instant.iter().flat_map(|instant| &instant.terms);
    terms
        .filter(|term| matches!(term.family(), Family::Weights | Family::Training))
        .map(crate::memory::Term::bytes)
        .sum()
}

/// Weights of one block as they are held, in 16 bit where they are gathered to be used, its gradients where they are trained,
/// and what a micro-batch of one sequence leaves in it.
fn layer(one: &Scenario) -> Bytes {
    let copies = if one.method == Method::Full { 2.0 } else { 1.0 };
    let weights = Bytes::new(copies * 2.0 * one.sizes.block);
    let activations = lines(
        one,
        &[TermId::RecomputedBlock, TermId::BackwardHump],
        Moment::FirstBackward,
    );
    weights + activations
}

/// Lines of one sequence under full checkpoints.
fn lines(one: &Scenario, kinds: &[TermId], moment: Moment) -> Bytes {
    let mut single = one.clone();
    single.batch.micro = 1;
    single.checkpointing = Checkpointing::Full;
    let report = MemoryReport::of(&single);
    let instant = report.at(moment);
    let terms = instant.iter().flat_map(|instant| &instant.terms);
    terms
        .filter(|term| kinds.contains(&term.id))
        .map(crate::memory::Term::bytes)
        .sum()
}

/// Whether one sequence is too long for a GPU even if nothing else were on it.
fn length(one: &Scenario) -> Option<Advice> {
    let usable = one.cluster.usable();
    let at_loss = [TermId::Checkpoints, TermId::Logits, TermId::HeadInput];
    let in_block = [
        TermId::Checkpoints,
        TermId::RecomputedBlock,
        TermId::BackwardHump,
    ];
    let loss = lines(one, &at_loss, Moment::Loss);
    let activations = loss.at_least(lines(one, &in_block, Moment::FirstBackward));
    (activations > usable).then_some(Advice::DivideSequences {
        activations,
        usable,
        offered: divides(one, Rank::Context),
    })
}

fn slow_shards(draft: &Draft, scenario: &Scenario, calibration: &Calibration) -> Option<Advice> {
    if !scenario.sharding.parameters() || scenario.layout.shards == 1 {
        return None;
    }
    let pace = pace(scenario, calibration)?;
    let share = pace.parts.sharded / pace.micro;
    let inside = scenario.sharding == Sharding::Hybrid || scenario.cluster.nodes == 1;
    (share > EXPOSED).then(|| Advice::SlowShards {
        share,
        across: !inside,
        relief: relief(draft, scenario, (&pace, calibration)),
    })
}

fn pace(scenario: &Scenario, calibration: &Calibration) -> Option<Pace> {
    Pace::at_speed(scenario, calibration.speed.factor(scenario)).ok()
}

/// What gathers less: states divided within a node, then the optimizer alone or its gradients too, then a larger micro-batch.
const RELIEFS: [Relief; 5] = [
    Relief::Sharding(Sharding::Hybrid),
    Relief::Sharding(Sharding::FsdpGradOp),
    Relief::Sharding(Sharding::Zero2),
    Relief::Sharding(Sharding::Zero1),
    Relief::MicroBatch,
];

/// The first that the stack offers, that fits no worse and takes less time.
fn relief(
    draft: &Draft,
    scenario: &Scenario,
    (before, calibration): (&Pace, &Calibration),
) -> Option<Relief> {
    let now = fit(scenario, calibration);
    RELIEFS.into_iter().find(|relief| {
        let offered = match *relief {
            Relief::Sharding(Sharding::Hybrid) if scenario.cluster.nodes == 1 => false,
            Relief::Sharding(how) => {
                how != scenario.sharding && offers::shards(&scenario.stack, how)
            }
            Relief::MicroBatch => scenario.batch.accumulation.is_multiple_of(2),
        };
        let patch = relief.patch(scenario);
        let changed = patch
            .into_iter()
            .fold(draft.clone(), |draft, (param, text)| {
                draft.with(param, text)
            });
        let then = || {
            let then = changed.check().scenario.ok()?;
            let better = fit(&then, calibration).worse(now) == now;
            Some(better && pace(&then, calibration)?.tokens_per_gpu > before.tokens_per_gpu)
        };
        offered && then() == Some(true)
    })
}

/// Whether a scenario fits its GPUs and, where their memory is given, its nodes.
fn fit(scenario: &Scenario, calibration: &Calibration) -> State {
    let figures = MemoryReport::calibrated_figures(scenario, calibration);
    figures.verdict.state.worse(host::state(scenario))
}

/// Whether one GPU would take hardly longer than all of them, with as many micro-batches as keep the global batch.
fn gains_little(draft: &Draft, scenario: &Scenario, calibration: &Calibration) -> Option<Advice> {
    let gpus = scenario.cluster.gpus();
    if gpus == 1 {
        return None;
    }
    let accumulation = scenario.batch.accumulation;
    let accumulation = accumulation.saturating_mul(crate::data::replicas(scenario));
    let one = on_one(draft).with(Param::Accumulation, accumulation.to_string());
    let one = one.check().scenario.ok()?;
    if fit(&one, calibration) != State::Fits {
        return None;
    }
    let hours = |scenario: &Scenario| {
        let disk = DiskReport::of(scenario);
        let run = RunReport::calibrated(scenario, &disk, &calibration.speed).ok()?;
        Some(run.seconds / 3600.0)
    };
    let (one, all) = (hours(&one)?, hours(scenario)?);
    (one < WORTHWHILE * float(gpus) * all).then_some(Advice::GainsLittle { gpus, one, all })
}
