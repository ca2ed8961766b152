//! Tables: a header and columns of counts or text, or plain numbers, one a line.
use super::record::{COUNTS, TEXTS};
use super::script::Characters;
use super::{Found, Why};
use crate::num::decimal;

/// What the first row said.
#[derive(Clone, Debug, Default)]
pub(super) enum Table {
    /// Nothing yet.
    #[default]
    New,
    /// One number a line.
    Numbers,
    /// Columns of text, or one of counts.
    Columns {
        delimiter: char,
        places: Vec<usize>,
        counts: bool,
    },
    /// No column is known.
    Unknown,
}

impl Table {
    /// What a row holds; nothing where it is the header.
    pub(super) fn row(&mut self, bytes: &[u8]) -> Result<Option<Found>, Why> {
        let text = core::str::from_utf8(bytes).map_err(|_| Why::Encoding)?;
        match self {
            Self::New => {
                if decimal(text).is_some() {
                    *self = Self::Numbers;
                    return number(text).map(Some);
                }
                *self = header(text);
                if matches!(self, Self::Unknown) {
                    return Err(Why::NoColumn);
                }
                Ok(None)
            }
            Self::Numbers => number(text).map(Some),
            Self::Unknown => Ok(None),
            Self::Columns {
                delimiter,
                places,
                counts,
            } => {
                let cells = cells(text, *delimiter);
                let mut wanted = places.iter().filter_map(|place| cells.get(*place));
                if *counts {
                    return number(wanted.next().ok_or(Why::NoField)?).map(Some);
                }
                let mut characters = Characters::default();
                for cell in wanted {
                    characters.read(cell);
                }
                Ok(Some(Found::Text(characters)))
            }
        }
    }
}

fn number(text: &str) -> Result<Found, Why> {
    decimal(text.trim()).map(Found::Tokens).ok_or(Why::NoNumber)
}

/// The columns that a header names: the first of counts, or all of text.
fn header(text: &str) -> Table {
    let delimiter = ['\t', ',', ';']
        .into_iter()
        .find(|delimiter| text.contains(*delimiter))
        .unwrap_or(',');
    let names: Vec<String> = cells(text, delimiter)
        .iter()
        .map(|name| name.trim().to_ascii_lowercase())
        .collect();
    let place = |known: &&str| names.iter().position(|name| name == known);
    let count = COUNTS.iter().find_map(place);
    let places: Vec<usize> = count.map_or_else(
        || TEXTS.iter().filter_map(place).collect(),
        |place| vec![place],
    );
    if places.is_empty() {
        return Table::Unknown;
    }
    Table::Columns {
        delimiter,
        places,
        counts: count.is_some(),
    }
}

/// The cells of a row; quotes around a cell are dropped and doubled ones become one (RFC 4180).
fn cells(row: &str, delimiter: char) -> Vec<String> {
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let (mut quoted, mut before) = (false, delimiter);
    for character in row.chars() {
        match character {
            '"' if quoted => quoted = false,
            '"' if before == delimiter => quoted = true,
            // The second of two quotes inside a quoted cell.
            '"' if before == '"' => {
                quoted = true;
                cell.push('"');
            }
            _ if character == delimiter && !quoted => cells.push(core::mem::take(&mut cell)),
            _ => cell.push(character),
        }
        before = character;
    }
    cells.push(cell);
    cells
}
