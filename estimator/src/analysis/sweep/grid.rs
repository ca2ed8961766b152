//! Length × micro-batch: what fits, and how fast it goes.
use super::curve::Axis;
use super::values::doublings;
use super::with;
use crate::calibration::Calibration;
use crate::memory::{Figures, MemoryReport};
use crate::scenario::{Draft, Param};
use crate::time::Pace;

/// One combination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Sequence length, tokens.
    pub sequence: u64,
    /// Sequences a GPU processes at once.
    pub micro: u64,
    /// Memory; none where the combination is refused.
    pub figures: Option<Figures>,
    /// Tokens a second on each GPU, padding included; none where nobody published what the GPU does.
    pub rate: Option<f64>,
}

/// Every combination of some lengths and micro-batches.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Lengths, ascending.
    pub lengths: Vec<u64>,
    /// Micro-batches, ascending.
    pub micros: Vec<u64>,
    /// Those of the draft.
    pub present: (u64, u64),
    /// Row by row: all lengths of the smallest micro-batch first.
    pub cells: Vec<Cell>,
}

/// Halves and doubles around the draft's length and micro-batch.
pub fn grid(draft: &Draft, calibration: &Calibration) -> Option<Grid> {
    let scenario = draft.check().scenario.ok()?;
    let present = (scenario.batch.sequence, scenario.batch.micro);
    let unit = Axis::Sequence.unit(&scenario);
    let mut lengths = doublings(present.0, 3, 5, unit.min(present.0), Axis::Sequence.most());
    lengths.retain(|length| length.is_multiple_of(unit));
    let micros = doublings(present.1, 3, 5, 1, Axis::MicroBatch.most());
    let mut cells = Vec::with_capacity(lengths.len() * micros.len());
    for micro in &micros {
        for sequence in &lengths {
            let patch = [(Param::Sequence, *sequence), (Param::MicroBatch, *micro)];
            let scenario = with(draft, &patch);
            let pace = scenario.as_ref().and_then(|scenario| {
                Pace::at_speed(scenario, calibration.speed.factor(scenario)).ok()
            });
            cells.push(Cell {
                sequence: *sequence,
                micro: *micro,
                figures: scenario
                    .as_ref()
                    .map(|scenario| MemoryReport::calibrated_figures(scenario, calibration)),
                rate: pace.map(|pace| pace.tokens_per_gpu),
            });
        }
    }
    Some(Grid {
        lengths,
        micros,
        present,
        cells,
    })
}
