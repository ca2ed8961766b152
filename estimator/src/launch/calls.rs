//! Python: calls of `…Arguments(…)` and `…Config(…)`, as a script has them or as a log prints them.
use super::given::{Given, Shape};
use super::tree::Reader;
use super::trouble::Trouble;

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
    let mut last = 0;
    while let Some(open) = next(text, last) {
        let before = text.get(last..open).unwrap_or_default();
        let name = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = name.into_iter().next().unwrap_or_default();
        let trainer =
            name.ends_with("Arguments") || matches!(name, "SFTConfig" | "GRPOConfig" | "DPOConfig");
        reader.at = open;
        reader.flow(if trainer { "" } else { name }, 0)?;
        last = reader.at;
    }
    let mut given = reader.given;
    for option in &mut given.options {
        option.value = plain(&option.value);
    }
    Ok(given)
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
