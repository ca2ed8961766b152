//! The table of jobs as JSON and CSV: what a request for capacity needs.
use super::csv::csv;
use super::json::{Json, object, shortest};
use super::link::Link;
use super::{SCHEMA, VERSION};
use crate::codec::CAT;
use crate::cost::{Case, Range};
use crate::pool::{BadEntry, Count, Job, Outcome, PoolReport, TypeReport, parse};

fn range(range: Range) -> Json {
    object([
        ("low", range.low.into()),
        ("typical", range.typical.into()),
        ("high", range.high.into()),
    ])
}

/// When a job ends, h, and how late that is; nothing where it needs more GPUs than there are.
const fn ended(outcome: Outcome) -> Option<(f64, f64)> {
    match outcome {
        Outcome::Done { end, late } => Some((end, late)),
        Outcome::TooWide => None,
    }
}

const fn runs(count: Count) -> (u64, bool) {
    match count {
        Count::Once(runs) => (runs, false),
        Count::Monthly(runs) => (runs, true),
    }
}

/// The jobs of a link against their pools, runs taking their typical time.
///
/// # Errors
/// The first entry that cannot be read.
pub fn jobs(link: &Link) -> Result<Json, BadEntry> {
    let plan = parse(&link.decoded.jobs)?;
    let report = PoolReport::of(&plan, Case::Typical);
    let rows = plan.jobs.iter().map(|job| {
        let (count, monthly) = runs(job.count);
        object([
            ("name", job.name.clone().into()),
            ("gpu", (!job.gpu.is_empty()).then(|| job.gpu.clone()).into()),
            ("gpus", job.gpus.into()),
            ("hours", range(job.hours)),
            ("runs", count.into()),
            ("monthly", monthly.into()),
            ("within_h", job.deadline.into()),
            ("gpu_hours", range(job.gpu_hours())),
        ])
    });
    let homeless = report.homeless.iter().filter_map(|at| plan.jobs.get(*at));
    Ok(object([
        ("format", "headroom.jobs".into()),
        ("schema", SCHEMA.into()),
        ("version", VERSION.into()),
        ("cat", CAT.to_string().into()),
        ("link", link.address().into()),
        ("gpu_hours", range(report.gpu_hours)),
        ("jobs", Json::list(rows)),
        (
            "pools",
            Json::list(report.types.iter().map(|pool| of_pool(pool, &plan.jobs))),
        ),
        (
            "without_pool",
            Json::list(homeless.map(|job| job.name.clone().into())),
        ),
    ]))
}

fn of_pool(report: &TypeReport, jobs: &[Job]) -> Json {
    let outcomes = report.outcomes.iter().filter_map(|(at, whole, less)| {
        let told = |outcome| {
            ended(outcome)
                .map(|(end, late)| object([("end_h", end.into()), ("late_h", late.into())]))
        };
        Some(object([
            ("job", jobs.get(*at)?.name.clone().into()),
            ("whole", told(*whole).into()),
            ("shrunk", told(*less).into()),
        ]))
    });
    object([
        (
            "gpu",
            (!report.pool.gpu.is_empty())
                .then(|| report.pool.gpu.clone())
                .into(),
        ),
        ("gpus", report.pool.gpus.into()),
        ("shrunk_to", report.shrunk.into()),
        ("gpu_hours", range(report.gpu_hours)),
        ("peak_gpus", report.schedule.peak.into()),
        ("peak_gpus_wanted", report.peak_wanted.into()),
        ("ends_h", report.schedule.end.into()),
        ("utilisation", report.utilisation.into()),
        ("outcomes", Json::list(outcomes)),
    ])
}

const HEAD: [&str; 14] = [
    "job",
    "gpu",
    "gpus",
    "hours_low",
    "hours",
    "hours_high",
    "runs",
    "monthly",
    "within_h",
    "gpu_hours_low",
    "gpu_hours",
    "gpu_hours_high",
    "end_h",
    "late_h",
];

/// The same as a row a job.
///
/// # Errors
/// The first entry that cannot be read.
pub fn jobs_csv(link: &Link) -> Result<String, BadEntry> {
    let plan = parse(&link.decoded.jobs)?;
    let report = PoolReport::of(&plan, Case::Typical);
    let outcomes: Vec<_> = report
        .types
        .iter()
        .flat_map(|pool| &pool.outcomes)
        .collect();
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    for (place, job) in plan.jobs.iter().enumerate() {
        let outcome = outcomes.iter().find(|(at, ..)| *at == place);
        let (end, late) = outcome.and_then(|(_, whole, _)| ended(*whole)).unzip();
        let number = |value: Option<f64>| value.map(shortest).unwrap_or_default();
        let (count, monthly) = runs(job.count);
        let all = job.gpu_hours();
        rows.push(vec![
            job.name.clone(),
            job.gpu.clone(),
            job.gpus.to_string(),
            shortest(job.hours.low),
            shortest(job.hours.typical),
            shortest(job.hours.high),
            count.to_string(),
            if monthly { "yes" } else { "no" }.to_owned(),
            number(job.deadline),
            shortest(all.low),
            shortest(all.typical),
            shortest(all.high),
            number(end),
            number(late),
        ]);
    }
    Ok(csv(&rows))
}
