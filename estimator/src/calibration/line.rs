//! The line that a profile run prints, found in whatever was pasted with it.
//!
//! ```text
//! headroom v=1 alloc=23.418 res=25.102 drv=26.011 tps=3121.5 s=2048 b=1 ga=1 n=1 torch=2.9.1 transformers=4.57.1 gpu="NVIDIA A100-SXM4-80GB"
//! ```
//!
//! Figures are GiB and tokens a second on each GPU; settings have the keys of links; the rest are versions. Logs around it, colour
//! codes, time stamps and line ends of any system do not matter. nvidia-smi's `23456MiB / 81920MiB` gives the driver's figure.
use super::figure::Figure;
use super::run::Run;
use crate::hardware;
use crate::num::{float, larger, shortest};
use crate::scenario::{
    BitsandbytesVersion, Draft, IssueKind, Kind, Param, PeftVersion, TorchVersion,
    TransformersVersion, text,
};

/// Word that the line starts with.
pub const MARK: &str = "headroom";

/// Bytes of a paste that are read.
pub const LONGEST: usize = 1 << 20;

/// Packages whose versions the line may hold.
const PACKAGES: &[&str] = &[
    "torch",
    "transformers",
    "peft",
    "bnb",
    "trl",
    "accelerate",
    "liger",
];

/// What one line says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Settings of the scenario in canonical text.
    pub settings: Vec<(Param, String)>,
    /// Measured figures as text; none where a number of the scenario could not be read, since nobody knows what was measured then.
    pub figures: Vec<(Figure, String)>,
    /// Versions of packages.
    pub versions: Vec<(&'static str, String)>,
    /// Name of the GPU, as its driver gives it.
    pub gpu: Option<String>,
    /// What could not be read.
    pub issues: Vec<LineIssue>,
}

/// A part of a line that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct LineIssue {
    /// Number of the line in what was pasted, from 1.
    pub line: usize,
    /// The key.
    pub key: String,
    /// What stands there.
    pub value: String,
    /// What is wrong with it.
    pub kind: IssueKind,
}

impl Profile {
    /// Whether the line names a GPU that no catalogue has.
    pub fn lost_gpu(&self) -> bool {
        let found = |(param, _): &(Param, String)| *param == Param::Gpu;
        self.gpu.is_some() && !self.settings.iter().any(found)
    }

    /// The run, where everything that the line does not say is as in `present`.
    pub fn run(&self, present: &Draft) -> Run {
        let mut draft = present.clone();
        for (param, value) in &self.settings {
            draft.set(*param, value.as_str());
        }
        let mut run = Run::of(draft);
        for (figure, value) in &self.figures {
            run.set(*figure, value.as_str());
        }
        run
    }
}

/// Every profile in a paste, in its order. Total: any text gives some, often none.
pub fn read(paste: &str) -> Vec<Profile> {
    let mut end = paste.len().min(LONGEST);
    while !paste.is_char_boundary(end) {
        end -= 1;
    }
    let head = paste.get(..end).unwrap_or_default();
    // What is cut off in the middle says something else than it did.
    let whole = if end < paste.len() && !paste.get(end..).is_some_and(starts_line) {
        let cut = head.rfind(['\n', '\r']).or_else(|| head.rfind(' '));
        cut.and_then(|at| head.get(..at)).unwrap_or_default()
    } else {
        head
    };
    let plain = without_colours(whole);
    let mut profiles = Vec::new();
    let mut driver: Option<f64> = None;
    for (number, whole) in plain.split('\n').enumerate() {
        // Progress bars return to the start of their line.
        for line in whole.split('\r') {
            if let Some(pairs) = after_mark(line.trim()) {
                profiles.push(profile(pairs, number + 1));
            } else if let Some(mib) = smi(line) {
                driver = Some(driver.map_or(mib, |most| larger(most, mib)));
            }
        }
    }
    if profiles.is_empty()
        && let Some(mib) = driver
    {
        let gib = (mib / 1024.0 * 1000.0).round() / 1000.0;
        profiles.push(Profile {
            figures: vec![(Figure::Driver, shortest(gib))],
            ..Profile::default()
        });
    }
    profiles
}

/// Whether a line ends where the text begins.
fn starts_line(text: &str) -> bool {
    text.starts_with(['\n', '\r'])
}

