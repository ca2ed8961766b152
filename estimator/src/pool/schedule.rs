//! A schedule: each run at the earliest time at which its GPUs are free, the most urgent first.
use super::job::Job;
use crate::cost::Case;
use crate::num::{LARGEST, ascending, larger, smaller};

/// A run in the schedule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which job of the table.
    pub job: usize,
    /// When it is ready, h.
    pub ready: f64,
    /// When it starts, h.
    pub start: f64,
    /// When it ends, h.
    pub end: f64,
}

/// What runs when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schedule {
    /// Runs in order of urgency.
    pub placed: Vec<Placed>,
    /// Jobs that need more GPUs than there are.
    pub too_wide: Vec<usize>,
    /// When the last run ends, h.
    pub end: f64,
    /// Most GPUs in use at once.
    pub peak: u64,
}

/// From a time on, so many GPUs are free.
type Free = (f64, u64);

impl Schedule {
    /// The runs of `jobs` (with their places in the table) on `gpus`.
    ///
    /// Earliest deadline first, then most GPU-hours first; later ones fill the gaps that those leave (list scheduling, Graham
    /// 1969). Runs are not interrupted. Not the best schedule, which is hard to find, but one that a person can follow.
    pub(super) fn of(jobs: &[(usize, &Job)], gpus: u64, case: Case) -> Self {
        let mut schedule = Self::default();
        let mut free: Vec<Free> = vec![(0.0, gpus)];
        for (at, job, ready) in by_urgency(jobs, case) {
            if job.gpus > gpus {
                if !schedule.too_wide.contains(&at) {
                    schedule.too_wide.push(at);
                }
                continue;
            }
            let hours = larger(job.hours.at(case), 0.0);
            let start = earliest(&free, ready, hours, job.gpus);
            take(&mut free, start, start + hours, job.gpus);
            schedule.end = larger(schedule.end, start + hours);
            schedule.placed.push(Placed {
                job: at,
                ready,
                start,
                end: start + hours,
            });
        }
        let least = free.iter().map(|(_, free)| *free).min().unwrap_or(gpus);
        schedule.peak = gpus - least.min(gpus);
        schedule
    }
}

/// Every run: its job's place, the job, when it is ready.
fn by_urgency<'a>(jobs: &[(usize, &'a Job)], case: Case) -> Vec<(usize, &'a Job, f64)> {
    // The sort is stable, so the larger criterion comes last. Places are sorted: one kind of sort is enough.
    let size = |place: &usize| {
        let job = jobs.get(*place).map(|(_, job)| *job);
        job.map_or(0.0, |job| -job.hours.at(case) * crate::num::float(job.gpus))
    };
    let mut runs = Vec::new();
    for place in ascending((0..jobs.len()).collect(), size) {
        if let Some((at, job)) = jobs.get(place) {
            for run in 0..job.count.runs() {
                runs.push((*at, *job, job.count.ready(run)));
            }
        }
    }
    let due = |place: &usize| {
        let run = runs.get(*place);
        let deadline = run.and_then(|(_, job, ready)| Some(ready + job.deadline?));
        deadline.unwrap_or(LARGEST)
    };
    let order = ascending((0..runs.len()).collect(), due);
    order
        .into_iter()
        .filter_map(|place| runs.get(place).copied())
        .collect()
}

/// The first time from `ready` on at which so many GPUs stay free for so long.
fn earliest(free: &[Free], ready: f64, hours: f64, gpus: u64) -> f64 {
    let mut start = ready;
    for (place, (from, count)) in free.iter().enumerate() {
        let until = free.get(place + 1).map_or(LARGEST, |next| next.0);
        if until <= start {
            continue;
        }
        if *from >= start + hours {
            break;
        }
        if *count < gpus {
            start = until;
        }
    }
    start
}

/// Takes GPUs out of what is free between two times.
fn take(free: &mut Vec<Free>, start: f64, end: f64, gpus: u64) {
    for time in [start, end] {
        let place = free.iter().take_while(|(from, _)| *from <= time).count();
        let known = place
            .checked_sub(1)
            .and_then(|before| free.get(before).copied());
        if let Some((from, count)) = known
            && from < time
        {
            free.insert(place, (time, count));
        }
    }
    for (from, count) in free.iter_mut() {
        if *from >= start && *from < smaller(end, LARGEST) {
            *count = count.saturating_sub(gpus);
        }
    }
}
