//! Pair by pair into a draft.
use super::alias::{aliases, resolve};
use super::beside::{self, BesideReader};
use super::decode::Decoded;
use super::notice::{Notice, RunNotice, RunProblem};
use super::pairs::{meant, pairs, percent, readable, shortened};
use super::runs::{self, Read, RunReader};
use super::{
    CAT, JOBS_KEY, MAX_BYTES, MAX_COMPARED_BYTES, MAX_COMPARED_PAIRS, MAX_PAIRS, MAX_VALUE,
    PRESENTATION, Revision, VERSION, defaults,
};
use crate::calibration::MAX_RUNS;
use crate::pool;
use crate::scenario::{Draft, IssueKind, PARAMS, Param, text};
use std::borrow::Cow;

/// Where in the address a pair stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Ours alone.
    Fragment,
    /// Shared with the host of the page.
    Query,
}

/// Reads one part of an address after the other.
#[derive(Default)]
pub(super) struct Reader {
    found: Decoded,
    /// Pairs looked at.
    pairs: usize,
    /// Inputs set so far and by which part.
    seen: Vec<(Param, Part)>,
    /// Runs by number.
    runs: [RunReader; MAX_RUNS],
    /// The other scenarios, where the address is a comparison: it may be longer.
    beside: Option<BesideReader>,
    version_seen: bool,
    cat_seen: bool,
    jobs_seen: Option<Part>,
}

impl Reader {
    /// Reads the pairs of a part; what an earlier part set stays.
    pub(super) fn read(&mut self, text: &str, part: Part) {
        if self.beside.is_none() && beside::compares(text) {
            self.beside = Some(BesideReader::default());
        }
        let (bytes, most) = match self.beside {
            Some(_) => (MAX_COMPARED_BYTES, MAX_COMPARED_PAIRS),
            None => (MAX_BYTES, MAX_PAIRS),
        };
        let head = readable(text, bytes);
        if head.len() < text.len() {
            self.note(Notice::TooLong {
                bytes: text.len(),
                most: bytes,
            });
        }
        let mut unread = 0;
        for (key, value) in pairs(head) {
            let Some(key) = percent(key) else {
                // In the query it is somebody else's.
                if part == Part::Fragment {
                    self.found.settings += 1;
                    self.note(Notice::BadEncoding {
                        key: shortened(key),
                    });
                }
                continue;
            };
            let key = key.to_ascii_lowercase();
            if PRESENTATION.contains(&key.as_str()) || (part == Part::Query && !is_ours(&key)) {
                continue;
            }
            self.pairs += 1;
            if self.pairs > most {
                unread += 1;
                self.found.settings += 1;
                continue;
            }
            match key.as_str() {
                "v" => self.version(value),
                "cat" => self.cat(value),
                _ => self.setting(&key, value, part),
            }
        }
        if unread > 0 {
            self.note(Notice::TooMany { unread, most });
        }
    }

    fn note(&mut self, notice: Notice) {
        self.found.notices.push(notice);
    }

    /// A setting once more: said once, however often it comes.
    fn duplicate(&mut self, key: &'static str) {
        let notice = Notice::Duplicate { key };
        if !self.found.notices.contains(&notice) {
            self.found.settings += 1;
            self.note(notice);
        }
    }

    /// A setting of the query that the fragment has: worth a word where it says something else.
    fn overruled(&mut self, param: Param, raw: &str) {
        let value = percent(raw).and_then(|value| Draft::check_text(param, &value).ok());
        let same = value.is_some_and(|value| self.found.draft.get(param) == Some(&text(&value)));
        let notice = Notice::Overruled { param };
        if !same && !self.found.notices.contains(&notice) {
            self.note(notice);
        }
    }

    fn version(&mut self, value: &str) {
        if std::mem::replace(&mut self.version_seen, true) {
            return;
        }
        match value.parse::<u32>() {
            Ok(version) if version > 0 => {
                self.found.version = Some(version);
                if version > VERSION {
                    self.note(Notice::NewerVersion { found: version });
                }
            }
            _ => self.note(Notice::BadVersion {
                found: shortened(value),
            }),
        }
    }

    fn cat(&mut self, value: &str) {
        if std::mem::replace(&mut self.cat_seen, true) {
            return;
        }
        match Revision::parse(value) {
            Some(found) if found > CAT => self.note(Notice::NewerCatalogue { found }),
            Some(found) if !defaults::known(found) => self.note(Notice::UnknownCatalogue {
                found: found.to_string(),
            }),
            Some(found) if found < CAT => self.note(Notice::OlderCatalogue { found }),
            Some(_) => {}
            None => self.note(Notice::UnknownCatalogue {
                found: shortened(value),
            }),
        }
        self.found.cat = Revision::parse(value);
    }

