//! The budget of the chosen moment, line by line, up to what the driver shows.
use super::bar::{rank, shown};
use super::why;
use crate::charts::family_class;
use crate::components::{El, all, el, t};
use crate::figures;
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use estimator::memory::{Metric, Term};
use estimator::units::SizeUnit;
use leptos::prelude::*;

/// The table.
pub(super) fn table() -> El {
    let session = session();
    let shown_terms = move || {
        let answer = session.answer()?;
        let instant = shown(&answer.report, session.moment())?;
        Some((instant.moment, instant.terms.clone()))
    };
    let title = move || shown_terms().map(|(moment, _)| i18n::budget_of(session.lang(), moment)).unwrap_or_default();
    let explained = move || shown_terms().map_or("", |(moment, _)| i18n::moment_why(session.lang(), moment));
    let caption = el("caption").child(el("b").says(title)).text(" ").child(el("span").says(explained));
    let column = |class: &'static str| el("th").attr("scope", "col").class(class);
    let head = el("tr")
        .child(column("").says(t(Text::ColumnLine)))
        .child(column("n").says(move || session.unit().symbol()))
        .child(column("opt").says(t(Text::ColumnDivides)))
        .child(column("").child(el("span").class("hidden").says(t(Text::Why))));
    let body = move || shown_terms().map(|(_, terms)| all(lines(session.lang(), session.unit(), &terms)));
    let table = el("table").child(caption).child(el("thead").child(head)).child(el("tbody").part(body));
    let note = el("p").class("note").says(t(Text::EachGpuAlone)).text(" ").says(move || together().unwrap_or_default());
    el("section").class("budget").child(table).child(note)
}

/// Lines in the order of the figures that see them, with a sum after each figure.
fn lines(lang: Lang, unit: SizeUnit, terms: &[Term]) -> Vec<AnyView> {
    let sees = |metric: Metric| terms.iter().filter(move |term| first_seen(term) == metric && !term.amount.is_zero());
    let mut ordered: Vec<&Term> = METRICS.iter().flat_map(|metric| sees(*metric)).collect();
    // Within a figure, lines of a kind stand together as they do in the bar.
    ordered.sort_by_key(|term| (METRICS.iter().position(|metric| *metric == first_seen(term)), rank(term.family())));
    let sizes: Vec<f64> = ordered.iter().map(|term| term.bytes().as_unit(unit)).collect();
    let printed = figures::hundredths(&sizes);
    let mut rows = Vec::new();
    let mut sum = 0;
    let mut left = ordered.iter().zip(&printed).peekable();
    for metric in METRICS {
        while let Some((term, size)) = left.next_if(|(term, _)| first_seen(term) == metric) {
            sum += size;
            rows.push(line(lang, term, *size).into());
            rows.push(why::why((*term).clone()));
        }
        rows.push(subtotal(lang, metric, sum).into());
    }
    rows
}

const METRICS: [Metric; 3] = [Metric::Allocated, Metric::Reserved, Metric::Driver];

/// The first figure that a line is part of; later ones include it too.
fn first_seen(term: &Term) -> Metric {
    METRICS.into_iter().find(|metric| metric.sees(term.id)).unwrap_or(Metric::Driver)
}

fn line(lang: Lang, term: &Term, size: u64) -> El {
    let session = session();
    let id = term.id;
    let open = Memo::new(move |_| session.open.with(|open| open.contains(&id)));
    let flip = move || {
        session.open.update(|open| {
            if open.contains(&id) {
                open.retain(|other| *other != id);
            } else {
                open.push(id);
            }
        });
    };
    let name = i18n::term_label(lang, id);
    let words = move || i18n::text(session.lang(), if open.get() { Text::Hide } else { Text::Why });
    let swatch = el("span").class(format!("swatch {}", family_class(term.family()))).attr("aria-hidden", "true");
    let tags = term.tags.iter().map(|tag| el("span").class("tag").text(i18n::tag_label(lang, *tag)));
    let button = el("button")
        .attr("type", "button")
        .class("link")
        .either("aria-expanded", move || open.get())
        .live("aria-label", move || Some(format!("{}: {name}", words())))
        .press(flip)
        .says(words);
    el("tr")
        .when("opened", move || open.get())
        .child(el("th").attr("scope", "row").child(swatch).text(name))
        .child(el("td").class("n").text(figures::shown(size)))
        .child(el("td").class("opt").child(el("span").class("tag strong").text(i18n::divides_label(lang, term.divides))).children(tags))
        .child(el("td").class("n").child(button))
}

fn subtotal(lang: Lang, metric: Metric, sum: u64) -> El {
    let class = if metric == Metric::Driver { "sum" } else { "subtotal" };
    let name = el("th").attr("scope", "row").text(i18n::metric_label(lang, metric));
    el("tr")
        .class(class)
        .child(name.child(el("small").class("hint").text(i18n::metric_hint(lang, metric))))
        .child(el("td").class("n").text(figures::shown(sum)))
        .child(el("td").class("opt").text(i18n::text(lang, Text::OnEachGpu)))
        .child(el("td"))
}

/// What all GPUs hold together: a fact beside the figures of one GPU, never in their place.
fn together() -> Option<String> {
    let session = session();
    let answer = session.answer()?;
    let gpus = answer.scenario.cluster.gpus();
    let (lang, unit) = (session.lang(), session.unit());
    (gpus > 1).then(|| i18n::all_gpus(lang, gpus, answer.report.peak.driver, unit))
}
