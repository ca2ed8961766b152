//! Activations: what is stored for the backward pass, recomputed, or alive for one block.
use super::dims::View;
use super::sources::{CHECKPOINT, FSDP_LORA_STAY, PIPELINE, SEQUENCE, TAPE, TRAINER_EVAL};
use super::term::{Divides, Tag, Term, TermId};
use crate::expr::{Expr, num, sym};
use crate::num::float;
use crate::scenario::{AttentionKernel, Checkpointing, Engine};

impl View<'_> {
    /// A line about one block: tensor parallelism divides it.
    fn line(&self, id: TermId, amount: Expr) -> Term {
        let ranks = self.scenario.layout.tensor;
        let source = if ranks > 1 { SEQUENCE } else { TAPE };
        Term::new(id, amount, source).divided(Divides::Model(ranks))
    }

    /// A line about all layers of this GPU: the stages of a pipeline divide it too, where they do not hold more micro-batches.
    fn line_of_layers(&self, id: TermId, amount: Expr) -> Term {
        let stages = View::stages(self.scenario);
        let source = if stages > 1 { PIPELINE } else { TAPE };
        let ranks = self.scenario.layout.tensor.saturating_mul(stages);
        Term::new(id, amount, source).divided(Divides::Model(ranks))
    }

    /// Divides a block's bytes over the tensor-parallel ranks: without sequence parallelism, norms and residual inputs stay
    /// whole (Korthikanti 2022, section 4.2.2).
    fn per_rank(&self, per_token: Expr) -> Expr {
        let layout = self.scenario.layout;
        if layout.tensor == 1 || layout.sequence {
            return per_token / self.t();
        }
        let whole = 8.0 * self.h();
        if whole.value() >= per_token.value() {
            return per_token;
        }
        whole.clone() + (per_token - whole) / self.t()
    }

    /// What stays from the forward pass for the backward pass, over all layers of this GPU.
    pub(super) fn stored(&self) -> Term {
        let held = self.layers() * self.in_flight();
        match self.scenario.checkpointing {
            Checkpointing::None => {
                // Without checkpoints an fp32 stream keeps each block's input beside what the block keeps.
                let input = if self.scenario.software.kbit_upcast {
                    4.0 * self.h()
                } else {
                    num(0.0)
                };
                self.line_of_layers(
                    TermId::Activations,
                    held * self.tok() * self.per_rank(self.kept() + input),
                )
            }
            Checkpointing::Selective => {
                // torchtitan: every second matrix product, the attention output and its log-sum-exp.
                let products =
                    2.0 * self.q() + self.k() + self.v() + 2.0 * self.f() + 2.0 * self.h();
                let each = 2.0 * self.h()
                    + products
                    + 2.0 * self.o()
                    + 4.0 * self.heads()
                    + self.scores_kept();
                self.line_of_layers(TermId::Activations, held * self.tok() * self.per_rank(each))
                    .tagged(Tag::Recomputed)
            }
            Checkpointing::Full => self
                .line(TermId::Checkpoints, held * self.checkpoint())
                .tagged(Tag::Recomputed),
            // Two blocks' inputs are on the GPU: the one in use and the one on its way.
            Checkpointing::FullOffload => self
                .line(TermId::Checkpoints, 2.0 * self.checkpoint())
                .tagged(Tag::Offloaded),
        }
        .cited(self.scenario.checkpointing)
    }

    /// The input of one block: 2·h·tok, 4·h·tok in an fp32 stream.
    fn checkpoint(&self) -> Expr {
        num(self.stream()) * self.h() * self.tok() / self.t_sequence()
    }

    /// bitsandbytes up to 0.42 keeps a quantised layer's input in a plain attribute, which non-reentrant checkpoints, built on
    /// saved-tensor hooks, do not see (bitsandbytes: autograd/_functions.py, `MatMul4Bit`): L·(4h + 2o + 2f) a token.
    pub(super) fn escaped_inputs(&self) -> Option<Term> {
        let software = self.scenario.software;
        if !software.keeps_inputs || software.reentrant || !self.recomputes() {
            return None;
        }
        let inputs = if self.model().gated() { 4.0 } else { 2.0 };
        let each = inputs * self.h() + 2.0 * self.o() + 2.0 * self.f();
        let held = self.layers() * self.in_flight();
        Some(self.line_of_layers(
            TermId::EscapedInputs,
            held * self.tok() * self.per_rank(each),
        ))
    }

    /// Whether a block is run again in the backward pass.
    pub(super) const fn recomputes(&self) -> bool {
        matches!(
            self.scenario.checkpointing,
            Checkpointing::Full | Checkpointing::FullOffload
        )
    }

    /// What recomputing one block brings back.
    pub(super) fn recomputed_block(&self) -> Term {
        self.line(
            TermId::RecomputedBlock,
            self.tok() * self.per_rank(self.kept()),
        )
        .tagged(Tag::Temporary)
    }

    /// What is left of the stored activations when the first block goes backward.
    pub(super) fn last_activations(&self) -> Term {
        self.line(TermId::Activations, self.tok() * self.per_rank(self.kept()))
    }

    /// What the backward pass of one block adds.
    pub(super) fn backward_hump(&self) -> Term {
        self.line(
            TermId::BackwardHump,
            self.tok() * self.per_rank(self.hump()),
        )
        .tagged(Tag::Temporary)
    }

    /// FSDP 1, frozen base, reentrant checkpoints: at the end of the backward pass every checkpoint and (L − 2)·2h·tok more are
    /// alive, whether blocks are gathered again or stay whole. Measured in eight series and counted (`tests/tape/pending.py`); absent at
    /// the loss, and with FSDP 2 or other checkpoints.
    pub(super) fn pending_inputs(&self) -> Option<[Term; 2]> {
        let scenario = self.scenario;
        let applies = self.fsdp()
            && scenario.engine == Engine::Fsdp1
            && !self.full()
            && scenario.software.reentrant
            && self.recomputes();
        if !applies {
            return None;
        }
        let pending =
            (self.layers() - num(2.0)).at_least(num(0.0)) * num(2.0) * self.h() * self.tok()
                / self.t_sequence();
        Some([
            self.stored(),
            Term::new(TermId::PendingInputs, pending, FSDP_LORA_STAY),
        ])
    }

    /// Working memory of one block in a forward pass without gradients: the residual stream and its norm, gate, up and their
    /// product; scores and softmax where attention is eager.
    pub(super) fn forward_block(&self, sequences: u64) -> Term {
        let tokens = self.eval_tokens(sequences);
        let tensors = if self.model().gated() { 6.0 } else { 4.0 };
        let mut each = 4.0 * self.h() + tensors * self.f();
        if self.scenario.attention == AttentionKernel::Eager {
            each = each + 6.0 * self.heads() * self.s();
        }
        Term::new(TermId::ForwardBlock, tokens * each / self.t(), TAPE)
            .divided(Divides::Model(self.scenario.layout.tensor))
            .tagged(Tag::Temporary)
    }

    /// Tokens of an evaluation batch on this GPU.
    pub(super) fn eval_tokens(&self, sequences: u64) -> Expr {
        sym("b_e", float(sequences)) * self.s() / sym("c", float(self.scenario.layout.context))
    }

    /// Keys and values of every layer while generating: 2 bytes a number, over prompt and new tokens.
    pub(super) fn kv_cache(&self) -> Term {
        let around = self.scenario.around;
        let tokens = self.s() + sym("g", float(around.generate));
        let numbers = sym("n_kv", float(self.model().cache_width()));
        let amount =
            sym("b_e", float(around.eval_batch)) * tokens * self.layers() * numbers * num(2.0)
                / self.t();
        Term::new(TermId::KvCache, amount, TRAINER_EVAL)
            .divided(Divides::Model(self.scenario.layout.tensor))
    }
}

impl Term {
    fn cited(mut self, checkpointing: Checkpointing) -> Self {
        if checkpointing != Checkpointing::None {
            self.source = CHECKPOINT;
        }
        self
    }
}
