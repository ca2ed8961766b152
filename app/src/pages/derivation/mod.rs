//! The budget of the scenario worked out by hand: shown, printed, and handed out as Markdown.
mod blocks;

use super::method::tabs;
use super::planner::outside;
use crate::components::{El, all, copier, el, t};
use crate::i18n::{self, Text};
use crate::platform::{export, page};
use crate::sheet::{self, Block, Cell};
use crate::state::session;
use estimator::source::Source;
use leptos::prelude::*;

/// The view.
pub(super) fn derivation() -> AnyView {
    let session = session();
    let body = move || {
        Some(match blocks::blocks(session) {
            Some(blocks) => all(blocks.into_iter().map(shown)),
            None => el("p").class("empty").says(t(Text::NoAnswerYet)).into(),
        })
    };
    let premises = move || {
        let answer = session.answer();
        answer.map_or_else(String::new, |answer| {
            i18n::premises(session.lang(), &answer.scenario)
        })
    };
    let head = el("section")
        .class("verdict")
        .child(el("h1").says(t(Text::TabDerivation)))
        .child(el("p").class("premise").says(premises));
    el("main")
        .class("method derivation")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .when("stale", move || session.stale())
        .child(tabs())
        .child(head)
        .child(tools())
        .child(el("div").class("sheet").part::<AnyView>(body))
        .into()
}

fn tools() -> El {
    let session = session();
    let text = move || {
        untrack(move || {
            let title = i18n::text(session.lang(), Text::TabDerivation);
            let mut blocks = blocks::blocks(session).unwrap_or_default();
            if let Some(answer) = session.answer() {
                let premises = i18n::premises(session.lang(), &answer.scenario);
                blocks.insert(0, Block::Words(premises));
            }
            sheet::markdown(title, &blocks)
        })
    };
    let button = || el("button").attr("type", "button").class("ghost");
    let [copy, refused] = copier("ghost", text);
    el("div")
        .class("tools")
        .child(copy.attr("id", "copy-sheet"))
        .child(
            button()
                .attr("id", "save-sheet")
                .press(move || export::save("headroom.md", "text/markdown", &text()))
                .says(t(Text::SaveMarkdown)),
        )
        .child(button().press(page::print).says(t(Text::Print)))
        .child(refused)
}

fn shown(block: Block) -> El {
    match block {
        Block::Heading(text) => el("h2").text(text),
        Block::Words(text) => el("p").text(text),
        Block::Cited(text, source) => el("p").text(text).text(" ").child(cited(&source)),
        Block::Question(question, answer) => el("details")
            .child(el("summary").text(question))
            .child(el("p").text(answer)),
        Block::Table {
            name,
            head,
            rows,
            summed,
        } => table(name, &head, rows, summed),
    }
}

fn cited(source: &Source) -> El {
    let title = source.title;
    source
        .link()
        .map_or_else(|| el("span"), outside)
        .text(title)
}

fn table(name: &'static str, head: &[&'static str], rows: Vec<Vec<Cell>>, summed: bool) -> El {
    let figures: Vec<bool> = rows
        .first()
        .map(|row| row.iter().map(Cell::is_figure).collect())
        .unwrap_or_default();
    let names = head.iter().zip(figures).map(|(name, figure)| {
        let class = if figure { "n" } else { "" };
        el("th").attr("scope", "col").class(class).text(*name)
    });
    let last = if summed { rows.len() } else { 0 };
    let rows = (1..).zip(rows).map(|(place, row)| {
        let class = if place == last { "sum" } else { "" };
        el("tr").class(class).children(row.into_iter().map(cell))
    });
    let table = el("table")
        .child(el("caption").class("hidden").text(name))
        .child(el("thead").child(el("tr").children(names)))
        .child(el("tbody").children(rows));
    el("div").class("scroll").attr("tabindex", "0").child(table)
}

fn cell(cell: Cell) -> El {
    match cell {
        Cell::Words(text) => el("td").text(text),
        Cell::Formula(text) => el("td").child(el("code").text(text)),
        Cell::Figure(text) => el("td").class("n").text(text),
        Cell::Cited(source) => el("td").class("source").child(cited(&source)),
    }
}
