//! Every moment of the run, the worst marked.
use super::bar::shown;
use crate::components::{part, press, says, t};
use crate::i18n::{self, Text};
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
pub(super) fn strip() -> AnyView {
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
    let title = says(move || format!("{}, {}", i18n::text(session.lang(), Text::Moments), session.unit().symbol()));
    view! {
        <section class="moments" aria-label=title>
            <div class="strip">{part(move || Some(tiles().into_iter().map(button).collect_view()))}</div>
            <p class="note">{t(Text::MomentsHint)}</p>
        </section>
    }
    .into_any()
}

fn button(tile: Tile) -> AnyView {
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
    let choose = press(move || {
        session.ui.update(|ui| ui.moment = Some(moment));
        crate::platform::page::focus_soon(back.clone());
    });
    view! {
        <button
            type="button"
            id=id
            class="moment"
            class:worst=tile.worst
            class:unplanned=!tile.planned
            aria-pressed=if tile.shown { "true" } else { "false" }
            title=says(move || i18n::moment_why(session.lang(), moment))
            on:click=choose
        >
            <span>{tile.name}</span>
            <b>{tile.size}</b>
            {remark.map(|remark| view! { <small>{t(remark)}</small> })}
        </button>
    }
    .into_any()
}
