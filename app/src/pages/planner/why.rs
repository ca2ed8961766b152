//! Why a line is as large as it is: the formula, its numbers, its source.
use super::bar::shown;
use super::opener::is_open;
use super::rows::ordered;
use super::stack::outside;
use crate::components::{El, el, part, t};
use crate::i18n::{self, Lang, Text};
use crate::state::{Opened, session};
use estimator::expr::Expr;
use estimator::memory::TermId;
use estimator::source::Source;
use estimator::units::{Bytes, SizeUnit};
use leptos::prelude::*;

/// The row under a line, the `place`-th of its budget; there only while it is open.
pub(super) fn why(id: TermId, place: usize) -> AnyView {
    let session = session();
    let open = is_open(Opened::Line(id));
    let made = move || {
        let answer = open.get().then(|| session.details())??;
        let instant = shown(&answer.report, session.moment())?;
        let term = ordered(&instant.terms).get(place).copied()?;
        let (lang, unit) = (session.lang(), session.unit());
        let divides = format!(" · {}", i18n::divides_label(lang, term.divides));
        let words = el("p").text(i18n::term_why(lang, term.id));
        Some(working(
            Some(words),
            &term.amount,
            Amount::Bytes(unit),
            *term.source,
            &divides,
        ))
    };
    part(made).into_any()
}

/// What a formula gives.
#[derive(Clone, Copy)]
pub(super) enum Amount {
    /// Bytes, shown in this unit.
    Bytes(SizeUnit),
    /// Seconds.
    Seconds,
}

impl Amount {
    /// The result of a formula.
    fn result(self, lang: Lang, value: f64) -> String {
        match self {
            Self::Bytes(unit) => format!(
                "= {} B = {}",
                i18n::number(lang, value, 0),
                i18n::size(lang, Bytes::new(value), unit)
            ),
            Self::Seconds => format!(
                "= {} s = {}",
                estimator::num::grouped(value, 6),
                i18n::duration(lang, value)
            ),
        }
    }
}

/// A row with the working of an amount: words, formula, inputs, source and what else is said of it.
pub(super) fn working(
    words: Option<El>,
    amount: &Expr,
    of: Amount,
    source: Source,
    remark: &str,
) -> El {
    let lang: Lang = session().lang();
    let code = |text: String| el("code").text(text);
    let result = of.result(lang, amount.value());
    let inputs = amount.inputs().into_iter().map(|(name, value)| {
        let value = estimator::num::grouped(value, if value < 1000.0 { 6 } else { 0 });
        let meaning = el("dt")
            .child(el("code").text(name))
            .text(" ")
            .text(i18n::symbol_meaning(lang, name));
        el("div").child(meaning).child(el("dd").text(value))
    });
    let cited = source
        .link()
        .map_or_else(|| el("span"), outside)
        .text(source.to_string());
    let evidence = format!(" · {}{remark}", i18n::source_kind(lang, source.kind));
    let formula = el("p")
        .class("formula")
        .child(code(amount.symbols()))
        .child(code(format!("= {}", amount.numbers())))
        .child(code(result));
    let cell = el("td")
        .attr("colspan", "4")
        .children(words)
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
