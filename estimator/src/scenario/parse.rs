//! Text to values: one function a kind of input.
use super::issue::IssueKind;
use super::known::Value;
use super::params::{Kind, Param, Unit};
use crate::num::{decimal, shortest};
use crate::{hardware, model};
use std::borrow::Cow;

/// The value that `text` stands for, or what is wrong with it. `text` is not empty.
pub(super) fn value(param: Param, text: &str) -> Result<Value, IssueKind> {
    match param.info().kind {
        Kind::Model => model_key(text),
        Kind::Gpu => gpu_key(text),
        Kind::Family => family_key(text),
        Kind::Choice(keys) => choice(keys, text),
        Kind::List(keys) => list(keys, text),
        Kind::Integer { min, max } => integer(text, min, max, param.info().unit == Unit::Tokens),
        Kind::Real { min, max, decimals } => real(text, min, max, decimals),
    }
}

/// The text that links and fields hold for a value: `value(param, &text(v)) == v`.
pub fn text(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => shortest(*number),
        Value::Key(key) => key.to_string(),
        Value::Keys(keys) => keys.join("_"),
        Value::Empty => String::new(),
    }
}

fn model_key(text: &str) -> Result<Value, IssueKind> {
    let key = text.to_ascii_lowercase();
    if key == "custom" {
        return Ok(Value::Key(Cow::Borrowed("custom")));
    }
    model::entry(&key)
        .map(|entry| entry.spec.id.clone())
        .or_else(|| model::find_by_repository(text).map(|spec| spec.id))
        .map(Value::Key)
        .ok_or(IssueKind::UnknownChoice { nearest: None })
}

/// The link key of an implementation: its `model_type`, since `_` joins lists there.
pub fn family_text(family: model::Family) -> String {
    family.model_type().replace('_', "-")
}

/// The implementation with that link key.
pub fn family_of(key: &str) -> Option<model::Family> {
    model::Family::ALL
        .iter()
        .copied()
        .find(|family| family_text(*family) == key)
}

fn family_key(text: &str) -> Result<Value, IssueKind> {
    let key = text.to_ascii_lowercase().replace('_', "-");
    family_of(&key)
        .map(|_| Value::Key(Cow::Owned(key)))
        .ok_or(IssueKind::UnknownChoice { nearest: None })
}

fn gpu_key(text: &str) -> Result<Value, IssueKind> {
    let key = text.to_ascii_lowercase();
    if key == "custom" {
        return Ok(Value::Key(Cow::Borrowed("custom")));
    }
    hardware::find(&key)
        .map(|gpu| Value::Key(gpu.id.clone()))
        .or_else(|| hardware::resolve_alias(text).map(|found| Value::Key(found.gpu.id.clone())))
        .ok_or(IssueKind::UnknownChoice { nearest: None })
}

fn choice(keys: &'static [&'static str], text: &str) -> Result<Value, IssueKind> {
    keys.iter()
        .find(|key| key.eq_ignore_ascii_case(text))
        .map(|key| Value::Key(Cow::Borrowed(key)))
        .ok_or_else(|| IssueKind::UnknownChoice {
            nearest: nearest(keys, &text.to_ascii_lowercase()),
        })
}

fn list(keys: &'static [&'static str], text: &str) -> Result<Value, IssueKind> {
    let lower = text.to_ascii_lowercase();
    let named: Vec<&str> = lower
        .split(['_', ',', ' '])
        .filter(|part| !part.is_empty())
        .collect();
    if named.is_empty() {
        return Err(IssueKind::BadList);
    }
    for (i, name) in named.iter().enumerate() {
        if !keys.contains(name) {
            return Err(IssueKind::UnknownChoice {
                nearest: nearest(keys, name),
            });
        }
        if named.iter().skip(i + 1).any(|other| other == name) {
            return Err(IssueKind::BadList);
        }
    }
    Ok(Value::Keys(
        keys.iter()
            .copied()
            .filter(|key| named.contains(key))
            .collect(),
    ))
}

