//! The form, in the order in which people can answer. Every row comes from the table of inputs.
use super::{dataset, gpu, model, stack};
use crate::components::{El, Turns, all, el, row};
use crate::i18n;
use crate::state::session;
use estimator::memory::Fact;
use estimator::scenario::{Group, Kind, Origin, PARAMS, Param};
use leptos::prelude::*;

/// Every group; `at`: the turns of those that everyone answers, then of the others.
pub(super) fn form(turns: Turns, at: [u8; 6]) -> AnyView {
    let [model, method, hardware, data, beside, rest] = at;
    all([
        turns.at(model, || group(Group::Model)),
        turns.at(method, || group(Group::Method)),
        turns.at(hardware, || group(Group::Hardware)),
        turns.at(data, || all([group(Group::Data), batch()])),
        turns.at(beside, || {
            all([dataset::dataset(), folded(Group::Lengths), stack::stack()])
        }),
        turns.at(rest, || all(FOLDED.map(folded))),
    ])
}

/// Groups that most people never open.
const FOLDED: [Group; 6] = [
    Group::Parallel,
    Group::Details,
    Group::Around,
    Group::Host,
    Group::Plan,
    Group::Money,
];

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

/// One input.
pub(in super::super) fn line(param: Param) -> AnyView {
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
