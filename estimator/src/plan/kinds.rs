//! Scenarios that candidates are made of: one for each kind, checked when it is first needed.
use super::space::{Candidate, Space};
use crate::hardware::Gpu;
use crate::scenario::{Draft, Scenario, gpu_can};

/// Candidates of one kind take the same defaults, and the same checks: whatever a default or an input that applies now and then depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    gpu: usize,
    rest: u32,
}

impl Kind {
    fn of(candidate: &Candidate) -> Self {
        let flags = [
            candidate.gpus() > 1,
            candidate.nodes > 1,
            candidate.tensor > 1,
            candidate.pipeline > 1,
            candidate.accumulation > 1,
        ];
        let mut rest = 0_u32;
        let loss = candidate.loss.map_or(0, |loss| loss as u32 + 1);
        for choice in [
            candidate.method as u32,
            candidate.sharding as u32,
            candidate.offload as u32,
            candidate.checkpointing as u32,
            loss,
        ] {
            rest = rest << 5 | choice;
        }
        for flag in flags {
            rest = rest << 1 | u32::from(flag);
        }
        Self {
            gpu: candidate.gpu,
            rest,
        }
    }
}

/// The scenarios so far.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    draft: Draft,
    gpus: Vec<Gpu>,
    known: Vec<(Kind, Option<Box<Scenario>>)>,
    /// Position of the last one asked for: neighbours are alike.
    last: usize,
}

impl Kinds {
    pub(super) const fn new(draft: Draft, gpus: Vec<Gpu>) -> Self {
        Self {
            draft,
            gpus,
            known: Vec::new(),
            last: 0,
        }
    }

    /// The scenario of a candidate; none if its choices do not go together with the draft.
    pub(super) fn scenario(
        &mut self,
        candidate: &Candidate,
        space: &Space,
    ) -> Option<&mut Scenario> {
        let at = self.position(candidate, space);
        let scenario = self.known.get_mut(at)?.1.as_deref_mut()?;
        candidate.apply(scenario);
        Some(scenario)
    }

    fn position(&mut self, candidate: &Candidate, space: &Space) -> usize {
        let kind = Kind::of(candidate);
        let is = |entry: Option<&(Kind, Option<Box<Scenario>>)>| {
            entry.is_some_and(|(known, _)| *known == kind)
        };
        if !is(self.known.get(self.last)) {
            let found = self.known.iter().rposition(|(known, _)| *known == kind);
            self.last = found.unwrap_or_else(|| {
                let scenario = if let Some(scenario) = self.of_sibling(&kind) {
                    gpu_can(&scenario).then_some(scenario)
                } else {
                    let checked = candidate.draft(&self.draft, space).check();
                    checked.scenario.ok().map(Box::new)
                };
                self.known.push((kind, scenario));
                self.known.len() - 1
            });
        }
        self.last
    }

    /// No default depends on the GPU: where another one passed, its scenario does with this one, if that can do the same.
    fn of_sibling(&self, kind: &Kind) -> Option<Box<Scenario>> {
        let mut siblings = self
            .known
            .iter()
            .filter(|(known, _)| known.rest == kind.rest);
        let mut scenario = siblings.find_map(|(_, scenario)| scenario.clone())?;
        scenario.cluster.gpu = self.gpus.get(kind.gpu)?.clone();
        Some(scenario)
    }
}
