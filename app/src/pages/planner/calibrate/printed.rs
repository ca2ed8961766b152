//! What a script printed, pasted with whatever surrounds it. The text stays, whatever becomes of it.
use super::button;
use crate::components::{El, el, t};
use crate::i18n::{self, Lang, Text};
use crate::state::session;
use estimator::calibration::line::{self, Profile};
use estimator::calibration::{MAX_RUNS, Run};
use leptos::prelude::*;

/// Lines that are spelled out.
const LISTED: usize = MAX_RUNS;
/// Reasons that are.
const REASONS: usize = 8;

/// The box, what was read in it, and the buttons that make runs.
pub(super) fn printed() -> El {
    let session = session();
    let text = session.printed;
    let added = RwSignal::new(false);
    let room = move || MAX_RUNS - session.short.with(|short| short.runs.len().min(MAX_RUNS));
    let read = move || text.with(|text| usable(&line::read(text)));
    let add = move |runs: Vec<Run>| {
        let mut all = session.short.with_untracked(|short| short.runs.clone());
        all.extend(runs.into_iter().take(MAX_RUNS.saturating_sub(all.len())));
        session.commit_runs(all);
    };
    let add_read = move || {
        let draft = session.draft.get_untracked();
        let found = untrack(read);
        add(found.iter().map(|profile| profile.run(&draft)).collect());
        added.set(true);
    };
    let outcome = move || {
        text.with(|text| !text.trim().is_empty())
            .then(|| text.with(|text| outcome(session.lang(), text)))
    };
    let adding = move || {
        let count = read().len().min(room());
        if added.get() {
            return Some(el("p").class("note").says(t(Text::RunAdded)));
        }
        let words = i18n::calibration::add_read(session.lang(), count);
        (count > 0).then(|| button("ghost", add_read).text(words))
    };
    let area = el("textarea")
        .attr("id", "printed-text")
        .class("in wide")
        .attr("rows", "3")
        .attr("wrap", "off")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("aria-describedby", "printed-outcome")
        .value(move || text.get_untracked())
        .on("input", move |ev| {
            added.set(false);
            text.set(event_target_value(&ev));
        });
    let present = move || {
        if room() == 0 {
            return Some(el("p").class("note").says(t(Text::RunsFull)));
        }
        let present = move || add(vec![Run::of(session.draft.get_untracked())]);
        // Lines that were read wait to be added: a run without figures beside them would be taken for theirs.
        (added.get() || read().is_empty()).then(|| button("ghost", present).says(t(Text::AddRun)))
    };
    el("div")
        .class("printed")
        .child(
            el("label")
                .class("note")
                .attr("for", "printed-text")
                .says(t(Text::Printed)),
        )
        .child(area)
        .child(
            el("div")
                .attr("id", "printed-outcome")
                .attr("role", "status")
                .part(outcome)
                .part(adding),
        )
        .part(present)
}

/// Lines that measured something.
fn usable(profiles: &[Profile]) -> Vec<Profile> {
    let measured = |profile: &&Profile| {
        let mut figures = profile.figures.iter();
        figures.any(|(figure, _)| figure.metric().is_some())
    };
    profiles.iter().filter(measured).cloned().collect()
}

fn outcome(lang: Lang, text: &str) -> El {
    let profiles = line::read(text);
    let note = |text: String| el("p").class("note").text(text);
    let read = profiles.iter().take(LISTED);
    let read = read.map(|profile| note(i18n::calibration::read_line(lang, profile)));
    let issues = profiles.iter().flat_map(|profile| &profile.issues);
    let issues = issues.map(|issue| i18n::calibration::line_issue(lang, issue));
    let nowhere = profiles.iter().filter(|profile| profile.lost_gpu());
    let nowhere = nowhere.filter_map(|profile| profile.gpu.as_deref());
    let nowhere = nowhere.map(|name| i18n::calibration::unknown_gpu(lang, name));
    let fixed = [
        (profiles.is_empty(), Text::PrintedNothing),
        (text.len() > line::LONGEST, Text::PrintedLong),
    ];
    let fixed = fixed.into_iter().filter(|(holds, _)| *holds);
    let fixed = fixed.map(|(_, text)| i18n::text(lang, text).to_owned());
    let wrong = issues.chain(nowhere).chain(fixed).take(REASONS);
    el("div")
        .children(read)
        .children(wrong.map(|text| el("p").class("error").text(text)))
}
