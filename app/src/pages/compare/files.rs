//! The table as files: what finance and colleagues are sent.
use super::Shown;
use crate::components::{El, copier, el, t};
use crate::i18n::{self, Row, Text};
use crate::platform::export;
use crate::state::session;
use crate::text;
use leptos::prelude::*;

/// The buttons.
pub(super) fn files() -> El {
    let session = session();
    let rows = move || untrack(move || rows(&Shown::of(session), &session.link()));
    let csv = el("button")
        .attr("type", "button")
        .class("link")
        .press(move || export::save("headroom.csv", "text/csv", &text::csv(&rows())))
        .says(move || [t(Text::SaveAs)(), " CSV"].concat());
    el("p")
        .class("files")
        .child(csv)
        .children(copier("link", move || text::markdown(&rows())))
}

/// The table, each column with its difference beside it, and the link to it all.
fn rows(shown: &Shown, link: &str) -> Vec<Vec<String>> {
    let mut head = vec![String::new()];
    for (at, name) in shown.names.iter().enumerate() {
        head.push(name.clone());
        if at > 0 {
            head.push("±".to_owned());
        }
    }
    let width = head.len();
    let mut rows = vec![head];
    let mut add = |found: Vec<Row>, unit: &str| {
        for row in found {
            // Figures go without the heading that has their unit.
            let unit = if row.sized {
                [", ", unit].concat()
            } else {
                String::new()
            };
            let mut cells = vec![row.name + &unit];
            for (at, cell) in row.cells.into_iter().enumerate() {
                cells.push(cell.text);
                if at > 0 {
                    cells.push(if cell.apart == i18n::SAME {
                        "0".to_owned()
                    } else {
                        cell.apart
                    });
                }
            }
            rows.push(cells);
        }
    };
    add(i18n::inputs(shown.lang, &shown.columns, true), "");
    for group in i18n::compared(shown.lang, &shown.columns, shown.unit) {
        add(group.rows, group.unit);
    }
    let mut last = vec![
        i18n::text(shown.lang, Text::Share).to_owned(),
        link.to_owned(),
    ];
    last.resize(width, String::new());
    rows.push(last);
    rows
}
