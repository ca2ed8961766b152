//! What the table of jobs means for its pools.
use super::job::{Job, Pool};
use super::schedule::Schedule;
use super::text::Plan;
use crate::cost::{Case, MONTH, Range};
use crate::num::{float, larger};

/// What is left of a pool when it shrinks by a quarter.
pub const SHRUNK: f64 = 0.75;

/// What becomes of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// Its last run ends at this time, h; the latest of them misses its deadline by so many hours (0: none does).
    Done {
        /// When the last run ends.
        end: f64,
        /// Hours after its deadline.
        late: f64,
    },
    /// It needs more GPUs than there are.
    TooWide,
}

/// The pool of one kind of GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeReport {
    /// The GPUs.
    pub pool: Pool,
    /// How many are left of them when the pool shrinks.
    pub shrunk: u64,
    /// GPU-hours of all runs.
    pub gpu_hours: Range,
    /// GPUs in use at once if none had to wait.
    pub peak_wanted: u64,
    /// What runs when.
    pub schedule: Schedule,
    /// Share of the pool's hours that is used, up to the end of the schedule or of the month.
    pub utilisation: f64,
    /// Job by job (its place in the table): what becomes of it, and what on the shrunk pool.
    pub outcomes: Vec<(usize, Outcome, Outcome)>,
}

/// The whole table.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolReport {
    /// By kind of GPU, in the order of the pools.
    pub types: Vec<TypeReport>,
    /// Jobs whose GPU no pool has.
    pub homeless: Vec<usize>,
    /// GPU-hours of all jobs.
    pub gpu_hours: Range,
}

impl PoolReport {
    /// That of a plan, its runs taking as long as in this case.
    pub fn of(plan: &Plan, case: Case) -> Self {
        let home = |job: &Job| {
            let named = |pool: &Pool| job.gpu.is_empty() || pool.gpu == job.gpu;
            plan.pools.iter().position(named)
        };
        let mut types = Vec::new();
        for (place, pool) in plan.pools.iter().enumerate() {
            let jobs: Vec<(usize, &Job)> = plan
                .jobs
                .iter()
                .enumerate()
                .filter(|(_, job)| home(job) == Some(place))
                .collect();
            types.push(TypeReport::of(pool, &jobs, case));
        }
        let homeless = plan
            .jobs
            .iter()
            .enumerate()
            .filter(|(_, job)| home(job).is_none());
        Self {
            types,
            homeless: homeless.map(|(at, _)| at).collect(),
            gpu_hours: total(&plan.jobs.iter().collect::<Vec<_>>()),
        }
    }
}

impl TypeReport {
    fn of(pool: &Pool, jobs: &[(usize, &Job)], case: Case) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "three quarters of a count"
        )]
        let shrunk = (float(pool.gpus) * SHRUNK).floor() as u64;
        let schedule = Schedule::of(jobs, pool.gpus, case);
        let less = Schedule::of(jobs, shrunk, case);
        let gpu_hours = total(&jobs.iter().map(|(_, job)| *job).collect::<Vec<_>>());
        let placed: f64 = schedule
            .placed
            .iter()
            .filter_map(|run| {
                let (_, job) = jobs.iter().find(|(at, _)| *at == run.job)?;
                Some(float(job.gpus) * (run.end - run.start))
            })
            .sum();
        let span = larger(schedule.end, MONTH) * larger(float(pool.gpus), 1.0);
        Self {
            pool: pool.clone(),
            shrunk,
            gpu_hours,
            peak_wanted: Schedule::of(jobs, u64::MAX, case).peak,
            utilisation: placed / span,
            outcomes: jobs
                .iter()
                .map(|(at, job)| (*at, outcome(&schedule, *at, job), outcome(&less, *at, job)))
                .collect(),
            schedule,
        }
    }

    /// Jobs that end later or miss more of their deadline on the shrunk pool: place in the table, hours that the end moves,
    /// hours that it is late then; infinite ones, which no longer fit, are left to [`TypeReport::outcomes`].
    pub fn slips(&self) -> Vec<(usize, f64, f64)> {
        self.outcomes
            .iter()
            .filter_map(|(at, before, after)| match (before, after) {
                (Outcome::Done { end, .. }, Outcome::Done { end: later, late }) if later > end => {
                    Some((*at, later - end, *late))
                }
                _ => None,
            })
            .collect()
    }
}

fn total(jobs: &[&Job]) -> Range {
    Range::of(|case| jobs.iter().map(|job| job.gpu_hours().at(case)).sum())
}

fn outcome(schedule: &Schedule, at: usize, job: &Job) -> Outcome {
    if schedule.too_wide.contains(&at) {
        return Outcome::TooWide;
    }
    let (mut end, mut late) = (0.0, 0.0);
    for run in schedule.placed.iter().filter(|run| run.job == at) {
        end = larger(end, run.end);
        if let Some(deadline) = job.deadline {
            late = larger(late, run.end - run.ready - deadline);
        }
    }
    Outcome::Done { end, late }
}
