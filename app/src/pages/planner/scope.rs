//! What the answer does not cover.
use crate::components::{El, el, t};
use crate::i18n::Text;

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
}
