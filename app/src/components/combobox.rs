//! A box that searches a list as one types (the combobox pattern of WAI-ARIA).
use super::field::{Slot, reason};
use super::search::State;
use crate::components::{El, all, el, t};
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use crate::text::normalised;
use estimator::scenario::Param;
use estimator::units::SizeUnit;
use leptos::prelude::*;

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What choosing it types into the field.
    pub key: String,
    /// What the list shows.
    pub label: String,
    /// What it shows beside that.
    pub detail: String,
    /// Everything it is found by, in lower case.
    pub found_by: String,
}

/// What a box searches.
#[derive(Clone, Copy)]
pub struct Source {
    /// The list, in a language and a unit.
    pub entries: fn(Lang, SizeUnit) -> Vec<Entry>,
    /// The name of a key; none for texts that are no key.
    pub name: fn(Lang, &str) -> Option<String>,
    /// What can be searched for.
    pub prompt: Text,
}

/// A searchable list for an input.
pub fn combobox(param: Param, source: Source) -> El {
    let session = session();
    let slot = Slot::new(param);
    let state = State {
        slot,
        source,
        search: RwSignal::new(None),
        active: RwSignal::new(0),
        touched: RwSignal::new(false),
    };
    let id = slot.id();
    let is_open = move || state.search.with(Option::is_some);
    let label = move || i18n::param_label(session.lang(), param);
    let prompt = t(source.prompt);
    let input = el("input")
        .attr("type", "text")
        .attr("id", id.clone())
        .class("in wide")
        .attr("role", "combobox")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .live("aria-label", move || Some(label()))
        .attr("aria-autocomplete", "list")
        .either("aria-expanded", is_open)
        .attr("aria-controls", format!("{id}-list"))
        .live("aria-activedescendant", move || {
            is_open().then(|| state.option_id(state.active.get()))
        })
        .live("aria-invalid", move || slot.invalid())
        .attr("aria-describedby", format!("{id}-error"))
        .live("placeholder", move || Some(prompt()))
        .value(move || state.search.get().unwrap_or_else(|| state.shown()))
        .press(move || {
            if !untrack(is_open) {
                state.open();
            }
        })
        .on("input", move |ev| {
            state.touched.set(true);
            state.active.set(0);
            state.search.set(Some(normalised(&event_target_value(&ev))));
        })
        .on("keydown", move |ev| state.pressed(&ev))
        .on("blur", move |_| state.leave());
    el("div")
        .class("combobox")
        .when("wrong", move || slot.wrong())
        .child(input)
        .part(move || is_open().then(|| list(state, label())))
        .child(reason(slot))
}

fn list(state: State, label: &'static str) -> El {
    let lines = move || {
        let matches = state.matches();
        Some(if matches.is_empty() {
            el("li").class("none").says(t(Text::NothingFound)).into()
        } else {
            all(matches
                .into_iter()
                .enumerate()
                .map(|(place, entry)| option(state, place, entry)))
        })
    };
    let id = format!("{}-list", state.slot.id());
    el("ul")
        .class("options")
        .attr("role", "listbox")
        .attr("id", id)
        .attr("aria-label", label)
        .part::<AnyView>(lines)
}

fn option(state: State, place: usize, entry: Entry) -> El {
    let (label, detail) = (entry.label.clone(), entry.detail.clone());
    el("li")
        .attr("role", "option")
        .attr("id", state.option_id(place))
        .either("aria-selected", move || state.active.get() == place)
        // Before the box loses its focus.
        .on("mousedown", move |ev| {
            ev.prevent_default();
            state.choose(&entry);
        })
        .child(el("span").text(label))
        .child(el("small").text(detail))
}
