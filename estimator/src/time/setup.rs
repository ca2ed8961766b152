//! What formulas of time are made of: a scenario's dimensions as numbers, and the rates that apply to it.
use super::device::{self, Sustained};
use super::habits::{self, Experts, Overheads};
use super::lengths::Lengths;
use super::links::Links;
use super::products::Products;
use super::rates::{Common, Rates};
use crate::hardware::Arch;
use crate::model::Ffn;
use crate::num::{float, larger};
use crate::scenario::{
    Checkpointing, Engine, Kernels, Method, Precision, Quant, Scenario, Schedule, Sharding,
};

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTime {
    /// Nobody publishes the GPU's 16-bit peak.
    NoPeak,
    /// Nobody publishes its memory bandwidth.
    NoBandwidth,
}

/// Format of the linear layers' products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// fp32, or TF32 where the chip has it.
    Single,
    /// bf16 or fp16.
    Half,
    /// FP8.
    Eight,
    /// NVFP4.
    Four,
}

/// A scenario in numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) common: &'a Common,
    pub(super) overheads: Overheads,
    pub(super) experts_by: Experts,
    /// The stack's own kernels are eager: fused ones are a choice of the scenario.
    pub(super) eager: bool,
    pub(super) links: Links,
    pub(super) products: Products,
    pub(super) lengths: Lengths,
    pub(super) format: Format,
    /// FLOP/s of a large product of the linear layers.
    pub(super) linear: f64,
    /// FLOP/s of a large 16-bit product.
    pub(super) half: f64,
    /// FLOP/s of forward attention, causal FLOPs.
    pub(super) attention: f64,
    /// Bytes a second of streaming kernels.
    pub(super) stream: f64,
    /// Sequences of a micro-batch.
    pub(super) b: f64,
    /// Micro-batches a step.
    pub(super) m: f64,
    /// Tokens of a micro-batch on one rank.
    pub(super) tok: f64,
    pub(super) h: f64,
    pub(super) vocab: f64,
    pub(super) layers: f64,
    pub(super) t: f64,
    pub(super) p: f64,
    pub(super) c: f64,
    pub(super) e: f64,
    pub(super) v: f64,
    /// Replicas that see other tokens.
    pub(super) data: f64,
    pub(super) gpus: f64,
    /// Experts of a layer and those a token passes through; 1 of 1 in a dense model.
    pub(super) experts: f64,
    pub(super) active: f64,
    /// Parts of a forward pass that are repeated in the backward pass.
    pub(super) repeats: f64,
    /// Weights on one rank, sharding aside.
    pub(super) weights: f64,
    /// Those of the linear layers.
    pub(super) linear_weights: f64,
}

impl<'a> Setup<'a> {
    /// Looks everything up.
    pub(super) fn of(scenario: &'a Scenario, rates: &'a Rates) -> Result<Self, NoTime> {
        Self::at(scenario, rates, Lengths::of(scenario))
    }

    /// The same for lengths that are known already.
    pub(super) fn at(
        scenario: &'a Scenario,
        rates: &'a Rates,
        lengths: Lengths,
    ) -> Result<Self, NoTime> {
        let gpu = &scenario.cluster.gpu;
        let common = &rates.common;
        let peak = device::half_peak(gpu).ok_or(NoTime::NoPeak)?;
        let bandwidth = gpu.memory_bandwidth_gbs.ok_or(NoTime::NoBandwidth)?;
        let row = device::row_of(&rates.devices, gpu).ok_or(NoTime::NoPeak)?;
        let habits = habits::row_of(&rates.habits, &scenario.stack)
            .or(rates.habits.first())
            .ok_or(NoTime::NoPeak)?;
        let products = Products::of(&scenario.model);
        let layout = scenario.layout;
        let split = scenario.sharding == Sharding::LayerSplit;
        let [t, p, c, e] = [
            layout.tensor,
            layout.pipeline,
            layout.context,
            layout.expert,
        ]
        .map(float);
        let (experts, active) = match scenario.model.ffn {
            Ffn::Moe {
                experts, active, ..
            } => (float(experts), float(active)),
            Ffn::Dense { .. } => (1.0, 1.0),
        };
        let sustained = row.sustained;
        let half = peak * sustained.half;
        let format = format(scenario);
        let mut setup = Self {
            scenario,
            common,
            overheads: habits.overheads,
            experts_by: habits.experts,
            eager: habits.eager,
            links: Links::of(&scenario.cluster, common),
            products,
            lengths,
            format,
            linear: linear_rate(scenario, format, half, &sustained),
            half,
            attention: peak * sustained.attention * habits.overheads.attention,
            stream: bandwidth * 1e9 * common.stream,
            b: float(scenario.batch.micro),
            m: float(scenario.batch.accumulation),
            tok: float(scenario.batch.micro) * lengths.tokens / c,
            h: float(scenario.model.hidden),
            vocab: float(scenario.model.vocab),
            layers: float(scenario.model.layers),
            t,
            p,
            c,
            e,
            v: match layout.schedule {
                Schedule::Interleaved => float(layout.virtual_stages),
                Schedule::Gpipe | Schedule::OneF1b => 1.0,
            },
            data: if split { 1.0 } else { float(layout.data) },
            gpus: float(scenario.cluster.gpus()),
            experts,
            active,
            repeats: match scenario.checkpointing {
                Checkpointing::None => 0.0,
                Checkpointing::Selective => common.selective,
                Checkpointing::Full | Checkpointing::FullOffload => 1.0,
            },
            weights: 0.0,
            linear_weights: 0.0,
        };
        setup.count_weights();
        Ok(setup)
    }

