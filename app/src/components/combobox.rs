//! A box that searches a list as one types (the combobox pattern of WAI-ARIA).
use super::field::{Slot, reason};
use crate::components::{El, all, el, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::{events, page};
use crate::state::session;
use crate::text::normalised;
use estimator::scenario::{Draft, Param};
use estimator::units::SizeUnit;
use leptos::ev::Event;
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

/// The state of one box.
#[derive(Clone, Copy)]
struct State {
    slot: Slot,
    source: Source,
    /// What is being typed; `None` while the list is closed.
    search: RwSignal<Option<String>>,
    /// The line that Enter takes.
    active: RwSignal<usize>,
    /// Whether something was typed since the list opened: before that it shows everything.
    touched: RwSignal<bool>,
}

impl State {
    fn entries(self) -> Vec<Entry> {
        let session = session();
        (self.source.entries)(session.lang(), session.unit())
    }

    fn matches(self) -> Vec<Entry> {
        let search = self.search.get().filter(|_| self.touched.get()).unwrap_or_default().to_ascii_lowercase();
        let words: Vec<&str> = search.split_whitespace().collect();
        let entries = self.entries();
        let found = |entry: &&Entry| words.iter().all(|word| entry.found_by.contains(word));
        let mut list: Vec<Entry> = entries.iter().filter(found).cloned().collect();
        // A repository name may hold words that the catalogue does not list.
        if list.is_empty()
            && let Ok(value) = Draft::check_text(self.slot.param, &search)
        {
            let key = estimator::scenario::text(&value);
            list.extend(entries.iter().find(|entry| entry.key == key).cloned());
        }
        list
    }

    fn open(self) {
        self.touched.set(false);
        let key = untrack(move || self.slot.text());
        let place = untrack(move || self.entries()).iter().position(|entry| entry.key == key);
        self.active.set(place.unwrap_or(0));
        self.search.set(Some(untrack(move || self.shown())));
        let id = self.option_id(place.unwrap_or(0));
        request_animation_frame(move || page::reveal(&id));
    }

    fn close(self) {
        self.search.set(None);
    }

    fn choose(self, entry: &Entry) {
        let session = session();
        self.close();
        session.type_text(self.slot.param, &entry.key);
    }

    /// Leaves the box: what was typed becomes the field's text, right or wrong.
    fn leave(self) {
        let typed = self.search.get_untracked().filter(|_| self.touched.get_untracked());
        if let Some(text) = typed.filter(|text| !text.trim().is_empty()) {
            let matches = untrack(move || self.matches());
            match matches.as_slice() {
                [only] => self.choose(only),
                _ => session().type_text(self.slot.param, text.trim()),
            }
        }
        self.close();
    }

    fn moved(self, by: isize) {
        if self.search.with_untracked(Option::is_none) {
            self.open();
            return;
        }
        let count = untrack(move || self.matches().len());
        let next = self.active.get_untracked().saturating_add_signed(by).min(count.saturating_sub(1));
        self.active.set(next);
        let id = self.option_id(next);
        request_animation_frame(move || page::reveal(&id));
    }

    fn pressed(self, ev: &Event) {
        match events::key(ev).as_str() {
            "ArrowDown" => self.moved(1),
            "ArrowUp" => self.moved(-1),
            "PageDown" => self.moved(8),
            "PageUp" => self.moved(-8),
            "Escape" if self.search.with_untracked(Option::is_some) => self.close(),
            "Enter" => {
                let active = self.active.get_untracked();
                match untrack(move || self.matches()).get(active) {
                    Some(entry) if self.search.with_untracked(Option::is_some) => self.choose(entry),
                    _ => self.leave(),
                }
            }
            _ => return,
        }
        ev.prevent_default();
    }

    /// What the box shows while nobody searches.
    fn shown(self) -> String {
        let text = self.slot.text();
        (self.source.name)(session().lang(), &text).unwrap_or(text)
    }

    fn option_id(self, place: usize) -> String {
        format!("{}-option-{place}", self.slot.id())
    }
}

/// A searchable list for an input.
pub fn combobox(param: Param, source: Source) -> El {
    let session = session();
    let slot = Slot::new(param);
    let state = State { slot, source, search: RwSignal::new(None), active: RwSignal::new(0), touched: RwSignal::new(false) };
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
        .live("aria-activedescendant", move || is_open().then(|| state.option_id(state.active.get())))
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
            all(matches.into_iter().enumerate().map(|(place, entry)| option(state, place, entry)))
        })
    };
    let id = format!("{}-list", state.slot.id());
    el("ul").class("options").attr("role", "listbox").attr("id", id).attr("aria-label", label).part::<AnyView>(lines)
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
