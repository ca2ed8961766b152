//! Memory against sequence length or micro-batch.
use super::super::solve::last_that_fits;
use super::values::{lengths, micros};
use super::with;
use crate::calibration::Calibration;
use crate::memory::{Figures, MemoryReport, State};
use crate::scenario::{Draft, Kind, Param, Scenario};
use crate::units::Bytes;

/// The input that is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Sequence length, tokens.
    Sequence,
    /// Sequences a GPU processes at once.
    MicroBatch,
}

impl Axis {
    /// The input itself.
    pub const fn param(self) -> Param {
        match self {
            Self::Sequence => Param::Sequence,
            Self::MicroBatch => Param::MicroBatch,
        }
    }

    /// The largest value that may be typed.
    pub(super) fn most(self) -> u64 {
        match self.param().info().kind {
            Kind::Integer { max, .. } => max,
            _ => u64::MAX,
        }
    }

    const fn present(self, scenario: &Scenario) -> u64 {
        match self {
            Self::Sequence => scenario.batch.sequence,
            Self::MicroBatch => scenario.batch.micro,
        }
    }

    /// Values are multiples of it.
    pub(super) fn unit(self, scenario: &Scenario) -> u64 {
        match self {
            Self::Sequence => scenario.layout.context.max(1),
            Self::MicroBatch => 1,
        }
    }
}

/// One value with what it needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Tokens or sequences.
    pub at: u64,
    /// Memory there; none where the value is refused.
    pub figures: Option<Figures>,
}

/// Memory over a row of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What varies.
    pub axis: Axis,
    /// Its value in the draft.
    pub present: u64,
    /// Ascending; the present value is among them.
    pub points: Vec<Point>,
    /// The largest value that fits for certain, to the unit; none if not even the smallest does.
    pub fits: Option<u64>,
    /// Values are multiples of it.
    pub unit: u64,
    /// Memory that may be used.
    pub usable: Bytes,
}

impl Curve {
    /// The largest value that fits as people type it: a length down to a multiple of 64, unless the present one lies above.
    pub fn shown(&self) -> Option<u64> {
        let fits = self.fits?;
        // The least common multiple with 2^6.
        let step = self
            .unit
            .saturating_mul(64 >> self.unit.trailing_zeros().min(6));
        if self.axis == Axis::MicroBatch || fits < step {
            return Some(fits);
        }
        let rounded = fits / step * step;
        Some(if (rounded..=fits).contains(&self.present) {
            self.present
        } else {
            rounded
        })
    }
}

/// Memory of a draft over lengths or micro-batches. `None` where the draft is no scenario.
pub fn curve(draft: &Draft, axis: Axis, calibration: &Calibration) -> Option<Curve> {
    let scenario = draft.check().scenario.ok()?;
    let (present, unit, most) = (axis.present(&scenario), axis.unit(&scenario), axis.most());
    let figures = |at: u64| {
        let scenario = with(draft, &[(axis.param(), at)])?;
        Some(MemoryReport::calibrated_figures(&scenario, calibration))
    };
    let fits = last_that_fits(present / unit, most / unit, |units| {
        figures(units * unit).is_some_and(|figures| figures.verdict.state == State::Fits)
    });
    let fits = fits.map(|units| units * unit);
    let values = match axis {
        Axis::Sequence => lengths(present, fits, unit, most),
        Axis::MicroBatch => micros(present, fits, most),
    };
    let point = |at| Point {
        at,
        figures: figures(at),
    };
    Some(Curve {
        axis,
        present,
        points: values.into_iter().map(point).collect(),
        fits,
        unit,
        usable: scenario.cluster.usable(),
    })
}
