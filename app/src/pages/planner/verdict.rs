//! The answer in words: one sentence, then what it rests on.
use crate::components::{flag, part, t};
use crate::i18n::{self, Text};
use crate::platform::page;
use crate::state::session;
use estimator::memory::{Metric, State};
use estimator::presets;
use leptos::prelude::*;

/// The class that colours a verdict.
const fn class(state: State) -> &'static str {
    match state {
        State::Fits => "ok",
        State::Borderline => "warn",
        State::DoesNotFit => "bad",
    }
}

/// The verdict, what makes the peak, the premises, and the same peak as other tools show it.
pub(super) fn verdict() -> AnyView {
    let session = session();
    let words = part(move || {
        let answer = session.answer()?;
        let lang = session.lang();
        let words = i18n::verdict(lang, &answer.report, &answer.scenario, session.unit());
        let premises = i18n::premises(lang, &answer.scenario);
        Some(view! {
            <h1><em class=class(answer.report.verdict.state)>{words.state}</em> " " {words.headline}</h1>
            <p>{words.detail}</p>
            <p class="premise">{premises}</p>
        })
    });
    view! {
        <section class="verdict" aria-label=t(Text::Verdict)>
            {words}
            {figures()}
        </section>
    }
    .into_any()
}

/// Allocated, reserved, driver-visible: three figures that are often taken for one another.
fn figures() -> AnyView {
    let session = session();
    let list = part(move || {
        let answer = session.answer()?;
        let (lang, unit) = (session.lang(), session.unit());
        let figures = [Metric::Allocated, Metric::Reserved, Metric::Driver].map(|metric| {
            view! {
                <div title=i18n::metric_hint(lang, metric)>
                    <dt>{i18n::metric_label(lang, metric)}</dt>
                    <dd>{i18n::size(lang, answer.report.peak.of(metric), unit)}</dd>
                </div>
            }
        });
        Some(view! { <dl class="peaks" aria-label=i18n::text(lang, Text::OtherFigures)>{figures.collect_view()}</dl> })
    });
    view! { {list} }.into_any()
}

/// The answer to the question of a preset, while the form stands as the preset left it.
pub(super) fn preset_answer() -> AnyView {
    let session = session();
    let preset = move || {
        let found = presets::all().iter().filter(|preset| super::presets::is_question(preset));
        session.draft.with(|draft| found.into_iter().find(|preset| preset.draft() == *draft).map(|preset| preset.key))
    };
    let words = part(move || {
        let key = preset()?;
        let answer = session.answer()?;
        let lang = session.lang();
        Some(view! {
            <section class="question">
                <h2>{i18n::preset_question(lang, key)}</h2>
                <p>{i18n::preset_answer(lang, key, &answer.report, &answer.scenario, session.unit())}</p>
            </section>
        })
    });
    view! { {words} }.into_any()
}

/// One line that stays in view on a phone while the form is edited.
pub(super) fn sticky() -> AnyView {
    let session = session();
    let words = part(move || {
        let answer = session.answer()?;
        let words = i18n::verdict(session.lang(), &answer.report, &answer.scenario, session.unit());
        Some(view! { <em class=class(answer.report.verdict.state)>{words.state}</em> " " <span>{words.headline}</span> })
    });
    let jump: Box<dyn FnMut(leptos::ev::MouseEvent)> = Box::new(move |ev: leptos::ev::MouseEvent| {
        ev.prevent_default();
        page::scroll_to("answer");
    });
    view! {
        <a class="sticky" class:stale=flag(move || session.stale()) href="#answer" aria-hidden="true" tabindex="-1" on:click=jump>{words}</a>
    }
    .into_any()
}
