//! The tuned model at work: what it weighs in each format, and room for conversations.
use crate::components::{El, el, fold};
use crate::i18n::{self, Text};
use crate::state::session;
use estimator::analysis::serving;

/// The section, folded.
pub(super) fn serving() -> El {
    let session = session();
    let rows = move || {
        let answer = session.details()?;
        let (lang, unit) = (session.lang(), session.unit());
        let rows = serving::serving(&answer.scenario).map(|serving| {
            let cells = i18n::serving_cells(lang, &serving, unit);
            el("tr")
                .child(
                    el("th")
                        .attr("scope", "row")
                        .text(i18n::format_label(lang, serving.format)),
                )
                .children(cells.map(|cell| el("td").class("n").text(cell)))
        });
        let cache = serving::cache_per_token(&answer.scenario).value();
        let head = [
            Text::ServingFormat,
            Text::ServingWeights,
            Text::ServingCards,
            Text::ServingTokens,
        ];
        let head = head.map(|text| el("th").attr("scope", "col").text(i18n::text(lang, text)));
        let table = el("table")
            .child(el("caption").text(answer.scenario.cluster.gpu.name.to_string()))
            .child(el("thead").child(el("tr").children(head)))
            .child(el("tbody").children(rows));
        Some(
            el("div").child(table).child(
                el("p")
                    .class("note")
                    .text(i18n::cache_words(lang, cache, unit)),
            ),
        )
    };
    fold(Text::Serving, rows)
        .class("serving")
        .attr("id", "serving")
}
