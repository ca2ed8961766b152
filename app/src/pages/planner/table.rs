//! The budget of the chosen moment, line by line, up to what the driver shows.
use super::bar::{rank, shown};
use super::why;
use crate::charts::family_class;
use crate::components::{flag, maybe, part, press, says, t};
use crate::figures;
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use estimator::memory::{Metric, Term};
use estimator::units::SizeUnit;
use leptos::prelude::*;

/// The table.
pub(super) fn table() -> AnyView {
    let session = session();
    let title = maybe(move || {
        let answer = session.answer()?;
        let instant = shown(&answer.report, session.moment())?;
        Some(i18n::budget_of(session.lang(), instant.moment))
    });
    let explained = maybe(move || {
        let answer = session.answer()?;
        let instant = shown(&answer.report, session.moment())?;
        Some(i18n::moment_why(session.lang(), instant.moment))
    });
    let body = part(move || {
        let answer = session.answer()?;
        let instant = shown(&answer.report, session.moment())?;
        Some(lines(session.lang(), session.unit(), &instant.terms))
    });
    view! {
        <section class="budget">
            <table>
                <caption><b>{title}</b> " " <span>{explained}</span></caption>
                <thead>
                    <tr>
                        <th scope="col">{t(Text::ColumnLine)}</th>
                        <th scope="col" class="n">{says(move || session.unit().symbol())}</th>
                        <th scope="col" class="opt">{t(Text::ColumnDivides)}</th>
                        <th scope="col"><span class="hidden">{t(Text::Why)}</span></th>
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
            <p class="note">{t(Text::EachGpuAlone)} " " {maybe(together)}</p>
        </section>
    }
    .into_any()
}

/// Lines in the order of the figures that see them, with a sum after each figure.
fn lines(lang: Lang, unit: SizeUnit, terms: &[Term]) -> AnyView {
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
            rows.push(line(lang, term, *size));
            rows.push(why::why((*term).clone()));
        }
        rows.push(subtotal(lang, metric, sum));
    }
    rows.into_any()
}

const METRICS: [Metric; 3] = [Metric::Allocated, Metric::Reserved, Metric::Driver];

/// The first figure that a line is part of; later ones include it too.
fn first_seen(term: &Term) -> Metric {
    METRICS.into_iter().find(|metric| metric.sees(term.id)).unwrap_or(Metric::Driver)
}

fn line(lang: Lang, term: &Term, size: u64) -> AnyView {
    let session = session();
    let id = term.id;
    let open = Memo::new(move |_| session.open.with(|open| open.contains(&id)));
    let flip = press(move || {
        session.open.update(|open| {
            if open.contains(&id) {
                open.retain(|other| *other != id);
            } else {
                open.push(id);
            }
        });
    });
    let name = i18n::term_label(lang, id);
    let tags = term.tags.iter().map(|tag| view! { <span class="tag">{i18n::tag_label(lang, *tag)}</span> }).collect_view();
    let words = move || i18n::text(session.lang(), if open.get() { Text::Hide } else { Text::Why });
    view! {
        <tr class:opened=flag(move || open.get())>
            <th scope="row"><span class=format!("swatch {}", family_class(term.family())) aria-hidden="true"></span>{name}</th>
            <td class="n">{figures::shown(size)}</td>
            <td class="opt"><span class="tag strong">{i18n::divides_label(lang, term.divides)}</span>{tags}</td>
            <td class="n">
                <button
                    type="button"
                    class="link"
                    aria-expanded=says(move || if open.get() { "true" } else { "false" })
                    aria-label=says(move || format!("{}: {name}", words()))
                    on:click=flip
                >
                    {says(words)}
                </button>
            </td>
        </tr>
    }
    .into_any()
}

fn subtotal(lang: Lang, metric: Metric, sum: u64) -> AnyView {
    let class = if metric == Metric::Driver { "sum" } else { "subtotal" };
    view! {
        <tr class=class>
            <th scope="row">{i18n::metric_label(lang, metric)}<small class="hint">{i18n::metric_hint(lang, metric)}</small></th>
            <td class="n">{figures::shown(sum)}</td>
            <td class="opt">{i18n::text(lang, Text::OnEachGpu)}</td>
            <td></td>
        </tr>
    }
    .into_any()
}

/// What all GPUs hold together: a fact beside the figures of one GPU, never in their place.
fn together() -> Option<String> {
    let session = session();
    let answer = session.answer()?;
    let gpus = answer.scenario.cluster.gpus();
    let (lang, unit) = (session.lang(), session.unit());
    (gpus > 1).then(|| i18n::all_gpus(lang, gpus, answer.report.peak.driver, unit))
}
