//! A link as people hand it over, and settings as machines do.
use super::ids::Id;
use super::json::{Json, object};
use crate::codec::{self, Decoded, Notice, RunProblem, decode_location};
use crate::find::find;
use crate::scenario::Issue;
use std::borrow::Cow;

/// A link, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// The page that it opens, up to the query: `https://host/path/`; empty where only settings were given.
    pub base: String,
    /// The host's choices in its query: view, language.
    pub query: String,
    /// What it says.
    pub decoded: Decoded,
}

impl Link {
    /// Reads a whole address, a fragment, a query, or settings alone (`m=qwen2.5-7b&s=4096`). Total.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let (base, query, fragment) = match before.split_once('?') {
            Some((base, query)) => (base, query, fragment),
            // Without `?` an address has no query; what is no address is settings then, readable or not.
            None if before.as_bytes().contains(&b'=') && find(before, "://").is_none() => {
                ("", "", before)
            }
            None if fragment.is_empty() && !leads_somewhere(before) => ("", "", before),
            None => (before, "", fragment),
        };
        let base = if leads_somewhere(base) { base } else { "" };
        Self {
            base: base.to_owned(),
            query: query.to_owned(),
            decoded: decode_location(query, fragment),
        }
    }

    /// The canonical fragment of everything in it, without `#`.
    pub fn fragment(&self) -> String {
        let found = &self.decoded;
        codec::encode_beside(&found.draft, &found.runs, &found.jobs, &found.others).text
    }

    /// The canonical address: the page, if it is known, and the fragment.
    pub fn address(&self) -> String {
        [&self.base, "#", &self.fragment()].concat()
    }

    /// The same without what could not be read: those settings are at their defaults.
    #[must_use]
    pub fn lenient(&self) -> Self {
        let mut read = Self::read(&["#", &self.fragment()].concat());
        read.base.clone_from(&self.base);
        read.query.clone_from(&self.query);
        read
    }

    /// Settings in it that could not be read.
    pub fn unread(&self) -> usize {
        self.decoded.unread()
    }
}

/// Whether it is the address of a page, absolute or relative: documents have it as a link, which must not be a script or break out.
fn leads_somewhere(base: &str) -> bool {
    let breaks = |c: char| {
        c.is_control()
            || c.is_whitespace()
            || matches!(c, '<' | '>' | '"' | '`' | '|' | '\\')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let scheme = base.split('/').next().unwrap_or("");
    base.contains(['/', '.'])
        && !base.contains(breaks)
        && (matches!(scheme, "http:" | "https:" | "file:") || !scheme.as_bytes().contains(&b':'))
}

/// The settings of a canonical fragment by key, without version and revision.
pub fn settings(fragment: &str) -> Json {
    let pairs = fragment.split('&').filter_map(|pair| pair.split_once('='));
    let own = pairs.filter(|(key, _)| !["v", "cat"].contains(key));
    let named =
        |(key, value): (&str, &str)| (Cow::Owned(key.to_owned()), Json::from(value.to_owned()));
    Json::Object(own.map(named).collect())
}

/// The fragment of settings by key, each value as a link holds it.
pub fn settings_link<'a>(settings: impl Iterator<Item = (&'a str, Cow<'a, str>)>) -> String {
    let pair = |(key, value): (&str, Cow<'_, str>)| [&escaped(key), "=", &escaped(&value)].concat();
    settings.map(pair).collect::<Vec<_>>().join("&")
}

/// What would end a pair, and what would be read as a code, as codes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("%26"),
            '#' => out.push_str("%23"),
            '+' => out.push_str("%2B"),
            plain => out.push(plain),
        }
    }
    out
}

/// What could not be read of a link, and what else to know, by kind.
pub fn notices(found: &Decoded) -> Json {
    let own = found.notices.iter().map(notice);
    let runs = found.run_notices.iter().map(|notice| {
        let (kind, key) = match &notice.problem {
            RunProblem::Setting(inner) => (inner.id(), about(inner)),
            RunProblem::Figure { figure, .. } => ("invalid", figure.key().to_owned()),
            RunProblem::FigureTooLong { figure, .. } => ("value-too-long", figure.key().to_owned()),
        };
        let run = u64::try_from(notice.run).unwrap_or(0);
        object([
            ("kind", kind.into()),
            (
                "about",
                ["run", &run.to_string(), ".", &key].concat().into(),
            ),
        ])
    });
    Json::list(own.chain(runs))
}

fn notice(notice: &Notice) -> Json {
    object([
        ("kind", notice.id().into()),
        ("about", about(notice).into()),
    ])
}

/// The key or text that a notice is about.
fn about(notice: &Notice) -> String {
    match notice {
        Notice::UnknownKey { key, .. }
        | Notice::BadEncoding { key }
        | Notice::NoScenario { key } => key.clone(),
        Notice::Duplicate { key } => (*key).to_owned(),
        Notice::Invalid { param, .. }
        | Notice::ValueTooLong { param, .. }
        | Notice::Overruled { param } => param.key().to_owned(),
        Notice::Beside { scenario, notice } => {
            [&scenario.to_string(), ".", &about(notice)].concat()
        }
        Notice::Gap { scenario } => scenario.to_string(),
        Notice::Jobs(_) => codec::JOBS_KEY.to_owned(),
        Notice::NewerVersion { found } => found.to_string(),
        Notice::BadVersion { found } | Notice::UnknownCatalogue { found } => found.clone(),
        Notice::NewerCatalogue { found } | Notice::OlderCatalogue { found } => found.to_string(),
        Notice::TooLong { .. } | Notice::TooMany { .. } => String::new(),
    }
}

/// What is wrong with a draft, by input.
pub fn issues(issues: &[Issue]) -> Json {
    Json::list(issues.iter().map(|issue| {
        object([
            ("kind", issue.kind.id().into()),
            ("key", issue.param.key().into()),
            ("value", issue.value.clone().into()),
        ])
    }))
}
