//! Why a line is as large as it is: the formula, its numbers, its source.
use super::bar::shown;
use super::rows::ordered;
use super::stack::outside;
use crate::components::{El, el, part, t};
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use estimator::memory::{Term, TermId};
use estimator::units::SizeUnit;
use leptos::prelude::*;

/// The row under a line, the `place`-th of its budget; there only while it is open.
pub(super) fn why(id: TermId, place: usize) -> AnyView {
    let session = session();
    let open = Memo::new(move |_| session.open.with(|open| open.contains(&id)));
    let made = move || {
        let answer = open.get().then(|| session.answer())??;
        let instant = shown(&answer.report, session.moment())?;
        let term = ordered(&instant.terms).get(place).copied()?;
        Some(opened(session.lang(), session.unit(), term))
    };
    part(made).into_any()
}

fn opened(lang: Lang, unit: SizeUnit, term: &Term) -> El {
    let code = |text: String| el("code").text(text);
    let result = format!(
        "= {} B = {}",
        i18n::number(lang, term.amount.value(), 0),
        i18n::size(lang, term.bytes(), unit)
    );
    let inputs = term.amount.inputs().into_iter().map(|(name, value)| {
        let value = estimator::num::grouped(value, if value < 1000.0 { 6 } else { 0 });
        let meaning = el("dt")
            .child(el("code").text(name))
            .text(" ")
            .text(i18n::symbol_meaning(lang, name));
        el("div").child(meaning).child(el("dd").text(value))
    });
    let source = term.source;
    let cited = source
        .link()
        .map_or_else(|| el("span"), outside)
        .text(source.to_string());
    let evidence = format!(
        " · {} · {}",
        i18n::source_kind(lang, source.kind),
        i18n::divides_label(lang, term.divides)
    );
    let formula = el("p")
        .class("formula")
        .child(code(term.amount.symbols()))
        .child(code(format!("= {}", term.amount.numbers())))
        .child(code(result));
    let cell = el("td")
        .attr("colspan", "4")
        .child(el("p").text(i18n::term_why(lang, term.id)))
        .child(formula)
        .child(el("dl").children(inputs))
        .child(
            el("p")
                .class("source")
                .says(t(Text::Source))
                .text(": ")
                .child(cited)
                .text(evidence),
        );
    el("tr").class("why").child(cell)
}
