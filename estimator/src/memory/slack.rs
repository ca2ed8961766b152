//! What the caching allocator reserves beyond what is allocated.
//!
//! Blocks freed in one phase of a step serve the next phase only where sizes match. Measured runs show two regimes: a share
//! of what comes and goes, and, where the loss writes whole logits or the optimizer step has temporaries, the sum of the
//! phases: each kind of tensor at its own largest, as if no phase used another's blocks.
use super::dims::View;
use super::instants::stays;
use super::report::{Instant, Metric, Moment};
use super::sources::SLACK;
use super::term::{Tag, Term, TermId};
use crate::expr::{Expr, num, sym};
use crate::num::{float, larger, smaller};
use crate::scenario::{GptqKernel, ModelCode, Quant, Variety};

/// The moments of one step.
const STEP: [Moment; 4] = [
    Moment::Loss,
    Moment::FirstBackward,
    Moment::LastBackward,
    Moment::Step,
];

impl View<'_> {
    /// Adds slack to every moment that comes again and again; loading and merging allocate once.
    pub(super) fn add_slack(&self, instants: &mut [Instant]) {
        let union = self.union(instants);
        let worst = worst_of_step(instants);
        for instant in instants {
            if matches!(instant.moment, Moment::Load | Moment::Merge) {
                continue;
            }
            let allocated = instant.total(Metric::Allocated).get();
            let share = self.scenario.software.slack;
            let mut amount = sym("k", share) * sym("M_t", transient(instant));
            if Some(instant.moment) == worst && union > 0.0 {
                let apart = sym("M_u", union) - sym("M_a", smaller(allocated, union));
                amount = amount.at_least(apart);
            }
            amount = amount + self.gptq_fragments();
            if self.scenario.batch.variety != Variety::Steady {
                amount = amount.at_least(self.piled(instant));
            }
            push(instant, amount);
        }
    }

    /// Varied lengths: cached logits blocks of other lengths pile up; everything else is met by 1%.
    fn piled(&self, instant: &Instant) -> Expr {
        let allocated = sym("M_a", instant.total(Metric::Allocated).get());
        let at_loss = instant.moment == Moment::Loss && self.has_loss();
        let pile = if at_loss { self.pile() } else { 0.0 };
        num(0.01) * allocated + self.logits_of(pile * self.logits_bytes())
    }

    /// Reserved memory if no phase used another's blocks; 0 where that was not seen.
    fn union(&self, instants: &[Instant]) -> f64 {
        let software = self.scenario.software;
        let seen = software.code == ModelCode::Transformers && software.slack > 0.0;
        if !seen || self.model().is_encoder() {
            return 0.0;
        }
        let lines = largest_lines(instants);
        let of = |wanted: &dyn Fn(TermId) -> bool| -> f64 {
            lines
                .iter()
                .filter(|(id, _)| wanted(*id))
                .map(|(_, bytes)| bytes)
                .sum()
        };
        let loss = of(&|id| {
            matches!(
                id,
                TermId::Logits | TermId::HeadInput | TermId::HeadGradient
            )
        });
        let block = of(&|id| matches!(id, TermId::RecomputedBlock | TermId::BackwardHump));
        let all = of(&|_| true);
        // On one GPU the blocks that the optimizer step leaves are small enough to serve the smaller of loss and block.
        if self.full() && !self.sharded() {
            all - smaller(loss, block)
        } else {
            all
        }
    }

    /// How many more times its size the loss takes after many lengths: 0.15 at 2k to 1 after a thousand steps, 2.4 after many
    /// thousands at up to 4k and 1 at 8k; between them it is held constant in bytes, so that a longer cap never reserves less.
    /// One tool, two editions: a warning rather than a law.
    fn pile(&self) -> f64 {
        let sequence = float(self.scenario.batch.sequence);
        match self.scenario.batch.variety {
            Variety::Steady => 0.0,
            Variety::Some if sequence <= 2048.0 => 0.15,
            Variety::Some => 1.0,
            Variety::Many => smaller(2.4, larger(1.0, 2.4 * 4096.0 / sequence)),
        }
    }

    /// Unfused GPTQ leaves fragments as large as its temporaries.
    fn gptq_fragments(&self) -> Expr {
        let unfused = self.scenario.quant.is_some_and(Quant::gptq)
            && self.scenario.software.gptq == GptqKernel::Unfused;
        if unfused {
            num(12.0) * self.largest()
        } else {
            num(0.0)
        }
    }
}

fn push(instant: &mut Instant, amount: Expr) {
    if amount.value() > 0.0 {
        instant
            .terms
            .push(Term::new(TermId::Slack, amount, SLACK).tagged(Tag::Inferred));
    }
}

/// What comes and goes in a moment.
fn transient(instant: &Instant) -> f64 {
    let standing: f64 = instant
        .terms
        .iter()
        .filter(|term| stays(term.id))
        .map(|term| term.bytes().get())
        .sum();
    larger(0.0, instant.total(Metric::Allocated).get() - standing)
}

/// The moment of a step with the most allocated.
fn worst_of_step(instants: &[Instant]) -> Option<Moment> {
    let steps = instants
        .iter()
        .filter(|instant| STEP.contains(&instant.moment));
    steps
        .fold(None::<&Instant>, |worst, next| match worst {
            Some(worst) if worst.total(Metric::Allocated) >= next.total(Metric::Allocated) => {
                Some(worst)
            }
            _ => Some(next),
        })
        .map(|instant| instant.moment)
}

/// Each kind of line at its largest over a step.
fn largest_lines(instants: &[Instant]) -> Vec<(TermId, f64)> {
    let mut lines: Vec<(TermId, f64)> = Vec::new();
    for instant in instants
        .iter()
        .filter(|instant| STEP.contains(&instant.moment))
    {
        let mut here: Vec<(TermId, f64)> = Vec::new();
        for term in &instant.terms {
            add(&mut here, term.id, term.bytes().get());
        }
        for (id, bytes) in here {
            match lines.iter_mut().find(|(known, _)| *known == id) {
                Some((_, most)) => *most = larger(*most, bytes),
                None => lines.push((id, bytes)),
            }
        }
    }
    lines
}

fn add(lines: &mut Vec<(TermId, f64)>, id: TermId, bytes: f64) {
    match lines.iter_mut().find(|(known, _)| *known == id) {
        Some((_, sum)) => *sum += bytes,
        None => lines.push((id, bytes)),
    }
}
