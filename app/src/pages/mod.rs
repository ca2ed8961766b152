//! The pages, and how the app starts.
mod accuracy;
mod claims;
mod compare;
mod derivation;
mod embed;
mod embedding;
mod export;
mod header;
mod method;
pub mod planner;

use crate::boot::{self, Kept, Start, View};
use crate::components::{El, all, el, part, t};
use crate::embed::Embed;
use crate::i18n::{Lang, Text, words};
use crate::platform::{address, crash, fetch, frame, locale, page, storage};
use crate::state::{Session, frame as own, holds, run_effects, session};
use leptos::ev::Event;
use leptos::prelude::*;

/// Starts the page: fetches what its code leaves out, reads the address, then shows what it says.
pub fn start() {
    crash::install();
    with_catalogue(|| {
        let forgetful = storage::forgets();
        let start = opened();
        let embed = Embed::of(&address::query()).map(named);
        with_words(start.lang, move || {
            let (start, embed) = (start.clone(), embed.clone());
            page::remove("loading");
            mount_to_body(move || {
                let session = Session::new(start.clone(), forgetful, embed.clone());
                provide_context(session);
                run_effects(session);
                match session.embed() {
                    Some(embed) => framed(session, embed),
                    None => shell(),
                }
            });
        });
    });
}

/// The same with the origin of the page around as browsers write it.
fn named(mut embed: Embed) -> Embed {
    let host = frame::decoded(&embed.host);
    // Pages from disk and in sandboxes have an origin that nothing can be sent to.
    let named = host.starts_with("http").then_some(&*host);
    let named = named.unwrap_or_default().trim_end_matches('/');
    named.clone_into(&mut embed.host);
    embed
}

/// What is shown in another page.
fn framed(session: Session, embed: &Embed) -> AnyView {
    embed::listen(session, embed.host.clone());
    own::ready(session);
    all([embed::embed(embed), spoken().into()])
}

/// What the address and earlier visits say.
fn opened() -> Start {
    let kept = Kept {
        lang: storage::read("lang"),
        theme: storage::read("theme"),
        unit: storage::read("unit"),
    };
    boot::start(
        &address::query(),
        &address::fragment(),
        &kept,
        &locale::languages(),
    )
}

/// Does something once the tables of models, GPUs and prices are at hand.
fn with_catalogue(then: impl Fn() + 'static) {
    let file = page::told("data-catalogue").unwrap_or_default();
    with_file(&file, estimator::catalogue::install, then);
}

/// Does something once the words of a language are at hand.
fn with_words(lang: Lang, then: impl Fn() + 'static) {
    if words::loaded(lang) {
        then();
        return;
    }
    with_file(
        &words::name(lang),
        move |text| words::load(lang, text),
        then,
    );
}

/// Does something once a file without which there is no page has been read.
fn with_file(file: &str, read: impl Fn(String) -> bool + 'static, then: impl Fn() + 'static) {
    fetch::text(file, move |text| {
        let read = text.is_some_and(&read);
        // The page has words of its own for this; what is shown stays.
        page::show("unreachable", !read);
        if read {
            then();
        } else {
            page::remove("loading");
        }
    });
}

/// What surrounds every view.
fn shell() -> AnyView {
    let session = session();
    // Few kinds of memo: each costs bytes of its own.
    let [planning, claiming, comparing, timing, explaining, deriving] = [
        View::Plan,
        View::Claims,
        View::Compare,
        View::Speeds,
        View::Method,
        View::Derivation,
    ]
    .map(|view| holds(move || session.view() == view));
    let to_form = move || {
        planning
            .get()
            .then(|| skip("#form", Text::SkipToForm, "skip"))
    };
    let shown = move || {
        Some(if planning.get() {
            planner::planner()
        } else if claiming.get() {
            claims::claims()
        } else if comparing.get() {
            compare::compare()
        } else if explaining.get() {
            method::method()
        } else if deriving.get() {
            derivation::derivation()
        } else if timing.get() {
            accuracy::accuracy(View::Speeds)
        } else {
            accuracy::accuracy(View::Accuracy)
        })
    };
    all([
        skip("#answer", Text::SkipToAnswer, "skip").into(),
        part(to_form).into_any(),
        header::header().into(),
        part(shown).into_any(),
        spoken().into(),
    ])
}

/// What screen readers are told.
fn spoken() -> El {
    let session = session();
    el("div")
        .class("spoken")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .says(move || session.spoken.get())
}

/// A link within the page; on a wide window out of sight until a key brings the focus there.
fn skip(to: &'static str, words: Text, class: &'static str) -> El {
    el("a")
        .class(class)
        .attr("href", to)
        .on("click", move |ev| jump(&ev, to.trim_start_matches('#')))
        .says(t(words))
}

/// Moves the focus without touching the fragment, which holds the scenario.
fn jump(ev: &Event, id: &str) {
    ev.prevent_default();
    let id = id.to_owned();
    page::focus_soon(id.clone());
    // After the focus, which would end the scrolling where the element just comes into view.
    request_animation_frame(move || page::scroll_to(&id));
}
