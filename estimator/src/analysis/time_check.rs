//! A speed that was observed, held against the one that is expected: utilisation, verdict, usual causes.
use crate::hardware::LinkKind;
use crate::memory::{MemoryReport, State};
use crate::num::{finite, float, larger};
use crate::scenario::{
    AttentionKernel, Checkpointing, GptqKernel, Offload, Padding, Precision, Scenario,
};
use crate::time::TimeReport;

/// What is expected of one GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// Tokens a second and GPU.
    pub tokens_per_s_per_gpu: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Operations that a token's training needs, nothing recomputed.
    pub flops_per_token: f64,
    /// Dense peak of a GPU in the format of the products, FLOP/s.
    pub peak: f64,
}

impl Predicted {
    /// From the time of a step.
    pub fn of(time: &TimeReport, gpus: f64) -> Self {
        let (low, high) = time.rate_range();
        Self {
            tokens_per_s_per_gpu: time.pace.tokens_per_gpu,
            low,
            high,
            flops_per_token: finite(time.model_flops / larger(time.pace.tokens, 1.0)),
            peak: time.peak / larger(gpus, 1.0),
        }
    }
}

/// What was observed, padding counted as tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Observed {
    /// Seconds of an optimizer step of so many tokens, all GPUs together.
    Step {
        /// Seconds.
        seconds: f64,
        /// Tokens.
        tokens: f64,
    },
    /// Tokens a second of all GPUs.
    Total(f64),
    /// Tokens a second of one GPU.
    PerGpu(f64),
}

impl Observed {
    /// Tokens a second of one of `gpus`.
    pub fn per_gpu(self, gpus: f64) -> f64 {
        let gpus = larger(gpus, 1.0);
        match self {
            Self::Step { seconds, tokens } => finite(tokens / larger(seconds, 1e-9) / gpus),
            Self::Total(rate) => rate / gpus,
            Self::PerGpu(rate) => rate,
        }
    }
}

/// What the observation means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Inside the interval.
    Normal,
    /// Slower than expected, so many times.
    Slow(f64),
    /// Faster than the interval reaches, so many times the expected rate.
    Fast(f64),
    /// More operations than the GPU's peak allows.
    Impossible,
}

/// What usually makes a run as slow (or as fast) as that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// One process, or one node, does all the work.
    FewerGpus,
    /// fp32 products without tensor cores.
    Fp32,
    /// States travel to host memory and back.
    Offload,
    /// Parameters are gathered over links slower than assumed.
    SlowLinks,
    /// Memory is so short that the allocator gives blocks back again and again.
    MemoryShort,
    /// Rows are padded to the window after all.
    Padding,
    /// Attention writes its scores out.
    EagerAttention,
    /// Kernels that unpack weights are missing.
    SlowUnpacking,
    /// Activations are recomputed although that was not assumed.
    Recomputed,
    /// One data-loader process, that tokenises as it goes.
    Input,
    /// Checkpoints, evaluation or logging fall into the time that was taken.
    Around,
    /// The GPU is held back by power or heat, or shared.
    Throttled,
    /// The rate of all GPUs was taken for that of one.
    TotalForOne,
    /// Micro-batches were taken for steps.
    MicroForStep,
    /// Rows are shorter than stated, or padding was counted that is not computed.
    ShorterRows,
}

/// A verdict with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeCheck {
    /// Tokens a second and GPU.
    pub rate: f64,
    /// Share of the dense peak that they mean.
    pub mfu: f64,
    /// What they mean.
    pub verdict: Verdict,
    /// Causes whose usual effect is of this size, the likeliest first.
    pub causes: Vec<Cause>,
    /// The utilisation that was stated is about half of what the rate means: it was divided by the sparse peak of a data sheet.
    pub sparse_peak: bool,
}

