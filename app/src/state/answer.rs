//! What the page answers: the report of the last scenario that was one.
use estimator::host::{DiskReport, HostReport};
use estimator::memory::MemoryReport;
use estimator::scenario::{Checked, Draft, Scenario};
use std::sync::Arc;

/// A report with its scenario. While something in the form is wrong the last one stays, with the reasons why it is not
/// the form's.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The scenario that the report is of.
    pub scenario: Scenario,
    /// The report.
    pub report: MemoryReport,
    /// Host memory of a node.
    pub host: HostReport,
    /// Disk space of the run.
    pub disk: DiskReport,
}

/// What follows from the draft.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The draft after its check.
    pub(super) checked: Arc<Checked>,
    /// Its answer, or the last one there was.
    pub(super) answer: Option<Arc<Answer>>,
}

/// What is recomputed counts as new.
impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.checked, &other.checked)
    }
}

impl Outcome {
    /// Checks a draft and, if it is a scenario, answers it.
    pub(super) fn of(draft: &Draft, before: Option<&Self>) -> Self {
        let checked = draft.check();
        let answer = match &checked.scenario {
            Ok(scenario) => Some(Arc::new(Answer {
                report: MemoryReport::of(scenario),
                host: HostReport::of(scenario),
                disk: DiskReport::of(scenario),
                scenario: scenario.clone(),
            })),
            Err(_) => before.and_then(|before| before.answer.clone()),
        };
        Self {
            checked: Arc::new(checked),
            answer,
        }
    }
}
