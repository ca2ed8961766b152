//! Short runs in a link: `run1.s=1024&run1.alloc=18.2`.
//!
//! A run holds a whole scenario. A link writes what differs from the present one, value by value, and what was measured; read again,
//! the run has the same scenario, whatever becomes of the present one afterwards.
use super::alias::{Meanings, resolve};
use super::beside::LIKE_KEY;
use super::notice::{Notice, RunNotice, RunProblem};
use super::pairs::{meant, percent, shortened};
use super::reader::{Part, known_keys};
use super::{MAX_VALUE, encode};
use crate::calibration::{FIGURES, Figure, MAX_RUNS, Run};
use crate::num::shortest;
use crate::scenario::{Draft, Field, IssueKind, Origin, Param, text};
use std::borrow::Cow;

/// What stands for "left empty" where a field may be and the present scenario fills it.
const NONE: &str = "none";

/// Number and rest of a run's key: `run2.s` is 2 and `s`.
pub(super) fn split(key: &str) -> Option<(usize, &str)> {
    let (number, rest) = key.strip_prefix("run")?.split_once('.')?;
    let number: usize = match number.as_bytes() {
        [digit @ b'1'..=b'9'] => usize::from(digit - b'0'),
        _ => return None,
    };
    (number <= MAX_RUNS).then_some((number, rest))
}

/// Whether a key of the query belongs to a run.
pub(super) fn is_ours(key: &str) -> bool {
    split(key).is_some_and(|(_, key)| Figure::from_key(key).is_some() || resolve(key).is_some())
}

/// What a pair sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Setting(Param),
    Figure(Figure),
    /// Nothing: another scenario of a comparison is as the first.
    Like,
}

impl Target {
    fn key(self) -> &'static str {
        match self {
            Self::Setting(param) => param.key(),
            Self::Figure(figure) => figure.key(),
            Self::Like => LIKE_KEY,
        }
    }
}

/// The pairs of one run as they are read, or of another scenario of a comparison, which has no figures.
#[derive(Default)]
pub(super) struct RunReader {
    values: Vec<(Target, String)>,
    seen: Vec<(Target, Part)>,
    beside: bool,
}

/// What became of a pair.
pub(super) enum Read {
    /// Set already by a part of the address that counts more.
    Ignored,
    /// A setting that was read, or could not be.
    Setting(Option<RunProblem>),
}

impl RunReader {
    /// That of another scenario.
    pub(super) fn beside() -> Self {
        Self {
            beside: true,
            ..Self::default()
        }
    }

    /// Reads one pair.
    pub(super) fn pair(&mut self, key: &str, raw: &str, part: Part) -> Read {
        let own = if self.beside {
            (key == LIKE_KEY).then_some(Target::Like)
        } else {
            Figure::from_key(key).map(Target::Figure)
        };
        let (target, meanings): (Target, Meanings) = match (own, resolve(key)) {
            (Some(own), _) => (own, &[]),
            (None, Some((param, meanings))) => (Target::Setting(param), meanings),
            (None, None) => {
                let key = shortened(key);
                let mut known = known_keys();
                if self.beside {
                    known.push(LIKE_KEY);
                } else {
                    known.extend(FIGURES.iter().map(|info| info.key));
                }
                let nearest = meant(&known, &key);
                return setting(Notice::UnknownKey { key, nearest });
            }
        };
        let seen = self.seen.iter().find(|(known, _)| *known == target);
        match seen {
            Some((_, Part::Fragment)) if part == Part::Query => return Read::Ignored,
            Some(_) => return setting(Notice::Duplicate { key: target.key() }),
            None => self.seen.push((target, part)),
        }
        let Some(value) = percent(raw) else {
            let key = target.key().to_owned();
            return setting(Notice::BadEncoding { key });
        };
        let bytes = value.len();
        if bytes > MAX_VALUE {
            return Read::Setting(Some(match target {
                Target::Setting(param) => {
                    RunProblem::Setting(Notice::ValueTooLong { param, bytes })
                }
                Target::Figure(figure) => RunProblem::FigureTooLong { figure, bytes },
                Target::Like => not_like(&value),
            }));
        }
        let meaning = meanings.iter().find(|(from, _)| *from == value);
        let value = meaning.map_or(value, |(_, to)| Cow::Borrowed(*to));
        Read::Setting(self.value(target, &value))
    }

