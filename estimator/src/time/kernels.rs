//! What one micro-step computes on one GPU: floating-point operations and bytes by class of kernel.
//!
//! Time of a class is its operations over the rate that large kernels of the class sustain, plus its bytes over what streaming
//! kernels reach. Bytes of a product are its operands, read and written: they make narrow models and short batches slow.
use super::habits::Experts;
use super::products::{Part, Product};
use super::setup::{Format, Setup};
use crate::hardware::Arch;
use crate::num::{larger, smaller};
use crate::scenario::{AttentionKernel, ExpertKernels, Optimizer, Quant};
use core::ops::AddAssign;

/// Operations and bytes of one class of kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Work {
    /// Floating-point operations, as many as a large product would do in the same time.
    pub(super) flops: f64,
    /// Bytes read and written.
    pub(super) bytes: f64,
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.flops += other.flops;
        self.bytes += other.bytes;
    }
}

impl Work {
    pub(super) const fn times(self, n: f64) -> Self {
        Self {
            flops: self.flops * n,
            bytes: self.bytes * n,
        }
    }

    /// Seconds at a rate of operations and one of bytes.
    pub(super) const fn seconds(self, flops: f64, bytes: f64) -> f64 {
        self.flops / flops + self.bytes / bytes
    }
}

/// Everything that one micro-step computes on one GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Works {
    /// Products of the linear layers, gradients added up included.
    pub(super) products: Work,
    /// Attention, operations of its kernel.
    pub(super) attention: f64,
    /// Norms, activations, rotary positions, residuals; expert routing.
    pub(super) elementwise: f64,
    /// The adapters' side branch.
    pub(super) adapters: Work,
    /// Unpacking a quantised base, s.
    pub(super) unpacking: f64,
    /// Head and loss.
    pub(super) head: Work,
}

/// Passes over a block, in units of its forward pass.
struct Passes {
    /// Forward and repeated.
    forward: f64,
    /// Attention's forward and repeated.
    attention: f64,
}

