//! What it costs: rent, own, break-even; every price with its date.
use super::stack::outside;
use crate::components::{El, all, el, fold, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::page;
use crate::state::session;
use estimator::cost::{Bill, CostReport, Instead};
use estimator::scenario::Param;
use leptos::prelude::*;

/// The section.
pub(super) fn money() -> El {
    let session = session();
    let words = move || {
        let lang = session.lang();
        let cost = &priced()?;
        let mut lines: Vec<El> = i18n::rent(lang, cost).map(said).into_iter().collect();
        if let Err(why) = cost.price {
            lines.push(said(i18n::no_price(lang, why)).child(enter(lang)));
        }
        lines.extend(i18n::cost_beside(lang, cost).into_iter().map(said));
        Some(all(lines))
    };
    let working = move || Some(details(session.lang(), &priced()?));
    let unpriced = move || {
        let unfit = super::time::does_not_fit(&*session.details()?);
        unfit.then(|| said(i18n::text(session.lang(), Text::NotPriced)))
    };
    el("section")
        .class("panel money")
        .attr("id", "money")
        .child(el("h2").says(t(Text::Money)))
        .part(unpriced)
        .part(words)
        .part(others)
        .child(fold(Text::MoneyDetails, working))
        .child(el("p").class("note").says(t(Text::MoneyScope)))
}

/// What it costs. Of a run that does not fit only the price of an hour is known: there is no duration to multiply it by.
fn priced() -> Option<CostReport> {
    let answer = session().details()?;
    let cost = answer.cost.clone()?;
    if !super::time::does_not_fit(&answer) {
        return Some(cost);
    }
    Some(CostReport {
        rent: None,
        own: None,
        break_even: None,
        energy: None,
        api: None,
        ..cost
    })
}

/// An API, a smaller model or QLoRA, where the numbers say that it would do. It comes a moment after the answer.
fn others() -> Option<El> {
    let session = session();
    let others = session.others.get()?;
    let answer = session.details()?;
    let others = others.as_ref();
    if others.found.is_empty() || session.draft.with(|now| *now != others.draft) {
        return None;
    }
    let lang = session.lang();
    let line = |other: &Instead| {
        let words = i18n::instead(lang, other, answer.scenario.money.currency);
        let draft = other.draft.clone();
        // A service is no scenario.
        let open = (other.gpus > 0).then(|| {
            let name = [i18n::text(lang, Text::OpenScenario), ": ", &words].concat();
            el("button")
                .attr("type", "button")
                .class("link")
                .attr("aria-label", name)
                .press(move || {
                    session.commit(draft.clone());
                    page::focus_soon("answer".to_owned());
                })
                .text(i18n::text(lang, Text::OpenScenario))
        });
        el("li").text([&words, " "].concat()).children(open)
    };
    Some(
        el("div")
            .class("instead")
            .child(el("h3").text(i18n::text(lang, Text::Instead)))
            .child(el("ul").children(others.found.iter().map(line)))
            .child(
                el("p")
                    .class("note")
                    .text(i18n::text(lang, Text::InsteadScope)),
            ),
    )
}

fn said(words: impl Into<String>) -> El {
    el("p").text(words)
}

/// The way to the price.
fn enter(lang: Lang) -> El {
    el("button")
        .attr("type", "button")
        .class("link")
        .press(|| page::focus_soon(["f-", Param::GpuPrice.key()].concat()))
        .text(i18n::text(lang, Text::EnterPrice))
}

fn details(lang: Lang, cost: &CostReport) -> El {
    let bills = [(Text::Rented, &cost.rent), (Text::Owned, &cost.own)];
    let tables = bills
        .into_iter()
        .filter_map(|(title, bill)| Some(table(lang, cost, title, bill.as_ref()?)));
    let offers = cost.price.as_ref().map(|price| price.rows.as_slice());
    let offers = offers
        .unwrap_or_default()
        .iter()
        .map(|price| el("li").child(outside(price.source.url).text(i18n::offer(lang, price))));
    el("div")
        .children(tables)
        .child(glossary(lang, [&cost.rent, &cost.own]))
        .child(el("ul").class("offers").children(offers))
}

/// What the symbols of the bills stand for, each once.
fn glossary(lang: Lang, bills: [&Option<Bill>; 2]) -> El {
    let mut seen: Vec<&str> = Vec::new();
    let mut list = el("p").class("note symbols");
    for line in bills.into_iter().flatten().flat_map(|bill| &bill.lines) {
        for (symbol, _) in line.amount.inputs() {
            if !seen.contains(&symbol) {
                seen.push(symbol);
                let meaning = [" ", i18n::money_symbol(lang, symbol), " "].concat();
                list = list.child(el("code").text(symbol)).text(meaning);
            }
        }
    }
    list
}

fn table(lang: Lang, cost: &CostReport, title: Text, bill: &Bill) -> El {
    let rows = bill.lines.iter().map(|line| {
        let name = el("th")
            .attr("scope", "row")
            .text(i18n::cost_label(lang, line.id))
            .child(el("small").class("hint").text(line.amount.symbols()))
            .child(el("small").class("hint").text(line.amount.numbers()));
        el("tr")
            .child(name)
            .child(
                el("td")
                    .class("n")
                    .text(i18n::money_range(lang, cost.currency, &line.range)),
            )
            .child(el("td").class("opt").text(i18n::basis(lang, line.source)))
    });
    let sum = el("tr")
        .class("sum")
        .child(
            el("th")
                .attr("scope", "row")
                .text(i18n::text(lang, Text::InAll)),
        )
        .child(
            el("td")
                .class("n")
                .text(i18n::money_range(lang, cost.currency, &bill.total)),
        )
        .child(el("td").class("opt"));
    el("table")
        .child(el("caption").child(el("b").text(i18n::text(lang, title))))
        .child(el("tbody").children(rows).child(sum))
}
