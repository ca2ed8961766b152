//! A model from its `config.json`: pasted, read here, sent nowhere.
use crate::components::{flag, maybe, part, press, says, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::session;
use estimator::model::{self, ConfigError, ModelSpec};
use estimator::scenario::{Param, import_spec};
use leptos::prelude::*;

/// What the box holds.
type Read = Result<ModelSpec, ConfigError>;

/// The fold with the box in it. What is pasted stays until it is used or removed.
pub(super) fn config() -> AnyView {
    let session = session();
    let text = RwSignal::new(String::new());
    let open = RwSignal::new(false);
    let read = move || text.with(|text| (!text.trim().is_empty()).then(|| model::from_config_json(text)));
    let wrong = maybe(move || matches!(read(), Some(Err(_))).then_some("true"));
    let apply = press(move || {
        if let Some(Ok(spec)) = untrack(read) {
            let mut draft = session.draft.get_untracked();
            import_spec(&spec).apply(&mut draft);
            session.commit(draft);
            text.set(String::new());
            open.set(false);
            page::focus_soon(format!("f-{}", Param::Model.key()));
        }
    });
    let outcome = part(move || read().map(|read| outcome(&read)));
    view! {
        <details class="paste" prop:open=flag(move || open.get())>
            <summary on:click=move |ev| {
                ev.prevent_default();
                open.update(|open| *open = !*open);
            }>{t(Text::PasteConfig)}</summary>
            <label class="note" for="config-text">{t(Text::PasteConfigHint)}</label>
            <textarea
                id="config-text"
                class="in wide"
                rows="6"
                spellcheck="false"
                autocomplete="off"
                placeholder=t(Text::PasteConfigPlaceholder)
                prop:value=says(move || text.get())
                aria-invalid=wrong
                aria-describedby="config-outcome"
                on:input=move |ev| text.set(event_target_value(&ev))
            ></textarea>
            <div id="config-outcome" role="status">{outcome}</div>
            <button type="button" class="ghost" disabled=flag(move || !matches!(read(), Some(Ok(_)))) on:click=apply>
                {t(Text::PasteConfigRead)}
            </button>
        </details>
    }
    .into_any()
}

/// What was read, or where and why it could not be.
fn outcome(read: &Read) -> AnyView {
    let lang = session().lang();
    match read {
        Ok(spec) => {
            let name = import_spec(spec).matched.and_then(model::find).map(|known| known.name);
            let facts = super::model::facts(lang, spec, estimator::num::float(spec.total()));
            let line = name.into_iter().map(|name| name.to_string()).chain([facts]).collect::<Vec<_>>().join(" · ");
            view! { <p class="note">{line}</p> }.into_any()
        }
        Err(error) => view! {
            <p class="error">{i18n::text(lang, Text::PasteConfigFailed)} ": " {i18n::config_error_text(lang, error)}</p>
        }
        .into_any(),
    }
}
