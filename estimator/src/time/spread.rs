//! How sure a predicted time is: what runs like it leave unexplained, and more for what nobody measured.
//!
//! Each part is a standard half-width of the logarithm that covers nine of ten runs; independent parts add as squares.
use super::device::{self, DEVICES};
use super::habits::{self, HABITS};
use crate::num::{exp, float};
use crate::scenario::{AttentionKernel, Offload, Precision, Scenario, Sharding};

/// A 90% interval as a factor either way.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The rate lies between prediction ÷ factor and prediction × factor.
    pub factor: f64,
    /// Why it is wider than for runs like those that were measured.
    pub doubts: Vec<Doubt>,
}

/// Why an interval is wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubt {
    /// No run of this stack was measured.
    Stack,
    /// One run on this GPU was measured, or none.
    Gpu,
    /// Routing and expert kernels differ between releases by up to 1.6 times.
    Experts,
    /// The network between nodes is not stated.
    Network,
    /// Copies to host memory depend on the host.
    Offload,
    /// Few tokens in a micro-batch: on a slower processor launching may take longer than computing.
    Short,
    /// Few runs in 4-bit floats were measured.
    FourBit,
    /// No run with eager attention was measured.
    EagerAttention,
    /// No run with layers spread over GPUs was measured.
    LayerSplit,
}

impl Doubt {
    /// Every reason.
    pub const ALL: [Self; 9] = [
        Self::Stack,
        Self::Gpu,
        Self::Experts,
        Self::Network,
        Self::Offload,
        Self::Short,
        Self::FourBit,
        Self::EagerAttention,
        Self::LayerSplit,
    ];

    /// Half-width of the logarithm that it adds.
    const fn width(self) -> f64 {
        match self {
            Self::Experts | Self::Offload => 0.30,
            Self::Stack => 0.27,
            Self::Gpu => 0.15,
            Self::Network => 0.25,
            Self::Short => 0.10,
            Self::FourBit | Self::EagerAttention | Self::LayerSplit => 0.20,
        }
    }

    fn applies(self, scenario: &Scenario) -> bool {
        let cluster = &scenario.cluster;
        match self {
            Self::Stack => {
                habits::row_of(&HABITS, &scenario.stack).is_none_or(|row| row.like != row.key)
            }
            Self::Gpu => device::row_of(&DEVICES, &cluster.gpu).is_none_or(|row| !row.known),
            Self::Experts => scenario.model.is_moe(),
            Self::Network => {
                cluster.nodes > 1
                    && cluster.network_gbs.is_none()
                    && cluster.gpu.node.network_gbs.is_none()
            }
            Self::Offload => scenario.offload != Offload::None,
            Self::Short => float(scenario.batch.micro) * float(scenario.batch.sequence) < 2048.0,
            Self::FourBit => scenario.precision == Precision::Nvfp4,
            Self::EagerAttention => scenario.attention == AttentionKernel::Eager,
            Self::LayerSplit => scenario.sharding == Sharding::LayerSplit,
        }
    }
}

/// What runs of a stack leave unexplained.
#[rustfmt::skip]
const USUAL: [(&str, f64); 10] = [
    ("trl", 0.13), ("hf", 0.13), ("deepspeed", 0.14), ("unsloth", 0.17), ("torchtune", 0.16), ("torchtitan", 0.20),
    ("megatron", 0.15), ("fsdp-qlora", 0.13), ("llm-foundry", 0.10), ("surogate", 0.18),
];

/// The same for a stack that nobody measured: the widest doubt is added to it.
const UNKNOWN: f64 = 0.13;

impl Spread {
    /// Of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            factor: Self::factor(scenario),
            doubts: doubts(scenario).collect(),
        }
    }

    /// The factor alone.
    pub fn factor(scenario: &Scenario) -> f64 {
        let usual = USUAL
            .iter()
            .find(|(key, _)| *key == scenario.stack)
            .map_or(UNKNOWN, |(_, width)| *width);
        let squares: f64 = doubts(scenario)
            .map(|doubt| doubt.width() * doubt.width())
            .sum();
        exp((usual * usual + squares).sqrt())
    }
}

fn doubts(scenario: &Scenario) -> impl Iterator<Item = Doubt> {
    let all = Doubt::ALL.into_iter();
    all.filter(|doubt| doubt.applies(scenario))
}
