//! A launch file that a person has: pasted, dropped or chosen, read here, applied in one step.
use crate::components::{El, el, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::files::{self, Picked};
use crate::platform::page;
use crate::state::session;
use estimator::launch::{Ignored, Reading, Took, Trouble, read};
use estimator::scenario::{Draft, import_config};
use leptos::prelude::*;

/// Bytes of a file that are looked at: one more than what is read as a text.
const MOST: f64 = 262_145.0;
/// Lines of a list that are spelled out.
const LISTED: usize = 60;

/// The box, what was read in it, and the button that takes it over.
pub(super) fn given() -> El {
    let session = session();
    let text = session.launch;
    let [over, applied] = [false, false].map(RwSignal::new);
    let lost = RwSignal::new(String::new());
    let take = move |file: Picked| {
        let name = file.name();
        applied.set(false);
        file.read(0.0, MOST, move |bytes| {
            lost.set(if bytes.is_some() {
                String::new()
            } else {
                name.clone()
            });
            if let Some(bytes) = bytes {
                text.set(String::from_utf8_lossy(&bytes).into_owned());
            }
        });
    };
    let apply = move || {
        let draft = session.draft.get_untracked();
        if let Some(draft) = text.with_untracked(|text| settings(text, &draft)) {
            applied.set(true);
            session.commit(draft);
            // What was read and left aside stood here before the press; what is new is the verdict.
            page::focus_soon("answer".to_owned());
        }
    };
    let area = el("textarea")
        .attr("id", "launch-text")
        .class("in wide")
        .attr("rows", "6")
        .attr("wrap", "off")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("aria-describedby", "launch-outcome")
        .value(move || text.get())
        .on("input", move |ev| {
            applied.set(false);
            lost.set(String::new());
            text.set(event_target_value(&ev));
        });
    let input = el("input")
        .attr("type", "file")
        .attr("id", "launch-chosen")
        .class("file")
        .on("change", move |ev| {
            if let Some(file) = files::chosen(&ev) {
                take(file);
            }
        });
    el("div")
        .class("printed")
        .when("over", move || over.get())
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
        .child(el("h4").says(t(Text::LaunchPaste)))
        .child(
            el("label")
                .class("note")
                .attr("for", "launch-text")
                .says(t(Text::LaunchPasteHint)),
        )
        .child(area)
        .child(input)
        .child(
            el("label")
                .class("ghost")
                .attr("for", "launch-chosen")
                .says(t(Text::ChooseFile)),
        )
        .child(became(lost, applied))
        .part(move || {
            let draft = session.draft.get_untracked();
            let usable = text.with(|text| settings(text, &draft).is_some());
            usable.then(|| {
                el("button")
                    .attr("type", "button")
                    .attr("id", "launch-apply")
                    .class("ghost")
                    .press(apply)
                    .says(t(Text::Apply))
            })
        })
}

/// What became of the text: `lost` is the name of a file that could not be read.
fn became(lost: RwSignal<String>, applied: RwSignal<bool>) -> El {
    let session = session();
    let failed = move || {
        let name = lost.get();
        (!name.is_empty()).then(|| {
            el("p")
                .class("error")
                .text(i18n::launch::lost(session.lang(), &name))
        })
    };
    let read = move || {
        // The draft is no reason to read again: what the text says is the same.
        let draft = session.draft.get_untracked();
        session
            .launch
            .with(|text| outcome(session.lang(), text, &draft))
    };
    let done = move || {
        applied
            .get()
            .then(|| el("p").class("note").says(t(Text::LaunchApplied)))
    };
    el("div")
        .attr("id", "launch-outcome")
        .attr("role", "status")
        .part(failed)
        .part(read)
        .part(done)
}

/// The settings with those of a text in their place; a model's `config.json` sets the model.
fn settings(text: &str, draft: &Draft) -> Option<Draft> {
    match read(text, draft) {
        Ok(reading) => Some(reading.draft),
        Err(Trouble::Model) => {
            let mut draft = draft.clone();
            import_config(text).ok()?.apply(&mut draft);
            Some(draft)
        }
        Err(_) => None,
    }
}

fn outcome(lang: Lang, text: &str, draft: &Draft) -> Option<El> {
    let error = |text: String| el("p").class("error").text(text);
    Some(match read(text, draft) {
        Ok(reading) => told(lang, &reading),
        Err(Trouble::Empty) => return None,
        Err(Trouble::Model) => match import_config(text) {
            Ok(_) => el("p").class("note").says(t(Text::LaunchModel)),
            Err(wrong) => error(i18n::config_error_text(lang, &wrong)),
        },
        Err(trouble) => error(i18n::launch::trouble(lang, trouble)),
    })
}

/// What was read, assumed and left aside; what needs attention first.
fn told(lang: Lang, reading: &Reading) -> El {
    let took = |list: &[Took]| {
        list.iter()
            .map(|took| i18n::launch::took(lang, took))
            .collect::<Vec<_>>()
    };
    let of = |harmless: bool| {
        let ignored = reading.ignored.iter();
        let ignored = ignored.filter(move |(_, why)| (*why == Ignored::Harmless) == harmless);
        ignored
            .map(|(entry, why)| i18n::launch::ignored(lang, entry, *why))
            .collect::<Vec<_>>()
    };
    let issues = reading.draft.check().scenario.err().unwrap_or_default();
    let issues = issues.into_iter().map(|issue| {
        let words = i18n::issue_text(lang, &issue);
        el("p")
            .class("error")
            .text([i18n::param_label(lang, issue.param), ": ", &words].concat())
    });
    let aside = of(false).into_iter().chain(of(true)).collect();
    el("div")
        .child(el("p").child(el("strong").text(i18n::launch::found(
            lang,
            reading.format.name,
            reading.read.len(),
        ))))
        .children(issues.take(4))
        .child(list(Text::LaunchRead, took(&reading.read), false))
        .child(list(Text::LaunchAssumed, took(&reading.assumed), true))
        .child(list(Text::LaunchIgnored, aside, !of(false).is_empty()))
}

/// A list under a heading that says how long it is.
fn list(title: Text, items: Vec<String>, open: bool) -> El {
    let more = items.len().saturating_sub(LISTED);
    let count = items.len();
    let lines = items
        .into_iter()
        .take(LISTED)
        .map(|text| el("li").text(text));
    let rest = (more > 0).then(|| el("li").text(["+ ", &more.to_string()].concat()));
    el("details")
        .present("open", move || open && count > 0)
        .child(el("summary").says(move || [t(title)(), " (", &count.to_string(), ")"].concat()))
        .child(el("ul").children(lines).children(rest))
}
