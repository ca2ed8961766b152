//! What would do instead, where the numbers say so: `QLoRA` on fewer GPUs, a smaller model, a service that trains.
use super::range::{Hours, Range};
use super::report::CostReport;
use crate::host::DiskReport;
use crate::memory::{MemoryReport, State};
use crate::model;
use crate::num::float;
use crate::run::RunReport;
use crate::scenario::{Draft, Method, Param, Scenario};
use crate::units::Bytes;

/// A smaller model has at most this share of the parameters: less is not another class of model.
const SMALLER: f64 = 0.25;

/// What has to be saved before something else is worth naming.
const SAVES: f64 = 0.2;

/// What would do instead.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// The same model with a 4-bit base.
    Qlora,
    /// A smaller model of the family, by its key.
    Smaller(String),
    /// A service that trains, at the price that was entered.
    Service,
}

/// An alternative with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Instead {
    /// What it is.
    pub kind: Kind,
    /// The scenario, to open it; the one in question for a service.
    pub draft: Draft,
    /// GPUs that it takes; 0 for a service.
    pub gpus: u64,
    /// GPU-hours that it takes, or what a service asks in the person's currency.
    pub takes: Range,
    /// GPU-hours, or the rent, of the scenario in question.
    pub of: Range,
    /// The scenario in question does not fit, so that its cost is none that can be paid.
    pub else_nothing: bool,
}

/// Everything that would do instead of a draft. At most a dozen scenarios are computed.
pub fn instead(draft: &Draft) -> Vec<Instead> {
    let Some((scenario, run)) = computed(draft) else {
        return Vec::new();
    };
    let fits = MemoryReport::of(&scenario).verdict.state != State::DoesNotFit;
    let base = gpu_hours(&run);
    let gpus = scenario.cluster.gpus();
    let mut found = Vec::new();
    let mut consider = |kind: Kind, changed: Draft| {
        let Some((draft, scenario, run)) = smallest(&changed, gpus) else {
            return;
        };
        let takes = gpu_hours(&run);
        let few = scenario.cluster.gpus() * 2 <= gpus && takes.typical <= base.typical;
        let worth = !fits || few || takes.typical <= base.typical * (1.0 - SAVES);
        if worth {
            found.push(Instead {
                kind,
                draft,
                gpus: scenario.cluster.gpus(),
                takes,
                of: base,
                else_nothing: !fits,
            });
        }
    };
    if scenario.method != Method::Qlora {
        consider(Kind::Qlora, draft.clone().with(Param::Method, "qlora"));
    }
    if let Some(key) = smaller(&scenario) {
        consider(
            Kind::Smaller(key.clone()),
            draft.clone().with(Param::Model, key),
        );
    }
    found.extend(service(draft, &scenario, &run, fits));
    found
}

/// A service, where its price was entered and is below the rent.
fn service(draft: &Draft, scenario: &Scenario, run: &RunReport, fits: bool) -> Option<Instead> {
    let cost = CostReport::of_run(scenario, run, Bytes::ZERO);
    let (asks, rent) = (cost.api?.value(), cost.rent?.total);
    (!fits || asks <= rent.typical * (1.0 - SAVES)).then(|| Instead {
        kind: Kind::Service,
        draft: draft.clone(),
        gpus: 0,
        takes: Range::exactly(asks),
        of: rent,
        else_nothing: !fits,
    })
}

fn computed(draft: &Draft) -> Option<(Scenario, RunReport)> {
    let scenario = draft.check().scenario.ok()?;
    let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).ok()?;
    Some((scenario, run))
}

/// The same on the fewest GPUs of one node, a power of two and not more than there are, on which it fits.
fn smallest(draft: &Draft, most: u64) -> Option<(Draft, Scenario, RunReport)> {
    [1, 2, 4, 8]
        .into_iter()
        .filter(|gpus| *gpus <= most)
        .find_map(|gpus: u64| {
            let mut draft = draft.clone();
            for param in [
                Param::Sharding,
                Param::Engine,
                Param::Offload,
                Param::TensorParallel,
                Param::PipelineParallel,
                Param::ContextParallel,
                Param::ExpertParallel,
            ] {
                draft.clear(param);
            }
            draft.set(Param::GpusPerNode, gpus.to_string());
            draft.set(Param::Nodes, "1");
            let (scenario, run) = computed(&draft)?;
            let fits = MemoryReport::of(&scenario).verdict.state == State::Fits;
            fits.then_some((draft, scenario, run))
        })
}

/// A model of the same family and vocabulary with a quarter of the parameters or less: of those whose key begins most alike, so
/// that a release is not left without need, the largest.
fn smaller(scenario: &Scenario) -> Option<String> {
    let model = &scenario.model;
    let alike = |id: &str| {
        id.bytes()
            .zip(model.id.bytes())
            .take_while(|(a, b)| a == b)
            .count()
    };
    let mut best: Option<(usize, f64, &str)> = None;
    for entry in model::catalogue() {
        let (spec, size) = (&entry.spec, float(entry.spec.total()));
        let kin = spec.family == model.family && spec.vocab == model.vocab;
        let likeness = alike(&spec.id);
        let better = best.is_none_or(|(known, largest, _)| {
            likeness > known || likeness == known && size > largest
        });
        if kin && better && size <= scenario.parameters * SMALLER {
            best = Some((likeness, size, &spec.id));
        }
    }
    best.map(|(.., id)| id.to_owned())
}

/// Hours of a run as money takes them.
pub(super) fn hours(run: &RunReport) -> Hours {
    Range {
        low: run.low / 3600.0,
        typical: run.seconds / 3600.0,
        high: run.high / 3600.0,
    }
}

fn gpu_hours(run: &RunReport) -> Range {
    let hours = hours(run);
    Range::of(|case| hours.at(case) * run.gpus)
}
