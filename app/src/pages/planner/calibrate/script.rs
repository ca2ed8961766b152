//! The script that measures a short run, to copy.
use super::button;
use crate::components::{El, el, t};
use crate::i18n::{self, Text};
use crate::platform::{clipboard, page};
use crate::state::session;
use estimator::profile::{Style, command, snippet, stands_alone};
use leptos::prelude::*;
use std::time::Duration;

/// How long the button says that it was copied.
const PRAISE: Duration = Duration::from_secs(2);

/// The id of the text.
const ID: &str = "profile-script";

/// The fold with the script in it.
pub(super) fn script() -> El {
    let session = session();
    let (callback, published, copied) = (
        RwSignal::new(false),
        RwSignal::new(false),
        RwSignal::new(false),
    );
    let text = move || {
        let style = if callback.get() {
            Style::TrainerCallback
        } else {
            Style::PlainLoop
        };
        let answer = session.answer();
        answer.map_or_else(String::new, |answer| {
            snippet(&answer.scenario, style, !published.get())
        })
    };
    let copy = move || {
        clipboard::copy(&untrack(text), move |done| {
            copied.set(done);
            // Where the browser refuses, a key does it.
            if done {
                set_timeout(move || copied.set(false), PRAISE);
            } else {
                page::select_inside(ID);
            }
        });
    };
    let said = move || {
        let name = if copied.get() {
            Text::ScriptCopied
        } else {
            Text::Copy
        };
        i18n::text(session.lang(), name)
    };
    let choose = move |signal: RwSignal<bool>, on: bool, name: Text| {
        button("chip", move || {
            signal.set(on);
            copied.set(false);
        })
        .either("aria-pressed", move || signal.get() == on)
        .says(t(name))
    };
    let weights = move || {
        (!callback.get()).then(|| {
            el("span").class("chips").children([
                choose(published, false, Text::RandomWeights),
                choose(published, true, Text::PublishedWeights),
            ])
        })
    };
    let kinds = [
        choose(callback, false, Text::PlainLoop),
        choose(callback, true, Text::TrainerCallback),
    ];
    el("details")
        .class("script")
        .child(el("summary").says(t(Text::ProfileScript)))
        .child(el("p").class("note").says(t(Text::ProfileHint)))
        .child(
            el("div")
                .class("chips")
                .child(el("span").class("chips").children(kinds))
                .part(weights)
                .child(button("ghost", copy).says(said))
                .child(button("ghost", || page::select_inside(ID)).says(t(Text::SelectAll))),
        )
        .part(move || {
            let answer = session.answer()?;
            let apart = !callback.get() && !stands_alone(&answer.scenario);
            apart.then(|| el("p").class("error").says(t(Text::ProfileApart)))
        })
        .part(move || {
            let answer = session.answer()?;
            let line = el("p").class("note launch");
            Some(if callback.get() {
                line.says(t(Text::ProfileRunOwn))
            } else {
                line.says(t(Text::ProfileRun))
                    .text(" ")
                    .child(el("code").text(command(&answer.scenario)))
            })
        })
        .child(
            el("pre")
                .attr("id", ID)
                .attr("tabindex", "0")
                .attr("role", "region")
                .live("aria-label", move || Some(t(Text::ProfileScript)()))
                .says(text),
        )
}
