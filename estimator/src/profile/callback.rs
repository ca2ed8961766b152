//! The callback for a Hugging Face trainer.
use super::{Script, facts_function, line_function};
use crate::scenario::Scenario;

/// The Python, line by line.
pub(super) fn write(script: &mut Script, scenario: &Scenario) {
    script.lines(&[
        "# Add to your script: trainer = Trainer(..., callbacks=[HeadroomProfile()]). Prints one line after 20 steps.",
        "import os, time, torch",
        "from importlib import metadata",
        "from transformers import TrainerCallback",
        "cuda = torch.cuda.is_available()",
        "",
    ]);
    line_function(script);
    facts_function(script);
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
        "        if len(self.times) == 20 and state.is_world_process_zero:",
        "            world = int(os.environ.get(\"WORLD_SIZE\", 1))",
        "            n = int(os.environ.get(\"LOCAL_WORLD_SIZE\", world))",
        "            b, ga = args.per_device_train_batch_size, args.gradient_accumulation_steps",
        "            tps = b * self.s * ga * 10 / sum(self.times[-10:])",
        "            print(line(tps=tps, s=self.s, b=b, ga=ga, n=n, nodes=world // n, **facts(self.drv)))",
    ]);
}
