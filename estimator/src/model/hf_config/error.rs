//! What can be wrong with a `config.json`, as data.

use std::fmt;

/// A field of a `config.json` that cannot be used, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// Path of the field (`text_config.hidden_size`); empty for the whole text.
    pub field: String,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a field cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The text is no JSON.
    NotJson {
        /// Line of the first error, from 1.
        line: usize,
        /// Column of the first error, from 1 (0: before the line's first character).
        column: usize,
    },
    /// The model cannot be described without it.
    Missing,
    /// A number is needed.
    NotANumber {
        /// What stands there, shortened.
        found: String,
    },
    /// A whole number is needed.
    NotAnInteger {
        /// What stands there, shortened.
        found: String,
    },
    /// `true` or `false` is needed.
    NotABool {
        /// What stands there, shortened.
        found: String,
    },
    /// A text is needed.
    NotAText {
        /// What stands there, shortened.
        found: String,
    },
    /// A list of layer numbers is needed.
    NotAList {
        /// What stands there, shortened.
        found: String,
    },
    /// An object (`{…}`) is needed.
    NotAnObject {
        /// What stands there, shortened.
        found: String,
    },
    /// Not between the bounds.
    OutOfRange {
        /// What stands there.
        found: String,
        /// Smallest accepted value.
        min: u64,
        /// Largest accepted value.
        max: u64,
    },
    /// Must divide another number of the configuration.
    NotDivisor {
        /// What stands there.
        found: u64,
        /// The number that it must divide.
        of: u64,
    },
    /// Must not be larger than another number of the configuration.
    Exceeds {
        /// What stands there.
        found: u64,
        /// The other number.
        limit: u64,
    },
    /// An architecture that is not known here; nothing is guessed.
    UnknownModelType {
        /// What stands there.
        found: String,
        /// Every value that is known.
        known: Vec<&'static str>,
    },
}

impl ConfigError {
    pub(super) fn new(field: impl Into<String>, reason: Reason) -> Self {
        Self {
            field: field.into(),
            reason,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { line, column } => {
                write!(f, "not JSON: error at line {line}, column {column}")
            }
            Self::Missing => f.write_str("missing"),
            Self::NotANumber { found } => write!(f, "a number is needed, found {found}"),
            Self::NotAnInteger { found } => write!(f, "a whole number is needed, found {found}"),
            Self::NotABool { found } => write!(f, "true or false is needed, found {found}"),
            Self::NotAText { found } => write!(f, "a text is needed, found {found}"),
            Self::NotAList { found } => {
                write!(f, "a list of layer numbers is needed, found {found}")
            }
            Self::NotAnObject { found } => write!(f, "an object is needed, found {found}"),
            Self::OutOfRange { found, min, max } => {
                write!(f, "{found} is not between {min} and {max}")
            }
            Self::NotDivisor { found, of } => write!(f, "{found} does not divide {of}"),
            Self::Exceeds { found, limit } => write!(f, "{found} is more than {limit}"),
            Self::UnknownModelType { found, known } => write!(
                f,
                "unknown architecture {found:?}; known: {}",
                known.join(", ")
            ),
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() {
            return write!(f, "{}", self.reason);
        }
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl std::error::Error for ConfigError {}
