//! The stacked bar of the chosen moment against the card.
use crate::budget;
use crate::charts::{self, Svg};
use crate::components::{El, drawing, el};
use crate::state::session;
use estimator::memory::{Instant, MemoryReport, Metric};
use leptos::prelude::*;

/// The bar.
pub(in super::super) fn bar() -> El {
    el("div").class("bar").child(drawn())
}

/// What is drawn of it.
pub(super) fn drawn() -> AnyView {
    let session = session();
    let draw = move |width: u32| -> Option<Svg> {
        let answer = session.answer()?;
        let instant = shown(&answer.report, session.moment())?;
        let interval = answer.interval(instant.total(Metric::Needed));
        let usable = answer.report.verdict.usable;
        let (lang, unit) = (session.lang(), session.unit());
        charts::budget(&budget::bar(lang, unit, instant, interval, usable), width)
    };
    drawing(draw)
}

/// The moment to show: the chosen one, or the worst.
pub(super) fn shown(
    report: &MemoryReport,
    chosen: Option<estimator::memory::Moment>,
) -> Option<&Instant> {
    chosen
        .and_then(|moment| report.at(moment))
        .or_else(|| report.at(report.worst))
}
