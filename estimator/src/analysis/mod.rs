//! Questions asked of the model. [`solve`] inverts it by searching it: how far can a configuration go? [`oom`] reads an
//! out-of-memory message: which tensor has the size that was asked for, and when? [`remedies`] tries single changes.
//!
//! Answers are data, worded by the page.
mod budget;
pub mod oom;
pub mod remedies;
pub mod solve;

pub use budget::{Budget, Exhausted};
