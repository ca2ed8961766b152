//! Python: calls of `…Arguments(…)` and `…Config(…)`, as a script has them or as a log prints them.
use super::given::{Given, Shape};
use super::tree::Reader;
use super::trouble::Trouble;

/// Names that a script gives to words and numbers, at most.
const MOST_NAMES: usize = 256;

/// What the names of such calls end with.
const ENDS: [&str; 3] = ["Arguments(", "Config(", "from_pretrained("];

/// Whether a text has such a call.
pub(super) fn looks(text: &str) -> bool {
    ENDS.iter().any(|end| text.contains(end)) && text.contains('=')
}

/// Reads a text. Arguments of a `LoraConfig` and the like are behind its name, those of the trainer stand alone.
pub(super) fn read(text: &str) -> Result<Given, Trouble> {
    let mut reader = Reader::new(text, Shape::Calls);
    reader.between = b'=';
    let named = names(text);
    let mut last = 0;
    while let Some(open) = next(text, last) {
        let before = text.get(last..open).unwrap_or_default();
        let name = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = name.into_iter().next().unwrap_or_default();
        let trainer =
            name.ends_with("Arguments") || matches!(name, "SFTConfig" | "GRPOConfig" | "DPOConfig");
        reader.at = open;
        reader.given.words.push(name.to_owned());
        let line = reader.line();
        reader.flow(if trainer { "" } else { name }, 0)?;
        last = reader.at;
        let class = before.strip_suffix(".from_pretrained").unwrap_or_default();
        let class = class.rsplit(|c: char| !c.is_ascii_alphanumeric()).next();
        if class.is_some_and(|class| class.contains("Model"))
            && let Some(first) = first(text.get(open + 1..).unwrap_or_default())
        {
            let key = "from_pretrained.pretrained_model_name_or_path";
            reader.given.push(key, first.to_owned(), line)?;
        }
    }
    let mut given = reader.given;
    for option in &mut given.options {
        let known = named.iter().rev().find(|(name, _)| *name == option.value);
        option.value = plain(known.map_or(&option.value, |(_, value)| value));
    }
    Ok(given)
}

/// The first argument of a call, a word in quotes or a name; none where it is given by its own name.
fn first(arguments: &str) -> Option<&str> {
    let arguments = arguments.trim_start();
    if let Some(quote @ ('"' | '\'')) = arguments.chars().next() {
        return arguments.get(1..)?.split(quote).next();
    }
    let end = arguments.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, after) = arguments.split_at(end);
    let alone = after.trim_start().starts_with([',', ')']);
    Some(name).filter(|name| alone && !name.is_empty())
}

/// Names to which a line gives a word in quotes or a number: `model_id = "google/gemma-3-12b-it"`.
fn names(text: &str) -> Vec<(&str, &str)> {
    let name = |line| {
        let (name, value): (&str, &str) = str::split_once(line, '=')?;
        let (name, value) = (name.trim(), value.trim());
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return None;
        }
        let value = match value.chars().next()? {
            quote @ ('"' | '\'') => {
                let (inside, after) = value.get(1..)?.split_once(quote)?;
                Some(inside).filter(|_| after.is_empty() || after.trim_start().starts_with('#'))
            }
            _ => value
                .split('#')
                .next()
                .map(str::trim)
                .filter(|value| crate::num::decimal(value).is_some()),
        };
        Some((name, value?))
    };
    text.lines().filter_map(name).take(MOST_NAMES).collect()
}

/// The next bracket of such a call.
fn next(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let found = ENDS
        .iter()
        .filter_map(|end| rest.find(end).map(|at| from + at + end.len() - 1));
    found.min()
}

/// A value as a configuration would have it: `<IntervalStrategy.NO: 'no'>` and `IntervalStrategy.NO` are `no`, `torch.bfloat16` is
/// `bfloat16`.
fn plain(value: &str) -> String {
    if let Some(inside) = value.strip_prefix('<') {
        let quoted = inside.split('\'').nth(1);
        return quoted.unwrap_or(inside).to_owned();
    }
    match value.split_once('.') {
        Some(("torch", name)) => name.to_owned(),
        Some((class, name))
            if class.starts_with(|c: char| c.is_ascii_uppercase())
                && !name.contains(['/', '.']) =>
        {
            let member = name
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
            if member {
                name.to_ascii_lowercase()
            } else {
                value.to_owned()
            }
        }
        _ => value.to_owned(),
    }
}
