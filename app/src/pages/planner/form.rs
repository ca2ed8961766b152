//! The form, in the order in which people can answer. Every row comes from the table of inputs.
use super::{gpu, model, stack};
use crate::components::{Row, flag, maybe, part, says};
use crate::i18n;
use crate::state::session;
use estimator::memory::Fact;
use estimator::scenario::{Group, Kind, Origin, PARAMS, Param};
use leptos::prelude::*;

/// Every group.
pub(super) fn form() -> AnyView {
    view! {
        {group(Group::Model)}
        {group(Group::Method)}
        {group(Group::Hardware)}
        {group(Group::Data)}
        {batch()}
        {stack::stack()}
        {folded(Group::Parallel)}
        {folded(Group::Details)}
        {folded(Group::Around)}
    }
    .into_any()
}

/// The inputs of a group.
pub(super) fn params(group: Group) -> impl Iterator<Item = Param> {
    PARAMS.iter().filter(move |info| info.group == group).map(|info| info.param)
}

fn group(group: Group) -> AnyView {
    let session = session();
    view! {
        <fieldset>
            <legend>{says(move || i18n::group_label(session.lang(), group))}</legend>
            {params(group).map(line).collect_view()}
        </fieldset>
    }
    .into_any()
}

fn line(param: Param) -> AnyView {
    match param.info().kind {
        Kind::Model => model::model(param),
        Kind::Gpu => gpu::gpu(param),
        _ => view! { <Row param=param/> }.into_any(),
    }
}

/// What the batch comes to.
fn batch() -> AnyView {
    let session = session();
    let line = maybe(move || {
        let lang = session.lang();
        let answer = session.answer()?;
        let facts = answer.report.facts.iter().filter(|fact| matches!(fact, Fact::GlobalBatch(_) | Fact::TokensPerStep(_)));
        let words: Vec<String> = facts.map(|fact| format!("{} {}", i18n::fact_label(lang, *fact), i18n::fact_text(lang, *fact))).collect();
        Some(words.join(" · "))
    });
    view! { <p class="note under">{line}</p> }.into_any()
}

/// A group that most people never open, with the number of inputs in it that were changed.
fn folded(group: Group) -> AnyView {
    let session = session();
    let changed = Memo::new(move |_| {
        let fields = params(group).map(|param| session.field(param));
        fields.filter(|field| field.applies && field.origin == Origin::Chosen).count()
    });
    let present = Memo::new(move |_| params(group).any(|param| session.field(param).applies));
    let count = part(move || (changed.get() > 0).then(|| view! { <span class="count">{changed.get().to_string()}</span> }));
    view! {
        <details class="fold" hidden=flag(move || !present.get())>
            <summary>{says(move || i18n::group_label(session.lang(), group))} {count}</summary>
            <div class="rows">{params(group).map(line).collect_view()}</div>
        </details>
    }
    .into_any()
}
