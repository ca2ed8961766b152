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
    /// A setting is given more than once; the first one counts.
    Duplicate {
        /// The key as the canonical link has it.
        key: &'static str,
    },
    /// The query has another value of a setting than the fragment, which counts.
    Overruled {
        /// The field.
        param: Param,
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
    /// Something about another scenario of a comparison; its key stands without the number.
    Beside {
        /// Its number in the link, from 2.
        scenario: usize,
        /// What is wrong.
        notice: Box<Self>,
    },
    /// A comparison names no such scenario: `5.s`, or `2.like=3`.
    NoScenario {
        /// What stands there, at most 32 characters of it.
        key: String,
    },
    /// A comparison has a scenario after this one but not this one; those after it move up.
    Gap {
        /// Its number.
        scenario: usize,
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
    /// More bytes than are read; the rest was not.
    TooLong {
        /// Length of the link.
        bytes: usize,
        /// Bytes that are read: [`MAX_BYTES`](super::MAX_BYTES), of a comparison [`MAX_COMPARED_BYTES`](super::MAX_COMPARED_BYTES).
        most: usize,
    },
    /// More pairs than are read; the rest was not.
    TooMany {
        /// Pairs that were not read.
        unread: usize,
        /// Pairs that are read: [`MAX_PAIRS`](super::MAX_PAIRS), of a comparison [`MAX_COMPARED_PAIRS`](super::MAX_COMPARED_PAIRS).
        most: usize,
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
    /// How many settings of the link it says were not used.
    pub fn unread(&self) -> usize {
        match self {
            Self::Beside { notice, .. } => notice.unread(),
            Self::UnknownKey { .. }
            | Self::Duplicate { .. }
            | Self::Invalid { .. }
            | Self::NoScenario { .. }
            | Self::Jobs(_)
            | Self::BadEncoding { .. }
            | Self::ValueTooLong { .. } => 1,
            Self::TooMany { unread, .. } => *unread,
            Self::TooLong { .. }
            | Self::Overruled { .. }
            | Self::Gap { .. }
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
