//! A scenario to launch files, and what they cannot say.
use super::given;
use super::read::read_as;
use super::special;
use super::table::{Form, Format, Setting, find};
use crate::memory::{MemoryReport, State};
use crate::num::grouped;
use crate::scenario::{Checked, Draft, Group, Origin, Param, Scenario, text};

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// What is in it.
    pub text: String,
}

/// A setting that the files cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid {
    /// The setting.
    pub param: Param,
    /// What it is in the scenario, as text.
    pub wanted: String,
    /// What a run of these files has instead; empty where it has nothing of the kind.
    pub instead: String,
}

/// Files that start a run of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The files, the one with most settings first.
    pub files: Vec<File>,
    /// Settings that an option of theirs says.
    pub said: Vec<Param>,
    /// What they leave to be different.
    pub unsaid: Vec<Unsaid>,
    /// The settings that the files give, read again.
    pub again: Draft,
}

impl Written {
    /// Says at the head of files that can hold comments that a run of them is not sure to fit; nothing where it is.
    pub fn head(&mut self, report: &MemoryReport) {
        let state = match report.verdict.state {
            State::Fits => return,
            State::Borderline => "borderline",
            State::DoesNotFit => "does not fit",
        };
        let [needed, high, usable] = [
            report.peak.needed,
            report.interval.high,
            report.verdict.usable,
        ]
        .map(|bytes| grouped(bytes.as_gib(), 1));
        let line = [
            "# Headroom: ",
            state,
            ". A GPU needs ",
            &needed,
            " GiB (up to ",
            &high,
            "); ",
            &usable,
            " GiB are available.\n",
        ]
        .concat();
        // JSON has no comments, every other text has.
        for file in self
            .files
            .iter_mut()
            .filter(|file| !file.text.starts_with('{'))
        {
            file.text.insert_str(0, &line);
        }
    }
}

/// One option as it is written.
struct Line {
    key: &'static str,
    value: String,
    note: &'static str,
    said: Vec<Param>,
}

/// Writes a scenario in a format. What it cannot say is found by reading the files again: whatever differs.
pub fn write(checked: &Checked, format: &'static Format) -> Written {
    let Ok(scenario) = &checked.scenario else {
        return Written::default();
    };
    let mut parts = vec![format];
    let beside = format
        .beside
        .iter()
        .filter(|(_, when)| all_hold(when, checked));
    parts.extend(beside.filter_map(|(key, _)| find(key)));
    let run = format.runs.iter().find(|(_, when)| all_hold(when, checked));
    let run = run.map(|(text, _)| filled(text, scenario));
    let mut files: Vec<File> = Vec::new();
    let mut said: Vec<Param> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let lines = lines(part, scenario, checked);
        said.extend(lines.iter().flat_map(|line| &line.said));
        let command = run.as_deref().filter(|_| at == 0).unwrap_or_default();
        files.push(File {
            name: part.file,
            text: match part.form {
                Form::Yaml => yaml(&lines),
                Form::Json => json(&lines),
                Form::Shell => shell(&lines, part.dashes, command),
            },
        });
    }
    if let Some(run) = run.filter(|_| format.form != Form::Shell) {
        files.push(File {
            name: "run.sh",
            text: run + "\n",
        });
    }
    let again = again(&parts, &files, checked);
    Written {
        unsaid: unsaid(checked, &again),
        files,
        said,
        again,
    }
}

fn all_hold(when: &[Setting], checked: &Checked) -> bool {
    when.iter().all(|setting| special::holds(setting, checked))
}

/// The options of a format that say something of a scenario.
fn lines(format: &'static Format, scenario: &Scenario, checked: &Checked) -> Vec<Line> {
    let line = |choices: &'static super::table::Choices| {
        let counts = |row: &&'static super::table::Row| {
            !row.unmodelled && row.value != "-" && all_hold(&row.settings, checked)
        };
        let rows = choices.rows.iter().filter(counts);
        let mut written = rows
            .filter_map(|row| Some((row, special::written(row, scenario, checked, format.form)?)));
        let (row, value) = written.next()?;
        let said = row
            .settings
            .iter()
            .filter(|setting| !setting.guards() && setting.values().count() == 1);
        Some(Line {
            key: choices.names.first()?,
            value,
            note: row.note,
            said: said.map(|setting| setting.param).collect(),
        })
    };
    format.options.iter().filter_map(line).collect()
}

/// The command with numbers in place of `{n}` and the like.
fn filled(text: &str, scenario: &Scenario) -> String {
    text.replace("{n}", &scenario.cluster.per_node.to_string())
        .replace("{nodes}", &scenario.cluster.nodes.to_string())
        .replace("{gpus}", &scenario.cluster.gpus().to_string())
}

fn note(out: &mut String, note: &str) {
    if !note.is_empty() {
        out.push_str("  # ");
        out.push_str(note);
    }
    out.push('\n');
}

/// Steps of a key that the last one shares, and the rest.
fn steps<'k>(open: &[&'k str], key: &'k str) -> (usize, Vec<&'k str>) {
    let steps: Vec<&str> = key.split('.').collect();
    let parents = steps.len().saturating_sub(1);
    let shared = open
        .iter()
        .zip(steps.iter().take(parents))
        .take_while(|(a, b)| a == b)
        .count();
    (shared, steps)
}

