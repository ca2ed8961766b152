//! A number that is not known exactly: its ends and what is typical.
use crate::expr::Expr;
use crate::num::{larger, smaller};

/// Low, typical and high.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// Lower end.
    pub low: f64,
    /// Typical.
    pub typical: f64,
    /// Upper end.
    pub high: f64,
}

/// Hours of a run.
pub type Hours = Range;

/// Which of a range's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// The lower end.
    Low,
    /// The typical one.
    Typical,
    /// The upper end.
    High,
}

impl Range {
    /// A number that is known.
    pub const fn exactly(value: f64) -> Self {
        Self {
            low: value,
            typical: value,
            high: value,
        }
    }

    /// The number of a case.
    pub const fn at(&self, case: Case) -> f64 {
        match case {
            Case::Low => self.low,
            Case::Typical => self.typical,
            Case::High => self.high,
        }
    }

    /// What a formula gives in each case. Its ends are ordered: a divisor may turn them round.
    pub fn of(formula: impl Fn(Case) -> f64) -> Self {
        let [low, typical, high] = [Case::Low, Case::Typical, Case::High].map(formula);
        Self {
            low: smaller(low, smaller(typical, high)),
            typical,
            high: larger(high, larger(typical, low)),
        }
    }

    /// Whether there is but one number.
    pub fn is_exact(&self) -> bool {
        self.low >= self.high
    }
}

/// A formula in its typical case, and what it gives in all.
pub(super) fn evaluated(formula: impl Fn(Case) -> Expr) -> (Expr, Range) {
    let range = Range::of(|case| formula(case).value());
    (formula(Case::Typical), range)
}
