//! A speed that was observed, held against the expected one. What is typed stays while the scenario changes.
use crate::components::{El, all, el, plain, t};
use crate::i18n::{self, Text, clock};
use crate::state::session;
use estimator::analysis::time_check::{Observed, Predicted, TimeCheck};
use estimator::num::decimal;
use estimator::run::RunReport;
use leptos::prelude::*;

/// What can be entered, in the order of the list.
const UNITS: [&str; 5] = ["step", "pace", "all", "one", "run"];

/// The fold under the time.
pub(super) fn clock() -> El {
    let session = session();
    let [speed, unit, stated] = session.clocked;
    let kept = speed.with_untracked(|text| !text.is_empty());
    let boxed = |id: &'static str, name: Text, text: RwSignal<String>| {
        let input = plain("decimal", move |typed| text.set(typed))
            .attr("id", id)
            .attr("aria-describedby", "clock-outcome")
            .live("aria-invalid", move || {
                text.with(|text| wrong(text)).then_some("true")
            })
            .value(move || text.get());
        el("label").child(el("span").says(t(name))).child(input)
    };
    let options = UNITS.map(|key| {
        el("option")
            .attr("value", key)
            .prop("selected", move || unit.with(|unit| unit == key))
            .says(move || clock::observed_unit(session.lang(), key))
    });
    let list = el("select")
        .attr("id", "clock-unit")
        .class("in")
        .on("change", move |ev| unit.set(event_target_value(&ev)))
        .children(options);
    el("details")
        .class("clock")
        .present("open", move || kept)
        .child(el("summary").says(t(Text::Clock)))
        .child(
            el("div")
                .class("settings")
                .child(boxed("clock-speed", Text::ClockSpeed, speed))
                .child(
                    el("label")
                        .child(el("span").says(t(Text::ClockUnit)))
                        .child(list),
                )
                .child(boxed("clock-mfu", Text::ClockMfu, stated)),
        )
        .child(
            el("div")
                .class("clocked")
                .attr("id", "clock-outcome")
                .attr("role", "status")
                .part(outcome),
        )
}

/// A number above 0.
fn amount(text: &str) -> Option<f64> {
    let number = decimal(&text.trim().replace(',', ""));
    number.filter(|number| *number > 0.0)
}

fn wrong(text: &str) -> bool {
    !text.trim().is_empty() && amount(text).is_none()
}

fn observed(value: f64, unit: &str, run: &RunReport) -> Observed {
    let tokens = run.time.pace.tokens;
    match unit {
        "pace" => Observed::Step {
            seconds: 1.0 / value,
            tokens,
        },
        "all" => Observed::Total(value),
        "one" => Observed::PerGpu(value),
        "run" => Observed::Total(run.data.run_tokens() / (value * 3600.0)),
        _ => Observed::Step {
            seconds: value,
            tokens,
        },
    }
}

fn outcome() -> Option<AnyView> {
    let session = session();
    let lang = session.lang();
    let [speed, unit, stated] = session.clocked.map(|text| text.get());
    if speed.trim().is_empty() {
        return None;
    }
    let Some(value) = amount(&speed) else {
        let words = i18n::text(lang, Text::ClockNumber);
        return Some(el("p").class("error").text(words).into());
    };
    let answer = session.details()?;
    let run = answer.run.as_ref().ok()?;
    let expected = Predicted::of(&run.time, run.gpus);
    let stated = amount(&stated).map(|percent| percent / 100.0);
    let found = TimeCheck::of(
        &answer.scenario,
        &expected,
        observed(value, &unit, run),
        stated,
    );
    let [head, detail] = clock::clocked(lang, &found, &expected);
    let mut parts = vec![el("p").child(el("strong").text(head)), el("p").text(detail)];
    if let Some(stated) = stated.filter(|_| found.sparse_peak) {
        parts.push(el("p").text(clock::sparse(lang, stated)));
    }
    if !found.causes.is_empty() {
        let causes = found.causes.iter();
        let causes = causes.map(|cause| el("li").text(clock::cause(lang, *cause)));
        parts.push(el("p").text(clock::causes_title(lang, found.verdict)));
        parts.push(el("ul").children(causes));
    }
    Some(all(parts))
}
