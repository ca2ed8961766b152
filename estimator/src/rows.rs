//! Tables as text: a line a row, tabs between cells, written and read by one list of the row's fields.
//!
//! The tables of the catalogue are Rust. A page leaves them out of its code and reads them from this text, which the same
//! list of fields wrote natively, so that the two cannot disagree. What does not read as expected makes a table unsound, and nothing
//! of it is used.

use std::borrow::Cow;

use crate::find::split_once;
use crate::num::float;
use crate::source::{Source, SourceKind};

/// Between the items of a list in one cell.
const BAR: char = '|';

/// The cells of a row, one after the other: each call takes the value that the field has and gives the one it shall have. A
/// writer notes the first, a reader yields the second.
pub(crate) trait Cells {
    /// A text; `None`: it stays as it is.
    fn text(&mut self, value: &str) -> Option<&'static str>;

    /// A number that may be absent.
    fn optional(&mut self, value: Option<f64>) -> Option<f64>;

    /// Evidence, one of a list that all tables share.
    fn source(&mut self, value: Source) -> Source;

    /// Notes that a cell cannot be right.
    fn fail(&mut self);

    /// A text that is borrowed for good.
    fn label(&mut self, value: &mut &'static str) {
        if let Some(text) = self.text(value) {
            *value = text;
        }
    }

    /// A text that need not be borrowed.
    fn name(&mut self, value: &mut Cow<'static, str>) {
        if let Some(text) = self.text(value) {
            *value = Cow::Borrowed(text);
        }
    }

    /// A number.
    fn number(&mut self, value: &mut f64) {
        match self.optional(Some(*value)) {
            Some(number) => *value = number,
            None => self.fail(),
        }
    }

    /// A count that may be absent.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tables hold counts below 2^53"
    )]
    fn limit(&mut self, value: &mut Option<u64>) {
        *value = self.optional(value.map(float)).map(|count| count as u64);
    }

    /// A count.
    fn count(&mut self, value: &mut u64) {
        let mut count = Some(*value);
        self.limit(&mut count);
        match count {
            Some(count) => *value = count,
            None => self.fail(),
        }
    }

    /// A count of another width.
    fn small<T: Copy + Into<u64> + TryFrom<u64>>(&mut self, value: &mut T) {
        let mut count = (*value).into();
        self.count(&mut count);
        match T::try_from(count) {
            Ok(count) => *value = count,
            Err(_) => self.fail(),
        }
    }

    /// Yes or no.
    fn flag(&mut self, value: &mut bool) {
        let mut count = u64::from(*value);
        self.count(&mut count);
        *value = count == 1;
    }

    /// One of these.
    fn choice<T: Copy + PartialEq>(&mut self, all: &[T], value: &mut T) {
        let mut place = place(all, value);
        self.count(&mut place);
        match usize::try_from(place).ok().and_then(|place| all.get(place)) {
            Some(found) => *value = *found,
            None => self.fail(),
        }
    }

    /// Texts, borrowed for good.
    fn labels(&mut self, value: &mut &'static [&'static str]) {
        if let Some(text) = self.text(&value.join("|")) {
            *value = Vec::leak(items(text).collect());
        }
    }

    /// Some of these.
    fn choices<T: Copy + PartialEq>(&mut self, all: &[T], value: &mut Cow<'static, [T]>) {
        let places: Vec<u64> = value.iter().map(|item| place(all, item)).collect();
        if let Some(places) = self.counts(&places) {
            let found = |place: &u64| all.get(usize::try_from(*place).ok()?).copied();
            let found: Vec<T> = places.iter().filter_map(found).collect();
            if found.len() != places.len() {
                self.fail();
            }
            *value = Cow::Borrowed(Vec::leak(found));
        }
    }

    /// Counts; `None`: they stay as they are.
    fn counts(&mut self, value: &[u64]) -> Option<Vec<u64>> {
        let written: Vec<String> = value.iter().map(u64::to_string).collect();
        let text = self.text(&written.join("|"))?;
        let read: Option<Vec<u64>> = items(text).map(|item| item.parse().ok()).collect();
        if read.is_none() {
            self.fail();
        }
        read
    }
}

/// A place that no list has where the value is not in this one.
fn place<T: PartialEq>(all: &[T], value: &T) -> u64 {
    let at = all.iter().position(|item| item == value);
    at.unwrap_or(all.len()) as u64
}

/// The items of a list in a cell.
fn items(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(BAR).filter(|item| !item.is_empty())
}

/// What can stand in a row's field.
const KINDS: [SourceKind; 6] = [
    SourceKind::Measured,
    SourceKind::Vendor,
    SourceKind::Paper,
    SourceKind::Code,
    SourceKind::Derived,
    SourceKind::Assumed,
];

/// Evidence about which nothing is known yet: what a row holds before it is read.
pub(crate) const NO_SOURCE: Source = Source::new(SourceKind::Assumed, "", "", "");

