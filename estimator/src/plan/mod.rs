//! Which hardware, which layout: every legal configuration looked at, or left out by a bound.
//!
//! ```text
//! Draft, Space ─▶ columns (all but the micro-batch) ─▶ Search::step ─▶ Plan
//! ```
//!
//! A search is cut into steps so that a page never blocks; its answer does not depend on where it is cut.
mod advice;
mod answer;
mod asked;
mod bounds;
mod clock;
mod columns;
mod families;
mod goal;
mod host;
mod kinds;
mod search;
mod space;

pub use advice::{Advice, Relief, advice};
pub use answer::{Choice, PATIENCE, Plan, Timing};
pub use families::{Rejected, Short};
pub use goal::Goal;
pub use host::node_memory;
pub use search::{Progress, Search};
pub use space::{Candidate, Space};