fn yaml(lines: &[Line]) -> String {
    let mut out = String::new();
    let mut open: Vec<&str> = Vec::new();
    for line in lines {
        let (shared, steps) = steps(&open, line.key);
        open.truncate(shared);
        for (depth, step) in steps.iter().enumerate().skip(shared) {
            out.push_str(&"  ".repeat(depth));
            out.push_str(step);
            out.push(':');
            if depth + 1 == steps.len() {
                out.push(' ');
                out.push_str(&line.value);
                note(&mut out, line.note);
            } else {
                out.push('\n');
                open.push(step);
            }
        }
    }
    out
}

fn json(lines: &[Line]) -> String {
    let mut out = String::from("{");
    let mut open: Vec<&str> = Vec::new();
    let mut first = true;
    for line in lines {
        let (shared, steps) = steps(&open, line.key);
        while open.len() > shared {
            open.pop();
            new_line(&mut out, open.len() + 1);
            out.push('}');
        }
        for (depth, step) in steps.iter().enumerate().skip(shared) {
            if !first {
                out.push(',');
            }
            new_line(&mut out, depth + 1);
            out.push_str(&["\"", step, "\": "].concat());
            first = depth + 1 < steps.len();
            if first {
                out.push('{');
                open.push(step);
            } else {
                out.push_str(&json_value(&line.value));
            }
        }
    }
    while open.pop().is_some() {
        new_line(&mut out, open.len() + 1);
        out.push('}');
    }
    out.push_str("\n}\n");
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

/// Numbers, truths and lists as they are, the rest in quotes.
fn json_value(value: &str) -> String {
    let bare = matches!(value, "true" | "false")
        || crate::num::decimal(value).is_some()
        || value.starts_with('[');
    if bare {
        value.to_owned()
    } else {
        ["\"", value.trim_matches('\''), "\""].concat()
    }
}

fn shell(lines: &[Line], dashes: bool, run: &str) -> String {
    let mut out = String::from("args=(\n");
    for line in lines {
        let (name, value) = match line.key.split_once('.') {
            // Options of an option are given as JSON.
            Some((name, inside)) => (
                name,
                ["'{\"", inside, "\": ", &json_value(&line.value), "}'"].concat(),
            ),
            None => (line.key, line.value.clone()),
        };
        out.push_str("  --");
        out.push_str(&if dashes {
            name.replace('_', "-")
        } else {
            name.to_owned()
        });
        if !(dashes && value == "true") {
            out.push(' ');
            out.push_str(&value);
        }
        note(&mut out, line.note);
    }
    out.push_str(")\n");
    out.push_str(run);
    out.push('\n');
    out
}

/// Whether launch files could be expected to say a setting: what is about the run, not about hardware, data sets, prices or plans.
pub fn governed(param: Param) -> bool {
    let group = param.info().group;
    let about = !matches!(
        group,
        Group::Hardware | Group::Lengths | Group::Plan | Group::Money
    );
    let of_data = matches!(
        param,
        Param::Samples | Param::Epochs | Param::Deadline | Param::MeanLength | Param::Variety
    );
    let at_hand = matches!(
        param,
        Param::Ram
            | Param::Disk
            | Param::DiskSpeed
            | Param::SaveSpeed
            | Param::DirectLink
            | Param::Pcie
            | Param::Network
            | Param::Slack
            | Param::Saves
            | Param::Evaluations
            | Param::EvalSamples
            | Param::Merge
    );
    let counts = matches!(param, Param::GpusPerNode | Param::Nodes | Param::Padding);
    counts || about && !of_data && !at_hand
}

/// The settings that the files give.
fn again(parts: &[&'static Format], files: &[File], checked: &Checked) -> Draft {
    let mut draft = Draft::default();
    for field in &checked.fields {
        let stays = !governed(field.param) || field.param == Param::Stack;
        if stays && field.origin == Origin::Chosen {
            draft.set(field.param, field.text.clone());
        }
    }
    let launchers = find("launchers");
    let run = files.iter().filter(|file| file.name == "run.sh");
    let run = run.filter_map(|file| Some((launchers?, file)));
    for (part, file) in run.chain(parts.iter().copied().zip(files)) {
        if let Ok(given) = given::read(&file.text) {
            draft = read_as(part, &given, &draft, false).draft;
        }
    }
    draft
}

/// What differs.
fn unsaid(checked: &Checked, again: &Draft) -> Vec<Unsaid> {
    let again = again.check();
    let shown = |checked: &Checked, param| {
        let field = checked.field(param).filter(|field| field.applies)?;
        field
            .value
            .as_ref()
            .map(text)
            .filter(|text| !text.is_empty())
    };
    let model = Param::Hidden..=Param::PublishedParams;
    let governed = checked
        .fields
        .iter()
        .map(|field| field.param)
        .filter(|param| governed(*param) && *param != Param::Stack && !model.contains(param));
    governed
        .filter_map(|param| {
            let wanted = shown(checked, param)?;
            let instead = shown(&again, param).unwrap_or_default();
            (wanted != instead).then_some(Unsaid {
                param,
                wanted,
                instead,
            })
        })
        .collect()
}
