//! A data set, pasted, dropped or chosen: its lengths are measured here and fill the form. It is sent nowhere.
use super::launch::misplaced;
use crate::components::{El, all, el, t};
use crate::i18n::{self, Text, dataset};
use crate::platform::files::{self, Picked};
use crate::state::{Measured, Session, Stage, holds, measure_file, measure_text, session};
use estimator::data::lengths::Summary;
use estimator::launch;
use estimator::num::{grouped, larger};
use estimator::scenario::Draft;
use leptos::prelude::*;

/// Rows that could not be read and are named.
const LISTED: usize = 6;
/// Bytes of a file that could be a launch file.
const LAUNCH_BYTES: f64 = 262_144.0;

/// The fold. What was pasted and measured stays while the form changes.
pub(super) fn dataset() -> El {
    let session = session();
    let over = RwSignal::new(false);
    // A launch file that was taken for a data set.
    let astray = RwSignal::new(String::new());
    let take = move |file: Picked| measure_or_say(session, astray, &file);
    let left = RwSignal::new(());
    let leave = move || {
        astray.set(String::new());
        session.rows.set(String::new());
        left.set(());
    };
    let reading = holds(move || session.measured.with(|now| now.stage == Stage::Reading));
    let area = el("textarea")
        .attr("id", "rows-text")
        .class("in wide")
        .attr("rows", "4")
        .attr("wrap", "off")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("aria-describedby", "rows-outcome")
        .value(move || {
            left.track();
            session.rows.get_untracked()
        })
        .on("input", move |ev| {
            let text = event_target_value(&ev);
            let strays = launch::looks(&text);
            measure_text(session, if strays { "" } else { &text });
            astray.set(if strays { text.clone() } else { String::new() });
            session.rows.set(text);
        });
    let input = el("input")
        .attr("type", "file")
        .attr("id", "rows-file")
        .class("file")
        .attr("accept", ".jsonl,.ndjson,.json,.csv,.tsv,.txt")
        .on("change", move |ev| {
            if let Some(file) = files::chosen(&ev) {
                take(file);
            }
        });
    let choose = el("label")
        .class("ghost")
        .attr("for", "rows-file")
        .says(t(Text::ChooseFile));
    el("details")
        .class("paste dataset")
        .when("over", move || over.get())
        .present("open", move || {
            let idle = session
                .measured
                .with_untracked(|now| now.stage == Stage::Idle);
            !idle
        })
        .on("dragover", move |ev| {
            ev.prevent_default();
            over.set(true);
        })
        .on("dragleave", move |_| over.set(false))
        .on("drop", move |ev| {
            ev.prevent_default();
            over.set(false);
            if let Some(file) = files::dropped(&ev) {
                take(file);
            }
        })
        .child(el("summary").says(t(Text::DataFile)))
        .child(
            el("label")
                .class("note")
                .attr("for", "rows-text")
                .says(t(Text::DataFileHint)),
        )
        .child(area)
        .child(input)
        .child(choose)
        .part(move || reading.get().then(progress))
        .child(
            el("div")
                .class("measured")
                .attr("id", "rows-outcome")
                .attr("role", "status")
                .part(move || {
                    let text = astray.get();
                    (!text.is_empty()).then(|| misplaced(Text::LaunchNotData, text, leave))
                })
                .part(outcome),
        )
}

/// Measures a file, unless it is a launch file: then its text is kept in `astray`.
fn measure_or_say(session: Session, astray: RwSignal<String>, file: &Picked) {
    let kept = file.clone();
    astray.set(String::new());
    let measure = move |text: Option<String>| match text {
        Some(text) => {
            measure_text(session, "");
            astray.set(text);
        }
        None => measure_file(session, kept.clone()),
    };
    if file.size() > LAUNCH_BYTES {
        return measure(None);
    }
    file.read(0.0, LAUNCH_BYTES, move |bytes| {
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        measure(text.filter(|text| launch::looks(text)));
    });
}

