//! Figures in an out-of-memory message of PyTorch.
//!
//! Every wording of `c10/cuda/CUDACachingAllocator.cpp` since 1.0, CUDA, HIP and XPU alike, is a list of sizes, each recognised
//! by the words beside it; nothing else of the text is read.
use super::printed::{Printed, size};
use super::trace::{self, Phase};
use crate::units::Bytes;

/// Longest text that is looked at, bytes.
pub const LONGEST: usize = 1 << 20;
/// Bytes looked at from the request on.
const WINDOW: usize = 4096;
const REQUEST: &str = "tried to allocate";

/// The figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// What was asked for.
    pub requested: Printed,
    /// Memory of the card.
    pub total: Option<Printed>,
    /// Free on the card.
    pub free: Option<Printed>,
    /// In tensors of this process.
    pub allocated: Option<Printed>,
    /// Held by PyTorch's allocator, tensors included.
    pub reserved: Option<Printed>,
    /// Held by PyTorch's allocator, tensors not included.
    pub unallocated: Option<Printed>,
    /// In use by this process, CUDA context included.
    pub in_use: Option<Printed>,
}

/// Longest text that can be a size and nothing else, bytes: `1,002.00 MiB`.
const BARE: usize = 32;

/// The size that a text consists of: what people remember of a message.
fn bare(text: &str) -> Option<Printed> {
    let text = text.trim();
    if text.len() > BARE {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let words = words(&lower);
    let (printed, length) = size(&words)?;
    (length == words.len()).then_some(printed)
}

/// Why a text is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Nothing there.
    Empty,
    /// Longer than a mebibyte.
    TooLong,
    /// It does not say that anything was asked for.
    NoRequest,
    /// It says so, but what stands there is no size.
    NoSize,
}

/// The part of a text that [`read`] looks at: the first message, what stands beside it, and the traceback above it. Of a text longer than a mebibyte only
/// the end is searched, where logs of failed runs have the message.
pub fn excerpt(text: &str) -> Option<&str> {
    if bare(text).is_some() {
        return Some(text);
    }
    let bytes = text.as_bytes();
    let searched = bytes.len().saturating_sub(LONGEST);
    let (tail, request) = (bytes.get(searched..)?, REQUEST.as_bytes());
    // One byte tells most places apart.
    let begins = |place: &[u8]| {
        matches!(place.first(), Some(b't' | b'T')) && place.eq_ignore_ascii_case(request)
    };
    // ASCII of that kind is never inside a character.
    let from = searched + tail.windows(request.len()).position(begins)?;
    let mut end = bytes.len().min(from + WINDOW);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(trace::begins(text, from).unwrap_or(from)..end)
}

/// What was running when the first message came.
pub(super) fn phase(text: &str) -> Option<Phase> {
    let at = text.to_ascii_lowercase().find(REQUEST)?;
    trace::phase(text, at)
}

/// Reads the first message in a text, or a size that stands alone, which is taken for what was asked for.
///
/// # Errors
/// There is none.
pub fn read(text: &str) -> Result<Message, Unreadable> {
    if text.trim().is_empty() {
        return Err(Unreadable::Empty);
    }
    if text.len() > LONGEST {
        return Err(Unreadable::TooLong);
    }
    if let Some(requested) = bare(text) {
        return Ok(only(requested));
    }
    let lower = text.to_ascii_lowercase();
    let from = lower.find(REQUEST).ok_or(Unreadable::NoRequest)?;
    let rest = lower.get(from..).unwrap_or_default();
    // A log of several processes has several messages; the first ends where the next begins.
    let next = rest
        .get(REQUEST.len()..)
        .and_then(|rest| rest.find(REQUEST));
    let mut end = next.map_or(rest.len(), |at| at + REQUEST.len()).min(WINDOW);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    figures(&words(rest.get(..end).unwrap_or_default()))
}

/// Words without the brackets and marks around them.
fn words(text: &str) -> Vec<&str> {
    let marks = |c: char| {
        matches!(
            c,
            '(' | ')' | '[' | ']' | ',' | ';' | ':' | '"' | '\'' | '`'
        )
    };
    text.split_whitespace()
        .map(|word| {
            word.trim_matches(marks)
                .trim_end_matches('.')
                .trim_matches(marks)
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// A message that says nothing but what was asked for.
const fn only(requested: Printed) -> Message {
    Message {
        requested,
        total: None,
        free: None,
        allocated: None,
        reserved: None,
        unallocated: None,
        in_use: None,
    }
}

fn figures(words: &[&str]) -> Result<Message, Unreadable> {
    let mut requested = None;
    let mut message = only(Printed {
        value: Bytes::ZERO,
        half: 0.0,
    });
    let mut cached = None;
    for at in 0..words.len() {
        let Some((size, length)) = size(words.get(at..).unwrap_or_default()) else {
            continue;
        };
        let before = words.get(..at).unwrap_or_default();
        let after = words.get(at + length..).unwrap_or_default();
        let slot = if before.ends_with(&["to", "allocate"]) {
            &mut requested
        } else if after.starts_with(&["total", "capacity"])
            || before.ends_with(&["capacity", "of"])
            || before.ends_with(&["capacty", "of"])
        {
            &mut message.total
        } else if after.starts_with(&["free"]) || after.starts_with(&["is", "free"]) {
            &mut message.free
        } else if after.starts_with(&["already", "allocated"])
            || after.starts_with(&["is", "allocated", "by", "pytorch"])
        {
            &mut message.allocated
        } else if after.starts_with(&["reserved", "in", "total"]) {
            &mut message.reserved
        } else if after.starts_with(&["is", "reserved", "by", "pytorch", "but", "unallocated"]) {
            &mut message.unallocated
        } else if after.starts_with(&["memory", "in", "use"])
            && before.ends_with(&["process", "has"])
        {
            &mut message.in_use
        } else if after.starts_with(&["cached"]) {
            &mut cached
        } else {
            continue;
        };
        slot.get_or_insert(size);
    }
    message.requested = requested.ok_or(Unreadable::NoSize)?;
    Ok(completed(message, cached))
}

/// What follows from the others. Releases before 1.4 say "cached", some for all that the allocator holds, some for what is in no
/// tensor: it cannot be all if it is less than what is allocated.
fn completed(mut message: Message, cached: Option<Printed>) -> Message {
    if let (Some(cached), Some(allocated)) = (cached, message.allocated) {
        if cached.value >= allocated.value {
            message.reserved = message.reserved.or(Some(cached));
        } else {
            message.unallocated = message.unallocated.or(Some(cached));
        }
    }
    if let Some(allocated) = message.allocated {
        match (message.reserved, message.unallocated) {
            (None, Some(rest)) => {
                message.reserved = Some(Printed {
                    value: allocated.value + rest.value,
                    half: allocated.half + rest.half,
                });
            }
            (Some(all), None) => {
                message.unallocated = Some(Printed {
                    value: all.value.less(allocated.value),
                    half: all.half + allocated.half,
                });
            }
            _ => {}
        }
    }
    message
}
