//! One decoder block: what autograd keeps for its backward pass, and what that backward adds for a moment.
//!
//! Coefficients are bytes per token and unit of width, counted on the autograd tape of an equivalent block (METHOD.md).
//! "Kept" leaves out the block's own input, which a checkpoint stores.
use super::dims::View;
use crate::expr::{Expr, num, sym};
use crate::model::{Ffn, NormKind, Target};
use crate::num::{float, larger};
use crate::scenario::{
    Adapters, AttentionKernel, Compile, Dtype, Kernels, ModelCode, TransformersVersion,
};

/// Where experts go one after the other: the share of the tokens that the first one to go backward takes, over an even share, in the
/// layer and step where that is most. Measured on Mixtral, to a hundredth in twelve runs.
const FIRST_EXPERT: f64 = 1.24;

impl View<'_> {
    /// Norms run as one kernel that keeps only its input: fused kernels, or compiled blocks.
    pub(super) fn fused_norms(&self) -> bool {
        let software = self.scenario.software;
        software.kernels != Kernels::Eager || self.compiled_blocks()
    }

    fn compiled_blocks(&self) -> bool {
        matches!(
            self.scenario.software.compile,
            Compile::Blocks | Compile::All
        )
    }

    fn layer_norm(&self) -> bool {
        self.model().norm_kind() == NormKind::LayerNorm
    }

    /// Bytes of a residual-stream element: fp32 after `prepare_model_for_kbit_training`.
    pub(super) fn stream(&self) -> f64 {
        if self.scenario.software.kbit_upcast {
            4.0
        } else {
            2.0
        }
    }

    fn adapts(&self, targets: &[Target]) -> bool {
        self.scenario.adapters.as_ref().is_some_and(|adapters| {
            adapters
                .targets
                .iter()
                .any(|target| targets.contains(target))
        })
    }

    /// Bytes kept by one block, per token, before tensor parallelism divides them.
    pub(super) fn kept(&self) -> Expr {
        if self.model().is_encoder() {
            return self.encoder_kept();
        }
        if self.full()
            && (self.compiled_blocks() || self.scenario.software.code == ModelCode::Megatron)
        {
            return self.compiled_kept() + self.scores_kept() + self.routed();
        }
        self.norms_kept()
            + self.attention_kept()
            + self.mlp_kept()
            + self.inputs_kept()
            + self.scores_kept()
            + self.routed()
    }

    /// Compiled or Transformer Engine blocks under full training: 2·(4h + 2q + 2kv + 3f) + 4a.
    fn compiled_kept(&self) -> Expr {
        let widths = 4.0 * self.h() + 2.0 * self.q() + self.k() + self.v() + 3.0 * self.f();
        2.0 * widths + 4.0 * self.heads()
    }

    /// Two norms. Eager RMSNorm keeps an fp32 copy of its input, and the normalised 16-bit tensor if its weight trains; a fused
    /// one keeps its input, which for the first norm is the checkpoint; an fp32 stream is kept as it is.
    fn norms_kept(&self) -> Expr {
        let each = if self.fused_norms() && !self.layer_norm() {
            2.0
        } else if self.layer_norm() {
            // One kernel on the 16-bit input; autocast runs it in fp32.
            if self.scenario.software.kernels == Kernels::Eager && self.autocast() {
                6.0
            } else {
                2.0
            }
        } else if self.scenario.software.kbit_upcast {
            4.0
        } else if self.full() {
            12.0
        } else {
            8.0
        };
        each * self.h()
    }

    /// q, k, v, output and the fp32 log-sum-exp: 2q + 4kv + 2q + 4a; with repeated KV heads keys as wide
    /// as queries and values as wide as the output.
    fn attention_kept(&self) -> Expr {
        let sums = 4.0 * self.heads();
        let software = self.scenario.software;
        let model = self.model();
        if software.code == ModelCode::LitGpt {
            // `v` is a view of the fused q/k/v buffer, which therefore stays whole (litgpt: litgpt/model.py).
            return if model.kv_heads == model.heads {
                6.0 * self.q() + 6.0 * self.k() + sums
            } else {
                8.0 * self.q() + sums
            };
        }
        if software.repeat_kv {
            return 4.0 * self.q() + 4.0 * self.o() + sums;
        }
        2.0 * self.q() + 2.0 * self.k() + 2.0 * self.v() + 2.0 * self.o() + sums
    }

    /// Gate, silu(gate) and up: 6f (12f in an fp32 stream); 4f where SwiGLU is one kernel; the input of GELU alone: 2f.
    fn mlp_kept(&self) -> Expr {
        let tensors = match (self.model().gated(), self.scenario.software.kernels) {
            (true, Kernels::Liger) => 2.0,
            (true, _) => 3.0,
            (false, _) => 1.0,
        };
        (tensors * self.stream()) * self.f()
    }

    /// Inputs of linear layers. Training a weight needs its input; a frozen one needs none; an adapter keeps its own.
    fn inputs_kept(&self) -> Expr {
        match &self.scenario.adapters {
            // q/k/v share one, gate/up share one, `o` reuses the attention output.
            None => 4.0 * self.h() + 2.0 * self.f(),
            Some(adapters) => self.adapter_inputs(adapters) + self.frozen_inputs(),
        }
    }

    /// bitsandbytes up to 0.42 keeps the input of each frozen layer (bitsandbytes: autograd/_functions.py, `MatMul4Bit`).
    fn frozen_inputs(&self) -> Expr {
        if !self.scenario.software.keeps_inputs {
            return num(0.0);
        }
        let inputs = if self.model().gated() { 4.0 } else { 2.0 };
        inputs * self.h() + 2.0 * self.f()
    }

    /// What adapters keep of their inputs (peft: tuners/lora/layer.py, bnb.py).
    ///
    /// With dropout each module has a private mask (1 byte) and dropped copy; fp32 adapters on a 16-bit base cast their input
    /// privately; otherwise q/k/v share one input and gate/up another, and `o` reuses the attention output.
    fn adapter_inputs(&self, adapters: &Adapters) -> Expr {
        let autocast = self.autocast();
        let fp32 = adapters.dtype == Dtype::Fp32 && !self.master();
        let quantised = self.scenario.quant.is_some();
        let copy = if fp32 && !autocast { 4.0 } else { 2.0 };
        let private = adapters.dropout || (fp32 && !quantised) || (fp32 && !autocast);
        let mask = if adapters.dropout { 1.0 } else { 0.0 };
        let groups: [(&[Target], Expr, bool); 4] = [
            (&[Target::Q, Target::K, Target::V], self.h(), false),
            (&[Target::O], self.o(), true),
            (&[Target::Gate, Target::Up], self.h(), false),
            (&[Target::Down], self.f(), false),
        ];
        let mut sum = num(0.0);
        let mut ranks = 0.0;
        for (targets, width, reused) in groups {
            let modules = self.adapted_modules(adapters, targets);
            if modules == 0.0 {
                continue;
            }
            ranks += modules;
            if private {
                sum = sum + (modules * (copy + mask)) * width;
            } else if !reused {
                sum = sum + 2.0 * width;
            }
        }
        sum = sum + (ranks * copy) * sym("r", float(adapters.rank));
        sum = sum + self.padded_updates(adapters);
        let fused_lora =
            self.scenario.software.kernels == Kernels::FusedNorm && quantised && private;
        // Fused LoRA kernels let q, k and v share one dropped input.
        if fused_lora && self.scenario.software.code == ModelCode::Transformers {
            sum - 2.0 * self.h()
        } else {
            sum
        }
    }

    /// Adapted modules of a group: one where the implementation fuses the group into one matrix.
    fn adapted_modules(&self, adapters: &Adapters, group: &[Target]) -> f64 {
        let named = group
            .iter()
            .filter(|target| adapters.targets.contains(target))
            .count();
        let first_group = group.contains(&Target::Q);
        let fused = (first_group
            && (self.scenario.software.code == ModelCode::LitGpt || self.model().fused_qkv()))
            || (group.contains(&Target::Gate) && self.model().family.fused_gate_up().is_some());
        let gateless = usize::from(
            group.contains(&Target::Gate)
                && adapters.targets.contains(&Target::Gate)
                && !self.model().gated(),
        );
        let modules = named - gateless.min(named);
        if fused {
            float(u64::from(modules > 0))
        } else {
            u32::try_from(modules).map_or(0.0, f64::from)
        }
    }

    /// LitGPT pads the update of a part of q/k/v with `index_copy`, whose source is kept (litgpt: litgpt/lora.py, `zero_pad`).
    fn padded_updates(&self, adapters: &Adapters) -> Expr {
        if self.scenario.software.code != ModelCode::LitGpt {
            return num(0.0);
        }
        let on = |target: Target| adapters.targets.contains(&target);
        let parts = [
            (Target::Q, self.q()),
            (Target::K, self.k()),
            (Target::V, self.v()),
        ];
        if parts.iter().all(|(target, _)| on(*target)) {
            return num(0.0);
        }
        parts
            .into_iter()
            .filter(|(target, _)| on(*target))
            .fold(num(0.0), |sum, (_, width)| sum + 2.0 * width)
    }

    /// Eager attention: the softmax, which transformers computes in fp32 (`softmax(…, dtype=torch.float32)`), and its 16-bit copy:
    /// 6·a·s a token.
    pub(super) fn scores_kept(&self) -> Expr {
        if self.scenario.attention != AttentionKernel::Eager {
            return num(0.0);
        }
        6.0 * self.heads() * self.s()
    }

    /// What routing keeps for each active expert: its output, for the gradient of the routing weight, and its gathered input where
    /// it trains; an expert after the other also the weighted output, which `index_add_` keeps. Counted on transformers 5
    /// (models/mixtral/modeling_mixtral.py, integrations/moe.py).
    fn routed(&self) -> Expr {
        let (experts, active) = self.experts();
        if experts == 1 {
            return num(0.0);
        }
        let mut copies = 1.0;
        if !self.grouped_experts() {
            copies += 1.0;
        }
        if self.full() {
            copies += 1.0;
        }
        (copies * self.stream()) * self.h() * sym("A", float(active))
    }

    /// Whether one product runs all experts (transformers from 5 on: `experts_implementation`, "`grouped_mm`") instead of one after
    /// the other.
    fn grouped_experts(&self) -> bool {
        let software = self.scenario.software;
        match software.code {
            ModelCode::Transformers => software.transformers == TransformersVersion::V5,
            ModelCode::LitGpt => false,
            _ => true,
        }
    }

    /// Encoder block with dropout everywhere, fp32 layer norms and eager attention.
    fn encoder_kept(&self) -> Expr {
        // fp32: inputs of q/k/v 4, q, k, v 12, context 4, both sums before the norms 8, input of the MLP 4, GELU's input and
        // output 32, masks 2. Autocast halves all but the sums, and q, k and v cast their input each for itself: 4 more.
        let (widths, scores) = if self.autocast() {
            (42.0, 7.0)
        } else {
            (66.0, 9.0)
        };
        widths * self.h() + scores * self.heads() * self.s()
    }

    /// Bytes that the backward pass of one block adds, per token, before tensor parallelism.
    pub(super) fn hump(&self) -> Expr {
        let hump = self.mlp_hump();
        if self.scenario.attention == AttentionKernel::Eager && !self.model().is_encoder() {
            // 16 with what is kept: between the 14 and 18 that are reported for one recomputed block (METHOD.md, section Block).
            return hump.at_least(10.0 * self.heads() * self.s());
        }
        hump
    }

    fn mlp_hump(&self) -> Expr {
        if self.model().is_encoder() {
            let each = if self.autocast() { 2.0 } else { 4.0 };
            return (2.0 * each) * self.f() + (3.0 * each) * self.heads() * self.s();
        }
        let adapters = self.scenario.adapters.as_ref();
        if let Ffn::Moe {
            experts,
            active,
            hidden,
            ..
        } = self.model().ffn
            && !self.grouped_experts()
        {
            let (f, h) = hump_coefficients(self, adapters, false);
            let share = FIRST_EXPERT * sym("A", float(active)) / sym("X", float(experts));
            let of_share = f * sym("f_e", float(hidden)) + larger(0.0, h - 4.0) * self.h();
            return 4.0 * self.h() + of_share * share;
        }
        let liger = self.scenario.software.kernels == Kernels::Liger;
        let (f, h) = hump_coefficients(self, adapters, liger);
        f * self.f() + h * self.h()
    }
}

