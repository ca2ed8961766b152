//! The plan: the smallest that runs, the one to take, the cheapest, what lies between; and why the rest was left out.
use super::plan_front::front;
use crate::components::{El, all, el, plain, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::page;
use crate::state::{Planned, calibration, session};
use estimator::host::HostReport;
use estimator::plan::{Advice, Choice, advice};
use estimator::scenario::{Draft, Param, Scenario, Unit};
use leptos::prelude::*;

/// Rejected families that are listed.
const LISTED: usize = 24;

/// The section. It comes a moment after the answer.
pub(in super::super) fn plan() -> El {
    let session = session();
    let others = move || {
        session.plan.with(|plan| {
            plan.as_ref()
                .is_none_or(|plan| session.draft.with(|now| *now != plan.draft))
        })
    };
    let cards = move || {
        let planned = session.plan.get()?;
        let scenario = planned.draft.check().scenario.ok()?;
        Some(shown(session.lang(), &planned, &scenario))
    };
    el("section")
        .class("plan")
        .attr("id", "plan")
        .child(el("h2").says(t(Text::Plan)))
        .child(searching())
        .child(
            el("div")
                .class("later")
                .either("aria-busy", others)
                .part(cards),
        )
}

/// How far the search is, and a way to stop it.
fn searching() -> El {
    let session = session();
    let rests = move || session.planning.with(String::is_empty);
    el("p")
        .class("note")
        .present("hidden", rests)
        .says(t(Text::PlanPending))
        .text(" ")
        .child(el("span").class("n").says(move || session.planning.get()))
        .text(" ")
        .child(
            el("button")
                .attr("type", "button")
                .class("link")
                .press(move || session.planning.set(String::new()))
                .says(t(Text::PlanStop)),
        )
}

fn shown(lang: Lang, planned: &Planned, scenario: &Scenario) -> El {
    let plan = &planned.plan;
    let patience = plan.recommended.and_then(|choice| choice.patience());
    let cards = [
        (
            i18n::text(lang, Text::PlanSmallest).to_owned(),
            &plan.minimum,
        ),
        (
            i18n::recommended(lang, scenario.data.deadline, patience),
            &plan.recommended,
        ),
        (
            i18n::text(lang, Text::PlanCheapest).to_owned(),
            &plan.cheapest,
        ),
    ];
    let nearest = plan.nearest.as_ref().map(|nearest| {
        let title = i18n::text(lang, Text::PlanNearest).to_owned();
        card(lang, planned, scenario, title, Some(nearest))
    });
    let cards = once_each(cards)
        .into_iter()
        .map(|(title, choice)| card(lang, planned, scenario, title, choice));
    let unit = session().unit();
    let rejected = plan
        .rejected
        .iter()
        .take(LISTED)
        .map(|rejected| i18n::rejected(lang, rejected, &planned.space, unit));
    let left_out = el("details")
        .child(el("summary").text(i18n::text(lang, Text::PlanRejected)))
        .child(list(rejected));
    el("div")
        .child(el("h3").text(i18n::text(lang, Text::PlanAdvice)))
        .child(remarks(lang, advised(&planned.draft, scenario)))
        .child(el("div").class("cards").children(cards).children(nearest))
        .child(node())
        .child(front(lang, planned, scenario))
        .child(el("p").class("note").text(i18n::plan_scope(
            lang,
            [planned.decided, planned.total],
            &planned.space,
        )))
        .child(left_out)
}

/// The host memory that a node has, where its lack decides.
fn node() -> El {
    let session = session();
    let input = plain("decimal", move |text| session.type_text(Param::Ram, &text))
        .attr("placeholder", "128 × GPU")
        .value(move || session.field(Param::Ram).text);
    let label = move || i18n::param_label(session.lang(), Param::Ram);
    let unit = move || i18n::unit_label(session.lang(), Unit::Gib);
    el("label")
        .class("asked")
        .child(el("span").says(label))
        .child(
            el("span")
                .class("box")
                .child(input)
                .child(el("span").class("unit short").says(unit)),
        )
}

/// Cards of the same choice are one, with all their titles.
fn once_each<'a>(
    cards: impl IntoIterator<Item = (String, &'a Option<Choice>)>,
) -> Vec<(String, Option<&'a Choice>)> {
    let mut all: Vec<(String, Option<&Choice>)> = Vec::new();
    for (title, choice) in cards {
        let of = |choice: Option<&Choice>| choice.map(|choice| choice.candidate);
        let choice = choice.as_ref();
        let same =
            |known: &&mut (String, Option<&Choice>)| choice.is_some() && of(known.1) == of(choice);
        match all.iter_mut().find(same) {
            Some((titles, _)) => {
                titles.push_str(" · ");
                titles.push_str(&title);
            }
            None => all.push((title, choice)),
        }
    }
    all
}

fn list(lines: impl Iterator<Item = String>) -> El {
    el("ul").children(lines.map(|line| el("li").text(line)))
}

/// What a configuration's numbers say, by what short runs taught.
fn advised(draft: &Draft, scenario: &Scenario) -> Vec<Advice> {
    let learnt = untrack(move || session().in_force());
    advice(draft, scenario, &calibration(learnt.as_ref()))
}

fn remarks(lang: Lang, advice: Vec<Advice>) -> El {
    let unit = session().unit();
    let lines = advice
        .into_iter()
        .map(|advice| i18n::advised(lang, &advice, unit));
    list(lines).class("advice")
}

/// The form with a choice in it.
pub(super) fn adopted(planned: &Planned, choice: &Choice) -> Draft {
    choice.candidate.draft(&planned.draft, &planned.space)
}

/// What a choice changes in the form besides what its layout says.
pub(super) fn changes(lang: Lang, planned: &Planned, adopted: &Draft) -> Option<String> {
    i18n::changed(lang, &planned.draft.check(), &adopted.check())
}

/// What puts a choice into the form.
pub(super) fn adopt(lang: Lang, planned: &Planned, choice: &Choice, name: &str) -> El {
    let session = session();
    let changed = adopted(planned, choice);
    if !session.keeps_locked(&changed) {
        return el("span");
    }
    el("button")
        .attr("type", "button")
        .class("link")
        .attr(
            "aria-label",
            [i18n::text(lang, Text::UseValue), ": ", name].concat(),
        )
        .press(move || {
            session.commit(changed.clone());
            page::focus_soon("answer".to_owned());
        })
        .text(i18n::text(lang, Text::UseValue))
}

fn card(
    lang: Lang,
    planned: &Planned,
    scenario: &Scenario,
    title: String,
    choice: Option<&Choice>,
) -> El {
    let empty = el("div").class("card").child(el("h3").text(title));
    let Some(choice) = choice else {
        return empty.child(el("p").text(i18n::text(lang, Text::PlanNone)));
    };
    let unit = session().unit();
    let draft = adopted(planned, choice);
    let changes = changes(lang, planned, &draft);
    let own = draft.check().scenario.ok();
    let host = own.as_ref().map(HostReport::of);
    let mut judged = *choice;
    // The card's word holds for GPU and node.
    if let Some(verdict) = host.as_ref().and_then(|host| host.verdict) {
        let state = &mut judged.figures.verdict.state;
        *state = state.worse(verdict.state);
    }
    let [name, layout, figures] = i18n::choice(lang, &judged, &planned.space, scenario, unit);
    let host = own.as_ref().zip(host);
    let host = host.map(|(own, host)| el("p").text(i18n::host_share(lang, own, host.peak, unit)));
    let button = adopt(lang, planned, choice, &name);
    let warned = own.map(|scenario| advised(&draft, &scenario));
    let mut warned = warned.unwrap_or_default();
    warned.retain(of_layout);
    let warned = (!warned.is_empty()).then(|| remarks(lang, warned));
    empty
        .child(el("strong").text(name))
        .child(all([el("p").text(layout), el("p").text(figures)]))
        .children(host)
        .children(changes.map(|changes| el("p").class("changes").text(changes)))
        .children(warned)
        .child(button)
}

/// Whether a remark is about how work is laid out; the others hold for every choice.
const fn of_layout(advice: &Advice) -> bool {
    matches!(
        advice,
        Advice::SlowShards { .. } | Advice::ManyAccumulations { .. } | Advice::GainsLittle { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::plan::{Goal, Search, Space};

    #[test]
    fn cards_of_one_choice_are_one() {
        let draft = Draft::default();
        let scenario = draft.check().scenario.expect("a scenario");
        let space = Space::around(&scenario);
        let mut search = Search::new(&draft, space, &Goal::default()).expect("a search");
        while !search.step(10_000).done {}
        let one = search.plan().minimum;
        let mut other = one;
        if let Some(other) = &mut other {
            other.candidate.micro += 1;
        }
        let title = str::to_owned;
        let none = None;
        let cards = [
            (title("a"), &one),
            (title("b"), &none),
            (title("c"), &other),
            (title("d"), &one),
            (title("e"), &none),
        ];
        let titles: Vec<String> = once_each(cards)
            .into_iter()
            .map(|(title, _)| title)
            .collect();
        assert_eq!(titles, ["a · d", "b", "c", "e"]);
    }
}
