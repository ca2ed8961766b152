//! What a link says that could not be read, as data: the app words it in two languages.
use super::Revision;
use crate::calibration::Figure;
use crate::pool::BadEntry;
use crate::scenario::{IssueKind, Param};

/// Something about a link that a person should know. Texts come from the link: untrusted, shortened, never markup.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// No setting has that key.
    UnknownKey {
        /// The key, at most 32 characters of it.
        key: String,
        /// The key that may have been meant.
        nearest: Option<&'static str>,
    },
    /// A setting is given twice; the first one counts.
    Duplicate {
        /// The key as the canonical link has it.
        key: &'static str,
    },
    /// A value that the field cannot have; it stands in its box all the same.
    Invalid {
        /// The field.
        param: Param,
        /// The value.
        value: String,
        /// What is wrong with it.
        kind: IssueKind,
    },
    /// A table of jobs that cannot be read; it stands in its boxes all the same.
    Jobs(BadEntry),
    /// `%` codes that are no text.
    BadEncoding {
        /// The key, at most 32 characters of it.
        key: String,
    },
    /// A value of more than [`MAX_VALUE`](super::MAX_VALUE) bytes; not loaded.
    ValueTooLong {
        /// The field.
        param: Param,
        /// Its length.
        bytes: usize,
    },
    /// More than [`MAX_BYTES`](super::MAX_BYTES) bytes; the rest was not read.
    TooLong {
        /// Length of the link.
        bytes: usize,
    },
    /// More than [`MAX_PAIRS`](super::MAX_PAIRS) pairs; the rest was not read.
    TooMany {
        /// Pairs that were not read.
        unread: usize,
    },
    /// Written by a later release, in a later grammar.
    NewerVersion {
        /// Its version.
        found: u32,
    },
    /// No version at all.
    BadVersion {
        /// What stands there.
        found: String,
    },
    /// Written by a later release, with later defaults and catalogues: what is not in the link may differ.
    NewerCatalogue {
        /// Its revision.
        found: Revision,
    },
    /// Written with earlier defaults and catalogues, which were kept: formulas may have changed since.
    OlderCatalogue {
        /// Its revision.
        found: Revision,
    },
    /// No revision that there ever was; today's defaults are used.
    UnknownCatalogue {
        /// What stands there.
        found: String,
    },
}

/// Something about one of the short runs in a link.
#[derive(Clone, Debug, PartialEq)]
pub struct RunNotice {
    /// Its number in the link, from 1.
    pub run: usize,
    /// What is wrong.
    pub problem: RunProblem,
}

/// What could not be read of a run; each is one setting of the link.
#[derive(Clone, Debug, PartialEq)]
pub enum RunProblem {
    /// A setting of its scenario, or a key that is none; keys stand without the run's number.
    Setting(Notice),
    /// A figure that is no number or out of bounds; it stands in its box all the same.
    Figure {
        /// The figure.
        figure: Figure,
        /// The value.
        value: String,
        /// What is wrong with it.
        kind: IssueKind,
    },
    /// A figure of more than [`MAX_VALUE`](super::MAX_VALUE) bytes; not loaded.
    FigureTooLong {
        /// The figure.
        figure: Figure,
        /// Its length.
        bytes: usize,
    },
}

impl Notice {
    /// How many settings of the link it says were not read.
    pub const fn unread(&self) -> usize {
        match self {
            Self::UnknownKey { .. }
            | Self::Duplicate { .. }
            | Self::Invalid { .. }
            | Self::Jobs(_)
            | Self::BadEncoding { .. }
            | Self::ValueTooLong { .. } => 1,
            Self::TooMany { unread } => *unread,
            Self::TooLong { .. }
            | Self::NewerVersion { .. }
            | Self::BadVersion { .. }
            | Self::NewerCatalogue { .. }
            | Self::OlderCatalogue { .. }
            | Self::UnknownCatalogue { .. } => 0,
        }
    }

    /// Whether the link comes from a later release: its address must stand until the person edits something.
    pub const fn newer(&self) -> bool {
        matches!(
            self,
            Self::NewerVersion { .. } | Self::NewerCatalogue { .. }
        )
    }
}
