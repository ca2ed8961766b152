//! What need not be looked at, because something smaller does not fit.
//!
//! Memory grows with the micro-batch, and with fewer GPUs to divide states over. Where a candidate does not fit by a margin that
//! covers what intervals do, larger ones do not either. Two things are kept apart, since memory jumps down where they change:
//! accumulation (from two micro-batches on, gradients stay) and replicas (they have buffers, and states divided over one GPU are not).
use super::space::Candidate;
use crate::memory::Figures;
use crate::scenario::Layout;

/// Whether a candidate rules out all larger ones.
pub(super) fn rules_out(figures: &Figures) -> bool {
    let peak = figures.peak.needed;
    figures.interval.stays_above(peak, figures.verdict.usable)
}

/// What has to be alike for memory to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Regime {
    group: usize,
    /// Replicas, up to the number from which buffers of communication grow no further: a node's.
    replicas: u64,
}

impl Regime {
    pub(super) fn of(group: usize, candidate: &Candidate, layout: Layout) -> Self {
        let layout = candidate.layout(layout);
        Self {
            group,
            replicas: layout.data.min(8),
        }
    }
}

/// The smallest micro-batch that was ruled out in a regime, with and without accumulation: columns come with fewer GPUs each, and a
/// column's micro-batches ascend, so it rules out all that follow from it on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Floor([Option<(Regime, u64)>; 2]);

impl Floor {
    /// Whether a candidate is ruled out.
    pub(super) fn excludes(&self, regime: Regime, candidate: &Candidate) -> bool {
        self.of(candidate)
            .is_some_and(|(known, micro)| known == regime && candidate.micro >= micro)
    }

    /// Remembers one that rules out others.
    pub(super) fn add(&mut self, regime: Regime, candidate: &Candidate) {
        let entry = Some((regime, candidate.micro));
        let [alone, accumulating] = &mut self.0;
        if candidate.accumulation == 1 {
            *alone = entry;
        } else {
            *accumulating = entry;
        }
    }

    const fn of(&self, candidate: &Candidate) -> Option<(Regime, u64)> {
        let [alone, accumulating] = self.0;
        if candidate.accumulation == 1 {
            alone
        } else {
            accumulating
        }
    }
}
