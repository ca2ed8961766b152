//! A draft as canonical text.
use super::{
    CAT, JOBS_KEY, MAX_BYTES, MAX_COMPARED_BYTES, MAX_COMPARED_PAIRS, MAX_PAIRS, VERSION, beside,
    runs,
};
use crate::calibration::{MAX_RUNS, Run};
use crate::num::ascending;
use crate::pool;
use crate::scenario::{Draft, Origin, Param, text};
use core::fmt::Write as _;

/// The canonical text of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The fragment, without `#`: letters, digits and `. - _ = &` only, the last character a letter or digit.
    pub text: String,
    /// Fields that are not in it: what was typed there is no value, or (beyond any real use) the link would get too long.
    pub left_out: Vec<Param>,
    /// Runs that are not in it, since the link would get too long: the last ones.
    pub runs_left_out: usize,
}

/// Writes what differs from the defaults, in the order of [`PARAMS`](crate::scenario::PARAMS), each value in its one canonical form.
///
/// A field that does not apply at present is kept when its value is valid, so that nothing chosen is lost by sharing.
pub fn encode(draft: &Draft) -> Encoded {
    scenario(draft).0
}

/// The same with short runs behind the scenario, numbered in their order. A run that says nothing is not written; once one does
/// not fit, it and those after it are left out.
pub fn encode_with(draft: &Draft, runs: &[Run]) -> Encoded {
    let (mut encoded, present) = scenario(draft);
    let mut pairs = encoded.text.split('&').count();
    let mut number = 0;
    for (at, run) in runs.iter().enumerate() {
        let own = runs::differing(&present, run);
        if own.is_empty() {
            continue;
        }
        number += 1;
        let mut text = encoded.text.clone();
        for (key, value) in &own {
            let _ = write!(text, "&run{number}.{key}={value}");
        }
        pairs += own.len();
        if number > MAX_RUNS || pairs > MAX_PAIRS || text.len() > MAX_BYTES {
            encoded.runs_left_out = runs.len() - at;
            break;
        }
        encoded.text = text;
    }
    encoded
}

/// The same with a table of jobs at the end, where it can be read and the link does not get too long.
pub fn encode_all(draft: &Draft, runs: &[Run], jobs: &str) -> Encoded {
    let mut encoded = encode_with(draft, runs);
    let pairs = encoded.text.split('&').count();
    if let Ok(plan) = pool::parse(jobs)
        && !(plan.pools.is_empty() && plan.jobs.is_empty())
    {
        let table = escaped(&pool::print(&plan));
        let fits = encoded.text.len() + table.len() + JOBS_KEY.len() + 2 <= MAX_BYTES;
        if fits && pairs < MAX_PAIRS {
            for part in ["&", JOBS_KEY, "=", &table] {
                encoded.text.push_str(part);
            }
        }
    }
    encoded
}

/// The same with the other scenarios of a comparison at the end, numbered from 2; the first [`MAX_BESIDE`](super::MAX_BESIDE) of them, as far as they fit.
pub fn encode_beside(draft: &Draft, runs: &[Run], jobs: &str, others: &[Draft]) -> Encoded {
    let mut encoded = encode_all(draft, runs, jobs);
    if others.is_empty() {
        return encoded;
    }
    let (_, present) = scenario(draft);
    let mut pairs = encoded.text.split('&').count();
    for (at, other) in others.iter().enumerate().take(beside::MAX_BESIDE) {
        let own = beside::written(&present, at + 2, other);
        let bytes: usize = own.iter().map(String::len).sum();
        pairs += own.len();
        if pairs > MAX_COMPARED_PAIRS || encoded.text.len() + bytes > MAX_COMPARED_BYTES {
            break;
        }
        encoded.text.extend(own);
    }
    encoded
}

/// `%` codes for everything but letters, digits and the signs of the table.
fn escaped(text: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b".-_~@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for half in [byte >> 4, byte & 15] {
                out.push(char::from(
                    DIGITS.get(usize::from(half)).copied().unwrap_or(b'0'),
                ));
            }
        }
    }
    out
}

