//! What the runs taught: each factor, what was expected of it, and how much of it speaks about the present scenario.
use crate::components::{El, el, t};
use crate::i18n::{self, Text};
use crate::state::session;
use estimator::calibration::Parameter;
use estimator::memory::Factors;

/// The table; absent while nothing was learnt.
pub(super) fn moved() -> Option<El> {
    let session = session();
    let learnt = session.learnt();
    if !learnt.teaches() {
        return None;
    }
    let lang = session.lang();
    let answer = session.answer()?;
    let here = *learnt.calibration.outlook(&answer.scenario).factors();
    let text = |text| i18n::text(lang, text);
    let row = |fitted| {
        let fitted: estimator::calibration::Fitted = fitted;
        let parameter = fitted.parameter;
        let value = |value| i18n::calibration::parameter_value(lang, parameter, value);
        let [low, high] = i18n::calibration::parameter_prior(lang, &fitted);
        el("tr")
            .child(
                el("th")
                    .attr("scope", "row")
                    .text(i18n::calibration::parameter_name(lang, parameter))
                    .text(" ")
                    .child(el("code").text(i18n::calibration::parameter_symbol(parameter))),
            )
            .child(
                el("td")
                    .class("n")
                    .child(el("strong").text(value(fitted.value))),
            )
            .child(el("td").class("n").text(format!("{low} – {high}")))
            .child(el("td").class("n").text(value(of(&here, parameter))))
    };
    let head = |name| el("th").class("n").attr("scope", "col").text(name);
    let speed = &learnt.calibration.speed;
    let rates = (!speed.is_identity()).then(|| {
        let here = speed.factor(&answer.scenario);
        el("p").text(i18n::calibration::speed_words(lang, speed, here))
    });
    let table = el("table")
        .class("moved")
        .child(
            el("thead").child(
                el("tr")
                    .child(el("th").attr("scope", "col").says(t(Text::WhatMoved)))
                    .child(head(text(Text::Fitted)))
                    .child(head(text(Text::PlausibleRange)))
                    .child(head(text(Text::TakenHere))),
            ),
        )
        .child(el("tbody").children(learnt.calibration.fitted().map(row)));
    Some(el("div").child(table).children(rates))
}

const fn of(factors: &Factors, parameter: Parameter) -> f64 {
    match parameter {
        Parameter::Block => factors.block,
        Parameter::Loss => factors.loss,
        Parameter::Slack => factors.slack,
        Parameter::Overhead => factors.overhead_gib,
    }
}
