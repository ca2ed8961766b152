//! Tokens of a row, and how far attention reaches in it.
use crate::data::{DataReport, Rows};
use crate::num::{float, larger};
use crate::scenario::{Padding, Scenario};

/// Lengths that time is planned at: the mean, where memory is planned at the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lengths {
    /// Tokens that a row of a micro-batch costs, padding included.
    pub tokens: f64,
    /// Tokens that attention reaches over: the row, or a sequence of it where masks end at sequences.
    pub attended: f64,
}

impl Lengths {
    /// Those of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let window = larger(1.0, float(scenario.batch.sequence));
        let data = &scenario.data;
        // Nothing is known of the lengths, or padding hides them: no grid is needed.
        if data.mean.is_none() && data.longest.is_none()
            || matches!(data.padding, Padding::Window | Padding::Packed)
        {
            return Self {
                tokens: window,
                attended: window,
            };
        }
        Self::from(DataReport::of(scenario).row)
    }
}

impl From<Rows> for Lengths {
    fn from(row: Rows) -> Self {
        Self {
            tokens: larger(1.0, row.tokens),
            attended: larger(1.0, row.attended),
        }
    }
}
