//! Any text as a draft.
use super::encode::valid;
use super::notice::{Notice, RunNotice};
use super::pairs::repaired;
use super::reader::{Part, Reader};
use super::runs::RunReader;
use super::{CAT, Revision, defaults};
use crate::calibration::Run;
use crate::find::find;
use crate::scenario::Draft;

/// What a link says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded {
    /// Its settings: canonical text where a value is valid, else the raw text, which the field then shows with its issue.
    pub draft: Draft,
    /// What could not be read, and what else to know.
    pub notices: Vec<Notice>,
    /// Short runs, in the order of their numbers; each has a whole scenario of its own.
    pub runs: Vec<Run>,
    /// What could not be read of them.
    pub run_notices: Vec<RunNotice>,
    /// The table of jobs, as [`crate::pool::parse`] reads it: canonical where it can be read, else the raw text; empty: none.
    pub jobs: String,
    /// The other scenarios of a comparison, from 2 on in their order, at most [`MAX_BESIDE`](super::MAX_BESIDE).
    pub others: Vec<Draft>,
    /// Settings that the link has: "[`unread`](Self::unread) of these could not be used". One given over and over counts as two.
    pub settings: usize,
    /// Version of the grammar, if the link names one.
    pub version: Option<u32>,
    /// Revision of defaults and catalogues, if the link names one.
    pub cat: Option<Revision>,
}

impl Decoded {
    /// Settings that could not be used: what cannot be read, and what was given before.
    pub fn unread(&self) -> usize {
        self.notices.iter().map(Notice::unread).sum::<usize>() + self.run_notices.len()
    }

    /// Whether the address may be rewritten before the person edits something: not when a later release wrote it.
    pub fn may_rewrite(&self) -> bool {
        !self.notices.iter().any(Notice::newer)
    }
}

/// Reads a fragment, with or without its `#`. Total: any text gives a draft.
pub fn decode(fragment: &str) -> Decoded {
    decode_location("", fragment)
}

/// Reads an address: settings stand in the fragment or, in mail-safe links, in the query; the fragment wins key by key.
///
/// Keys of the query that are no settings belong to the host or to somebody's tracker and are ignored.
pub fn decode_location(query: &str, fragment: &str) -> Decoded {
    let query = query.strip_prefix('?').unwrap_or(query);
    let fragment = repaired(fragment);
    // Mail scanners that encode the `#` push the fragment into the query.
    let at = if fragment.is_empty() {
        find(query, "%23")
    } else {
        None
    };
    let (query, pushed) = at
        .and_then(|at| query.split_at_checked(at))
        .unwrap_or((query, ""));
    let fragment = if pushed.is_empty() {
        fragment
    } else {
        repaired(pushed)
    };

    let mut reader = Reader::default();
    reader.read(&fragment, Part::Fragment);
    reader.read(query, Part::Query);
    let (mut found, runs, beside) = reader.finish();
    let written = found.cat.filter(|cat| *cat < CAT && defaults::known(*cat));
    if let Some(written) = written {
        defaults::pin(&mut found.draft, written);
    }
    if runs.iter().any(RunReader::has_values) {
        let (present, _) = valid(&found.draft);
        found.runs = runs.iter().filter_map(|run| run.run(&present)).collect();
    }
    if let Some(beside) = beside {
        let (present, _) = valid(&found.draft);
        let (others, gaps) = beside.finish(&present);
        found.others = others;
        found.notices.extend(gaps);
    }
    if let Some(written) = written {
        let drafts = found.runs.iter_mut().map(|run| &mut run.draft);
        for draft in drafts.chain(&mut found.others) {
            defaults::pin(draft, written);
        }
    }
    found
}

/// A part of an address with today's revision in place of the one that it names: what it leaves out is then what it is today.
pub fn renewed(text: &str) -> String {
    let pairs = text.split('&').map(|pair| {
        let names = pair.split('=').next().unwrap_or_default();
        if names.eq_ignore_ascii_case("cat") {
            ["cat=", &CAT.to_string()].concat()
        } else {
            pair.to_owned()
        }
    });
    pairs.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_can_be_brought_to_todays_data() {
        let old = "v=1&cat=2025-01&m=qwen2.5-7b&s=4096";
        let now = renewed(old);
        assert_eq!(now, format!("v=1&cat={CAT}&m=qwen2.5-7b&s=4096"));
        let (before, after) = (decode(old), decode(&now));
        assert!(!before.notices.is_empty() && after.notices.is_empty());
        assert_eq!(before.draft, after.draft);
        assert_eq!(renewed("lang=zh&m=x"), "lang=zh&m=x");
        assert_eq!(renewed(""), "");
    }
}
