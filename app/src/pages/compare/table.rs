//! The columns as a table: what differs, then the answers, each against the first.
use super::Shown;
use crate::charts::family_class;
use crate::components::{El, el, fold};
use crate::i18n::{self, Cell, Lang, Row, Text};
use crate::pages::planner::state_class;
use crate::platform::page;
use crate::state::{Column, session};
use estimator::codec::MAX_BESIDE;
use estimator::memory::State;
use estimator::scenario::Draft;
use leptos::prelude::*;

/// The table, in a box of its own that scrolls.
pub(super) fn table(shown: &Shown) -> El {
    let (lang, columns) = (shown.lang, &shown.columns);
    let chosen = i18n::inputs(lang, columns, true);
    let mut bodies: Vec<El> = Vec::new();
    if !chosen.is_empty() {
        bodies.push(group(shown, shown.text(Text::WhatDiffers), &chosen));
    }
    for found in i18n::compared(lang, columns, shown.unit) {
        bodies.push(group(shown, &found.title, &found.rows));
    }
    let corner = el("td").child(
        el("span")
            .class("hidden")
            .text(shown.text(Text::CompareFigures)),
    );
    let heads = (0..columns.len()).map(|at| head(shown, at));
    let table = el("table")
        .child(
            el("caption")
                .class("hidden")
                .text(shown.text(Text::CompareFigures)),
        )
        .child(el("thead").child(el("tr").child(corner).children(heads)))
        .children(bodies);
    el("section")
        .child(scrolling(lang, Text::NavCompare, table))
        .child(el("p").class("note").text(shown.text(Text::NotPriced)))
}

/// The name of a column, what is wrong with it, and what can be done to it.
fn head(shown: &Shown, at: usize) -> El {
    let name = shown.names.get(at).map_or("", String::as_str);
    let number = (at + 1).to_string();
    let mut title = el("th")
        .attr("scope", "col")
        .child(el("small").text([&number, " "].concat()))
        .child(el("strong").text(name));
    if at == 0 {
        title = title.child(
            el("small")
                .class("tag")
                .text(shown.text(Text::CompareShown)),
        );
    }
    if let Some(Err(issues)) = shown.columns.get(at).map(|column| &column.checked.scenario) {
        let lines = issues.iter().map(|issue| {
            let label = i18n::param_label(shown.lang, issue.param);
            el("li").text([label, ": ", &i18n::issue_text(shown.lang, issue)].concat())
        });
        title = title.child(el("ul").class("bad").children(lines));
    }
    if session().is_embedded() {
        return title;
    }
    let count = shown.columns.len();
    let mut acts = vec![act(shown, at, Act::Open)];
    if count <= MAX_BESIDE {
        acts.push(act(shown, at, Act::Copy));
    }
    if count > 1 {
        acts.push(act(shown, at, Act::Remove));
    }
    title.child(el("div").class("acts").children(acts))
}

/// What can be done to a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    /// Edit it: it changes places with the first, which is what the planner shows.
    Open,
    /// Put a copy behind it.
    Copy,
    /// Take it away; of the first the next takes the place.
    Remove,
}

fn act(shown: &Shown, at: usize, what: Act) -> El {
    let session = session();
    let (text, id) = match what {
        Act::Open => (Text::CompareOpen, "open-"),
        Act::Copy => (Text::Duplicate, "copy-"),
        Act::Remove => (Text::RemoveRun, "remove-"),
    };
    let (number, name) = ((at + 1).to_string(), shown.names.get(at));
    let words = shown.text(text);
    let label = [words, ": ", &number, " ", name.map_or("", String::as_str)].concat();
    let press = move || {
        let mut columns: Vec<Draft> = untrack(move || session.columns());
        if at >= columns.len() {
            return;
        }
        match what {
            Act::Open => columns.swap(0, at),
            Act::Copy => columns.insert(at, columns[at].clone()),
            Act::Remove => drop(columns.remove(at)),
        }
        // The copy, or what has moved up.
        let next = at + 1 + usize::from(what == Act::Copy);
        let next = next.min(columns.len()).to_string();
        session.commit_columns(columns, what == Act::Open);
        if what != Act::Open {
            page::focus_soon(["open-", &next].concat());
        }
    };
    el("button")
        .attr("type", "button")
        .class("link")
        .attr("id", [id, &number].concat())
        .attr("aria-label", label)
        .press(press)
        .text(words)
}

