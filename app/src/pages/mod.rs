//! The pages, and how the app starts.
mod accuracy;
mod claims;
mod header;
pub mod planner;

use crate::boot::{self, Kept, View};
use crate::components::{all, el, part, t};
use crate::i18n::{Lang, Text, words};
use crate::platform::{address, crash, fetch, locale, page, storage};
use crate::state::{Session, holds, run_effects, session};
use leptos::ev::Event;
use leptos::prelude::*;

/// Starts the page: reads the address, then shows what it says.
pub fn start() {
    crash::install();
    let kept = |key: &str| storage::read(key).value().map(str::to_owned);
    let kept = Kept {
        lang: kept("lang"),
        theme: kept("theme"),
        unit: kept("unit"),
    };
    let forgetful = storage::read("lang") == storage::Stored::Unavailable;
    let start = boot::start(
        &address::query(),
        &address::fragment(),
        &kept,
        &locale::languages(),
    );
    with_words(start.lang, move || {
        let start = start.clone();
        mount_to_body(move || {
            let session = Session::new(start.clone(), forgetful);
            provide_context(session);
            run_effects(session);
            shell()
        });
    });
}

/// Does something once the words of a language are at hand.
fn with_words(lang: Lang, then: impl Fn() + 'static) {
    if words::loaded(lang) {
        then();
        return;
    }
    fetch::text(&words::name(lang), move |text| {
        let read = text.is_some_and(|text| words::load(lang, text));
        // The page has words of its own for this; what is shown stays.
        page::show("unreachable", !read);
        page::remove("loading");
        if read {
            then();
        }
    });
}

/// What surrounds every view.
fn shell() -> AnyView {
    let session = session();
    // Few kinds of memo: each costs bytes of its own.
    let [planning, claiming, timing] =
        [View::Plan, View::Claims, View::Speeds].map(|view| holds(move || session.view() == view));
    let skip = el("a")
        .class("skip")
        .attr("href", "#answer")
        .on("click", |ev| jump(&ev, "answer"))
        .says(t(Text::SkipToAnswer));
    let shown = move || {
        Some(if planning.get() {
            planner::planner()
        } else if claiming.get() {
            claims::claims()
        } else if timing.get() {
            accuracy::accuracy(View::Speeds)
        } else {
            accuracy::accuracy(View::Accuracy)
        })
    };
    let spoken = el("div")
        .class("spoken")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .says(move || session.spoken.get());
    all([
        skip.into(),
        header::header().into(),
        part(shown).into_any(),
        spoken.into(),
    ])
}

/// Moves the focus without touching the fragment, which holds the scenario.
fn jump(ev: &Event, id: &str) {
    ev.prevent_default();
    page::scroll_to(id);
    page::focus_soon(id.to_owned());
}
