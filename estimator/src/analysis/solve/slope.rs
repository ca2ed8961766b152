//! What 1,024 tokens more cost.
use super::growth::lines;
use super::probe::{Point, Probe};
use super::size::least_common_multiple;
use super::{Budget, Unsolved};
use crate::calibration::Calibration;
use crate::memory::{Family, MemoryReport, Metric, Moment, TermId};
use crate::num::{ascending, float};
use crate::scenario::{Draft, Kind, Param};

/// Tokens that a slope is stated for.
pub const TOKENS: u64 = 1024;

/// Bytes on each GPU for 1,024 tokens more of sequence length, at the present length, micro-batch and moment of the peak.
/// Negative where a line shrinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    /// The moment.
    pub moment: Moment,
    /// Of the driver's figure in all.
    pub total: f64,
    /// By kind of line, largest first; kinds that do not change are absent.
    pub families: Vec<(Family, f64)>,
    /// By line, largest first.
    pub lines: Vec<(TermId, f64)>,
}

/// The slope of a draft.
///
/// # Errors
/// The draft is no scenario, or the budget is used up.
pub fn slope(draft: &Draft, budget: &mut Budget) -> Result<Slope, Unsolved> {
    let scenario = draft.check().scenario.map_err(Unsolved::Invalid)?;
    let (unit, length) = (scenario.layout.context.max(1), scenario.batch.sequence);
    let apart = least_common_multiple(unit, TOKENS);
    let most = match Param::Sequence.info().kind {
        Kind::Integer { max, .. } => max,
        _ => length,
    };
    // At the bound the step is taken downwards, or by what is left.
    let (from, to) = if length.saturating_add(apart) <= most {
        (length, length + apart)
    } else if length > apart {
        (length - apart, length)
    } else {
        (unit, length.max(2 * unit))
    };
    let mut probe = Probe {
        calibration: &Calibration::default(),
        budget,
    };
    let mut report = |length: u64| match probe
        .evaluate(&draft.clone().with(Param::Sequence, length.to_string()))?
    {
        Point::Report(report) => Ok(report),
        Point::Refused(issues) => Err(Unsolved::Invalid(issues)),
    };
    let (before, after) = (report(from)?, report(to)?);
    let moment = if from == length {
        before.worst
    } else {
        after.worst
    };
    let scale = float(TOKENS) / float(to - from);
    Ok(difference(&before, &after, moment, scale))
}

fn difference(before: &MemoryReport, after: &MemoryReport, moment: Moment, scale: f64) -> Slope {
    let old = lines(before, moment);
    let new = lines(after, moment);
    let of = |lines: &[(TermId, crate::units::Bytes)], id: TermId| {
        let line = lines.iter().find(|(known, _)| *known == id);
        line.map_or(0.0, |(_, bytes)| bytes.get())
    };
    let mut changed: Vec<(TermId, f64)> = Vec::new();
    for (id, _) in new.iter().chain(&old) {
        if !changed.iter().any(|(known, _)| known == id) {
            changed.push((*id, (of(&new, *id) - of(&old, *id)) * scale));
        }
    }
    changed.retain(|(_, bytes)| *bytes != 0.0);
    let mut families: Vec<(Family, f64)> = Vec::new();
    for (id, bytes) in &changed {
        match families.iter_mut().find(|(known, _)| *known == id.family()) {
            Some((_, sum)) => *sum += bytes,
            None => families.push((id.family(), *bytes)),
        }
    }
    let changed = ascending(changed, |(_, bytes)| -bytes);
    let families = ascending(families, |(_, bytes)| -bytes);
    let total = |report: &MemoryReport| {
        let instant = report.at(moment);
        instant.map_or(0.0, |instant| instant.total(Metric::Needed).get())
    };
    Slope {
        moment,
        total: (total(after) - total(before)) * scale,
        families,
        lines: changed,
    }
}
