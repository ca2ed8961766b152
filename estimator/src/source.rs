//! Where a value comes from, so that every figure can name its evidence.

use std::fmt;

/// Evidence for a value: what was read, where, when, and of what kind it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// What was read, as a person would name it.
    pub title: &'static str,
    /// Where to read it; empty when there is no page to link to.
    pub url: &'static str,
    /// When it was published or read, as precise as known (`2026-08`, `2024`); empty when unknown.
    pub date: &'static str,
    /// What kind of evidence it is.
    pub kind: SourceKind,
}

/// Kinds of evidence, from the strongest to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SourceKind {
    /// Somebody ran it and printed the number.
    Measured,
    /// A data sheet, white paper or product page of the maker.
    Vendor,
    /// A paper.
    Paper,
    /// Read from source code.
    Code,
    /// Calculated from other sourced values.
    Derived,
    /// A convention or a guess, stated as such.
    Assumed,
}

impl Source {
    /// A source of the given kind, title, address and date.
    pub const fn new(
        kind: SourceKind,
        title: &'static str,
        url: &'static str,
        date: &'static str,
    ) -> Self {
        Self {
            title,
            url,
            date,
            kind,
        }
    }

    /// The address, unless there is none.
    pub fn link(&self) -> Option<&'static str> {
        (!self.url.is_empty()).then_some(self.url)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)?;
        if !self.date.is_empty() {
            write!(f, " ({})", self.date)?;
        }
        Ok(())
    }
}

/// A value with its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub source: Source,
    /// Whether the source itself states the value. `false` for estimates, inferences and values nobody has checked.
    pub verified: bool,
}

impl<T> Sourced<T> {
    /// A value that `source` itself states.
    pub const fn verified(value: T, source: Source) -> Self {
        Self {
            value,
            source,
            verified: true,
        }
    }

    /// A value that rests on `source` but that no primary source was seen to state.
    pub const fn unverified(value: T, source: Source) -> Self {
        Self {
            value,
            source,
            verified: false,
        }
    }
}
