//! An out-of-memory message, pasted and explained under the present scenario. It is read here and sent nowhere.
use crate::components::{El, all, el, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::page;
use crate::state::session;
use estimator::analysis::oom::{self, Hypothesis, Level, OomReport, Remark};
use estimator::expr::Expr;
use estimator::units::{Bytes, SizeUnit};
use leptos::prelude::*;

/// How many explanations are spelled out.
const LISTED: usize = 6;
/// How many sums.
const SUMS: usize = 2;

/// The fold. What is pasted stays while the scenario changes.
pub(super) fn message() -> El {
    let session = session();
    let text = session.pasted;
    let outcome = move || {
        if text.with(|text| text.trim().is_empty()) {
            return None;
        }
        let answer = session.details()?;
        let report = session
            .excerpt
            .with(|excerpt| oom::explain_beside(excerpt, &answer.scenario, &answer.report));
        Some(explained(session.lang(), &report))
    };
    // Looked for once: the rest of a long log is not read again at every keystroke in the form. What holds no message is
    // explained as what it is.
    let pasted = move |ev| {
        let pasted = event_target_value(&ev);
        let excerpt = oom::excerpt(&pasted).unwrap_or("-");
        session.excerpt.set(excerpt.to_owned());
        text.set(pasted);
    };
    let long = move || {
        text.with(|text| text.len() > oom::LONGEST)
            .then(|| el("p").class("note").says(t(Text::OomLong)))
    };
    let area = el("textarea")
        .attr("id", "oom-text")
        .class("in wide")
        .attr("rows", "4")
        .attr("wrap", "off")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("aria-describedby", "oom-outcome")
        .value(move || text.get_untracked())
        .on("input", pasted);
    el("details")
        .class("oom")
        .present("open", move || text.with_untracked(|text| !text.is_empty()))
        .child(el("summary").says(t(Text::Oom)))
        .child(
            el("label")
                .class("note")
                .attr("for", "oom-text")
                .says(t(Text::OomHint)),
        )
        .child(area)
        .part(long)
        .child(
            el("div")
                .class("found")
                .attr("id", "oom-outcome")
                .when("stale", move || session.stale())
                .part(outcome)
                .part(helps),
        )
}

/// The way to the changes that would help, where the form does not fit either and some would.
fn helps() -> Option<El> {
    let session = session();
    let lacks = session.reach.with(|reach| {
        let reach = reach.as_ref();
        reach.is_some_and(|reach| !reach.fits && !reach.remedies.is_empty())
    });
    let asked = session.pasted.with(|text| !text.trim().is_empty());
    (lacks && asked).then(|| {
        el("button")
            .attr("type", "button")
            .class("link")
            .press(|| page::focus_soon("helps".to_owned()))
            .says(t(Text::WouldHelp))
    })
}

fn explained(lang: Lang, report: &OomReport) -> AnyView {
    let message = match &report.message {
        Ok(message) => message,
        Err(why) => {
            return el("p")
                .class("error")
                .text(i18n::oom::unreadable(lang, *why))
                .into();
        }
    };
    let figures = i18n::oom::figures(lang, message)
        .into_iter()
        .map(|(name, size)| {
            el("div")
                .child(el("dt").text(name))
                .child(el("dd").text(size))
        });
    let (other, remarks): (Vec<_>, Vec<_>) = report
        .remarks
        .iter()
        .partition(|remark| matches!(remark, Remark::OtherCard { .. }));
    // Said first: what follows is computed for the form's card.
    let mut parts: Vec<El> = Vec::new();
    let first = other.into_iter();
    parts.extend(first.map(|remark| el("p").class("error").text(i18n::oom::remark(lang, remark))));
    parts.push(el("dl").class("peaks").children(figures));
    let phase = report.phase.into_iter();
    parts.extend(phase.map(|phase| el("p").text(i18n::oom::phase(lang, phase))));
    let named = report.hypotheses.iter().take(LISTED);
    let list = named.map(|hypothesis| named_tensor(lang, hypothesis, report));
    if report.hypotheses.is_empty() {
        parts.push(el("p").child(el("strong").text(i18n::oom::unknown(
            lang,
            message,
            report.phase,
        ))));
        let implied = report.implied.iter();
        parts.extend(implied.map(|implied| el("p").text(i18n::oom::implied(lang, implied))));
    } else {
        parts.push(el("ol").children(list));
    }
    let sums = report.levels.iter().take(SUMS);
    parts.extend(sums.map(|level| sum(lang, level)));
    let remarks = remarks
        .into_iter()
        .map(|remark| el("li").text(i18n::oom::remark(lang, remark)));
    parts.push(el("ul").children(remarks));
    all(parts)
}

fn named_tensor(lang: Lang, hypothesis: &Hypothesis, report: &OomReport) -> El {
    el("li")
        .child(el("strong").text(i18n::oom::object(lang, hypothesis.object)))
        .child(formula(lang, &hypothesis.formula))
        .child(el("p").text(i18n::oom::weight(lang, hypothesis, report.predicted)))
}

fn sum(lang: Lang, level: &Level) -> El {
    el("div")
        .child(el("p").text(i18n::oom::level(lang, level)))
        .child(formula(lang, &level.formula))
}

fn formula(lang: Lang, formula: &Expr) -> El {
    let result = i18n::size(lang, Bytes::new(formula.value()), SizeUnit::Gib);
    let code = |text: String| el("code").text(text);
    el("p")
        .class("formula")
        .child(code(formula.symbols()))
        .child(code(format!("= {} = {result}", formula.numbers())))
}
