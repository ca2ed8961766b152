//! Holding an estimate against a limit or against a number in a text.
use crate::{End, Outcome};
use app::i18n::{self, Lang, export};
use estimator::export::{Document, Link};
use estimator::memory::State;
use estimator::units::{Bytes, SizeUnit};

/// What an estimate is held against.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// The most that one GPU may need, GiB; else what is usable on the card.
    pub(crate) max_gib: Option<f64>,
    /// A peak that a text states, in the unit, with as many digits as it has.
    pub(crate) says: Option<(f64, usize)>,
    /// The unit of that number.
    pub(crate) unit: SizeUnit,
    /// A scenario whose limit lies inside the interval passes too.
    pub(crate) borderline: bool,
}

/// Checks every scenario of a link; the worst decides.
pub(crate) fn check(lang: Lang, link: &Link, limits: Limits) -> Outcome {
    let document = Document::of(link).map_err(|bad| crate::input::refused(lang, &bad.into()))?;
    let (mut text, mut end) = (String::new(), End::Good);
    for estimate in &document.estimates {
        let report = &estimate.memory;
        let state = limits.max_gib.map_or(report.verdict.state, |gib| {
            let most = Bytes::gib(gib);
            if report.interval.high <= most {
                State::Fits
            } else if report.interval.low > most {
                State::DoesNotFit
            } else {
                State::Borderline
            }
        });
        let found = match state {
            State::Fits => End::Good,
            State::Borderline if limits.borderline => End::Good,
            State::Borderline => End::Unsure,
            State::DoesNotFit => End::Bad,
        };
        end = worse(end, found);
        let address = document.alone(estimate);
        for part in [
            i18n::state_label(lang, state),
            " ",
            &export::sentence(lang, estimate, limits.unit, &address),
            "\n",
        ] {
            text.push_str(part);
        }
        if let Some((stated, digits)) = limits.says {
            let now = i18n::number(lang, report.peak.needed.as_unit(limits.unit), digits);
            let then = i18n::number(lang, stated, digits);
            if now != then {
                end = worse(end, End::Bad);
                for part in [
                    "stated ",
                    &then,
                    ", now ",
                    &now,
                    " ",
                    limits.unit.symbol(),
                    "\n",
                ] {
                    text.push_str(part);
                }
            }
        }
    }
    Ok((text, end))
}

const fn worse(one: End, other: End) -> End {
    match (one, other) {
        (End::Bad, _) | (_, End::Bad) => End::Bad,
        (End::Unsure, _) | (_, End::Unsure) => End::Unsure,
        _ => End::Good,
    }
}

/// A number as a text states it: its value and the digits after its point.
pub(crate) fn stated(text: &str) -> Result<(f64, usize), String> {
    let plain = text.replace(',', "");
    let digits = plain.split_once('.').map_or(0, |(_, digits)| digits.len());
    let value = estimator::num::decimal(&plain);
    value
        .map(|value| (value, digits))
        .ok_or_else(|| format!("--says: {text} is no number"))
}
