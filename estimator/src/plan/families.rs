//! Why nothing fits: by GPUs, method and way to divide states.
use super::columns::Column;
use super::space::Candidate;
use crate::memory::{Figures, Moment, State};
use crate::units::Bytes;

/// GPUs, a method and a way to divide states under which nothing fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rejected {
    /// The candidate that came closest of those that were computed.
    pub candidate: Candidate,
    /// What it needs at its worst moment.
    pub needed: Bytes,
    /// What there is.
    pub usable: Bytes,
    /// That moment.
    pub worst: Moment,
}

/// GPUs, a method and a way to divide states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    /// Its first column.
    pub(super) column: usize,
    /// Something fits, or may.
    fits: bool,
    /// What came closest.
    pub(super) closest: Option<Rejected>,
}

impl Family {
    pub(super) const fn of(column: usize) -> Self {
        Self {
            column,
            fits: false,
            closest: None,
        }
    }

    /// Takes a candidate in.
    pub(super) fn see(&mut self, candidate: &Candidate, figures: &Figures) {
        if figures.verdict.state != State::DoesNotFit {
            self.fits = true;
        }
        let needed = figures.peak.needed;
        if !self.fits && self.closest.is_none_or(|known| needed < known.needed) {
            self.closest = Some(Rejected {
                candidate: *candidate,
                needed,
                usable: figures.verdict.usable,
                worst: figures.worst,
            });
        }
    }

    /// Takes in that something was left out which may fit.
    pub(super) const fn pass(&mut self) {
        self.fits = true;
    }

    /// Whether nothing fits.
    pub(super) const fn rejected(&self) -> bool {
        !self.fits
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