impl TimeCheck {
    /// An observation under a scenario; `stated` is the utilisation that somebody gave with it.
    pub fn of(
        scenario: &Scenario,
        predicted: &Predicted,
        observed: Observed,
        stated: Option<f64>,
    ) -> Self {
        let gpus = float(scenario.cluster.gpus());
        let rate = observed.per_gpu(gpus);
        let mfu = finite(rate * predicted.flops_per_token / larger(predicted.peak, 1.0));
        let times = finite(predicted.tokens_per_s_per_gpu / larger(rate, 1e-9));
        let verdict = if mfu > 1.0 {
            Verdict::Impossible
        } else if rate > predicted.high {
            Verdict::Fast(1.0 / times)
        } else if rate < predicted.low {
            Verdict::Slow(times)
        } else {
            Verdict::Normal
        };
        let causes = match verdict {
            Verdict::Normal => Vec::new(),
            Verdict::Slow(times) => slowed_by(scenario, times),
            Verdict::Fast(_) | Verdict::Impossible => misread(scenario, predicted, rate, gpus),
        };
        // Data sheets give twice the dense rate with 2:4 sparsity; rounding and attention move the quotient.
        let sparse_peak = stated.is_some_and(|stated| {
            let share = stated / larger(mfu, 1e-9);
            mfu <= 1.0 && (0.42..=0.65).contains(&share)
        });
        Self {
            rate,
            mfu,
            verdict,
            causes,
            sparse_peak,
        }
    }
}

/// Causes that apply to the scenario and usually slow it by about as much. Reaches are judgement, from reports of such runs.
fn slowed_by(scenario: &Scenario, times: f64) -> Vec<Cause> {
    let gpus = float(scenario.cluster.gpus());
    let data = &scenario.data;
    let padded = data.mean.map_or(1.0, |mean| {
        float(scenario.batch.sequence) / larger(mean, 1.0)
    });
    let gathers = scenario.sharding.parameters() || scenario.layout.tensor > 1;
    let spread = scenario.cluster.nodes > 1 || scenario.cluster.gpu.link.kind == LinkKind::None;
    let unfused = scenario.quant.is_some_and(crate::scenario::Quant::gptq)
        && scenario.software.gptq == GptqKernel::Fused;
    let short = || MemoryReport::of(scenario).verdict.state != State::Fits;
    let rows: [(Cause, bool, f64, f64); 12] = [
        (Cause::FewerGpus, gpus > 1.0, 1.6, gpus * 2.5),
        (Cause::Offload, scenario.offload != Offload::None, 1.2, 20.0),
        (Cause::SlowLinks, gathers && spread, 1.3, 30.0),
        (Cause::MemoryShort, times >= 1.2 && short(), 1.2, 10.0),
        (
            Cause::Padding,
            data.padding != Padding::Window && padded > 1.2,
            1.1,
            padded * 1.1,
        ),
        (
            Cause::Fp32,
            scenario.precision != Precision::Fp32,
            3.0,
            20.0,
        ),
        (Cause::SlowUnpacking, unfused, 1.5, 10.0),
        (
            Cause::EagerAttention,
            scenario.attention == AttentionKernel::Flash && scenario.batch.sequence >= 2048,
            1.15,
            4.0,
        ),
        (
            Cause::Recomputed,
            scenario.checkpointing == Checkpointing::None,
            1.15,
            1.5,
        ),
        (Cause::Input, scenario.host.workers == 0, 1.1, 5.0),
        (Cause::Around, true, 1.05, 1.6),
        (Cause::Throttled, true, 1.05, 1.4),
    ];
    let fitting = rows
        .iter()
        .filter(|(_, applies, low, high)| *applies && times >= *low && times <= *high);
    fitting.map(|(cause, ..)| *cause).collect()
}

/// What is usually misread where a rate is too good: what brings it back into the interval goes first.
fn misread(scenario: &Scenario, predicted: &Predicted, rate: f64, gpus: f64) -> Vec<Cause> {
    let inside = |rate: f64| rate >= predicted.low && rate <= predicted.high;
    let accumulation = float(scenario.batch.accumulation);
    let rows = [
        (Cause::TotalForOne, gpus > 1.0, inside(rate / gpus)),
        (
            Cause::MicroForStep,
            accumulation > 1.0,
            inside(rate / accumulation),
        ),
        (Cause::ShorterRows, true, false),
    ];
    let pick = |explains: bool| {
        let of_kind = rows.iter().filter(move |row| row.1 && row.2 == explains);
        of_kind.map(|row| row.0)
    };
    pick(true).chain(pick(false)).collect()
}
