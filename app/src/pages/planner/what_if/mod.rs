//! What if: one chart at a time, its finding as the title, its figures as a table, both as files.
mod draw;
mod table;

use crate::charts::Svg;
use crate::components::{El, Pointing, all, el, fold, part, pointed, t};
use crate::i18n::{self, Text};
use crate::platform::export;
use crate::state::{Chart, Found, holds, session};
use leptos::prelude::*;
use std::sync::Arc;

/// Where the drawings are, for files.
const FIGURE: &str = "chart";
const SECOND: &str = "chart-cost";

/// The section.
pub(super) fn what_if() -> El {
    el("section")
        .class("panel what-if")
        .attr("id", "what-if")
        .child(el("h2").says(t(Text::WhatIf)))
        .child(tabs())
        .child(chart())
}

/// The chart that is chosen.
pub(in super::super) fn chart() -> AnyView {
    let session = session();
    let present = holds(move || session.found.with(Option::is_some));
    let body = move || {
        Some(if present.get() {
            figure()
        } else {
            el("p").class("empty").says(t(Text::ChartEmpty))
        })
    };
    part(body).into_any()
}

/// One button a chart.
fn tabs() -> El {
    let session = session();
    let buttons = Chart::ALL.map(|chart| {
        el("button")
            .attr("type", "button")
            .class("chart-tab")
            .either("aria-pressed", move || session.chart.get() == chart)
            .press(move || session.chart.set(chart))
            .says(move || i18n::chart_label(session.lang(), chart))
    });
    el("div")
        .class("chart-tabs")
        .attr("role", "group")
        .live("aria-label", move || Some(t(Text::ChartKinds)()))
        .children(buttons)
}

/// The figure of the form and of what is pointed at.
type Drawing =
    fn(&Found, i18n::Lang, estimator::units::SizeUnit, Option<usize>, u32) -> Option<Svg>;

fn figure() -> El {
    let session = session();
    let marked = RwSignal::new(None::<usize>);
    let others = move || {
        session.found.with(|found| {
            found
                .as_ref()
                .is_none_or(|found| session.draft.with(|now| *now != found.draft))
        })
    };
    let finding = move || {
        session.found.with(|found| {
            let found = found.as_ref()?;
            Some(i18n::finding(session.lang(), found, session.unit()))
        })
    };
    let drawn = move |drawing: Drawing| {
        let press = move |at: usize| {
            let adopted = session
                .found
                .with_untracked(|found| found.as_ref()?.adopted(at));
            if let Some(draft) = adopted {
                session.commit(draft);
            }
        };
        let draw = move |width: u32| -> Option<Svg> {
            let found = session.found.get()?;
            drawing(&found, session.lang(), session.unit(), marked.get(), width)
        };
        pointed(
            draw,
            Pointing {
                marked,
                press: Box::new(press),
            },
        )
    };
    // What the pointer reads; the table says the same to everyone else.
    let read = move || {
        let found = session.found.get();
        let row = marked.get().zip(found).and_then(|(at, found)| {
            let rows = i18n::chart_rows(session.lang(), &found, session.unit());
            rows.get(at).map(|row| row.join(" · "))
        });
        row.unwrap_or_else(|| i18n::text(session.lang(), Text::ChartHint).to_owned())
    };
    let costs = move || {
        let found = session.found.get()?;
        (found.chart == Chart::Scaling)
            .then(|| el("div").attr("id", SECOND).child(drawn(draw::cost)))
    };
    let ideal = move || {
        let scaling = session.chart.get() == Chart::Scaling;
        scaling.then(|| el("span").text(i18n::text(session.lang(), Text::Ideal)))
    };
    el("figure")
        .class("plot later")
        .either("aria-busy", others)
        .when("stale", move || session.stale())
        .child(el("figcaption").child(el("b").says(move || finding().unwrap_or_default())))
        .child(el("div").attr("id", FIGURE).child(drawn(draw::main)))
        .part(costs)
        .child(
            el("p")
                .class("note read")
                .attr("aria-hidden", "true")
                .says(read)
                .part(ideal),
        )
        .child(files())
        .child(rows())
}

/// The table.
fn rows() -> El {
    let session = session();
    let rows = move || {
        let found = session.found.get()?;
        Some(table::table(session.lang(), &found, session.unit()))
    };
    fold(Text::ChartTable, rows)
}

/// The chart as files.
fn files() -> El {
    let button = |label: &'static str, act: fn(&Arc<Found>)| {
        let session = session();
        el("button")
            .attr("type", "button")
            .class("link")
            .live("aria-label", move || {
                Some([t(Text::SaveAs)(), " ", label].concat())
            })
            .press(move || {
                if let Some(found) = session.found.get_untracked() {
                    act(&found);
                }
            })
            .text(label)
    };
    el("p")
        .class("files")
        .child(el("span").says(t(Text::SaveAs)))
        .child(all([
            button("SVG", |_| export::save_svg(FIGURE, "headroom.svg")),
            button("PNG", |_| {
                export::save_png(FIGURE, "headroom.png".to_owned());
            }),
            button("CSV", |found| {
                let session = session_of();
                let text = table::csv(session.0, found, session.1);
                export::save("headroom.csv", "text/csv", &text);
            }),
        ]))
}

fn session_of() -> (i18n::Lang, estimator::units::SizeUnit) {
    let session = session();
    untrack(move || (session.lang(), session.unit()))
}
