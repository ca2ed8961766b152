//! The script that runs by itself.
use super::build::{class, half, method, model};
use super::launch::{Launch, before, command, divide, needs_bitsandbytes};
use super::model::shape;
use super::other::deviations;
use super::{Script, boolean, facts_function, line_function, stands_alone};
use crate::scenario::{Quant, Scenario};

/// The Python, line by line.
pub(super) fn write(script: &mut Script, scenario: &Scenario, random_weights: bool) {
    // GPTQ weights are made by a calibration of their own: only published ones can be loaded.
    let random = random_weights && !scenario.quant.is_some_and(Quant::gptq);
    let shape = shape(&scenario.model, scenario.batch.sequence);
    head(script, scenario, random);
    line_function(script);
    facts_function(script, several(scenario));
    setting(script, scenario);
    before(script, scenario);
    model(script, scenario, &shape, random);
    method(script, scenario, &shape, random);
    divide(script, scenario, random);
    steps(script, scenario);
}

/// Whether processes talk to one another.
fn several(scenario: &Scenario) -> bool {
    scenario.cluster.gpus() > 1 || Launch::of(scenario).deepspeed()
}

fn head(script: &mut Script, scenario: &Scenario, random: bool) {
    script.line(&format!(
        "# Twenty steps of {}; run: {}",
        scenario.model.name,
        command(scenario)
    ));
    if !stands_alone(scenario) {
        script.line("# Not the launch of the scenario, and says so in its line: for that one add the callback to your own script.");
    }
    script.line("import importlib.metadata, os, time, torch");
    if Launch::of(scenario).deepspeed() {
        script.line("import deepspeed");
    }
    let class = class(scenario);
    let config = if random { "AutoConfig, " } else { "" };
    script.line(&format!("from transformers import {config}{class}"));
    if needs_bitsandbytes(scenario) {
        script.line("import bitsandbytes as bnb");
    }
    script.line("cuda = torch.cuda.is_available()");
}

fn setting(script: &mut Script, scenario: &Scenario) {
    let batch = scenario.batch;
    script.line(&format!(
        "s, b, ga = {}, {}, {}",
        batch.sequence, batch.micro, batch.accumulation
    ));
    if several(scenario) {
        script.lines(&[
            "rank, local, world, n = (int(os.environ[k]) for k in (\"RANK\", \"LOCAL_RANK\", \"WORLD_SIZE\", \"LOCAL_WORLD_SIZE\"))",
            "device = torch.device(\"cuda\", local) if cuda else torch.device(\"cpu\")",
        ]);
    } else {
        script.line("device = torch.device(\"cuda\" if cuda else \"cpu\")");
    }
}

fn steps(script: &mut Script, scenario: &Scenario) {
    let deepspeed = Launch::of(scenario).deepspeed();
    script.line(&format!(
        "ids = torch.randint(0, {}, (b, s), device=device)",
        scenario.model.vocab
    ));
    let labels = if scenario.model.is_encoder() {
        "labels=ids[:, 0] % 2"
    } else {
        "labels=ids, use_cache=False"
    };
    script.lines(&[
        "drv, times = 0.0, []",
        "for step in range(20):",
        "    start = time.perf_counter()",
        "    for _ in range(ga):",
    ]);
    if deepspeed {
        script.line(&format!(
            "        loss = model(input_ids=ids, {labels}).loss"
        ));
        script.line("        model.backward(loss)");
        script.line("        model.step()  # steps after the last of them");
    } else {
        script.line(&format!(
            "        with torch.autocast(device.type, {}, enabled={}):",
            half(scenario),
            boolean(scenario.precision.mixed())
        ));
        script.line(&format!(
            "            loss = model(input_ids=ids, {labels}).loss / ga"
        ));
        script.lines(&[
            "        loss.backward()",
            "    optimizer.step()",
            "    optimizer.zero_grad(set_to_none=True)",
        ]);
    }
    script.lines(&[
        "    free, total = torch.cuda.mem_get_info() if cuda else (0, 0)",
        "    drv = max(drv, (total - free) / 2**30)",
        "    loss.item()  # waits for the GPU",
        "    times.append(time.perf_counter() - start)",
    ]);
    let other = deviations(scenario).join(", ");
    script.line(&format!(
        "found, other = facts(drv), {{{other}}}  # every rank takes part"
    ));
    let (rank, ranks) = if several(scenario) {
        ("if rank == 0: ", "n=n, nodes=world // n")
    } else {
        ("", "n=1, nodes=1")
    };
    script.line(&format!(
        "{rank}print(line(tps=b * s * ga * 10 / sum(times[-10:]), s=s, b=b, ga=ga, {ranks}, **other, **found))"
    ));
}
