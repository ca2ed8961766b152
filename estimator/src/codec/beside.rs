//! The other scenarios of a comparison in a link: `2.method=qlora&3.like=1`.
//!
//! The first scenario stands plain, so that a link without the others reads as ever; it is the one that short runs and jobs belong
//! to. Of the others a link writes what differs from the first, value by value as they come out: where the first sets
//! something and another has the default, that default stands written out (`2.r=16`), or `none` where the field is empty.
use super::alias::resolve;
use super::notice::Notice;
use super::pairs::pairs;
use super::runs::{self, RunReader};
use crate::scenario::Draft;

/// Scenarios beside the first.
pub const MAX_BESIDE: usize = 3;

/// The key that says that a scenario is as the first: `2.like=1`.
pub const LIKE_KEY: &str = "like";

/// Number and rest of a key of a comparison: `2.s` is 2 and `s`. Numbers beyond a comparison are told apart later.
pub(super) fn split(key: &str) -> Option<(usize, &str)> {
    let (number, rest) = key.split_once('.')?;
    let digits = number.len() < 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    Some((number.parse().ok().filter(|_| digits)?, rest))
}

/// Whether there is a scenario of that number beside the first.
pub(super) fn is_beside(number: usize) -> bool {
    (2..MAX_BESIDE + 2).contains(&number)
}

/// Whether a key of the query belongs to another scenario.
pub(super) fn is_ours(key: &str) -> bool {
    split(key).is_some_and(|(number, key)| {
        is_beside(number) && (key == LIKE_KEY || resolve(key).is_some())
    })
}

/// Whether a text has more than one scenario, so that it may be longer.
pub(super) fn compares(text: &str) -> bool {
    pairs(text).any(|(key, _)| split(key).is_some_and(|(number, _)| is_beside(number)))
}

/// Reads the pairs of the other scenarios.
pub(super) struct BesideReader([RunReader; MAX_BESIDE]);

impl Default for BesideReader {
    fn default() -> Self {
        Self(core::array::from_fn(|_| RunReader::beside()))
    }
}

impl BesideReader {
    /// The reader of a scenario, if a comparison has one of that number beside the first.
    pub(super) fn of(&mut self, number: usize) -> Option<&mut RunReader> {
        self.0.get_mut(number.checked_sub(2)?)
    }

    /// The scenarios beside `present`, the valid part of the first, and what is missing between them.
    pub(super) fn finish(&self, present: &Draft) -> (Vec<Draft>, Vec<Notice>) {
        let last = self.0.iter().rposition(RunReader::has_values);
        let (mut drafts, mut gaps) = (Vec::new(), Vec::new());
        for (at, reader) in self
            .0
            .iter()
            .enumerate()
            .take(last.map_or(0, |last| last + 1))
        {
            match reader.run(present) {
                Some(run) => drafts.push(run.draft),
                None => gaps.push(Notice::Gap { scenario: at + 2 }),
            }
        }
        (drafts, gaps)
    }
}

/// The pairs of scenario `number`, each with its `&`.
pub(super) fn written(present: &Draft, number: usize, draft: &Draft) -> Vec<String> {
    let mut pairs = runs::settings(present, draft, true);
    if pairs.is_empty() {
        pairs.push((LIKE_KEY, "1".to_owned()));
    }
    let number = number.to_string();
    let pair = |(key, value): (&str, String)| ["&", &number, ".", key, "=", &value].concat();
    pairs.into_iter().map(pair).collect()
}
