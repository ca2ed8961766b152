//! How long: the run in a sentence, a step's parts on demand.
use super::opener::{is_open, opener};
use super::why::{Amount, working};
use crate::components::{El, all, el, fold, part, t};
use crate::i18n::{self, Lang, Text};
use crate::state::{Answer, Opened, session};
use estimator::memory::State;
use estimator::run::RunReport;
use estimator::time::TimeLine;
use leptos::prelude::*;

/// The section.
pub(in super::super) fn time() -> El {
    let session = session();
    let words = move || {
        let answer = session.details()?;
        let lang = session.lang();
        let [_, detail] = i18n::takes(lang, answer.run.as_ref().ok()?);
        let run = answer.run.as_ref().ok()?;
        let rate = i18n::rate(lang, run);
        let doubts = i18n::doubts(lang, &run.time.spread.doubts);
        let cut = i18n::truncated(lang, run, answer.scenario.batch.sequence);
        Some(all([
            el("p").text(detail),
            el("p").class("note").text(cut.unwrap_or_default()),
            el("p").text(rate),
            el("p").class("note").text(doubts),
        ]))
    };
    let missing = move || {
        let answer = session.details()?;
        let why = *answer.run.as_ref().err()?;
        Some(el("p").text(i18n::no_time(session.lang(), why)))
    };
    el("section")
        .class("panel time")
        .attr("id", "time")
        .child(el("h2").says(t(Text::Time)))
        .part(would_be)
        .part(words)
        .part(missing)
        .child(fold(Text::TimeDetails, || Some(parts())))
        .children((!session.is_embedded()).then(super::clock::clock))
}

/// Where a step's time and the run's go.
fn parts() -> El {
    let session = session();
    let rows = move || {
        let answer = session.details()?;
        let run = answer.run.as_ref().ok()?;
        Some(steps(session.lang(), run))
    };
    let column = |class: &'static str| el("th").attr("scope", "col").class(class);
    let head = el("tr")
        .child(column("").says(t(Text::StepPart)))
        .child(column("n").says(t(Text::InAStep)))
        .child(column("n opt").says(t(Text::StepShare)))
        .child(column("").child(el("span").class("hidden").says(t(Text::Why))));
    let table = el("table")
        .child(el("caption").child(el("b").says(t(Text::OneStep))))
        .child(el("thead").child(head))
        .child(el("tbody").part(rows));
    el("div")
        .child(table)
        .part(whole)
        .child(el("p").class("note").says(t(Text::TimeScope)))
}

/// The run in one sentence, for the headline.
pub(super) fn takes(lang: Lang, answer: &Answer) -> Option<El> {
    if does_not_fit(answer) {
        return None;
    }
    let run = answer.run.as_ref().ok()?;
    let [headline, _] = i18n::takes(lang, run);
    let rent = answer
        .cost
        .as_ref()
        .and_then(|cost| cost.rent.as_ref().map(|rent| (cost, rent)));
    let cost = rent.map(|(_, rent)| rent.total.typical);
    let hours = run.high / 3600.0;
    let missed = i18n::missed(lang, &answer.scenario, hours, cost, run.gpu_hours());
    let rent = rent.map(|(cost, rent)| i18n::costs(lang, cost.currency, &rent.total));
    let gap = if lang == Lang::Zh { "" } else { " " };
    Some(
        el("p")
            .class("takes")
            .text(headline)
            .text(gap)
            .text(rent.unwrap_or_default())
            .text(missed),
    )
}

/// The run by its parts, each with its formula: what the hours in the headline are the sum of.
fn whole() -> Option<El> {
    let session = session();
    let answer = session.details()?;
    let run = answer.run.as_ref().ok()?;
    let lang = session.lang();
    let rows = run.lines.iter().map(|line| {
        let name = el("th")
            .attr("scope", "row")
            .text(i18n::run_label(lang, line.part))
            .child(el("small").class("hint").text(line.seconds.symbols()))
            .child(el("small").class("hint").text(line.seconds.numbers()));
        let seconds = i18n::duration(lang, line.seconds.value());
        el("tr")
            .child(name)
            .child(el("td").class("n").text(seconds))
    });
    let sum = el("tr")
        .class("sum")
        .child(
            el("th")
                .attr("scope", "row")
                .text(i18n::text(lang, Text::InAll)),
        )
        .child(el("td").class("n").text(i18n::duration(lang, run.seconds)));
    let title = el("b").text(i18n::text(lang, Text::WholeRun));
    Some(
        el("table")
            .class("run-parts")
            .child(el("caption").child(title))
            .child(el("tbody").children(rows).child(sum)),
    )
}

pub(super) fn does_not_fit(answer: &Answer) -> bool {
    answer.report.verdict.state == State::DoesNotFit
}

/// A run that does not fit has no time and no price: what is shown then is what it would be.
fn would_be() -> Option<El> {
    let session = session();
    let answer = session.details()?;
    does_not_fit(&answer).then(|| {
        el("p")
            .class("note")
            .text(i18n::text(session.lang(), Text::WouldBe))
    })
}

fn steps(lang: Lang, run: &RunReport) -> AnyView {
    let step = run.time.pace.step;
    let sum = el("tr")
        .class("sum")
        .child(
            el("th")
                .attr("scope", "row")
                .text(i18n::text(lang, Text::OneStep)),
        )
        .child(el("td").class("n").text(i18n::duration(lang, step)))
        .child(el("td").class("n opt").text("100%"))
        .child(el("td"));
    let lines = run.time.lines.iter().map(|line| row(lang, line, step));
    all(lines.chain([sum.into()]))
}

fn row(lang: Lang, line: &TimeLine, step: f64) -> AnyView {
    let what = Opened::StepPart(line.id);
    let open = is_open(what);
    let name = i18n::time_label(lang, line.id);
    let seconds = line.seconds.value();
    let share = i18n::number(lang, seconds / step * 100.0, 1) + "%";
    let button = el("td")
        .class("n")
        .child(opener(what, open, name, Text::Why));
    let shown = el("tr")
        .when("opened", move || open.get())
        .child(el("th").attr("scope", "row").text(name))
        .child(el("td").class("n").text(i18n::duration(lang, seconds)))
        .child(el("td").class("n opt").text(share))
        .child(button);
    let line = line.clone();
    let made = move || {
        open.get()
            .then(|| working(None, &line.seconds, Amount::Seconds, line.source, ""))
    };
    all([shown.into(), part(made).into_any()])
}
