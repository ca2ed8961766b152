//! A page that is made in turns, top first: each turn is a task of its own, so that what is already there can be read and
//! pressed while the rest is made.
use super::part;
use crate::state::holds;
use leptos::prelude::*;
use std::time::Duration;

/// Whose turn it is.
#[derive(Clone, Copy)]
pub struct Turns {
    turn: RwSignal<u8>,
    last: u8,
}

impl Turns {
    /// Starts with the first of `last` turns, which comes once the page shows what needs none.
    pub fn start(last: u8) -> Self {
        let turns = Self {
            turn: RwSignal::new(0),
            last,
        };
        turns.next();
        turns
    }

    fn next(self) {
        set_timeout(
            move || {
                // The view may have been left meanwhile, and the signal with it.
                let Some(turn) = self.turn.try_get_untracked() else {
                    return;
                };
                self.turn.set(turn.saturating_add(1));
                if !self.all_were() {
                    self.next();
                }
            },
            Duration::ZERO,
        );
    }

    fn all_were(self) -> bool {
        self.turn.try_get_untracked().unwrap_or(self.last) >= self.last
    }

    /// Whether something is still to be made.
    pub fn under_way(self) -> Memo<bool> {
        holds(move || self.turn.get() < self.last)
    }

    /// What is made at a turn.
    pub fn at<T: Into<AnyView>>(self, turn: u8, made: impl Fn() -> T + Send + 'static) -> AnyView {
        let due = holds(move || self.turn.get() >= turn);
        part(move || due.get().then(&made)).into_any()
    }
}