    /// Sets a value: canonical where it is valid, else the raw text.
    fn value(&mut self, target: Target, value: &str) -> Option<RunProblem> {
        let checked = match target {
            _ if value.trim().is_empty() => Err(IssueKind::Missing),
            Target::Setting(param) if may_be_empty(param) && value == NONE => Ok(String::new()),
            Target::Setting(param) => Draft::check_text(param, value).map(|value| text(&value)),
            Target::Figure(figure) => figure.read(value).map(shortest),
            Target::Like if value.trim() == "1" => Ok(String::new()),
            Target::Like => Err(IssueKind::BadList),
        };
        match checked {
            Ok(canonical) => {
                self.values.push((target, canonical));
                None
            }
            Err(kind) => {
                let value = value.to_owned();
                self.values.push((target, value.clone()));
                Some(match target {
                    Target::Setting(param) => {
                        RunProblem::Setting(Notice::Invalid { param, value, kind })
                    }
                    Target::Figure(figure) => RunProblem::Figure {
                        figure,
                        value,
                        kind,
                    },
                    Target::Like => not_like(&value),
                })
            }
        }
    }

    /// Whether anything was read.
    pub(super) const fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    /// The run, given the valid part of the present scenario; `None` where nothing was read.
    pub(super) fn run(&self, present: &Draft) -> Option<Run> {
        if !self.has_values() {
            return None;
        }
        let mut run = Run::of(present.clone());
        for (target, value) in &self.values {
            match target {
                Target::Setting(param) => run.draft.set(*param, value.as_str()),
                Target::Figure(figure) => run.set(*figure, value.as_str()),
                Target::Like => {}
            }
        }
        Some(run)
    }
}

/// A scenario is like the first or of its own.
fn not_like(value: &str) -> RunProblem {
    let key = shortened(&[LIKE_KEY, "=", value].concat());
    RunProblem::Setting(Notice::NoScenario { key })
}

fn setting(notice: Notice) -> Read {
    Read::Setting(Some(RunProblem::Setting(notice)))
}

/// Whether a field may stay empty.
fn may_be_empty(param: Param) -> bool {
    param.info().default.is_empty()
}

/// A notice about run `number`.
pub(super) const fn about(run: usize, problem: RunProblem) -> RunNotice {
    RunNotice { run, problem }
}

/// The pairs of a run beside `present`, without the number: key and value, settings in the order of
/// [`PARAMS`](crate::scenario::PARAMS), then figures. What is no value is left out.
pub(super) fn differing(present: &Draft, run: &Run) -> Vec<(&'static str, String)> {
    let mut pairs = settings(present, &run.draft, false);
    for info in FIGURES {
        let number = run.get(info.figure).map(|typed| info.figure.read(typed));
        if let Some(Ok(number)) = number {
            pairs.push((info.key, shortest(number)));
        }
    }
    pairs
}

/// The pairs of a scenario beside `present`; `kept`: with what was chosen in fields that do not apply.
pub(super) fn settings(present: &Draft, wanted: &Draft, kept: bool) -> Vec<(&'static str, String)> {
    let mut pairs = Vec::new();
    let (wanted, _) = encode::valid(wanted);
    let mut draft = present.clone();
    let mut found = draft.check().fields;
    // A default depends on earlier inputs only: once those agree, what still differs has to be written.
    for (at, field) in wanted.check().fields.iter().enumerate() {
        let same = |other: &Field| other.applies == field.applies && other.text == field.text;
        let hidden = !(field.applies || kept && field.origin == Origin::Chosen);
        if hidden || found.get(at).is_some_and(same) {
            continue;
        }
        let value = if field.text.is_empty() {
            NONE.to_owned()
        } else {
            field.text.to_string()
        };
        pairs.push((field.param.key(), value));
        draft.set(field.param, &*field.text);
        found = draft.check().fields;
    }
    pairs
}
