//! How the answer moves: one or two inputs varied, everything else as in the draft.
//!
//! Every point is checked as if it had been typed, so that a chart can never disagree with the form.
mod curve;
mod fleet;
mod grid;
mod scaling;
mod swing;
mod values;

pub use curve::{Axis, Curve, Point, curve};
pub use fleet::{Fleet, fleets};
pub use grid::{Cell, Grid, grid};
pub use scaling::{Scale, scaling};
pub use swing::{End, Lever, Outcome, Swing, by_memory, by_time, swings};

use crate::scenario::{Draft, Param, Scenario};

/// The scenario with some inputs set; none if they do not go together.
fn with(draft: &Draft, patch: &[(Param, u64)]) -> Option<Scenario> {
    let changed = patch.iter().fold(draft.clone(), |draft, (param, value)| {
        draft.with(*param, value.to_string())
    });
    changed.check().scenario.ok()
}
