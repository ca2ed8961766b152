//! The training framework, what was chosen against its defaults, and what it assumes.
use super::form::params;
use crate::components::{Row, part, says, t};
use crate::i18n::{self, Text};
use crate::state::session;
use estimator::scenario::{Group, Origin, Param};
use leptos::prelude::*;

/// The group.
pub(super) fn stack() -> AnyView {
    let session = session();
    let name = move || {
        let key = session.field(Param::Stack).text;
        estimator::stack::find(&key).map(|stack| (stack.name, stack.measured, stack.source))
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
    let evidence = part(move || {
        name().map(|(_, measured, source)| {
            let lang = session.lang();
            view! {
                {i18n::measured_or_not(lang, measured)} " "
                <a href=source.url target="_blank" rel="noopener noreferrer">{t(Text::Source)}</a>
            }
        })
    });
    let title = says(move || {
        let stack = name().map_or("", |(name, ..)| name);
        i18n::assumed_count(session.lang(), assumed.with(Vec::len), stack)
    });
    view! {
        <fieldset class="stack">
            <legend>{says(move || i18n::group_label(session.lang(), Group::Stack))}</legend>
            <Row param=Param::Stack/>
            <p class="note">{evidence}</p>
            {part(move || Some(rows(chosen.get())))}
            <div class="assumed-box" role="group" aria-label=t(Text::Assumed)>
                <p class="assumed-title">{title}</p>
                {part(move || Some(rows(assumed.get())))}
            </div>
        </fieldset>
    }
    .into_any()
}

fn rows(params: Vec<Param>) -> Vec<AnyView> {
    params.into_iter().map(|param| view! { <Row param=param/> }.into_any()).collect()
}
