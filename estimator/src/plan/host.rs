//! Whether a node's memory holds what a candidate puts there.
use crate::expr::numbers_only;
use crate::host::{HostMoment, HostReport};
use crate::memory::State;
use crate::num::float;
use crate::scenario::Scenario;
use crate::units::Bytes;

/// Host memory for each GPU where that of a node is not given, GiB: clouds put 1 to 2 TB beside eight data-centre cards, people 64 to
/// 128 GB beside one. Assumed.
const RAM_GIB_EACH: f64 = 128.0;

/// Whether a node's memory suffices, as the host's own report says; it does where it is not given.
pub(super) fn state(scenario: &Scenario) -> State {
    let host = numbers_only(|| HostReport::of(scenario));
    host.verdict.map_or(State::Fits, |verdict| verdict.state)
}

/// Memory of a node: as it is given, or so much for each GPU.
pub fn node_memory(scenario: &Scenario) -> Bytes {
    let assumed = RAM_GIB_EACH * float(scenario.cluster.per_node);
    Bytes::gib(scenario.host.ram_gib.unwrap_or(assumed))
}

/// When a node has too little, what it needs and what it has.
pub(super) fn short(scenario: &Scenario) -> Option<(HostMoment, Bytes, Bytes)> {
    let ram = node_memory(scenario);
    let host = numbers_only(|| HostReport::of(scenario));
    (host.peak > ram).then_some((host.worst, host.peak, ram))
}
