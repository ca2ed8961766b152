//! What a run costs when machines are rented, and when they are owned.
use super::line::{Basis, Bill, CostLine, CostLineId, NODE_POWER};
use super::prices::HourPrice;
use super::range::{Case, Hours, Range};
use crate::expr::{Expr, num, sym};
use crate::num::{LARGEST, larger, smaller};
use crate::scenario::{Money, Scenario};

/// Hours of a month: 8,760 ÷ 12.
pub const MONTH: f64 = 730.0;

/// Power of a GPU with its share of the machine, over the GPU's own limit. See [`NODE_POWER`].
const MACHINE: f64 = 1.25;

/// What a run needs of machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Usage<'a> {
    pub(super) money: &'a Money,
    pub(super) gpus: f64,
    pub(super) hours: Hours,
    /// Power limit of the GPU, W.
    pub(super) limit: Option<f64>,
    /// Files that the run leaves, GB.
    pub(super) stored: f64,
}

impl<'a> Usage<'a> {
    pub(super) fn of(scenario: &'a Scenario, hours: Hours, stored: f64) -> Self {
        Self {
            money: &scenario.money,
            gpus: crate::num::float(scenario.cluster.gpus()),
            hours,
            limit: scenario.cluster.gpu.tdp_w,
            stored,
        }
    }

    fn n(&self) -> Expr {
        sym("N", self.gpus)
    }

    /// Power of a GPU at load, W.
    pub(super) fn watts(&self) -> Option<Expr> {
        match self.money.watts {
            Some(watts) => Some(sym("P_W", watts)),
            None => self.limit.map(|limit| MACHINE * sym("P_max", limit)),
        }
    }

    /// kWh of a GPU-hour, cooling and distribution included.
    pub(super) fn power(&self) -> Option<Expr> {
        Some(self.watts()? / num(1000.0) * sym("PUE", self.money.pue))
    }

    /// What the power of a GPU-hour costs: e of the break-even formula.
    pub(super) fn energy_price(&self) -> Option<Expr> {
        Some(self.power()? * sym("k", self.money.kwh?))
    }

    /// Rented: GPU-hours, failed runs, storage. Machines are let whole, which the layout's own nodes are. Some bill by the second
    /// and some by the started hour: the upper end is rounded up.
    pub(super) fn rented(&self, price: &HourPrice) -> Bill {
        let basis = if price.rows.is_empty() {
            Basis::Entered
        } else {
            Basis::Listed
        };
        let rent = |case: Case| {
            let hours = self.hours.at(case);
            let billed = if case == Case::High {
                hours.ceil()
            } else {
                hours
            };
            self.n() * sym("t_h", billed) * sym("r", price.range.at(case))
        };
        let failed = |case: Case| sym("q_f", self.money.failed) * rent(case);
        let mut lines = vec![
            CostLine::new(CostLineId::Rent, basis, rent),
            CostLine::new(CostLineId::Failed, basis, failed),
        ];
        lines.extend(self.storage());
        Bill::of(lines)
    }

    /// Owned: what the run uses up of the purchase and of fixed costs, power, failed runs, storage.
    pub(super) fn owned(&self, purchase: f64) -> Bill {
        let money = self.money;
        let used = || sym("u", money.utilisation) * num(MONTH);
        let month = |case: Case| sym("t_h", self.hours.at(case)) / used();
        let bought = |case: Case| sym("C", purchase) / sym("T_life", money.life) * month(case);
        let fixed = |case: Case| sym("F", money.fixed) * month(case);
        let energy = |case: Case| {
            let price = self.energy_price().unwrap_or_else(|| num(0.0));
            self.n() * sym("t_h", self.hours.at(case)) * price
        };
        let all = |case: Case| bought(case) + fixed(case) + energy(case);
        let failed = |case: Case| sym("q_f", money.failed) * all(case);
        let power = if money.watts.is_some() {
            Basis::Entered
        } else {
            Basis::Stated(&NODE_POWER)
        };
        let mut lines = vec![
            CostLine::new(CostLineId::Purchase, Basis::Entered, bought),
            CostLine::new(CostLineId::Fixed, Basis::Entered, fixed),
            CostLine::new(CostLineId::Energy, power, energy),
            CostLine::new(CostLineId::Failed, Basis::Entered, failed),
        ];
        lines.extend(self.storage());
        Bill::of(lines)
    }

    /// Files kept for a month.
    fn storage(&self) -> Option<CostLine> {
        let price = self.money.gb_month?;
        Some(CostLine::new(CostLineId::Storage, Basis::Entered, |_| {
            sym("D_GB", self.stored) * sym("s_GB", price)
        }))
    }
}

/// Hours a month above which owning costs less than renting.
#[derive(Clone, Debug, PartialEq)]
pub struct BreakEven {
    /// Hours a month, with the formula: (C ÷ life + F) ÷ (n · (r − e)).
    pub hours: Expr,
    /// Over the range of rents; its upper end is [`LARGEST`] where it is [`open`](Self::open).
    pub range: Range,
    /// Whether the cheapest rent is below what power costs, so that by it owning never pays.
    pub open: bool,
    /// They are more than a month has, in the typical case.
    pub beyond: bool,
}

impl BreakEven {
    /// That of machines bought at a price; `None`: never, since power alone costs as much as rent.
    ///
    /// With e left out where nobody entered a price of power.
    pub(super) fn of(usage: &Usage, purchase: f64, price: &HourPrice) -> Option<Self> {
        let money = usage.money;
        let energy = usage.energy_price().map_or(0.0, |price| price.value());
        let hours = |rent: f64| {
            let saved = sym("r", rent) - sym("e", energy);
            let monthly = sym("C", purchase) / sym("T_life", money.life) + sym("F", money.fixed);
            monthly / (usage.n() * saved)
        };
        if price.range.typical <= energy {
            return None;
        }
        // The cheapest offer may cost less than power: never, by it.
        let at = |rent: f64| {
            if rent > energy {
                hours(rent).value()
            } else {
                LARGEST
            }
        };
        let typical = hours(price.range.typical);
        Some(Self {
            range: Range {
                low: smaller(at(price.range.high), typical.value()),
                typical: typical.value(),
                high: larger(at(price.range.low), typical.value()),
            },
            open: price.range.low <= energy,
            beyond: typical.value() > MONTH,
            hours: typical,
        })
    }
}
