//! One line of a bill.
use super::range::{Case, Range, evaluated};
use crate::expr::Expr;
use crate::source::{Source, SourceKind};

/// What is paid for; the app has its name in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CostLineId {
    /// GPU-hours.
    Rent,
    /// The share of machines that a run uses up.
    Purchase,
    /// Hosting and staff while it runs.
    Fixed,
    /// Power.
    Energy,
    /// Runs that fail.
    Failed,
    /// Files that are kept, for a month.
    Storage,
}

/// What an amount rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// On what the person entered.
    Entered,
    /// On prices of [`super::price_list`].
    Listed,
    /// On a published or assumed figure.
    Stated(&'static Source),
}

/// One line of a bill.
#[derive(Clone, Debug, PartialEq)]
pub struct CostLine {
    /// What is paid for.
    pub id: CostLineId,
    /// The typical amount, with its formula.
    pub amount: Expr,
    /// How far it may be off.
    pub range: Range,
    /// What it rests on.
    pub source: Basis,
}

impl CostLine {
    pub(super) fn new(id: CostLineId, source: Basis, formula: impl Fn(Case) -> Expr) -> Self {
        let (amount, range) = evaluated(formula);
        Self {
            id,
            amount,
            range,
            source,
        }
    }
}

/// Lines and their sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Bill {
    /// What is paid for; none is 0.
    pub lines: Vec<CostLine>,
    /// In all.
    pub total: Range,
}

impl Bill {
    pub(super) fn of(lines: Vec<CostLine>) -> Self {
        let lines: Vec<CostLine> = lines
            .into_iter()
            .filter(|line| line.range.high > 0.0)
            .collect();
        let total = Range::of(|case| lines.iter().map(|line| line.range.at(case)).sum());
        Self { lines, total }
    }
}

/// A DGX H100 draws 10.2 kW at most with eight GPUs of 700 W: 1.8 times theirs. Runs stay below both limits; a quarter above the
/// GPU's own limit is the middle.
pub(super) static NODE_POWER: Source = Source::new(
    SourceKind::Assumed,
    "GPU's power limit and a quarter for its share of the machine; DGX H100: 10.2 kW at most with 8 × 700 W",
    "https://docs.nvidia.com/dgx/dgxh100-user-guide/",
    "2024",
);
