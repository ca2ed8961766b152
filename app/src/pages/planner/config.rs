//! A model from its `config.json`: pasted, read here, sent nowhere.
use super::launch::misplaced;
use crate::components::{El, el, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::session;
use estimator::launch;
use estimator::model::{self, ConfigError, ModelSpec};
use estimator::scenario::{Param, import_spec};
use leptos::ev::Event;
use leptos::prelude::*;

/// What the box holds.
type Read = Result<ModelSpec, ConfigError>;

/// The fold with the box in it. What is pasted stays until it is used or removed.
pub(super) fn config() -> El {
    let session = session();
    let text = session.config;
    let open = RwSignal::new(!text.with_untracked(String::is_empty));
    let read =
        move || text.with(|text| (!text.trim().is_empty()).then(|| model::from_config_json(text)));
    let apply = move || {
        if let Some(Ok(spec)) = untrack(read) {
            let mut draft = session.draft.get_untracked();
            import_spec(&spec).apply(&mut draft);
            session.commit(draft);
            text.set(String::new());
            open.set(false);
            page::focus_soon(format!("f-{}", Param::Model.key()));
        }
    };
    let flip = move |ev: Event| {
        ev.prevent_default();
        open.update(|open| *open = !*open);
    };
    let area = el("textarea")
        .attr("id", "config-text")
        .class("in wide")
        .attr("rows", "6")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .live("placeholder", move || {
            Some(t(Text::PasteConfigPlaceholder)())
        })
        .value(move || text.get())
        .live("aria-invalid", move || {
            matches!(read(), Some(Err(_))).then_some("true")
        })
        .attr("aria-describedby", "config-outcome")
        .on("input", move |ev| text.set(event_target_value(&ev)));
    let leave = move || {
        text.set(String::new());
        open.set(false);
    };
    let outcome = move || {
        let read = read()?;
        if read.is_err() && text.with(|text| launch::looks(text)) {
            return Some(misplaced(Text::LaunchNotModel, text.get(), leave));
        }
        Some(outcome(&read))
    };
    let button = el("button")
        .attr("type", "button")
        .class("ghost")
        .prop("disabled", move || !matches!(read(), Some(Ok(_))))
        .press(apply)
        .says(t(Text::PasteConfigRead));
    el("details")
        .class("paste")
        .prop("open", move || open.get())
        .child(el("summary").on("click", flip).says(t(Text::PasteConfig)))
        .child(
            el("label")
                .class("note")
                .attr("for", "config-text")
                .says(t(Text::PasteConfigHint)),
        )
        .child(area)
        .child(
            el("div")
                .attr("id", "config-outcome")
                .attr("role", "status")
                .part(outcome),
        )
        .child(button)
}

/// What was read, or where and why it could not be.
fn outcome(read: &Read) -> El {
    let lang = session().lang();
    match read {
        Ok(spec) => {
            let name = import_spec(spec)
                .matched
                .and_then(model::find)
                .map(|known| known.name);
            let facts = super::model::facts(lang, spec, estimator::num::float(spec.total()));
            let line = name
                .into_iter()
                .map(|name| name.to_string())
                .chain([facts])
                .collect::<Vec<_>>()
                .join(" · ");
            el("p").class("note").text(line)
        }
        Err(error) => {
            let failed = i18n::text(lang, Text::PasteConfigFailed);
            el("p").class("error").text(format!(
                "{failed}: {}",
                i18n::config_error_text(lang, error)
            ))
        }
    }
}
