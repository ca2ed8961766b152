//! Command lines and shell scripts: words, options, variables, arrays.
//!
//! Nothing is run: `$NAME` stands for what the same text set it to, `$(…)` for the sum inside it and otherwise for nothing; of `if`
//! the branch is read whose test holds with those. That is enough for launch scripts, which keep their options in variables and
//! arrays and choose a model's numbers by its size.
use super::given::{Given, Shape};
use super::sums;
use super::trouble::{Syntax, Trouble};

/// Words of a script at most.
const MOST_WORDS: usize = 8192;
/// Bytes of a word with variables put in, so that a short text does not become a long one.
const LONGEST_WORD: usize = 4096;
/// Words between `if` and its `then` at most: further away it is no shell.
const LONGEST_TEST: usize = 64;
/// Branches inside branches at most.
const DEEPEST: usize = 32;

/// Whether a text is a command rather than YAML: an option behind two dashes, on a line that is no comment.
pub(super) fn looks(text: &str) -> bool {
    let line = |line: &str| {
        let line = line.trim_start();
        let option = |at: usize| {
            let name = line.get(at + 2..).unwrap_or_default();
            let starts = at == 0 || line.as_bytes().get(at - 1) == Some(&b' ');
            starts && name.starts_with(|c: char| c.is_ascii_alphabetic())
        };
        let list = line.starts_with("- ") || line.contains(": ");
        !line.starts_with('#') && !list && line.match_indices("--").any(|(at, _)| option(at))
    };
    let tune = |line: &str| line.trim_start().starts_with("tune run ");
    let variable = |line: &str| {
        let name = line.split_once('=').map_or("", |(name, _)| name);
        let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        !name.is_empty() && name.chars().all(fits)
    };
    text.starts_with("#!")
        || text
            .lines()
            .any(|text| line(text) || tune(text) || variable(text))
}

/// Reads a text.
pub(super) fn read(text: &str) -> Result<Given, Trouble> {
    let mut script = Script {
        given: Given::new(Shape::Shell),
        variables: Vec::new(),
        branches: Vec::new(),
    };
    let words = words(text)?;
    script.options(&words)?;
    Ok(script.given)
}

struct Script {
    given: Given,
    variables: Vec<(String, String)>,
    branches: Vec<Branch>,
}

/// An `if` that is not at its `fi` yet.
#[derive(Clone, Copy)]
struct Branch {
    /// Whether what stands around it is read.
    around: bool,
    /// Whether one of its tests held, so that what follows is not run.
    taken: bool,
    /// Whether what stands in it is read.
    read: bool,
}

/// One word, with the line it stands on.
struct Word {
    text: String,
    line: usize,
    /// Whether all of it stood in quotes.
    quoted: bool,
}

impl Word {
    /// Whether it is no word but the end of a command.
    fn ends(&self) -> bool {
        self.text.is_empty() && !self.quoted
    }
}

/// The words of a text: quotes, line ends behind a backslash, comments.
fn words(text: &str) -> Result<Vec<Word>, Trouble> {
    let mut words: Vec<Word> = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut line = 1;
    let mut word: Option<Word> = None;
    while let Some((at, c)) = chars.next() {
        let start = word.is_none();
        let current = |quoted| Word {
            text: String::new(),
            line,
            quoted,
        };
        match c {
            '\\' => match chars.next() {
                Some((_, '\n')) => line += 1,
                Some((_, '\r')) | None => {}
                Some((_, c)) => word.get_or_insert_with(|| current(false)).text.push(c),
            },
            '$' if chars.next_if(|(_, c)| *c == '(').is_some() => {
                // What a command or a sum gives, up to the bracket that closes it.
                let into = word.get_or_insert_with(|| current(false));
                into.text.push_str("$(");
                let mut open = 1_usize;
                while let Some((_, inside)) = chars.next_if(|(_, c)| open > 0 && *c != '\n') {
                    open = match inside {
                        '(' => open + 1,
                        ')' => open - 1,
                        _ => open,
                    };
                    into.text.push(inside);
                }
            }
            '#' if start => while chars.next_if(|(_, c)| *c != '\n').is_some() {},
            '\'' | '"' => {
                let into = word.get_or_insert_with(|| current(true));
                let mut closed = false;
                while let Some((_, inside)) = chars.next() {
                    match inside {
                        '\\' if c == '"' => match chars.next() {
                            // A line that goes on.
                            Some((_, '\n')) => {
                                line += 1;
                                into.text.push(' ');
                            }
                            Some((_, c)) => into.text.push(c),
                            None => {}
                        },
                        _ if inside == c => {
                            closed = true;
                            break;
                        }
                        _ => {
                            line += usize::from(inside == '\n');
                            into.text.push(inside);
                        }
                    }
                }
                if !closed {
                    return Err(Trouble::at(text, at, Syntax::Quote));
                }
            }
            ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>' => {
                // `NAME=(` opens an array, whose words are read like any other; brackets of a substitution end a word as well.
                words.extend(word.take());
                line += usize::from(c == '\n');
                if matches!(c, '\n' | ';' | '&' | '|' | '(' | ')') {
                    words.push(Word {
                        text: String::new(),
                        line,
                        quoted: false,
                    });
                }
            }
            _ => word.get_or_insert_with(|| current(false)).text.push(c),
        }
        if words.len() > MOST_WORDS {
            return Err(Trouble::TooLong);
        }
    }
    words.extend(word);
    Ok(words)
}

