//! What providers asked for a GPU-hour, each with its date and where that was read. None of it is current: a price is what somebody
//! asked on its date.
#[cfg(not(target_arch = "wasm32"))]
mod rows;
mod text;

use crate::scenario::Currency;
use crate::source::Source;
use std::sync::OnceLock;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use text::write;
pub(crate) use text::{install, read};

/// On which terms a GPU is let.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Market {
    /// Kept until it is given back.
    OnDemand,
    /// May be taken away, or stands with somebody unknown: spot, community, market places.
    Interruptible,
    /// The lowest price that any platform listed; the terms differ.
    Lowest,
}

/// One price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The GPU's id in the catalogue.
    pub gpu: &'static str,
    /// Who asks it.
    pub provider: &'static str,
    /// On which terms.
    pub market: Market,
    /// In which currency.
    pub currency: Currency,
    /// For a GPU and hour.
    pub amount: f64,
    /// When it was asked, as precise as known.
    pub date: &'static str,
    /// Where it was read.
    pub source: Source,
    /// The source names the generation only; the commonest variant is taken.
    pub unstated: bool,
}

static PRICES: OnceLock<Vec<Price>> = OnceLock::new();

/// Every price, by GPU; none in a page that has not [installed](crate::catalogue::install) them.
pub fn price_list() -> &'static [Price] {
    #[cfg(not(target_arch = "wasm32"))]
    PRICES.get_or_init(|| rows::PRICES.to_vec());
    PRICES.get().map_or(&[], Vec::as_slice)
}
