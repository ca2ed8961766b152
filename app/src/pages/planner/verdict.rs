//! The answer in words: one sentence, then what it rests on.
use crate::components::{El, all, el, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::page;
use crate::state::session;
use estimator::memory::{MemoryReport, Metric, Moment, State};
use estimator::presets;
use leptos::prelude::*;

/// The class that colours a verdict.
pub(in super::super) const fn class(state: State) -> &'static str {
    match state {
        State::Fits => "ok",
        State::Borderline => "warn",
        State::DoesNotFit => "bad",
    }
}

/// The verdict, what makes the peak, the premises, and the same peak as other tools show it.
pub(in super::super) fn verdict() -> El {
    let session = session();
    let words = move || {
        let answer = session.answer()?;
        let lang = session.lang();
        let words = i18n::verdict(lang, &answer.report, &answer.scenario, session.unit());
        // Chinese full stops bring their own space.
        let gap = if lang == Lang::Zh { "" } else { " " };
        let state = el("em")
            .class(class(answer.report.verdict.state))
            .text(words.state);
        let mut lines = vec![el("h1").child(state).text(gap).text(words.headline)];
        lines.extend(super::host::lacking(lang, &answer, session.unit()));
        lines.extend(super::time::takes(lang, &answer));
        lines.push(el("p").text(words.detail));
        // In a frame the sentence at its foot has them.
        if !session.is_embedded() {
            let premises = i18n::premises(lang, &answer.scenario);
            lines.push(el("p").class("premise").text(premises));
        }
        Some(all(lines))
    };
    el("section")
        .class("verdict")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .live("aria-label", move || Some(t(Text::Verdict)()))
        .part(words)
        .part(super::calibrate::mark)
        .part(figures)
}

/// Allocated, reserved, driver-visible: three figures that are often taken for one another.
fn figures() -> Option<El> {
    let session = session();
    let answer = session.answer()?;
    let (lang, unit) = (session.lang(), session.unit());
    let figures = [Metric::Allocated, Metric::Reserved, Metric::Driver].map(|metric| {
        // Each is largest at a moment of its own; the table shows one moment.
        let elsewhere = largest(&answer.report, metric).filter(|at| *at != answer.report.worst);
        let when = elsewhere.map(|at| el("small").text(i18n::moment_label(lang, at)));
        el("div")
            .attr("title", i18n::metric_hint(lang, metric))
            .child(el("dt").text(i18n::metric_label(lang, metric)))
            .child(
                el("dd")
                    .text(i18n::size(lang, answer.report.peak.of(metric), unit))
                    .children(when),
            )
    });
    Some(
        el("dl")
            .class("peaks")
            .attr("aria-label", i18n::text(lang, Text::OtherFigures))
            .children(figures),
    )
}

/// The planned moment at which a figure is largest.
fn largest(report: &MemoryReport, metric: Metric) -> Option<Moment> {
    let peak = report.peak.of(metric);
    let mut planned = report.instants.iter().filter(|instant| instant.planned);
    let found = planned.find(|instant| instant.total(metric) >= peak);
    found.map(|instant| instant.moment)
}

/// The answer to the question of a preset, while the form stands as the preset left it.
pub(super) fn preset_answer() -> Option<El> {
    let session = session();
    let mut questions = presets::all()
        .iter()
        .filter(|preset| super::presets::is_question(preset));
    let preset = session
        .draft
        .with(|draft| questions.find(|preset| preset.draft() == *draft))?;
    // It compares with configurations that no run calibrates.
    let answer = session.answer().filter(|answer| answer.learnt.is_none())?;
    let lang = session.lang();
    let words = i18n::preset_answer(
        lang,
        preset.key,
        &answer.report,
        &answer.scenario,
        session.unit(),
    );
    let question = el("h2").text(i18n::preset_question(lang, preset.key));
    Some(
        el("section")
            .class("question")
            .child(question)
            .child(el("p").text(words)),
    )
}

/// One line that stays in view on a phone while the form is edited.
pub(super) fn sticky() -> El {
    let session = session();
    let words = move || {
        let answer = session.answer()?;
        let words = i18n::verdict(
            session.lang(),
            &answer.report,
            &answer.scenario,
            session.unit(),
        );
        let state = el("em")
            .class(class(answer.report.verdict.state))
            .text(words.state);
        Some(all([
            state,
            el("span").text(" "),
            el("span").text(words.headline),
        ]))
    };
    el("a")
        .class("sticky")
        .when("stale", move || session.stale())
        .attr("href", "#answer")
        .attr("aria-hidden", "true")
        .attr("tabindex", "-1")
        .on("click", |ev| {
            ev.prevent_default();
            page::scroll_to("answer");
        })
        .part(words)
}
