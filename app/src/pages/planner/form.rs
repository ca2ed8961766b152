//! The form, in the order in which people can answer. Every row comes from the table of inputs.
use super::{dataset, gpu, model, stack};
use crate::components::{El, all, el, row};
use crate::i18n;
use crate::state::session;
use estimator::memory::Fact;
use estimator::scenario::{Group, Kind, Origin, PARAMS, Param};
use leptos::prelude::*;

/// Every group.
pub(super) fn form() -> AnyView {
    all([
        group(Group::Model),
        group(Group::Method),
        group(Group::Hardware),
        group(Group::Data),
        batch(),
        dataset::dataset(),
        folded(Group::Lengths),
        stack::stack(),
        folded(Group::Parallel),
        folded(Group::Details),
        folded(Group::Around),
        folded(Group::Host),
        folded(Group::Money),
    ])
}

/// The inputs of a group.
pub(super) fn params(group: Group) -> impl Iterator<Item = Param> {
    PARAMS
        .iter()
        .filter(move |info| info.group == group)
        .map(|info| info.param)
}

fn group(group: Group) -> El {
    let session = session();
    let name = move || i18n::group_label(session.lang(), group);
    el("fieldset")
        .child(el("legend").says(name))
        .children(params(group).map(line))
}

fn line(param: Param) -> AnyView {
    match param.info().kind {
        Kind::Model => model::model(param),
        Kind::Gpu => gpu::gpu(param),
        _ => row(param),
    }
}

/// What the batch comes to.
fn batch() -> El {
    let session = session();
    let words = move || {
        let lang = session.lang();
        let facts = session
            .answer()
            .map(|answer| answer.report.facts.clone())
            .unwrap_or_default();
        let facts = facts
            .into_iter()
            .filter(|fact| matches!(fact, Fact::GlobalBatch(_) | Fact::TokensPerStep(_)));
        let words = facts.map(|fact| {
            format!(
                "{} {}",
                i18n::fact_label(lang, fact),
                i18n::fact_text(lang, fact)
            )
        });
        words.collect::<Vec<_>>().join(" · ")
    };
    el("p").class("note under").says(words)
}

/// A group that most people never open, with the number of inputs in it that were changed.
fn folded(group: Group) -> El {
    let session = session();
    let changed = move || {
        let fields = params(group).map(|param| session.field(param));
        fields
            .filter(|field| field.applies && field.origin == Origin::Chosen)
            .count()
    };
    let present = move || params(group).any(|param| session.field(param).applies);
    let count = move || {
        Some(changed())
            .filter(|count| *count > 0)
            .map(|count| el("span").class("count").text(count.to_string()))
    };
    let name = move || i18n::group_label(session.lang(), group);
    el("details")
        .class("fold")
        .present("hidden", move || !present())
        .child(el("summary").says(name).text(" ").part(count))
        .child(el("div").class("rows").children(params(group).map(line)))
}
