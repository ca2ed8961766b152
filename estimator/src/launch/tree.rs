//! The part of YAML that launch files are written in, which all of JSON is a part of.
//!
//! Block mappings and lists, `[…]` and `{…}` over several lines, quoted and plain scalars, `|` and `>`, comments. Anchors, aliases,
//! tags, `? ` keys and several documents are refused with their place: no launch file needs them, and an alias is how a short text
//! becomes a long one. It reads what launch files use of YAML, as options rather than a tree, so that the page carries no whole library.
use super::given::{Given, Shape};
use super::trouble::{Syntax, Trouble};

/// Steps of a path at most.
const DEEPEST: usize = 16;

/// Reads a text.
pub(super) fn read(text: &str) -> Result<Given, Trouble> {
    let mut reader = Reader::new(text, Shape::Tree);
    reader.blank()?;
    if reader.rest().starts_with("---") {
        reader.at += 3;
        reader.blank()?;
    }
    reader.block(0, "", 0)?;
    reader.blank()?;
    if reader.at < text.len() {
        return Err(reader.wrong(Syntax::After));
    }
    Ok(reader.given)
}

/// Where reading stands.
pub(super) struct Reader<'t> {
    text: &'t str,
    pub(super) at: usize,
    /// What stands between a key and its value inside brackets: a colon, or an equals sign in Python.
    pub(super) between: u8,
    /// A byte and its line: lines are counted from there on.
    counted: (usize, usize),
    pub(super) given: Given,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, shape: Shape) -> Self {
        Self {
            text,
            at: 0,
            between: b':',
            counted: (0, 1),
            given: Given::new(shape),
        }
    }

    fn wrong(&self, what: Syntax) -> Trouble {
        Trouble::at(self.text, self.at, what)
    }

    /// The line where reading stands.
    pub(super) fn line(&mut self) -> usize {
        let (from, lines) = self.counted;
        let new = self.text.as_bytes().get(from..self.at).unwrap_or_default();
        let lines = lines + new.split(|c| *c == b'\n').skip(1).count();
        self.counted = (self.at.max(from), lines);
        lines
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> u8 {
        self.byte(self.at)
    }

    /// A byte; 0 beyond the end, which is no byte of a text that is read.
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Whether what stands at a byte separates words.
    fn space(&self, at: usize) -> bool {
        matches!(self.byte(at), 0 | b' ' | b'\t' | b'\n' | b'\r')
    }

    fn column(&self) -> usize {
        let before = self.text.get(..self.at).unwrap_or_default();
        before.len() - before.rfind('\n').map_or(0, |end| end + 1)
    }

    /// Goes over spaces, empty lines and comments.
    fn blank(&mut self) -> Result<(), Trouble> {
        loop {
            match self.peek() {
                b'\t' if self.indents_with_tab() => return Err(self.wrong(Syntax::Tab)),
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'#' if self.at == 0 || self.space(self.at.saturating_sub(1)) => self.skip_line(),
                _ => return Ok(()),
            }
        }
    }

    /// Whether a line starts with a tab and has more than blanks.
    fn indents_with_tab(&self) -> bool {
        let starts = self.at == 0 || self.byte(self.at - 1) == b'\n';
        let after = || self.rest().trim_start_matches([' ', '\t']);
        starts && !after().starts_with(['\n', '\r', '#']) && !after().is_empty()
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    fn spaces(&mut self) {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    fn line_ends(&self) -> bool {
        let comment =
            self.peek() == b'#' && (self.at == 0 || self.space(self.at.saturating_sub(1)));
        comment || matches!(self.peek(), 0 | b'\n' | b'\r')
    }

    fn dash(&self) -> bool {
        self.peek() == b'-' && self.space(self.at + 1)
    }

    /// A value that starts on a line of its own, at least `least` columns in.
    fn block(&mut self, least: usize, path: &str, depth: usize) -> Result<(), Trouble> {
        if depth > DEEPEST {
            return Err(self.wrong(Syntax::Deep));
        }
        self.blank()?;
        if self.at >= self.text.len() || self.column() < least {
            return Ok(());
        }
        let indent = self.column();
        if self.dash() {
            return self.sequence(indent, path, depth);
        }
        if matches!(self.peek(), b'[' | b'{') || !self.key_ahead() {
            let start = self.at;
            let start_line = self.line();
            if let Some(value) = self.inline(path, indent, depth)? {
                if path.is_empty() {
                    self.at = start;
                    return Err(self.wrong(Syntax::Key));
                }
                return self.given.push(path, value, start_line);
            }
            return Ok(());
        }
        self.mapping(indent, path, depth)
    }

    /// Whether the line has a key: something with a colon and a space behind it.
    fn key_ahead(&self) -> bool {
        let mut at = self.at;
        if let quote @ (b'"' | b'\'') = self.byte(at) {
            let body = self.text.get(at + 1..).unwrap_or_default();
            at += 2 + body.find(char::from(quote)).unwrap_or(body.len());
        }
        while !matches!(self.byte(at), 0 | b'\n' | b'\r') {
            if self.byte(at) == b':' && self.space(at + 1) {
                return true;
            }
            if self.byte(at) == b'#' && self.space(at.saturating_sub(1)) {
                return false;
            }
            at += 1;
        }
        false
    }

    fn mapping(&mut self, indent: usize, path: &str, depth: usize) -> Result<(), Trouble> {
        loop {
            self.blank()?;
            if self.at >= self.text.len() || self.column() < indent || self.dash() {
                return Ok(());
            }
            if self.column() > indent {
                return Err(self.wrong(Syntax::Indent));
            }
            if !self.key_ahead() {
                return Err(self.wrong(Syntax::Key));
            }
            let start = self.line();
            let key = self.key()?;
            let path = join(path, &key);
            self.at += 1;
            self.spaces();
            if self.line_ends() {
                self.blank()?;
                let inside = self.column() > indent || self.column() == indent && self.dash();
                if inside && self.at < self.text.len() {
                    self.block(indent, &path, depth + 1)?;
                }
            } else if let Some(value) = self.inline(&path, indent + 1, depth + 1)? {
                self.given.push(&path, value, start)?;
            }
        }
    }

    /// A key, up to the colon behind it.
    fn key(&mut self) -> Result<String, Trouble> {
        if matches!(self.peek(), b'"' | b'\'') {
            let key = self.quoted()?;
            self.spaces();
            return if self.peek() == b':' {
                Ok(key)
            } else {
                Err(self.wrong(Syntax::Key))
            };
        }
        self.refuse()?;
        let start = self.at;
        while !(self.peek() == b':' && self.space(self.at + 1)) {
            self.at += 1;
        }
        let key = self.text.get(start..self.at).unwrap_or_default().trim_end();
        Ok(key.to_owned())
    }

    /// Anchors, aliases, tags and keys behind a question mark.
    fn refuse(&self) -> Result<(), Trouble> {
        let marks = matches!(self.peek(), b'&' | b'*' | b'!' | b'%' | b'@' | b'`')
            || self.peek() == b'?' && self.space(self.at + 1);
        if marks {
            return Err(self.wrong(Syntax::Anchor));
        }
        Ok(())
    }

    fn sequence(&mut self, indent: usize, path: &str, depth: usize) -> Result<(), Trouble> {
        let mut items: Vec<String> = Vec::new();
        let start = self.line();
        let mut place = 0_usize;
        loop {
            self.blank()?;
            if self.at >= self.text.len() || self.column() < indent || !self.dash() {
                break;
            }
            if self.column() > indent {
                return Err(self.wrong(Syntax::Indent));
            }
            self.at += 1;
            self.spaces();
            let path = join(path, &place.to_string());
            place += 1;
            if self.line_ends() {
                self.block(indent + 1, &path, depth + 1)?;
            } else if self.dash() || self.key_ahead() && !matches!(self.peek(), b'[' | b'{') {
                self.block(self.column(), &path, depth + 1)?;
            } else if let Some(item) = self.inline(&path, indent + 1, depth + 1)? {
                items.push(item);
            }
        }
        self.given.push(path, items.join(","), start)
    }

    /// A value behind a key or a dash; `None` where brackets gave options of their own.
    fn inline(
        &mut self,
        path: &str,
        least: usize,
        depth: usize,
    ) -> Result<Option<String>, Trouble> {
        match self.peek() {
            b'[' | b'{' => {
                self.flow(path, depth)?;
                self.spaces();
                if self.line_ends() {
                    Ok(None)
                } else {
                    Err(self.wrong(Syntax::After))
                }
            }
            b'"' | b'\'' => {
                let value = self.quoted()?;
                self.spaces();
                if self.line_ends() {
                    Ok(Some(value))
                } else {
                    Err(self.wrong(Syntax::After))
                }
            }
            b'|' | b'>' => {
                self.skip_line();
                self.lines(least, false).map(Some)
            }
            _ => {
                self.refuse()?;
                let mut value = self.plain_line();
                let more = self.lines(least, true)?;
                if !more.is_empty() {
                    value.push(' ');
                    value.push_str(&more);
                }
                Ok(Some(value))
            }
        }
    }

    /// A plain scalar up to the end of the line or a comment.
    fn plain_line(&mut self) -> String {
        let start = self.at;
        while !self.line_ends() {
            self.at += 1;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        self.skip_line();
        text.trim_end().to_owned()
    }

    /// Further lines of a scalar, those that stand at least `least` columns in.
    fn lines(&mut self, least: usize, plain: bool) -> Result<String, Trouble> {
        let mut all = String::new();
        loop {
            let before = self.at;
            self.blank()?;
            if self.at >= self.text.len() || self.column() < least || self.column() == 0 {
                // A line that belongs to what follows.
                self.at = before;
                self.skip_line();
                return Ok(all);
            }
            if plain && self.key_ahead() {
                return Err(self.wrong(Syntax::Indent));
            }
            if !all.is_empty() {
                all.push(' ');
            }
            all.push_str(&self.plain_line());
        }
    }

    /// A quotation, on one line or more.
    fn quoted(&mut self) -> Result<String, Trouble> {
        let quote = self.peek();
        let start = self.at;
        let mut out = Vec::new();
        self.at += 1;
        loop {
            let c = self.peek();
            if c == 0 && self.at >= self.text.len() {
                self.at = start;
                return Err(self.wrong(Syntax::Quote));
            }
            self.at += 1;
            if c == quote {
                if quote == b'\'' && self.peek() == b'\'' {
                    self.at += 1;
                } else {
                    return Ok(String::from_utf8_lossy(&out).into_owned());
                }
            }
            if c == b'\\' && quote == b'"' {
                // Of escapes launch files have quotes, backslashes and slashes; the letters of others stand for themselves.
                out.push(self.peek());
                self.at += usize::from(self.at < self.text.len());
            } else {
                out.push(c);
            }
        }
    }

    /// What stands in brackets, round ones in Python.
    pub(super) fn flow(&mut self, path: &str, depth: usize) -> Result<(), Trouble> {
        if depth > DEEPEST {
            return Err(self.wrong(Syntax::Deep));
        }
        let opening = self.at;
        let (end, list) = match self.peek() {
            b'[' => (b']', true),
            b'{' => (b'}', false),
            _ => (b')', false),
        };
        self.at += 1;
        let mut items: Vec<String> = Vec::new();
        let mut place = 0_usize;
        loop {
            self.blank_in_flow();
            let start = self.line();
            match self.peek() {
                c if c == end => {
                    self.at += 1;
                    return self.given.push(path, items.join(","), start);
                }
                b',' => self.at += 1,
                0 => {
                    self.at = opening;
                    return Err(self.wrong(Syntax::Bracket));
                }
                b']' | b'}' | b')' => return Err(self.wrong(Syntax::Bracket)),
                _ if list => {
                    let path = join(path, &place.to_string());
                    place += 1;
                    if let Some(item) = self.flow_value(&path, depth)? {
                        items.push(item);
                    }
                }
                _ => self.flow_pair(path, end, depth)?,
            }
        }
    }

    fn flow_pair(&mut self, path: &str, end: u8, depth: usize) -> Result<(), Trouble> {
        let between = if end == b')' { self.between } else { b':' };
        let start = self.at;
        let key = if matches!(self.peek(), b'"' | b'\'') {
            self.quoted()?
        } else {
            self.refuse()?;
            self.flow_scalar(between)
        };
        self.blank_in_flow();
        if self.peek() != between {
            if end == b')' {
                // An argument without a name.
                return Ok(());
            }
            self.at = start;
            return Err(self.wrong(Syntax::Key));
        }
        self.at += 1;
        self.blank_in_flow();
        let path = join(path, &key);
        let line = self.line();
        if let Some(value) = self.flow_value(&path, depth)? {
            self.given.push(&path, value, line)?;
        }
        Ok(())
    }

    fn flow_value(&mut self, path: &str, depth: usize) -> Result<Option<String>, Trouble> {
        match self.peek() {
            b'[' | b'{' => self.flow(path, depth + 1).map(|()| None),
            b'"' | b'\'' => self.quoted().map(Some),
            b'f' | b'r' | b'b'
                if self.between == b'=' && matches!(self.byte(self.at + 1), b'"' | b'\'') =>
            {
                // A string of Python with its kind before it.
                self.at += 1;
                self.quoted().map(Some)
            }
            _ => {
                if self.between == b':' {
                    self.refuse()?;
                }
                Ok(Some(self.flow_scalar(0)))
            }
        }
    }

    /// Up to a comma, a bracket that closes, or `until`; round brackets of Python are gone over whole.
    fn flow_scalar(&mut self, until: u8) -> String {
        let start = self.at;
        let mut open = 0_usize;
        loop {
            let c = self.peek();
            let key_ends = c == until && (until != b':' || self.space(self.at + 1));
            match c {
                0 => break,
                b'(' => open += 1,
                b')' if open > 0 => open -= 1,
                b',' | b']' | b'}' | b')' if open == 0 => break,
                b'#' if self.space(self.at.saturating_sub(1)) => break,
                _ if key_ends && open == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        if self.at == start {
            // Nothing that a scalar can start with: gone over, so that reading goes on.
            self.at += usize::from(
                !matches!(self.peek(), 0 | b',' | b']' | b'}' | b')') && self.peek() != until,
            );
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        text.trim().to_owned()
    }

    /// Spaces, lines and comments; tabs are fine inside brackets.
    pub(super) fn blank_in_flow(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'#' => self.skip_line(),
                _ => return,
            }
        }
    }
}

/// A path with one more step.
fn join(path: &str, step: &str) -> String {
    if path.is_empty() {
        step.to_owned()
    } else {
        [path, ".", step].concat()
    }
}
