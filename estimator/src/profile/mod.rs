//! A short run to copy: twenty steps of a scenario in Python, which print the line that [`crate::calibration::line`] reads.
//!
//! The plain loop builds model, method, optimizer and loss as the scenario says, divides it with DDP, FSDP 2 or DeepSpeed, and feeds it
//! random tokens of the full length; what it does otherwise (another loss kernel, no tensor parallelism) it prints as a setting, so
//! that the run is never taken for another one. The callback measures a training script that exists already. Peaks are those of the
//! rank with the most.
mod build;
mod callback;
mod launch;
mod model;
mod other;
mod plain;

use crate::scenario::{Offload, Scenario};
use launch::Launch;

/// What kind of Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A script that runs by itself, on one GPU or under torchrun.
    PlainLoop,
    /// A callback for a script that uses a Hugging Face trainer.
    TrainerCallback,
}

/// Lines of Python at most.
pub const MAX_LINES: usize = 60;

/// The Python. With `random_weights` the model is built from its shape and nothing is downloaded.
pub fn snippet(scenario: &Scenario, style: Style, random_weights: bool) -> String {
    let mut script = Script::default();
    match style {
        Style::PlainLoop => plain::write(&mut script, scenario, random_weights),
        Style::TrainerCallback => callback::write(&mut script, scenario),
    }
    script.0
}

/// Whether the plain loop launches this scenario as it stands. It knows replicas, FSDP 2 and DeepSpeed with what they offload, and no
/// other parallelism: for the rest the callback measures the real launch.
pub fn stands_alone(scenario: &Scenario) -> bool {
    let layout = scenario.layout;
    let launch = Launch::of(scenario);
    let split = layout.tensor * layout.pipeline * layout.context * layout.expert > 1;
    let divides = launch.sharding == scenario.sharding && launch.offload == scenario.offload;
    !split && (divides || scenario.cluster.gpus() == 1 && scenario.offload == Offload::None)
}

/// The command that starts the plain loop, saved as `headroom_run.py`.
pub fn command(scenario: &Scenario) -> String {
    launch::command(scenario)
}

/// Python that is being written.
#[derive(Default)]
struct Script(String);

impl Script {
    #[inline(never)]
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            self.line(line);
        }
    }
}

/// The function that writes the line: numbers to three digits, what is unknown left out.
fn line_function(script: &mut Script) {
    script.lines(&[
        "def line(**found):",
        "    show = lambda v: f\"{v:.3f}\" if isinstance(v, float) else f'\"{v}\"' if \" \" in str(v) else v",
        "    return \"headroom v=1 \" + \" \".join(f\"{k}={show(v)}\" for k, v in found.items() if v is not None)",
        "",
    ]);
}

/// Peaks so far in GiB, without CUDA none, and versions of what is installed. With several processes every one has to call it: the
/// rank with the most counts.
fn facts_function(script: &mut Script, several: bool) {
    script.lines(&[
        "def facts(drv):",
        "    alloc, res = torch.cuda.max_memory_allocated() / 2**30, torch.cuda.max_memory_reserved() / 2**30",
    ]);
    if several {
        script.lines(&[
            "    if torch.distributed.is_initialized():  # the rank with the most counts",
            "        every = [None] * torch.distributed.get_world_size()",
            "        torch.distributed.all_gather_object(every, (alloc, res, drv))",
            "        alloc, res, drv = map(max, zip(*every))",
        ]);
    }
    script.lines(&[
        "    peaks = dict(alloc=alloc, res=res, drv=drv, gpu=torch.cuda.get_device_name()) if cuda else {}",
        "    names = {\"torch\": \"torch\", \"transformers\": \"transformers\", \"peft\": \"peft\", \"bnb\": \"bitsandbytes\", \"liger\": \"liger-kernel\"}",
        "    known = {found.metadata[\"Name\"]: found.version for found in importlib.metadata.distributions()}",
        "    return {**peaks, **{key: known.get(name) for key, name in names.items()}}",
        "",
    ]);
}

/// `True` or `False`.
const fn boolean(on: bool) -> &'static str {
    if on { "True" } else { "False" }
}