impl Script {
    /// Options of the words; an empty word ends a command.
    fn options(&mut self, words: &[Word]) -> Result<(), Trouble> {
        let mut all = words;
        let mut starts = true;
        while let Some((word, rest)) = all.split_first() {
            if starts && let Some(after) = self.branch(word, rest) {
                all = after;
                continue;
            }
            let keyword = ["then", "else", "do"].contains(&word.text.as_str());
            starts = word.ends() || keyword;
            all = rest;
            if self.branches.last().is_some_and(|branch| !branch.read) {
                continue;
            }
            let text = self.expanded(&word.text);
            if text.trim().is_empty() {
                continue;
            }
            let mut words = rest.iter().peekable();
            let several = |option: &&str| {
                let name = option.split_once('=').map_or(*option, |(name, _)| name);
                name.contains(char::is_whitespace)
            };
            let option = text.strip_prefix("--").filter(|rest| !rest.is_empty());
            if option.is_some_and(|option| several(&option)) {
                // An option with its value in one pair of quotes.
                self.inside(&text, word.line)?;
            } else if let Some(option) = option {
                let (name, mut value) = match option.split_once('=') {
                    Some((name, value)) => (name, value.to_owned()),
                    None => (option, String::new()),
                };
                if !option.contains('=') {
                    let more = |word: &&Word| Self::is_value(word);
                    let mut values = Vec::new();
                    while let Some(word) = words.next_if(more) {
                        all = all.split_first().map_or(all, |(_, rest)| rest);
                        let value = self.expanded(&word.text);
                        let number = |text: &String| crate::num::decimal(text).is_some();
                        let settled = |text: &String| number(text) || truth(text);
                        // Behind a number, and behind `true` and `false`, a word is the program's name.
                        if values.first().is_some_and(settled) && !number(&value) {
                            self.given.words.push(value);
                            break;
                        }
                        // What a variable without a value leaves is no value either.
                        if !value.trim().is_empty() {
                            values.push(value);
                        }
                    }
                    value = values.join(",");
                }
                let value = if value.is_empty() {
                    "true".to_owned()
                } else {
                    value
                };
                let inside = value
                    .starts_with('{')
                    .then(|| super::tree::read(&value).ok())
                    .flatten();
                let name = name.replace('-', "_");
                for option in inside.into_iter().flat_map(|given| given.options) {
                    self.given.push(
                        &[&name, ".", &option.key].concat(),
                        option.value,
                        word.line,
                    )?;
                }
                self.given.push(&name, value, word.line)?;
            } else if let Some((name, value)) = assignment(&text) {
                self.assign(name, value, word.line)?;
            } else if word.text.contains(' ') && word.text.contains("--") {
                self.inside(&word.text, word.line)?;
            } else if !text.starts_with('-') && self.given.words.len() < MOST_WORDS {
                self.given.words.push(text);
            }
        }
        Ok(())
    }

