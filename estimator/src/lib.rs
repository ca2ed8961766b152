//! Capacity planning for supervised fine-tuning: pure functions from a configuration to an itemised answer.
//!
//! ```text
//! Draft ──check──▶ Scenario ──MemoryReport::of──▶ instants → terms → formulas
//! ```
//!
//! No clock, no randomness, no input or output, no web crate: the same code runs in the browser and natively.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::float_cmp
    )
)]

pub mod analysis;
pub mod calibration;
pub mod catalogue;
pub mod codec;
pub mod cost;
pub mod data;
pub mod export;
pub mod expr;
mod find;
pub mod hardware;
pub mod host;
mod json;
pub mod launch;
pub mod measured;
pub mod memory;
pub mod model;
pub mod num;
pub mod plan;
pub mod pool;
pub mod presets;
pub mod profile;
mod rows;
pub mod run;
pub mod scenario;
pub mod source;
pub mod stack;
pub mod time;
pub mod units;
