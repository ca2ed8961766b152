//! The planner: a form on one side, its answer on the other.
mod bar;
mod config;
mod form;
mod gpu;
mod header;
mod host;
mod host_table;
mod model;
mod notices;
mod opener;
mod presets;
mod rows;
mod scope;
mod stack;
mod strip;
mod table;
mod verdict;
mod why;

use crate::components::{all, el, part, t};
use crate::i18n::Text;
use crate::state::session;
use leptos::prelude::*;

/// The page.
pub(super) fn planner() -> AnyView {
    let session = session();
    let skip = el("a")
        .class("skip")
        .attr("href", "#answer")
        .on("click", |ev| jump(&ev, "answer"))
        .says(t(Text::SkipToAnswer));
    let form = el("form")
        .class("form")
        .attr("id", "form")
        .attr("tabindex", "-1")
        .live("aria-label", move || Some(t(Text::Configuration)()))
        .on("submit", |ev| ev.prevent_default())
        .child(verdict::sticky())
        .child(presets::presets())
        .child(form::form());
    let out = el("div")
        .class("out")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .child(
            el("a")
                .class("jump")
                .attr("href", "#form")
                .on("click", |ev| jump(&ev, "form"))
                .says(t(Text::SkipToForm)),
        )
        .child(notices::notices())
        .child(notices::reasons())
        .child(answer())
        .child(scope::scope());
    let spoken = el("div")
        .class("spoken")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .says(move || session.spoken.get());
    all([
        skip,
        header::header(),
        el("main").class("page").child(form).child(out),
        spoken,
    ])
}

/// Everything that follows from the form. While something in it is wrong the last answer stays, greyed.
fn answer() -> AnyView {
    let session = session();
    let present = Memo::new(move |_| session.answer().is_some());
    let parts = move || {
        Some(if present.get() {
            el("div")
                .class("answer")
                .when("stale", move || session.stale())
                .child(verdict::verdict())
                .child(bar::bar())
                .part(verdict::preset_answer)
                .child(strip::strip())
                .child(table::table())
                .child(host::host())
        } else {
            el("p").class("empty").says(t(Text::NoAnswerYet))
        })
    };
    part(parts).into_any()
}

/// Moves the focus without touching the fragment, which holds the scenario.
fn jump(ev: &leptos::ev::Event, id: &str) {
    ev.prevent_default();
    crate::platform::page::scroll_to(id);
    crate::platform::page::focus_soon(id.to_owned());
}
