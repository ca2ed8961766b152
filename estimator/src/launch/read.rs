//! A text to settings: what was read, what its absence means, what was left aside.
use super::given::{self, Entry, Given, Shape};
use super::shape;
use super::special;
use super::table::{Choices, Format, Row, Setting, formats};
use super::trouble::Trouble;
use crate::scenario::{Checked, Draft, Param, nearest};
use crate::stack;

/// What one option set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Took {
    /// The option, as the text or the format names it.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Its line; 0 where it is absent and its absence says something.
    pub line: usize,
    /// Settings with their texts; empty where it agrees with what is known already.
    pub set: Vec<(Param, String)>,
}

/// Why an option was left aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// It touches neither memory nor time.
    Harmless,
    /// What it says is not modelled.
    NotModelled,
    /// The format has the option, but not this value.
    Value,
    /// Nothing here knows it; the nearest name is given.
    UnknownOption(Option<&'static str>),
    /// It names a model that is not in the catalogue, or a path.
    UnknownModel,
    /// It names another file, which has to be read as well.
    OtherFile,
}

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its format.
    pub format: &'static Format,
    /// What was read.
    pub read: Vec<Took>,
    /// What was assumed, as the format has it where an option is absent.
    pub assumed: Vec<Took>,
    /// What was left aside.
    pub ignored: Vec<(Entry, Ignored)>,
    /// The settings with those of the text in place of what its format can say.
    pub draft: Draft,
}

/// Reads a launch file, a command, a script or a printed configuration into the settings of `draft`.
///
/// # Errors
/// Why nothing was read.
pub fn read(text: &str, draft: &Draft) -> Result<Reading, Trouble> {
    let given = given::read(text)?;
    let format = recognise(&given)?;
    Ok(read_as(format, &given, draft, true))
}

/// The format that knows most of what is given.
fn recognise(given: &Given) -> Result<&'static Format, Trouble> {
    let model = ["model_type", "architectures", "hidden_size"];
    if given.shape == Shape::Tree
        && model.iter().filter(|key| given.find(key).is_some()).count() >= 2
    {
        return Err(Trouble::Model);
    }
    let mut best = None;
    let mut most = 1;
    for format in formats().iter().filter(|format| !format.stacks.is_empty()) {
        let score = score(format, given);
        if score > most {
            most = score;
            best = Some(format);
        }
    }
    best.ok_or(Trouble::Unknown)
}

fn score(format: &Format, given: &Given) -> usize {
    let named = |sign: &&&str| {
        let word = |word: &String| word.rsplit('/').next() == Some(**sign) || word == **sign;
        given.find(sign).is_some() || given.words.iter().any(word)
    };
    let known = |option: &&Entry| {
        format
            .options
            .iter()
            .any(|choices| choices.names.contains(&option.key.as_str()))
            || format
                .harmless
                .iter()
                .any(|name| special::same_name(name, &option.key))
    };
    let signs = format.signs.iter().filter(named).count();
    signs * 20 + given.options.iter().filter(known).count()
}

/// Reads what is given as one format.
pub(super) fn read_as(
    format: &'static Format,
    given: &Given,
    draft: &Draft,
    alone: bool,
) -> Reading {
    let mut reader = Reader {
        format,
        used: vec![false; given.options.len()],
        set: Vec::new(),
        reading: Reading {
            format,
            read: Vec::new(),
            assumed: Vec::new(),
            ignored: Vec::new(),
            draft: draft.clone(),
        },
        checked: None,
    };
    reader.stack();
    if alone {
        reader.clear();
    }
    reader.always();
    for choices in &format.options {
        reader.option(choices, given);
    }
    reader.rest(given);
    shape::finish(&mut reader.reading.draft);
    reader.reading
}

struct Reader {
    format: &'static Format,
    used: Vec<bool>,
    /// Inputs that an option of the text set.
    set: Vec<Param>,
    reading: Reading,
    /// The draft, checked, until it changes: most options ask for it and few change it.
    checked: Option<Checked>,
}

impl Reader {
    /// The draft's stack where it reads the format, else the format's own.
    fn stack(&mut self) {
        let draft = &mut self.reading.draft;
        let now = draft.get(Param::Stack).unwrap_or("trl");
        if !self.format.stacks.contains(&now)
            && let Some(stack) = self.format.stacks.first().and_then(|key| stack::find(key))
        {
            draft.set(Param::Stack, stack.key);
        }
    }

    /// Forgets what the format says. What is at hand, the number of GPUs and the model, stays until the text says another.
    fn clear(&mut self) {
        for choices in &self.format.options {
            let all = choices.rows.iter().flat_map(|row| &row.settings);
            for setting in all.filter(|setting| !setting.guards()) {
                if !special::kept(setting.param) {
                    self.reading.draft.clear(setting.param);
                }
            }
        }
    }

