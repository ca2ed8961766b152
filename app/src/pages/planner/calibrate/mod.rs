//! Short runs: a script that measures one, what it printed or what was typed, and what it taught. Read here, sent nowhere.
mod moved;
mod printed;
mod runs;
mod script;

use crate::components::{El, el, t};
use crate::i18n::{self, Lang, Text};
use crate::state::{Learnt, session};
use estimator::calibration::Residual;
use estimator::memory::MemoryReport;
use leptos::prelude::*;

/// The fold; open where the link has runs.
pub(super) fn section() -> El {
    let session = session();
    let held = session.short.with_untracked(|short| !short.runs.is_empty());
    el("details")
        .class("calibrate")
        .attr("id", "calibrate")
        .present("open", move || held)
        .child(el("summary").says(t(Text::Calibrate)))
        .child(el("p").class("note").says(t(Text::CalibrateHint)))
        .child(script::script())
        .child(printed::printed())
        .child(runs::runs())
        .part(moved::moved)
}

/// The line beside the verdict that says what it rests on, and undoes it.
pub(super) fn mark() -> Option<El> {
    let session = session();
    let answer = session.answer()?;
    let learnt = session.learnt();
    if !learnt.teaches() {
        return None;
    }
    let (lang, runs) = (session.lang(), learnt.calibration.observations());
    let (words, other) = if answer.learnt.is_some() {
        let plain = MemoryReport::of(&answer.scenario).peak.needed;
        let now = answer.report.peak.needed;
        let words = i18n::calibration::calibrated_by(lang, runs, now, plain, session.unit());
        (words, Text::LeaveAside)
    } else {
        (i18n::calibration::left_aside(lang, runs), Text::TakeUp)
    };
    let turn = move || session.short.update(|short| short.aside = !short.aside);
    let line = el("p")
        .class("mark")
        .text(words)
        .text(" ")
        .child(button("link", turn).text(i18n::text(lang, other)));
    let own = own_settings(lang, &learnt);
    Some(
        el("div")
            .child(line)
            .children(own)
            .children(doubt(lang, &learnt)),
    )
}

/// How far the calibrated figures lie from what a run measured whose settings are the form's.
fn own_settings(lang: Lang, learnt: &Learnt) -> Vec<El> {
    let session = session();
    let form = session.draft.get();
    let runs = session.short.with(|short| short.runs.clone());
    let mut lines = Vec::new();
    for (at, run) in runs.iter().enumerate() {
        if runs::differences(&run.draft, &form).is_empty() {
            for residual in learnt.residuals(at) {
                let residual = Residual {
                    run: at,
                    ..*residual
                };
                let words = i18n::calibration::at_own_settings(lang, &residual);
                lines.push(el("p").class("note").text(words));
            }
        }
    }
    lines
}

/// What a run showed that the factors do not explain: whoever reads the verdict must know.
fn doubt(lang: Lang, learnt: &Learnt) -> Option<El> {
    let off = |residual: &Residual| residual.unexplained_gib.map_or(0.0, f64::abs);
    let mut worst: Option<Residual> = None;
    for at in 0..learnt.issues.len() {
        for residual in learnt.residuals(at) {
            if worst.is_none_or(|worst| off(residual) > off(&worst)) {
                worst = Some(Residual {
                    run: at,
                    ..*residual
                });
            }
        }
    }
    let worst = worst?;
    let gib = worst.unexplained_gib?;
    let name = i18n::metric_label(lang, worst.metric);
    let words = i18n::calibration::unexplained(lang, name, gib);
    let more = contradicts(lang, &worst);
    Some(el("p").class("error").text(words).children(more))
}

/// The sentence for a run that cannot be of its own settings.
fn contradicts(lang: Lang, residual: &Residual) -> Option<El> {
    let words = i18n::calibration::contradicts(lang, residual)?;
    Some(el("span").text([" ", &words].concat()))
}

fn button(class: &'static str, act: impl Fn() + 'static) -> El {
    el("button").attr("type", "button").class(class).press(act)
}
