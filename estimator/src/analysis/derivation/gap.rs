//! From the textbook to the estimate: what the worst moment really holds, part by part.
use super::textbook::{Line, Part};
use crate::memory::{Family, Instant, Metric, Term, TermId};
use crate::scenario::{Method, Scenario};

/// One part of the budget, as the first pass has it and as the estimate has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Which part.
    pub part: Part,
    /// Bytes in the first pass, exactly.
    pub textbook: f64,
    /// Bytes that the moment needs.
    pub estimate: f64,
    /// The largest line of the estimate, where it has one.
    pub largest: Option<TermId>,
}

/// Which part a line of the estimate belongs to.
fn part(scenario: &Scenario, id: TermId) -> Part {
    match (id, id.family()) {
        (TermId::StepTemporary, _) => Part::StepTemporary,
        (_, Family::Training) if scenario.method != Method::Full => Part::Adapters,
        (TermId::Gradients, _) => Part::Gradients,
        (_, Family::Training) => Part::Optimizer,
        (_, Family::Weights) => Part::Weights,
        (_, Family::Gathered) => Part::Gathered,
        (_, Family::Activations) => Part::Activations,
        (_, Family::Loss) => Part::Logits,
        (_, Family::Fixed) => Part::Fixed,
        (_, Family::Slack) => Part::Slack,
    }
}

/// The parts that either has. The differences lead from the sum of the first pass to what the moment needs, exactly.
pub fn gaps(scenario: &Scenario, lines: &[Line], instant: &Instant) -> Vec<Gap> {
    let needed = |term: &&Term| Metric::Needed.sees(term.id);
    let found = Part::ALL.map(|which| {
        let mut gap = Gap {
            part: which,
            textbook: 0.0,
            estimate: 0.0,
            largest: None,
        };
        for line in lines.iter().filter(|line| line.part == which) {
            gap.textbook += line.exact;
        }
        let mut most = 0.0;
        for term in instant.terms.iter().filter(needed) {
            let bytes = term.bytes().get();
            if part(scenario, term.id) == which {
                gap.estimate += bytes;
                if bytes > most {
                    (most, gap.largest) = (bytes, Some(term.id));
                }
            }
        }
        gap
    });
    found
        .into_iter()
        .filter(|gap| gap.textbook > 0.0 || gap.estimate > 0.0)
        .collect()
}
