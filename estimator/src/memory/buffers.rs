//! Gathered parameters, buckets and temporaries of communication and dequantisation.
use super::dims::{Stage, View};
use super::sources::{
    DDP, DEEPSPEED, FSDP, GPTQ, LITGPT, LIVE, QLORA_PAPER, REDUCE_BUCKETS, SEQUENCE,
};
use super::term::{Divides, Tag, Term, TermId};
use super::weights::bytes;
use crate::expr::{Expr, num};
use crate::scenario::{Engine, GptqKernel, ModelCode, Offload, Quant, ReduceBucket, Sharding};

/// Parameters are let go unless they come again within 10^9 elements (`stage3_max_reuse_distance`): at the end of the forward pass
/// the last 5·10^8 do, there and back.
const REUSED: f64 = 5e8;

impl View<'_> {
    /// Bytes of one gathered block.
    fn unit(&self) -> Expr {
        let each = self
            .scenario
            .quant
            .map_or(2.0, |quant| quant.data_bytes() + quant.scale_bytes());
        num(each) * self.block_weights() / self.t()
    }

    /// `copies` gathered blocks under FSDP; two and the live-parameter bucket under ZeRO-3.
    pub(super) fn gathered_blocks(&self, copies: f64) -> Option<Term> {
        if !self.gathers() {
            return None;
        }
        let scenario = self.scenario;
        match scenario.sharding {
            Sharding::FsdpGradOp => Some(Term::new(
                TermId::GatheredModel,
                2.0 * self.parameters() / self.t(),
                FSDP,
            )),
            Sharding::Fsdp | Sharding::Hybrid => Some(Term::new(
                TermId::GatheredBlocks,
                num(copies) * self.unit(),
                FSDP,
            )),
            Sharding::Zero3 => {
                // The block at work and the one on its way, beside what is kept for reuse.
                Some(Term::new(
                    TermId::LiveParameters,
                    2.0 * self.unit() + self.reused_most(),
                    LIVE,
                ))
            }
            _ => None,
        }
    }

    /// The most that ZeRO-3 keeps for reuse: 2 bytes an element, 1 where an element is a byte of packed weights.
    fn reused_most(&self) -> Expr {
        let packed = self.scenario.quant.is_some_and(Quant::bitsandbytes);
        let each = if packed { 1.0 } else { 2.0 };
        num(each) * num(REUSED)
    }

    /// What DeepSpeed's ZeRO-3 still holds of the last layers at the loss: they come again at once.
    pub(super) fn reused(&self) -> Option<Term> {
        let scenario = self.scenario;
        let applies = scenario.sharding == Sharding::Zero3 && scenario.engine == Engine::DeepSpeed;
        if !applies || !self.gathers() {
            return None;
        }
        let whole = 2.0 * self.parameters() / self.t();
        Some(Term::new(
            TermId::LiveParameters,
            self.reused_most().at_most(whole),
            LIVE,
        ))
    }

    /// The root unit of FSDP 1 (embedding and head) from the loss to the end of the backward pass; FSDP 2 gathers one of them.
    pub(super) fn gathered_root(&self) -> Option<Term> {
        if !self.fsdp() || self.scenario.sharding == Sharding::FsdpGradOp {
            return None;
        }
        let root = self.root();
        let each = if self.scenario.engine == Engine::Fsdp2 && self.stage == Stage::Only {
            1.0
        } else {
            2.0
        };
        Some(Term::new(
            TermId::GatheredRoot,
            num(each) * root / self.t(),
            FSDP,
        ))
    }

    /// Gradient of the gathered root: that of the head in 16 bit, or FSDP 2's fp32 reduce input of both.
    pub(super) fn root_gradient(&self) -> Option<Term> {
        if !self.fsdp() || !self.full() {
            return None;
        }
        let amount = if self.scenario.engine == Engine::Fsdp2 {
            2.0 * self.root() / self.t()
        } else {
            2.0 * self.head() / self.t()
        };
        Some(Term::new(TermId::GatheredGradient, amount, FSDP).tagged(Tag::Temporary))
    }

    /// Gradient of one MLP matrix before it is reduced.
    pub(super) fn matrix_gradient(&self) -> Option<Term> {
        (self.fsdp_full_training()).then(|| {
            Term::new(
                TermId::MatrixGradient,
                2.0 * self.h() * self.f_of_one() / self.t(),
                FSDP,
            )
            .tagged(Tag::Temporary)
        })
    }

    fn fsdp_full_training(&self) -> bool {
        self.full()
    }

    fn f_of_one(&self) -> Expr {
        crate::expr::sym("f", self.largest().value() / self.h().value())
    }

    /// Reduce buckets that stand through the backward pass.
    pub(super) fn reduce_buckets(&self) -> Option<Term> {
        let scenario = self.scenario;
        let buckets = |amount: Expr, source| {
            Some(Term::new(TermId::ReduceBuckets, amount, source).tagged(Tag::Temporary))
        };
        match (scenario.sharding, scenario.engine) {
            (Sharding::Zero1 | Sharding::Zero2, Engine::ColossalAi) if self.full() => {
                buckets(num(24.0 * 1_048_576.0), DEEPSPEED)
            }
            (Sharding::Zero1 | Sharding::Zero2, Engine::DeepSpeed) => self.zero_buckets(),
            // Buckets hold their own copy of the gradients unless `gradient_as_bucket_view` is set.
            (Sharding::Ddp, _) if scenario.layout.data > 1 && scenario.offload == Offload::None => {
                let each = self
                    .scenario
                    .adapters
                    .as_ref()
                    .map_or(self.trained_bytes(), |adapters| bytes(adapters.dtype));
                let elements = self
                    .scenario
                    .adapters
                    .as_ref()
                    .map_or_else(|| self.held(false), |_| self.adapter_parameters());
                let amount = elements * num(each) / self.t();
                buckets(amount, DDP)
            }
            _ => None,
        }
    }

    /// Bytes of DeepSpeed's reduce bucket. It is made whole, however few parameters train.
    fn reduce_bucket(&self) -> Expr {
        let elements = match self.scenario.software.reduce_bucket {
            ReduceBucket::M500 => num(5e8),
            ReduceBucket::M200 => num(2e8),
            ReduceBucket::M50 => num(5e7),
            ReduceBucket::Auto => self.h() * self.h(),
        };
        2.0 * elements
    }

    /// The buckets of stages 1 and 2, made before each backward pass and gone after it.
    pub(super) fn zero_buckets(&self) -> Option<Term> {
        let scenario = self.scenario;
        let divides = matches!(scenario.sharding, Sharding::Zero1 | Sharding::Zero2);
        let count = if scenario.software.overlap_reduce {
            2.0
        } else {
            1.0
        };
        let bytes = num(count) * self.reduce_bucket();
        let term = Term::new(TermId::ReduceBuckets, bytes, REDUCE_BUCKETS).tagged(Tag::Temporary);
        (divides && scenario.engine == Engine::DeepSpeed).then_some(term)
    }

    /// The bucket of stage 3, made once and for all.
    pub(super) fn standing_bucket(&self) -> Option<Term> {
        let scenario = self.scenario;
        let applies = scenario.sharding == Sharding::Zero3 && scenario.engine == Engine::DeepSpeed;
        let term = Term::new(TermId::ReduceBuckets, self.reduce_bucket(), REDUCE_BUCKETS);
        applies.then(|| term.tagged(Tag::Temporary))
    }

    /// One quantised matrix in 16 bit. PyTorch's unfused GPTQ goes through int32, int8 and gathered scales; bitsandbytes up to
    /// 0.42 under LitGPT makes an fp16 and a bf16 copy.
    pub(super) fn dequantised(&self) -> Option<Term> {
        let quant = self.scenario.quant?;
        let software = self.scenario.software;
        let (each, source) = if quant.gptq() && software.gptq == GptqKernel::Unfused {
            (12.0, GPTQ)
        } else if software.code == ModelCode::LitGpt {
            (4.0, LITGPT)
        } else {
            (2.0, QLORA_PAPER)
        };
        Some(
            Term::new(
                TermId::Dequantised,
                num(each) * self.largest() / self.t(),
                source,
            )
            .tagged(Tag::Temporary),
        )
    }

    /// Under sequence parallelism the input of each block is gathered to the whole sequence, and so is its gradient:
    /// 4h·tok·(1 − 1/t) each (Korthikanti 2022).
    pub(super) fn sequence_gather(&self, times: f64) -> Option<Term> {
        let layout = self.scenario.layout;
        if layout.tensor == 1 || !layout.sequence {
            return None;
        }
        let amount = (4.0 * times) * self.h() * self.tok() * (num(1.0) - num(1.0) / self.t());
        Some(
            Term::new(TermId::SequenceGather, amount, SEQUENCE)
                .divided(Divides::Whole)
                .tagged(Tag::Temporary),
        )
    }
}
