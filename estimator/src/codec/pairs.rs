//! Text to keys and values: limits, repairs, `%` codes.
use super::MAX_BYTES;
use crate::find::find;
use crate::scenario::nearest;
use std::borrow::Cow;

/// `text` without what a mail scanner or a copy puts in front of a fragment: `#`, `%23`, `?`, spaces.
pub(super) fn repaired(text: &str) -> Cow<'_, str> {
    let mut text = text.trim();
    while let Some(rest) = text
        .strip_prefix(['#', '?'])
        .or_else(|| text.strip_prefix("%23"))
    {
        text = rest;
    }
    // Some chat programs encode the whole fragment.
    let lower = text.get(..text.len().min(MAX_BYTES)).unwrap_or_default();
    if !text.as_bytes().contains(&b'=')
        && (find(lower, "%3D").is_some() || find(lower, "%3d").is_some())
    {
        return percent(text).unwrap_or(Cow::Borrowed(text));
    }
    Cow::Borrowed(text)
}

/// As much of `text` as `most` bytes hold, ending with a whole pair.
pub(super) fn readable(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = text.get(..end).unwrap_or_default();
    if text.get(end..).is_some_and(|rest| rest.starts_with('&')) {
        return head;
    }
    head.rfind('&')
        .and_then(|at| head.get(..at))
        .unwrap_or_default()
}

/// The pairs of `text`: key and undecoded value. Empty ones are left out; `&amp;` is read as `&`.
pub(super) fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split('&')
        .map(|pair| pair.strip_prefix("amp;").unwrap_or(pair))
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (key.trim(), value)
        })
}

/// `text` with its `%` codes replaced; `None` if that gives no UTF-8. A `%` that starts no code stands for itself.
pub(super) fn percent(text: &str) -> Option<Cow<'_, str>> {
    if !text.as_bytes().contains(&b'%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        match (first, tail) {
            (b'%', [high, low, after @ ..])
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                bytes.push(nibble(*high) << 4 | nibble(*low));
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// A hexadecimal digit's value.
const fn nibble(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => digit.wrapping_sub(b'A').wrapping_add(10),
    }
}

/// The first 32 characters: enough to recognise a key by.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(32).collect()
}

/// The key among `known` that may have been meant, whatever invisible characters came along; none for a key of nothing else.
pub(super) fn meant(known: &[&'static str], key: &str) -> Option<&'static str> {
    let hidden = |c: char| {
        c.is_control()
            || c.is_whitespace()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let seen: String = key.chars().filter(|c| !hidden(*c)).collect();
    (!seen.is_empty()).then(|| nearest(known, &seen)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_percent_codes() {
        assert_eq!(
            percent("meta-llama%2FLlama").as_deref(),
            Some("meta-llama/Llama")
        );
        assert_eq!(percent("%E4%B8%ad").as_deref(), Some("中"));
        assert_eq!(percent("100%").as_deref(), Some("100%"));
        assert_eq!(percent("%zz%4").as_deref(), Some("%zz%4"));
        assert_eq!(percent("%FF"), None);
    }

    #[test]
    fn repairs_the_start() {
        assert_eq!(repaired("%23v=1&m=x"), "v=1&m=x");
        assert_eq!(repaired(" ##v=1"), "v=1");
        assert_eq!(repaired("v%3D1%26m%3Dx"), "v=1&m=x");
    }

    #[test]
    fn cuts_at_a_whole_pair() {
        let long = format!("a=1&b={}", "中".repeat(MAX_BYTES));
        assert_eq!(readable(&long, MAX_BYTES), "a=1");
        assert_eq!(readable("a=1&b=2", MAX_BYTES), "a=1&b=2");
        let exact = format!("{}&c=3", "a".repeat(MAX_BYTES));
        assert_eq!(readable(&exact, MAX_BYTES).len(), MAX_BYTES);
    }
}
