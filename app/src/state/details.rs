//! What stands below the verdict follows it a frame later: at a key the numbers that were asked for are drawn first, and what
//! itemises them while nobody waits.
use super::following::always;
use super::session::Session;
use leptos::prelude::*;
use std::time::Duration;

/// How long what follows the verdict waits for the frame that shows it.
pub(super) const FRAME: Duration = Duration::from_millis(20);

/// Starts it.
pub(super) fn follow(session: Session) {
    let mut waiting: Option<TimeoutHandle> = None;
    always(move || {
        if let Some(handle) = waiting.take() {
            handle.clear();
        }
        let answer = session.answer();
        if untrack(move || session.is_behind()) {
            waiting = set_timeout_with_handle(move || session.details.set(answer), FRAME).ok();
        }
    });
}
