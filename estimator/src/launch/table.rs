//! The formats as one text: which option says which setting.
//!
//! A page fetches the text beside its code and [installs](install) it; natively it is compiled in. A line is cells with two spaces
//! or more between them; what the cells of a row mean is said at the head of `tables/README.md`.
use crate::scenario::Param;
use std::sync::OnceLock;

/// How a format is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
    /// A shell command with its options in an array, so that each can have a comment.
    Shell,
}

/// One format.
#[derive(Debug)]
pub struct Format {
    /// Its key.
    pub key: &'static str,
    /// Its name, as its authors write it.
    pub name: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// How it is written.
    pub form: Form,
    /// Stacks that read it; the first where the draft has none of them.
    pub stacks: Vec<&'static str>,
    /// Whether a scenario is written in it by itself rather than beside another.
    pub offered: bool,
    /// Options are written `--like-this`, and `true` is left out.
    pub(super) dashes: bool,
    /// Options and programs that no other format has.
    pub(super) signs: Vec<&'static str>,
    /// Files that go with it, and when.
    pub(super) beside: Vec<(&'static str, Vec<Setting>)>,
    /// The command that starts a run, and when.
    pub(super) runs: Vec<(&'static str, Vec<Setting>)>,
    /// Options with their rows, in the order in which they are read and written.
    pub(super) options: Vec<Choices>,
    /// What holds for every run of it.
    pub(super) always: Vec<Setting>,
    /// Options that touch neither memory nor time.
    pub(super) harmless: Vec<&'static str>,
}

/// One option.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    /// Its names; the first is written.
    pub(super) names: Vec<&'static str>,
    /// What its values say.
    pub(super) rows: Vec<Row>,
}

/// One value of an option.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Spellings; see the head of the tables.
    pub(super) value: &'static str,
    /// Settings that it says, and those under which it says them.
    pub(super) settings: Vec<Setting>,
    /// Whether what it says is not modelled.
    pub(super) unmodelled: bool,
    /// Its comment in the file.
    pub(super) note: &'static str,
}

impl Row {
    /// Whether any value is one of its spellings.
    pub(super) fn takes_anything(&self) -> bool {
        self.value
            .split('|')
            .any(|value| value.trim_start_matches('<') == "*")
    }
}

/// What a row asks of a setting, or does to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Is one of the values; read, the first of them unless it is another already.
    Is,
    /// Has to be one of the values for the row to count.
    When,
    /// Must be none of them.
    Unless,
    /// A list that has these; read, they are added.
    Has,
    /// A list without these; read, they are taken away.
    Lacks,
    /// Is the value itself.
    Value,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub(super) does: Does,
    pub(super) param: Param,
    pub(super) values: &'static str,
}

impl Setting {
    pub(super) fn values(&self) -> impl Iterator<Item = &'static str> {
        self.values.split('|')
    }

    /// Whether it says when a row counts, rather than what it says.
    pub(super) const fn guards(&self) -> bool {
        matches!(self.does, Does::When | Does::Unless)
    }
}

impl Format {
    /// Its options: names, and the spellings of each value that is written.
    pub fn spellings(&self) -> Vec<(&[&'static str], Vec<&'static str>)> {
        let written = |row: &Row| {
            row.value
                .split('|')
                .next()
                .filter(|value| !value.starts_with(['<', '~', '*', '-']))
        };
        let option = |option: &'_ Choices| {
            option
                .rows
                .iter()
                .filter(|row| !row.unmodelled)
                .filter_map(written)
                .collect()
        };
        self.options
            .iter()
            .map(|choices| (choices.names.as_slice(), option(choices)))
            .collect()
    }
}

static FORMATS: OnceLock<Vec<Format>> = OnceLock::new();

/// The text that is compiled in.
#[cfg(not(target_arch = "wasm32"))]
pub fn text() -> &'static str {
    concat!(
        include_str!("tables/launchers.txt"),
        include_str!("tables/accelerate.txt"),
        include_str!("tables/deepspeed.txt"),
        include_str!("tables/trainer.txt"),
        include_str!("tables/trl.txt"),
        include_str!("tables/llamafactory.txt"),
        include_str!("tables/axolotl.txt"),
        include_str!("tables/swift.txt"),
        include_str!("tables/torchtune.txt"),
        include_str!("tables/megatron.txt"),
        include_str!("tables/nemo.txt"),
    )
}

/// Every format; none before the text was installed.
pub fn formats() -> &'static [Format] {
    #[cfg(not(target_arch = "wasm32"))]
    FORMATS.get_or_init(|| parse(text()).unwrap_or_default());
    FORMATS.get().map_or(&[], Vec::as_slice)
}

/// The format with that key.
pub fn find(key: &str) -> Option<&'static Format> {
    formats().iter().find(|format| format.key == key)
}

/// Takes the text for as long as the program runs; says whether it is one.
pub fn install(text: String) -> bool {
    match parse(String::leak(text)) {
        Some(formats) if !formats.is_empty() => {
            let _ = FORMATS.set(formats);
            true
        }
        _ => false,
    }
}

