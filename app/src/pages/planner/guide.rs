//! A start for those who know little: a few questions, and the configuration that they come to.
use crate::components::{El, all, el, fold};
use crate::i18n::{self, Lang, Text, guide};
use crate::state::{holds, session};
use estimator::analysis::start::{Aim, Answers, Start, start};
use estimator::memory::State;
use leptos::prelude::*;

/// The fold.
pub(super) fn guide() -> El {
    let answers = RwSignal::new(Answers::default());
    fold(Text::Guide, move || Some(inside(answers))).class("guide")
}

fn inside(answers: RwSignal<Answers>) -> El {
    let session = session();
    let lang = session.lang();
    let choices: [Vec<String>; 5] = [
        guide::sizes(lang),
        guide::machines(lang),
        guide::lengths(lang),
        guide::samples(lang),
        guide::aims(lang),
    ];
    let asked = guide::questions(lang).into_iter().zip(choices).enumerate();
    let rows = asked.map(|(place, (question, names))| {
        let chips = names
            .into_iter()
            .enumerate()
            .map(move |(at, name)| chip(answers, place, at, name));
        el("fieldset")
            .child(el("legend").text(question))
            .child(el("div").class("chips").children(chips))
    });
    let outcome = move || {
        let found = start(answers.get());
        Some(all([verdicts(lang, &found), adopt(lang, &found)]))
    };
    el("div").children(rows).child(
        el("div")
            .class("outcome")
            .attr("aria-live", "polite")
            .part::<AnyView>(outcome),
    )
}

/// One answer.
fn chip(answers: RwSignal<Answers>, question: usize, at: usize, name: String) -> El {
    let pressed = holds(move || given(answers.get(), question) == at);
    el("button")
        .attr("type", "button")
        .class("chip")
        .either("aria-pressed", move || pressed.get())
        .press(move || answers.update(|answers| give(answers, question, at)))
        .text(name)
}

/// The place of an answer in its table.
fn given(answers: Answers, question: usize) -> usize {
    match question {
        0 => answers
            .size
            .unwrap_or(estimator::analysis::start::SIZES.len()),
        1 => answers.machine,
        2 => answers.length,
        3 => answers.samples,
        _ => answers.aim as usize,
    }
}

fn give(answers: &mut Answers, question: usize, at: usize) {
    match question {
        0 => answers.size = (at < estimator::analysis::start::SIZES.len()).then_some(at),
        1 => answers.machine = at,
        2 => answers.length = at,
        3 => answers.samples = at,
        _ => answers.aim = Aim::ALL.get(at).copied().unwrap_or_default(),
    }
}

/// What was tried, and what was found.
fn verdicts(lang: Lang, start: &Start) -> El {
    let unit = session().unit();
    let found = start
        .found
        .iter()
        .filter(|found| found.state == State::Fits);
    let lines = start.rejected.iter().chain(found).map(|tried| {
        let class = super::verdict::class(tried.state);
        el("li").child(el("em").class(class).text(guide::tried(lang, tried, unit)))
    });
    el("ul").children(lines)
}

/// The button that takes it.
fn adopt(lang: Lang, start: &Start) -> El {
    let session = session();
    let found = start.found.clone();
    let lost = found
        .as_ref()
        .is_none_or(|found| found.state != State::Fits);
    let note = lost.then(|| {
        el("p")
            .class("note")
            .text(i18n::text(lang, Text::GuideNothing))
    });
    let button = el("button")
        .attr("type", "button")
        .class("primary")
        .press(move || {
            if let Some(found) = &found {
                session.commit(found.draft.clone());
            }
        })
        .text(i18n::text(lang, Text::GuideUse));
    el("div").children(note).child(button)
}
