//! What a JSON record holds: a count of tokens, or text in one of the forms that data sets have.
use super::script::Characters;
use super::{Found, Why};
use crate::json::{self, Number, Object, Value};
use crate::num::float;

/// Fields that hold a count of tokens.
pub(super) const COUNTS: &[&str] = &[
    "tokens",
    "num_tokens",
    "n_tokens",
    "token_count",
    "token_len",
    "token_length",
    "seq_len",
    "length",
    "len",
];

/// Fields that hold text, a message, or a list of messages: Alpaca (`instruction`, `input`, `output`), ShareGPT
/// (`conversations`), OpenAI (`messages`), prompt and completion, question and answer, plain text.
pub(super) const TEXTS: &[&str] = &[
    "text",
    "messages",
    "conversations",
    "conversation",
    "dialog",
    "dialogue",
    "system",
    "history",
    "instruction",
    "input",
    "output",
    "prompt",
    "completion",
    "response",
    "question",
    "answer",
    "query",
    "content",
    "chosen",
];

/// What a message calls its text.
const MESSAGE: &[&str] = &["content", "value", "text"];

/// Messages inside lists inside lists: hostile text must not exhaust the stack.
const DEEPEST: u32 = 8;

/// What one record holds.
pub(super) fn found(bytes: &[u8]) -> Result<Found, Why> {
    let text = core::str::from_utf8(bytes).map_err(|_| Why::Encoding)?;
    let value = json::parse(text)
        .or_else(|place| json::parse(&whole_characters(text)).map_err(|_| place))
        .map_err(|place| Why::Json {
            column: place.column,
        })?;
    match &value {
        Value::Object(object) => of_object(object),
        Value::Number(number) => Ok(Found::Tokens(amount(*number))),
        Value::Text(text) => {
            let mut characters = Characters::default();
            characters.read(text);
            Ok(Found::Text(characters))
        }
        _ => Err(Why::NoField),
    }
}

/// The text with U+FFFD for each half of a surrogate pair that stands alone: Python's `json.dumps` writes such halves where a
/// pictograph was cut in two.
fn whole_characters(text: &str) -> String {
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, from)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        whole.push_str(before);
        let (escape, length) = match (surrogate(from), from.get(6..).and_then(surrogate)) {
            (Some(Half::High), Some(Half::Low)) => (None, 12),
            (Some(_), _) => (Some("\\ufffd"), 6),
            // A backslash and what it escapes, which may be another backslash.
            (None, _) => (None, 1 + from.chars().nth(1).map_or(0, char::len_utf8)),
        };
        let (read, after) = from.split_at_checked(length).unwrap_or((from, ""));
        whole.push_str(escape.unwrap_or(read));
        rest = after;
    }
    whole + rest
}

/// Halves of a surrogate pair.
#[derive(Clone, Copy)]
enum Half {
    High,
    Low,
}

/// The half that a text starts with as an escape.
fn surrogate(text: &str) -> Option<Half> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(Half::High),
        0xdc00..=0xdfff => Some(Half::Low),
        _ => None,
    }
}

fn of_object(object: &Object) -> Result<Found, Why> {
    if let Some(Value::List(ids)) = object.get("input_ids") {
        return Ok(Found::Tokens(float(ids.len() as u64)));
    }
    for name in COUNTS {
        if let Some(Value::Number(number)) = object.get(name) {
            return Ok(Found::Tokens(amount(*number)));
        }
    }
    let mut characters = Characters::default();
    let mut any = false;
    for value in TEXTS.iter().filter_map(|name| object.get(name)) {
        any |= read(value, &mut characters, DEEPEST);
    }
    if any {
        Ok(Found::Text(characters))
    } else {
        Err(Why::NoField)
    }
}

/// Counts texts, messages and lists of them; `false` where there were none.
fn read(value: &Value, characters: &mut Characters, levels: u32) -> bool {
    let Some(levels) = levels.checked_sub(1) else {
        return false;
    };
    match value {
        Value::Text(text) => {
            characters.read(text);
            true
        }
        Value::List(list) => {
            let mut any = false;
            for value in list {
                any |= read(value, characters, levels);
            }
            any
        }
        Value::Object(message) => {
            let field = MESSAGE.iter().find_map(|name| message.get(name));
            let speaks = message
                .get("role")
                .or_else(|| message.get("from"))
                .is_some();
            characters.messages += u64::from(speaks);
            field.is_some_and(|value| read(value, characters, levels))
        }
        _ => false,
    }
}

fn amount(number: Number) -> f64 {
    match number {
        Number::Whole(number) => float(number),
        Number::Real(number) => number,
        Number::Negative(_) => 0.0,
    }
}