    /// The same where the kernels run `speed` times as fast as the tables say; launching and links stay as they are.
    pub(super) fn at_speed(mut self, speed: f64) -> Self {
        self.linear *= speed;
        self.half *= speed;
        self.attention *= speed;
        self.stream *= speed;
        self
    }

    fn count_weights(&mut self) {
        let mut linear = 0.0;
        for product in self.products.iter() {
            let copies = match product.part {
                super::products::Part::Routed => larger(1.0, (self.experts / self.e).floor()),
                _ => 1.0,
            };
            let (input, output) = product.per_rank(self.t);
            linear += copies * input * output * product.layers;
        }
        self.linear_weights = linear / self.p;
        let tables = if self.scenario.model.tied { 1.0 } else { 2.0 };
        self.weights = self.linear_weights + tables * self.vocab * self.h / self.t / self.p;
    }

    /// Whole blocks are recomputed.
    pub(super) const fn recomputes(&self) -> bool {
        matches!(
            self.scenario.checkpointing,
            Checkpointing::Full | Checkpointing::FullOffload
        )
    }

    pub(super) fn full(&self) -> bool {
        self.scenario.method == Method::Full
    }

    pub(super) fn moe(&self) -> bool {
        self.experts > 1.0
    }

    /// Bytes of a weight as it is stored.
    pub(super) fn stored(&self) -> f64 {
        self.scenario
            .quant
            .map_or(2.0, |quant| quant.data_bytes() + quant.scale_bytes())
    }

    /// Element-wise traffic over the fused minimum.
    pub(super) fn fuse(&self) -> f64 {
        let software = &self.scenario.software;
        let usual = self.overheads.fuse;
        let upcast = if software.kbit_upcast {
            self.common.upcast
        } else {
            1.0
        };
        match software.kernels {
            Kernels::FusedNorm | Kernels::Liger if self.eager => usual * self.common.fused * upcast,
            _ => usual * upcast,
        }
    }

    /// Traffic of the side branch over that of eager kernels.
    pub(super) fn fused_adapters(&self) -> f64 {
        match self.scenario.software.kernels {
            Kernels::FusedNorm | Kernels::Liger if self.eager => self.common.fused_adapters,
            _ => 1.0,
        }
    }

    /// DeepSpeed's ZeRO-3 runs hooks around every module.
    pub(super) fn hooks(&self) -> f64 {
        let hooked =
            self.scenario.sharding == Sharding::Zero3 && self.scenario.engine == Engine::DeepSpeed;
        if hooked { self.common.hooks } else { 1.0 }
    }

    /// Adds into 32-bit main gradients in every micro-step.
    pub(super) fn main_gradients(&self) -> bool {
        self.scenario.engine == Engine::Megatron || self.scenario.stack == "megatron"
    }

    pub(super) fn quant(&self) -> Option<Quant> {
        self.scenario.quant
    }
}

fn format(scenario: &Scenario) -> Format {
    match scenario.precision {
        Precision::Fp32 => Format::Single,
        Precision::Fp8 => Format::Eight,
        Precision::Nvfp4 => Format::Four,
        _ => Format::Half,
    }
}

/// FLOP/s of a large product of the linear layers.
fn linear_rate(scenario: &Scenario, format: Format, half: f64, sustained: &Sustained) -> f64 {
    let gpu = &scenario.cluster.gpu;
    let eight = gpu.fp8_tflops.map(|peak| peak * 1e12 * sustained.eight);
    let four = gpu.fp4_tflops.map(|peak| peak * 1e12 * sustained.four);
    match format {
        Format::Half => half,
        Format::Eight => eight.unwrap_or(half),
        Format::Four => four.or(eight).unwrap_or(half),
        Format::Single => single(gpu.arch, gpu.fp32_tflops, half),
    }
}

/// fp32 products: TF32 runs at half the 16-bit rate; chips without it use the units outside the matrix part.
fn single(arch: Arch, fp32_tflops: Option<f64>, half: f64) -> f64 {
    if device::has_tf32(arch) {
        half / 2.0
    } else {
        fp32_tflops.map_or(half / 8.0, |peak| peak * 0.8e12)
    }
}
