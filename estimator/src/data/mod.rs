//! What a data set costs in tokens: real ones, padding, rows, steps.
//!
//! Memory is planned at the window ([`crate::scenario::Batch::sequence`]), time at what a row really costs:
//!
//! ```text
//! Data ─▶ Spread (lengths) ─▶ Rows (what shares a row) ─▶ DataReport (tokens, waste, steps)
//! ```
pub mod lengths;
mod report;
mod rows;
mod spread;

pub use report::{DataReport, Truncation, replicas};
pub use rows::Rows;
pub use spread::{Fit, Spread};
