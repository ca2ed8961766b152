//! What links do to the time of a step.
use super::*;
use estimator::time::{Pace, TimeId, TimeReport};

/// Ways to divide work over two nodes of eight.
const WAYS: [(&str, &str, &str); 4] = [
    ("ddp", "fsdp1", "1"),
    ("fsdp", "fsdp2", "1"),
    ("zero3", "deepspeed", "1"),
    ("fsdp", "fsdp2", "2"),
];

/// Each of [`WAYS`] with a slow link and the same link faster.
fn faster(link: &[(Param, &'static str)], by: (Param, &str)) {
    for (sharding, engine, tensor) in WAYS {
        let nodes = [(Param::Nodes, "2"), (Param::TensorParallel, tensor)];
        let slow = joined(&joined(&eight(sharding, engine), &nodes), link);
        compare(&slow, |_, _| set(by.0, by.1), no_slower);
    }
}

/// A step after the change takes no longer. What has no time on that card has none after it either.
fn no_slower(pair: &Pair) {
    let [before, after] = [&pair.from, &pair.to].map(|scenario| Pace::of(scenario).ok());
    assert_eq!(before.is_some(), after.is_some(), "{}", pair.links);
    if let (Some(before), Some(after)) = (before, after) {
        at_most(after.step, before.step * (1.0 + 1e-9), "step", &pair.links);
    }
}

#[test]
fn a_faster_network_is_no_slower() {
    faster(&[(Param::Network, "3.125")], (Param::Network, "25"));
}

#[test]
fn a_faster_bus_is_no_slower() {
    faster(&[(Param::Pcie, "16")], (Param::Pcie, "64"));
}

/// With a bus of the usual speed: one that somebody states to be faster than any direct link is one.
#[test]
fn a_direct_link_is_no_slower() {
    let without = [(Param::DirectLink, "no"), (Param::Pcie, "16")];
    faster(&without, (Param::DirectLink, "yes"));
}

#[test]
fn one_tensor_parallel_rank_sends_nothing() {
    compare(
        &eight("fsdp", "fsdp2"),
        |_, _| set(Param::SequenceParallel, "no"),
        |pair| {
            let lines = TimeReport::of(&pair.to).map(|report| report.lines);
            for line in lines.unwrap_or_default() {
                assert!(line.id != TimeId::Tensor, "{}", pair.links);
            }
        },
    );
}
