//! What a text gives: options with their values, whatever it is written in.
use super::trouble::{Syntax, Trouble};

/// Bytes of a text at most; launch files have a few thousand.
pub(super) const MOST_BYTES: usize = 256 * 1024;
/// Options of a text at most.
const MOST_OPTIONS: usize = 2048;

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path, steps joined by dots: `zero_optimization.stage`, `datasets.0.path`, `lora_r`; `$NAME` for a variable of the shell.
    pub key: String,
    /// Its value; items of a list joined by commas.
    pub value: String,
    /// The line it stands on, from 1.
    pub line: usize,
}

/// What kind of text it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// YAML, or JSON, which is part of it.
    Tree,
    /// A command line, or a shell script.
    Shell,
    /// Python calls, as written or printed.
    Calls,
}

/// Options in the order of the text.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) shape: Shape,
    pub(super) options: Vec<Entry>,
    /// What a command names beside options: programs, scripts, files.
    pub(super) words: Vec<String>,
}

impl Given {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            shape,
            options: Vec::new(),
            words: Vec::new(),
        }
    }

    /// The value of an option; of several the last, as parsers have it.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        self.options.iter().rposition(|option| option.key == key)
    }

    /// Notes an option, unless it is null, which says nothing.
    pub(super) fn push(&mut self, key: &str, value: String, line: usize) -> Result<(), Trouble> {
        let nothing = ["", "null", "~", "None"].contains(&value.as_str());
        if !nothing {
            if self.options.len() >= MOST_OPTIONS {
                return Err(Trouble::TooLong);
            }
            self.options.push(Entry {
                key: key.to_owned(),
                value,
                line,
            });
        }
        Ok(())
    }
}

/// Reads a text in whatever it is written.
pub(super) fn read(text: &str) -> Result<Given, Trouble> {
    if text.len() > MOST_BYTES {
        return Err(Trouble::TooLong);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some((at, _)) = text.char_indices().find(|(_, c)| hidden(*c)) {
        return Err(Trouble::at(text, at, Syntax::Character));
    }
    let start = text.trim_start();
    if start.is_empty() {
        return Err(Trouble::Empty);
    }
    if start.starts_with(['{', '[']) {
        return super::tree::read(text);
    }
    if super::calls::looks(text) {
        return super::calls::read(text);
    }
    if super::shell::looks(text) {
        return super::shell::read(text);
    }
    super::tree::read(text)
}

/// Characters that no launch file needs and that can make a text look like another: controls, and those that turn direction.
fn hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
