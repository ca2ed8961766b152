//! From a Hugging Face `config.json` to an architecture.
//!
//! Each family's fields are read as transformers 4.57.1 (or the repository's remote code) reads them, with the defaults of its
//! configuration class. Of multimodal models the language model is taken. What is not known is an error that says where it stands;
//! nothing is guessed. Fields that do not change the shape (`quantization_config`, `auto_map`, …) are not looked at.

mod common;
mod defaults;
mod error;
mod families;
mod fields;
mod moe;
mod special;
mod types;

use std::borrow::Cow;

pub use error::{ConfigError, Reason};

use super::family::Family;
use super::spec::ModelSpec;
use super::validate::{SpecError, SpecReason};
use crate::json::{self, Object, Value};
use common::Names;
use fields::{Fields, shown};

/// Reads the text of a `config.json`.
///
/// # Errors
/// The first field that is missing, of the wrong type, out of bounds or of an unknown architecture.
pub fn from_config_json(text: &str) -> Result<ModelSpec, ConfigError> {
    let value = json::parse(text.trim_start_matches('\u{feff}')).map_err(|place| {
        let (line, column) = (place.line, place.column);
        ConfigError::new("", Reason::NotJson { line, column })
    })?;
    let Value::Object(map) = &value else {
        return Err(ConfigError::new(
            "",
            Reason::NotAnObject {
                found: shown(&value),
            },
        ));
    };
    let mut spec = language_model(map)?;
    if let Some(name) = name(map) {
        spec.name = Cow::Owned(name);
    }
    Ok(spec)
}

/// Every `model_type` that [`from_config_json`] knows, sorted.
pub fn known_model_types() -> Vec<&'static str> {
    types::known()
}

/// The model, or the language model inside a multimodal one.
fn language_model(map: &Object) -> Result<ModelSpec, ConfigError> {
    let top = Fields::new(map, "");
    let model_type = top
        .text("model_type")?
        .ok_or_else(|| top.error("model_type", Reason::Missing))?;
    if let Some(family) = types::family(model_type) {
        return checked(top, family);
    }
    let family = types::wrapped(model_type).ok_or_else(|| unknown(top, model_type))?;
    let text = match top.object("text_config")? {
        Some(text) => text,
        None if types::may_be_flat(model_type) => return checked(top, family),
        None => return Err(top.error("text_config", Reason::Missing)),
    };
    let inside = Fields::new(text, "text_config.");
    let family = match inside.text("model_type")? {
        Some(inner) => types::family(inner).ok_or_else(|| unknown(inside, inner))?,
        None => family,
    };
    let mut spec = checked(inside, family)?;
    if !inside.has("tie_word_embeddings") {
        spec.tied = top.flag("tie_word_embeddings", spec.tied)?;
    }
    Ok(spec)
}

/// Reads and validates.
fn checked(f: Fields, family: Family) -> Result<ModelSpec, ConfigError> {
    let mut spec = families::read(f, family)?;
    spec.max_positions = common::max_positions(f);
    spec.validate().map_err(|error| located(f, family, error))?;
    Ok(spec)
}

fn unknown(f: Fields, model_type: &str) -> ConfigError {
    let found = shown(&Value::Text(model_type.to_owned()))
        .trim_matches('"')
        .to_owned();
    f.error(
        "model_type",
        Reason::UnknownModelType {
            found,
            known: types::known(),
        },
    )
}

/// An error of the architecture at the field that it was read from.
fn located(f: Fields, family: Family, error: SpecError) -> ConfigError {
    let reason = match error.reason {
        SpecReason::OutOfRange { found, min, max } => Reason::OutOfRange {
            found: found.to_string(),
            min,
            max,
        },
        SpecReason::NotDivisor { found, of } => Reason::NotDivisor { found, of },
        SpecReason::Exceeds { found, limit } => Reason::Exceeds { found, limit },
    };
    match Names::of(family).field(error.dimension) {
        "" => ConfigError::new("", reason),
        field => f.error(field, reason),
    }
}

/// The repository that the configuration was saved from, if it says one, at most 80 characters of it.
fn name(map: &Object) -> Option<String> {
    let name = map
        .get("_name_or_path")?
        .as_text()?
        .trim()
        .trim_end_matches('/')
        .rsplit('/')
        .next()?;
    (!name.is_empty()).then(|| name.chars().take(80).collect())
}
