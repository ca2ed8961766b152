//! Every run in a line, with a link that opens it.
use super::{Of, cell, named, title, titled};
use crate::accuracy::{Accuracy, Line};
use crate::boot::View;
use crate::components::{El, el};
use crate::i18n::{self, Lang, Text};
use crate::state::{Session, session};
use estimator::hardware;
use estimator::scenario::Param;
use estimator::units::{Bytes, SizeUnit};
use leptos::prelude::*;
use std::sync::Arc;

/// Lines that are shown until all are asked for.
const FIRST: usize = 50;

/// What the list can be narrowed by: a column and its name.
const FILTERS: [(&str, Text); 3] = [
    ("method", Text::MethodWord),
    ("stack", Text::StackWord),
    ("source", Text::SourceWord),
];

/// What was chosen: a value for each filter, empty for all; and whether every line is asked for.
#[derive(Clone, Copy)]
struct Chosen {
    values: [RwSignal<String>; 3],
    every: RwSignal<bool>,
}

/// The list.
pub(super) fn runs(lang: Lang, of: Of, table: &Arc<Accuracy>) -> El {
    let session = session();
    let chosen = Chosen {
        values: FILTERS.map(|_| RwSignal::new(String::new())),
        every: RwSignal::new(false),
    };
    let mut filters = el("div").class("filters");
    for ((name, text), value) in FILTERS.into_iter().zip(chosen.values) {
        filters = filters.child(filter(lang, table, name, text, value));
    }
    let shown = table.clone();
    let list = move || Some(list(of, &shown, chosen));
    el("section")
        .class("runs")
        .child(title(lang, Text::EveryRun))
        .child(
            el("p")
                .class("note")
                .text(i18n::text(lang, Text::EveryRunHint)),
        )
        .child(filters)
        .child(
            el("div")
                .part(list)
                .on("click", move |ev| session.follow_scenario(&ev)),
        )
}

fn filter(
    lang: Lang,
    table: &Accuracy,
    name: &'static str,
    text: Text,
    value: RwSignal<String>,
) -> El {
    let mut known = vec![""];
    let mut select = el("select")
        .attr("id", format!("filter-{name}"))
        .class("in")
        .on("change", move |ev| value.set(event_target_value(&ev)))
        .child(option("", i18n::text(lang, Text::AllOfThem)));
    for run in table.runs.iter() {
        let value = run.text(name);
        if !known.contains(&value) {
            known.push(value);
            select = select.child(option(value, named_value(lang, name, value)));
        }
    }
    el("label")
        .child(el("span").text(i18n::text(lang, text)))
        .child(select)
}

/// A value of a filter as people read it.
fn named_value<'a>(lang: Lang, name: &str, value: &'a str) -> &'a str {
    match name {
        "method" => i18n::choice_label(lang, Param::Method, value),
        "stack" => i18n::stack_name(lang, value),
        _ => value,
    }
}

fn option(value: &str, words: &str) -> El {
    el("option").attr("value", value).text(words)
}

fn list(of: Of, table: &Accuracy, chosen: Chosen) -> El {
    let session = session();
    let (lang, unit) = (session.lang(), session.unit());
    let wanted = chosen.values.map(|value| value.get());
    let most = if chosen.every.get() {
        usize::MAX
    } else {
        FIRST
    };
    let mut body = el("tbody");
    let mut found = 0;
    for run in table.runs.iter() {
        let mut pairs = FILTERS.iter().zip(&wanted);
        if pairs.all(|((name, _), value)| value.is_empty() || run.text(name) == value) {
            found += 1;
            if found <= most {
                body = body.child(row(lang, of, unit, run));
            }
        }
    }
    let shown = i18n::shown_of(lang, found.min(most), found, table.runs.len());
    let unit_name = match of {
        Of::Peaks => unit.symbol(),
        Of::Rates => i18n::text(lang, Text::TokensPerSecond),
    };
    let caption = [&shown, ", ", unit_name].concat();
    let columns = [
        ("", Some(Text::ModelWord)),
        ("opt", Some(Text::StackWord)),
        ("opt", Some(Text::GpusWord)),
        ("n opt", Some(Text::TokensWord)),
        ("n", Some(Text::Measured)),
        ("n", Some(Text::Predicted)),
        ("n", Some(Text::ErrorWord)),
        ("", None),
    ];
    let caption = el("caption").child(el("span").text(caption));
    let lines = el("div").child(titled(lang, caption, &columns, body));
    if found <= most {
        return lines;
    }
    let rest = el("button")
        .attr("type", "button")
        .class("ghost")
        .press(move || chosen.every.set(true))
        .text(i18n::text(lang, Text::ShowAll));
    lines.child(rest)
}

fn row(lang: Lang, of: Of, unit: SizeUnit, run: Line<'_>) -> El {
    let size = |name| match of {
        Of::Peaks => i18n::size_number(lang, Bytes::gib(run.number(name)), unit),
        Of::Rates => {
            let rate = run.number(name);
            i18n::number(lang, rate, usize::from(rate < 99.5))
        }
    };
    let model = run.text("model");
    let short = model.rsplit('/').next().unwrap_or(model);
    let method = i18n::choice_label(lang, Param::Method, run.text("method"));
    let open = i18n::text(lang, Text::OpenRun);
    let mut error = cell("n", i18n::signed_percent(lang, run.error()));
    if run.text("inside") != "yes" {
        error = error.child(hint(i18n::text(lang, Text::OutsideInterval)));
    }
    let gpu = run.text("gpu");
    let known = hardware::resolve_alias(gpu);
    let gpu = known.as_ref().map_or(gpu, |found| found.gpu.name.as_ref());
    let machines = [run.text("gpus"), " × ", gpu].concat();
    // Only peaks are carried along as the measurement of an opened run.
    let (detail, id) = match of {
        Of::Peaks => (
            i18n::printed_figure(lang, run.text("metric")),
            run.text("id"),
        ),
        Of::Rates => (run.text("precision"), ""),
    };
    let link = el("a")
        .attr("href", Session::address(View::Plan, id, run.text("link")))
        .attr("aria-label", format!("{open}: {}", run.text("id")))
        .text(open);
    let what = format!("{method} · {}", run.text("source"));
    el("tr")
        .child(named(short).child(hint(&what)))
        .child(cell("opt", i18n::stack_name(lang, run.text("stack"))))
        .child(cell("opt", machines))
        .child(cell("n opt", run.text("seq_len")))
        .child(cell("n", size("measured")).child(hint(detail)))
        .child(cell("n", size("predicted")))
        .child(error)
        .child(el("td").class("n").child(link))
}

fn hint(text: &str) -> El {
    el("small").class("hint").text(text)
}
