//! The runs: what ran, what was measured, and how far the predictions lay.
use super::{button, contradicts};
use crate::components::{El, el, part, plain, t};
use crate::i18n::{self, Text};
use crate::state::session;
use estimator::calibration::{Figure, Residual, RunIssue};
use estimator::memory::Metric;
use estimator::scenario::{Draft, Param};
use estimator::units::{Bytes, SizeUnit};
use leptos::prelude::*;

/// Settings that a short run often has otherwise than the long one.
const SETTINGS: [Param; 3] = [Param::Sequence, Param::MicroBatch, Param::GpusPerNode];
/// Peaks that can be measured.
const PEAKS: [(Figure, Metric); 3] = [
    (Figure::Allocated, Metric::Allocated),
    (Figure::Reserved, Metric::Reserved),
    (Figure::Driver, Metric::Driver),
];
/// Differences that are spelled out.
const LISTED: usize = 8;

/// The list. It is made anew only when their number changes, so that no box is taken away under the cursor.
pub(super) fn runs() -> AnyView {
    let session = session();
    let count = Memo::new(move |_| session.short.with(|short| short.runs.len()));
    let list = move || {
        let count = count.get();
        (count > 0).then(|| el("div").class("runs").children((0..count).map(run)))
    };
    part(list).into_any()
}

fn run(at: usize) -> El {
    let session = session();
    let title = move || i18n::calibration::run_title(session.lang(), at + 1);
    let adopt = move || {
        let draft = session
            .short
            .with_untracked(|short| short.runs.get(at).map(|run| run.draft.clone()));
        session.commit(draft.unwrap_or_default());
    };
    let remove = move || {
        let mut runs = session.short.with_untracked(|short| short.runs.clone());
        runs.remove(at);
        session.commit_runs(runs);
    };
    el("fieldset")
        .class("run")
        .child(el("legend").says(title))
        .part(move || Some(el("p").class("note").text(unlike(at)?)))
        .child(
            el("div")
                .class("settings")
                .children(SETTINGS.map(|param| setting(at, param))),
        )
        .child(peaks(at))
        .part(move || wrong(at))
        .child(
            el("p")
                .child(button("link", adopt).says(t(Text::UseRun)))
                .text(" · ")
                .child(button("link", remove).says(t(Text::RemoveRun))),
        )
}

/// How its settings differ from the form's.
fn unlike(at: usize) -> Option<String> {
    let session = session();
    let own = session
        .short
        .with(|short| short.runs.get(at).map(|run| run.draft.clone()))?;
    let settings = differences(&own, &session.draft.read());
    Some(i18n::calibration::unlike(session.lang(), &settings))
}

/// Settings of a run that the form has otherwise.
pub(super) fn differences(own: &Draft, other: &Draft) -> Vec<(Param, String)> {
    let (own, other) = (own.check().fields, other.check().fields);
    let pairs = own.into_iter().zip(other);
    pairs
        .filter(|(own, other)| own.applies && (!other.applies || own.value != other.value))
        .map(|(own, _)| (own.param, own.text.into_owned()))
        .take(LISTED)
        .collect()
}

fn setting(at: usize, param: Param) -> El {
    let session = session();
    let stands = move || {
        session.short.with(|short| {
            let run = short.runs.get(at);
            run.and_then(|run| run.draft.get(param)).map(str::to_owned)
        })
    };
    let default = move || {
        session.short.with(|short| {
            let checked = short.runs.get(at)?.draft.check();
            Some(checked.field(param)?.default.to_string())
        })
    };
    let input = plain("numeric", move |text| {
        session.edit_run(at, |run| run.draft.set(param, text));
    })
    .attr("id", format!("run{}-{}", at + 1, param.key()))
    .live("placeholder", default)
    .value(move || stands().unwrap_or_default());
    el("label")
        .child(el("span").says(move || i18n::param_label(session.lang(), param)))
        .child(input)
}

/// A box for each peak, between what was predicted and what is now.
fn peaks(at: usize) -> El {
    let head = [Text::Predicted, Text::Measured, Text::Calibrated]
        .map(|text| el("th").class("n").attr("scope", "col").says(t(text)));
    el("table")
        .child(
            el("thead").child(
                el("tr")
                    .child(el("th").attr("scope", "col").says(t(Text::RunFigures)))
                    .children(head),
            ),
        )
        .child(el("tbody").children(PEAKS.map(|(figure, metric)| peak(at, figure, metric))))
}

fn peak(at: usize, figure: Figure, metric: Metric) -> El {
    let session = session();
    let cell = move |of: fn(&Residual) -> Bytes| {
        let shown = move || {
            let learnt = session.learnt();
            let mut residuals = learnt.residuals(at);
            let found = residuals.find(|residual| residual.metric == metric).map(of);
            found.map_or_else(
                || "–".to_owned(),
                |bytes| i18n::size_number(session.lang(), bytes, SizeUnit::Gib),
            )
        };
        el("td").class("n").says(shown)
    };
    let name = move || i18n::calibration::figure_name(session.lang(), figure);
    let stands = move || {
        session.short.with(|short| {
            let run = short.runs.get(at);
            run.and_then(|run| run.get(figure)).unwrap_or("").to_owned()
        })
    };
    let invalid = move || {
        let learnt = session.learnt();
        let issues = learnt.issues.get(at)?;
        let about = |issue: &RunIssue| match issue {
            RunIssue::Figure { figure: wrong, .. }
            | RunIssue::Below { figure: wrong, .. }
            | RunIssue::Beyond { figure: wrong, .. } => *wrong == figure,
            _ => false,
        };
        issues.iter().any(about).then_some("true")
    };
    let input = plain("decimal", move |text| {
        session.edit_run(at, |run| run.set(figure, text));
    })
    .attr("id", format!("run{}-{}", at + 1, figure.key()))
    .live("aria-label", move || {
        let run = i18n::calibration::run_title(session.lang(), at + 1);
        Some(format!("{run}: {}, GiB", name()))
    })
    .live("aria-invalid", invalid)
    .value(stands);
    el("tr")
        .child(el("th").attr("scope", "row").says(name))
        .child(cell(|residual| residual.before))
        .child(el("td").class("n").child(input))
        .child(cell(|residual| residual.after))
}

/// What is wrong with it, or what nothing plausible explains.
fn wrong(at: usize) -> Option<El> {
    let session = session();
    let (lang, learnt) = (session.lang(), session.learnt());
    let mut list = el("div").attr("role", "status");
    for issue in learnt.issues.get(at)? {
        let quiet = matches!(issue, RunIssue::NothingMeasured);
        let class = if quiet { "note" } else { "error" };
        let words = i18n::calibration::run_issue(lang, issue);
        list = list.child(el("p").class(class).text(words));
    }
    for residual in learnt.residuals(at) {
        if let Some(gib) = residual.unexplained_gib {
            let name = i18n::metric_label(lang, residual.metric);
            let words = i18n::calibration::unexplained(lang, name, gib);
            let residual = Residual {
                run: at,
                ..*residual
            };
            let more = contradicts(lang, &residual);
            list = list.child(el("p").class("error").text(words).children(more));
        }
    }
    Some(list)
}
