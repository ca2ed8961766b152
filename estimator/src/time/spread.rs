//! How sure a predicted time is.
use super::habits::HABITS;
use crate::scenario::Scenario;

/// A 90% interval as a factor either way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The rate lies between prediction ÷ factor and prediction × factor.
    pub factor: f64,
}

impl Spread {
    /// Of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let _ = HABITS;
        let _ = scenario;
        Self { factor: 1.2 }
    }
}
