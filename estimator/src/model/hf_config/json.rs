//! JSON as RFC 8259 has it, for files of a few kilobytes.
//!
//! A general parser brings tables and code for every number and type there is, as large as all the rest of the import.

use crate::num::decimal;

/// Objects and lists inside one another: hostile text must not exhaust the stack.
const DEEPEST: usize = 127;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Value>),
    Object(Object),
}

/// A number, whole as long as it can be told exactly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(u64),
    Negative(i64),
    Real(f64),
}

/// The fields of an object in the order of the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Object(Vec<(String, Value)>);

/// Where the text stops being JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Value {
    /// The text, if it is one.
    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one without sign and fraction.
    pub(super) fn as_whole(&self) -> Option<u64> {
        match self {
            Self::Number(Number::Whole(number)) => Some(*number),
            _ => None,
        }
    }
}

impl Object {
    /// A field; of several with one name the last.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        let mut fields = self.0.iter().rev();
        fields
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }
}

/// Reads a text that is one value and nothing more.
pub(super) fn parse(text: &str) -> Result<Value, Place> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0).filter(|_| {
        reader.space();
        reader.at == text.len()
    });
    value.ok_or_else(|| reader.place())
}

/// A text and how far it has been read. What fails stops at the byte that does not belong there.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes past a byte if it is the next.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.space();
        match self.peek()? {
            b'n' => self.word("null", Value::Null),
            b't' => self.word("true", Value::Bool(true)),
            b'f' => self.word("false", Value::Bool(false)),
            b'"' => self.string().map(Value::Text),
            b'[' if depth < DEEPEST => self.list(depth + 1),
            b'{' if depth < DEEPEST => self.object(depth + 1),
            b'-' | b'0'..=b'9' => self.number().map(Value::Number),
            _ => None,
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        word.bytes().all(|byte| self.take(byte)).then_some(value)
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut list = Vec::new();
        self.items(b']', |reader| {
            list.push(reader.value(depth)?);
            Some(())
        })?;
        Some(Value::List(list))
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut fields = Vec::new();
        self.items(b'}', |reader| {
            reader.space();
            let name = reader.string()?;
            reader.space();
            if !reader.take(b':') {
                return None;
            }
            fields.push((name, reader.value(depth)?));
            Some(())
        })?;
        Some(Value::Object(Object(fields)))
    }

    /// What stands between brackets, separated by commas.
    fn items(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.at += 1;
        self.space();
        if self.take(end) {
            return Some(());
        }
        loop {
            item(self)?;
            self.space();
            if self.take(end) {
                return Some(());
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        if !self.take(b'"') {
            return None;
        }
        let mut out = String::new();
        loop {
            let c = self.text.get(self.at..)?.chars().next()?;
            if c < ' ' {
                return None;
            }
            self.at += c.len_utf8();
            match c {
                '"' => return Some(out),
                '\\' => out.push(self.escape()?),
                _ => out.push(c),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let c = match self.peek()? {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            byte @ (b'"' | b'\\' | b'/') => char::from(byte),
            _ => return None,
        };
        self.at += 1;
        Some(c)
    }

    /// `\uD83D\uDE00`: characters beyond 16 bits are two escapes (RFC 8259, section 7).
    fn unicode(&mut self) -> Option<char> {
        let first = self.unit()?;
        let code = match first {
            0xD800..0xDC00 => {
                let second = self.take(b'\\').then(|| self.unit())??;
                let low = (0xDC00..0xE000).contains(&second).then_some(second)?;
                0x1_0000 + ((first - 0xD800) << 10) + (low - 0xDC00)
            }
            _ => first,
        };
        char::from_u32(code)
    }

    /// `u` and four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        if !self.take(b'u') {
            return None;
        }
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit * 16 + char::from(self.peek()?).to_digit(16)?;
            self.at += 1;
        }
        Some(unit)
    }

    fn number(&mut self) -> Option<Number> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        let text = self.text.get(start..self.at)?;
        let whole = text.parse().ok().map(Number::Whole);
        let negative = || text.parse().ok().filter(|n| *n < 0).map(Number::Negative);
        whole
            .or_else(negative)
            .or_else(|| decimal(text).map(Number::Real))
    }

    /// One digit at least.
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    /// The byte that was not understood, or the last one where the text ends too early.
    fn place(&self) -> Place {
        let read = self.text.as_bytes();
        let read = read.get(..=self.at).unwrap_or(read);
        let lines = read.split(|byte| *byte == b'\n');
        Place {
            line: lines.clone().count(),
            column: lines.last().map_or(0, <[u8]>::len),
        }
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
                        _ => Number::Real(number.as_f64().unwrap()),
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
        ] {
            assert_eq!(parse(text), expected(text), "{text:?}");
        }
    }

    #[test]
    fn the_last_of_two_fields_counts() {
        let Ok(Value::Object(object)) = parse(r#"{"a": 1, "a": 2}"#) else {
            panic!("an object");
        };
        assert_eq!(object.get("a").and_then(Value::as_whole), Some(2));
        assert_eq!(object.get("b"), None);
    }
}
