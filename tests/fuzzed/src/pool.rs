//! What texts are made of: stored corpora, published files, keys and values from the tables of the estimator.
use crate::support::{self, HOSTILE, Rng};
use crate::{Target, find};
use estimator::calibration::FIGURES;
use estimator::codec::{PRESENTATION, aliases};
use estimator::launch;
use estimator::scenario::PARAMS;
use std::fs;
use std::path::{Path, PathBuf};

/// An option of launch files: its name and its values.
pub(crate) type Opt = (&'static str, Vec<String>);

/// What the texts of a target are made of.
pub struct Pool {
    /// Pairs of links, each with its `&`: right ones, aliases, runs, scenarios of a comparison, hostile ones.
    pub(crate) pairs: Vec<String>,
    /// Keys and values of such pairs, and signs between them.
    pub(crate) words: Vec<String>,
    /// Stored texts.
    pub(crate) stored: Vec<String>,
    /// Options of its family of launch files.
    pub(crate) options: Vec<Opt>,
}

/// The top of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts of a folder, in the order of their names; none where there is no such folder.
fn texts(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder));
    let paths = entries.into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = paths.map(|entry| entry.path()).collect();
    paths.sort();
    let texts = paths.iter().filter_map(|path| fs::read(path).ok());
    texts
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect()
}

/// Published launch files of a family: what stands below the three lines that say what each is.
fn published(family: &str) -> Vec<String> {
    let path = root().join(format!("tests/launch/cases/{family}.txt"));
    let all = fs::read_to_string(path).unwrap_or_default();
    let cases = all.split("\n@ ").skip(1);
    cases
        .map(|case| case.lines().skip(3).collect::<Vec<_>>().join("\n"))
        .collect()
}

/// The key of the format that a family of launch files is of.
pub(crate) fn format(name: &str) -> Option<&'static str> {
    Some(match name.strip_prefix("launch-")? {
        "deepspeed" => "ds",
        "command" => "launchers",
        same => launch::find(same)?.key,
    })
}

impl Pool {
    /// That of a target.
    pub fn of(target: &Target) -> Self {
        let mut stored = texts(&format!("tests/fuzz/corpus/{}", target.corpus));
        let mut options = Vec::new();
        if let Some(key) = format(target.name) {
            stored.extend(published(key));
            options.extend(spelled(key));
            if key == "launchers" {
                stored.extend(published("trainer"));
                options.extend(spelled("trl"));
            }
            if key == "trl" {
                options.extend(spelled("trainer"));
            }
        }
        if target.name == "config" {
            stored.extend(texts("tests/data/configs"));
        }
        let mut rng = Rng::of_case(0);
        let words = words();
        Self {
            pairs: (0..1 << 14).map(|_| pair(&mut rng, &words)).collect(),
            words,
            stored,
            options,
        }
    }

    /// One of its stored texts; empty where it has none.
    pub(crate) fn text(&self, rng: &mut Rng) -> &str {
        let at = rng.index(self.stored.len().max(1));
        self.stored.get(at).map_or("", String::as_str)
    }
}

/// The options of a format with what their rows read.
fn spelled(key: &str) -> Vec<Opt> {
    let format = launch::find(key).expect("a format");
    let mut options = Vec::new();
    for (names, values) in format.spellings() {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        options.extend(names.iter().map(|name| (*name, values.clone())));
    }
    options
}

fn words() -> Vec<String> {
    let mut words: Vec<String> = PARAMS.iter().map(|info| info.key.to_owned()).collect();
    words.extend(PRESENTATION.iter().map(|key| (*key).to_owned()));
    words.extend(FIGURES.iter().map(|info| info.key.to_owned()));
    words.extend(aliases().iter().map(|alias| alias.key.to_owned()));
    words.extend(HOSTILE.iter().map(|text| (*text).to_owned()));
    let signs = [
        "&", "=", "#", "%23", "%3D", "&amp;", "run1.", "run4.", "2.", "4.", "like", "jobs", "v",
        "cat", "\n", "\"", "{", "}", "[", "]", ": ", ", ", "  ", "- ", "--", "null", "true",
        "none",
    ];
    words.extend(signs.map(str::to_owned));
    words
}

/// One pair of a link.
fn pair(rng: &mut Rng, words: &[String]) -> String {
    let info = rng.pick(PARAMS);
    let owner = match rng.below(8) {
        0 => rng.text(&["run1.", "run2.", "run4.", "run5.", "run."]),
        1 => rng.text(&["2.", "3.", "4.", "5.", "1.", "02."]),
        _ => "",
    };
    let key = match rng.below(12) {
        0 => rng.pick(words).clone(),
        1 => rng.pick(FIGURES).key.to_owned(),
        2 => rng.pick(aliases()).key.to_owned(),
        3 => rng.text(&["v", "cat", "jobs", "like"]).to_owned(),
        _ => info.key.to_owned(),
    };
    let value = match rng.below(8) {
        0 => rng.text(HOSTILE).to_owned(),
        1 => rng
            .text(&["1", "2", "2026-12", "2026-11", "0", "4096", "23.5"])
            .to_owned(),
        _ => support::value(rng, info),
    };
    format!("&{owner}{key}={value}")
}

/// Names of the targets that a command line asks for; all where it names none.
///
/// # Errors
/// The first name that is none.
pub fn named(names: &[String]) -> Result<Vec<&'static Target>, String> {
    if names.is_empty() {
        return Ok(crate::TARGETS.iter().collect());
    }
    let one = |name: &String| find(name).ok_or_else(|| format!("there is no target `{name}`"));
    names.iter().map(one).collect()
}
