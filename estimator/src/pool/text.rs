//! The table as text for a link: `@64_h100-sxm-80gb~llama_8_4-5-7_2_48~weekly_16_12_4m`.
//!
//! Entries are separated by `~` and their parts by `_`. A pool is `@gpus_gpu`; a job is `name_gpus_hours_count_deadline_gpu`,
//! where hours are `5`, `4-7` or `4-5-7` (low, typical, high), a count of `4m` is four a month, and what is empty at the end is
//! left out.
use super::job::{Count, INSTANCES, JOBS, Job, Pool};
use crate::cost::Range;
use crate::hardware;
use crate::num::{decimal, shortest};

/// Jobs and the pools that they share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The pools, one a kind of GPU.
    pub pools: Vec<Pool>,
    /// The jobs.
    pub jobs: Vec<Job>,
}

/// A part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The name.
    Name,
    /// The number of GPUs.
    Gpus,
    /// The hours.
    Hours,
    /// How often.
    Count,
    /// The deadline.
    Deadline,
    /// The kind of GPU.
    Gpu,
    /// The entry itself: one too many, or too many parts.
    Entry,
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadEntry {
    /// The entry, from 0.
    pub entry: usize,
    /// Its number among the jobs, or among the pools where it is one, from 1: what a reader counts.
    pub row: usize,
    /// Whether it is a pool.
    pub pool: bool,
    /// Which part of it.
    pub field: Field,
    /// What stands there.
    pub text: String,
}

/// Longest run, latest deadline, h: more than a hundred years.
const HOURS: f64 = 1e6;

/// Most GPUs of a job or pool.
const GPUS: u64 = 1_000_000;

/// Reads a table.
///
/// # Errors
/// The first thing that is wrong.
pub fn parse(text: &str) -> Result<Plan, BadEntry> {
    let mut plan = Plan::default();
    let mut runs: u64 = 0;
    for (entry, part) in text
        .split('~')
        .enumerate()
        .filter(|(_, part)| !part.is_empty())
    {
        let is_pool = part.starts_with('@');
        let alike = |other: &&str| other.starts_with('@') == is_pool;
        let bad = |field: Field, bad: &str| BadEntry {
            entry,
            row: text.split('~').take(entry).filter(alike).count() + 1,
            pool: is_pool,
            field,
            text: bad.chars().take(40).collect(),
        };
        if let Some(pool) = part.strip_prefix('@') {
            let pool = self::pool(pool).map_err(|(field, text)| bad(field, text))?;
            if plan.pools.len() >= JOBS || plan.pools.iter().any(|known| known.gpu == pool.gpu) {
                return Err(bad(Field::Entry, part));
            }
            plan.pools.push(pool);
        } else {
            let job = self::job(part).map_err(|(field, text)| bad(field, text))?;
            runs = runs.saturating_add(job.count.runs());
            if plan.jobs.len() >= JOBS || runs > INSTANCES {
                return Err(bad(Field::Entry, part));
            }
            plan.jobs.push(job);
        }
    }
    Ok(plan)
}

type Bad<'a> = (Field, &'a str);

fn pool(text: &str) -> Result<Pool, Bad<'_>> {
    let (gpus, kind) = text.split_once('_').unwrap_or((text, ""));
    Ok(Pool {
        gpus: whole(gpus, GPUS).ok_or((Field::Gpus, gpus))?,
        gpu: gpu(kind)?,
    })
}

fn job(text: &str) -> Result<Job, Bad<'_>> {
    let mut parts = text.split('_');
    let mut next = || parts.next().unwrap_or("");
    let [name, gpus, hours, times, deadline, kind] =
        [next(), next(), next(), next(), next(), next()];
    if let Some(more) = parts.next() {
        return Err((Field::Entry, more));
    }
    if name.is_empty() || name.chars().count() > 40 || name.chars().any(char::is_control) {
        return Err((Field::Name, name));
    }
    Ok(Job {
        name: name.to_owned(),
        gpus: whole(gpus, GPUS).ok_or((Field::Gpus, gpus))?,
        hours: range(hours).ok_or((Field::Hours, hours))?,
        count: count(times).ok_or((Field::Count, times))?,
        deadline: match deadline {
            "" => None,
            _ => Some(hour(deadline).ok_or((Field::Deadline, deadline))?),
        },
        gpu: gpu(kind)?,
    })
}

fn gpu(text: &str) -> Result<String, Bad<'_>> {
    if text.is_empty() || hardware::find(text).is_some() {
        Ok(text.to_owned())
    } else {
        Err((Field::Gpu, text))
    }
}

fn whole(text: &str, most: u64) -> Option<u64> {
    text.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
}

/// Hours of whole ten-thousandths, so that they are printed as they were read.
fn hour(text: &str) -> Option<f64> {
    let hours = decimal(text).filter(|hours| *hours >= 0.0 && *hours <= HOURS)?;
    Some((hours * 1e4).round() / 1e4)
}

fn range(text: &str) -> Option<Range> {
    let mut parts = text.split('-').map(hour);
    let first = parts.next()??;
    let range = match (parts.next(), parts.next()) {
        (None, _) => Range::exactly(first),
        (Some(high), None) => Range {
            low: first,
            typical: f64::midpoint(first, high?),
            high: high?,
        },
        (Some(typical), Some(high)) => Range {
            low: first,
            typical: typical?,
            high: high?,
        },
    };
    let ordered = range.low <= range.typical && range.typical <= range.high;
    (ordered && range.high > 0.0 && parts.next().is_none()).then_some(range)
}

fn count(text: &str) -> Option<Count> {
    match text.strip_suffix('m') {
        _ if text.is_empty() => Some(Count::Once(1)),
        Some(rate) => whole(rate, INSTANCES).map(Count::Monthly),
        None => whole(text, INSTANCES).map(Count::Once),
    }
}

/// Writes a table: `parse(&print(plan))` gives it back.
pub fn print(plan: &Plan) -> String {
    let pools = plan
        .pools
        .iter()
        .map(|pool| join(&[&["@", &pool.gpus.to_string()].concat(), &pool.gpu]));
    let jobs = plan.jobs.iter().map(|job| {
        join(&[
            &job.name,
            &job.gpus.to_string(),
            &hours(&job.hours),
            &match job.count {
                Count::Once(1) => String::new(),
                Count::Once(runs) => runs.to_string(),
                Count::Monthly(runs) => [&runs.to_string(), "m"].concat(),
            },
            &job.deadline.map(shortest).unwrap_or_default(),
            &job.gpu,
        ])
    });
    pools.chain(jobs).collect::<Vec<_>>().join("~")
}

fn hours(range: &Range) -> String {
    let [low, typical, high] = [range.low, range.typical, range.high].map(shortest);
    if range.is_exact() {
        typical
    } else {
        [low, typical, high].join("-")
    }
}

/// Parts with `_` between them, empty ones at the end left out.
fn join(parts: &[&str]) -> String {
    let used = parts.len()
        - parts
            .iter()
            .rev()
            .take_while(|part| part.is_empty())
            .count();
    parts
        .iter()
        .take(used)
        .copied()
        .collect::<Vec<_>>()
        .join("_")
}
