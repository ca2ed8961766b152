//! How far predictions are from measured runs: every run, every group, other tools beside it, and what the figures do not prove.
mod figures;
mod peers;
mod plot;
mod runs;

use crate::accuracy::Accuracy;
use crate::components::{El, all, el, t};
use crate::i18n::{self, Lang, Text};
use crate::state::{Runs, session};
use leptos::prelude::*;
use std::sync::Arc;

/// The view.
pub(super) fn accuracy() -> AnyView {
    let session = session();
    let body = move || {
        Some(match session.late.with(|late| late.runs.clone()) {
            Runs::Unread | Runs::Loading => {
                el("p").class("empty").says(t(Text::AccuracyLoading)).into()
            }
            Runs::Missing => el("p").class("error").says(t(Text::AccuracyMissing)).into(),
            Runs::Here(table) => here(&table),
        })
    };
    el("main")
        .class("accuracy")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .part::<AnyView>(body)
        .into()
}

fn here(table: &Arc<Accuracy>) -> AnyView {
    let lang = session().lang();
    let [strong, rest] = i18n::accuracy_headline(lang, table);
    let head = el("section")
        .class("verdict")
        .child(el("h1").child(el("em").text(strong)).text(rest))
        .child(el("p").text(i18n::accuracy_detail(lang, table)));
    all([
        head,
        plot::plot(table),
        limits(lang, table),
        figures::figures(lang, table),
        peers::peers(lang, table),
        runs::runs(lang, table),
    ])
}

fn limits(lang: Lang, table: &Accuracy) -> El {
    let mut list = el("ul").child(el("li").text(i18n::dominated(lang, table)));
    for text in [
        Text::LimitInSample,
        Text::LimitDriver,
        Text::LimitStacks,
        Text::LimitCut,
    ] {
        list = list.child(el("li").text(i18n::text(lang, text)));
    }
    el("section")
        .class("limits")
        .child(title(lang, Text::AccuracyLimits))
        .child(list)
}

fn title(lang: Lang, text: Text) -> El {
    el("h2").text(i18n::text(lang, text))
}

/// A table under its caption; columns with their classes.
fn titled(lang: Lang, caption: El, columns: &[(&'static str, Option<Text>)], body: El) -> El {
    let mut head = el("tr");
    for (class, text) in columns {
        head = head.child(match text {
            Some(text) => el("th")
                .attr("scope", "col")
                .class(*class)
                .text(i18n::text(lang, *text)),
            None => el("td"),
        });
    }
    el("table")
        .child(caption)
        .child(el("thead").child(head))
        .child(body)
}

/// The name of a line.
fn named(text: &str) -> El {
    el("th").attr("scope", "row").text(text)
}

/// A cell; its class says whether it is a number and whether phones leave it out.
fn cell(class: &'static str, text: impl Into<String>) -> El {
    let text: String = text.into();
    el("td").class(class).text(text)
}
