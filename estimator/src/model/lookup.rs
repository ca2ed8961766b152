//! Finding a model by its key, its other names or its repository.

use super::catalogue::{Entry, catalogue};
use super::spec::ModelSpec;

/// The model of the catalogue with this key or one of its aliases (`llama-3.1-8b`, `deepseek-r1-distill-llama-8b`).
pub fn find(id: &str) -> Option<ModelSpec> {
    entry(id).map(|entry| entry.spec.clone())
}

/// The row of the catalogue with this key or one of its aliases.
pub fn entry(id: &str) -> Option<&'static Entry> {
    catalogue()
        .find(|entry| entry.spec.id == id)
        .or_else(|| catalogue().find(|entry| entry.aliases.contains(&id)))
}

/// The model behind the name of a repository on the Hugging Face Hub, whoever uploaded it and however it is tuned or quantised
/// (`meta-llama/Meta-Llama-3-8B`, `TheBloke/Mistral-7B-v0.1-GPTQ`). Nothing rather than a guess: a name that has a word
/// beyond the model, its tuning and its format is unknown.
pub fn find_by_repository(name: &str) -> Option<ModelSpec> {
    let wanted = key(name);
    let named = |entry: &&Entry| {
        key(&entry.spec.id) == wanted
            || key(entry.repository) == wanted
            || entry.aliases.iter().any(|alias| key(alias) == wanted)
    };
    catalogue().find(named).map(|entry| entry.spec.clone())
}

/// Words in repository names that say how a model was tuned or stored, not which it is.
const NOISE: [&str; 20] = [
    "meta", "hf", "instruct", "chat", "it", "pt", "base", "sft", "dpo", "unsloth", "bnb", "4bit",
    "8bit", "gptq", "awq", "gguf", "int4", "int8", "fp8", "bf16",
];

/// What names a model: lower case, without organisation and noise, words joined by dashes.
pub(super) fn key(name: &str) -> String {
    let name = name.trim().rsplit('/').next().unwrap_or_default();
    let name = name
        .split([' ', '('])
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let words: Vec<&str> = name
        .split(['-', '_', '.'])
        .filter(|word| !word.is_empty() && !NOISE.contains(word))
        .collect();
    words.join("-")
}
