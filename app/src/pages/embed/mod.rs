//! The page as a frame in another one: the verdict and what the author asked for, without header, guide and undo.
mod inputs;
mod told;

use super::compare;
use super::planner::{self, notices, reasons, verdict};
use crate::components::{El, all, el, t};
use crate::embed::{Embed, Widget};
use crate::i18n::{self, Text};
use crate::state::{holds, session};
use leptos::prelude::*;

pub(super) use told::listen;

/// The frame.
pub(super) fn embed(embed: &Embed) -> AnyView {
    let session = session();
    let widget = embed.widget;
    let present = holds(move || session.answer().is_some());
    let answer = move || {
        Some(if present.get() {
            // A comparison has a verdict of its own.
            let own = (widget != Widget::Compare).then(verdict);
            let class = if own.is_some() {
                "answer"
            } else {
                "answer compare"
            };
            el("div")
                .class(class)
                .when("stale", move || session.stale())
                .children(own)
                .child(shown(widget))
        } else {
            el("p").class("empty").says(t(Text::NoAnswerYet))
        })
    };
    el("main")
        .class("embed")
        .live("aria-label", move || Some(t(Text::Brand)()))
        .child(notices())
        .children(inputs::inputs(embed))
        .child(reasons())
        .part(answer)
        .child(foot())
        .into()
}

/// What stands under the verdict.
fn shown(widget: Widget) -> AnyView {
    match widget {
        Widget::Memory => all([planner::bar(), planner::table()]),
        Widget::Time => planner::time().into(),
        Widget::Plan => planner::plan().into(),
        Widget::Chart(_) => planner::chart(),
        Widget::Compare => compare::columns(),
    }
}

/// The sentence to quote, and the way to the whole page.
fn foot() -> El {
    let session = session();
    let cited = move || {
        let answer = session.answer().filter(|_| !session.stale())?;
        let needed = answer.report.peak.needed;
        let words = i18n::cited(
            session.lang(),
            &answer.report,
            answer.interval(needed),
            &answer.scenario,
            session.unit(),
        );
        Some(el("p").class("note cite").text(words))
    };
    let away = el("a")
        .attr("target", "_blank")
        .attr("rel", "noopener")
        .live("href", move || Some(session.link()))
        .says(t(Text::OpenInHeadroom));
    el("footer")
        .part(cited)
        .child(el("p").class("away").child(away))
}
