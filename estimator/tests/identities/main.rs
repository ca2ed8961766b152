//! What theory says about two configurations that differ in one thing.
//!
//! Each property takes scenarios from the whole range of inputs, every field written out so that nothing but the named one
//! changes, and compares the two reports. A premise stands only where theory needs it; its comment says why.
#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::similar_names,
    reason = "short properties"
)]
mod activations;
mod around;
mod batch;
mod layout;
mod links;
mod method;
mod optimizer;
mod sharding;
#[path = "../support/mod.rs"]
mod support;

use estimator::codec::encode;
use estimator::memory::{Family, MemoryReport, Metric, Moment, TermId};
use estimator::model::Ffn;
use estimator::scenario::{Draft, Param, Scenario, Sharding, text};
use std::sync::LazyLock;
use support::{Rng, cases};

/// Changes to a draft.
type Changes = Vec<(Param, String)>;

/// Scenarios to start from, every field written out.
static POOL: LazyLock<Vec<Draft>> = LazyLock::new(|| {
    (0..cases(1_000))
        .map(|number| written_out(&support::valid(&mut Rng::of_case(number)).0))
        .collect()
});

/// The draft with every field written out, so that a change of one leaves the others as they are. A published total that
/// contradicts the shape is left out: it would make the parts larger than the whole.
fn written_out(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    draft.clear(Param::PublishedParams);
    let mut whole = Draft::default();
    for field in draft.check().fields {
        whole.set(
            field.param,
            field.value.map(|value| text(&value)).unwrap_or_default(),
        );
    }
    whole
}

/// Two reports and what they are of.
struct Pair {
    before: MemoryReport,
    after: MemoryReport,
    from: Scenario,
    to: Scenario,
    links: String,
}

/// The scenarios of the pool with `set`, before and after `change`; those that do not check or do not meet the premise
/// (`change` gives nothing) are passed over. Enough must remain for the property to mean something.
fn compare(
    set: &[(Param, &str)],
    change: impl Fn(&Scenario, &mut Rng) -> Option<Changes>,
    holds: impl Fn(&Pair),
) {
    let mut met = 0;
    for (number, draft) in POOL.iter().enumerate() {
        let mut draft = draft.clone();
        for (param, value) in set {
            draft.set(*param, *value);
        }
        let Ok(from) = draft.check().scenario else {
            continue;
        };
        let Some(changes) = change(&from, &mut Rng::of_case(number as u64)) else {
            continue;
        };
        let mut changed = draft.clone();
        for (param, value) in changes {
            changed.set(param, value);
        }
        let Ok(to) = changed.check().scenario else {
            continue;
        };
        let links = format!("\n  {}\n  {}", encode(&draft).text, encode(&changed).text);
        holds(&Pair {
            before: MemoryReport::of(&from),
            after: MemoryReport::of(&to),
            from,
            to,
            links,
        });
        met += 1;
    }
    assert!(
        met * 10 >= POOL.len(),
        "only {met} of {} scenarios meet the premise",
        POOL.len()
    );
}

/// Every figure.
const METRICS: [Metric; 4] = [
    Metric::Allocated,
    Metric::Needed,
    Metric::Reserved,
    Metric::Driver,
];

fn set(param: Param, value: impl ToString) -> Option<Changes> {
    Some(vec![(param, value.to_string())])
}

/// `a ≤ b`, up to rounding.
fn at_most(a: f64, b: f64, what: &str, links: &str) {
    assert!(
        a <= b * (1.0 + 1e-12),
        "{what}: {a} should be at most {b}{links}"
    );
}

/// What has to fit. Cache is left out: it records how phases of a step share blocks, and may shrink where more is needed.
const NEEDS: [Metric; 2] = [Metric::Allocated, Metric::Needed];

/// The second needs no less than the first.
fn grows(pair: &Pair) {
    grows_in(&NEEDS, pair);
}

/// The second needs and shows no less than the first.
fn grows_in_every_figure(pair: &Pair) {
    grows_in(&METRICS, pair);
}

fn grows_in(metrics: &[Metric], pair: &Pair) {
    for metric in metrics.iter().copied() {
        at_most(
            pair.before.peak.of(metric).get(),
            pair.after.peak.of(metric).get(),
            &format!("{metric:?}"),
            &pair.links,
        );
    }
}

/// The second needs no more than the first.
fn shrinks(pair: &Pair) {
    for metric in NEEDS {
        at_most(
            pair.after.peak.of(metric).get(),
            pair.before.peak.of(metric).get(),
            &format!("{metric:?}"),
            &pair.links,
        );
    }
}

/// Bytes of the lines of some kind at a moment.
fn sum(report: &MemoryReport, moment: Moment, of: impl Fn(TermId) -> bool) -> f64 {
    report.at(moment).map_or(0.0, |instant| {
        instant
            .terms
            .iter()
            .filter(|term| of(term.id))
            .map(|term| term.bytes().get())
            .sum()
    })
}

const fn is_state(id: TermId) -> bool {
    use TermId as T;
    matches!(
        id,
        T::Weights
            | T::FrozenBase
            | T::QuantisedBase
            | T::QuantScales
            | T::Unquantised
            | T::TrainedModules
            | T::Adapters
            | T::MasterWeights
            | T::Moments
            | T::Gradients
    )
}

const fn is_activation(id: TermId) -> bool {
    use TermId as T;
    matches!(
        id,
        T::Checkpoints | T::Activations | T::RecomputedBlock | T::BackwardHump | T::PendingInputs
    )
}

/// States at the step: weights, gradients, master weights, moments.
fn states(report: &MemoryReport) -> f64 {
    sum(report, Moment::Step, is_state)
}

fn states_shrink(pair: &Pair) {
    at_most(
        states(&pair.after),
        states(&pair.before),
        "states",
        &pair.links,
    );
}

/// No moment's lines of some kind get larger.
fn lines_shrink(pair: &Pair, of: impl Fn(TermId) -> bool + Copy) {
    for moment in Moment::ALL {
        at_most(
            sum(&pair.after, moment, of),
            sum(&pair.before, moment, of),
            &format!("{moment:?}"),
            &pair.links,
        );
    }
}

const ONE_GPU: &[(Param, &str)] = &[
    (Param::GpusPerNode, "1"),
    (Param::Nodes, "1"),
    (Param::Sharding, "none"),
    (Param::Offload, "none"),
    (Param::TensorParallel, "1"),
    (Param::PipelineParallel, "1"),
    (Param::ContextParallel, "1"),
    (Param::ExpertParallel, "1"),
];
const FULL: &[(Param, &str)] = &[(Param::Method, "full")];
const LORA: &[(Param, &str)] = &[(Param::Method, "lora")];
const QLORA: &[(Param, &str)] = &[(Param::Method, "qlora")];

/// Eight GPUs that do nothing but data parallelism, with that sharding by that engine.
fn eight(sharding: &'static str, engine: &'static str) -> Vec<(Param, &'static str)> {
    let mut all = ONE_GPU.to_vec();
    all.extend([
        (Param::GpusPerNode, "8"),
        (Param::Sharding, sharding),
        (Param::Engine, engine),
    ]);
    all
}

fn joined(a: &[(Param, &'static str)], b: &[(Param, &'static str)]) -> Vec<(Param, &'static str)> {
    [a, b].concat()
}
