//! What holds for cards about which nobody printed anything, listed or not.

use crate::source::{Source, SourceKind, Sourced};

const CONTEXT_ASSUMED: Source = Source::new(
    SourceKind::Assumed,
    "0.3 to 0.8 GiB on the cards where it was seen",
    "",
    "2026",
);

/// The context of a GPU about which nothing is known.
pub(in crate::hardware) const DEFAULT_CONTEXT: Sourced<f64> =
    Sourced::unverified(0.5, CONTEXT_ASSUMED);

/// What a person states about a card of their own.
pub(in crate::hardware) const GIVEN: Source = Source::new(
    SourceKind::Assumed,
    "entered in the planner, not checked",
    "",
    "",
);

/// What is assumed where a person knows only the label.
pub(in crate::hardware) const FROM_LABEL: Source = Source::new(
    SourceKind::Assumed,
    "97% of the label; listed cards report 92% to 99% of theirs",
    "",
    "2026",
);
