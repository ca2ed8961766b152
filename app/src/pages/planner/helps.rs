//! What would help: single changes with what they do, one press to make.
use crate::components::{El, all, el};
use crate::i18n::{self, Lang, Text};
use crate::platform::page;
use crate::state::{Reach, holds, session};
use estimator::analysis::remedies::Remedy;
use estimator::memory::State;
use leptos::prelude::*;

/// The changes: under the verdict where it does not fit for sure, under the time where it does.
pub(super) fn helps(fitting: bool) -> El {
    let session = session();
    let others = move || {
        session.reach.with(|reach| {
            reach
                .as_ref()
                .is_some_and(|reach| session.draft.with(|now| *now != reach.draft))
        })
    };
    let here = holds(move || {
        let answer = session.answer();
        answer.is_some_and(|answer| (answer.report.verdict.state == State::Fits) == fitting)
    });
    let list = move || {
        if !here.get() {
            return None;
        }
        match session.reach.get().filter(|reach| reach.fits == fitting) {
            Some(reach) => (!reach.remedies.is_empty()).then(|| shown(session.lang(), &reach)),
            // With the verdict that asks for them comes their room: what stands below moves once, not again when they are found.
            None => (!fitting).then(|| el("div").class("room")),
        }
    };
    el("div")
        .class("later")
        .either("aria-busy", others)
        .part(list)
}

fn shown(lang: Lang, reach: &Reach) -> El {
    let fits = reach.fits;
    let title = if fits {
        Text::WouldBeFaster
    } else {
        Text::WouldHelp
    };
    let rows = reach.remedies.iter().map(|remedy| row(lang, reach, remedy));
    let table = el("table").child(el("tbody").child(all(rows)));
    el("section")
        .class("helps")
        .attr("id", if fits { "quicker" } else { "helps" })
        .attr("tabindex", "-1")
        .child(el("h2").text(i18n::text(lang, title)))
        .child(el("div").class("scroll").child(table))
        .child(
            el("p")
                .class("note")
                .text(i18n::text(lang, Text::HelpsScope)),
        )
}

fn row(lang: Lang, reach: &Reach, remedy: &Remedy) -> El {
    let session = session();
    let name = i18n::change_label(lang, remedy.change);
    let changed = remedy.applied(&reach.draft);
    let button = el("button")
        .attr("type", "button")
        .class("link")
        .attr(
            "aria-label",
            format!("{}: {name}", i18n::text(lang, Text::Apply)),
        )
        .press(move || {
            session.commit(changed.clone());
            // The rows are made anew; what they changed is the verdict.
            page::focus_soon("answer".to_owned());
        })
        .text(i18n::text(lang, Text::Apply));
    let unit = session.unit();
    let [memory, time] = i18n::effects(lang, remedy, unit);
    let state = el("em")
        .class(super::verdict::class(remedy.state))
        .text(i18n::state_label(lang, remedy.state));
    let host = remedy.host.map(|host| i18n::host_need(lang, host, unit));
    let batch = i18n::batch_change(lang, remedy.batch);
    let besides = host.into_iter().chain(batch);
    let besides = besides.map(|words| el("small").text(words));
    el("tr")
        .child(
            el("th")
                .attr("scope", "row")
                .text(name)
                .text(" ")
                .child(state)
                .children(besides),
        )
        .child(el("td").class("n").text(memory))
        .child(el("td").class("n").text(time))
        .child(el("td").class("n").child(button))
}