/// Rows under a heading.
fn group(shown: &Shown, title: &str, rows: &[Row]) -> El {
    let heading = el("th")
        .attr("scope", "rowgroup")
        .attr("colspan", (shown.columns.len() + 1).to_string())
        .text(title);
    let mut body = el("tbody").child(el("tr").class("group").child(heading));
    for row in rows {
        body = body.child(line(shown.lang, row, &shown.columns));
    }
    body
}

/// A row; `columns`, where it may be the row of their verdicts.
fn line(lang: Lang, row: &Row, columns: &[Column]) -> El {
    let swatch = row.family.map(|family| {
        el("span")
            .class(["swatch ", family_class(family)].concat())
            .attr("aria-hidden", "true")
    });
    let name = el("th")
        .attr("scope", "row")
        .children(swatch)
        .text(&*row.name);
    let mut shown = el("tr").child(name);
    for (at, found) in row.cells.iter().enumerate() {
        let answer = columns.get(at).and_then(|column| column.answer.as_ref());
        let state = answer.map(|answer| answer.report.verdict.state);
        let said = state.filter(|state| i18n::state_label(lang, *state) == found.text);
        shown = shown.child(cell(lang, row.family.is_some(), found, said));
    }
    shown
}

fn cell(lang: Lang, line: bool, found: &Cell, said: Option<State>) -> El {
    let words = match said {
        Some(state) => el("em").class(state_class(state)),
        None => el(if found.marked { "b" } else { "span" }),
    };
    let largest = (found.marked && line).then(|| {
        el("small")
            .class("tag")
            .text(i18n::text(lang, Text::LargestLine))
    });
    let meter = found.share.map(|share| {
        el("meter")
            .attr("aria-hidden", "true")
            .attr("max", "1000")
            .attr("value", share.to_string())
    });
    let apart = (!found.apart.is_empty()).then(|| el("small").class("hint").text(&*found.apart));
    el("td")
        .class("n")
        .children(largest)
        .child(words.text(&*found.text))
        .children(apart)
        .children(meter)
}

/// The inputs that nobody compares: what follows by default, and what is the same.
pub(super) fn others(shown: &Shown) -> El {
    let (lang, names) = (shown.lang, shown.names.clone());
    let rows = i18n::inputs(lang, &shown.columns, false);
    let same = i18n::shared(lang, &shown.columns);
    let by_default = (!rows.is_empty()).then(|| {
        fold(Text::DiffersByDefault, move || {
            let heads = names
                .iter()
                .map(|name| el("th").attr("scope", "col").class("n").text(&**name));
            let head = el("tr").child(el("td")).children(heads);
            let lines = rows.iter().map(|row| line(lang, row, &[]));
            let table = el("table")
                .child(el("thead").child(head))
                .child(el("tbody").children(lines));
            Some(scrolling(lang, Text::DiffersByDefault, table))
        })
    });
    let shared = fold(Text::SameInAll, move || {
        let lines = same.iter().map(|words| el("li").text(&**words));
        Some(el("ul").class("shared").children(lines))
    });
    el("div").children(by_default).child(shared)
}

/// A box that scrolls sideways, by the keyboard too.
fn scrolling(lang: Lang, name: Text, table: El) -> El {
    el("div")
        .class("scroll columns")
        .attr("role", "region")
        .attr("tabindex", "0")
        .attr("aria-label", i18n::text(lang, name))
        .child(table)
}
