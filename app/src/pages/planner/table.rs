//! The budget of the chosen moment, line by line, up to what the driver shows.
use super::bar::shown;
use super::opener::{is_open, opener};
use super::rows::{METRICS, Row, rows};
use super::why;
use crate::boot::View;
use crate::charts::family_class;
use crate::components::{El, all, el, says, t};
use crate::figures;
use crate::i18n::{self, Lang, Text};
use crate::pages::header::tab;
use crate::state::{Opened, session};
use estimator::memory::{Metric, TermId};
use leptos::prelude::*;

/// The table. Rows are made anew only when there are others; at a keystroke their figures change.
pub(in super::super) fn table() -> El {
    let session = session();
    let moment = move || {
        session
            .answer()
            .and_then(|answer| Some(shown(&answer.report, session.moment())?.moment))
    };
    let rows = Memo::new(move |_| {
        let answer = session.details();
        let instant = answer
            .as_ref()
            .and_then(|answer| shown(&answer.report, session.moment()));
        instant
            .map(|instant| rows(session.unit(), &instant.terms))
            .unwrap_or_default()
    });
    let shape = Memo::new(move |_| {
        rows.get()
            .into_iter()
            .map(|row| Row {
                hundredths: 0,
                ..row
            })
            .collect::<Vec<_>>()
    });
    let title = move || {
        moment()
            .map(|moment| i18n::budget_of(session.lang(), moment))
            .unwrap_or_default()
    };
    let explained = move || moment().map_or("", |moment| i18n::moment_why(session.lang(), moment));
    let caption = el("caption")
        .child(el("b").says(title))
        .text(" ")
        .child(el("span").says(explained));
    let column = |class: &'static str| el("th").attr("scope", "col").class(class);
    let head = el("tr")
        .child(column("").says(t(Text::ColumnLine)))
        .child(column("n").says(move || session.unit().symbol()))
        .child(column("opt").says(t(Text::ColumnDivides)))
        .child(column("").child(el("span").class("hidden").says(t(Text::Why))));
    let body = move || {
        let lang = session.lang();
        let rows = shape.get().into_iter().enumerate().map(|(place, row)| {
            let size = says(move || {
                rows.with(|rows| {
                    rows.get(place)
                        .map(|row| figures::shown(row.hundredths))
                        .unwrap_or_default()
                })
            });
            shown_row(
                lang,
                place,
                &row,
                el("td").class("n").child(size.into_any()),
            )
        });
        Some(all(rows))
    };
    let table = el("table")
        .child(caption)
        .child(el("thead").child(head))
        .child(el("tbody").part(body));
    let note = el("p")
        .class("note")
        .says(t(Text::EachGpuAlone))
        .text(" ")
        .says(move || together().unwrap_or_default())
        .text(" ")
        .children((!session.is_embedded()).then(|| tab(View::Derivation, Text::DeriveThis)));
    el("section").class("budget").child(table).child(note)
}

fn shown_row(lang: Lang, place: usize, row: &Row, size: El) -> AnyView {
    match row.line {
        Some(id) => {
            // Sums stand between the lines: one after each figure before this one.
            let before = METRICS
                .into_iter()
                .take_while(|metric| *metric != row.metric)
                .count();
            all([
                line(lang, id, row, size).into(),
                why::why(id, place - before),
            ])
        }
        None => subtotal(lang, row.metric, size).into(),
    }
}

fn line(lang: Lang, id: TermId, row: &Row, size: El) -> El {
    let what = Opened::Line(id);
    let open = is_open(what);
    let name = i18n::term_label(lang, id);
    let swatch = el("span")
        .class(format!("swatch {}", family_class(id.family())))
        .attr("aria-hidden", "true");
    let tags = row
        .tags
        .iter()
        .map(|tag| el("span").class("tag").text(i18n::tag_label(lang, *tag)));
    let divides = el("span")
        .class("tag strong")
        .text(i18n::divides_label(lang, row.divides));
    let button = opener(what, open, name, Text::Why);
    el("tr")
        .when("opened", move || open.get())
        .child(el("th").attr("scope", "row").child(swatch).text(name))
        .child(size)
        .child(el("td").class("opt").child(divides).children(tags))
        .child(el("td").class("n").child(button))
}

fn subtotal(lang: Lang, metric: Metric, size: El) -> El {
    let class = if metric == Metric::Needed {
        "sum"
    } else {
        "subtotal"
    };
    let name = el("th")
        .attr("scope", "row")
        .text(i18n::metric_label(lang, metric));
    el("tr")
        .class(class)
        .child(
            name.child(
                el("small")
                    .class("hint")
                    .text(i18n::metric_hint(lang, metric)),
            ),
        )
        .child(size)
        .child(
            el("td")
                .class("opt")
                .text(i18n::text(lang, Text::OnEachGpu)),
        )
        .child(el("td"))
}

/// What all GPUs hold together: a fact beside the figures of one GPU, never in their place.
fn together() -> Option<String> {
    let session = session();
    let answer = session.details()?;
    let gpus = answer.scenario.cluster.gpus();
    let (lang, unit) = (session.lang(), session.unit());
    (gpus > 1).then(|| i18n::all_gpus(lang, gpus, answer.report.peak.needed, unit))
}
