//! Rent, own, and the point between them.
use super::bill::{BreakEven, Usage};
use super::instead::hours;
use super::line::Bill;
use super::prices::{HourPrice, NoPrice};
use super::range::{Hours, Range};
use crate::expr::{Expr, count, sym};
use crate::run::RunReport;
use crate::scenario::{Currency, Scenario};
use crate::units::Bytes;

/// What a run costs.
#[derive(Clone, Debug, PartialEq)]
pub struct CostReport {
    /// Currency of every amount.
    pub currency: Currency,
    /// GPU-hours.
    pub gpu_hours: Range,
    /// The price of one, or why there is none.
    pub price: Result<HourPrice, NoPrice>,
    /// Rented.
    pub rent: Option<Bill>,
    /// On owned machines, where a purchase price was entered.
    pub own: Option<Bill>,
    /// Rent or buy, where both prices are known.
    pub break_even: Option<Decision>,
    /// kWh of the run, where the GPU's power is known.
    pub energy: Option<Range>,
    /// A service that trains, where its price was entered.
    pub api: Option<Expr>,
}

/// What the numbers say of renting or buying.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// Owning pays from so many hours a month.
    From(BreakEven),
    /// It never pays: power costs as much as rent.
    Never,
}

/// The rent of `gpu_hours` at one price by the same bill, with files of `stored` GB, in the typical case.
pub(crate) fn typical_rent(scenario: &Scenario, gpu_hours: f64, stored: f64, price: f64) -> f64 {
    let usage = Usage {
        gpus: 1.0,
        ..Usage::of(scenario, Range::exactly(gpu_hours), stored)
    };
    usage.rented(&HourPrice::entered(price)).total.typical
}

impl CostReport {
    /// That of a scenario and its run, which leaves `stored` on disk.
    pub fn of_run(scenario: &Scenario, run: &RunReport, stored: Bytes) -> Self {
        let tokens = run.data.run_real_tokens();
        Self::of(scenario, hours(run), stored.get() / 1e9, tokens)
    }

    /// That of a scenario whose run takes `hours`, leaves `stored` GB and sees `tokens` real tokens.
    pub fn of(scenario: &Scenario, hours: Hours, stored: f64, tokens: f64) -> Self {
        let money = &scenario.money;
        let usage = Usage::of(scenario, hours, stored);
        let price = HourPrice::of(&scenario.cluster.gpu.id, money);
        let break_even = money
            .purchase
            .zip(price.as_ref().ok())
            .map(|(purchase, price)| {
                BreakEven::of(&usage, purchase, price).map_or(Decision::Never, Decision::From)
            });
        let gpus = count("N", scenario.cluster.gpus()).value();
        let gpu_hours = Range::of(|case| gpus * hours.at(case));
        let energy = usage
            .power()
            .map(|power| Range::of(|case| gpu_hours.at(case) * power.value()));
        Self {
            currency: money.currency,
            gpu_hours,
            rent: price.as_ref().ok().map(|price| usage.rented(price)),
            own: money.purchase.map(|purchase| usage.owned(purchase)),
            break_even,
            energy,
            api: money
                .api
                .map(|api| sym("T_M", tokens / 1e6) * sym("a_M", api)),
            price,
        }
    }
}