/// Without the terminal's colour codes: escape, `[`, up to a letter.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            plain.push(c);
        } else if chars.next_if_eq(&'[').is_some() {
            while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {}
        }
    }
    plain
}

/// What follows `headroom v=`, wherever it stands in a line.
fn after_mark(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(MARK)?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    rest.starts_with("v=").then_some(rest)
}

/// Key and value of each pair; a value may stand in quotation marks.
fn pairs(mut rest: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    while let Some((key, after)) = rest.trim_start().split_once('=') {
        // Words between pairs belong to somebody else.
        let key = key.rsplit([' ', '\t']).next().unwrap_or(key);
        let (value, left) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once([' ', '\t']).unwrap_or((after, "")),
        };
        pairs.push((key, value));
        rest = left;
    }
    pairs
}

fn profile(rest: &str, line: usize) -> Profile {
    let mut profile = Profile::default();
    let mut lost = false;
    for (key, value) in pairs(rest) {
        // What a logger puts behind the line.
        let value = value.trim_matches(['\'', ',', ';', ')', ']', '}']);
        let kind = match key {
            "v" if value != "1" => Some(IssueKind::UnknownChoice { nearest: Some("1") }),
            "v" => None,
            "gpu" => {
                profile.gpu(value);
                None
            }
            _ => profile.pair(key, value),
        };
        if let Some(kind) = kind {
            lost |= number(key);
            profile.issues.push(LineIssue {
                line,
                key: key.chars().take(32).collect(),
                value: value.chars().take(64).collect(),
                kind,
            });
        }
    }
    if lost {
        profile.figures.clear();
    }
    profile
}

/// Whether a key is of a number of the scenario, such as the sequence length.
fn number(key: &str) -> bool {
    setting(key)
        .is_some_and(|param| matches!(param.info().kind, Kind::Integer { .. } | Kind::Real { .. }))
}

/// The setting of a key; accumulation goes by two names.
fn setting(key: &str) -> Option<Param> {
    Param::from_key(if key == "acc" { "ga" } else { key })
}

impl Profile {
    fn gpu(&mut self, name: &str) {
        if name.is_empty() {
            return;
        }
        self.gpu = Some(name.chars().take(64).collect());
        if let Some(found) = hardware::resolve_alias(name) {
            self.settings.push((Param::Gpu, found.gpu.id.to_string()));
        }
    }

    fn pair(&mut self, key: &str, value: &str) -> Option<IssueKind> {
        if let Some(package) = PACKAGES.iter().find(|package| **package == key) {
            self.versions
                .push((package, value.chars().take(32).collect()));
            self.settings
                .extend(release(key, value).map(|(param, release)| (param, release.to_owned())));
            return None;
        }
        if let Some(figure) = Figure::from_key(key) {
            return match figure.read(value) {
                Ok(number) => {
                    self.figures.push((figure, shortest(number)));
                    None
                }
                Err(kind) => Some(kind),
            };
        }
        let param = setting(key)?;
        match Draft::check_text(param, value) {
            _ if value.is_empty() => Some(IssueKind::Missing),
            Ok(found) => {
                self.settings.push((param, text(&found)));
                None
            }
            Err(kind) => Some(kind),
        }
    }
}

/// The setting that a package's version is.
fn release(package: &str, version: &str) -> Option<(Param, &'static str)> {
    Some(match package {
        "transformers" => (
            Param::Transformers,
            TransformersVersion::of_release(version)?.key(),
        ),
        "torch" => (Param::Torch, TorchVersion::of_release(version)?.key()),
        "peft" => (Param::Peft, PeftVersion::of_release(version)?.key()),
        "bnb" => (
            Param::Bitsandbytes,
            BitsandbytesVersion::of_release(version)?.key(),
        ),
        _ => return None,
    })
}

/// The used part of nvidia-smi's `23456MiB / 81920MiB`, MiB.
fn smi(line: &str) -> Option<f64> {
    let (before, after) = line.split_once("MiB")?;
    let after = after.trim_start().strip_prefix('/')?.trim_start();
    let digits = after.find(|c: char| !c.is_ascii_digit())?;
    let (total, unit) = after.split_at_checked(digits)?;
    if total.is_empty() || !unit.starts_with("MiB") {
        return None;
    }
    let start = before.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| {
        at + before
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .map_or(1, char::len_utf8)
    });
    let used: u64 = before.get(start..)?.parse().ok()?;
    (used > 0).then(|| float(used))
}
