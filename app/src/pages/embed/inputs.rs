//! The inputs of a frame: those that its author left open, and those that are shown and stay.
use crate::components::{El, el, part, t};
use crate::embed::Embed;
use crate::i18n::{self, Text};
use crate::pages::planner;
use crate::state::session;
use estimator::scenario::Param;
use leptos::prelude::*;

/// The inputs, in the order of the form.
pub(super) fn inputs(embed: &Embed) -> Option<El> {
    let shown = embed.inputs().map(|param| {
        if embed.locked.contains(&param) {
            locked(param)
        } else {
            el("div").class("input").child(planner::line(param)).into()
        }
    });
    let shown: Vec<AnyView> = shown.collect();
    (!shown.is_empty()).then(|| {
        el("form")
            .class("inputs")
            .live("aria-label", move || Some(t(Text::Configuration)()))
            .on("submit", |ev| ev.prevent_default())
            .children(shown)
    })
}

/// An input that stays; absent while it does not apply.
fn locked(param: Param) -> AnyView {
    let session = session();
    let made = move || {
        let (lang, field) = (session.lang(), session.field(param));
        field.applies.then(|| {
            el("div")
                .class("row locked")
                .attr("title", i18n::text(lang, Text::LockedHint))
                .child(el("span").text(i18n::param_label(lang, param)))
                .child(el("b").text(i18n::value(lang, &field)))
        })
    };
    part(made).into_any()
}
