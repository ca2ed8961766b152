//! What JavaScript calls: texts in, texts out. `package/api.js` makes values of them, `package/index.d.ts` says which.
//!
//! Errors are JSON too: `{"kind", "message", …}`, thrown as text.
use estimator::export::{self, Document, Id, Json, Link, issues, notices, object, settings};
use estimator::pool::BadEntry;
use estimator::scenario::Issue;
use wasm_bindgen::prelude::wasm_bindgen;

/// What is thrown.
pub type Thrown = String;

/// An error as it is thrown: its kind, a message, and one more field.
pub fn thrown(kind: &'static str, message: String, name: &'static str, of: Json) -> Thrown {
    object([
        ("kind", kind.into()),
        ("message", message.into()),
        (name, of),
    ])
    .text()
}

/// Takes the tables of models, GPUs and prices; says whether they are some.
#[wasm_bindgen]
pub fn install(catalogue: String) -> bool {
    estimator::catalogue::install(catalogue)
}

/// What is wrong with a scenario, each reason with its key.
pub fn no_scenario(number: usize, found: &[Issue], said: &[String]) -> Thrown {
    let scenario = u64::try_from(number).unwrap_or(1);
    let list = object([("scenario", scenario.into()), ("issues", issues(found))]);
    thrown("scenario", said.join("; "), "of", list)
}

fn bad_scenario(number: usize, found: &[Issue]) -> Thrown {
    let said = found
        .iter()
        .map(|issue| [issue.param.key(), ": ", issue.kind.id()].concat());
    no_scenario(number, found, &said.collect::<Vec<_>>())
}

/// A table of jobs that cannot be read.
pub fn bad_jobs(bad: &BadEntry) -> Thrown {
    let row = u64::try_from(bad.row).unwrap_or(0);
    thrown("jobs", bad.text.clone(), "row", row.into())
}

/// A link of which every setting could be read; any where that is not asked for.
///
/// # Errors
/// What could not be read.
pub fn read(link: &str, lenient: bool) -> Result<Link, Thrown> {
    let link = Link::read(link);
    if link.unread() == 0 {
        return Ok(link);
    }
    if lenient {
        return Ok(link.lenient());
    }
    let found = notices(&link.decoded);
    let message = "the link has settings that cannot be read".to_owned();
    Err(thrown("unread", message, "notices", found))
}

/// A document made of a link: `json`, `csv`, `plan-json`, `plan-csv`, `jobs-json`, `jobs-csv`.
///
/// # Errors
/// Why nothing can be made of it.
#[wasm_bindgen]
pub fn document(link: &str, format: &str, lenient: bool) -> Result<String, Thrown> {
    let link = read(link, lenient)?;
    let planned = |found: Vec<Issue>| bad_scenario(1, &found);
    match format {
        "plan-json" => return Ok(export::plan(&link).map_err(planned)?.text()),
        "plan-csv" => return export::plan_csv(&link).map_err(planned),
        "jobs-json" => return Ok(export::jobs(&link).map_err(|bad| bad_jobs(&bad))?.text()),
        "jobs-csv" => return export::jobs_csv(&link).map_err(|bad| bad_jobs(&bad)),
        _ => {}
    }
    let document = Document::of(&link).map_err(|bad| bad_scenario(bad.scenario, &bad.issues))?;
    match format {
        "json" => Ok(document.json().text()),
        "csv" => Ok(document.csv()),
        _ => Err(thrown(
            "format",
            "there is no such format".to_owned(),
            "of",
            Json::Null,
        )),
    }
}

/// The settings of a link, and what could not be read of it.
#[wasm_bindgen]
pub fn decode(link: &str) -> String {
    told(&Link::read(link))
}

/// A link as JSON: its settings and what could not be read of it.
pub fn told(link: &Link) -> String {
    let fragment = link.fragment();
    object([
        ("link", link.address().into()),
        ("settings", settings(&fragment)),
        ("notices", notices(&link.decoded)),
    ])
    .text()
}

/// Reads a document that Headroom wrote: the link that it came from, and what could not be read.
///
/// # Errors
/// Why it is none.
#[wasm_bindgen]
pub fn import_json(text: &str) -> Result<String, Thrown> {
    match export::import(text) {
        Ok(link) => Ok(told(&link)),
        Err(bad) => Err(thrown("import", bad.id().to_owned(), "of", Json::Null)),
    }
}

/// The inputs: keys, bounds, defaults, choices.
#[wasm_bindgen]
pub fn schema() -> String {
    export::schema().text()
}

/// Models of the catalogue.
#[wasm_bindgen]
pub fn models() -> String {
    export::models().text()
}

/// GPUs of the catalogue.
#[wasm_bindgen]
pub fn gpus() -> String {
    export::gpus().text()
}