    /// Goes over `if`, `elif`, `else` and `fi`; gives what follows.
    fn branch<'w>(&mut self, word: &Word, rest: &'w [Word]) -> Option<&'w [Word]> {
        let around = self.branches.last().is_none_or(|branch| branch.read);
        match word.text.as_str() {
            "if" | "elif" => {
                let near = rest.get(..rest.len().min(LONGEST_TEST))?;
                let end = near.iter().position(|word| word.text == "then")?;
                let test: Vec<String> = near
                    .get(..end)?
                    .iter()
                    .filter(|word| !word.ends())
                    .map(|word| self.expanded(&word.text))
                    .collect();
                let holds = sums::holds(&test);
                let (around, taken) = match word.text.as_str() {
                    "if" => (around, false),
                    _ => self
                        .branches
                        .pop()
                        .map(|branch| (branch.around, branch.taken))?,
                };
                if self.branches.len() >= DEEPEST {
                    return None;
                }
                self.branches.push(Branch {
                    around,
                    taken: taken || holds == Some(true),
                    read: around && !taken && holds != Some(false),
                });
                rest.get(end..)
            }
            "else" => {
                let branch = self.branches.last_mut()?;
                branch.read = branch.around && !branch.taken;
                Some(rest)
            }
            "fi" => {
                self.branches.pop()?;
                Some(rest)
            }
            _ => None,
        }
    }

    /// What a variable is set to: remembered, and read where it holds options.
    fn assign(&mut self, name: &str, value: &str, line: usize) -> Result<(), Trouble> {
        if self.variables.len() >= 256 {
            return Err(Trouble::TooLong);
        }
        // An argument of the script that may not be given, or what only a run tells: the value before is what is known.
        if value.is_empty() && self.value(name).is_some() {
            return Ok(());
        }
        if value.contains("--") && value.contains(' ') {
            return self.inside(value, line);
        }
        let variable = name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        if variable || !name.contains('.') {
            self.variables.push((name.to_owned(), value.to_owned()));
        }
        let key = if variable {
            ["$", name].concat()
        } else {
            name.to_owned()
        };
        self.given.push(&key, value.to_owned(), line)
    }

    /// Options inside quotes.
    fn inside(&mut self, text: &str, line: usize) -> Result<(), Trouble> {
        let more: Vec<Word> = text
            .split_whitespace()
            .filter(|word| *word != "\\")
            .map(|word| Word {
                text: word.to_owned(),
                line,
                quoted: false,
            })
            .filter(|word| !word.text.contains(' '))
            .collect();
        let open = self.branches.len();
        self.options(&more)?;
        self.branches.truncate(open);
        Ok(())
    }

    /// Whether a word is a value of the option before it.
    fn is_value(word: &Word) -> bool {
        let text = &word.text;
        let negative = text
            .strip_prefix('-')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let option = text.starts_with('-') && !negative && !word.quoted;
        let program = [".py", ".sh"].iter().any(|end| text.ends_with(end));
        let array = text.contains("[@]") || text.contains("[*]") || text == "$@" || text == "$*";
        let override_ = !word.quoted && assignment(text).is_some();
        !text.trim().is_empty() && !option && !program && !array && !override_
    }

    /// What a variable was set to, where that is anything.
    fn value(&self, name: &str) -> Option<&str> {
        let mut known = self.variables.iter().rev();
        let found = known.find(|(known, _)| known == name)?;
        Some(found.1.as_str()).filter(|value| !value.is_empty())
    }

    /// The word with what its variables were set to in place of them; of `${A:-b}` without `A` it is `b`.
    fn expanded(&self, word: &str) -> String {
        self.with_variables(word, true)
    }

    /// The same; a sum inside a sum stands for nothing.
    fn with_variables(&self, word: &str, sums: bool) -> String {
        let mut out = String::new();
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            if let Some((inside, end)) = after
                .strip_prefix('(')
                .and_then(|inside| inside.rsplit_once(')'))
                .filter(|_| sums)
            {
                let number = |name: &str| self.value(name)?.trim().parse().ok();
                let found = sums::sum(&self.with_variables(inside, false), &number);
                out.push_str(&found.map_or_else(String::new, |number| number.to_string()));
                rest = end;
                continue;
            }
            let (name, end) = if let Some(braced) = after.strip_prefix('{') {
                let (name, end) = braced.split_once('}').unwrap_or((braced, ""));
                (name, end)
            } else {
                let stop = |c: char| !c.is_ascii_alphanumeric() && c != '_';
                after.split_at(after.find(stop).unwrap_or(after.len()))
            };
            let (name, otherwise) = name.split_once(":-").unwrap_or((name, ""));
            out.push_str(self.value(name).unwrap_or(otherwise));
            rest = end;
            if out.len() > LONGEST_WORD {
                break;
            }
        }
        out.push_str(rest);
        out
    }
}

/// Whether a word is `true` or `false`, however it is written.
fn truth(word: &str) -> bool {
    word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false")
}

/// `NAME=value`, and `name.step=value` as some programs take options, with a plus before it where it is new to them.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.trim_start_matches('+').split_once('=')?;
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let plain = !name.is_empty()
        && name.chars().all(fits)
        && !name.starts_with(|c: char| c.is_ascii_digit());
    plain.then_some((name, value))
}
