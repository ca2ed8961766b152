//! The tables of models, a file a maker.

mod china;
mod entry;
mod google;
mod llama;
mod microsoft;
mod mistral;
mod open;
mod qwen;
mod sources;

use super::Entry;

/// The tables in the order in which they are shown.
static TABLES: [&[Entry]; 7] = [
    llama::MODELS,
    qwen::MODELS,
    mistral::MODELS,
    google::MODELS,
    china::MODELS,
    microsoft::MODELS,
    open::MODELS,
];

/// Every row.
pub(super) fn models() -> Vec<Entry> {
    TABLES.concat()
}
