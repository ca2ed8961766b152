//! Questions asked of the model. [`solve`] inverts it by searching it: how far can a configuration go? [`oom`] reads an
//! out-of-memory message: which tensor has the size that was asked for, and when? [`remedies`] tries single changes, [`serving`] holds the tuned model at work, [`sweep`] moves one
//! input along an axis.
//! [`time_check`] holds an observed speed against the expected one, [`speed_text`] reads it as logs print it, [`derivation`] works a budget out as on a whiteboard.
//!
//! Answers are data, worded by the page.
mod budget;
pub mod claims;
pub mod derivation;
pub mod oom;
pub mod remedies;
pub mod serving;
pub mod solve;
pub mod speed_text;
pub mod start;
pub mod sweep;
pub mod time_check;

pub use budget::{Budget, Exhausted};
