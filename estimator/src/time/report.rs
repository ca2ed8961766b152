//! Time of a step, itemised, with what it means: rate, interval, utilisation, bubble.
use super::flops::Flops;
use super::kernels::{Work, Works};
use super::line::{TimeId, TimeLine};
use super::pace::Pace;
use super::rates::SHIPPED;
use super::setup::{Format, NoTime, Setup};
use super::spread::Spread;
use super::traffic::{OnceAStep, Traffic};
use crate::expr::{Expr, num, sym};
use crate::hardware::Gpu;
use crate::num::{finite, larger};
use crate::scenario::Scenario;

/// How long a step takes and why.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeReport {
    /// The numbers alone.
    pub pace: Pace,
    /// How sure they are, and why no surer.
    pub spread: Spread,
    /// Micro-batches of a step on one replica.
    pub micro_batches: f64,
    /// What a step spends on each thing; their seconds add up to the step.
    pub lines: Vec<TimeLine>,
    /// Operations that a step needs, all GPUs together.
    pub model_flops: f64,
    /// Operations that it computes: recomputed passes too.
    pub hardware_flops: f64,
    /// Dense peak of all GPUs in the format of the products, FLOP/s.
    pub peak: f64,
    /// Share of a step's micro-steps that a pipeline stage waits: (p−1)/(v·m + p−1).
    pub bubble_share: f64,
}

impl TimeReport {
    /// That of a scenario.
    ///
    /// # Errors
    /// What of the GPU nobody published.
    pub fn of(scenario: &Scenario) -> Result<Self, NoTime> {
        Self::at_speed(scenario, 1.0)
    }

    /// The same where the kernels run `speed` times as fast as the tables say.
    ///
    /// # Errors
    /// What of the GPU nobody published.
    pub fn at_speed(scenario: &Scenario, speed: f64) -> Result<Self, NoTime> {
        let setup = Setup::of(scenario, &SHIPPED)?.at_speed(speed);
        let works = setup.works();
        let traffic = setup.traffic();
        let once = setup.once_a_step();
        let pace = setup.pace(&works, &traffic, &once);
        let flops = Flops::of(scenario, setup.lengths.attended);
        let waits = (setup.p - 1.0) / setup.v;
        Ok(Self {
            spread: Spread::of(scenario),
            micro_batches: setup.m,
            lines: setup.lines(&works, &traffic, &once, &pace),
            model_flops: finite(flops.model * pace.tokens),
            hardware_flops: finite(flops.hardware * pace.tokens),
            peak: setup.gpus * peak(&scenario.cluster.gpu, setup.format),
            bubble_share: waits / (setup.m + waits),
            pace,
        })
    }

    /// Lower and upper end of the rate, tokens a second and GPU.
    pub fn rate_range(&self) -> (f64, f64) {
        let rate = self.pace.tokens_per_gpu;
        (rate / self.spread.factor, rate * self.spread.factor)
    }

    /// Lower and upper end of a step, s.
    pub fn step_range(&self) -> (f64, f64) {
        let step = self.pace.step;
        (step / self.spread.factor, step * self.spread.factor)
    }

    /// Model FLOPs utilisation: operations that the training needs over the dense peak.
    pub fn mfu(&self) -> f64 {
        self.utilisation(self.model_flops, self.pace.step)
    }

    /// Hardware FLOPs utilisation: the same with what is computed again.
    pub fn hfu(&self) -> f64 {
        self.utilisation(self.hardware_flops, self.pace.step)
    }

    /// Model FLOPs utilisation that an observed step of `seconds` means.
    pub fn implied_mfu(&self, seconds: f64) -> f64 {
        self.utilisation(self.model_flops, seconds)
    }

    fn utilisation(&self, flops: f64, seconds: f64) -> f64 {
        finite(flops / self.peak / larger(1e-12, seconds))
    }
}

/// Dense peak of one GPU in the format of its products, FLOP/s.
fn peak(gpu: &Gpu, format: Format) -> f64 {
    let half = gpu.sixteen_bit_tflops().unwrap_or(1.0);
    let tflops = match format {
        Format::Single => gpu.fp32_tflops.unwrap_or(half),
        Format::Half => half,
        Format::Eight => gpu.fp8_tflops.unwrap_or(half),
        Format::Four => gpu.fp4_tflops.or(gpu.fp8_tflops).unwrap_or(half),
    };
    tflops * 1e12
}

