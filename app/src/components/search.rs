//! What a searchable list does: opening, matching, moving, choosing. What was chosen lately stands first.
use super::combobox::{Entry, Source};
use super::field::Slot;
use crate::i18n::{self, Text};
use crate::platform::{events, page, storage};
use crate::state::session;
use estimator::scenario::Draft;
use leptos::ev::Event;
use leptos::prelude::*;

/// Choices that are remembered between visits.
const RECENT: usize = 4;

/// The state of one box.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The field.
    pub(super) slot: Slot,
    /// What it searches.
    pub(super) source: Source,
    /// What is being typed; `None` while the list is closed.
    pub(super) search: RwSignal<Option<String>>,
    /// The line that Enter takes.
    pub(super) active: RwSignal<usize>,
    /// Whether something was typed since the list opened: before that it shows everything.
    pub(super) touched: RwSignal<bool>,
}

impl State {
    fn entries(self) -> Vec<Entry> {
        let session = session();
        (self.source.entries)(session.lang(), session.unit())
    }

    /// The lines that match what was typed.
    pub(super) fn matches(self) -> Vec<Entry> {
        let search = self
            .search
            .get()
            .filter(|_| self.touched.get())
            .unwrap_or_default()
            .to_ascii_lowercase();
        let words: Vec<&str> = search.split_whitespace().collect();
        let entries = self.entries();
        let found = |entry: &&Entry| words.iter().all(|word| entry.found_by.contains(word));
        let mut list: Vec<Entry> = if words.is_empty() {
            self.recent(&entries)
        } else {
            Vec::new()
        };
        // Names that begin with what was typed, names that hold it, and then what is found by another name.
        for rank in 0..3 {
            let ranked = |entry: &&Entry| found(entry) && rank_of(entry, &words) == rank;
            list.extend(entries.iter().filter(ranked).cloned());
        }
        // A repository name may hold words that the catalogue does not list.
        if list.is_empty()
            && let Ok(value) = Draft::check_text(self.slot.param, &search)
        {
            let key = estimator::scenario::text(&value);
            list.extend(entries.iter().find(|entry| entry.key == key).cloned());
        }
        list
    }

    /// Where recent choices are kept.
    fn kept(self) -> String {
        ["recent-", self.slot.param.key()].concat()
    }

    /// The lines of recent choices, the last one first.
    fn recent(self, entries: &[Entry]) -> Vec<Entry> {
        let kept = storage::read(&self.kept()).unwrap_or_default();
        let keys = kept.split(' ');
        let found = keys.filter_map(|key| entries.iter().find(|entry| entry.key == key));
        let note = i18n::text(session().lang(), Text::Recent);
        found
            .map(|entry| Entry {
                detail: [&entry.detail, " · ", note].concat(),
                ..entry.clone()
            })
            .collect()
    }

    /// Remembers a choice.
    fn remember(self, key: &str) {
        let kept = storage::read(&self.kept()).unwrap_or_default();
        let before = kept.split(' ');
        let others = before.filter(|other| *other != key && !other.is_empty());
        let keys: Vec<&str> = [key].into_iter().chain(others).take(RECENT).collect();
        storage::write(&self.kept(), &keys.join(" "));
    }

    /// Opens the list at the present choice.
    pub(super) fn open(self) {
        self.touched.set(false);
        let key = untrack(move || self.slot.text());
        let place = untrack(move || self.matches())
            .iter()
            .position(|entry| entry.key == key);
        self.active.set(place.unwrap_or(0));
        self.search.set(Some(untrack(move || self.shown())));
        let id = self.option_id(place.unwrap_or(0));
        request_animation_frame(move || page::reveal(&id));
    }

    fn close(self) {
        self.search.set(None);
    }

    /// Takes a line.
    pub(super) fn choose(self, entry: &Entry) {
        let session = session();
        self.close();
        self.remember(&entry.key);
        session.type_text(self.slot.param, &entry.key);
    }

    /// Leaves the box: what was typed becomes the field's text, right or wrong.
    pub(super) fn leave(self) {
        let typed = self
            .search
            .get_untracked()
            .filter(|_| self.touched.get_untracked());
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
        let next = self
            .active
            .get_untracked()
            .saturating_add_signed(by)
            .min(count.saturating_sub(1));
        self.active.set(next);
        let id = self.option_id(next);
        request_animation_frame(move || page::reveal(&id));
    }

    /// Follows a key.
    pub(super) fn pressed(self, ev: &Event) {
        match events::key(ev).as_str() {
            "ArrowDown" => self.moved(1),
            "ArrowUp" => self.moved(-1),
            "PageDown" => self.moved(8),
            "PageUp" => self.moved(-8),
            "Escape" if self.search.with_untracked(Option::is_some) => self.close(),
            "Enter" => {
                let active = self.active.get_untracked();
                match untrack(move || self.matches()).get(active) {
                    Some(entry) if self.search.with_untracked(Option::is_some) => {
                        self.choose(entry);
                    }
                    _ => self.leave(),
                }
            }
            _ => return,
        }
        ev.prevent_default();
    }

    /// What the box shows while nobody searches.
    pub(super) fn shown(self) -> String {
        let text = self.slot.text();
        (self.source.name)(session().lang(), &text).unwrap_or(text)
    }

    /// The id of a line.
    pub(super) fn option_id(self, place: usize) -> String {
        format!("{}-option-{place}", self.slot.id())
    }
}

/// 0: the name begins with the first word and holds the rest; 1: it holds all of them; 2: they stand in other names.
fn rank_of(entry: &Entry, words: &[&str]) -> u8 {
    let name = entry.label.to_ascii_lowercase();
    let begins = words.first().is_none_or(|word| name.starts_with(word));
    match (words.iter().all(|word| name.contains(word)), begins) {
        (true, true) => 0,
        (true, false) => 1,
        (false, _) => 2,
    }
}
