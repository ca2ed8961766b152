//! Models that people fine-tune, each with its published parameter total.

mod evidence;
#[cfg(not(target_arch = "wasm32"))]
mod tables;
mod text;

use std::sync::OnceLock;

pub use evidence::Evidence;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use text::write;
pub(crate) use text::{install, read};

use super::spec::ModelSpec;

/// One model of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its architecture.
    pub spec: ModelSpec,
    /// Its published total to the digit, without vision and multi-token-prediction parts.
    pub published: u64,
    /// Where that total was read.
    pub evidence: Evidence,
    /// Repository on the Hugging Face Hub.
    pub repository: &'static str,
    /// Other names of models with the same shape, without organisation.
    pub aliases: &'static [&'static str],
}

static CATALOGUE: OnceLock<Vec<Entry>> = OnceLock::new();

/// Every model of the catalogue; none in a page that has not [installed](crate::catalogue::install) it.
pub fn catalogue() -> impl Iterator<Item = &'static Entry> {
    #[cfg(not(target_arch = "wasm32"))]
    CATALOGUE.get_or_init(tables::models);
    CATALOGUE.get().into_iter().flatten()
}
