//! What the page answers: the report of the last scenario that was one.
use super::short::{Learnt, ShortRuns};
use estimator::calibration::Speed;
use estimator::cost::CostReport;
use estimator::host::{DiskReport, HostReport};
use estimator::memory::{Interval, MemoryReport, Metric};
use estimator::run::RunReport;
use estimator::scenario::{Checked, Draft, Scenario};
use estimator::time::NoTime;
use estimator::units::Bytes;
use std::sync::Arc;

/// A report with its scenario. While something in the form is wrong the last one stays, with the reasons why it is not
/// the form's.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The scenario that the report is of.
    pub scenario: Scenario,
    /// The report.
    pub report: MemoryReport,
    /// The short runs that it is calibrated by.
    pub learnt: Option<Arc<Learnt>>,
    /// Host memory of a node.
    pub host: HostReport,
    /// Disk space of the run.
    pub disk: DiskReport,
    /// How long it takes.
    pub run: Result<RunReport, NoTime>,
    /// What it costs.
    pub cost: Option<CostReport>,
}

impl Answer {
    pub(super) fn of(scenario: &Scenario, learnt: Option<Arc<Learnt>>) -> Self {
        let disk = DiskReport::of(scenario);
        let none = Speed::default();
        let speed = learnt
            .as_ref()
            .map_or(&none, |learnt| &learnt.calibration.speed);
        let run = RunReport::calibrated(scenario, &disk, speed);
        let cost = run.as_ref().ok();
        Self {
            cost: cost.map(|run| CostReport::of_run(scenario, run, disk.total)),
            run,
            report: learnt.as_ref().map_or_else(
                || MemoryReport::of(scenario),
                |learnt| MemoryReport::calibrated(scenario, &learnt.calibration),
            ),
            host: HostReport::of(scenario),
            disk,
            scenario: scenario.clone(),
            learnt,
        }
    }

    /// The 90% interval of what one of its moments needs.
    pub fn interval(&self, needed: Bytes) -> Interval {
        let (metric, scenario) = (Metric::Needed, &self.scenario);
        match &self.learnt {
            Some(learnt) => {
                let outlook = learnt.calibration.outlook(scenario);
                outlook.interval(needed, metric, scenario)
            }
            None => Interval::of(needed, metric, scenario),
        }
    }
}

/// What follows from the draft and the runs beside it.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The draft after its check.
    pub(super) checked: Arc<Checked>,
    /// What the runs teach.
    pub(super) learnt: Arc<Learnt>,
    /// The same, where the answer rests on it.
    pub(super) in_force: Option<Arc<Learnt>>,
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
    pub(super) fn of(draft: &Draft, short: &ShortRuns, before: Option<&Self>) -> Self {
        let learnt = Learnt::of(&short.runs, before.map(|before| &before.learnt));
        let in_force = (learnt.teaches() && !short.aside).then(|| Arc::clone(&learnt));
        let checked = draft.check();
        let answer = match &checked.scenario {
            Ok(scenario) => Some(Arc::new(Answer::of(scenario, in_force.clone()))),
            Err(_) => before.and_then(|before| before.answer.clone()),
        };
        Self {
            checked: Arc::new(checked),
            learnt,
            in_force,
            answer,
        }
    }
}
