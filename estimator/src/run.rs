//! A whole run: steps, and what stands around them.
use crate::calibration::Speed;
use crate::data::DataReport;
use crate::expr::{Expr, num, sym};
use crate::host::DiskReport;
use crate::num::{finite, float, larger};
use crate::scenario::Scenario;
use crate::time::{Flops, NoTime, TimeReport};

/// From the launch to the first step beside reading the weights, s: imports, process group, first allocations and kernels that
/// are chosen by trying. Assumed.
const START_UP: f64 = 60.0;

/// How many times faster or slower than two published runs one process that gathers a checkpoint and writes it alone may be. Both are
/// of one size and one framework: judgement.
const SAVING: f64 = 2.0;

/// What a part of a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RunPart {
    /// Optimizer steps.
    Steps,
    /// Forward passes over the evaluation set.
    Evaluating,
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
    /// Seconds of them in which checkpoints are written.
    pub saving: f64,
    /// Lower end of the 90% interval: steps and the writing of one process may be faster, the rest is taken as it is.
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
        Self::calibrated(scenario, disk, &Speed::default())
    }

    /// The same with what observed rates taught.
    ///
    /// # Errors
    /// Why there is no time.
    pub fn calibrated(
        scenario: &Scenario,
        disk: &DiskReport,
        speed: &Speed,
    ) -> Result<Self, NoTime> {
        let mut time = TimeReport::at_speed(scenario, speed.factor(scenario))?;
        time.spread.factor = speed.narrowed(time.spread.factor, scenario);
        let data = DataReport::of(scenario);
        let steps = sym("n_s", data.steps) * sym("t_step", time.pace.step);
        let around = Around::of(disk);
        let saving = sym("n_ck", crate::num::float(disk.written)) * sym("t_save", save(disk));
        let parts = [
            (RunPart::Steps, steps),
            (RunPart::Evaluating, evaluating(scenario, &data, &time)),
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
        let [low, high] = around.interval(seconds, stepping, time.spread.factor);
        Ok(Self {
            low,
            high,
            saving: around.saving,
            seconds,
            lines,
            gpus: crate::num::float(scenario.cluster.gpus()),
            data,
            time,
        })
    }

    /// GPU-hours: every GPU is held from launch to end.
    pub fn gpu_hours(&self) -> f64 {
        finite(self.seconds * self.gpus / 3600.0)
    }
}

/// Seconds of one checkpoint.
fn save(disk: &DiskReport) -> f64 {
    finite(disk.save.one_process.unwrap_or(disk.save.disk))
}

/// What stands around the steps of a run, whether or not their time is known; no evaluations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Around {
    /// Seconds in all: start, loading, saving.
    pub(crate) seconds: f64,
    /// Of them in which checkpoints are written.
    saving: f64,
    /// Of them in which one process writes alone at a speed that is known badly: nobody entered it.
    alone: f64,
}

impl Around {
    pub(crate) fn of(disk: &DiskReport) -> Self {
        let saving = finite(float(disk.written) * save(disk));
        Self {
            seconds: finite(START_UP + disk.load + saving),
            saving,
            alone: match disk.save.one_process {
                Some(_) if !disk.save.entered => saving,
                _ => 0.0,
            },
        }
    }

    /// The 90% interval of a run of so many seconds, so many of them in steps that are known within a factor. Steps and writing
    /// err apart from each other.
    pub(crate) fn interval(&self, seconds: f64, stepping: f64, factor: f64) -> [f64; 2] {
        let faster = (stepping - stepping / factor).hypot(self.alone - self.alone / SAVING);
        let slower = (stepping * factor - stepping).hypot(self.alone * SAVING - self.alone);
        [seconds - faster, finite(seconds + slower)]
    }
}

