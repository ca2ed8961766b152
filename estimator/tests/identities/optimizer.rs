//! Optimizer.
use super::*;

#[test]
fn optimizers_with_less_state_hold_no_more() {
    for (more, less) in [
        ("adamw", "adamw-8bit"),
        ("adamw", "lion"),
        ("lion", "sgd"),
        ("adamw", "muon"),
        ("adamw", "adamw-paged"),
        ("sgd-momentum", "sgd"),
    ] {
        compare(
            &joined(
                FULL,
                &[(Param::Optimizer, more), (Param::WideEmbedding, "no")],
            ),
            |_, _| set(Param::Optimizer, less),
            states_shrink,
        );
    }
}

#[test]
fn a_fused_step_needs_no_more() {
    compare(
        &[(Param::Optimizer, "adamw")],
        |_, _| set(Param::Optimizer, "adamw-fused"),
        shrinks,
    );
}

/// Premise: gradients are not divided; a divided gradient of everything can be less than the whole one of a block.
#[test]
fn gradients_freed_in_backward_hold_no_more() {
    compare(
        &joined(FULL, &joined(ONE_GPU, &[(Param::Optimizer, "adamw-fused")])),
        |_, _| set(Param::Optimizer, "adamw-in-backward"),
        states_shrink,
    );
}
