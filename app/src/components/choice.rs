//! One of several: a list, a row of segments, or a switch.
use super::field::Slot;
use crate::components::{El, el};
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
    let keys = KEYS.get_or_init(|| {
        Family::ALL
            .iter()
            .map(|family| family_text(*family))
            .collect()
    });
    keys.iter().map(String::as_str).collect()
}

/// A drop-down list. Text that is none of its choices stays in it as one more.
pub(super) fn select(slot: Slot, keys: Vec<&'static str>) -> El {
    let session = session();
    let param = slot.param;
    let options = keys.iter().copied().map(|key| {
        let name = move || i18n::choice_label(session.lang(), param, key);
        el("option")
            .attr("value", key)
            .prop("selected", move || slot.is(key))
            .says(name)
    });
    let list = el("select")
        .attr("id", slot.id())
        .class("in")
        .live("aria-invalid", move || slot.invalid())
        .attr("aria-describedby", slot.described_by())
        .on("change", move |ev| {
            session.type_text(param, &event_target_value(&ev));
            // A choice that the stack had made moves up among the chosen ones; the focus goes with it.
            page::focus_soon(slot.id());
        })
        .children(options)
        .part(move || {
            let stray = Some(slot.text()).filter(|text| !keys.contains(&text.as_str()));
            stray.map(|text| {
                el("option")
                    .attr("value", text.clone())
                    .prop("selected", || true)
                    .text(text)
            })
        });
    el("span").class("box").child(list)
}

/// A row of segments: all choices at a glance.
pub(super) fn segments(slot: Slot, keys: &'static [&'static str]) -> El {
    let session = session();
    let param = slot.param;
    let name = slot.id();
    let choices = keys.iter().enumerate().flat_map(|(place, key)| {
        let id = if place == 0 {
            name.clone()
        } else {
            format!("{name}-{key}")
        };
        let radio = el("input")
            .attr("type", "radio")
            .attr("name", name.clone())
            .attr("id", id.clone())
            .attr("value", *key)
            .prop("checked", move || slot.is(key))
            .on("change", move |_| session.type_text(param, key));
        [
            radio,
            el("label")
                .attr("for", id)
                .says(move || i18n::choice_label(session.lang(), param, key)),
        ]
    });
    el("span")
        .class("segments")
        .attr("role", "radiogroup")
        .attr("aria-labelledby", format!("{name}-label"))
        .attr("aria-describedby", slot.described_by())
        .children(choices)
}

/// Yes or no.
pub(super) fn switch(slot: Slot) -> El {
    let session = session();
    let input = el("input")
        .attr("type", "checkbox")
        .attr("role", "switch")
        .attr("id", slot.id())
        .class("toggle")
        .prop("checked", move || slot.is("yes"))
        .live("aria-invalid", move || slot.invalid())
        .attr("aria-describedby", slot.described_by())
        .on("change", move |ev| {
            let state = if event_target_checked(&ev) {
                "yes"
            } else {
                "no"
            };
            session.type_text(slot.param, state);
        });
    el("span").class("box").child(input)
}
