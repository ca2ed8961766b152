//! A speed that was observed, held against the expected one. What is typed stays while the scenario changes.
use crate::components::{El, all, el, plain, t};
use crate::i18n::{self, Text, clock};
use crate::state::session;
use estimator::analysis::speed_text::{SpeedUnit, Unread, read};
use estimator::analysis::time_check::{Predicted, TimeCheck};
use estimator::num::decimal;
use leptos::prelude::*;
use std::sync::Arc;

/// The fold under the time.
pub(super) fn clock() -> El {
    let session = session();
    let [speed, unit, stated] = session.clocked;
    let kept = speed.with_untracked(|text| !text.is_empty());
    let unread = move |text: &str| {
        !text.trim().is_empty() && read(text, SpeedUnit::from_key(&unit.get())).is_err()
    };
    let told = move || (speed.get(), SpeedUnit::from_key(&unit.get()));
    let boxed = |id: &'static str,
                 name: Text,
                 text: RwSignal<String>,
                 wrong: Arc<dyn Fn(&str) -> bool + Send + Sync>| {
        // A unit can be typed, so it is the keyboard with letters.
        let input = plain("text", move |typed| text.set(typed))
            .attr("id", id)
            .attr("aria-describedby", "clock-outcome")
            .live("aria-invalid", move || {
                text.with(|text| wrong(text)).then_some("true")
            })
            .value(move || text.get());
        el("label").child(el("span").says(t(name))).child(input)
    };
    // The unit that was typed with the number is the one that the list shows.
    let shown = move || {
        let (text, chosen) = told();
        read(&text, chosen).map_or(chosen, |(_, unit)| unit)
    };
    let options = SpeedUnit::ALL.map(|of| {
        el("option")
            .attr("value", of.key())
            .prop("selected", move || shown() == of)
            .says(move || clock::observed_unit(session.lang(), of))
    });
    let list = el("select")
        .attr("id", "clock-unit")
        .class("in")
        .on("change", move |ev| {
            let chosen = event_target_value(&ev);
            // Whoever chooses another unit than the one that stands behind the number means the number.
            if let Ok((value, written)) = read(&speed.get_untracked(), SpeedUnit::from_key(&chosen))
                && written.key() != chosen
            {
                speed.set(estimator::num::shortest(value));
            }
            unit.set(chosen);
        })
        .children(options);
    el("details")
        .class("clock")
        .present("open", move || kept)
        .child(el("summary").says(t(Text::Clock)))
        .child(
            el("div")
                .class("settings")
                .child(boxed(
                    "clock-speed",
                    Text::ClockSpeed,
                    speed,
                    Arc::new(unread),
                ))
                .child(
                    el("label")
                        .child(el("span").says(t(Text::ClockUnit)))
                        .child(list),
                )
                .child(boxed("clock-mfu", Text::ClockMfu, stated, Arc::new(wrong))),
        )
        .child(
            el("div")
                .class("clocked")
                .attr("id", "clock-outcome")
                .attr("role", "status")
                .part(outcome),
        )
}

/// A number above 0, as a percentage or plain.
fn amount(text: &str) -> Option<f64> {
    let number = decimal(text.trim().trim_end_matches('%').trim_end());
    number.filter(|number| *number > 0.0)
}

fn wrong(text: &str) -> bool {
    !text.trim().is_empty() && amount(text).is_none()
}

fn outcome() -> Option<AnyView> {
    let session = session();
    let lang = session.lang();
    let [speed, unit, stated] = session.clocked.map(|text| text.get());
    if speed.trim().is_empty() {
        return None;
    }
    let (value, unit) = match read(&speed, SpeedUnit::from_key(&unit)) {
        Ok(told) => told,
        Err(issue) => {
            let words = match issue {
                Unread::Number => i18n::text(lang, Text::ClockNumber).to_owned(),
                Unread::Unit(unit) => clock::unknown_unit(lang, &unit),
            };
            return Some(el("p").class("error").text(words).into());
        }
    };
    let answer = session.details()?;
    let run = answer.run.as_ref().ok()?;
    let expected = Predicted::of(&run.time, run.gpus);
    let stated = amount(&stated).map(|percent| percent / 100.0);
    let found = TimeCheck::of(
        &answer.scenario,
        &expected,
        unit.observed(value, run.time.pace.tokens, run.data.run_tokens()),
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
