//! Models that people fine-tune, each with its published parameter total.

mod china;
mod entry;
mod google;
mod llama;
mod microsoft;
mod mistral;
mod open;
mod qwen;
mod sources;

pub use entry::Entry;
pub use sources::Evidence;

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

/// Every model of the catalogue.
pub fn catalogue() -> impl Iterator<Item = &'static Entry> {
    TABLES.iter().flat_map(|table| table.iter())
}
