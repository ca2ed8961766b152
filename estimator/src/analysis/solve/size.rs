//! The longest sequence and the largest micro-batch.
use super::probe::{Point, Probe, Seen, breaking};
use super::search::{Last, last};
use super::{Criterion, Exhausted, Found, Limit, Outcome, Rounded, growth};
use crate::scenario::{Draft, Kind, Param, Scenario};

/// An input that is solved for: its values are the multiples of `unit`.
struct Input {
    param: Param,
    unit: u64,
    start: u64,
}

impl Input {
    fn most(&self) -> u64 {
        match self.param.info().kind {
            Kind::Integer { max, .. } => max / self.unit,
            _ => 1,
        }
    }

    fn draft(&self, draft: &Draft, units: u64) -> Draft {
        let value = units.saturating_mul(self.unit);
        draft.clone().with(self.param, value.to_string())
    }
}

/// The longest sequence: a multiple of the context-parallel ranks, which must divide it.
pub(super) fn sequence(
    draft: &Draft,
    scenario: &Scenario,
    criterion: Criterion,
    seen: &mut Seen,
    probe: &mut Probe<'_>,
) -> Result<Outcome, Exhausted> {
    let unit = scenario.layout.context.max(1);
    let input = Input {
        param: Param::Sequence,
        unit,
        start: scenario.batch.sequence / unit,
    };
    let outcome = largest(draft, &input, criterion, seen, probe)?;
    Ok(match outcome {
        Outcome::Found(found) => {
            let both = least_common_multiple(unit, 64);
            let rounded = Rounded::Length {
                to_ranks: found.value / unit * unit,
                to_64: found.value / both * both,
            };
            Outcome::Found(Found {
                rounded: Some(rounded),
                ..found
            })
        }
        other => other,
    })
}

/// The largest micro-batch.
pub(super) fn micro_batch(
    draft: &Draft,
    scenario: &Scenario,
    criterion: Criterion,
    seen: &mut Seen,
    probe: &mut Probe<'_>,
) -> Result<Outcome, Exhausted> {
    let input = Input {
        param: Param::MicroBatch,
        unit: 1,
        start: scenario.batch.micro,
    };
    largest(draft, &input, criterion, seen, probe)
}

fn largest(
    draft: &Draft,
    input: &Input,
    criterion: Criterion,
    seen: &mut Seen,
    probe: &mut Probe<'_>,
) -> Result<Outcome, Exhausted> {
    let mut point = |units: u64| probe.evaluate(&input.draft(draft, units));
    let found = last(input.start, input.most(), |units| {
        seen.fits(units, || point(units).map(|point| point.fits(criterion)))
    })?;
    let (at, monotone) = match found {
        Last::None => return Ok(nothing(point(1)?, input.unit)),
        Last::At { at, monotone } => (at, monotone),
    };
    let here = match point(at)? {
        Point::Report(report) => report,
        Point::Refused(issues) => return Ok(Outcome::NothingAllowed(issues)),
    };
    let value = at.saturating_mul(input.unit);
    let limit = if at >= input.most() {
        Limit::Bound
    } else {
        match point(at + 1)? {
            Point::Refused(issues) => Limit::Refused(issues),
            Point::Report(next) => {
                Limit::Memory(growth::step(&here, &next, value.saturating_add(input.unit)))
            }
        }
    };
    Ok(Outcome::Found(Found {
        value,
        rounded: None,
        peak: here.peak.needed,
        high: here.interval.high,
        usable: here.verdict.usable,
        limit,
        monotone,
    }))
}

fn nothing(smallest: Point, unit: u64) -> Outcome {
    match smallest {
        Point::Report(report) => Outcome::TooLarge(breaking(&report, unit, |_| true)),
        Point::Refused(issues) => Outcome::NothingAllowed(issues),
    }
}

/// Euclid, Elements VII, 34.
pub(super) const fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    match a.checked_div(x) {
        Some(share) => share.saturating_mul(b),
        None => 1,
    }
}
