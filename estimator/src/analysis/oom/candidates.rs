//! Every tensor of a scenario that is large enough to be named in a message.
use super::blocks::TELLING;
use super::object::Object;
use super::{shapes, states, tensors};
use crate::expr::Expr;
use crate::memory::Moment;
use crate::scenario::Scenario;
use crate::source::{Source, SourceKind};

/// A tensor with its size.
pub(super) struct Candidate {
    pub(super) object: Object,
    pub(super) formula: Expr,
    /// When it is made.
    pub(super) moments: &'static [Moment],
    /// Whether the scenario as given makes it.
    pub(super) expected: bool,
    pub(super) source: &'static Source,
}

pub(super) static SHAPES: Source = Source::new(
    SourceKind::Derived,
    "Shapes of the published architecture",
    "https://huggingface.co/docs/safetensors/metadata_parsing",
    "2026-12",
);

/// Every candidate, the likelier first where sizes are equal.
pub(super) fn of(scenario: &Scenario) -> Vec<Candidate> {
    let mut all = states::of(scenario);
    all.extend(shapes::of(scenario));
    all.extend(tensors::of(scenario));
    all.retain(|candidate| candidate.formula.value() >= TELLING);
    all
}
