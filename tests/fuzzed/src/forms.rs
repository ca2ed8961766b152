//! Launch files of each family by number: a few of its options in its form, or a part of a published file, changed now and then.
use crate::Pool;
use crate::make::{mutate, part};
use crate::support::{HOSTILE, Rng};

/// A value for an option: one that its row spells, a number, a name.
fn value(rng: &mut Rng, values: &[String], out: &mut String) {
    let spelled = (!values.is_empty() && !rng.one_in(6)).then(|| rng.pick(values));
    match spelled {
        Some(value) if !value.starts_with('#') => out.push_str(value),
        Some(model) if model == "#model" => out.push_str(rng.text(&[
            "meta-llama/Llama-3.1-8B",
            "Qwen/Qwen2.5-7B-Instruct",
            "google/gemma-2-9b",
            "/models/own",
        ])),
        Some(list) if list.len() > 1 => {
            out.push_str(rng.text(&["q_proj,v_proj", "[q_proj, k_proj]", "all", "8", "0,1,2,3"]));
        }
        _ if rng.one_in(4) => out.push_str(rng.text(HOSTILE)),
        _ => out.push_str(rng.text(&[
            "1", "2", "4", "8", "16", "512", "4096", "0", "0.05", "true", "auto",
        ])),
    }
}

/// Some of the options, in the order of their names so that those of one parent stand together.
fn some(rng: &mut Rng, pool: &Pool) -> Vec<(&'static str, String)> {
    let mut options: Vec<(&str, String)> = (0..=rng.below(8))
        .map(|_| {
            let (name, values) = rng.pick(&pool.options);
            let mut text = String::new();
            value(rng, values, &mut text);
            (*name, text)
        })
        .collect();
    options.sort();
    if !rng.one_in(16) {
        options.dedup_by_key(|(name, _)| *name);
    }
    options
}

/// A tree, each option below its parents: YAML, or JSON where `braces` is set.
fn tree(rng: &mut Rng, pool: &Pool, braces: bool, out: &mut String) {
    let mut open: Vec<&str> = Vec::new();
    let mut first = true;
    for (name, value) in some(rng, pool) {
        let mut steps: Vec<&str> = name.split('.').collect();
        let leaf = steps.pop().unwrap_or(name);
        let same = open.iter().zip(&steps).take_while(|(a, b)| a == b).count();
        if braces {
            out.extend(open.drain(same..).map(|_| '}'));
        } else {
            open.truncate(same);
        }
        first &= open.is_empty();
        if braces && !first && !out.ends_with('{') {
            out.push(',');
        }
        first = false;
        for step in &steps[same..] {
            indent(braces, open.len(), out);
            key(step, braces, out);
            out.push_str(if braces { "{" } else { "\n" });
            open.push(step);
        }
        indent(braces, open.len(), out);
        key(leaf, braces, out);
        let bare =
            !braces || value.parse::<f64>().is_ok() || ["true", "false", "null"].contains(&&*value);
        let mark = if bare { "" } else { "\"" };
        out.extend([mark, &value, mark]);
        if !braces {
            out.push('\n');
        }
    }
    if braces {
        out.extend(open.iter().map(|_| '}'));
    }
}

fn indent(braces: bool, steps: usize, out: &mut String) {
    if !braces {
        out.extend(std::iter::repeat_n("  ", steps));
    }
}

fn key(name: &str, braces: bool, out: &mut String) {
    let mark = if braces { "\"" } else { "" };
    out.extend([mark, name, mark, ": "]);
}

/// Options of a command.
fn shell(rng: &mut Rng, pool: &Pool, out: &mut String) {
    for (name, value) in some(rng, pool) {
        match name.strip_prefix('$') {
            Some(variable) => out.insert_str(0, &format!("{variable}={value} ")),
            None => out.extend([" --", name, rng.text(&[" ", " ", "="]), &value]),
        }
        if rng.one_in(8) {
            out.push_str(rng.text(&[" \\\n", "  # why\n", " \"${args[@]}\""]));
        }
    }
}

/// A part of a published file, or what `made` writes; sometimes changed.
fn either(
    rng: &mut Rng,
    pool: &Pool,
    out: &mut String,
    sign: &str,
    made: impl FnOnce(&mut Rng, &mut String),
) {
    if rng.one_in(4) {
        if rng.one_in(2) {
            out.push_str(sign);
        }
        part(rng, pool, 300, out);
    } else {
        if !sign.is_empty() && !rng.one_in(8) {
            out.push_str(sign);
        }
        made(rng, out);
    }
    if rng.one_in(4) {
        mutate(rng, pool, out);
    }
}

