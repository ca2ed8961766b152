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
    /// Adds slack and cache to every moment that comes again and again; loading and merging allocate once. `overheads`: bytes that
    /// context and communicators take; `None` leaves the cache out.
    pub(super) fn add_slack(&self, instants: &mut [Instant], overheads: Option<f64>) {
        let sums: [(Bytes, f64); Moment::ALL.len()] =
            core::array::from_fn(|at| instants.get(at).map_or((Bytes::ZERO, 0.0), sums));
        let allocated = sums.map(|(allocated, _)| allocated);
        let cache = overheads.map(|overheads| {
            let worst = worst_of_step(instants, &allocated);
            (overheads, worst, self.union(instants))
        });
        for (instant, (allocated, transient)) in instants.iter_mut().zip(sums) {
            if matches!(instant.moment, Moment::Load | Moment::Merge) {
                continue;
            }
            let share = sym("k", self.scenario.software.slack);
            let slack = share * sym("M_t", transient);
            let reserved = (allocated + Bytes::new(slack.value())).get();
            push(instant, TermId::Slack, slack);
            let Some((overheads, worst, union)) = &cache else {
                continue;
            };
            let mut cache = num(0.0);
            if Some(instant.moment) == *worst && union.value() > reserved {
                cache = union.clone() - sym("M_r", reserved);
            }
            if self.scenario.batch.variety != Variety::Steady {
                cache = cache.at_least(self.piled(instant.moment, allocated.get(), reserved));
            }
            let room = self.room(reserved, *overheads);
            push(instant, TermId::Cache, cache.at_most(room));
        }
    }

    /// What the card has left for cache: PyTorch returns cached blocks before it gives up (c10: cuda/CUDACachingAllocator.cpp,
    /// `release_cached_blocks`).
    fn room(&self, reserved: f64, overheads: f64) -> Expr {
        let usable = self.scenario.cluster.usable().get();
        let left = larger(0.0, usable - reserved - overheads);
        sym("M_f", left)
    }

    /// Varied lengths: cached logits blocks of other lengths pile up; everything else is met by 1%.
    fn piled(&self, moment: Moment, allocated: f64, reserved: f64) -> Expr {
        let at_loss = moment == Moment::Loss && self.has_loss();
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
        let of = |wanted: &dyn Fn(TermId) -> bool| lines.sum(wanted);
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

/// What is allocated in a moment, and what of it comes and goes.
fn sums(instant: &Instant) -> (Bytes, f64) {
    let (mut allocated, mut standing) = (Bytes::ZERO, 0.0);
    for term in &instant.terms {
        let bytes = term.bytes();
        if Metric::Allocated.sees(term.id) {
            allocated += bytes;
        }
        if stays(term.id) {
            standing += bytes.get();
        }
    }
    (allocated, larger(0.0, allocated.get() - standing))
}

/// The moment of a step with the most allocated.
fn worst_of_step(instants: &[Instant], allocated: &[Bytes]) -> Option<Moment> {
    let mut worst: Option<(Moment, Bytes)> = None;
    for (instant, here) in instants.iter().zip(allocated) {
        let more = worst.is_none_or(|(_, most)| *here > most);
        if more && STEP.contains(&instant.moment) {
            worst = Some((instant.moment, *here));
        }
    }
    worst.map(|(moment, _)| moment)
}

/// Kinds of lines.
const KINDS: usize = TermId::Communicators as usize + 1;

/// Bytes by kind of line, kinds in the order in which they first came.
struct Lines {
    order: [TermId; KINDS],
    count: usize,
    bytes: [f64; KINDS],
}

impl Lines {
    const NONE: Self = Self {
        order: [TermId::Weights; KINDS],
        count: 0,
        bytes: [-1.0; KINDS],
    };

    /// Adds to the line of this kind, or sets it to the larger of both.
    fn put(&mut self, id: TermId, bytes: f64, join: fn(f64, f64) -> f64) {
        let Some(known) = self.bytes.get_mut(id as usize) else {
            return;
        };
        if *known >= 0.0 {
            *known = join(*known, bytes);
            return;
        }
        *known = bytes;
        if let Some(place) = self.order.get_mut(self.count) {
            *place = id;
            self.count += 1;
        }
    }

    fn each(&self) -> impl Iterator<Item = (TermId, f64)> {
        let order = self.order.iter().take(self.count);
        order.map(|id| (*id, self.bytes.get(*id as usize).copied().unwrap_or(0.0)))
    }

    fn sum(&self, wanted: &dyn Fn(TermId) -> bool) -> f64 {
        let lines = self.each().filter(|(id, _)| wanted(*id));
        lines.map(|(_, bytes)| bytes).sum()
    }
}

/// Each kind of line at its largest over a step.
fn largest_lines(instants: &[Instant]) -> Lines {
    let mut lines = Lines::NONE;
    for instant in instants {
        if !STEP.contains(&instant.moment) {
            continue;
        }
        let mut here = Lines::NONE;
        for term in &instant.terms {
            here.put(term.id, term.bytes().get(), |a, b| a + b);
        }
        for (id, bytes) in here.each() {
            lines.put(id, bytes, larger);
        }
    }
    lines
}
