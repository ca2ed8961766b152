//! The callback for a Hugging Face trainer.
use super::launch::{Launch, deepspeed};
use super::{Script, facts_function, line_function};
use crate::scenario::Scenario;

/// The Python, line by line.
pub(super) fn write(script: &mut Script, scenario: &Scenario) {
    script.lines(&[
        "# Add to your script: trainer = Trainer(..., callbacks=[HeadroomProfile()]). Prints one line after 20 steps.",
        "import importlib.metadata, os, time, torch",
        "from transformers import TrainerCallback",
        "cuda = torch.cuda.is_available()",
        "",
    ]);
    line_function(script);
    facts_function(script, true);
    if Launch::of(scenario).deepspeed() {
        script.line(&format!(
            "DEEPSPEED = {}  # TrainingArguments(..., deepspeed=DEEPSPEED)",
            deepspeed(scenario, ["\"auto\"", "\"auto\""])
        ));
        script.line("");
    }
    script.line("class HeadroomProfile(TrainerCallback):");
    script.line(&format!(
        "    def __init__(self, s={}):  # tokens of a sequence, padding included",
        scenario.batch.sequence
    ));
    script.lines(&[
        "        self.s, self.drv, self.times, self.start = s, 0.0, [], None",
        "",
        "    def on_step_begin(self, args, state, control, **kwargs):",
        "        self.start = time.perf_counter()",
        "",
        "    def sample(self):",
        "        free, total = torch.cuda.mem_get_info() if cuda else (0, 0)",
        "        self.drv = max(self.drv, (total - free) / 2**30)",
        "",
        "    def on_substep_end(self, args, state, control, **kwargs):",
        "        self.sample()",
        "",
        "    def on_step_end(self, args, state, control, **kwargs):",
        "        self.sample()",
        "        if cuda:",
        "            torch.cuda.synchronize()",
        "        self.times.append(time.perf_counter() - self.start)",
        "        if len(self.times) != 20:",
        "            return",
        "        found = facts(self.drv)  # every rank takes part",
        "        if state.is_world_process_zero:",
        "            world = int(os.environ.get(\"WORLD_SIZE\", 1))",
        "            n = int(os.environ.get(\"LOCAL_WORLD_SIZE\", world))",
        "            b, ga = args.per_device_train_batch_size, args.gradient_accumulation_steps",
        "            tps = b * self.s * ga * 10 / sum(self.times[-10:])",
        "            print(line(tps=tps, s=self.s, b=b, ga=ga, n=n, nodes=world // n, **found))",
    ]);
}
