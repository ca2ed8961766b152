//! What the answer does not cover.
use crate::components::{El, el, t};
use crate::i18n::Text;
use crate::state::session;

/// The note under the answer.
pub(super) fn scope() -> El {
    let covered = el("p")
        .says(t(Text::NotCoveredList))
        .text(" ")
        .says(t(Text::NotCoveredWhy));
    el("section")
        .class("scope")
        .child(el("h2").says(t(Text::NotCovered)))
        .child(covered)
        .child(el("p").says(t(Text::Private)))
        .child(printed())
}

/// What a sheet of paper needs: where it comes from.
fn printed() -> El {
    let session = session();
    el("p")
        .class("on-paper")
        .says(t(Text::PaperSource))
        .text(" ")
        .says(move || session.link())
}
