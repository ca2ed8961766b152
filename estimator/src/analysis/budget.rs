//! How much a search may compute, so that a page can always answer in time.

/// Evaluations of the model that a search may still make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    left: u32,
    used: u32,
}

/// The budget was used up before there was an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

impl Budget {
    /// As many evaluations.
    pub const fn new(evaluations: u32) -> Self {
        Self {
            left: evaluations,
            used: 0,
        }
    }

    /// Evaluations made so far.
    pub const fn used(&self) -> u32 {
        self.used
    }

    /// Takes one.
    ///
    /// # Errors
    /// Nothing is left.
    pub(super) const fn take(&mut self) -> Result<(), Exhausted> {
        if self.left == 0 {
            return Err(Exhausted);
        }
        self.left -= 1;
        self.used += 1;
        Ok(())
    }
}

impl Default for Budget {
    /// More than any search needs: most take 20 to 40.
    fn default() -> Self {
        Self::new(200)
    }
}
