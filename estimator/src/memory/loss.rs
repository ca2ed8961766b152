//! Logits and loss: bytes per token and vocabulary entry, by kernel, release and loop.
use super::dims::{Stage, View};
use super::sources::{LITGPT, LOSS};
use super::term::{Divides, Tag, Term, TermId};
use crate::expr::{Expr, num};
use crate::model::Family;
use crate::scenario::{Compile, Loss, LossLoop, ModelCode, Scenario, TransformersVersion};

/// Bytes per token and vocabulary entry at the maximum of a scenario's loss; 0 where whole logits never exist.
pub(crate) fn logits_bytes(scenario: &Scenario) -> f64 {
    let stage = Stage::Only;
    View { scenario, stage }.logits_bytes()
}

impl View<'_> {
    /// Bytes per token and vocabulary entry at the maximum of the loss.
    pub(super) fn logits_bytes(&self) -> f64 {
        let software = self.scenario.software;
        if self.model().is_encoder() {
            // A classification head: a handful of scores a sequence.
            return 0.0;
        }
        let kernel = match self.scenario.loss {
            // 16-bit chunks and one in fp32 (torchtune: modules/transformer.py, `chunked_output`). Elsewhere head and loss go
            // chunk by chunk: see `chunk`.
            Loss::Chunked if software.code == ModelCode::Torchtune => return 2.5,
            Loss::Chunked | Loss::FusedLinear | Loss::Cut => return 0.0,
            Loss::FusedCe | Loss::ChunkedKept => 8.0,
            Loss::Eager | Loss::VocabParallel => 12.0,
        };
        let autocast = self.autocast();
        match (self.model().family, software.code) {
            // Remote code without `.float()`: logits and log-softmax in 16 bit; autocast adds fp32 copies.
            (Family::Qwen1, ModelCode::Transformers) => return if autocast { 12.0 } else { 6.0 },
            (Family::GptBigCode, ModelCode::Transformers) => {
                return match (kernel > 8.0, autocast) {
                    (true, true) => 8.0,
                    (true, false) => 3.0,
                    (false, true) => 6.0,
                    (false, false) => 2.0,
                };
            }
            (_, ModelCode::Torchtitan) => {
                return match software.compile {
                    Compile::None | Compile::Loss => 12.0,
                    Compile::Blocks => 10.0,
                    Compile::All => 4.0,
                };
            }
            // 16-bit logits, their fp32 copy which exp() overwrites (core/tensor_parallel/cross_entropy.py).
            (_, ModelCode::Megatron) => return 6.0,
            _ => {}
        }
        match software.loss_loop {
            LossLoop::KeepsFp32 if kernel > 8.0 => 16.0,
            LossLoop::KeepsOutputs if kernel > 8.0 => 14.0,
            // 4.46 to 4.49: the 16-bit logits stay in the output beside the fp32 copy.
            _ if software.code == ModelCode::Transformers
                && software.transformers == TransformersVersion::To449 =>
            {
                kernel + 2.0
            }
            _ => kernel,
        }
    }

    /// Whether the vocabulary is divided over the tensor-parallel ranks.
    fn vocabulary_parallel(&self) -> bool {
        self.scenario.loss == Loss::VocabParallel
    }

    fn vocabulary_ranks(&self) -> Expr {
        if self.vocabulary_parallel() {
            self.t()
        } else {
            num(1.0)
        }
    }

    /// `bytes`·V·tok.
    pub(super) fn logits_of(&self, bytes: f64) -> Expr {
        self.tok() * self.vocab() * num(bytes) / self.vocabulary_ranks()
    }

    /// Hidden states, their gradient and the kernel's chunk (Liger: ops/fused_linear_cross_entropy.py). All of it is done before the
    /// backward pass begins; then the gradient stands beside DeepSpeed's buckets, which may be larger than what is gone.
    fn fused_linear(&self, terms: &mut Vec<Term>) {
        let hidden = |each: f64| Term::new(TermId::HeadInput, each * self.h() * self.tok(), LOSS);
        let (within, left) = (hidden(10.0), hidden(2.0));
        let buckets = self
            .zero_buckets()
            .filter(|buckets| buckets.bytes().get() + left.bytes().get() > within.bytes().get());
        terms.push(if buckets.is_some() {
            left.tagged(Tag::Half)
        } else {
            within.tagged(Tag::Temporary)
        });
        terms.extend(buckets);
    }

    /// Logits and loss at their maximum.
    pub(super) fn loss(&self, terms: &mut Vec<Term>) {
        if !self.has_loss() {
            return;
        }
        let bytes = self.logits_bytes();
        if bytes > 0.0 {
            terms.push(self.logits_term(self.logits_of(bytes)));
            if self.scenario.loss == Loss::Chunked && self.full() && !self.fsdp() {
                // The head's gradient so far and that of one chunk.
                terms.push(
                    Term::new(TermId::HeadGradient, 4.0 * self.head(), LOSS).tagged(Tag::Temporary),
                );
            }
        }
        match self.scenario.loss {
            // A classification head has no logits of the vocabulary: kernels for them change nothing.
            _ if self.model().is_encoder() => {}
            Loss::FusedLinear => {
                self.fused_linear(terms);
                if self.full() {
                    terms.push(
                        Term::new(TermId::HeadGradient, 2.0 * self.embedding(), LOSS)
                            .tagged(Tag::Temporary),
                    );
                }
            }
            Loss::Chunked if self.scenario.software.code != ModelCode::Torchtune => {
                terms.extend(self.chunk());
            }
            Loss::Cut => terms.push(
                Term::new(TermId::HeadInput, 2.0 * self.h() * self.tok(), LOSS).tagged(Tag::Half),
            ),
            _ => {}
        }
        // Eager final norm: 6h; fused or LayerNorm: 4h.
        let eager = !self.fused_norms() && self.model().gated();
        let each = if eager { 6.0 } else { 4.0 };
        terms.push(Term::new(
            TermId::HeadInput,
            each * self.h() * self.tok() / self.t_sequence(),
            LOSS,
        ));
        if self.scenario.software.code == ModelCode::LitGpt && self.scenario.quant.is_some() {
            terms.push(
                Term::new(TermId::DequantisedHead, 4.0 * self.embedding(), LITGPT)
                    .tagged(Tag::Temporary),
            );
        }
    }

    /// Head and loss for 256 tokens at a time, recomputed in the backward pass, with an fp32 copy of the head
    /// (trl: trainer/sft_trainer.py, `_chunked_cross_entropy_loss`): 16·V a token of the chunk.
    fn chunk(&self) -> [Term; 2] {
        let tokens = self.tok().at_most(num(256.0));
        [
            self.logits_term(16.0 * self.vocab() * tokens)
                .tagged(Tag::Temporary),
            Term::new(TermId::HeadGradient, 4.0 * self.head(), LOSS).tagged(Tag::Temporary),
        ]
    }

    fn logits_term(&self, amount: Expr) -> Term {
        let ranks = if self.vocabulary_parallel() {
            self.scenario.layout.tensor
        } else {
            1
        };
        Term::new(TermId::Logits, amount, LOSS).divided(Divides::Model(ranks))
    }

    /// The 16-bit logits gradient that is still alive when a late block goes backward without checkpoints.
    pub(super) fn logits_gradient(&self) -> Option<Term> {
        (self.has_loss() && self.logits_bytes() > 0.0)
            .then(|| self.logits_term(self.logits_of(2.0)).tagged(Tag::Temporary))
    }

    /// Logits of an evaluation batch: the same copies as in training, without gradients.
    pub(super) fn eval_logits(&self, tokens: Expr) -> Option<Term> {
        let bytes = self.logits_bytes();
        (bytes > 0.0 && self.has_loss())
            .then(|| self.logits_term(tokens * self.vocab() * num(bytes) / self.vocabulary_ranks()))
    }
}
