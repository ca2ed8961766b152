//! Why nothing fits: by GPUs, method and way to divide states.
use super::columns::Column;
use super::space::Candidate;
use crate::host::HostMoment;
use crate::memory::{Figures, Moment};
use crate::units::Bytes;

/// GPUs, a method and a way to hold states under which nothing fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rejected {
    /// The candidate that came closest of those that were computed.
    pub candidate: Candidate,
    /// What it needs at its worst moment.
    pub needed: Bytes,
    /// What there is.
    pub usable: Bytes,
    /// Whose memory, and that moment.
    pub short: Short,
}

/// Whose memory is too small, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// The GPU's.
    Gpu(Moment),
    /// The node's: its GPUs would do.
    Host(HostMoment),
}

/// GPUs, a method and a way to hold states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    /// Its first column.
    pub(super) column: usize,
    /// Something fits, or may.
    fits: bool,
    /// What came closest to fit the GPU.
    pub(super) closest: Option<Rejected>,
    /// What fits the GPU and came closest to fit the node.
    host: Option<Rejected>,
}

impl Family {
    pub(super) const fn of(column: usize) -> Self {
        Self {
            column,
            fits: false,
            closest: None,
            host: None,
        }
    }

    /// Takes a candidate in that does not fit the GPU.
    pub(super) fn see(&mut self, candidate: &Candidate, figures: &Figures) {
        let rejected = Rejected {
            candidate: *candidate,
            needed: figures.peak.needed,
            usable: figures.verdict.usable,
            short: Short::Gpu(figures.worst),
        };
        closer(&mut self.closest, rejected);
    }

    /// Takes one in that does not fit the node.
    pub(super) fn see_host(&mut self, rejected: Rejected) {
        closer(&mut self.host, rejected);
    }

    /// Takes in that something fits, or may: some are left out without a look at their memory.
    pub(super) const fn pass(&mut self) {
        self.fits = true;
    }

    /// Whether nothing fits.
    pub(super) const fn rejected(&self) -> bool {
        !self.fits
    }

    /// Why.
    pub(super) const fn why(&self) -> Option<Rejected> {
        if self.host.is_some() {
            self.host
        } else {
            self.closest
        }
    }
}

fn closer(known: &mut Option<Rejected>, rejected: Rejected) {
    if known.is_none_or(|known| rejected.needed < known.needed) {
        *known = Some(rejected);
    }
}

/// One entry for each number of a family.
pub(super) fn all(columns: &[Column]) -> Vec<Option<Family>> {
    let mut families = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        if families.len() <= column.family {
            families.resize(column.family + 1, None);
        }
        if let Some(family @ None) = families.get_mut(column.family) {
            *family = Some(Family::of(at));
        }
    }
    families
}
