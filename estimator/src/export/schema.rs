//! What the documents look like, for those who read them and those who check them.
use super::json::{Json, object};
use super::{SCHEMA, VERSION, inputs};
use crate::codec::{CAT, VERSION as GRAMMAR};

/// JSON Schema (2020-12) of an estimate, a comparison, a plan and a table of jobs.
pub const ESTIMATE_SCHEMA: &str = include_str!("headroom.schema.json");

/// Inputs with their bounds, choices and defaults: what a form, or a check of settings, needs.
pub fn schema() -> Json {
    object([
        ("format", "headroom.inputs".into()),
        ("schema", SCHEMA.into()),
        ("version", VERSION.into()),
        ("cat", CAT.to_string().into()),
        ("grammar", u64::from(GRAMMAR).into()),
        ("inputs", inputs::table()),
    ])
}
