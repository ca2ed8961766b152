//! Why a text could not be read, as data: the page words it in two languages.

/// Why nothing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no text.
    Empty,
    /// More bytes or options than any launch file has.
    TooLong,
    /// No format that is known here has options like these.
    Unknown,
    /// A model's `config.json`, which is read elsewhere.
    Model,
    /// It is not well formed.
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong there.
        what: Syntax,
    },
}

/// What is wrong at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A control character, or one that turns the direction of writing.
    Character,
    /// A tab where YAML wants spaces.
    Tab,
    /// A line that stands farther in or out than those it belongs to.
    Indent,
    /// An anchor, alias or tag, which launch files do without.
    Anchor,
    /// A quotation that does not end.
    Quote,
    /// A bracket that does not close.
    Bracket,
    /// A key without a colon, or a colon without a key.
    Key,
    /// Something behind the end, or a second document.
    After,
    /// Deeper nesting than launch files have.
    Deep,
}

impl Trouble {
    /// What is wrong at a byte of a text.
    pub(super) fn at(text: &str, byte: usize, what: Syntax) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let last = before.rsplit('\n').next().unwrap_or_default();
        Self::Syntax {
            line: before.bytes().filter(|c| *c == b'\n').count() + 1,
            column: last.chars().count() + 1,
            what,
        }
    }
}
