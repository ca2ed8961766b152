//! What the page answers: the report of the last scenario that was one.
use estimator::memory::MemoryReport;
use estimator::scenario::{Checked, Issue, Scenario};
use std::sync::Arc;

/// A report with its scenario. While something in the form is wrong the last one stays, with the reasons why it is not
/// the form's.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The scenario that the report is of.
    pub scenario: Scenario,
    /// The report.
    pub report: MemoryReport,
}

/// A value that is compared by identity: what is recomputed counts as new.
#[derive(Clone, Debug)]
pub(super) struct Same<T>(pub(super) Arc<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Same<T> {
    /// Wraps a new value.
    pub(super) fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

/// The answer to a checked draft, or the one before it.
pub(super) fn answer(checked: &Checked, before: Option<&Same<Answer>>) -> Option<Same<Answer>> {
    match &checked.scenario {
        Ok(scenario) => Some(Same::new(Answer { report: MemoryReport::of(scenario), scenario: scenario.clone() })),
        Err(_) => before.cloned(),
    }
}

/// Why the form has no answer of its own; empty when it has.
pub(super) fn reasons(checked: &Checked) -> Vec<Issue> {
    checked.scenario.as_ref().err().cloned().unwrap_or_default()
}
