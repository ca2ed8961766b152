//! A box that searches a list as one types (the combobox pattern of WAI-ARIA).
use super::field::Slot;
use crate::components::{flag, maybe, part, press, says, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::page;
use crate::state::session;
use crate::text::normalised;
use estimator::scenario::{Draft, Param};
use estimator::units::SizeUnit;
use leptos::ev::KeyboardEvent;
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
    /// What the box shows once it is chosen.
    pub name: String,
    /// Everything it is found by, in lower case.
    pub found_by: String,
}

/// The state of one box.
#[derive(Clone, Copy)]
struct State {
    slot: Slot,
    entries: fn(Lang, SizeUnit) -> Vec<Entry>,
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
        (self.entries)(session.lang(), session.unit())
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

    fn pressed(self, ev: &KeyboardEvent) {
        match ev.key().as_str() {
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
        self.entries().into_iter().find(|entry| entry.key == text).map_or(text, |entry| entry.name)
    }

    fn option_id(self, place: usize) -> String {
        format!("{}-option-{place}", self.slot.id())
    }
}

/// A searchable list for an input.
#[component]
pub fn Combobox(
    /// The input.
    param: Param,
    /// The list, in a language and a unit.
    entries: fn(Lang, SizeUnit) -> Vec<Entry>,
    /// What can be searched for.
    prompt: Text,
) -> impl IntoView {
    let session = session();
    let slot = Slot::new(param);
    let state = State { slot, entries, search: RwSignal::new(None), active: RwSignal::new(0), touched: RwSignal::new(false) };
    let id = slot.id();
    let list_id = format!("{id}-list");
    let is_open = move || state.search.with(Option::is_some);
    let label = move || i18n::param_label(session.lang(), param);
    let prompt = t(prompt);
    let listed = list_id.clone();
    view! {
        <div class="combobox" class:wrong=flag(move || slot.wrong())>
            <input
                type="text"
                id=id.clone()
                class="in wide"
                role="combobox"
                autocomplete="off"
                spellcheck="false"
                aria-label=says(label)
                aria-autocomplete="list"
                aria-expanded=says(move || if is_open() { "true" } else { "false" })
                aria-controls=list_id
                aria-activedescendant=maybe(move || is_open().then(|| state.option_id(state.active.get())))
                aria-invalid=maybe(move || slot.invalid())
                aria-describedby=format!("{id}-error")
                placeholder=prompt
                prop:value=says(move || state.search.get().unwrap_or_else(|| state.shown()))
                on:click=press(move || if !is_open() { state.open() })
                on:input=move |ev| {
                    state.touched.set(true);
                    state.active.set(0);
                    state.search.set(Some(normalised(&event_target_value(&ev))));
                }
                on:keydown=move |ev| state.pressed(&ev)
                on:blur=move |_| state.leave()
            />
            {part(move || is_open().then(|| list(state, &listed, label())))}
            <p class="error" id=format!("{id}-error")>
                {maybe(move || slot.reason(session.lang()))}
            </p>
        </div>
    }
}

fn list(state: State, id: &str, label: &'static str) -> AnyView {
    let nothing = t(Text::NothingFound);
    let lines = part(move || {
        let matches = state.matches();
        if matches.is_empty() {
            return Some(view! { <li class="none">{nothing}</li> }.into_any());
        }
        Some(matches.into_iter().enumerate().map(|(place, entry)| option(state, place, entry)).collect_view().into_any())
    });
    view! { <ul class="options" role="listbox" id=id.to_owned() aria-label=label>{lines}</ul> }.into_any()
}

fn option(state: State, place: usize, entry: Entry) -> AnyView {
    let (label, detail) = (entry.label.clone(), entry.detail.clone());
    view! {
        <li
            role="option"
            id=state.option_id(place)
            aria-selected=says(move || if state.active.get() == place { "true" } else { "false" })
            // Before the box loses its focus.
            on:mousedown=move |ev| {
                ev.prevent_default();
                state.choose(&entry);
            }
        >
            <span>{label}</span>
            <small>{detail}</small>
        </li>
    }
    .into_any()
}