fn yaml(rng: &mut Rng, pool: &Pool, out: &mut String, sign: &str) {
    either(rng, pool, out, sign, |rng, out| tree(rng, pool, false, out));
}

/// DeepSpeed's JSON.
pub(crate) fn deepspeed(rng: &mut Rng, pool: &Pool, out: &mut String) {
    either(rng, pool, out, "", |rng, out| {
        out.push('{');
        tree(rng, pool, true, out);
        out.push_str(rng.text(&["", ", \"train_micro_batch_size_per_gpu\": 2"]));
        out.push('}');
    });
}

/// accelerate's YAML.
pub(crate) fn accelerate(rng: &mut Rng, pool: &Pool, out: &mut String) {
    yaml(rng, pool, out, "compute_environment: LOCAL_MACHINE\n");
}

/// LLaMA-Factory's YAML.
pub(crate) fn llamafactory(rng: &mut Rng, pool: &Pool, out: &mut String) {
    yaml(rng, pool, out, "stage: sft\n");
}

/// Axolotl's YAML.
pub(crate) fn axolotl(rng: &mut Rng, pool: &Pool, out: &mut String) {
    yaml(rng, pool, out, "sequence_len: 2048\n");
}

/// torchtune's YAML.
pub(crate) fn torchtune(rng: &mut Rng, pool: &Pool, out: &mut String) {
    yaml(rng, pool, out, "enable_activation_checkpointing: true\n");
}

/// NeMo's YAML, or its overrides.
pub(crate) fn nemo(rng: &mut Rng, pool: &Pool, out: &mut String) {
    if rng.one_in(4) {
        out.push_str("python megatron_gpt_finetuning.py");
        for (name, value) in some(rng, pool) {
            out.extend([" ", name, "=", &value]);
        }
        return;
    }
    yaml(rng, pool, out, "");
}

fn command_of(rng: &mut Rng, pool: &Pool, out: &mut String, program: &str) {
    either(rng, pool, out, program, |rng, out| shell(rng, pool, out));
}

/// ms-swift's command.
pub(crate) fn swift(rng: &mut Rng, pool: &Pool, out: &mut String) {
    command_of(rng, pool, out, "swift sft");
}

/// Megatron-LM's command.
pub(crate) fn megatron(rng: &mut Rng, pool: &Pool, out: &mut String) {
    command_of(rng, pool, out, "torchrun pretrain_gpt.py");
}

/// A command of a launcher around a script.
pub(crate) fn command(rng: &mut Rng, pool: &Pool, out: &mut String) {
    let launcher = rng.text(&[
        "accelerate launch train.py",
        "torchrun --nproc_per_node 8 sft.py",
        "deepspeed --num_gpus 4 run.py",
        "CUDA_VISIBLE_DEVICES=0,1 python sft.py",
        "srun -N 2",
    ]);
    command_of(rng, pool, out, launcher);
}

/// Python calls with these options as arguments.
fn calls(rng: &mut Rng, pool: &Pool, out: &mut String, name: &str) {
    out.extend([name, "("]);
    for (name, value) in some(rng, pool) {
        let name = name.rsplit('.').next().unwrap_or(name);
        let quoted = !value.parse::<f64>().is_ok_and(f64::is_finite)
            && !["true", "false"].contains(&&*value);
        let value = match &*value {
            "true" => "True",
            "false" => "False",
            same => same,
        };
        let mark = if quoted { "'" } else { "" };
        out.extend([name, "=", mark, value, mark, rng.text(&[", ", ",\n"])]);
    }
    out.push(')');
}

/// TRL: a script's call, a command, or YAML.
pub(crate) fn trl(rng: &mut Rng, pool: &Pool, out: &mut String) {
    match rng.below(3) {
        0 => either(rng, pool, out, "", |rng, out| {
            calls(rng, pool, out, "SFTConfig");
        }),
        1 => command_of(rng, pool, out, "trl sft"),
        _ => yaml(rng, pool, out, "max_length: 1024\n"),
    }
}

/// Arguments of the Trainer as a script has them or a run prints them.
pub(crate) fn trainer(rng: &mut Rng, pool: &Pool, out: &mut String) {
    either(rng, pool, out, "", |rng, out| {
        calls(rng, pool, out, "TrainingArguments");
    });
}
