//! Scenarios side by side. The first is the form of the planner; what is done to a column here changes the link, and Back undoes it.
mod figure;
mod files;
mod table;

use crate::boot::View;
use crate::components::{El, all, el, part, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::page;
use crate::state::{Column, Session, Set, session};
use estimator::units::SizeUnit;
use leptos::prelude::*;

/// The columns with all that the parts of the view need.
pub(super) struct Shown {
    lang: Lang,
    unit: SizeUnit,
    columns: Vec<Column>,
    names: Vec<String>,
}

impl Shown {
    fn of(session: Session) -> Self {
        let (lang, unit, columns) = (session.lang(), session.unit(), session.compared());
        let names = i18n::column_names(lang, &columns);
        Self {
            lang,
            unit,
            columns,
            names,
        }
    }

    fn text(&self, text: Text) -> &'static str {
        i18n::text(self.lang, text)
    }
}

/// The view.
pub(super) fn compare() -> AnyView {
    el("main")
        .class("compare")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .live("aria-label", move || Some(t(Text::NavCompare)()))
        .child(super::planner::notices())
        .child(columns())
        .into()
}

/// What is compared; in a frame without what changes it.
pub(super) fn columns() -> AnyView {
    let session = session();
    let body = move || {
        let shown = Shown::of(session);
        let several = shown.columns.len() > 1;
        let mut parts = Vec::with_capacity(5);
        if several {
            parts.extend([head(&shown), figure::figure(&shown)]);
        } else {
            parts.push(empty(&shown));
        }
        parts.push(table::table(&shown));
        if several && !session.is_embedded() {
            parts.extend([files::files(), table::others(&shown)]);
        }
        Some(all(parts))
    };
    part(body).into_any()
}

/// The findings.
fn head(shown: &Shown) -> El {
    let (lang, unit) = (shown.lang, shown.unit);
    let [head, rest] = i18n::compare_headline(lang, &shown.columns, &shown.names, unit);
    let first = shown.columns.first().zip(shown.names.first());
    let pairs = shown.columns.iter().zip(&shown.names).skip(1);
    let findings = pairs.filter_map(|(column, name)| {
        let (first, before) = first?;
        i18n::compare_finding(lang, [first, column], [before, name], unit)
    });
    el("section")
        .class("verdict")
        .child(el("h1").text(head))
        .child(el("p").class("takes").text(rest))
        .child(
            el("ul")
                .class("findings")
                .children(findings.map(|words| el("li").text(words))),
        )
}

/// Nothing to compare yet: what one press compares.
fn empty(shown: &Shown) -> El {
    let session = session();
    let draft = session.draft.get();
    let sets = Set::ALL.into_iter().filter_map(|set| {
        let columns = set.columns(&draft)?;
        Some(
            el("button")
                .attr("type", "button")
                .class("chip")
                .press(move || {
                    session.commit_columns(columns.clone(), false);
                    page::focus_soon("answer".to_owned());
                })
                .text(i18n::set_label(shown.lang, set)),
        )
    });
    let said = |text| el("p").text(shown.text(text));
    el("section")
        .class("verdict alone")
        .child(el("h1").text(shown.text(Text::CompareEmpty)))
        .child(said(Text::CompareHint))
        .child(el("div").class("chips").children(sets))
        .child(said(Text::CompareOwn).class("note"))
}

/// Keeps the form as a column, from the planner.
pub(super) fn add() -> El {
    let session = session();
    let kept = move || {
        let draft = session.draft.read();
        session.beside.with(|beside| beside.contains(&draft))
    };
    let full = move || session.beside.with(Vec::len) >= estimator::codec::MAX_BESIDE;
    let words = move || {
        let text = match (kept(), full()) {
            (true, _) => Text::CompareAdded,
            (_, true) => Text::CompareFull,
            _ => Text::CompareAdd,
        };
        i18n::text(session.lang(), text)
    };
    let act = move || {
        let columns = untrack(move || session.columns());
        let last = columns.first().cloned();
        if untrack(move || !kept() && !full()) {
            session.commit_columns(columns.into_iter().chain(last).collect(), false);
        }
    };
    let several = move || session.others() > 0;
    let open = move || {
        several().then(|| {
            el("button")
                .attr("type", "button")
                .class("link")
                .press(move || session.go(View::Compare))
                .says(move || i18n::compare_count(session.lang(), session.others() + 1))
        })
    };
    el("p")
        .class("keep")
        .child(
            el("button")
                .attr("type", "button")
                .class("ghost")
                .live("aria-disabled", move || {
                    (kept() || full()).then_some("true")
                })
                .press(act)
                .says(words),
        )
        .part(open)
}
