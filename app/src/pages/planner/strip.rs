//! Every moment of the run, the worst marked.
use super::bar::shown;
use crate::components::{El, all, el, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::session;
use estimator::memory::{Metric, Moment};
use leptos::prelude::*;

/// One moment as the strip shows it.
#[derive(Clone, PartialEq, Eq)]
struct Tile {
    moment: Moment,
    name: &'static str,
    size: String,
    planned: bool,
    worst: bool,
    shown: bool,
}

/// The strip. Choosing a moment shows its budget.
pub(super) fn strip() -> El {
    let session = session();
    let tiles = move || {
        let (lang, unit) = (session.lang(), session.unit());
        let Some(answer) = session.answer() else { return Vec::new() };
        let report = &answer.report;
        let present = shown(report, session.moment()).map(|instant| instant.moment);
        let tile = |instant: &estimator::memory::Instant| Tile {
            moment: instant.moment,
            name: i18n::moment_label(lang, instant.moment),
            size: i18n::size_number(lang, instant.total(Metric::Driver), unit),
            planned: instant.planned,
            worst: instant.moment == report.worst,
            shown: present == Some(instant.moment),
        };
        report.instants.iter().map(tile).collect::<Vec<Tile>>()
    };
    let title = move || format!("{}, {}", i18n::text(session.lang(), Text::Moments), session.unit().symbol());
    el("section")
        .class("moments")
        .live("aria-label", move || Some(title()))
        .child(el("div").class("strip").part(move || Some(all(tiles().into_iter().map(button)))))
        .child(el("p").class("note").says(t(Text::MomentsHint)))
}

fn button(tile: Tile) -> El {
    let session = session();
    let moment = tile.moment;
    let id = format!("moment-{}", moment as u8);
    let back = id.clone();
    let remark = if tile.worst {
        Some(Text::WorstMoment)
    } else if tile.planned {
        None
    } else {
        Some(Text::NotPlanned)
    };
    let choose = move || {
        session.ui.update(|ui| ui.moment = Some(moment));
        page::focus_soon(back.clone());
    };
    let class = match (tile.worst, tile.planned) {
        (true, _) => "moment worst",
        (_, true) => "moment",
        _ => "moment unplanned",
    };
    el("button")
        .attr("type", "button")
        .attr("id", id)
        .class(class)
        .attr("aria-pressed", if tile.shown { "true" } else { "false" })
        .live("title", move || Some(i18n::moment_why(session.lang(), moment)))
        .press(choose)
        .child(el("span").text(tile.name))
        .child(el("b").text(tile.size))
        .children(remark.map(|remark| el("small").says(t(remark))))
}
