//! Every moment of the run, the worst marked.
use super::bar::shown;
use crate::components::{El, all, el, t};
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
pub(super) fn strip() -> El {
    let session = session();
    let tiles = Memo::new(move |_| {
        let (lang, unit) = (session.lang(), session.unit());
        let Some(answer) = session.details() else {
            return Vec::new();
        };
        let report = &answer.report;
        let present = shown(report, session.moment()).map(|instant| instant.moment);
        let tile = |instant: &estimator::memory::Instant| Tile {
            moment: instant.moment,
            name: i18n::moment_label(lang, instant.moment),
            size: i18n::size_number(lang, instant.total(Metric::Needed), unit),
            planned: instant.planned,
            worst: instant.moment == report.worst,
            shown: present == Some(instant.moment),
        };
        report.instants.iter().map(tile).collect::<Vec<Tile>>()
    });
    // Buttons are made anew only when there are others; at a keystroke their figures change.
    let bare = |tile: Tile| Tile {
        size: String::new(),
        worst: false,
        shown: false,
        ..tile
    };
    let shape = Memo::new(move |_| tiles.get().into_iter().map(bare).collect::<Vec<Tile>>());
    let title = move || {
        format!(
            "{}, {}",
            i18n::text(session.lang(), Text::Moments),
            session.unit().symbol()
        )
    };
    el("section")
        .class("moments")
        .live("aria-label", move || Some(title()))
        .child(el("div").class("strip").part(move || {
            Some(all(shape
                .get()
                .into_iter()
                .enumerate()
                .map(|(place, tile)| button(tiles, place, &tile))))
        }))
        .child(el("p").class("note").says(t(Text::MomentsHint)))
}

fn button(tiles: Memo<Vec<Tile>>, place: usize, tile: &Tile) -> El {
    let session = session();
    let (moment, planned) = (tile.moment, tile.planned);
    let is = move |what: fn(&Tile) -> bool| tiles.with(|tiles| tiles.get(place).is_some_and(what));
    let size = move || {
        tiles.with(|tiles| {
            tiles
                .get(place)
                .map(|tile| tile.size.clone())
                .unwrap_or_default()
        })
    };
    let remark = move || {
        let remark = if is(|tile| tile.worst) {
            Some(Text::WorstMoment)
        } else {
            (!planned).then_some(Text::NotPlanned)
        };
        remark.map(|remark| el("small").says(t(remark)))
    };
    el("button")
        .attr("type", "button")
        .class("moment")
        .when("worst", move || is(|tile| tile.worst))
        .when("unplanned", move || !planned)
        .either("aria-pressed", move || is(|tile| tile.shown))
        .live("title", move || {
            Some(i18n::moment_why(session.lang(), moment))
        })
        .press(move || session.ui.update(|ui| ui.moment = Some(moment)))
        .child(el("span").text(tile.name))
        .child(el("b").says(size))
        .part(remark)
}
