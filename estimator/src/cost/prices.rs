//! What a GPU-hour costs: the person's price, or the range of what was asked.
use super::range::Range;
use super::table::{Market, Price, price_list};
use crate::num::ascending;
use crate::scenario::{Currency, Money, Tier};

/// The price of a GPU-hour and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct HourPrice {
    /// For a GPU and hour, in the person's currency.
    pub range: Range,
    /// The prices that it spans, the lowest first; empty where the person entered one.
    pub rows: Vec<&'static Price>,
    /// Yuan for a dollar by which they were converted; `None`: they are in that currency.
    pub converted: Option<f64>,
}

/// Why there is no price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPrice {
    /// No price of this GPU is known: enter one.
    Unknown,
    /// Prices are known in the other currency only: enter an exchange rate, or a price.
    OtherCurrency(Currency),
    /// Prices are known on other terms only.
    OtherTier,
}

impl HourPrice {
    /// The price of a GPU. What is asked for is never converted by a rate that nobody entered.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(gpu: &str, money: &Money) -> Result<Self, NoPrice> {
        if let Some(price) = money.gpu_hour {
            return Ok(Self::entered(price));
        }
        let known: Vec<&'static Price> = price_list().iter().filter(|row| row.gpu == gpu).collect();
        let on_terms: Vec<&'static Price> = known
            .iter()
            .copied()
            .filter(|row| serves(money.tier, row.market))
            .collect();
        let own: Vec<&'static Price> = on_terms
            .iter()
            .copied()
            .filter(|row| row.currency == money.currency)
            .collect();
        match (own.is_empty(), on_terms.first(), known.is_empty()) {
            (false, ..) => Ok(Self::spanning(own, None)),
            (true, Some(other), _) => match money.exchange {
                Some(rate) => Ok(Self::spanning(on_terms, Some((money.currency, rate)))),
                None => Err(NoPrice::OtherCurrency(other.currency)),
            },
            (true, None, true) => Err(NoPrice::Unknown),
            (true, None, false) => Err(NoPrice::OtherTier),
        }
    }

    /// One that a person entered.
    pub(super) const fn entered(price: f64) -> Self {
        Self {
            range: Range::exactly(price),
            rows: Vec::new(),
            converted: None,
        }
    }

    /// Lowest, median and highest of these rows.
    fn spanning(rows: Vec<&'static Price>, exchange: Option<(Currency, f64)>) -> Self {
        let factor = exchange.map_or(1.0, |(to, rate)| match to {
            Currency::Cny => rate,
            Currency::Usd => 1.0 / rate,
        });
        let rows = ascending(rows, |row| row.amount);
        let at = |place: usize| rows.get(place).map_or(0.0, |row| row.amount * factor);
        let last = rows.len().saturating_sub(1);
        let range = Range {
            low: at(0),
            // Of an even number the mean of the middle two.
            typical: f64::midpoint(at(last / 2), at(rows.len() / 2)),
            high: at(last),
        };
        Self {
            range,
            converted: exchange.map(|(_, rate)| rate),
            rows,
        }
    }
}

/// Whether a price counts under these terms. Where only the lowest listed price is known its terms are not stated.
const fn serves(tier: Tier, market: Market) -> bool {
    matches!(
        (tier, market),
        (Tier::OnDemand, Market::OnDemand)
            | (Tier::Interruptible, Market::Interruptible)
            | (_, Market::Lowest)
    )
}