fn source_row(source: &mut Source, cells: &mut impl Cells) {
    cells.choice(&KINDS, &mut source.kind);
    cells.label(&mut source.title);
    cells.label(&mut source.url);
    cells.label(&mut source.date);
}

/// Reads the tables of a text, in the order in which they stand there.
pub(crate) struct Reader {
    /// What is left of the text: tables with an empty line between two.
    rest: Option<&'static str>,
    row: std::str::Split<'static, char>,
    sources: Vec<Source>,
    sound: bool,
}

impl Reader {
    /// Begins with the evidence that the tables share.
    pub(crate) fn new(text: &'static str) -> Self {
        let mut reader = Self {
            rest: Some(text),
            row: "".split('\t'),
            sources: Vec::new(),
            sound: true,
        };
        reader.sources = reader.table("sources", &NO_SOURCE, source_row);
        reader
    }

    /// The rows of the next table, which must have this name.
    pub(crate) fn table<T: Clone>(
        &mut self,
        name: &str,
        blank: &T,
        fields: fn(&mut T, &mut Self),
    ) -> Vec<T> {
        let rest = self.rest.unwrap_or_default();
        let (table, rest) =
            split_once(rest, "\n\n").map_or((rest, None), |(table, rest)| (table, Some(rest)));
        self.rest = rest;
        let mut lines = table.split('\n');
        if lines.next() != Some(name) {
            self.fail();
        }
        let mut rows = Vec::new();
        for line in lines {
            self.row = line.split('\t');
            let mut row = blank.clone();
            fields(&mut row, self);
            if self.row.next().is_some() {
                self.fail();
            }
            rows.push(row);
        }
        rows
    }

    /// Whether all that was read is as it should be, to the end.
    pub(crate) fn sound(self) -> bool {
        self.sound && self.rest.is_none()
    }
}

impl Cells for Reader {
    fn text(&mut self, _: &str) -> Option<&'static str> {
        let cell = self.row.next();
        self.sound &= cell.is_some();
        cell
    }

    fn optional(&mut self, _: Option<f64>) -> Option<f64> {
        let cell = self.text("")?;
        if cell.is_empty() {
            return None;
        }
        let number = match cell.strip_prefix('x') {
            Some(bits) => u64::from_str_radix(bits, 16).ok().map(f64::from_bits),
            None => crate::num::decimal(cell),
        };
        self.sound &= number.is_some_and(f64::is_finite);
        number
    }

    fn source(&mut self, mut value: Source) -> Source {
        let known = std::mem::take(&mut self.sources);
        self.choice(&known, &mut value);
        self.sources = known;
        value
    }

    fn fail(&mut self) {
        self.sound = false;
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use writer::Writer;

#[cfg(not(target_arch = "wasm32"))]
mod writer {
    use super::{Cells, Source, source_row};

    /// Writes tables.
    #[derive(Default)]
    pub(crate) struct Writer {
        tables: Vec<String>,
        row: Vec<String>,
        sources: Vec<Source>,
    }

    impl Writer {
        /// Adds a table.
        pub(crate) fn table<T: Clone>(
            &mut self,
            name: &str,
            rows: impl Iterator<Item = T>,
            fields: fn(&mut T, &mut Self),
        ) {
            let mut lines = vec![name.to_owned()];
            for mut row in rows {
                fields(&mut row, self);
                lines.push(std::mem::take(&mut self.row).join("\t"));
            }
            self.tables.push(lines.join("\n"));
        }

        /// The text: the evidence, then the tables.
        pub(crate) fn text(mut self) -> String {
            let tables = std::mem::take(&mut self.tables);
            let sources = std::mem::take(&mut self.sources);
            self.table("sources", sources.into_iter(), source_row);
            self.tables.extend(tables);
            self.tables.join("\n\n")
        }
    }

    impl Cells for Writer {
        fn text(&mut self, value: &str) -> Option<&'static str> {
            self.row.push(value.replace(['\t', '\n'], " "));
            None
        }

        fn optional(&mut self, value: Option<f64>) -> Option<f64> {
            // Most have few digits; of the others every bit counts.
            let text = value.map(|number| {
                let text = number.to_string();
                if crate::num::decimal(&text).map(f64::to_bits) == Some(number.to_bits()) {
                    text
                } else {
                    format!("x{:x}", number.to_bits())
                }
            });
            self.row.push(text.unwrap_or_default());
            value
        }

        fn source(&mut self, value: Source) -> Source {
            let known = self.sources.iter().position(|source| *source == value);
            if known.is_none() {
                self.sources.push(value);
            }
            let place = known.unwrap_or(self.sources.len() - 1);
            self.row.push(place.to_string());
            value
        }

        fn fail(&mut self) {
            // Reading says so: the place that was written is one that no list has.
        }
    }
}
