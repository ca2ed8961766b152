//! JSON as RFC 8259 has it: `hifijson` reads the tokens and the brackets, this module makes values of them.
//!
//! It leaves numbers as the text has them; a parser that reads floats brings tables as large as all the rest of the import.

use hifijson::escape::Lex as _;
use hifijson::num::LexWrite as _;
use hifijson::str::LexWrite as _;
use hifijson::token::Lex as _;
use hifijson::{Expect, Read as _, SliceLexer, escape, num, str};

use crate::num::decimal;

/// Objects and lists inside one another: hostile text must not exhaust the stack.
const DEEPEST: usize = 127;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Value>),
    Object(Object),
}

/// A number, whole as long as it can be told exactly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Whole(u64),
    Negative(i64),
    Real(f64),
}

/// The fields of an object in the order of the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Object(Vec<(String, Value)>);

/// Where the text stops being JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Value {
    /// The text, if it is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one without sign and fraction.
    pub(crate) fn as_whole(&self) -> Option<u64> {
        match self {
            Self::Number(Number::Whole(number)) => Some(*number),
            _ => None,
        }
    }
}

impl Object {
    /// Every field, in the order of the text.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// A field; of several with one name the last.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let mut fields = self.0.iter().rev();
        fields
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }
}

/// Which byte was not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// The last that was read.
    Last,
    /// The one that would have been read next.
    Next,
}

impl From<Expect> for Stop {
    fn from(_: Expect) -> Self {
        Self::Next
    }
}

impl From<num::Error> for Stop {
    fn from(_: num::Error) -> Self {
        Self::Next
    }
}

impl From<str::Error> for Stop {
    fn from(_: str::Error) -> Self {
        Self::Last
    }
}

impl From<escape::Error> for Stop {
    fn from(_: escape::Error) -> Self {
        Self::Last
    }
}

/// Reads a text that is one value and nothing more.
pub(crate) fn parse(text: &str) -> Result<Value, Place> {
    let mut lexer = SliceLexer::new(text.as_bytes());
    lexer
        .exactly_one(SliceLexer::ws_peek, |next, lexer| value(next, lexer, 0))
        .map_err(|stop| place(text, lexer.as_slice().len(), stop))
}

/// The value that starts with the byte `next`, inside of `depth` others.
fn value(next: u8, lexer: &mut SliceLexer, depth: usize) -> Result<Value, Stop> {
    match next {
        b'n' => word(lexer, "null", Value::Null),
        b't' => word(lexer, "true", Value::Bool(true)),
        b'f' => word(lexer, "false", Value::Bool(false)),
        b'"' => text(lexer).map(Value::Text),
        b'-' | b'0'..=b'9' => number(lexer).map(Value::Number),
        b'[' if depth < DEEPEST => list(lexer, depth + 1).map(Value::List),
        b'{' if depth < DEEPEST => object(lexer, depth + 1).map(Value::Object),
        _ => Err(Stop::Next),
    }
}

/// Letter by letter, to stop at the one that is wrong: `null_or_bool` of the lexer does not say which.
fn word(lexer: &mut SliceLexer, word: &str, value: Value) -> Result<Value, Stop> {
    for letter in word.bytes() {
        lexer
            .expect(SliceLexer::peek_next, letter)
            .ok_or(Stop::Next)?;
    }
    Ok(value)
}

fn list(lexer: &mut SliceLexer, depth: usize) -> Result<Vec<Value>, Stop> {
    let mut list = Vec::new();
    items(lexer, b']', &mut |next, lexer| {
        list.push(value(next, lexer, depth)?);
        Ok(())
    })?;
    Ok(list)
}

fn object(lexer: &mut SliceLexer, depth: usize) -> Result<Object, Stop> {
    let mut fields = Vec::new();
    items(lexer, b'}', &mut |next, lexer| {
        if next != b'"' {
            return Err(Stop::Next);
        }
        let name = text(lexer)?;
        lexer.expect(SliceLexer::ws_peek, b':').ok_or(Stop::Next)?;
        let next = lexer.ws_peek().ok_or(Stop::Next)?;
        fields.push((name, value(next, lexer, depth)?));
        Ok(())
    })?;
    Ok(Object(fields))
}

/// Reads one item, given its first byte.
type Item<'f> = &'f mut dyn FnMut(u8, &mut SliceLexer) -> Result<(), Stop>;

/// What stands between brackets, separated by commas: for lists and objects the same code.
fn items(lexer: &mut SliceLexer, end: u8, item: Item) -> Result<(), Stop> {
    lexer.discarded().seq(end, SliceLexer::ws_peek, item)
}

fn text(lexer: &mut SliceLexer) -> Result<String, Stop> {
    lexer.discarded().str_fold(
        String::new(),
        |plain, out| {
            out.push_str(std::str::from_utf8(plain).map_err(str::Error::Utf8)?);
            Ok(())
        },
        |lexer, out| {
            let kind = lexer.take_next().ok_or(escape::Error::Eof)?;
            out.push(lexer.escape(kind)?);
            Ok(())
        },
    )
}

/// One too large for a float is no number either.
fn number(lexer: &mut SliceLexer) -> Result<Number, Stop> {
    let (digits, _) = lexer.num_bytes().validated()?;
    std::str::from_utf8(digits)
        .ok()
        .and_then(exact_or_nearest)
        .ok_or(Stop::Last)
}

