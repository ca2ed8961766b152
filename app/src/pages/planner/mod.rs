//! The planner: a form on one side, its answer on the other.
mod bar;
mod calibrate;
mod clock;
mod config;
mod dataset;
mod form;
mod gpu;
mod guide;
mod helps;
mod host;
mod host_table;
mod jobs;
mod launch;
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

pub(super) use bar::bar;
pub(super) use form::line;
pub(super) use notices::{notices, reasons};
pub(super) use plan::plan;
pub(super) use stack::outside;
pub(super) use table::table;
pub(super) use time::time;
pub(super) use verdict::{class as state_class, verdict};
pub(super) use what_if::chart;

use super::skip;
use crate::components::{Turns, all, el, part, t};
use crate::i18n::Text;
use crate::platform::page;
use crate::state::{holds, session};
use leptos::prelude::*;

/// Turns in which the page is made: the verdict before them, then what a person sees first.
const TURNS: u8 = 15;

/// The form that owns the box which is being typed into. At each key a browser that fills in forms reads the whole form of the box,
/// and ours has a hundred: some 3 ms.
const ALONE: &str = "alone";

/// The page.
pub(super) fn planner() -> AnyView {
    let turns = Turns::start(TURNS);
    let form = el("form")
        .class("form")
        .attr("id", "form")
        .attr("tabindex", "-1")
        .live("aria-label", move || Some(t(Text::Configuration)()))
        .on("submit", |ev| ev.prevent_default())
        .on("focusin", |ev| page::own_form(&ev, Some(ALONE)))
        .on("focusout", |ev| page::own_form(&ev, None))
        .child(verdict::sticky())
        .child(turns.at(2, || all([guide::guide(), presets::presets()])))
        .child(form::form(turns, [3, 4, 5, 6, 13, 14]));
    let out = el("div")
        .class("out")
        .child(skip("#form", Text::SkipToForm, "jump"))
        .child(measured::measured())
        .child(notices::notices())
        .child(notices::reasons())
        .child(answer(turns))
        .child(turns.at(TURNS, asides));
    let busy = turns.under_way();
    el("main")
        .class("page")
        .either("aria-busy", move || busy.get())
        .child(form)
        .child(out)
        .child(
            el("form")
                .attr("id", ALONE)
                .attr("hidden", "")
                .on("submit", |ev| ev.prevent_default()),
        )
        .into()
}

/// What does not follow from the form alone.
fn asides() -> AnyView {
    let parts = [
        launch::launch(),
        jobs::jobs(),
        calibrate::section(),
        oom::message(),
        scope::scope(),
    ];
    el("div").class("asides").children(parts).into()
}

/// Everything that follows from the form. While something in it is wrong the last answer stays, greyed.
fn answer(turns: Turns) -> AnyView {
    let session = session();
    let present = holds(move || session.answer().is_some());
    let behind = holds(move || session.is_behind());
    let parts = move || {
        Some(if present.get() {
            el("div")
                .class("answer")
                .when("stale", move || session.stale())
                .either("aria-busy", move || behind.get())
                .child(
                    el("div")
                        .class("head")
                        .child(verdict::verdict())
                        .child(el("div").class("bar").child(turns.at(1, bar::drawn)))
                        .child(super::compare::add())
                        .child(reach::reach())
                        .child(turns.at(1, in_short)),
                )
                .child(turns.at(7, strip::strip))
                .child(turns.at(8, table::table))
                .child(turns.at(9, cost))
                .child(turns.at(10, what_if::what_if))
                .child(turns.at(11, plan::plan))
                .child(turns.at(12, || all([host::host(), serving::serving()])))
        } else {
            el("p")
                .class("empty head")
                .attr("id", "answer")
                .attr("tabindex", "-1")
                .says(t(Text::NoAnswerYet))
        })
    };
    part(parts).into_any()
}

/// What would help.
fn in_short() -> AnyView {
    let question = part(verdict::preset_answer).into_any();
    all([helps::helps(false).into(), question])
}

/// How long it takes and what that costs.
fn cost() -> AnyView {
    all([time::time(), helps::helps(true), money::money()])
}
