//! How sure a figure of host memory is.
use super::report::HostMoment;
use crate::scenario::{Offload, Scenario};
use crate::units::Bytes;

/// The range in which what a node uses is expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HostInterval {
    /// Lower end.
    pub low: Bytes,
    /// Upper end.
    pub high: Bytes,
    /// What decided its width.
    pub regime: HostRegime,
}

/// What a figure is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostRegime {
    /// Copies of weights whose number is known.
    Copies,
    /// States that a library keeps or gathers; releases differ in their buffers.
    States,
}

/// Reach below and above, as shares. Judgement: a dozen public reports lie within it (METHOD.md, Host and disk), too few for a
/// coverage to be claimed.
const fn reach(regime: HostRegime) -> (f64, f64) {
    match regime {
        HostRegime::Copies => (0.10, 0.15),
        HostRegime::States => (0.20, 0.25),
    }
}

/// The operating system and its daemons, which no line counts, take at least as much.
const LEAST_GIB: f64 = 2.0;

impl HostInterval {
    /// The interval around the total of a moment.
    pub(super) fn of(total: Bytes, moment: HostMoment, scenario: &Scenario) -> Self {
        let states = match moment {
            HostMoment::Load | HostMoment::Merge => false,
            HostMoment::Train => scenario.offload != Offload::None,
            HostMoment::Save | HostMoment::Resume => true,
        };
        let regime = if states {
            HostRegime::States
        } else {
            HostRegime::Copies
        };
        let (below, above) = reach(regime);
        let least = Bytes::gib(LEAST_GIB);
        Self {
            low: total.less(total.times(below)),
            high: total + total.times(above).at_least(least),
            regime,
        }
    }
}
