//! Questions asked of the model. [`solve`] inverts it by searching it: how far can a configuration go?
//!
//! Answers are data, worded by the page.
mod budget;
pub mod solve;

pub use budget::{Budget, Exhausted};
