//! How sure a figure is.
use super::report::Metric;
use crate::model::Ffn;
use crate::num::smaller;
use crate::scenario::{Offload, Precision, Quant, Scenario, Variety};
use crate::stack;
use crate::units::Bytes;

/// The range in which the measured peak is expected in nine of ten runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: Bytes,
    /// Upper end.
    pub high: Bytes,
    /// What decided its width.
    pub regime: Regime,
}

/// Runs whose residuals are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Regime {
    /// Allocated, under TRL and accelerate: formulas were found on these very runs.
    Dense,
    /// Allocated, under other stacks.
    Allocated,
    /// Reserved, driver-visible or needed, lengths alike.
    Shown,
    /// The same where lengths vary over some steps.
    Varied,
    /// The same where lengths vary over thousands of steps: the allocator drifts.
    Drifting,
}

/// What of a scenario no measured run had: reasons for a wider interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The stack: its code was read, nobody's runs confirm it.
    Stack,
    /// Tensor, pipeline or context parallelism outside torchtitan.
    ModelParallel,
    /// Expert parallelism, or routed experts other than Mixtral's under TRL.
    Experts,
    /// More than 2^18 tokens at once on one GPU.
    Tokens,
    /// Fewer than 3·10^8 or more than 5·10^11 parameters.
    Size,
    /// Optimizer states alone in host memory.
    Offload,
    /// FP8 products.
    Fp8,
    /// `DoRA`.
    Dora,
}

impl Regime {
    /// Every regime.
    pub const ALL: [Self; 5] = [
        Self::Dense,
        Self::Allocated,
        Self::Shown,
        Self::Varied,
        Self::Drifting,
    ];

    /// The regime of a figure of a scenario.
    pub fn of(metric: Metric, scenario: &Scenario) -> Self {
        match (metric, scenario.batch.variety) {
            (Metric::Allocated, _) if scenario.stack == "trl" => Self::Dense,
            (Metric::Allocated, _) => Self::Allocated,
            (_, Variety::Steady) => Self::Shown,
            (_, Variety::Some) => Self::Varied,
            (_, Variety::Many) => Self::Drifting,
        }
    }

    /// Reach below and above the prediction, as shares of it: the 5th and the 95th percentile of measured ÷ predicted − 1 over
    /// this regime's runs, a source with n runs weighing √n, rounded outwards (METHOD.md, section How sure).
    pub const fn reach(self) -> (f64, f64) {
        match self {
            Self::Dense => (0.02, 0.025),
            Self::Allocated => (0.06, 0.10),
            Self::Shown => (0.10, 0.125),
            Self::Varied => (0.11, 0.125),
            Self::Drifting => (0.12, 0.31),
        }
    }

    /// Where a source not seen falls if its regime has no other source, and how much wider.
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Dense => Some(Self::Allocated),
            Self::Varied => Some(Self::Shown),
            Self::Drifting => Some(Self::Varied),
            Self::Allocated | Self::Shown => None,
        }
    }
}

/// Reach is this many times as wide for each thing that no measured run had, up to [`MOST_BEYOND`]: judgement.
const BEYOND: f64 = 1.3;

/// The widest that untested things make an interval.
const MOST_BEYOND: f64 = 2.2;

/// CUDA context and communicators alone differ by as much from driver to driver, GiB.
const LEAST_GIB: f64 = 0.5;

impl Interval {
    /// Whether no interval around `peak` or more reaches down to `usable`, even one that is widened by one more thing that no
    /// measured run had: what a search needs to leave larger scenarios out.
    pub(crate) fn stays_above(&self, peak: Bytes, usable: Bytes) -> bool {
        peak.less((peak.less(self.low)).times(BEYOND)) > usable
    }

    /// The interval around a predicted peak.
    pub fn of(peak: Bytes, metric: Metric, scenario: &Scenario) -> Self {
        let regime = Regime::of(metric, scenario);
        let (below, above) = regime.reach();
        let mut wider = 1.0;
        for (_, applies) in checks(scenario) {
            if applies {
                wider = smaller(MOST_BEYOND, wider * BEYOND);
            }
        }
        let least = if metric == Metric::Allocated {
            Bytes::ZERO
        } else {
            Bytes::gib(LEAST_GIB)
        };
        Self {
            low: peak.less(peak.times(wider * below).at_least(least)),
            high: peak + peak.times(wider * above).at_least(least),
            regime,
        }
    }
}

/// What of a scenario no measured run had.
pub fn beyond(scenario: &Scenario) -> Vec<Beyond> {
    let found = checks(scenario).into_iter().filter(|(_, applies)| *applies);
    found.map(|(beyond, _)| beyond).collect()
}

fn checks(scenario: &Scenario) -> [(Beyond, bool); 8] {
    let layout = scenario.layout;
    let measured = stack::find(&scenario.stack).is_some_and(|stack| stack.measured);
    let split = layout.tensor > 1 || layout.context > 1 || layout.pipeline > 1;
    let experts = matches!(scenario.model.ffn, Ffn::Moe { .. });
    let mixtral = scenario.stack == "trl" && !scenario.fused_experts();
    let tokens =
        scenario.batch.micro.saturating_mul(scenario.batch.sequence) / layout.context.max(1);
    [
        (Beyond::Stack, !measured),
        (
            Beyond::ModelParallel,
            split && scenario.stack != "torchtitan",
        ),
        (Beyond::Experts, layout.expert > 1 || (experts && !mixtral)),
        (Beyond::Tokens, tokens > 1 << 18),
        (Beyond::Size, !(3e8..=5e11).contains(&scenario.parameters)),
        (Beyond::Offload, scenario.offload == Offload::Optimizer),
        (
            Beyond::Fp8,
            matches!(scenario.precision, Precision::Fp8 | Precision::Nvfp4)
                || scenario.quant.is_some_and(Quant::float),
        ),
        (
            Beyond::Dora,
            scenario
                .adapters
                .as_ref()
                .is_some_and(|adapters| adapters.dora),
        ),
    ]
}
