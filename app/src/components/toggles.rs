//! Several of several: a chip for each.
use super::field::Slot;
use crate::components::{El, el};
use crate::i18n;
use crate::state::session;
use leptos::prelude::*;

/// The text of an empty list. A list needs a member, and empty text would mean the default.
const NONE: &str = "_";

/// A chip for each member of a list.
pub(super) fn toggles(slot: Slot, keys: &'static [&'static str]) -> El {
    let session = session();
    let param = slot.param;
    let name = slot.id();
    let flip = move |key: &'static str, on: bool| {
        let text = untrack(move || slot.text());
        let kept = keys
            .iter()
            .copied()
            .filter(|other| if *other == key { on } else { has(&text, other) });
        let joined = kept.collect::<Vec<_>>().join("_");
        session.type_text(param, if joined.is_empty() { NONE } else { &joined });
    };
    let chips = keys.iter().copied().enumerate().flat_map(|(place, key)| {
        let id = if place == 0 {
            name.clone()
        } else {
            format!("{name}-{key}")
        };
        let input = el("input")
            .attr("type", "checkbox")
            .attr("id", id.clone())
            .prop("checked", move || slot.with(|field| has(&field.text, key)))
            .on("change", move |ev| flip(key, event_target_checked(&ev)));
        [
            input,
            el("label")
                .attr("for", id)
                .says(move || i18n::choice_label(session.lang(), param, key)),
        ]
    });
    el("span")
        .class("toggles")
        .attr("role", "group")
        .attr("aria-labelledby", format!("{name}-label"))
        .attr("aria-describedby", slot.described_by())
        .children(chips)
}

fn has(text: &str, key: &str) -> bool {
    text.split(['_', ',', ' '])
        .any(|part| part.eq_ignore_ascii_case(key))
}
