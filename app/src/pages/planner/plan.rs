//! The plan: the smallest that runs, the one to take, the cheapest; and why the rest was left out.
use crate::components::{El, all, el, t};
use crate::i18n::{self, Lang, Text};
use crate::state::{Planned, session};
use estimator::plan::Choice;
use estimator::scenario::Scenario;
use leptos::prelude::*;

/// Rejected families that are listed.
const LISTED: usize = 24;

/// The section. It comes a moment after the answer.
pub(super) fn plan() -> El {
    let session = session();
    let others = move || {
        session.late.with(|late| {
            let plan = late.plan.as_ref();
            plan.is_none_or(|plan| session.draft.with(|now| *now != plan.draft))
        })
    };
    let cards = move || {
        let planned = session.late.with(|late| late.plan.clone())?;
        let scenario = planned.draft.check().scenario.ok()?;
        Some(shown(session.lang(), &planned, &scenario))
    };
    let pending = move || {
        let none = session.late.with(|late| late.plan.is_none());
        none.then(|| {
            el("p")
                .class("note")
                .text(i18n::text(session.lang(), Text::PlanPending))
        })
    };
    el("section")
        .class("plan")
        .attr("id", "plan")
        .child(el("h2").says(t(Text::Plan)))
        .part(pending)
        .child(el("div").when("stale", others).part(cards))
}

fn shown(lang: Lang, planned: &Planned, scenario: &Scenario) -> El {
    let plan = &planned.plan;
    let cards = [
        (
            i18n::text(lang, Text::PlanSmallest).to_owned(),
            &plan.minimum,
        ),
        (
            i18n::recommended(lang, scenario.data.deadline),
            &plan.recommended,
        ),
        (
            i18n::text(lang, Text::PlanCheapest).to_owned(),
            &plan.cheapest,
        ),
    ];
    let cards = cards
        .into_iter()
        .map(|(title, choice)| card(lang, planned, scenario, title, choice.as_ref()));
    let rejected = plan.rejected.iter().take(LISTED).map(|rejected| {
        let session = session();
        el("li").text(i18n::rejected(
            lang,
            rejected,
            &planned.space,
            session.unit(),
        ))
    });
    let left_out = el("details")
        .child(el("summary").text(i18n::text(lang, Text::PlanRejected)))
        .child(el("ul").children(rejected));
    el("div")
        .child(el("div").class("cards").children(cards))
        .child(
            el("p")
                .class("note")
                .text(i18n::plan_scope(lang, planned.decided, &planned.space)),
        )
        .child(left_out)
}

fn card(
    lang: Lang,
    planned: &Planned,
    scenario: &Scenario,
    title: String,
    choice: Option<&Choice>,
) -> El {
    let session = session();
    let empty = el("div").class("card").child(el("h3").text(title));
    let Some(choice) = choice else {
        return empty.child(el("p").text(i18n::text(lang, Text::PlanNone)));
    };
    let changed = choice.candidate.patch(&planned.space).into_iter().fold(
        planned.draft.clone(),
        |draft, (param, text)| {
            // What the form says already stays untouched, so that a choice shows what it changes.
            draft.with(param, text)
        },
    );
    let [name, layout, figures] =
        i18n::choice(lang, choice, &planned.space, scenario, session.unit());
    let button = el("button")
        .attr("type", "button")
        .class("link")
        .attr(
            "aria-label",
            format!("{}: {name}", i18n::text(lang, Text::UseValue)),
        )
        .press(move || session.commit(changed.clone()))
        .text(i18n::text(lang, Text::UseValue));
    empty.child(el("strong").text(name)).child(all([
        el("p").text(layout),
        el("p").text(figures),
        button,
    ]))
}
