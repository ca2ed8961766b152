//! x
pub(super) fn all(_: &crate::scenario::Scenario) -> Vec<super::report::Instant> { Vec::new() }
