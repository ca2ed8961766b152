//! Sharding and offload.
use super::*;

#[test]
fn more_gpus_to_shard_over_hold_no_more_states_each() {
    for (sharding, engine) in [
        ("fsdp", "fsdp1"),
        ("fsdp", "fsdp2"),
        ("zero3", "deepspeed"),
        ("zero2", "deepspeed"),
        ("zero1", "megatron"),
    ] {
        compare(
            &eight(sharding, engine),
            |_, _| set(Param::Nodes, 2),
            states_shrink,
        );
    }
}

#[test]
fn a_higher_zero_stage_holds_no_more_states() {
    for (lower, higher) in [("zero1", "zero2"), ("zero2", "zero3")] {
        compare(
            &eight(lower, "deepspeed"),
            |_, _| set(Param::Sharding, higher),
            states_shrink,
        );
    }
}

#[test]
fn fsdp_holds_no_more_states_than_replicas() {
    compare(
        &eight("ddp", "fsdp1"),
        |_, _| set(Param::Sharding, "fsdp"),
        states_shrink,
    );
}

#[test]
fn sharding_within_a_node_holds_no_less_than_over_all() {
    let set_up = joined(&eight("fsdp", "fsdp1"), &[(Param::Nodes, "4")]);
    compare(
        &set_up,
        |_, _| set(Param::Sharding, "hsdp"),
        |pair| {
            at_most(
                states(&pair.before),
                states(&pair.after),
                "states",
                &pair.links,
            );
        },
    );
}

#[test]
fn data_parallelism_leaves_logits_and_activations_unchanged() {
    for (sharding, engine) in [
        ("ddp", "fsdp1"),
        ("fsdp", "fsdp1"),
        ("zero2", "deepspeed"),
        ("zero3", "deepspeed"),
    ] {
        compare(
            &eight(sharding, engine),
            |_, _| set(Param::Nodes, 4),
            |pair| {
                for family in [Family::Loss, Family::Activations] {
                    for moment in Moment::ALL {
                        let [a, b] = [&pair.before, &pair.after]
                            .map(|report| sum(report, moment, |id| id.family() == family));
                        assert!(
                            (a - b).abs() <= 1e-12 * a,
                            "{moment:?} {family:?} {a} {b}{}",
                            pair.links
                        );
                    }
                }
            },
        );
    }
}

#[test]
fn replicas_do_not_care_how_they_are_spread_over_nodes() {
    compare(
        &eight("ddp", "fsdp1"),
        |_, _| {
            Some(vec![
                (Param::GpusPerNode, "4".into()),
                (Param::Nodes, "2".into()),
            ])
        },
        |pair| {
            let (before, after) = (&pair.before, &pair.after);
            assert_eq!(
                before.peak.allocated, after.peak.allocated,
                "{}",
                pair.links
            );
            // The multicast buffers of a switch are for the GPUs of its node.
            for moment in Moment::ALL {
                let [a, b] = [before, after].map(|report| {
                    sum(report, moment, |id| {
                        !matches!(id, TermId::Communicators | TermId::Cache)
                    })
                });
                assert!(
                    (a - b).abs() <= 1e-9 * a,
                    "{moment:?} {a} {b}{}",
                    pair.links
                );
                let [a, b] = [before, after]
                    .map(|report| sum(report, moment, |id| id == TermId::Communicators));
                assert!(b <= a, "{moment:?} {a} {b}{}", pair.links);
            }
        },
    );
}

#[test]
fn offloading_leaves_no_more_states() {
    for (sharding, engine) in [("fsdp", "fsdp1"), ("zero3", "deepspeed")] {
        compare(
            &eight(sharding, engine),
            |_, _| set(Param::Offload, "optimizer"),
            states_shrink,
        );
        let half = joined(&eight(sharding, engine), &[(Param::Offload, "optimizer")]);
        compare(&half, |_, _| set(Param::Offload, "both"), states_shrink);
    }
}
