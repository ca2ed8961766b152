//! Configurations to start from.
use crate::components::{El, all, el, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::{Session, holds, session};
use estimator::presets::{self, Preset};
use estimator::scenario::Draft;
use leptos::prelude::*;

/// Questions that stand before the list is opened.
const AT_FIRST: usize = 3;

/// The chips.
pub(super) fn presets() -> El {
    let session = session();
    let more = RwSignal::new(false);
    let (sizes, questions): (Vec<&Preset>, Vec<&Preset>) = presets::all()
        .iter()
        .partition(|preset| !is_question(preset));
    let first: Vec<El> = questions
        .iter()
        .take(AT_FIRST)
        .map(|preset| chip(session, preset))
        .collect();
    let rest: Vec<&'static Preset> = questions.into_iter().skip(AT_FIRST).collect();
    let fold = move || {
        i18n::text(
            session.lang(),
            if more.get() { Text::Less } else { Text::More },
        )
    };
    let switch = el("button")
        .attr("type", "button")
        .class("chip more")
        .either("aria-expanded", move || more.get())
        .press(move || more.update(|open| *open = !*open))
        .says(fold);
    let fresh = el("button")
        .attr("type", "button")
        .class("link reset")
        .live("title", move || Some(t(Text::ResetHint)()))
        .press(move || session.commit_all(Draft::default(), Vec::new()))
        .says(t(Text::Reset));
    let asked = el("div")
        .class("chips")
        .children(first)
        .part(move || {
            more.get()
                .then(|| all(rest.iter().map(|preset| chip(session, preset))))
        })
        .child(switch)
        .child(el("span").class("undoing").children([
            fresh,
            step(session, true),
            step(session, false),
        ]));
    el("section")
        .class("presets")
        .live("aria-label", move || Some(t(Text::Presets)()))
        .child(
            el("div")
                .class("chips")
                .children(sizes.into_iter().map(|preset| chip(session, preset))),
        )
        .child(asked)
}

/// Undoes or does again.
fn step(session: Session, back: bool) -> El {
    let (name, sign) = if back {
        (Text::Undo, "↶")
    } else {
        (Text::Redo, "↷")
    };
    let mut ids = ["undo", "redo"];
    if !back {
        ids.reverse();
    }
    let title = t(name);
    let closed = holds(move || !session.steps.get()[usize::from(!back)]);
    el("button")
        .attr("type", "button")
        .attr("id", ids[0])
        .class("link step")
        .present("disabled", move || closed.get())
        .live("title", move || Some(title()))
        .live("aria-label", move || Some(title()))
        .press(move || {
            session.step(back);
            // At the last step the button is disabled; the way back stays under the finger.
            if untrack(move || closed.get()) {
                page::focus_soon(ids[1].to_owned());
            }
        })
        .text(sign)
}

/// Whether a preset is one of the questions, P1 to P8, and not merely a size and a method.
pub(super) fn is_question(preset: &Preset) -> bool {
    preset
        .key
        .strip_prefix('p')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn chip(session: Session, preset: &'static Preset) -> El {
    let pressed = holds(move || session.draft.with(|draft| *draft == preset.draft()));
    el("button")
        .attr("type", "button")
        .class("chip")
        .either("aria-pressed", move || pressed.get())
        .live("title", move || {
            Some(i18n::preset_question(session.lang(), preset.key))
        })
        .press(move || session.commit(preset.draft()))
        .says(move || i18n::preset_label(session.lang(), preset.key))
}
