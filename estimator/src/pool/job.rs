//! Jobs and pools.
use crate::cost::{Case, MONTH, Range};
use crate::num::float;

/// Jobs in a table.
pub const JOBS: usize = 64;

/// Runs of all jobs together that are scheduled: more are refused, so that no table keeps a page busy.
pub const INSTANCES: u64 = 2000;

/// How often a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many times, all of them ready at the start.
    Once(u64),
    /// So many times a month, ready at equal distances.
    Monthly(u64),
}

impl Count {
    /// Runs within a month.
    pub const fn runs(self) -> u64 {
        match self {
            Self::Once(runs) | Self::Monthly(runs) => runs,
        }
    }

    /// When the run with this number is ready, h.
    pub(super) fn ready(self, at: u64) -> f64 {
        match self {
            Self::Once(_) => 0.0,
            Self::Monthly(runs) => MONTH * float(at) / float(runs.max(1)),
        }
    }
}

/// One row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its name, without the signs that separate entries.
    pub name: String,
    /// GPUs that it holds while it runs.
    pub gpus: u64,
    /// Hours of a run.
    pub hours: Range,
    /// How often it runs.
    pub count: Count,
    /// Hours within which a run has to be done once it is ready.
    pub deadline: Option<f64>,
    /// The GPU that it needs, by its id; empty: the pool's.
    pub gpu: String,
}

impl Job {
    /// GPU-hours of all its runs.
    pub fn gpu_hours(&self) -> Range {
        let each = float(self.gpus) * float(self.count.runs());
        Range::of(|case: Case| each * self.hours.at(case))
    }
}

/// GPUs of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Which, by its id; empty: not said.
    pub gpu: String,
    /// How many.
    pub gpus: u64,
}
