//! One of several: a list, a row of segments, or a switch.
use crate::components::{flag, maybe, part, says};
use super::field::Slot;
use crate::i18n;
use crate::platform::page;
use crate::state::session;
use estimator::model::Family;
use estimator::scenario::family_text;
use leptos::prelude::*;

/// The link keys of all implementations.
pub(super) fn families() -> Vec<&'static str> {
    // Link keys differ from `model_type` in one character, so they have to be made; once.
    static KEYS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    let keys = KEYS.get_or_init(|| Family::ALL.iter().map(|family| family_text(*family)).collect());
    keys.iter().map(String::as_str).collect()
}

/// A drop-down list. Text that is none of its choices stays in it as one more.
pub(super) fn select(slot: Slot, keys: Vec<&'static str>) -> AnyView {
    let session = session();
    let param = slot.param;
    let known = keys.clone();
    let options: Vec<AnyView> = keys
        .into_iter()
        .map(|key| {
            view! {
                <option value=key prop:selected=flag(move || slot.is(key))>{says(move || i18n::choice_label(session.lang(), param, key))}</option>
            }
            .into_any()
        })
        .collect();
    let stray = move || Some(slot.text()).filter(|text| !known.contains(&text.as_str()));
    view! {
        <span class="box">
            <select
                id=slot.id()
                class="in"
                aria-invalid=maybe(move || slot.invalid())
                aria-describedby=slot.described_by()
                on:change=move |ev| {
                    session.type_text(param, &event_target_value(&ev));
                    // A choice that the stack had made moves up among the chosen ones; the focus goes with it.
                    page::focus_soon(slot.id());
                }
            >
                {options}
                {part(move || stray().map(|text| view! { <option value=text.clone() prop:selected=true>{text.clone()}</option> }))}
            </select>
        </span>
    }
    .into_any()
}

/// A row of segments: all choices at a glance.
pub(super) fn segments(slot: Slot, keys: &'static [&'static str]) -> AnyView {
    let session = session();
    let param = slot.param;
    let name = slot.id();
    let choices: Vec<AnyView> = keys
        .iter()
        .enumerate()
        .map(|(place, key)| {
            let id = if place == 0 { name.clone() } else { format!("{name}-{key}") };
            view! {
                <input
                    type="radio"
                    name=name.clone()
                    id=id.clone()
                    value=*key
                    prop:checked=flag(move || slot.is(key))
                    on:change=move |_| session.type_text(param, key)
                />
                <label for=id>{says(move || i18n::choice_label(session.lang(), param, key))}</label>
            }
            .into_any()
        })
        .collect();
    view! {
        <span class="segments" role="radiogroup" aria-labelledby=format!("{name}-label") aria-describedby=slot.described_by()>
            {choices}
        </span>
    }
    .into_any()
}

/// Yes or no.
pub(super) fn switch(slot: Slot) -> AnyView {
    let session = session();
    view! {
        <span class="box">
            <input
                type="checkbox"
                role="switch"
                id=slot.id()
                class="toggle"
                prop:checked=flag(move || slot.is("yes"))
                aria-invalid=maybe(move || slot.invalid())
                aria-describedby=slot.described_by()
                on:change=move |ev| session.type_text(slot.param, if event_target_checked(&ev) { "yes" } else { "no" })
            />
        </span>
    }
    .into_any()
}
