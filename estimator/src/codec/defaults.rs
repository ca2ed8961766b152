//! Defaults and catalogues by revision: a link keeps the inputs that it had when it was written.
//!
//! A link holds only what differs from the defaults, so a default that changes would change every old link. Therefore
//! defaults and catalogue values never change within a revision (`tests/links/*-2026-12.txt` hold them). To change some:
//!
//! 1. add a row to [`REVISIONS`] with the new date, and [`CAT`] becomes that date;
//! 2. give the row before it one [`Pin`] for each default that was another: links of that revision get it written out;
//! 3. a GPU or model whose values change is pinned as what it was: by another key, or as `custom` with its numbers.
use crate::scenario::{Checked, Draft, Param};
use core::fmt;

/// A revision of defaults and catalogues: a year and a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision {
    year: u16,
    month: u8,
}

/// The revision of this release.
pub const CAT: Revision = Revision {
    year: 2026,
    month: 12,
};

impl Revision {
    /// `2026-12`, exactly so.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let digits = |part: &str, count: usize| {
            part.len() == count && part.bytes().all(|b| b.is_ascii_digit())
        };
        if !digits(year, 4) || !digits(month, 2) {
            return None;
        }
        let month = month
            .parse()
            .ok()
            .filter(|month| (1..=12).contains(month))?;
        Some(Self {
            year: year.parse().ok()?,
            month,
        })
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// A default of an earlier revision that is another one today.
struct Pin {
    /// The input.
    param: Param,
    /// Its default then.
    value: &'static str,
    /// Where it was the default, given the checked draft.
    when: fn(&Checked) -> bool,
}

/// A revision and what the next one changed.
struct Row {
    revision: Revision,
    pins: &'static [Pin],
}

/// Every revision there was, oldest first.
const REVISIONS: &[Row] = &[Row {
    revision: CAT,
    pins: &[],
}];

/// Whether there was such a revision.
pub(super) fn known(revision: Revision) -> bool {
    REVISIONS.iter().any(|row| row.revision == revision)
}

/// Writes out what the defaults of an earlier revision were, where they differ from today's.
pub(super) fn pin(draft: &mut Draft, written: Revision) {
    apply(
        draft,
        REVISIONS.iter().filter(|row| row.revision >= written),
    );
}

fn apply<'a>(draft: &mut Draft, rows: impl Iterator<Item = &'a Row>) {
    // The oldest first: it says what the link meant, and what is set is not set again.
    for pin in rows.flat_map(|row| row.pins) {
        if draft.get(pin.param).is_none() && (pin.when)(&draft.check()) {
            draft.set(pin.param, pin.value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        assert_eq!(Revision::parse(&CAT.to_string()), Some(CAT));
        for bad in [
            "2026",
            "2026-13",
            "2026-00",
            "26-12",
            "2026-1",
            "+026-12",
            "2026-12-01",
            "",
        ] {
            assert_eq!(Revision::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_last_row_is_this_release() {
        assert_eq!(REVISIONS.last().unwrap().revision, CAT);
        assert!(REVISIONS.is_sorted_by(|a, b| a.revision < b.revision));
        assert!(REVISIONS.last().unwrap().pins.is_empty());
    }

    /// How a later revision keeps this one: the sequence length that a link leaves out stays what it was.
    #[test]
    fn a_pin_writes_out_an_earlier_default() {
        const OLD: &[Pin] = &[
            Pin {
                param: Param::Sequence,
                value: "1024",
                when: |_| true,
            },
            Pin {
                param: Param::Rank,
                value: "8",
                when: |checked| checked.field(Param::Rank).is_some_and(|f| f.applies),
            },
        ];
        const NEWER: &[Pin] = &[Pin {
            param: Param::Sequence,
            value: "1536",
            when: |_| true,
        }];
        let rows = [
            Row {
                revision: CAT,
                pins: OLD,
            },
            Row {
                revision: CAT,
                pins: NEWER,
            },
        ];
        let mut draft = Draft::default().with(Param::Method, "full");
        apply(&mut draft, rows.iter());
        assert_eq!(draft.get(Param::Sequence), Some("1024"));
        assert_eq!(draft.get(Param::Rank), None);
        let mut chosen = Draft::default().with(Param::Sequence, "4096");
        apply(&mut chosen, rows.iter());
        assert_eq!(chosen.get(Param::Sequence), Some("4096"));
        assert_eq!(chosen.get(Param::Rank), Some("8"));
    }
}
