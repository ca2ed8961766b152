//! Cuts a stream of bytes into records: lines of JSON, items of a JSON list, rows of a table.
use super::Why;

/// A record longer than this is skipped: a page must not be filled by one line.
const LONGEST: usize = 16 << 20;

/// One record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record<'a> {
    /// A JSON value.
    Json(&'a [u8]),
    /// A row of a table, line end left out.
    Row(&'a [u8]),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    /// Nothing but white space so far.
    #[default]
    Unknown,
    /// One JSON object a line.
    Lines,
    /// One JSON list.
    List,
    /// After the end of the list.
    Over,
    /// A table, or plain numbers.
    Table,
}

/// Takes one record, or why there is none, with the line on which it starts.
pub(super) type Sink<'s> = &'s mut dyn FnMut(u64, Result<Record<'_>, Why>);

/// Where the reader stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Splitter {
    format: Format,
    record: Vec<u8>,
    too_long: bool,
    /// Line ends so far.
    lines: u64,
    /// Line ends before the record.
    start: u64,
    /// Brackets that are open in an item of a list.
    depth: u32,
    /// Inside a JSON text, or a quoted field of a table.
    quoted: bool,
    escaped: bool,
}

impl Splitter {
    pub(super) fn feed(&mut self, chunk: &[u8], sink: Sink) {
        for byte in chunk {
            self.byte(*byte, sink);
            if *byte == b'\n' {
                self.lines += 1;
            }
        }
    }

    pub(super) fn finish(&mut self, sink: Sink) {
        // An item, or a quoted field, that never ends.
        let open = match self.format {
            Format::List => self.depth > 0 || self.quoted,
            Format::Table => self.quoted,
            _ => false,
        };
        if open {
            sink(self.start + 1, Err(Why::Cut));
        } else {
            self.flush(sink);
        }
    }

    fn byte(&mut self, byte: u8, sink: Sink) {
        match self.format {
            Format::Unknown => match byte {
                // White space and the byte order mark.
                b' ' | b'\t' | b'\r' | b'\n' | 0xef | 0xbb | 0xbf => {}
                b'[' => self.format = Format::List,
                _ => {
                    self.format = if byte == b'{' {
                        Format::Lines
                    } else {
                        Format::Table
                    };
                    self.byte(byte, sink);
                }
            },
            Format::Lines => {
                if byte == b'\n' {
                    self.flush(sink);
                } else {
                    self.push(byte);
                }
            }
            Format::List => self.item(byte, sink),
            Format::Over => {}
            Format::Table => self.cell(byte, sink),
        }
    }

    fn item(&mut self, byte: u8, sink: Sink) {
        if self.quoted {
            let ends = byte == b'"' && !self.escaped;
            self.escaped = byte == b'\\' && !self.escaped;
            self.quoted = !ends;
            return self.push(byte);
        }
        match byte {
            b',' if self.depth == 0 => return self.flush(sink),
            b']' if self.depth == 0 => {
                self.flush(sink);
                self.format = Format::Over;
                return;
            }
            b'{' | b'[' => self.depth = self.depth.saturating_add(1),
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b'"' => self.quoted = true,
            _ => {}
        }
        self.push(byte);
    }

    fn cell(&mut self, byte: u8, sink: Sink) {
        let starts = matches!(self.record.last(), None | Some(b',' | b'\t' | b';' | b'"'));
        match byte {
            b'"' => self.quoted = !self.quoted && starts,
            b'\n' if !self.quoted => return self.flush(sink),
            _ => {}
        }
        self.push(byte);
    }

    fn push(&mut self, byte: u8) {
        if self.record.is_empty() && !self.too_long {
            // A table may begin with an empty cell.
            if byte.is_ascii_whitespace() && (self.format != Format::Table || byte != b'\t') {
                return;
            }
            self.start = self.lines;
        }
        if self.record.len() < LONGEST {
            self.record.push(byte);
        } else {
            self.too_long = true;
        }
    }

    fn flush(&mut self, sink: Sink) {
        let record = self.record.trim_ascii_end();
        if !record.is_empty() {
            let found = if self.too_long {
                Err(Why::TooLong)
            } else if self.format == Format::Table {
                Ok(Record::Row(record))
            } else {
                Ok(Record::Json(record))
            };
            sink(self.start + 1, found);
        }
        self.record.clear();
        self.too_long = false;
        self.quoted = false;
    }
}