/// The canonical text of a scenario, and the draft that it reads back to.
fn scenario(draft: &Draft) -> (Encoded, Draft) {
    let (mut draft, mut left_out) = valid(draft);
    loop {
        let pairs = differing(&draft);
        if pairs.len() + 2 <= MAX_PAIRS {
            let text = join(&pairs);
            let mut written = Draft::default();
            for pair in pairs {
                written.set(pair.param, pair.text);
            }
            let encoded = Encoded {
                text,
                left_out: ascending(left_out, |param| f64::from(*param as u8)),
                runs_left_out: 0,
            };
            return (encoded, written);
        }
        // What does not apply goes first. Without a value later defaults may change, so look again.
        let Some(pair) = pairs
            .iter()
            .rev()
            .find(|pair| !pair.applies)
            .or(pairs.last())
        else {
            let encoded = Encoded {
                text: join(&[]),
                left_out,
                runs_left_out: 0,
            };
            return (encoded, Draft::default());
        };
        left_out.push(pair.param);
        draft.clear(pair.param);
    }
}

/// A setting that is worth writing.
struct Pair {
    param: Param,
    text: String,
    applies: bool,
}

/// The valid part of a draft in canonical form, and the rest.
pub(super) fn valid(draft: &Draft) -> (Draft, Vec<Param>) {
    let mut kept = Draft::default();
    let mut left_out = Vec::new();
    for (param, typed) in draft.typed() {
        match Draft::check_text(param, typed).map(|value| text(&value)) {
            Ok(canonical) if fits_a_link(&canonical) => kept.set(param, canonical),
            _ => left_out.push(param),
        }
    }
    (kept, left_out)
}

/// What differs from the default that the field would have without it. Leaving the rest out is stable: each value stays
/// the same, so every later default does too.
fn differing(draft: &Draft) -> Vec<Pair> {
    let fields = draft.check().fields;
    // Defaults are written canonically (a test holds them to it), and `draft` is canonical.
    let chosen = fields
        .into_iter()
        .filter(|field| field.origin == Origin::Chosen && field.text != field.default);
    chosen
        .map(|field| Pair {
            param: field.param,
            text: field.text.into_owned(),
            applies: field.applies,
        })
        .collect()
}

/// Letters, digits, `.` and `-`, with `_` between the parts of a list; mail and chat programs cut trailing punctuation.
fn fits_a_link(text: &str) -> bool {
    text.bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
        && text
            .bytes()
            .last()
            .is_some_and(|b| b.is_ascii_alphanumeric())
}

fn join(pairs: &[Pair]) -> String {
    let mut link = format!("v={VERSION}&cat={CAT}");
    for pair in pairs {
        link.push('&');
        link.push_str(pair.param.key());
        link.push('=');
        link.push_str(&pair.text);
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::PARAMS;
    use crate::stack::STACKS;

    #[test]
    fn writes_only_what_differs() {
        let draft = Draft::default()
            .with(Param::Sequence, "4k")
            .with(Param::Method, "lora")
            .with(Param::Rank, " 16 ");
        assert_eq!(
            encode(&draft),
            Encoded {
                text: "v=1&cat=2026-12&s=4096".to_owned(),
                left_out: vec![],
                runs_left_out: 0
            }
        );
    }

    /// What the stack sets is a default too: `r=16` differs from it where the stack says 8.
    #[test]
    fn defaults_follow_the_stack() {
        let draft = Draft::default()
            .with(Param::Stack, "llamafactory")
            .with(Param::Rank, "16");
        assert_eq!(
            encode(&draft).text,
            "v=1&cat=2026-12&stack=llamafactory&r=16"
        );
        assert_eq!(
            encode(&draft.with(Param::Rank, "8")).text,
            "v=1&cat=2026-12&stack=llamafactory"
        );
    }

    #[test]
    fn defaults_are_canonical() {
        let rules = STACKS
            .iter()
            .flat_map(|stack| stack.rules.iter().copied().flatten())
            .map(|rule| (rule.param, rule.value));
        for (param, default) in PARAMS
            .iter()
            .map(|info| (info.param, info.default))
            .chain(rules)
        {
            if !default.is_empty() {
                assert_eq!(
                    Draft::check_text(param, default).map(|value| text(&value)),
                    Ok(default.to_owned()),
                    "{param:?}"
                );
            }
        }
    }

    #[test]
    fn says_what_it_leaves_out() {
        let draft = Draft::default()
            .with(Param::Sequence, "long")
            .with(Param::MicroBatch, "2");
        assert_eq!(
            encode(&draft),
            Encoded {
                text: "v=1&cat=2026-12&b=2".to_owned(),
                left_out: vec![Param::Sequence],
                runs_left_out: 0
            }
        );
    }

    #[test]
    fn keeps_what_does_not_apply_now() {
        let draft = Draft::default()
            .with(Param::Method, "full")
            .with(Param::Rank, "64");
        assert_eq!(encode(&draft).text, "v=1&cat=2026-12&method=full&r=64");
    }
}
