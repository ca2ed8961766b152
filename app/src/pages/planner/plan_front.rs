//! What nothing beats in both time and cost, one press to adopt.
use super::plan::{adopt, adopted, changes};
use crate::components::{El, el};
use crate::i18n::{self, Lang, Text};
use crate::state::Planned;
use estimator::plan::Choice;
use estimator::scenario::Scenario;

/// The table, folded.
pub(super) fn front(lang: Lang, planned: &Planned, scenario: &Scenario) -> El {
    let rows = planned.plan.front.iter();
    let rows = rows.map(|choice| row(lang, planned, scenario, choice));
    let column = |class: &'static str, text| {
        el("th")
            .attr("scope", "col")
            .class(class)
            .text(i18n::text(lang, text))
    };
    let action = el("th").attr("scope", "col").child(
        el("span")
            .class("hidden")
            .text(i18n::text(lang, Text::UseValue)),
    );
    let head = el("tr")
        .child(column("", Text::Plan))
        .child(column("n", Text::PlanTime))
        .child(column("n", Text::PlanCost))
        .child(action);
    let table = el("table")
        .child(el("thead").child(head))
        .child(el("tbody").children(rows));
    el("details")
        .class("front")
        .child(el("summary").text(i18n::text(lang, Text::PlanFront)))
        .child(table)
}

fn row(lang: Lang, planned: &Planned, scenario: &Scenario, choice: &Choice) -> El {
    let [name, layout, time, spend] = i18n::point(lang, choice, &planned.space, scenario);
    let button = adopt(lang, planned, choice, &name);
    let hint = |words: String| el("small").class("hint").text(words);
    let changes = changes(lang, planned, &adopted(planned, choice));
    let head = el("th")
        .attr("scope", "row")
        .text(name)
        .child(hint(layout))
        .children(changes.map(hint));
    el("tr")
        .child(head)
        .child(el("td").class("n").text(time))
        .child(el("td").class("n").text(spend))
        .child(el("td").class("n").child(button))
}