/// 10^12 operations.
const TERA: f64 = 1e12;
/// 10^9 bytes.
const GIGA: f64 = 1e9;

impl Setup<'_> {
    fn lines(
        &self,
        works: &Works,
        traffic: &Traffic,
        once: &OnceAStep,
        pace: &Pace,
    ) -> Vec<TimeLine> {
        let parts = &pace.parts;
        let common = self.common;
        let m = || sym("m", self.m);
        let each = |seconds: f64| m() * sym("τ", seconds);
        let exposed = |share: f64, seconds: f64| m() * sym("ξ", share) * sym("τ", seconds);
        let gpu = parts.products
            + parts.attention
            + parts.elementwise
            + parts.adapters
            + parts.unpacking
            + parts.head;
        let host = m() * (sym("τ_b", gpu + parts.host) - sym("τ_g", gpu));
        let behind = traffic.sharded + traffic.offload;
        let wait = sym("p", self.p) - num(1.0);
        let bubble = wait / sym("n_v", self.v) * sym("τ_m", pace.micro);
        let batch = self.input(pace.micro - parts.input);
        let (a_batch, a_token) = Self::input_rates();
        let made = if parts.input > 0.0 && self.scenario.host.workers == 0 {
            m() * (sym("τ_in", a_batch)
                + sym("b", self.b) * sym("s_r", self.lengths.tokens) * sym("τ_tok", a_token))
        } else {
            each(parts.input)
        };
        let attention = sym("Φ_a", works.attention / TERA) / sym("ρ_a", self.attention / TERA);
        let bytes = |bytes: f64| sym("D", bytes / GIGA) / sym("ω", self.stream / GIGA);
        let rows: [(TimeId, Expr, f64); 17] = [
            (
                TimeId::Products,
                m() * self.work(works.products, self.linear),
                0.0,
            ),
            (TimeId::Attention, m() * attention, 0.0),
            (TimeId::Elementwise, m() * bytes(works.elementwise), 0.0),
            (
                TimeId::Adapters,
                m() * self.work(works.adapters, self.half),
                0.0,
            ),
            (TimeId::Unpacking, each(works.unpacking), 0.0),
            (TimeId::Head, m() * self.work(works.head, self.half), 0.0),
            (TimeId::Host, host, 0.0),
            (
                TimeId::Tensor,
                exposed(common.tensor_exposed, traffic.tensor),
                traffic.tensor - parts.tensor,
            ),
            (
                TimeId::Context,
                exposed(common.context_exposed, traffic.context),
                traffic.context - parts.context,
            ),
            (
                TimeId::Expert,
                exposed(common.expert_exposed, traffic.expert),
                traffic.expert - parts.expert,
            ),
            (
                TimeId::Pipeline,
                exposed(common.pipeline_exposed, traffic.pipeline),
                traffic.pipeline - parts.pipeline,
            ),
            (
                TimeId::Sharded,
                each(parts.sharded),
                larger(0.0, behind - parts.sharded),
            ),
            (TimeId::Input, made, batch.seconds - batch.exposed),
            (TimeId::Bubble, bubble, 0.0),
            (
                TimeId::Reduce,
                sym("τ", parts.reduce),
                parts.reduce * (1.0 / common.step_exposed - 1.0) / self.m,
            ),
            (TimeId::Optimizer, sym("τ", once.optimizer), 0.0),
            (TimeId::HostOptimizer, sym("τ", once.host_optimizer), 0.0),
        ];
        rows.into_iter()
            .filter(|(_, seconds, _)| !seconds.is_zero())
            .map(|(id, seconds, hidden)| TimeLine {
                id,
                seconds,
                hidden: hidden * self.m,
                source: id.source(),
            })
            .collect()
    }

    /// Operations over the sustained rate, and bytes over what streaming kernels reach.
    fn work(&self, work: Work, rate: f64) -> Expr {
        let operations = sym("Φ", work.flops / TERA) / sym("ρ", rate / TERA);
        operations + sym("D", work.bytes / GIGA) / sym("ω", self.stream / GIGA)
    }
}
