//! The GPUs that Headroom knows: a table per family, and the look-up.

mod card;
mod datacenter;
mod geforce;
mod others;
mod sources;
mod workstation;

use std::sync::LazyLock;

use super::device::Gpu;

pub(in crate::hardware) use card::{DEFAULT_CONTEXT, FROM_LABEL, GIVEN};

static CATALOGUE: LazyLock<Vec<Gpu>> = LazyLock::new(|| {
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
});

/// Every known GPU: data-centre cards first, then workstation, desktop and other makers' cards.
///
/// ```
/// let all = estimator::hardware::catalogue();
/// assert!(all.iter().any(|gpu| gpu.name == "A100 SXM 80 GB"));
/// ```
pub fn catalogue() -> &'static [Gpu] {
    &CATALOGUE
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
