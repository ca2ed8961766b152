//! What can be opened to show more, and the buttons that do it.
use crate::components::{El, el};
use crate::i18n::{self, Text};
use crate::state::{Opened, holds, session};
use leptos::prelude::*;

/// Whether something is open.
pub(super) fn is_open(what: Opened) -> Memo<bool> {
    let session = session();
    holds(move || session.open.with(|open| open.contains(&what)))
}

/// The button that opens and closes it, worded `closed` while it is closed.
pub(super) fn opener(what: Opened, open: Memo<bool>, name: &'static str, closed: Text) -> El {
    let session = session();
    let flip = move || {
        session.open.update(|open| {
            if open.contains(&what) {
                open.retain(|other| *other != what);
            } else {
                open.push(what);
            }
        });
    };
    let words = move || i18n::text(session.lang(), if open.get() { Text::Hide } else { closed });
    el("button")
        .attr("type", "button")
        .class("link")
        .either("aria-expanded", move || open.get())
        .live("aria-label", move || Some(format!("{}: {name}", words())))
        .press(flip)
        .says(words)
}
