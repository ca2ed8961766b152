//! Capacity planning for supervised fine-tuning: pure functions from a configuration to an itemised answer.

pub mod hardware;
pub mod source;
pub mod model;
