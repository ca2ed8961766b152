//! The training framework, what was chosen against its defaults, and what it assumes.
use super::form::params;
use crate::components::{Row, t};
use crate::i18n::{self, Text};
use crate::state::session;
use estimator::scenario::{Group, Origin, Param};
use leptos::prelude::*;

/// The group.
pub(super) fn stack() -> AnyView {
    let session = session();
    let name = Memo::new(move |_| {
        let key = session.field(Param::Stack).text;
        estimator::stack::find(&key).map(|stack| (stack.name, stack.measured, stack.source))
    });
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
        name.get().map(|(_, measured, source)| {
            let lang = session.lang.get();
            view! {
                {i18n::measured_or_not(lang, measured)} " "
                <a href=source.url target="_blank" rel="noopener noreferrer">{t(Text::Source)}</a>
            }
        })
    };
    let title = move || {
        let stack = name.get().map_or("", |(name, ..)| name);
        i18n::assumed_count(session.lang.get(), assumed.with(Vec::len), stack)
    };
    view! {
        <fieldset class="stack">
            <legend>{move || i18n::group_label(session.lang.get(), Group::Stack)}</legend>
            <Row param=Param::Stack/>
            <p class="note">{evidence}</p>
            <For each=move || chosen.get() key=|param| *param children=|param| view! { <Row param=param/> }/>
            <div class="assumed-box" role="group" aria-label=t(Text::Assumed)>
                <p class="assumed-title">{title}</p>
                <For each=move || assumed.get() key=|param| *param children=|param| view! { <Row param=param/> }/>
            </div>
        </fieldset>
    }
    .into_any()
}