fn exact_or_nearest(text: &str) -> Option<Number> {
    let whole = text.parse().ok().map(Number::Whole);
    let negative = || text.parse().ok().filter(|n| *n < 0).map(Number::Negative);
    whole
        .or_else(negative)
        .or_else(|| decimal(text).map(Number::Real))
}

/// Where a text was not understood of which so many bytes are left; its last byte where it ends too early.
fn place(text: &str, left: usize, stop: Stop) -> Place {
    let bytes = text.as_bytes();
    let read = bytes.len() - left + usize::from(stop == Stop::Next);
    let mut lines = bytes
        .get(..read)
        .unwrap_or(bytes)
        .rsplit(|byte| *byte == b'\n');
    Place {
        column: lines.next().map_or(0, <[u8]>::len),
        line: 1 + lines.count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the general parser makes of the same text.
    fn expected(text: &str) -> Result<Value, Place> {
        fn ours(value: serde_json::Value) -> Value {
            match value {
                serde_json::Value::Null => Value::Null,
                serde_json::Value::Bool(on) => Value::Bool(on),
                serde_json::Value::Number(number) => {
                    Value::Number(match (number.as_u64(), number.as_i64()) {
                        (Some(whole), _) => Number::Whole(whole),
                        (_, Some(negative)) => Number::Negative(negative),
                        _ => Number::Real(number.as_f64().unwrap_or(f64::NAN)),
                    })
                }
                serde_json::Value::String(text) => Value::Text(text),
                serde_json::Value::Array(list) => Value::List(list.into_iter().map(ours).collect()),
                serde_json::Value::Object(map) => {
                    let fields = map.into_iter().map(|(name, value)| (name, ours(value)));
                    Value::Object(Object(fields.collect()))
                }
            }
        }
        serde_json::from_str(text).map(ours).map_err(|error| Place {
            line: error.line(),
            column: error.column(),
        })
    }

    #[test]
    fn reads_what_the_general_parser_reads() {
        for text in [
            r#"{"a": [1, -2, 3.5, 1e3, 1E-2, -0.25, 0, -0], "b": {"c": null}, "d": [true, false, []], "e": {}}"#,
            " \t\r\n\"x\" \n",
            r#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00 权重""#,
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775808",
        ] {
            assert_eq!(parse(text), expected(text), "{text}");
            assert!(parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn refuses_what_the_general_parser_refuses() {
        for text in [
            "",
            " ",
            "{",
            "[1",
            "[1,",
            "[1,]",
            "{\"a\"",
            "{\"a\":",
            "{\"a\" 1}",
            "{\"a\":1,}",
            "{a:1}",
            "nul",
            "tru e",
            "1 2",
            "01",
            "-",
            "1.",
            ".5",
            "1e",
            "1e+",
            "+1",
            "NaN",
            "1e999",
            "\"",
            "\"a",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\uD800\"",
            "\"\\uD800\\u0041\"",
            "\"\\uDC00\"",
            "\"a\nb\"",
            "[1 2]",
            "{1:2}",
            "'a'",
        ] {
            assert!(expected(text).is_err(), "{text:?}");
            assert!(parse(text).is_err(), "{text:?}");
        }
        let deep = |levels| "[".repeat(levels) + &"]".repeat(levels);
        for levels in [100, 127, 128, 100_000] {
            assert_eq!(
                parse(&deep(levels)).is_ok(),
                expected(&deep(levels)).is_ok(),
                "{levels}"
            );
        }
    }

    #[test]
    fn says_where_it_stops() {
        for text in [
            "{\n\"a\": x}",
            "{\n  \"a\": 1,\n}",
            "[1 2]",
            "\n\n",
            "{\"a\": [1, 2",
            "1 2",
            "{\"a\": None}",
            "{\"a\": nan}",
            "{\"a\": nulx}",
            "{\"a\": tru",
            "{'a': 1}",
            "{\"a\": 1 // one",
            "{\"a\": 01}",
            "{\"a\": 1.}",
            "{\"a\": 1e999}",
            "{\"a\": \"x",
            "{\"a\": \"x\n\"}",
            "{\"a\": \"\\x\"}",
            "{\"权重\": \"\\uDC00\"}",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
            assert_eq!(parse(text), expected(text), "{text:?}");
        }
    }

    /// A file cut off or with one character wrong, anywhere.
    #[test]
    fn says_where_a_damaged_file_stops() {
        let whole = "{\n  \"a\": [1, -2.5e+3, null],\n  \"b\\n\": {\"c\": true, \"权\": \"\\t重\"},\n  \"d\": [[], {}, false]\n}\n";
        assert!(parse(whole).is_ok());
        for (at, damaged) in whole.char_indices() {
            let (before, after) = whole.split_at(at);
            assert_eq!(parse(before).err(), expected(before).err(), "{before:?}");
            let after = &after[damaged.len_utf8()..];
            for wrong in ["", "?", "\"", ",", "1", "\n"] {
                let text = [before, wrong, after].concat();
                assert_eq!(parse(&text).err(), expected(&text).err(), "{text:?}");
            }
        }
    }

    #[test]
    fn the_last_of_two_fields_counts() {
        let parsed = parse(r#"{"a": 1, "a": 2}"#);
        let field = |name| match &parsed {
            Ok(Value::Object(object)) => object.get(name).and_then(Value::as_whole),
            _ => None,
        };
        assert_eq!(field("a"), Some(2));
        assert_eq!(field("b"), None);
    }
}
