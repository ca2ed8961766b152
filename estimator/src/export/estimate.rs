//! Everything that one scenario answers.
use crate::calibration::{Calibration, Observation, Run, fit};
use crate::cost::CostReport;
use crate::host::{DiskReport, HostReport};
use crate::memory::{Interval, MemoryReport, Metric};
use crate::run::RunReport;
use crate::scenario::{Draft, Field, Issue, Scenario};
use crate::time::NoTime;
use crate::units::Bytes;

/// A scenario with every report of it.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// What was typed.
    pub draft: Draft,
    /// Every field after the check.
    pub fields: Vec<Field>,
    /// The scenario.
    pub scenario: Scenario,
    /// What short runs taught; the identity where there were none.
    pub calibration: Calibration,
    /// Memory of one GPU.
    pub memory: MemoryReport,
    /// Memory of a node's host.
    pub host: HostReport,
    /// Disk.
    pub disk: DiskReport,
    /// How long the run takes.
    pub run: Result<RunReport, NoTime>,
    /// What it costs; none where its time is not known.
    pub cost: Option<CostReport>,
}

impl Estimate {
    /// That of a draft, with short runs that calibrate it; runs that cannot be used teach nothing.
    ///
    /// # Errors
    /// Every reason why the draft is no scenario.
    pub fn of(draft: &Draft, runs: &[Run]) -> Result<Self, Vec<Issue>> {
        let checked = draft.check();
        let scenario = checked.scenario?;
        let observed: Vec<Observation> = runs.iter().filter_map(|run| run.check().ok()).collect();
        let calibration = fit(&observed);
        let disk = DiskReport::of(&scenario);
        let run = RunReport::calibrated(&scenario, &disk, &calibration.speed);
        let cost = run.as_ref().ok();
        Ok(Self {
            cost: cost.map(|run| CostReport::of_run(&scenario, run, disk.total)),
            run,
            memory: MemoryReport::calibrated(&scenario, &calibration),
            host: HostReport::of(&scenario),
            disk,
            draft: draft.clone(),
            fields: checked.fields,
            scenario,
            calibration,
        })
    }

    /// The 90% interval around what is needed at one of its moments.
    pub fn interval(&self, needed: Bytes) -> Interval {
        let (metric, scenario) = (Metric::Needed, &self.scenario);
        if self.calibration.is_identity() {
            return Interval::of(needed, metric, scenario);
        }
        let outlook = self.calibration.outlook(scenario);
        outlook.interval(needed, metric, scenario)
    }
}
