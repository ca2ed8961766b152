//! The package for JavaScript with words: what the page hands out, and messages for people. All of `headroom-js` is in it.
use app::charts::Scheme;
use app::export::{Format, Refused};
use app::i18n::{self, Lang, export, words};
use estimator::export::{Json, import, import_fragment};
use estimator::units::SizeUnit;
use headroom_js::{Thrown, bad_jobs, no_scenario, read, thrown, told};
pub use headroom_js::{decode, document, gpus, import_json, install, models, schema};
use wasm_bindgen::prelude::wasm_bindgen;

/// Takes the words of a language; says whether they are of this release.
#[wasm_bindgen]
pub fn take_words(lang: &str, text: String) -> bool {
    Lang::from_key(lang).is_some_and(|lang| words::load(lang, text))
}

fn refused(lang: Lang, why: &Refused) -> Thrown {
    match why {
        Refused::Scenario(number, found) => {
            let said = found.iter().map(|issue| {
                let name = i18n::param_label(lang, issue.param);
                [name, ": ", &*i18n::issue_text(lang, issue)].concat()
            });
            no_scenario(*number, found, &said.collect::<Vec<_>>())
        }
        Refused::Jobs(bad) if words::loaded(lang) => {
            thrown("jobs", i18n::bad_job(lang, bad), "of", Json::Null)
        }
        Refused::Jobs(bad) => bad_jobs(bad),
        Refused::Nothing => thrown(
            "nothing",
            "there is nothing to draw".to_owned(),
            "of",
            Json::Null,
        ),
    }
}

/// A text made of a link: see `Format` for the kinds.
///
/// # Errors
/// Why nothing can be made of it.
#[wasm_bindgen]
pub fn render(
    link: &str,
    format: &str,
    lang: &str,
    unit: &str,
    theme: &str,
    lenient: bool,
) -> Result<String, Thrown> {
    let format = Format::from_key(format).ok_or_else(|| {
        let known = Json::list(Format::KEYS.iter().map(|key| (*key).into()));
        thrown(
            "format",
            "there is no such format".to_owned(),
            "known",
            known,
        )
    })?;
    let lang = Lang::from_key(lang).unwrap_or_default();
    let link = read(link, lenient)?;
    let unit = if unit == "gb" {
        SizeUnit::Gb
    } else {
        SizeUnit::Gib
    };
    let scheme = Scheme::from_key(theme).unwrap_or_default();
    app::export::render(&link, format, lang, unit, scheme).map_err(|why| refused(lang, &why))
}

/// Reads a document that Headroom wrote, like `import_json`, with messages in words, one in a line.
///
/// # Errors
/// Why it is none.
#[wasm_bindgen]
pub fn import_worded(text: &str, lang: &str) -> Result<String, Thrown> {
    let lang = Lang::from_key(lang).unwrap_or_default();
    let link = import(text)
        .map_err(|bad| thrown("import", export::bad_import(lang, &bad), "of", Json::Null))?;
    Ok(told(&link))
}

/// The settings of such a document as a link has them, readable or not: for what decodes links itself.
///
/// # Errors
/// Why it is none.
#[wasm_bindgen]
pub fn import_raw(text: &str, lang: &str) -> Result<String, Thrown> {
    let lang = Lang::from_key(lang).unwrap_or_default();
    import_fragment(text)
        .map_err(|bad| thrown("import", export::bad_import(lang, &bad), "of", Json::Null))
}