/// How far reading is, with the way to stop it.
fn progress() -> El {
    let session = session();
    let words = move || {
        let lang = session.lang();
        session
            .measured
            .with(|now| dataset::reading(lang, now.read, now.size, &now.summary))
    };
    let share = move || session.measured.with(|now| now.read / now.size.max(1.0));
    let bar = el("progress")
        .live("value", move || Some(grouped(share(), 3)))
        .attr("aria-hidden", "true");
    let stop = el("button")
        .attr("type", "button")
        .class("link")
        .press(move || session.stop_measuring())
        .says(t(Text::Stop));
    el("div")
        .class("progress")
        .child(bar)
        .child(el("p").class("note").says(words))
        .child(stop)
}

fn outcome() -> Option<AnyView> {
    let session = session();
    let now = session.measured.get();
    let empty = now.size == 0.0 && now.name.is_empty();
    if matches!(now.stage, Stage::Idle | Stage::Reading) || empty {
        return None;
    }
    let lang = session.lang();
    let broken = match now.stage {
        Stage::Stopped => Some(Text::DataStopped),
        Stage::Lost => Some(Text::DataLost),
        _ => None,
    };
    let mut parts: Vec<El> = Vec::new();
    if !now.name.is_empty() {
        parts.push(el("p").child(el("strong").text(now.name.clone())));
    }
    let said = |text: Text| el("p").class("error").text(i18n::text(lang, text));
    parts.extend(broken.map(said));
    if now.summary.samples > 0 {
        parts.extend(figures(&now));
    } else if now.summary.unread == 0 {
        parts.push(said(Text::DataNothing));
    }
    parts.extend(errors(&now.summary));
    Some(all(parts))
}

fn figures(now: &Measured) -> Vec<El> {
    let session = session();
    let lang = session.lang();
    let summary = &now.summary;
    let figures = dataset::lengths(lang, summary).map(|(name, value)| {
        el("div")
            .child(el("dt").text(name))
            .child(el("dd").text(value))
    });
    let bars = dataset::bars(lang, summary);
    let most = bars.iter().fold(0.0, |most, bar| larger(most, bar.1));
    let bars = bars.into_iter().map(|(name, share)| {
        let percent = i18n::percent(lang, share * 100.0, usize::from(share < 0.0995));
        let bar = el("meter")
            .attr("value", grouped(share / most, 3))
            .attr("aria-hidden", "true");
        el("tr")
            .child(el("th").attr("scope", "row").text(name))
            .child(el("td").child(bar))
            .child(el("td").class("n").text(percent))
    });
    let caption = el("caption")
        .class("hidden")
        .text(i18n::text(lang, Text::RowsByLength));
    vec![
        el("dl").class("peaks").children(figures),
        el("table")
            .class("lengths")
            .child(caption)
            .child(el("tbody").children(bars)),
        el("div").part(cut),
        el("div").part(|| Some(fill())),
        el("p").class("note").text(dataset::counted(lang, summary)),
    ]
}

/// What the sequence length of the form cuts.
fn cut() -> Option<El> {
    let session = session();
    let sequence = session.details()?.scenario.batch.sequence;
    let summary = session.measured.with(|now| now.summary.clone());
    let words = dataset::cut(session.lang(), &summary, sequence);
    (!words.is_empty()).then(|| el("p").class("note").text(words))
}

/// One press fills the form; what stands in it already is said.
fn fill() -> El {
    let session = session();
    let filled = move |draft: &Draft| {
        let mut draft = draft.clone();
        session.measured.with(|now| now.summary.fill(&mut draft));
        draft
    };
    let same = session.draft.with(|draft| filled(draft) == *draft);
    let press = move || session.commit(untrack(move || session.draft.with(filled)));
    if same {
        el("p").class("note").says(t(Text::DataFilled))
    } else {
        el("button")
            .attr("type", "button")
            .class("ghost")
            .press(press)
            .says(t(Text::DataFill))
    }
}

/// Rows that were passed over, each with its line.
fn errors(summary: &Summary) -> Vec<El> {
    let lang = session().lang();
    let said = |text: String| el("p").class("error").text(text);
    let named = summary.listed.iter().take(LISTED);
    let mut lines: Vec<El> = named.map(|row| said(dataset::unread(lang, row))).collect();
    let rest = summary.unread.saturating_sub(lines.len() as u64);
    if rest > 0 {
        lines.push(said(dataset::more_unread(lang, rest)));
    }
    lines
}
