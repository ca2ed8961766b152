//! The tables of GPUs, a file a family, and of their names.

mod card;
mod datacenter;
mod geforce;
mod names;
mod others;
mod sources;
mod workstation;

use super::Name;
use crate::hardware::device::Gpu;

/// Every card.
pub(super) fn cards() -> Vec<Gpu> {
    [
        datacenter::CARDS,
        workstation::CARDS,
        geforce::CARDS,
        others::CARDS,
    ]
    .into_iter()
    .flatten()
    .map(card::Card::gpu)
    .collect()
}

/// Every name beyond ids and catalogue names.
pub(super) fn names() -> Vec<Name> {
    names::ALIASES
        .iter()
        .flat_map(names::Alias::names)
        .collect()
}
