//! What a text gives: options with their values, whatever it is written in.
use super::trouble::{Syntax, Trouble};

/// Bytes of a text at most; launch files have a few thousand.
pub(super) const MOST_BYTES: usize = 256 * 1024;
/// Options of a text at most.
const MOST_OPTIONS: usize = 2048;

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path, steps joined by dots: `zero_optimization.stage`, `datasets.0.path`, `lora_r`; `$NAME` for a variable of the shell.
    pub key: String,
    /// Its value; items of a list joined by commas.
    pub value: String,
    /// The line it stands on, from 1.
    pub line: usize,
}

/// What kind of text it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// YAML, or JSON, which is part of it.
    Tree,
    /// A command line, or a shell script.
    Shell,
    /// Python calls, as written or printed.
    Calls,
}

/// Options in the order of the text.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) shape: Shape,
    pub(super) options: Vec<Entry>,
    /// What a command names beside options: programs, scripts, files.
    pub(super) words: Vec<String>,
}

impl Given {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            shape,
            options: Vec::new(),
            words: Vec::new(),
        }
    }

    /// The value of an option; of several the last, as parsers have it.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        self.options.iter().rposition(|option| option.key == key)
    }

    /// Notes an option, unless it is null, which says nothing.
    pub(super) fn push(&mut self, key: &str, value: String, line: usize) -> Result<(), Trouble> {
        let nothing = ["", "null", "~", "None"].contains(&value.as_str());
        if !nothing {
            if self.options.len() >= MOST_OPTIONS {
                return Err(Trouble::TooLong);
            }
            self.options.push(Entry {
                key: key.to_owned(),
                value,
                line,
            });
        }
        Ok(())
    }
}

/// Options that launch files have, whatever the framework, and model configurations and data sets have not.
const SIGNS: &str = " model_name_or_path base_model per_device_train_batch_size train_micro_batch_size_per_gpu micro_batch_size \
    gradient_accumulation_steps global_batch_size learning_rate num_train_epochs output_dir lr bf16 fp16 deepspeed \
    zero_optimization.stage distributed_type num_processes nproc_per_node nnodes lora_r lora_rank lora_alpha finetuning_type adapter \
    train_type tuner_type max_seq_length max_length cutoff_len sequence_len tensor_model_parallel_size pipeline_model_parallel_size \
    seq_length trainer.devices trainer.num_nodes model.tensor_model_parallel_size model.micro_batch_size data.micro_batch_size \
    model._component_ checkpointer._component_ gradient_checkpointing optim packing mixed_precision fsdp_config.fsdp_offload_params \
    model.global_batch_size ";

/// Whether a text looks like a launch file, so that a box for something else can say where it goes. It needs no table of options.
pub fn looks(text: &str) -> bool {
    let signs = |given: Given| {
        let mut signs = SIGNS.split(' ').filter(|sign| !sign.is_empty());
        let mut found = || signs.any(|sign| given.find(sign).is_some());
        found() && found()
    };
    read(text).is_ok_and(signs)
}

/// Reads a text in whatever it is written.
pub(super) fn read(text: &str) -> Result<Given, Trouble> {
    if text.len() > MOST_BYTES {
        return Err(Trouble::TooLong);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some((at, _)) = text.char_indices().find(|(_, c)| hidden(*c)) {
        return Err(Trouble::at(text, at, Syntax::Character));
    }
    let start = text.trim_start();
    if start.is_empty() {
        return Err(Trouble::Empty);
    }
    if start.starts_with(['{', '[']) {
        return super::tree::read(text);
    }
    if super::calls::looks(text) {
        return super::calls::read(text);
    }
    if super::shell::looks(text) {
        return super::shell::read(text);
    }
    super::tree::read(text)
}

/// Characters that no launch file needs and that can make a text look like another: controls, and those that turn direction.
fn hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::looks;

    #[test]
    fn launch_files_look_like_what_they_are() {
        for text in [
            "accelerate launch --num_processes 8 train.py --bf16 true",
            "base_model: google/gemma-2-9b\nadapter: qlora\n",
            "{\"zero_optimization\": {\"stage\": 3}, \"gradient_accumulation_steps\": 4}",
            "args = TrainingArguments(bf16=True, output_dir=\"x\")",
            "trainer:\n  devices: 8\n  num_nodes: 2\n",
        ] {
            assert!(looks(text), "{text}");
        }
    }

    #[test]
    fn models_and_data_sets_do_not() {
        for text in [
            "",
            "{\"model_type\": \"llama\", \"hidden_size\": 4096, \"num_hidden_layers\": 32, \"vocab_size\": 32000}",
            "{\"text\": \"How do I set --learning_rate 2e-4 --bf16 true?\"}\n{\"text\": \"Like this.\"}\n",
            "prompt,completion\nWhat does --bf16 do?,It rounds.\n",
            "[{\"instruction\": \"Say learning_rate: 1e-4\", \"output\": \"learning_rate: 1e-4\"}]",
            "One line of text.\nAnother line of text: with a colon.\n",
        ] {
            assert!(!looks(text), "{text}");
        }
    }
}
