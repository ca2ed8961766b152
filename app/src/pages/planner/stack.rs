//! The training framework, what was chosen against its defaults, and what it assumes.
use super::form::params;
use crate::components::{El, all, el, row, t};
use crate::i18n::{self, Text};
use crate::state::session;
use estimator::scenario::{Group, Origin, Param};
use leptos::prelude::*;

/// The group.
pub(super) fn stack() -> El {
    let session = session();
    // Told only when it is another one: a fieldset in which a part is replaced is laid out anew.
    let key = Memo::new(move |_| session.field(Param::Stack).text);
    let known = move || {
        key.with(|key| estimator::stack::find(key))
            .map(|stack| (stack.measured, stack.source))
    };
    let listed = move |chosen: bool| {
        let own = params(Group::Stack).filter(|param| *param != Param::Stack);
        own.filter(|param| {
            let field = session.field(*param);
            field.applies && (field.origin == Origin::Chosen) == chosen
        })
        .collect::<Vec<Param>>()
    };
    let chosen = Memo::new(move |_| listed(true));
    let assumed = Memo::new(move |_| listed(false));
    let evidence = move || {
        known().map(|(measured, source)| {
            let link = outside(source.url).says(t(Text::Source));
            el("p")
                .class("note")
                .text(i18n::measured_or_not(session.lang(), measured))
                .text(" ")
                .child(link)
        })
    };
    let title = move || {
        let lang = session.lang();
        let stack = i18n::choice_label(lang, Param::Stack, &session.field(Param::Stack).text);
        i18n::assumed_count(lang, assumed.with(Vec::len), stack)
    };
    let defaults = el("div")
        .class("assumed-box")
        .attr("role", "group")
        .live("aria-label", move || Some(t(Text::Assumed)()))
        .child(el("p").class("assumed-title").says(title))
        .part(move || Some(all(assumed.get().into_iter().map(row))));
    el("fieldset")
        .class("stack")
        .child(el("legend").says(move || i18n::group_label(session.lang(), Group::Stack)))
        .child(row(Param::Stack))
        .part(evidence)
        .part(move || Some(all(chosen.get().into_iter().map(row))))
        .child(defaults)
}

/// A link that leaves the page.
pub(in crate::pages) fn outside(url: &'static str) -> El {
    el("a")
        .attr("href", url)
        .attr("target", "_blank")
        .attr("rel", "noopener noreferrer")
}
