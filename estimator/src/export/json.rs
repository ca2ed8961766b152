//! JSON as a tree of values, and its text.
use crate::num;
use std::borrow::Cow;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// Nothing is known, or nothing applies.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// A count, to the digit.
    Whole(u64),
    /// A text.
    Text(Cow<'static, str>),
    /// Values in order.
    List(Vec<Json>),
    /// Named values in order.
    Object(Vec<(Cow<'static, str>, Json)>),
}

/// Named values in order.
pub fn object<const N: usize>(fields: [(&'static str, Json); N]) -> Json {
    // One function for objects of every length.
    fn named(fields: Vec<(&'static str, Json)>) -> Json {
        let named = |(name, value)| (Cow::Borrowed(name), value);
        Json::Object(fields.into_iter().map(named).collect())
    }
    named(Vec::from(fields))
}

impl From<&'static str> for Json {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<Cow<'static, str>> for Json {
    fn from(text: Cow<'static, str>) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Json {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for Json {
    fn from(count: u64) -> Self {
        Self::Whole(count)
    }
}

impl From<bool> for Json {
    fn from(yes: bool) -> Self {
        Self::Bool(yes)
    }
}

impl From<Vec<Json>> for Json {
    fn from(list: Vec<Json>) -> Self {
        Self::List(list)
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl Json {
    /// The text: two spaces a level, a line a value, so that files compare line by line.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out.push('\n');
        out
    }

    /// A list of what `items` gives.
    pub fn list(items: impl Iterator<Item = Self>) -> Self {
        Self::List(items.collect())
    }

    fn write(&self, out: &mut String, depth: usize) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
            Self::Number(number) => out.push_str(&shortest(*number)),
            Self::Whole(count) => out.push_str(&count.to_string()),
            Self::Text(text) => quote(out, text),
            Self::List(items) => {
                let write = |out: &mut String, item: &Self| item.write(out, depth + 1);
                lines(out, ['[', ']'], depth, items, write);
            }
            Self::Object(fields) => {
                let write = |out: &mut String, (name, value): &(Cow<'static, str>, Self)| {
                    quote(out, name);
                    out.push_str(": ");
                    value.write(out, depth + 1);
                };
                lines(out, ['{', '}'], depth, fields, write);
            }
        }
    }
}

/// Items between brackets, a line each.
fn lines<T>(
    out: &mut String,
    [open, close]: [char; 2],
    depth: usize,
    items: &[T],
    write: impl Fn(&mut String, &T),
) {
    out.push(open);
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at > 0 { ",\n" } else { "\n" });
        indent(out, depth + 1);
        write(out, item);
    }
    if !items.is_empty() {
        out.push('\n');
        indent(out, depth);
    }
    out.push(close);
}

fn indent(out: &mut String, depth: usize) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// The shortest decimal that reads back as the same number; what JSON cannot hold is bounded as everywhere.
pub(super) fn shortest(number: f64) -> String {
    let number = num::finite(number);
    let size = number.abs();
    if size >= 1e21 || (size > 0.0 && size < 1e-6) {
        num::exponential(number)
    } else {
        num::shortest(number)
    }
}

fn quote(out: &mut String, text: &str) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Control characters, and what would end a script or a line of one.
            '\0'..='\u{1f}' | '<' | '\u{2028}' | '\u{2029}' | '\u{7f}' => {
                out.push_str("\\u");
                for place in [12_u32, 8, 4, 0] {
                    let digit = (u32::from(c) >> place) & 15;
                    let digit = DIGITS.get(usize::try_from(digit).unwrap_or(0));
                    out.push(char::from(digit.copied().unwrap_or(b'0')));
                }
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_as_what_was_written() {
        let value = object([
            ("text", "a \"b\" \\ </script> \u{1}\u{2028}权重".into()),
            (
                "list",
                Json::List(vec![Json::Null, true.into(), 3_u64.into()]),
            ),
            ("empty", Json::List(vec![])),
            ("none", object([])),
        ]);
        let text = value.text();
        assert!(!text.contains("</script") && text.replace("权重", "").is_ascii());
        let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read["text"], "a \"b\" \\ </script> \u{1}\u{2028}权重");
        assert_eq!(read["list"], serde_json::json!([null, true, 3]));
        assert!(crate::json::parse(&text).is_ok());
    }

    #[test]
    fn numbers_are_the_shortest_that_read_back() {
        for (number, text) in [
            (0.1, "0.1"),
            (-0.0, "0"),
            (1e20, "100000000000000000000"),
            (1e21, "1e21"),
            (5e-324, "5e-324"),
            (1.0 / 3.0, "0.3333333333333333"),
            (f64::NAN, "1e120"),
            (f64::NEG_INFINITY, "-1e120"),
        ] {
            assert_eq!(shortest(number), text);
            let read: f64 = serde_json::from_str::<serde_json::Value>(text)
                .expect("JSON")
                .as_f64()
                .expect("a number");
            assert_eq!(read, num::finite(number));
        }
    }
}