/// A number as people write it: `8,192`, `8 192`, `1_000`; grouping signs are dropped. A comma or space that does not group three
/// digits stays, so that `1,5` and `1 5` are no numbers rather than fifteen. `4 k` is `4k`.
pub(crate) fn plain(text: &str) -> String {
    let groups = |c: char| c == ',' || spaces(c);
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(groups) {
        let (part, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        joined.push_str(part);
        let sign = from.chars().next().unwrap_or(',');
        rest = from.strip_prefix(sign).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let grouping = digits == 3 && joined.ends_with(|c: char| c.is_ascii_digit());
        let before_unit = spaces(sign) && matches!(rest, "k" | "K");
        if !(grouping || before_unit) {
            joined.push(sign);
        }
    }
    joined.push_str(rest);
    joined.retain(|c| c != '_');
    joined
}

/// Spaces that people and typesetters group digits with: plain, no-break, figure, thin, narrow no-break.
const fn spaces(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}')
}

fn integer(text: &str, min: u64, max: u64, thousands: bool) -> Result<Value, IssueKind> {
    let text = plain(text);
    let out_of_range = || IssueKind::OutOfRange {
        min: crate::num::float(min),
        max: crate::num::float(max),
    };
    // "4k" tokens are 4 × 1024, as context lengths are named.
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(digits) if thousands => (digits, 1024),
        _ => (text.as_str(), 1),
    };
    if let Ok(number) = digits.parse::<u64>() {
        let number = number.saturating_mul(factor);
        return if (min..=max).contains(&number) {
            Ok(Value::Integer(number))
        } else {
            Err(out_of_range())
        };
    }
    let number = decimal(digits).ok_or(IssueKind::NotANumber)? * crate::num::float(factor);
    if number < crate::num::float(min) || number > crate::num::float(max) {
        return Err(out_of_range());
    }
    // Within the bounds, so the conversion is exact or rounds to a neighbour that is shown to the person.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "bounds were checked just above"
    )]
    let below = number.floor() as u64;
    if (number - number.floor()).abs() < 1e-9 {
        Ok(Value::Integer(below))
    } else {
        Err(IssueKind::NotWhole {
            below: below.max(min),
            above: (below + 1).min(max),
        })
    }
}

/// A decimal number between `min` and `max`, quantised to so many `decimals`.
pub(crate) fn real(text: &str, min: f64, max: f64, decimals: usize) -> Result<Value, IssueKind> {
    let number = decimal(&plain(text)).ok_or(IssueKind::NotANumber)?;
    if number < min || number > max {
        return Err(IssueKind::OutOfRange { min, max });
    }
    // Quantised, so that a link decodes to exactly what it was encoded from. Rounding may not leave the bounds.
    let unit = (0..decimals).fold(1.0, |unit, _| unit * 10.0);
    let rounded = (number * unit).round() / unit;
    Ok(Value::Real(if rounded < min || rounded > max {
        number
    } else {
        rounded + 0.0
    }))
}

