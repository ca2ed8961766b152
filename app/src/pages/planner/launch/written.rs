//! The files of a scenario.
use crate::components::{El, el, t};
use crate::i18n::{self, Text};
use crate::platform::{clipboard, export, page};
use crate::state::session;
use estimator::launch::{File, Format, formats, write};
use estimator::scenario::Param;
use leptos::prelude::*;
use std::time::Duration;

/// How long a button says that it copied.
const PRAISE: Duration = Duration::from_secs(2);

/// Frameworks to choose from, their files, and what those cannot say.
pub(super) fn written() -> El {
    let chosen = RwSignal::new("");
    let format = move || {
        let stack = session().field(Param::Stack).text;
        let wanted = chosen.get();
        let mut offered = formats().iter().filter(|format| format.offered);
        // Until one is chosen the framework's own.
        let own = |format: &&Format| format.stacks.first() == Some(&&*stack);
        let reads = |format: &&Format| format.stacks.contains(&&*stack);
        offered
            .clone()
            .find(|format| format.key == wanted)
            .or_else(|| {
                offered
                    .clone()
                    .filter(|format| format.key != "ds")
                    .find(own)
            })
            .or_else(|| {
                offered
                    .clone()
                    .filter(|format| format.key != "ds")
                    .find(reads)
            })
            .or_else(|| offered.next())
    };
    let chip = move |offered: &'static Format| {
        el("button")
            .attr("type", "button")
            .class("chip")
            .either("aria-pressed", move || {
                format().is_some_and(|format| format.key == offered.key)
            })
            .press(move || chosen.set(offered.key))
            .text(offered.name)
    };
    let chips = formats().iter().filter(|format| format.offered).map(chip);
    el("div")
        .child(el("p").class("note").says(t(Text::LaunchHint)))
        .child(
            el("div")
                .class("chips")
                .attr("role", "group")
                .live("aria-label", || Some(t(Text::Launch)()))
                .children(chips),
        )
        .part(move || format().map(files))
}

fn files(format: &'static Format) -> El {
    let session = session();
    let lang = session.lang();
    let checked = session.draft.with(estimator::scenario::Draft::check);
    if checked.scenario.is_err() {
        return el("p").class("note").says(t(Text::LaunchWrong));
    }
    let mut written = write(&checked, format);
    if let Some(answer) = session.answer() {
        written.head(&answer.report);
    }
    let all_said = written.unsaid.is_empty();
    let unsaid = (!all_said).then(|| {
        let items = written.unsaid.iter();
        let items = items.map(|unsaid| el("li").text(i18n::launch::unsaid(lang, unsaid)));
        el("div")
            .attr("id", "launch-unsaid")
            .child(el("h4").says(t(Text::LaunchUnsaid)))
            .child(el("ul").children(items))
    });
    let said = all_said.then(|| {
        el("p")
            .class("note")
            .attr("id", "launch-said")
            .says(t(Text::LaunchSaid))
    });
    el("div")
        .children(
            written
                .files
                .into_iter()
                .enumerate()
                .map(|(at, file)| shown(at, file)),
        )
        .children(unsaid)
        .children(said)
}

fn shown(at: usize, file: File) -> El {
    let session = session();
    let id = ["launch-file-", &at.to_string()].concat();
    let copied = RwSignal::new(false);
    let File { name, text } = file;
    let (to_copy, to_save, to_select) = (text.clone(), text.clone(), id.clone());
    let copy = move || {
        let id = to_select.clone();
        clipboard::copy(&to_copy, move |done| {
            copied.set(done);
            // Where the browser refuses, a key does it.
            if done {
                set_timeout(
                    move || {
                        copied.try_set(false);
                    },
                    PRAISE,
                );
            } else {
                page::select_inside(&id);
            }
        });
    };
    let said = move || {
        i18n::text(
            session.lang(),
            if copied.get() {
                Text::ScriptCopied
            } else {
                Text::Copy
            },
        )
    };
    // Several files have the same buttons: which one is meant stands beside them.
    let named = ["launch-name-", &at.to_string()].concat();
    let button = |act: Box<dyn Fn()>| {
        el("button")
            .attr("type", "button")
            .class("ghost")
            .attr("aria-describedby", named.clone())
            .press(act)
    };
    el("div")
        .class("launch-file")
        .child(
            el("div")
                .class("chips")
                .child(el("code").attr("id", named.clone()).text(name))
                .child(button(Box::new(copy)).says(said))
                .child(
                    button(Box::new(move || export::save(name, "text/plain", &to_save)))
                        .says(t(Text::SaveFile)),
                ),
        )
        .child(
            el("pre")
                .attr("id", id)
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", name)
                .text(text),
        )
}
