//! Models: what they are made of, how many parameters they have, and where to read that from.
//!
//! * [`ModelSpec`] describes an architecture; [`ModelSpec::parameters`] counts it exactly, [`ModelSpec::matrices`] lists its linear layers;
//! * [`catalogue()`] has the models that people fine-tune, each with its published total; [`find`] and [`find_by_repository`] look one up;
//! * [`from_config_json`] reads a `config.json`, [`ModelSpec::custom`] takes numbers by hand.

#![allow(clippy::doc_markdown)] // names of models and methods are no code
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub(crate) mod catalogue;
mod count;
mod custom;
mod family;
mod hf_config;
mod lookup;
mod matrices;
mod parts;
mod recipe;
mod spec;
mod traits;
mod validate;

pub use catalogue::{Entry, Evidence, catalogue};
pub use count::ParameterCount;
pub use custom::CustomShape;
pub use family::Family;
pub use hf_config::{ConfigError, Reason, from_config_json, known_model_types};
pub use lookup::{entry, find, find_by_repository};
pub use matrices::{ExpertStorage, Matrix, Target};
pub use parts::{Biases, Extras, NormKind, NormWeights, Norms, Positions, QkNorm};
pub use spec::{Attention, Ffn, ModelSpec};
pub use validate::{Dimension, MAX_TOTAL, SpecError, SpecReason};