/// The key with the smallest edit distance, if it is close enough to be a slip.
pub fn nearest(keys: &[&'static str], text: &str) -> Option<&'static str> {
    let text: Vec<char> = text.chars().take(32).collect();
    let mut row = Vec::with_capacity(text.len());
    let mut best: Option<(usize, &str)> = None;
    for key in keys {
        // It takes at least as many edits as there are characters more or less.
        let hopeless = best.is_some_and(|(least, _)| key.len().abs_diff(text.len()) > least);
        if hopeless && key.is_ascii() {
            continue;
        }
        let found = (distance(key, &text, &mut row), *key);
        best = Some(best.map_or(found, |best| best.min(found)));
    }
    best.filter(|(distance, key)| *distance <= 1 + key.len() / 3)
        .map(|(_, key)| key)
}

/// Levenshtein distance; `row` is room to work in, the same for a whole search.
fn distance(a: &str, b: &[char], row: &mut Vec<usize>) -> usize {
    row.clear();
    row.extend(1..=b.len());
    let mut last = b.len();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        last = i + 1;
        for (above, to) in row.iter_mut().zip(b) {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = *above;
            last = (diagonal + 1).min(last + 1).min(replaced);
            *above = last;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted by hand; the last pair is as far apart as both are long.
    #[test]
    fn slips_are_counted_as_edits() {
        let edits = |a: &str, b: &str| distance(a, &b.chars().collect::<Vec<_>>(), &mut Vec::new());
        for (a, b, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("seq", "seq", 0),
            ("kitten", "sitting", 3),
            ("flaw", "lawn", 2),
            ("method", "metod", 1),
            ("ab", "ba", 2),
            ("中文", "中", 1),
            ("abc", "xyz", 3),
        ] {
            assert_eq!(edits(a, b), expected, "{a} {b}");
        }
        // Of two that are as near, the first in the alphabet; what is too far is no slip.
        assert_eq!(nearest(&["rank", "bank"], "sank"), Some("bank"));
        assert_eq!(nearest(&["lora", "qlora", "full"], "qlroa"), Some("qlora"));
        assert_eq!(nearest(&["lora", "qlora", "full"], "optimizer"), None);
        assert_eq!(
            nearest(&["lora", "a-much-longer-name"], "lor"),
            Some("lora")
        );
        assert_eq!(nearest(&[], "x"), None);
    }

    #[test]
    fn whole_numbers_as_people_write_them() {
        assert_eq!(value(Param::Sequence, "8,192"), Ok(Value::Integer(8192)));
        assert_eq!(
            value(Param::Sequence, "1,048,576"),
            Ok(Value::Integer(1_048_576))
        );
        for comma in ["1,5", "18,50", ",192", "8,1924"] {
            assert_eq!(value(Param::Sequence, comma), Err(IssueKind::NotANumber));
            assert_eq!(value(Param::InUse, comma), Err(IssueKind::NotANumber));
        }
        for space in [" ", "\u{a0}", "\u{2007}", "\u{2009}", "\u{202f}"] {
            let read = |text: &str| value(Param::Sequence, &text.replace(' ', space));
            assert_eq!(read("8 192"), Ok(Value::Integer(8192)));
            assert_eq!(read("1 048 576"), Ok(Value::Integer(1_048_576)));
            assert_eq!(read("4 k"), Ok(Value::Integer(4096)));
            for text in ["1 2", "8 1924", "1  024", "1 .5", "- 5", "1. 024"] {
                assert_eq!(read(text), Err(IssueKind::NotANumber), "{text:?}");
            }
        }
        assert_eq!(value(Param::Sequence, "1_000"), Ok(Value::Integer(1000)));
        assert_eq!(value(Param::InUse, "1 2.5"), Err(IssueKind::NotANumber));
        assert_eq!(value(Param::Sequence, "4k"), Ok(Value::Integer(4096)));
        assert_eq!(value(Param::Sequence, "1.5k"), Ok(Value::Integer(1536)));
        assert_eq!(
            value(Param::MicroBatch, "1.5"),
            Err(IssueKind::NotWhole { below: 1, above: 2 })
        );
        assert_eq!(value(Param::MicroBatch, "4k"), Err(IssueKind::NotANumber));
        assert_eq!(
            value(Param::MicroBatch, "0"),
            Err(IssueKind::OutOfRange {
                min: 1.0,
                max: 65_536.0
            })
        );
    }

    #[test]
    fn what_f64_reads_but_no_one_means() {
        for text in ["nan", "inf", "-inf", "1e999", "infinity", "0x10", "１２"] {
            assert!(value(Param::InUse, text).is_err(), "{text}");
            assert!(value(Param::MicroBatch, text).is_err(), "{text}");
        }
        assert_eq!(value(Param::InUse, "5e-324"), Ok(Value::Real(0.0)));
        assert_eq!(
            value(Param::InUse, "-0").map(|v| text(&v)),
            Ok("0".to_owned())
        );
    }

    #[test]
    fn slips_are_recognised() {
        assert_eq!(
            value(Param::Method, "qlroa"),
            Err(IssueKind::UnknownChoice {
                nearest: Some("qlora")
            })
        );
        assert_eq!(
            value(Param::Targets, "v_q"),
            Ok(Value::Keys(vec!["q", "v"]))
        );
        assert_eq!(value(Param::Targets, "q_q"), Err(IssueKind::BadList));
    }
}
