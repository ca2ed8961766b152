//! Names as sources, drivers and people write them, and the catalogue's card for each.

use super::catalogue::{catalogue, find};
use super::device::Gpu;

/// The card that a name was taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolved {
    /// The card.
    pub gpu: &'static Gpu,
    /// Whether the name fits several cards, so that the page should say which one was taken.
    pub ambiguous: bool,
    /// The id it was taken for; `gpu.id` again.
    pub taken_for: &'static str,
    /// Ids of the other cards that the name fits.
    pub others: &'static [&'static str],
}

/// One row of the alias table.
struct Alias {
    /// As written by a source.
    name: &'static str,
    id: &'static str,
    others: &'static [&'static str],
}

const fn exact(name: &'static str, id: &'static str) -> Alias {
    Alias {
        name,
        id,
        others: &[],
    }
}

const ALIASES: &[Alias] = &[exact("RTX4090", "rtx-4090")];

/// Letters and digits only, lower case.
fn squeeze(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// The card that a name stands for: an id, a catalogue name, or a name of the alias table. Case, spaces and punctuation do
/// not matter.
pub fn resolve_alias(name: &str) -> Option<Resolved> {
    let key = squeeze(name);
    if let Some(alias) = ALIASES.iter().find(|alias| squeeze(alias.name) == key) {
        return find(alias.id).map(|gpu| Resolved {
            gpu,
            ambiguous: !alias.others.is_empty(),
            taken_for: alias.id,
            others: alias.others,
        });
    }
    catalogue()
        .iter()
        .find(|gpu| squeeze(&gpu.id) == key || squeeze(&gpu.name) == key)
        .map(|gpu| Resolved {
            gpu,
            ambiguous: false,
            taken_for: gpu.id.as_ref(),
            others: &[],
        })
}

/// Every name of the alias table with the id of its card.
pub fn aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALIASES.iter().map(|alias| (alias.name, alias.id))
}