/// (f, h) of the table of backward humps, for a 16-bit residual stream unless it says otherwise.
fn hump_coefficients(view: &View<'_>, adapters: Option<&Adapters>, liger: bool) -> (f64, f64) {
    let stream = view.stream();
    let Some(adapters) = adapters else {
        return if liger { (2.0, 4.0) } else { (4.0, 4.0) };
    };
    if !view.adapts(&[Target::Gate, Target::Up, Target::Down]) {
        let tensors = if view.model().gated() { 3.0 } else { 2.0 };
        return (tensors * stream, 2.0 * stream);
    }
    let fp32 = adapters.dtype == Dtype::Fp32 && !view.master();
    let by_dropout =
        |with: (f64, f64), without: (f64, f64)| if adapters.dropout { with } else { without };
    if view.scenario.software.kbit_upcast {
        by_dropout((8.0, 12.0), (10.0, 8.0))
    } else if view.scenario.quant.is_some() && view.autocast() {
        by_dropout((2.0, 14.0), (4.0, 4.0))
    } else if fp32 && view.autocast() {
        by_dropout((10.0, 8.0), (6.0, 12.0))
    } else if fp32 {
        by_dropout((6.0, 16.0), (2.0, 16.0))
    } else {
        by_dropout((2.0, 12.0), (4.0, 4.0))
    }
}