impl Setup<'_> {
    /// Everything that one micro-step computes.
    pub(super) fn works(&self) -> Works {
        let passes = self.passes();
        let share = 1.0 / self.p;
        let mut works = Works::default();
        for product in self.products.iter() {
            let layers = product.layers * share;
            let (forward, input, weight) = self.directions(product);
            works.products += forward.times(layers * passes.forward);
            works.products += input.times(layers);
            if self.full() {
                works.products += weight.times(layers);
            }
            let (side, back) = self.side_branch(product);
            works.adapters += side.times(layers * passes.forward);
            works.adapters += back.times(layers);
        }
        if self.full() {
            works.products.bytes += self.linear_weights * self.accumulated();
        }
        let layers = self.layers * share;
        works.attention =
            layers * self.attention_flops() * (passes.attention + self.common.attention_backward);
        works.elementwise = layers * self.elementwise_bytes() * (passes.forward + 2.0);
        works.unpacking = self.linear_weights * self.unpacking() * (passes.forward + 1.0);
        works.head = self.head();
        works
    }

    fn passes(&self) -> Passes {
        Passes {
            forward: 1.0 + self.repeats,
            attention: if self.recomputes() { 2.0 } else { 1.0 },
        }
    }

    /// One product of `rows` × `input` by `input` × `output`.
    fn product(&self, rows: f64, input: f64, output: f64, large: f64) -> Work {
        let moved = self.operand() * (rows * input + input * output) + 2.0 * rows * output;
        Work {
            flops: 2.0 * rows * input * output / large,
            bytes: self.common.operands * moved,
        }
    }

    /// Forward, gradient of the input, gradient of the weight: of every copy on this rank.
    fn directions(&self, product: &Product) -> (Work, Work, Work) {
        let (input, output) = product.per_rank(self.t);
        let (copies, rows, large) = match product.part {
            Part::Routed => (
                larger(1.0, (self.experts / self.e).floor()),
                self.tok * self.active * self.e / self.experts,
                match self.experts_by {
                    Experts::Grouped => self.common.expert_group,
                    Experts::Loop => self.common.expert_loop,
                },
            ),
            Part::Attention | Part::Dense => (1.0, self.tok, 1.0),
        };
        let apart = if product.part == Part::Routed {
            self.apart()
        } else {
            1.0
        };
        let cast = |width: f64| Work {
            flops: 0.0,
            bytes: rows * width * self.cast() * apart,
        };
        let mut forward = self.product(rows, input, output, large);
        forward += cast(input);
        let mut back = self.product(rows, output, input, large);
        back += cast(output);
        let weight = self.product(input, rows, output, large);
        (
            forward.times(copies),
            back.times(copies),
            weight.times(copies),
        )
    }

    /// Share of permutation and casts that kernels apart from the experts' products do. Only Blackwell has kernels that do both.
    fn apart(&self) -> f64 {
        let blackwell = matches!(
            self.scenario.cluster.gpu.arch,
            Arch::Blackwell | Arch::BlackwellUltra
        );
        match self.scenario.software.expert_kernels {
            ExpertKernels::Fused if blackwell => self.common.fused_experts,
            _ => 1.0,
        }
    }

    /// Bytes of an operand's element.
    const fn operand(&self) -> f64 {
        match self.format {
            Format::Single => 4.0,
            Format::Half => 2.0,
            Format::Eight => 1.0,
            Format::Four => 0.56,
        }
    }

    /// Bytes that casting an element moves: it is read, written, and written transposed.
    fn cast(&self) -> f64 {
        match self.format {
            Format::Single | Format::Half => 0.0,
            Format::Eight => self.common.cast_eight * 4.0,
            Format::Four => self.common.cast_four * 3.2,
        }
    }

    /// Bytes for each weight to add its gradient to what earlier micro-steps left.
    fn accumulated(&self) -> f64 {
        if self.main_gradients() {
            self.common.main_gradients
        } else if self.m > 1.0 {
            6.0
        } else {
            2.0
        }
    }

    /// Forward attention of one layer. Causal kernels skip half the scores; eager attention computes all of them.
    fn attention_flops(&self) -> f64 {
        let model = &self.scenario.model;
        let widths =
            crate::num::float(model.q_width()) + crate::num::float(model.attention_output_width());
        let reach = smaller(self.lengths.attended, self.lengths.tokens);
        let reach = match self.scenario.attention {
            AttentionKernel::Eager => 4.0 * reach,
            _ if model.is_encoder() => reach,
            AttentionKernel::Flash => reach / 2.0,
        };
        2.0 * self.tok * reach * widths / self.t
    }

    /// Bytes of one layer's element-wise kernels in a forward pass: two norms and residuals, rotary positions, the activation.
    fn elementwise_bytes(&self) -> f64 {
        let model = &self.scenario.model;
        let tensors = if model.gated() { 3.0 } else { 2.0 };
        let sparse = crate::num::float(model.sparse_layers()) / self.layers;
        let heads = crate::num::float(model.q_width()) + crate::num::float(model.kv_width());
        let widths = 8.0 * self.h + 2.0 * heads + tensors * self.mlp_width();
        let routed =
            self.apart() * self.common.permute * 8.0 * self.tok * self.active * self.h * sparse;
        2.0 * self.tok * widths / self.t * self.fuse() + if self.moe() { routed } else { 0.0 }
    }

    /// Width of the networks that a token passes through, mean over layers.
    fn mlp_width(&self) -> f64 {
        let widths = self
            .products
            .iter()
            .filter_map(|product| match product.part {
                Part::Attention => None,
                _ if (product.output - self.h).abs() > 0.0 || product.input < product.output => {
                    None
                }
                Part::Routed => Some(product.input * self.active * product.layers),
                Part::Dense => Some(product.input * product.layers),
            });
        let all: f64 = widths.sum();
        all / self.layers
    }

    /// Forward and backward of the adapters of one product.
    fn side_branch(&self, product: &Product) -> (Work, Work) {
        let Some(adapters) = &self.scenario.adapters else {
            return (Work::default(), Work::default());
        };
        let named = product
            .targets
            .iter()
            .filter(|(target, _)| adapters.targets.contains(target));
        let out: f64 = named.map(|(_, width)| width).sum();
        if out <= 0.0 || (product.part == Part::Routed && self.scenario.fused_experts()) {
            return (Work::default(), Work::default());
        }
        let (input, output) = product.per_rank(self.t);
        let times = if product.part == Part::Routed {
            self.active
        } else {
            1.0
        };
        let output = output * out / product.output * times;
        let rank = crate::num::float(adapters.rank);
        let traffic = self.overheads.adapters * self.fused_adapters() * 2.0 * self.tok;
        // Products of so low a rank run at half the rate.
        let flops = 2.0 * 4.0 * self.tok * rank * (input + output);
        let forward = Work {
            flops,
            bytes: traffic * (input + 2.0 * output),
        };
        let back = Work {
            flops: 2.0 * flops,
            bytes: traffic * (3.0 * input + output),
        };
        (forward, back)
    }

    /// Seconds to unpack one weight.
    fn unpacking(&self) -> f64 {
        match self.quant() {
            None => 0.0,
            Some(Quant::Nf4 | Quant::Nf4Double | Quant::Fp4) => self.common.nf4 * 2.5 / self.stream,
            Some(Quant::Gptq4 | Quant::Gptq4NoGroup | Quant::Gptq8) => self.common.gptq_ps * 1e-12,
            Some(Quant::Fp8 | Quant::Nvfp4 | Quant::Int8) => self.common.float_ps * 1e-12,
        }
    }

    /// Head and loss. Where stages hold equally many layers the head comes on top of the last one and sets the pace; an uneven
    /// split makes room for it.
    fn head(&self) -> Work {
        let trained = self.full()
            || self
                .scenario
                .adapters
                .as_ref()
                .is_some_and(|adapters| adapters.trained_modules);
        let directions = if trained { 3.0 } else { 2.0 };
        let width = self.vocab / self.t;
        let mut head = Work {
            flops: 2.0 * self.tok * self.h * width,
            bytes: self.common.operands
                * 2.0
                * (self.tok * self.h + self.h * width + self.tok * width),
        }
        .times(directions);
        head.bytes += self.overheads.loss * self.tok * width;
        let even = (self.layers / self.p).fract() == 0.0;
        head.times(if even { 1.0 } else { 1.0 / self.p })
    }

    /// Host time of a micro-step: launches, a floor under which no GPU gets.
    pub(super) fn host(&self) -> f64 {
        let overheads = &self.overheads;
        let passes = 2.5
            + if self.recomputes() {
                1.0
            } else if self.repeats > 0.0 {
                0.5
            } else {
                0.0
            };
        let low = !matches!(self.format, Format::Half | Format::Single) || self.quant().is_some();
        let casts = 1.0 + if low { self.common.cast_host } else { 0.0 };
        let layer = overheads.layer_ms * self.hooks() * self.launches() * casts;
        let adapted = self.adapted() * overheads.adapter_ms;
        1e-3 * (self.layers / self.p * passes * (layer + adapted) + overheads.step_ms)
    }

    /// Launches of a layer over those of a dense one, mean over layers.
    fn launches(&self) -> f64 {
        if !self.moe() {
            return 1.0;
        }
        let sparse = crate::num::float(self.scenario.model.sparse_layers()) / self.layers;
        let of_sparse = match self.experts_by {
            Experts::Grouped => self.common.expert_host,
            Experts::Loop => 1.0 + 0.3 * self.experts,
        };
        1.0 + sparse * (of_sparse - 1.0)
    }

    /// Matrices that adapters wrap in a layer.
    fn adapted(&self) -> f64 {
        self.scenario.adapters.as_ref().map_or(0.0, |adapters| {
            let named = adapters
                .targets
                .iter()
                .filter(|target| !matches!(target, crate::model::Target::Head));
            u32::try_from(named.count()).map_or(0.0, f64::from)
        })
    }

    /// Bytes that the optimizer reads and writes for each weight it owns: weight, gradient, master copy and two moments.
    pub(super) fn optimizer_bytes(&self) -> f64 {
        match self.scenario.optimizer {
            Optimizer::Sgd => 12.0,
            optimizer if optimizer.eight_bit() => 14.0,
            _ => 28.0,
        }
    }
}
