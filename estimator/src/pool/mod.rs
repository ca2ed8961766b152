//! Several jobs against one pool of GPUs: GPU-hours, peak, a schedule, and what slips when the pool shrinks.
mod job;
mod report;
mod schedule;
mod text;

pub use job::{Count, INSTANCES, JOBS, Job, Pool};
pub use report::{Outcome, PoolReport, SHRUNK, TypeReport};
pub use schedule::{Placed, Schedule};
pub use text::{BadEntry, Field, Plan, parse, print};