    /// What holds whatever the text says.
    fn always(&mut self) {
        for setting in &self.format.always {
            special::set(setting, "", "", &mut self.reading.draft);
            self.reading.assumed.push(Took {
                key: self.format.name.to_owned(),
                value: String::new(),
                line: 0,
                set: vec![(setting.param, setting.values.to_owned())],
            });
        }
    }

    fn option(&mut self, choices: &'static Choices, given: &Given) {
        let found = || choices.names.iter().filter_map(|name| given.find(name));
        let at = |at: usize| given.options.get(at);
        let fits = |option: &Entry| {
            let mut rows = choices.rows.iter().filter(|row| !row.takes_anything());
            rows.any(|row| special::fits(row, &option.value))
        };
        // The last one, as parsers have it; under another name it can be another command's, whose value says nothing here.
        let fitting = found().filter(|place| at(*place).is_some_and(fits)).max();
        let Some(option) = fitting.or_else(|| found().max()).and_then(at) else {
            return self.absent(choices);
        };
        for (at, other) in given.options.iter().enumerate() {
            if choices.names.contains(&other.key.as_str())
                && let Some(used) = self.used.get_mut(at)
            {
                *used = true;
            }
        }
        let mut rows = choices.rows.iter();
        let Some(row) = rows.find(|row| special::fits(row, &option.value) && self.guards(row))
        else {
            let why = special::why_unread(choices);
            self.reading.ignored.push((option.clone(), why));
            return;
        };
        if row.unmodelled {
            self.reading
                .ignored
                .push((option.clone(), Ignored::NotModelled));
            return;
        }
        if row.value == "*" && row.settings.iter().all(Setting::guards) {
            // What the other file says is not for this one to assume.
            let all = choices.rows.iter().flat_map(|row| &row.settings);
            self.set.extend(all.map(|setting| setting.param));
            self.reading
                .ignored
                .push((option.clone(), Ignored::OtherFile));
            return;
        }
        let set = self.apply(row, &option.value);
        let said = row.settings.iter().filter(|setting| !setting.guards());
        self.set.extend(said.map(|setting| setting.param));
        self.reading.read.push(Took {
            key: option.key.clone(),
            value: option.value.clone(),
            line: option.line,
            set,
        });
    }

    /// What it means that an option is absent, unless another said it.
    fn absent(&mut self, choices: &'static Choices) {
        let mut rows = choices.rows.iter();
        let Some(row) = rows.find(|row| row.value == "-" && self.guards(row)) else {
            return;
        };
        // A row that looks at what was said refines it.
        let refines = |param| {
            row.settings
                .iter()
                .any(|other| other.guards() && other.param == param)
        };
        let mut said = row
            .settings
            .iter()
            .filter(|setting| !setting.guards() && !refines(setting.param));
        if said.any(|setting| self.set.contains(&setting.param)) {
            return;
        }
        let set = self.apply(row, "");
        let said = row.settings.iter().filter(|setting| !setting.guards());
        self.set.extend(said.map(|setting| setting.param));
        if !set.is_empty() {
            self.reading.assumed.push(Took {
                key: choices
                    .names
                    .first()
                    .copied()
                    .unwrap_or_default()
                    .to_owned(),
                value: String::new(),
                line: 0,
                set,
            });
        }
    }

    /// Whether a row counts with the settings so far.
    fn guards(&mut self, row: &Row) -> bool {
        if !row.settings.iter().any(Setting::guards) {
            return true;
        }
        let draft = &self.reading.draft;
        let checked = self.checked.get_or_insert_with(|| draft.check());
        let mut guards = row.settings.iter().filter(|setting| setting.guards());
        guards.all(|setting| special::holds(setting, checked))
    }

    /// Sets what a row says; gives what is new.
    fn apply(&mut self, row: &Row, value: &str) -> Vec<(Param, String)> {
        let draft = &mut self.reading.draft;
        let before = draft.clone();
        self.checked = None;
        for setting in row.settings.iter().filter(|setting| !setting.guards()) {
            special::set(setting, row.value, value, draft);
        }
        let changed = draft
            .typed()
            .filter(|(param, text)| before.get(*param) != Some(*text));
        changed
            .map(|(param, text)| (param, text.to_owned()))
            .collect()
    }

    /// What no row took.
    fn rest(&mut self, given: &Given) {
        for (option, used) in given.options.iter().zip(&self.used) {
            if *used || option.key.is_empty() {
                continue;
            }
            let known = |name: &&&str| special::same_name(name, &option.key);
            let why = if self.format.harmless.iter().find(known).is_some()
                || option.key.starts_with('$')
            {
                Ignored::Harmless
            } else {
                Ignored::UnknownOption(self.nearest(&option.key))
            };
            self.reading.ignored.push((option.clone(), why));
        }
    }

    fn nearest(&self, key: &str) -> Option<&'static str> {
        let names = self
            .format
            .options
            .iter()
            .flat_map(|choices| choices.names.iter());
        let names: Vec<&'static str> = names.chain(&self.format.harmless).copied().collect();
        nearest(&names, key)
    }
}
