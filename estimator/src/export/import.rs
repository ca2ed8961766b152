//! Our own JSON read back: the settings of an estimate, a comparison, a plan or a table of jobs, or settings alone.
use super::link::{Link, settings_link};
use super::{SCHEMA, json::shortest};
use crate::codec::decode;
use crate::json::{Number, Object, Value, parse};
use std::borrow::Cow;

/// Bytes of a file that are read: a comparison of four has some 400,000.
const MOST: usize = 4_000_000;

/// Why a text is none of our documents, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadImport {
    /// No JSON: it stops here.
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// More bytes than are read.
    TooLong {
        /// Bytes.
        bytes: usize,
    },
    /// JSON, but none of our formats.
    Foreign {
        /// What stands in `format`, at most 40 characters; empty where nothing does.
        format: String,
    },
    /// A later release wrote it, and keys mean something else there.
    Newer {
        /// Its schema.
        schema: u64,
    },
    /// A setting that is neither text nor number: `settings.s`.
    Setting {
        /// Its key.
        key: String,
    },
    /// It has no settings.
    NoSettings,
}

/// Reads a document. What its settings say is checked as a link's would be: see the notices of what comes back.
///
/// # Errors
/// Why it is none of ours.
pub fn import(text: &str) -> Result<Link, BadImport> {
    Ok(Link {
        decoded: decode(&import_fragment(text)?),
        ..Link::default()
    })
}

/// The settings of a document as the fragment of a link, as they stand there: whoever decodes it learns what is wrong with them.
///
/// # Errors
/// Why it is none of ours.
pub fn import_fragment(text: &str) -> Result<String, BadImport> {
    if text.len() > MOST {
        return Err(BadImport::TooLong { bytes: text.len() });
    }
    let value = parse(text.trim_start_matches('\u{feff}')).map_err(|place| BadImport::Syntax {
        line: place.line,
        column: place.column,
    })?;
    let Value::Object(document) = value else {
        return Err(BadImport::Foreign {
            format: String::new(),
        });
    };
    let format = text_of(&document, "format").unwrap_or_default();
    if !format.starts_with("headroom.") {
        let format = format.chars().take(40).collect();
        return Err(BadImport::Foreign { format });
    }
    if let Some(schema) = document.get("schema").and_then(Value::as_whole)
        && schema > SCHEMA
    {
        return Err(BadImport::Newer { schema });
    }
    // A plan and a table of jobs hold no settings of their own: their link does.
    match document.get("settings") {
        Some(Value::Object(settings)) => of_settings(settings, text_of(&document, "cat")),
        _ => of_link(&document),
    }
}

fn text_of<'a>(object: &'a Object, name: &str) -> Option<&'a str> {
    object.get(name).and_then(Value::as_text)
}

fn of_link(document: &Object) -> Result<String, BadImport> {
    let link = text_of(document, "link").and_then(|link| link.split_once('#'));
    link.map(|(_, fragment)| fragment.to_owned())
        .ok_or(BadImport::NoSettings)
}

fn of_settings(settings: &Object, cat: Option<&str>) -> Result<String, BadImport> {
    let mut pairs = vec![("v", Cow::Borrowed("1"))];
    pairs.extend(cat.map(|cat| ("cat", Cow::Borrowed(cat))));
    for (key, value) in settings.fields() {
        let text = match value {
            Value::Text(text) => Cow::Borrowed(text.as_str()),
            Value::Number(Number::Whole(number)) => number.to_string().into(),
            Value::Number(Number::Real(number)) => shortest(*number).into(),
            Value::Bool(yes) => Cow::Borrowed(if *yes { "yes" } else { "no" }),
            _ => {
                let key = key.chars().take(40).collect();
                return Err(BadImport::Setting { key });
            }
        };
        pairs.push((key, text));
    }
    Ok(settings_link(pairs.into_iter()))
}
