//! Why a line is as large as it is: the formula, its numbers, its source.
use crate::components::{part, t};
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use estimator::memory::Term;
use leptos::prelude::*;

/// The row under a line; there only while it is open.
pub(super) fn why(term: Term) -> AnyView {
    let session = session();
    let id = term.id;
    let open = Memo::new(move |_| session.open.with(|open| open.contains(&id)));
    let row = part(move || open.get().then(|| opened(session.lang(), &term)));
    view! { {row} }.into_any()
}

fn opened(lang: Lang, term: &Term) -> AnyView {
    let unit = session().ui.with_untracked(|ui| ui.unit);
    let (symbols, numbers) = (term.amount.symbols(), term.amount.numbers());
    let exact = format!("= {} B", i18n::number(lang, term.amount.value(), 0));
    let bytes = term.bytes();
    let inputs = term
        .amount
        .inputs()
        .into_iter()
        .map(|(name, value)| {
            let value = estimator::num::grouped(value, if value < 1000.0 { 6 } else { 0 });
            view! { <div><dt><code>{name}</code> {i18n::symbol_meaning(lang, name)}</dt><dd>{value}</dd></div> }
        })
        .collect_view();
    let source = term.source;
    let cited = match source.link() {
        Some(url) => view! { <a href=url target="_blank" rel="noopener noreferrer">{source.to_string()}</a> }.into_any(),
        None => source.to_string().into_any(),
    };
    view! {
        <tr class="why">
            <td colspan="4">
                <p>{i18n::term_why(lang, term.id)}</p>
                <p class="formula">
                    <code>{symbols}</code>
                    <code>"= " {numbers}</code>
                    <code>{exact} " = " {i18n::size(lang, bytes, unit)}</code>
                </p>
                <dl>{inputs}</dl>
                <p class="source">{t(Text::Source)} ": " {cited} " · " {i18n::source_kind(lang, source.kind)} " · " {i18n::divides_label(lang, term.divides)}</p>
            </td>
        </tr>
    }
    .into_any()
}
