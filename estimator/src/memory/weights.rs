//! Weights: trained, frozen, quantised, adapters.
use super::dims::{Stage, View};
use super::sources::{
    AUTOCAST, LORA_PAPER, PARAMETERS, PEFT, QLORA_PAPER, TORCHTITAN, TRANSFORMER_ENGINE, ZERO_PAPER,
};
use super::term::{Divides, Tag, Term, TermId};
use crate::expr::{Expr, num, sym};
use crate::num::float;
use crate::scenario::{Adapters, Dtype, Engine, ModelCode, Offload, Precision, Scenario};
use crate::source::Source;

/// Bytes of one number.
pub(super) const fn bytes(dtype: Dtype) -> f64 {
    match dtype {
        Dtype::Half => 2.0,
        Dtype::Fp32 => 4.0,
    }
}

const fn dtype_tag(bytes: f64) -> Tag {
    if bytes > 2.0 { Tag::Fp32 } else { Tag::Half }
}

impl View<'_> {
    /// A line about `elements` parameters at `each` bytes, divided over tensor-parallel ranks and, if `shards`, over
    /// the GPUs that share states (ZeRO paper, section 3.1: exactly 1/N each).
    pub(super) fn states(
        &self,
        id: TermId,
        elements: Expr,
        each: f64,
        shards: bool,
        source: &'static Source,
    ) -> Term {
        let layout = self.scenario.layout;
        let stages = layout.tensor.saturating_mul(View::stages(self.scenario));
        let amount = elements * num(each) / self.t();
        let (amount, divides) = match (shards && self.sharded(), stages > 1) {
            (true, true) => (
                amount / self.n(),
                Divides::Both(layout.shards.saturating_mul(stages)),
            ),
            (true, false) => (amount / self.n(), Divides::Shards(layout.shards)),
            (false, _) => (amount, Divides::Model(stages)),
        };
        Term::new(id, amount, source).divided(divides)
    }

    /// Parameters that this GPU would hold if states were not shared: experts are divided over expert-parallel ranks,
    /// which share states only with their like, so that sharing divides the whole model by N in the end.
    pub(super) fn held(&self, shards: bool) -> Expr {
        self.expert_share(self.parameters(), shards)
    }

    /// `all` weights with the experts in it divided over their ranks, unless sharing divides them anyway.
    fn expert_share(&self, all: Expr, shards: bool) -> Expr {
        let ranks = self.scenario.layout.expert;
        if ranks == 1 || (shards && self.sharded()) {
            return all;
        }
        let experts = sym("P_x", self.expert_weights() * self.share_of_layers());
        all - experts.clone() + experts / sym("e", float(ranks))
    }

    fn share_of_layers(&self) -> f64 {
        self.layers().value() / float(self.model().layers)
    }

    const fn expert_weights(&self) -> f64 {
        self.scenario.sizes.experts
    }

    /// Bytes of a trained weight: 16-bit beside master weights, else as loaded.
    pub(super) fn trained_bytes(&self) -> f64 {
        if self.master() {
            2.0
        } else {
            bytes(self.scenario.weights)
        }
    }

    /// Whether parameters are divided over the GPUs that share states.
    pub(super) fn shards_parameters(&self) -> bool {
        self.scenario.sharding.parameters()
    }

    /// Weights that are resident, in host memory or on the GPU.
    pub(super) fn weights(&self, terms: &mut Vec<Term>) {
        // Parameters leave the GPU only where they are sharded: each block is fetched when its turn comes.
        let offloaded = self.scenario.offload == Offload::Both && self.shards_parameters();
        match &self.scenario.adapters {
            _ if offloaded => {}
            None => terms.push(self.trained_weights()),
            Some(adapters) => {
                self.base(terms);
                self.adapter_weights(adapters, terms);
            }
        }
        terms.extend(self.autocast_copies());
        terms.extend(self.fp8_copies());
        terms.extend(self.unsharded_stage());
    }

    fn trained_weights(&self) -> Term {
        let each = self.trained_bytes();
        let shards = self.shards_parameters();
        self.states(TermId::Weights, self.held(shards), each, shards, ZERO_PAPER)
            .tagged(dtype_tag(each))
    }

    fn base(&self, terms: &mut Vec<Term>) {
        let shards = self.shards_parameters();
        let Some(quant) = self.scenario.quant else {
            let each = bytes(self.scenario.weights);
            let held = self.held(shards);
            terms.push(
                self.states(TermId::FrozenBase, held, each, shards, PARAMETERS)
                    .tagged(dtype_tag(each)),
            );
            return;
        };
        let reached = self.quantised_weights();
        // Experts are quantised with the linear layers or, fused, left alone: whichever holds them, their ranks divide them.
        let (mut linear, mut rest) = (sym("P_q", reached), self.parameters() - sym("P_q", reached));
        if self.scenario.fused_experts() {
            rest = self.expert_share(rest, shards);
        } else {
            linear = self.expert_share(linear, shards);
        }
        // What `prepare_model_for_kbit_training` casts to fp32 (peft: utils/other.py), unless it is cast back.
        let software = self.scenario.software;
        let other =
            if software.kbit_upcast && !software.head_cast_back && !self.scenario.fused_experts() {
                4.0
            } else {
                2.0
            };
        // bitsandbytes keeps block scales in Python objects, which FSDP 1 does not see and so does not divide.
        let scales_sharded =
            shards && !(self.scenario.engine == Engine::Fsdp1 && quant.bitsandbytes());
        terms.push(
            self.states(
                TermId::QuantisedBase,
                linear.clone(),
                quant.data_bytes(),
                shards,
                QLORA_PAPER,
            )
            .tagged(Tag::Quantised),
        );
        if quant.scale_bytes() > 0.0 {
            terms.push(self.states(
                TermId::QuantScales,
                linear,
                quant.scale_bytes(),
                scales_sharded,
                QLORA_PAPER,
            ));
        }
        terms.push(
            self.states(TermId::Unquantised, rest, other, shards, PEFT)
                .tagged(dtype_tag(other)),
        );
    }

    /// Weights of this stage that the quantiser reaches: linear layers in blocks; LitGPT replaces the head too.
    fn quantised_weights(&self) -> f64 {
        let fused = if self.scenario.fused_experts() {
            self.expert_weights()
        } else {
            0.0
        };
        let blocks = (self.linear_weights() - fused) * self.share_of_layers();
        let head = if self.scenario.software.code == ModelCode::LitGpt {
            self.head().value()
        } else {
            0.0
        };
        crate::num::smaller(blocks + head, self.parameters().value())
    }

    fn adapter_weights(&self, adapters: &Adapters, terms: &mut Vec<Term>) {
        let shards = self.shards_parameters();
        // Under DeepSpeed the module holds 16-bit adapters; their fp32 copies are master weights.
        let each = if self.master() {
            2.0
        } else {
            bytes(adapters.dtype)
        };
        terms.push(
            self.states(
                TermId::Adapters,
                self.adapter_parameters(),
                each,
                shards && !adapters.local,
                LORA_PAPER,
            )
            .tagged(dtype_tag(each)),
        );
        if adapters.trained_modules {
            terms.push(self.states(
                TermId::TrainedModules,
                self.trained_modules(),
                2.0,
                shards,
                PEFT,
            ));
        }
    }

    /// Parameters of the adapters on this stage.
    pub(super) fn adapter_parameters(&self) -> Expr {
        let all = self.scenario.sizes.adapters;
        if self.stage == Stage::Only {
            sym("T", all)
        } else {
            sym("T", all) * self.layers() / sym("L", float(self.model().layers))
        }
    }

    /// Embedding and head copied and trained whole (peft: `modules_to_save`): two matrices even where they are tied, each on the
    /// stage that it belongs to.
    pub(super) fn trained_modules(&self) -> Expr {
        match self.stage {
            Stage::Only => self.embedding() + self.head(),
            Stage::First => self.embedding(),
            Stage::Last => self.head(),
        }
    }

    /// FP8 products in Transformer Engine: each weight's FP8 copy and its transpose stay between micro-batches
    /// (transformer_engine: pytorch/module/base.py, weight workspaces).
    fn fp8_copies(&self) -> Option<Term> {
        let engine = self.scenario.software.code == ModelCode::Megatron;
        if !matches!(self.scenario.precision, Precision::Fp8 | Precision::Nvfp4) || !engine {
            return None;
        }
        let linear = sym("P_q", self.linear_weights() * self.share_of_layers());
        Some(
            self.states(
                TermId::AutocastCopies,
                linear,
                2.0,
                false,
                TRANSFORMER_ENGINE,
            )
            .tagged(Tag::EightBit),
        )
    }

    /// fp32 weights under autocast: each product casts its weight, and the cache holds the copy until backward.
    /// FSDP's mixed-precision policy casts shards instead.
    fn autocast_copies(&self) -> Option<Term> {
        let fp32 = self.scenario.weights == Dtype::Fp32 && self.scenario.quant.is_none();
        if !fp32 || !self.autocast() || self.scenario.sharding.fsdp() || self.master_engine() {
            return None;
        }
        // The embedding look-up is no matrix product; frozen embeddings stand for the head that is one.
        let cast = if self.full() {
            self.parameters() - self.embedding()
        } else {
            self.parameters()
        };
        // A published count below the embedding's leaves nothing to cast.
        if cast.value() <= 0.0 {
            return None;
        }
        Some(
            self.states(TermId::AutocastCopies, cast, 2.0, false, AUTOCAST)
                .tagged(Tag::Half),
        )
    }

    /// Under FSDP 2 a pipeline stage is not resharded between micro-batches (torchtitan: `reshard_after_forward` off with
    /// pipelines): parameters stay whole in 16 bit and gradients of what trains in fp32.
    fn unsharded_stage(&self) -> Option<Term> {
        if !self.fsdp()
            || self.scenario.engine != Engine::Fsdp2
            || self.scenario.layout.pipeline == 1
        {
            return None;
        }
        let trained = match &self.scenario.adapters {
            None => self.parameters(),
            Some(_) => self.adapter_parameters(),
        };
        let bytes = 2.0 * self.parameters() + 4.0 * trained;
        Some(
            self.states(TermId::GatheredModel, bytes, 1.0, false, TORCHTITAN)
                .tagged(Tag::Inferred),
        )
    }
}

/// Parameters that are trained, in the whole model.
pub(super) fn trainable(scenario: &Scenario) -> f64 {
    let Some(adapters) = &scenario.adapters else {
        return scenario.parameters;
    };
    let view = View {
        scenario,
        stage: Stage::Only,
    };
    let modules = if adapters.trained_modules {
        view.trained_modules().value()
    } else {
        0.0
    };
    scenario.sizes.adapters + modules
}
