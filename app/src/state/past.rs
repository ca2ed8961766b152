//! What stood before: every change that came to rest can be undone and done again, typing included. The browser's own history
//! holds only what was pressed, since each of its entries costs a page of the address.
use super::link::Kept;

/// Steps that can be undone.
const MOST: usize = 100;

/// What stood, oldest first, and where one is in it.
#[derive(Debug, Default)]
pub(super) struct Past {
    entries: Vec<Kept>,
    at: usize,
}

impl Past {
    /// Takes what stands now; what was undone before it is gone.
    pub(super) fn note(&mut self, kept: Kept) {
        if self.entries.get(self.at) == Some(&kept) {
            return;
        }
        self.entries.truncate(self.at + 1);
        self.entries.push(kept);
        if self.entries.len() > MOST {
            self.entries.remove(0);
        }
        self.at = self.entries.len().saturating_sub(1);
    }

    /// One step back, or forth.
    pub(super) fn step(&mut self, back: bool) -> Option<Kept> {
        let at = if back {
            self.at.checked_sub(1)?
        } else {
            self.at + 1
        };
        let kept = self.entries.get(at)?.clone();
        self.at = at;
        Some(kept)
    }

    /// Whether there is a step back, and one forth.
    pub(super) const fn open(&self) -> [bool; 2] {
        [self.at > 0, self.at + 1 < self.entries.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::scenario::{Draft, Param};

    fn stood(sequence: usize) -> Kept {
        let draft = Draft::default().with(Param::Sequence, sequence.to_string());
        (draft, Vec::new(), String::new(), Vec::new())
    }

    #[test]
    fn steps_go_back_and_forth_until_something_new() {
        let mut past = Past::default();
        assert_eq!(past.step(true), None);
        for sequence in [1, 2, 2, 3] {
            past.note(stood(sequence));
        }
        assert_eq!(past.open(), [true, false]);
        assert_eq!(past.step(true), Some(stood(2)));
        // What is shown again is nothing new.
        past.note(stood(2));
        assert_eq!(past.step(false), Some(stood(3)));
        assert_eq!(past.step(false), None);
        assert_eq!(
            (past.step(true), past.step(true)),
            (Some(stood(2)), Some(stood(1)))
        );
        assert_eq!(past.step(true), None);
        past.note(stood(9));
        assert_eq!(past.open(), [true, false]);
        for sequence in 10..10 + 2 * MOST {
            past.note(stood(sequence));
        }
        let mut steps = 0;
        while past.step(true).is_some() {
            steps += 1;
        }
        assert_eq!(steps, MOST - 1);
    }
}