/// The cells of a line.
fn cells(line: &'static str) -> Vec<&'static str> {
    line.split("  ")
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .collect()
}

fn words(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(' ').filter(|word| !word.is_empty())
}

/// Words with which lines start that are no rows.
const WORDS: [&str; 8] = [
    "always", "format", "stacks", "signs", "include", "beside", "run", "harmless",
];

/// Reads the text; `None` where a line of it means nothing.
fn parse(text: &'static str) -> Option<Vec<Format>> {
    let mut formats: Vec<Format> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ')?;
        // An option stands in a cell of its own; what a word of ours says follows it.
        let (first, rest) = if WORDS.contains(&word) && !rest.starts_with(' ') {
            (word, cells(rest))
        } else {
            let cells = cells(line);
            let (first, rest) = cells.split_first()?;
            (*first, rest.to_vec())
        };
        let cell = |at: usize| rest.get(at).copied().unwrap_or_default();
        if first == "format" {
            formats.push(format(cell(0), cell(1), cell(2), cell(3))?);
            continue;
        }
        let included = formats.iter().find(|format| format.key == cell(0));
        let included = included.map(|format| (format.options.clone(), format.harmless.clone()));
        let format = formats.last_mut()?;
        match first {
            "always" => format.always = settings(cell(0))?.0,
            "stacks" => format.stacks = words(cell(0)).collect(),
            "signs" => format.signs.extend(words(cell(0))),
            "harmless" => format.harmless.extend(words(cell(0))),
            "beside" => format.beside.push((cell(0), settings(cell(1))?.0)),
            "run" => format.runs.push((cell(0), settings(cell(1))?.0)),
            "include" => {
                let (options, harmless) = included?;
                let own: Vec<&str> = format
                    .options
                    .iter()
                    .flat_map(|own| own.names.clone())
                    .collect();
                let more = options.into_iter();
                let known = |option: &Choices| option.names.iter().any(|name| own.contains(name));
                format.options.extend(more.filter(|option| !known(option)));
                format.harmless.extend(harmless);
            }
            name => {
                let (settings, unmodelled) = settings(cell(1))?;
                let row = Row {
                    value: cell(0),
                    settings,
                    unmodelled,
                    note: cell(2),
                };
                if name == "\"" {
                    format.options.last_mut()?.rows.push(row);
                } else {
                    format.options.push(Choices {
                        names: name.split('|').collect(),
                        rows: vec![row],
                    });
                }
            }
        }
    }
    Some(formats)
}

fn format(
    key: &'static str,
    name: &'static str,
    file: &'static str,
    form: &'static str,
) -> Option<Format> {
    let mut kind = words(form);
    let form = match kind.next()? {
        "yaml" => Form::Yaml,
        "json" => Form::Json,
        "shell" => Form::Shell,
        _ => return None,
    };
    let rest: Vec<&str> = kind.collect();
    Some(Format {
        key,
        name,
        file,
        form,
        stacks: Vec::new(),
        offered: rest.contains(&"offered"),
        dashes: rest.contains(&"dashes"),
        signs: Vec::new(),
        beside: Vec::new(),
        runs: Vec::new(),
        options: Vec::new(),
        always: Vec::new(),
        harmless: Vec::new(),
    })
}

/// Settings of a row, and whether it is marked as not modelled.
fn settings(cell: &'static str) -> Option<(Vec<Setting>, bool)> {
    let mut all = Vec::new();
    let mut unmodelled = false;
    for word in words(cell) {
        match word {
            "-" => {}
            "!" => unmodelled = true,
            _ => all.push(setting(word)?),
        }
    }
    Some((all, unmodelled))
}

fn setting(word: &'static str) -> Option<Setting> {
    let (guard, word) = match word.strip_prefix('?') {
        Some(word) => (true, word),
        None => (false, word),
    };
    let (key, values) = word.split_once('=').unwrap_or((word, ""));
    let (key, does) = match (key.strip_suffix(['!', '+', '-']), key.as_bytes().last()) {
        (Some(key), Some(b'!')) if guard => (key, Does::Unless),
        (Some(key), Some(b'+')) if !guard => (key, Does::Has),
        (Some(key), Some(b'-')) if !guard => (key, Does::Lacks),
        (None, _) if guard => (key, Does::When),
        (None, _) if values.is_empty() => (key, Does::Value),
        (None, _) => (key, Does::Is),
        _ => return None,
    };
    let param = Param::from_key(key)?;
    Some(Setting {
        does,
        param,
        values,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value of a setting is one that the field takes, in the form that it is kept in.
    #[test]
    fn values_are_those_of_the_fields() {
        use crate::scenario::{Draft, text};
        for format in formats() {
            let rows = format.options.iter().flat_map(|option| &option.rows);
            let settings = rows.flat_map(|row| &row.settings).chain(&format.always);
            for setting in settings.filter(|setting| setting.does != Does::Value) {
                for value in setting.values() {
                    let kept = Draft::check_text(setting.param, value).map(|value| text(&value));
                    assert_eq!(
                        kept.as_deref(),
                        Ok(value),
                        "{} {:?}",
                        format.key,
                        setting.param
                    );
                }
            }
            for key in &format.stacks {
                assert!(crate::stack::find(key).is_some(), "{key}");
            }
        }
    }

    #[test]
    fn every_line_means_something() {
        let mut so_far = String::new();
        for line in text().lines() {
            so_far.push_str(line);
            so_far.push('\n');
            let bad = line.starts_with("format ") || line.is_empty();
            assert!(
                bad || parse(String::leak(so_far.clone())).is_some(),
                "{line}"
            );
        }
    }
}
