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
    Some(el("div").child(line).children(doubt(lang, &learnt)))
}

/// What a run showed that the factors do not explain: whoever reads the verdict must know.
fn doubt(lang: Lang, learnt: &Learnt) -> Option<El> {
    let all = learnt.calibration.residuals.iter();
    let off = |residual: &&Residual| residual.unexplained_gib.map_or(0.0, f64::abs);
    let worst = all.reduce(|most, next| if off(&next) > off(&most) { next } else { most })?;
    let gib = worst.unexplained_gib?;
    let name = i18n::metric_label(lang, worst.metric);
    let words = i18n::calibration::unexplained(lang, name, gib);
    Some(el("p").class("error").text(words))
}

fn button(class: &'static str, act: impl Fn() + 'static) -> El {
    el("button").attr("type", "button").class(class).press(act)
}
