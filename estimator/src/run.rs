//! A whole run: steps, and what stands around them.
use crate::data::DataReport;
use crate::expr::{Expr, num, sym};
use crate::host::DiskReport;
use crate::num::finite;
use crate::scenario::Scenario;
use crate::time::{NoTime, TimeReport};

/// From the launch to the first step beside reading the weights, s: imports, process group, first allocations and kernels that
/// are chosen by trying. Assumed.
const START_UP: f64 = 60.0;

/// What a part of a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RunPart {
    /// Optimizer steps.
    Steps,
    /// Checkpoints being written, the run waiting.
    Saving,
    /// The base read from disk.
    Loading,
    /// From the launch to the first step.
    StartUp,
}

/// One part of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLine {
    /// What it is.
    pub part: RunPart,
    /// Seconds, with the formula.
    pub seconds: Expr,
}

/// How long a run takes.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// Tokens and steps.
    pub data: DataReport,
    /// One step.
    pub time: TimeReport,
    /// Parts of the run; none is 0.
    pub lines: Vec<RunLine>,
    /// Seconds in all.
    pub seconds: f64,
    /// Lower end of the 90% interval: steps may be faster, the rest is taken as it is.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// GPUs.
    pub gpus: f64,
}

impl RunReport {
    /// That of a scenario.
    ///
    /// # Errors
    /// Why there is no time.
    pub fn of(scenario: &Scenario, disk: &DiskReport) -> Result<Self, NoTime> {
        let time = TimeReport::of(scenario)?;
        let data = DataReport::of(scenario);
        let steps = sym("n_s", data.steps) * sym("t_step", time.pace.step);
        let save = disk.save.one_process.unwrap_or(disk.save.disk);
        let saving = sym("n_ck", crate::num::float(disk.written)) * sym("t_save", finite(save));
        let parts = [
            (RunPart::Steps, steps),
            (RunPart::Saving, saving),
            (RunPart::Loading, sym("t_load", finite(disk.load))),
            (RunPart::StartUp, num(START_UP)),
        ];
        let lines: Vec<RunLine> = parts
            .into_iter()
            .filter(|(_, seconds)| !seconds.is_zero())
            .map(|(part, seconds)| RunLine { part, seconds })
            .collect();
        let seconds = finite(lines.iter().map(|line| line.seconds.value()).sum());
        let stepping = finite(data.steps * time.pace.step);
        let factor = time.spread.factor;
        Ok(Self {
            low: seconds - stepping + stepping / factor,
            high: finite(seconds - stepping + stepping * factor),
            seconds,
            lines,
            gpus: crate::num::float(scenario.cluster.gpus()),
            data,
            time,
        })
    }

    /// Seconds around the steps of a run, whether or not its time is known: start, loading, saving.
    pub(crate) fn around(disk: &DiskReport) -> f64 {
        let save = disk.save.one_process.unwrap_or(disk.save.disk);
        finite(START_UP + disk.load + crate::num::float(disk.written) * save)
    }

    /// GPU-hours: every GPU is held from launch to end.
    pub fn gpu_hours(&self) -> f64 {
        finite(self.seconds * self.gpus / 3600.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Draft, Param};

    fn report(pairs: &[(Param, &str)]) -> RunReport {
        let draft = pairs.iter().fold(Draft::default(), |draft, (param, text)| {
            draft.with(*param, *text)
        });
        let scenario = draft.check().scenario.expect("a scenario");
        RunReport::of(&scenario, &DiskReport::of(&scenario)).expect("a time")
    }

    #[test]
    fn parts_add_up_and_the_interval_holds_the_steps_alone() {
        let run = report(&[(Param::Samples, "20000"), (Param::Epochs, "2")]);
        let sum: f64 = run.lines.iter().map(|line| line.seconds.value()).sum();
        assert!((sum / run.seconds - 1.0).abs() < 1e-12);
        let fixed = run.seconds - run.data.steps * run.time.pace.step;
        assert!(fixed >= START_UP && run.low > fixed && run.high > run.seconds);
    }

    #[test]
    fn twice_the_epochs_are_twice_the_steps_and_not_twice_the_start() {
        let one = report(&[(Param::Epochs, "1")]);
        let two = report(&[(Param::Epochs, "2")]);
        assert!((two.data.steps / one.data.steps - 2.0).abs() < 1e-9);
        assert!(two.seconds < 2.0 * one.seconds && two.seconds > 1.9 * one.seconds - START_UP);
    }
}