/// Evaluations: forward passes over the stated samples, as long as those of the training set and padded alike. A forward pass is
/// taken to get through as many operations a second as a training step does: both are the same products. Generated tokens are
/// not counted; nothing where the size of the set is not stated.
fn evaluating(scenario: &Scenario, data: &DataReport, time: &TimeReport) -> Expr {
    let around = scenario.around;
    let each = data.tokens / larger(data.samples, 1.0);
    let flops = Flops::of(scenario, data.row.attended);
    let rate = time.hardware_flops / larger(time.pace.step, 1e-12);
    sym("n_ev", float(around.evaluations))
        * sym("n_er", float(around.eval_samples))
        * sym("s_r", finite(each))
        * sym("f_fw", flops.products + flops.attention)
        / sym("F_t", finite(rate))
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
    fn one_process_that_writes_alone_widens_the_interval() {
        let run = |save: &str| {
            report(&[
                (Param::Model, "qwen2.5-14b"),
                (Param::Method, "full"),
                (Param::GpusPerNode, "8"),
                (Param::Save, save),
            ])
        };
        let (alone, shares) = (run("gather-host"), run("shard"));
        assert!(alone.saving > 3.0 * shares.saving);
        let wider = |run: &RunReport| run.high - run.seconds;
        assert!(wider(&alone) >= alone.saving * (SAVING - 1.0));
        assert!(wider(&shares) < wider(&alone));
        assert!(alone.low > 0.0 && alone.low < alone.seconds - 0.4 * alone.saving);
    }

    /// What somebody timed is taken as it is, up to the speed of the disk; entering what the two runs had only narrows the interval.
    #[test]
    fn one_process_writes_as_fast_as_it_is_said_to_and_no_faster_than_the_disk() {
        let run = |own: &str, disk: &str| {
            report(&[
                (Param::Model, "qwen2.5-14b"),
                (Param::Method, "full"),
                (Param::GpusPerNode, "8"),
                (Param::Save, "gather-host"),
                (Param::SaveSpeed, own),
                (Param::DiskSpeed, disk),
            ])
        };
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        let (published, same) = (run("", "5"), run("0.14", "5"));
        assert!(near(published.saving, same.saving));
        assert!(same.high < published.high && same.low > published.low);
        assert!(near(same.saving, 10.0 * run("1.4", "5").saving));
        assert!(near(run("1.4", "0.7").saving, run("9", "0.7").saving));
        assert!(near(run("1.4", "0.7").saving, run("0.7", "5").saving));
        assert!(near(run("", "0.07").saving, 2.0 * published.saving));
    }

    /// Without recomputation a full step is three forward passes over its tokens: a third of the steps' time for as many samples.
    #[test]
    fn an_evaluation_is_the_forward_pass_alone() {
        let run = |rows: &str, times: &str| {
            report(&[
                (Param::Method, "full"),
                (Param::Checkpointing, "none"),
                (Param::Samples, "8000"),
                (Param::Epochs, "1"),
                (Param::Evaluation, "yes"),
                (Param::EvalSamples, rows),
                (Param::Evaluations, times),
            ])
        };
        let part = |run: &RunReport, part: RunPart| {
            let line = run.lines.iter().find(|line| line.part == part);
            line.map_or(0.0, |line| line.seconds.value())
        };
        let all = run("8000", "1");
        let steps = part(&all, RunPart::Steps);
        let evaluating = part(&all, RunPart::Evaluating);
        assert!(
            (evaluating / steps * 3.0 - 1.0).abs() < 0.02,
            "{evaluating} {steps}"
        );
        let twice = part(&run("4000", "4"), RunPart::Evaluating);
        assert!((twice / evaluating / 2.0 - 1.0).abs() < 1e-9);
        // Not stated: not counted, and what it was before.
        let unstated = report(&[(Param::Evaluation, "yes")]);
        assert_eq!(part(&unstated, RunPart::Evaluating), 0.0);
        assert_eq!(unstated.seconds, report(&[]).seconds);
    }

    #[test]
    fn twice_the_epochs_are_twice_the_steps_and_not_twice_the_start() {
        let one = report(&[(Param::Epochs, "1")]);
        let two = report(&[(Param::Epochs, "2")]);
        assert!((two.data.steps / one.data.steps - 2.0).abs() < 1e-9);
        assert!(two.seconds < 2.0 * one.seconds && two.seconds > 1.9 * one.seconds - START_UP);
    }
}
