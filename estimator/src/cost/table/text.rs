//! The prices as rows of text.
use super::{Market, PRICES, Price};
use crate::rows::{Cells, NO_SOURCE, Reader};
use crate::scenario::Currency;

const NAME: &str = "prices";

const BLANK: Price = Price {
    gpu: "",
    provider: "",
    market: Market::OnDemand,
    currency: Currency::Usd,
    amount: 0.0,
    date: "",
    source: NO_SOURCE,
    unstated: false,
};

/// Reads the table of prices.
pub(crate) fn read(reader: &mut Reader) -> Vec<Price> {
    reader.table(NAME, &BLANK, fields)
}

/// Takes the prices for as long as the program runs; the first ones that are taken stay.
pub(crate) fn install(prices: Vec<Price>) {
    let _: Result<(), Vec<Price>> = PRICES.set(prices);
}

/// Writes the table of prices.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn write(writer: &mut crate::rows::Writer) {
    writer.table(NAME, super::price_list().iter().copied(), fields);
}

fn fields(price: &mut Price, cells: &mut impl Cells) {
    cells.label(&mut price.gpu);
    cells.label(&mut price.provider);
    let markets = [Market::OnDemand, Market::Interruptible, Market::Lowest];
    cells.choice(&markets, &mut price.market);
    cells.choice(&[Currency::Usd, Currency::Cny], &mut price.currency);
    cells.number(&mut price.amount);
    cells.label(&mut price.date);
    price.source = cells.source(price.source);
    cells.flag(&mut price.unstated);
}
