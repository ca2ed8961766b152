//! The GPUs that Headroom knows: a table per family, and the look-up.

mod assumed;
#[cfg(not(target_arch = "wasm32"))]
mod tables;
mod text;

use std::sync::OnceLock;

use super::device::Gpu;

pub(in crate::hardware) use assumed::{DEFAULT_CONTEXT, FROM_LABEL, GIVEN};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use text::write;
pub(crate) use text::{install, read};

/// A name of a card beyond its id and its catalogue name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    /// The card's id.
    pub(crate) id: &'static str,
    /// How it is written.
    pub(crate) text: &'static str,
    /// Ids of other cards that it fits as well; none where it means this card and no other.
    pub(crate) others: &'static [&'static str],
}

static CATALOGUE: OnceLock<Vec<Gpu>> = OnceLock::new();
static NAMES: OnceLock<Vec<Name>> = OnceLock::new();

/// Every known GPU: data-centre cards first, then workstation, desktop and other makers' cards. None in a page that has not
/// [installed](crate::catalogue::install) them.
///
/// ```
/// let all = estimator::hardware::catalogue();
/// assert!(all.iter().any(|gpu| gpu.name == "A100 SXM 80 GB"));
/// ```
pub fn catalogue() -> &'static [Gpu] {
    #[cfg(not(target_arch = "wasm32"))]
    CATALOGUE.get_or_init(tables::cards);
    CATALOGUE.get().map_or(&[], Vec::as_slice)
}

/// The GPU with this id.
///
/// ```
/// let card = estimator::hardware::find("rtx-4090").expect("listed");
/// assert_eq!(card.label_gb, 24.0);
/// assert!(card.usable() < 24.0);
/// ```
pub fn find(id: &str) -> Option<&'static Gpu> {
    catalogue().iter().find(|gpu| gpu.id == id)
}

/// Every name beyond ids and catalogue names.
pub(crate) fn names() -> &'static [Name] {
    #[cfg(not(target_arch = "wasm32"))]
    NAMES.get_or_init(tables::names);
    NAMES.get().map_or(&[], Vec::as_slice)
}
