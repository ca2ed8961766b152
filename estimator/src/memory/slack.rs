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
use crate::model::Family;
use crate::num::{float, larger, smaller};
use crate::scenario::{ModelCode, TransformersVersion, Variety};
use crate::units::Bytes;

/// The moments of one step.
const STEP: [Moment; 4] = [
    Moment::Loss,
    Moment::FirstBackward,
    Moment::LastBackward,
    Moment::Step,
];

impl View<'_> {
    /// Adds slack and cache to every moment that comes again and again; loading and merging allocate once.
    pub(super) fn add_slack(&self, instants: &mut [Instant]) {
        let union = self.union(instants);
        let worst = worst_of_step(instants);
        for instant in instants {
            if matches!(instant.moment, Moment::Load | Moment::Merge) {
                continue;
            }
            let share = self.scenario.software.slack;
            push(
                instant,
                TermId::Slack,
                sym("k", share) * sym("M_t", transient(instant)),
            );
            let reserved = instant.total(Metric::Reserved).get();
            let mut cache = num(0.0);
            if Some(instant.moment) == worst && union.value() > reserved {
                cache = union.clone() - sym("M_r", reserved);
            }
            if self.scenario.batch.variety != Variety::Steady {
                cache = cache.at_least(self.piled(instant, reserved));
            }
            push(instant, TermId::Cache, cache.at_most(self.room(reserved)));
        }
    }

    /// What the card has left for cache: PyTorch returns cached blocks before it gives up (c10: cuda/CUDACachingAllocator.cpp,
    /// `release_cached_blocks`).
    fn room(&self, reserved: f64) -> Expr {
        let overheads: f64 = [Some(self.context()), self.communicators()]
            .iter()
            .flatten()
            .map(|term| term.bytes().get())
            .sum();
        let cluster = &self.scenario.cluster;
        let usable = Bytes::gib(cluster.gpu.usable() - cluster.in_use_gib).get();
        let left = larger(0.0, usable - reserved - overheads);
        sym("M_f", left)
    }

    /// Varied lengths: cached logits blocks of other lengths pile up; everything else is met by 1%.
    fn piled(&self, instant: &Instant, reserved: f64) -> Expr {
        let allocated = instant.total(Metric::Allocated).get();
        let at_loss = instant.moment == Moment::Loss && self.has_loss();
        let pile = if at_loss { self.pile() } else { 0.0 };
        let piled = self.logits_of(pile * self.logits_bytes());
        // The share of this moment is in it.
        let rest = num(0.01) * sym("M_a", allocated) + piled;
        let share = sym("M_r", reserved) - sym("M_a", allocated);
        (rest - share).at_least(num(0.0))
    }

    /// Reserved memory if no phase used another's blocks; 0 where that was not seen.
    fn union(&self, instants: &[Instant]) -> Expr {
        let software = self.scenario.software;
        let seen = matches!(
            software.code,
            ModelCode::Transformers | ModelCode::Torchtitan
        ) && software.slack > 0.0;
        if !seen || self.model().is_encoder() {
            return num(0.0);
        }
        let lines = largest_lines(instants);
        let of = |wanted: &dyn Fn(TermId) -> bool| -> f64 {
            lines
                .iter()
                .filter(|(id, _)| wanted(*id))
                .map(|(_, bytes)| bytes)
                .sum()
        };
        let all = of(&|_| true);
        let logits = of(&|id| id == TermId::Logits);
        let block = of(&|id| matches!(id, TermId::RecomputedBlock | TermId::BackwardHump));
        if self.small_states() && self.recomputes() && self.logits_bytes() > 0.0 && logits > 0.0 {
            // Nothing large is allocated between loss and block, so that a block's backward fits into what the loss has freed.
            let at_loss = self.cached_loss() + self.forward_set();
            return sym("M_o", all - logits - block) + sym("M_b", block).at_least(at_loss);
        }
        // On one GPU the blocks that the optimizer step leaves are small enough to serve the smaller of loss and block.
        let sum = if self.full() && !self.sharded() {
            let loss = of(&|id| {
                matches!(
                    id,
                    TermId::Logits | TermId::HeadInput | TermId::HeadGradient
                )
            });
            all - smaller(loss, block)
        } else {
            all
        };
        sym("M_u", sum)
    }

    /// Whether gradients and optimizer states are those of adapters alone.
    fn small_states(&self) -> bool {
        let adapters = self.scenario.adapters.as_ref();
        adapters.is_some_and(|adapters| !adapters.trained_modules)
    }

    /// What the loss reserves: its maximum, the 16-bit logits that their fp32 copy has replaced, and, where the logits are
    /// shifted (up to 4.49), one more fp32 block. The last was measured; rows of s − 1 tokens that leave no block for s may be why.
    fn cached_loss(&self) -> Expr {
        let freed = match (self.model().family, self.scenario.software.transformers) {
            (Family::GptBigCode, _) => 0.0,
            (Family::Qwen1, _) if !self.autocast() => 2.0,
            // The output keeps the 16-bit logits: they are in the maximum.
            (Family::Qwen1, _) | (_, TransformersVersion::To449) => 4.0,
            (_, TransformersVersion::To445) => 6.0,
            _ => 2.0,
        };
        self.logits_of(self.logits_bytes() + freed)
    }

    /// Working memory of one block's forward pass under a checkpoint: stream, norm, gate, up and product, and an adapter's
    /// output before it is added.
    fn forward_set(&self) -> Expr {
        let tensors = if self.model().gated() { 8.0 } else { 4.0 };
        self.tok() * (4.0 * self.h() + tensors * self.f()) / self.t()
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
}

fn push(instant: &mut Instant, id: TermId, amount: Expr) {
    if amount.value() > 0.0 {
        instant
            .terms
            .push(Term::new(id, amount, SLACK).tagged(Tag::Inferred));
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
