//! How far predictions are from measured runs: every run, every group, other tools beside it, and what the figures do not prove.
mod figures;
mod peers;
mod plot;
mod runs;

use super::header;
use crate::accuracy::Accuracy;
use crate::boot::View;
use crate::components::{El, all, el, t};
use crate::i18n::{self, Lang, Text};
use crate::state::{Runs, session};
use leptos::prelude::*;
use std::sync::Arc;

/// Peaks or rates: two tables of one form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Peaks,
    Rates,
}

/// The view, of memory or of throughput.
pub(super) fn accuracy(view: View) -> AnyView {
    let session = session();
    let of = if view == View::Speeds {
        Of::Rates
    } else {
        Of::Peaks
    };
    let body = move || {
        Some(match session.tables.with(|tables| Runs::of(tables, view)) {
            Runs::Unread | Runs::Loading => {
                el("p").class("empty").says(t(Text::AccuracyLoading)).into()
            }
            Runs::Missing => el("p").class("error").says(t(Text::AccuracyMissing)).into(),
            Runs::Here(table) => here(of, &table),
        })
    };
    el("main")
        .class("accuracy")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .child(tabs())
        .part::<AnyView>(body)
        .into()
}

/// What is predicted: memory or throughput.
fn tabs() -> El {
    let tabs = [
        (View::Accuracy, Text::TabMemory),
        (View::Speeds, Text::TabSpeeds),
    ];
    el("div")
        .class("tabs")
        .children(tabs.map(|(view, name)| header::tab(view, name)))
}

fn here(of: Of, table: &Arc<Accuracy>) -> AnyView {
    let lang = session().lang();
    let [strong, rest] = match of {
        Of::Peaks => i18n::accuracy_headline(lang, table),
        Of::Rates => i18n::speeds_headline(lang, table),
    };
    let head = el("section")
        .class("verdict")
        .child(el("h1").child(el("em").text(strong)).text(rest))
        .child(el("p").text(i18n::accuracy_detail(lang, table)));
    let parts = [
        head,
        plot::plot(of, table),
        limits(lang, of, table),
        figures::figures(lang, table),
    ]
    .into_iter()
    .chain((of == Of::Peaks).then(|| peers::peers(lang, table)))
    .chain([runs::runs(lang, of, table)]);
    all(parts)
}

fn limits(lang: Lang, of: Of, table: &Accuracy) -> El {
    let mut list = el("ul");
    let texts = match of {
        Of::Peaks => {
            list = list.child(el("li").text(i18n::dominated(lang, table)));
            [
                Text::LimitInSample,
                Text::LimitDriver,
                Text::LimitStacks,
                Text::LimitCut,
            ]
        }
        Of::Rates => [
            Text::LimitFitted,
            Text::LimitSpread,
            Text::LimitNetwork,
            Text::LimitRates,
        ],
    };
    for text in texts {
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
    let table = el("table")
        .child(caption)
        .child(el("thead").child(head))
        .child(body);
    el("div").class("scroll").child(table)
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
