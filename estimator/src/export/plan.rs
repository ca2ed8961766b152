//! A plan as JSON and CSV.
use super::csv::csv;
use super::figures::METRICS;
use super::ids::Id;
use super::json::{Json, object, shortest};
use super::link::Link;
use super::{SCHEMA, VERSION};
use crate::calibration::{Calibration, Observation, fit};
use crate::codec::{CAT, encode};
use crate::memory::Figures;
use crate::plan::{Candidate, Choice, Goal, Plan, Rejected, Search, Short, Space, Timing};
use crate::scenario::{Draft, Issue};

/// Candidates between two looks at what is left to do.
const BITE: u64 = 65_536;

/// What a link asks of a search, ready to be gone through.
///
/// # Errors
/// Every reason why its draft is no scenario.
pub fn search(link: &Link) -> Result<(Search, Goal), Vec<Issue>> {
    let found = &link.decoded;
    let scenario = found.draft.check().scenario?;
    let observed: Vec<Observation> = found
        .runs
        .iter()
        .filter_map(|run| run.check().ok())
        .collect();
    let calibration: Calibration = fit(&observed);
    let space = Space::asked(&scenario);
    let goal = Goal::asked(&scenario, &space);
    let search = Search::calibrated(&found.draft, space, &goal, &calibration)?;
    Ok((search, goal))
}

/// Goes through all of it; a few hundred thousand candidates, some seconds.
fn found(link: &Link) -> Result<(Search, Goal, Plan), Vec<Issue>> {
    let (mut search, goal) = search(link)?;
    while !search.step(BITE).done {}
    let plan = search.plan();
    Ok((search, goal, plan))
}

/// The answers of a plan and what may be compared with them, with a name each.
fn named(plan: &Plan) -> Vec<(&'static str, &Choice)> {
    let single = [
        ("minimum", &plan.minimum),
        ("recommended", &plan.recommended),
        ("nearest", &plan.nearest),
        ("cheapest", &plan.cheapest),
    ];
    let single = single
        .into_iter()
        .filter_map(|(name, choice)| Some((name, choice.as_ref()?)));
    single
        .chain(plan.front.iter().map(|choice| ("front", choice)))
        .collect()
}

/// Which hardware and layout: the answers, what nothing beats, and why the rest was left out.
///
/// # Errors
/// Every reason why the link's draft is no scenario.
pub fn plan(link: &Link) -> Result<Json, Vec<Issue>> {
    let (search, goal, plan) = found(link)?;
    let progress = search.progress();
    let (draft, space) = (&link.decoded.draft, search.space());
    let of = |choice: &Option<Choice>| {
        let choice = choice.as_ref();
        choice
            .map(|choice| self::choice(choice, &link.base, draft, space))
            .into()
    };
    let front = plan
        .front
        .iter()
        .map(|choice| self::choice(choice, &link.base, draft, space));
    let rejected = plan
        .rejected
        .iter()
        .map(|rejected| self::rejected(rejected, space));
    let currency = draft.check().scenario?.money.currency;
    Ok(object([
        ("format", "headroom.plan".into()),
        ("schema", SCHEMA.into()),
        ("version", VERSION.into()),
        ("cat", CAT.to_string().into()),
        ("link", link.address().into()),
        ("looked_at", progress.decided.into()),
        ("within_h", goal.hours.into()),
        ("budget", goal.spend.into()),
        ("currency", plan.priced.then_some(currency.key()).into()),
        ("minimum", of(&plan.minimum)),
        ("recommended", of(&plan.recommended)),
        ("nearest", of(&plan.nearest)),
        ("cheapest", of(&plan.cheapest)),
        ("front", Json::list(front)),
        ("rejected", Json::list(rejected)),
    ]))
}

/// Its columns, machines first.
const HEAD: [&str; 23] = [
    "answer",
    "gpu",
    "gpus",
    "per_node",
    "nodes",
    "method",
    "sharding",
    "offload",
    "checkpointing",
    "tensor",
    "pipeline",
    "context",
    "expert",
    "micro_batch",
    "accumulation",
    "verdict",
    "needed_bytes",
    "step_s",
    "hours",
    "hours_low",
    "hours_high",
    "cost",
    "link",
];

