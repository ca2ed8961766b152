//! Statements that people meet, recomputed here and now: stated, computed, verdict, why, and the scenario to open.
use crate::boot::{self, View};
use crate::components::{El, all, el, t};
use crate::i18n::{self, Lang, Text};
use crate::platform::events;
use crate::state::{Session, session};
use estimator::analysis::claims::{Case, Claim, Verdict, claims as recomputed};
use estimator::codec;
use leptos::prelude::*;

/// The view.
pub(super) fn claims() -> AnyView {
    let session = session();
    // They follow from nothing on the page: once is enough.
    let found = recomputed();
    let body = move || {
        let lang = session.lang();
        let [head, rest] = i18n::claims_headline(lang, &found);
        let head = el("section")
            .class("verdict")
            .child(el("h1").text(head))
            .child(el("p").text(rest))
            .child(
                el("p")
                    .class("premise")
                    .text(i18n::text(lang, Text::ClaimsScope)),
            );
        Some(all([head, list(lang, &found)]))
    };
    el("main")
        .class("claims")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .live("aria-label", move || Some(t(Text::NavClaims)()))
        .on("click", move |ev| session.follow_scenario(&ev))
        .part::<AnyView>(body)
        .into()
}

fn list(lang: Lang, found: &[Claim]) -> El {
    let prefix = Session::address(View::Plan, "", "");
    el("div").children(found.iter().map(|claim| one(lang, claim, &prefix)))
}

fn one(lang: Lang, claim: &Claim, prefix: &str) -> El {
    let [statement, why] = i18n::claim(lang, claim.id);
    let verdict = claim.verdict();
    let class = match verdict {
        Verdict::Agrees => "ok",
        Verdict::Depends => "warn",
        Verdict::Contradicted => "bad",
    };
    let gap = if lang == Lang::Zh { "" } else { " " };
    let judged = el("p")
        .child(
            el("em")
                .class(class)
                .text(i18n::claim_verdict(lang, verdict)),
        )
        .text(gap)
        .text(why);
    let rows = claim
        .cases
        .iter()
        .map(|case| row(lang, claim, case, prefix));
    let caption = el("caption")
        .class("hidden")
        .text(i18n::text(lang, Text::ClaimCases));
    let title = el("h2").child(el("small").text(claim.id)).text(statement);
    el("article")
        .class("claim")
        .attr("id", claim.id)
        .child(title)
        .child(judged)
        .child(el("table").child(caption).child(el("tbody").children(rows)))
}

fn row(lang: Lang, claim: &Claim, case: &Case, prefix: &str) -> El {
    let premises = i18n::case_premises(lang, case);
    let open = i18n::text(lang, Text::OpenScenario);
    let link = el("a")
        .attr("href", [prefix, &codec::encode(&case.draft).text].concat())
        .attr("aria-label", [open, ": ", &premises].concat())
        .text(i18n::text(lang, Text::OpenRun));
    let agrees = el("small")
        .class("hint")
        .text(i18n::case_verdict(lang, case.agrees));
    el("tr")
        .child(el("th").attr("scope", "row").text(premises))
        .child(
            el("td")
                .class("n")
                .text(i18n::computed(lang, claim.measure, &case.computed))
                .child(agrees),
        )
        .child(el("td").class("n").child(link))
}

impl Session {
    /// Opens the scenario of the link that was hit without loading the page anew.
    pub(super) fn follow_scenario(self, ev: &leptos::ev::Event) {
        let address = events::address(ev).filter(|_| events::wants_it_here(ev));
        if let Some((page, fragment)) = address
            .as_deref()
            .and_then(|address| address.split_once('#'))
        {
            ev.prevent_default();
            let (_, query) = page.split_once('?').unwrap_or_default();
            self.open_row(boot::row(query), fragment);
        }
    }
}
