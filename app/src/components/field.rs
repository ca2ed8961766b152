//! One input of the table with everything around it: label, control, unit, reason, hint.
use super::{choice, number, toggles};
use crate::components::{El, el, part, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::{Shown, holds, session};
use estimator::scenario::{Field, Kind, Origin, Param, Switch};
use leptos::prelude::*;

/// What a control needs to know of its field.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The input.
    pub(super) param: Param,
    shown: RwSignal<Shown>,
}

impl Slot {
    /// The slot of an input.
    pub(super) fn new(param: Param) -> Self {
        Self {
            param,
            shown: session().shown(param),
        }
    }

    /// Asks something of its field.
    pub(super) fn with<T>(self, ask: impl FnOnce(&Field) -> T) -> T {
        self.shown.with(|shown| ask(&shown.field))
    }

    /// Whether its text is this.
    pub(super) fn is(self, text: &str) -> bool {
        self.with(|field| field.text == text)
    }

    /// What is wrong with it, in words.
    pub(super) fn reason(self, lang: i18n::Lang) -> Option<String> {
        self.shown.with(|shown| {
            shown
                .issue
                .as_ref()
                .map(|issue| i18n::issue_text_on(lang, issue, session().gpu()))
        })
    }

    /// Whether something is wrong with it.
    pub(super) fn wrong(self) -> bool {
        self.shown.with(|shown| shown.issue.is_some())
    }

    /// The id of its control.
    pub(super) fn id(self) -> String {
        format!("f-{}", self.param.key())
    }

    /// What stands in it.
    pub(super) fn text(self) -> String {
        self.with(|field| field.text.to_string())
    }

    /// The ids of what describes it.
    pub(super) fn described_by(self) -> String {
        format!("{0}-error {0}-hint", self.id())
    }

    /// `true` while something is wrong with it.
    pub(super) fn invalid(self) -> Option<&'static str> {
        self.wrong().then_some("true")
    }
}

/// The row of an input; empty while it does not apply. Its text is kept.
pub fn row(param: Param) -> AnyView {
    let slot = Slot::new(param);
    let applies = holds(move || slot.with(|field| field.applies));
    part(move || applies.get().then(|| shown(slot))).into_any()
}

fn shown(slot: Slot) -> El {
    let session = session();
    let param = slot.param;
    let id = slot.id();
    let chosen = holds(move || slot.with(|field| field.origin == Origin::Chosen));
    let label = move || i18n::param_label(session.lang(), param);
    let (control, kind) = control(slot);
    el("div")
        .class(format!("row {kind}"))
        .when("assumed", move || !chosen.get())
        // The first row of a group may be all that the group is about: its name stands above already.
        .when("told", move || {
            label() == i18n::group_label(session.lang(), param.info().group)
        })
        .when("wrong", move || slot.wrong())
        .child(
            el("label")
                .attr("for", id.clone())
                .attr("id", format!("{id}-label"))
                .says(label),
        )
        .child(control)
        .child(reason(slot))
        .child(
            el("p")
                .class("hint")
                .attr("id", format!("{id}-hint"))
                .says(move || i18n::param_hint(session.lang(), param).unwrap_or_default()),
        )
        .part(move || chosen.get().then(|| back(param, label())))
}

/// What is wrong with a field, under it.
pub(super) fn reason(slot: Slot) -> El {
    let session = session();
    let words = move || slot.reason(session.lang()).unwrap_or_default();
    el("p")
        .class("error")
        .attr("id", format!("{}-error", slot.id()))
        .says(words)
}

/// The button that puts a field back.
fn back(param: Param, label: &'static str) -> El {
    let session = session();
    let words = t(Text::BackToDefault);
    let default = move || default_words(&session.field(param), session.lang());
    el("button")
        .attr("type", "button")
        .class("back")
        .press(move || {
            session.reset(param);
            // The button goes with its press.
            page::focus_soon(["f-", param.key()].concat());
        })
        .child(el("span").class("hidden").text(format!("{label}: ")))
        .says(words)
        .child(el("span").class("was").says(default))
}

/// The default of a field as a person reads it.
fn default_words(field: &Field, lang: i18n::Lang) -> String {
    match field.param.info().kind {
        Kind::Choice(_) | Kind::Family => {
            i18n::choice_label(lang, field.param, &field.default).to_owned()
        }
        _ => field.default.replace('_', " "),
    }
}

/// The control of an input, by what its values look like, and the class of its row.
fn control(slot: Slot) -> (El, &'static str) {
    match slot.param.info().kind {
        Kind::Choice(keys) if keys == Switch::KEYS => (choice::switch(slot), "switch"),
        Kind::Choice(keys) if slot.param == Param::Method => (choice::segments(slot, keys), "wide"),
        Kind::Choice(keys) => (choice::select(slot, keys.to_vec()), "pick"),
        Kind::Family => (choice::select(slot, choice::families()), "pick"),
        Kind::List(keys) => (toggles::toggles(slot, keys), "wide"),
        Kind::Model | Kind::Gpu | Kind::Integer { .. } | Kind::Real { .. } => {
            (number::number(slot), "number")
        }
    }
}
