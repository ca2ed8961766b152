//! The planner: a form on one side, its answer on the other.
mod bar;
mod calibrate;
mod clock;
mod config;
mod dataset;
mod form;
mod gpu;
mod helps;
mod host;
mod host_table;
mod jobs;
mod measured;
mod model;
mod money;
mod notices;
mod oom;
mod opener;
mod plan;
mod plan_front;
mod presets;
mod reach;
pub(super) mod rows;
mod scope;
mod serving;
mod stack;
mod strip;
mod table;
mod time;
mod verdict;
mod what_if;
mod why;

pub(super) use stack::outside;

use super::jump;
use crate::components::{el, part, t};
use crate::i18n::Text;
use crate::state::{holds, session};
use leptos::prelude::*;

/// The page.
pub(super) fn planner() -> AnyView {
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
        .child(measured::measured())
        .child(notices::notices())
        .child(notices::reasons())
        .child(answer())
        .child(jobs::jobs())
        .child(calibrate::section())
        .child(oom::message())
        .child(scope::scope());
    el("main").class("page").child(form).child(out).into()
}

/// Everything that follows from the form. While something in it is wrong the last answer stays, greyed.
fn answer() -> AnyView {
    let session = session();
    let present = holds(move || session.answer().is_some());
    let parts = move || {
        Some(if present.get() {
            el("div")
                .class("answer")
                .when("stale", move || session.stale())
                .child(verdict::verdict())
                .child(reach::reach())
                .child(helps::helps(false))
                .child(bar::bar())
                .part(verdict::preset_answer)
                .child(strip::strip())
                .child(table::table())
                .child(time::time())
                .child(helps::helps(true))
                .child(money::money())
                .child(what_if::what_if())
                .child(plan::plan())
                .child(host::host())
                .child(serving::serving())
        } else {
            el("p").class("empty").says(t(Text::NoAnswerYet))
        })
    };
    part(parts).into_any()
}