    fn run(&mut self, number: usize, key: &str, raw: &str, part: Part) {
        let Some(run) = number.checked_sub(1).and_then(|at| self.runs.get_mut(at)) else {
            return;
        };
        if let Read::Setting(problem) = run.pair(key, raw, part) {
            let notice = problem.map(|problem| runs::about(number, problem));
            let again = |notice: &RunNotice| {
                matches!(
                    notice.problem,
                    RunProblem::Setting(Notice::Duplicate { .. })
                ) && self.found.run_notices.contains(notice)
            };
            if notice.as_ref().is_some_and(again) {
                return;
            }
            self.found.settings += 1;
            self.found.run_notices.extend(notice);
        }
    }

    fn beside(&mut self, (scenario, key): (usize, &str), raw: &str, part: Part) {
        let named = beside::is_beside(scenario);
        let readers = named.then(|| self.beside.get_or_insert_default());
        let Some(reader) = readers.and_then(|readers| readers.of(scenario)) else {
            self.found.settings += 1;
            let key = shortened(&[&scenario.to_string(), ".", key].concat());
            return self.note(Notice::NoScenario { key });
        };
        let Read::Setting(problem) = reader.pair(key, raw, part) else {
            return;
        };
        let Some(RunProblem::Setting(notice)) = problem else {
            self.found.settings += 1;
            return;
        };
        let duplicate = matches!(notice, Notice::Duplicate { .. });
        let notice = Notice::Beside {
            scenario,
            notice: Box::new(notice),
        };
        if !(duplicate && self.found.notices.contains(&notice)) {
            self.found.settings += 1;
            self.note(notice);
        }
    }

    fn jobs(&mut self, raw: &str, part: Part) {
        match self.jobs_seen {
            Some(Part::Fragment) if part == Part::Query => return,
            Some(_) => return self.duplicate(JOBS_KEY),
            None => self.jobs_seen = Some(part),
        }
        self.found.settings += 1;
        let Some(text) = percent(raw) else {
            let key = JOBS_KEY.to_owned();
            return self.note(Notice::BadEncoding { key });
        };
        self.found.jobs = match pool::parse(&text) {
            Ok(plan) => pool::print(&plan),
            Err(bad) => {
                self.note(Notice::Jobs(bad));
                text.into_owned()
            }
        };
    }

    fn setting(&mut self, key: &str, raw: &str, part: Part) {
        if key == JOBS_KEY {
            return self.jobs(raw, part);
        }
        if let Some((number, key)) = runs::split(key) {
            return self.run(number, key, raw, part);
        }
        if let Some(key) = beside::split(key) {
            return self.beside(key, raw, part);
        }
        let Some((param, meanings)) = resolve(key) else {
            self.found.settings += 1;
            let key = shortened(key);
            let nearest = meant(&known_keys(), &key);
            return self.note(Notice::UnknownKey { key, nearest });
        };
        let seen = self
            .seen
            .iter()
            .find(|(known, _)| *known == param)
            .map(|(_, by)| *by);
        if part == Part::Query && seen == Some(Part::Fragment) {
            return self.overruled(param, raw);
        }
        if seen.is_some() {
            return self.duplicate(param.key());
        }
        self.found.settings += 1;
        self.seen.push((param, part));
        let Some(value) = percent(raw) else {
            return self.note(Notice::BadEncoding {
                key: param.key().to_owned(),
            });
        };
        if value.len() > MAX_VALUE {
            return self.note(Notice::ValueTooLong {
                param,
                bytes: value.len(),
            });
        }
        let meaning = meanings
            .iter()
            .find(|(from, _)| *from == value)
            .map(|(_, to)| Cow::Borrowed(*to));
        self.value(param, &meaning.unwrap_or(value));
    }

    fn value(&mut self, param: Param, value: &str) {
        let checked = if value.trim().is_empty() {
            Err(IssueKind::Missing)
        } else {
            Draft::check_text(param, value)
        };
        match checked {
            Ok(found) => self.found.draft.set(param, text(&found)),
            Err(kind) => {
                self.found.draft.set(param, value);
                self.note(Notice::Invalid {
                    param,
                    value: value.to_owned(),
                    kind,
                });
            }
        }
    }

    /// What was found: the scenario, and the pairs of runs and of other scenarios, which are put together once the first stands.
    pub(super) fn finish(self) -> (Decoded, [RunReader; MAX_RUNS], Option<BesideReader>) {
        (self.found, self.runs, self.beside)
    }
}

/// Whether a key of the query is a setting.
fn is_ours(key: &str) -> bool {
    matches!(key, "v" | "cat" | JOBS_KEY)
        || resolve(key).is_some()
        || runs::is_ours(key)
        || beside::is_ours(key)
}

/// Every key of the scenario.
pub(super) fn known_keys() -> Vec<&'static str> {
    PARAMS
        .iter()
        .map(|info| info.key)
        .chain(aliases().iter().map(|alias| alias.key))
        .collect()
}
