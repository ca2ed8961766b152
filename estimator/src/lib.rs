//! Capacity planning for supervised fine-tuning: pure functions from a configuration to an itemised answer.
