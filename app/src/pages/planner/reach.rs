//! How far this configuration goes: the longest sequence, the largest micro-batch, the fewest GPUs.
use crate::components::{El, all, el, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::{Line, same, session};
use leptos::prelude::*;

/// The lines. They come a moment after the answer and stay, greyed, until there are others; nothing of it is spoken by itself.
pub(super) fn reach() -> El {
    let session = session();
    let others = move || {
        session.reach.with(|reach| {
            reach.as_ref().is_some_and(|reach| {
                session.draft.with(|now| *now != reach.draft)
                    || !same(session.in_force().as_ref(), reach.learnt.as_ref())
            })
        })
    };
    let lines = move || {
        let Some(reach) = session.reach.get() else {
            return Some(el("li").says(t(Text::ReachPending)).into());
        };
        Some(all(reach.lines.iter().map(line)))
    };
    el("section")
        .class("reach later")
        .either("aria-busy", others)
        .live("aria-label", move || Some(t(Text::Reach)()))
        .child(
            el("ul")
                .attr("id", "reach")
                .attr("tabindex", "-1")
                .part::<AnyView>(lines),
        )
}

fn line(line: &Line) -> El {
    let session = session();
    let lang = session.lang();
    let Some(solution) = &line.solution else {
        return el("li").text(i18n::text(lang, Text::ReachGivenUp));
    };
    let [found, why] = i18n::reach(lang, solution, line.value, session.unit());
    let adopt = line.adopted.clone().map(|draft| {
        el("button")
            .attr("type", "button")
            .class("link")
            .attr(
                "aria-label",
                format!("{}: {found}", i18n::text(lang, Text::UseValue)),
            )
            .press(move || {
                session.commit(draft.clone());
                // Lines are made anew: the next Tab goes on among them.
                page::focus_soon("reach".to_owned());
            })
            .text(i18n::text(lang, Text::UseValue))
    });
    el("li")
        .child(el("span").text(found.clone()))
        .children(adopt)
        .child(el("small").text(i18n::with_batch(lang, line.batch, why)))
}
