//! Measures the lengths of a data set that a person pastes or drops: JSON lines, a JSON list, a table with a header, or plain
//! numbers. Read in chunks; one record is held at a time and nothing of it is kept.
//!
//! A column of token counts (or `input_ids`) is taken as it is. Text is estimated from its characters, see [`Ratios`].
mod histogram;
mod record;
mod script;
mod split;
mod table;

pub use histogram::Histogram;
pub use script::{Characters, Ratios};

use crate::num::{float, larger, smaller};
use crate::scenario::{Draft, Param};
use split::Splitter;
use table::Table;

/// Rows that could not be read are listed up to this number; the rest are counted.
const LISTED: usize = 20;

/// Tokens that a row may have: the bound of the mean and the 95th percentile in the form, which then hold whatever the rows are.
pub const MOST_TOKENS: u64 = 16_777_216;

/// A row that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The line on which it starts, from 1.
    pub line: u64,
    /// Why.
    pub why: Why,
}

/// Why a row could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No JSON; the column, in bytes from 1, at which it stops being that (in the line on which it stops).
    Json {
        /// The column.
        column: usize,
    },
    /// Not UTF-8.
    Encoding,
    /// No field that is known to hold text or a count.
    NoField,
    /// No number where there should be one.
    NoNumber,
    /// The header names no column that is known to hold text or a count: nothing after it is read.
    NoColumn,
    /// Nothing in it.
    Empty,
    /// More than 16 MiB.
    TooLong,
    /// More tokens than [`MOST_TOKENS`].
    TooMany,
    /// The file ends inside it.
    Cut,
}

/// What a record holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Found {
    /// Tokens, counted by somebody else.
    Tokens(f64),
    /// Text.
    Text(Characters),
}

/// Measures a file chunk by chunk.
#[derive(Clone, Debug)]
pub struct Reader {
    ratios: Ratios,
    splitter: Splitter,
    table: Table,
    summary: Summary,
}

/// What a file holds, so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Rows that were read.
    pub samples: u64,
    /// Their tokens.
    pub tokens: f64,
    /// The longest of them.
    pub longest: f64,
    /// Rows of which the tokens were given rather than estimated.
    pub counted: u64,
    /// Characters of the others.
    pub characters: Characters,
    /// Rows that were not read.
    pub unread: u64,
    /// The first of them.
    pub listed: Vec<Unread>,
    /// How many are how long.
    pub histogram: Histogram,
}

impl Reader {
    /// A reader that estimates with these ratios.
    pub fn new(ratios: Ratios) -> Self {
        Self {
            ratios,
            splitter: Splitter::default(),
            table: Table::default(),
            summary: Summary::default(),
        }
    }

    /// Reads the next piece of the file, cut anywhere.
    pub fn feed(&mut self, chunk: &[u8]) {
        let Self {
            ratios,
            splitter,
            table,
            summary,
        } = self;
        splitter.feed(chunk, &mut |line, record| {
            summary.take(*ratios, line, table, record);
        });
    }

    /// What was read so far.
    pub fn so_far(&self) -> &Summary {
        &self.summary
    }

    /// The end of the file.
    pub fn finish(mut self) -> Summary {
        let Self {
            ratios,
            splitter,
            table,
            summary,
        } = &mut self;
        splitter.finish(&mut |line, record| summary.take(*ratios, line, table, record));
        self.summary
    }
}

/// Measures a text that is at hand as a whole.
pub fn measure(text: &str, ratios: Ratios) -> Summary {
    let mut reader = Reader::new(ratios);
    reader.feed(text.as_bytes());
    reader.finish()
}

impl Summary {
    fn take(
        &mut self,
        ratios: Ratios,
        line: u64,
        table: &mut Table,
        record: Result<split::Record, Why>,
    ) {
        let found = match record {
            Ok(split::Record::Json(bytes)) => record::found(bytes).map(Some),
            Ok(split::Record::Row(bytes)) => table.row(bytes),
            Err(why) => Err(why),
        };
        match found {
            Ok(Some(found)) => self.add(ratios, line, found),
            Ok(None) => {}
            Err(why) => self.refuse(line, why),
        }
    }

    fn add(&mut self, ratios: Ratios, line: u64, found: Found) {
        let tokens = match found {
            Found::Tokens(tokens) => tokens,
            Found::Text(characters) => characters.tokens(ratios),
        };
        if tokens <= 0.0 {
            return self.refuse(line, Why::Empty);
        }
        if tokens > float(MOST_TOKENS) {
            return self.refuse(line, Why::TooMany);
        }
        // A text that is there is a token at least, however few characters it has.
        let tokens = larger(tokens, 1.0);
        match found {
            Found::Tokens(_) => self.counted += 1,
            Found::Text(characters) => self.characters.add(characters),
        }
        self.samples += 1;
        self.tokens += tokens;
        self.longest = larger(self.longest, tokens);
        self.histogram.add(tokens);
    }

    fn refuse(&mut self, line: u64, why: Why) {
        self.unread += 1;
        if self.listed.len() < LISTED {
            self.listed.push(Unread { line, why });
        }
    }

    /// Mean tokens of a row.
    pub fn mean(&self) -> f64 {
        self.tokens / larger(float(self.samples), 1.0)
    }

    /// The length that this share of rows does not exceed, to 6% above.
    pub fn percentile(&self, share: f64) -> f64 {
        smaller(self.histogram.percentile(share), self.longest)
    }

    /// Mean, 95th percentile and longest in whole tokens, as the form takes them: none is below the one before.
    pub fn lengths(&self) -> [f64; 3] {
        let mean = self.mean().round();
        let tail = larger(self.percentile(0.95).round(), mean);
        [mean, tail, larger(self.longest.round(), tail)]
    }

    /// Whether every length was given rather than estimated.
    pub const fn exact(&self) -> bool {
        self.counted == self.samples
    }

    /// Types what was measured into a draft; nothing where nothing was read.
    pub fn fill(&self, draft: &mut Draft) {
        if self.samples == 0 {
            return;
        }
        let [mean, tail, longest] = self.lengths();
        draft.clear(Param::TotalTokens);
        draft.set(Param::Samples, self.samples.to_string());
        for (param, length) in [
            (Param::MeanLength, mean),
            (Param::TailLength, tail),
            (Param::LongestLength, longest),
        ] {
            draft.set(param, histogram::whole(length).to_string());
        }
    }
}