/// The same choices as rows.
///
/// # Errors
/// Every reason why the link's draft is no scenario.
pub fn plan_csv(link: &Link) -> Result<String, Vec<Issue>> {
    let (search, _, plan) = found(link)?;
    let (draft, space) = (&link.decoded.draft, search.space());
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    for (name, choice) in named(&plan) {
        let at = &choice.candidate;
        let time = |figure: fn(&Timing) -> Option<f64>| {
            choice
                .timing
                .as_ref()
                .and_then(figure)
                .map(shortest)
                .unwrap_or_default()
        };
        rows.push(vec![
            name.to_owned(),
            gpu(at, space),
            at.gpus().to_string(),
            at.per_node.to_string(),
            at.nodes.to_string(),
            at.method.key().to_owned(),
            at.sharding.key().to_owned(),
            at.offload.key().to_owned(),
            at.checkpointing.key().to_owned(),
            at.tensor.to_string(),
            at.pipeline.to_string(),
            at.context.to_string(),
            at.expert.to_string(),
            at.micro.to_string(),
            at.accumulation.to_string(),
            choice.figures.verdict.state.id().to_owned(),
            shortest(choice.figures.peak.needed.get()),
            time(|timing| Some(timing.step)),
            time(|timing| Some(timing.hours)),
            time(|timing| Some(timing.low)),
            time(|timing| Some(timing.high)),
            time(|timing| timing.cost),
            address(at, &link.base, draft, space),
        ]);
    }
    Ok(csv(&rows))
}

fn gpu(candidate: &Candidate, space: &Space) -> String {
    space.gpus.get(candidate.gpu).cloned().unwrap_or_default()
}

fn address(candidate: &Candidate, base: &str, draft: &Draft, space: &Space) -> String {
    [base, "#", &encode(&candidate.draft(draft, space)).text].concat()
}

fn choice(choice: &Choice, base: &str, draft: &Draft, space: &Space) -> Json {
    let at = &choice.candidate;
    let timing = choice.timing.as_ref().map(|timing| {
        object([
            ("step_s", timing.step.into()),
            ("hours", timing.hours.into()),
            ("low_h", timing.low.into()),
            ("high_h", timing.high.into()),
            ("gpu_hours", timing.gpu_hours.into()),
            ("cost", timing.cost.into()),
        ])
    });
    object([
        ("link", address(at, base, draft, space).into()),
        ("machines", machines(at, space)),
        ("verdict", figures(&choice.figures)),
        ("time", timing.into()),
    ])
}

fn machines(at: &Candidate, space: &Space) -> Json {
    object([
        ("gpu", gpu(at, space).into()),
        ("gpus", at.gpus().into()),
        ("per_node", at.per_node.into()),
        ("nodes", at.nodes.into()),
        ("method", at.method.key().into()),
        ("sharding", at.sharding.key().into()),
        ("offload", at.offload.key().into()),
        ("checkpointing", at.checkpointing.key().into()),
        ("loss", at.loss.map(crate::scenario::Choice::key).into()),
        ("tensor", at.tensor.into()),
        ("pipeline", at.pipeline.into()),
        ("context", at.context.into()),
        ("expert", at.expert.into()),
        ("micro_batch", at.micro.into()),
        ("accumulation", at.accumulation.into()),
    ])
}

fn figures(figures: &Figures) -> Json {
    let peaks = METRICS.map(|(name, metric)| (name, figures.peak.of(metric).get().into()));
    object([
        ("state", figures.verdict.state.id().into()),
        ("peaks_bytes", object(peaks)),
        ("low_bytes", figures.interval.low.get().into()),
        ("high_bytes", figures.interval.high.get().into()),
        ("usable_bytes", figures.verdict.usable.get().into()),
        ("worst", figures.worst.id().into()),
    ])
}

fn rejected(rejected: &Rejected, space: &Space) -> Json {
    let (whose, moment) = match rejected.short {
        Short::Gpu(moment) => ("gpu", moment.id()),
        Short::Host(moment) => ("host", moment.id()),
    };
    object([
        ("machines", machines(&rejected.candidate, space)),
        ("short", whose.into()),
        ("moment", moment.into()),
        ("needed_bytes", rejected.needed.get().into()),
        ("usable_bytes", rejected.usable.get().into()),
    ])
}
