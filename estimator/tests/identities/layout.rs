//! Model parallelism.
use super::*;

#[test]
fn tensor_parallelism_never_enlarges_activations() {
    let set_up = joined(&eight("ddp", "fsdp1"), &[(Param::SequenceParallel, "no")]);
    compare(
        &set_up,
        |_, _| set(Param::TensorParallel, 2),
        |pair| lines_shrink(pair, is_activation),
    );
    let sequence = joined(&set_up, &[(Param::TensorParallel, "2")]);
    compare(
        &sequence,
        |_, _| set(Param::SequenceParallel, "yes"),
        |pair| lines_shrink(pair, is_activation),
    );
}

#[test]
fn tensor_parallelism_holds_no_more_states() {
    for sharding in ["ddp", "fsdp"] {
        compare(
            &eight(sharding, "fsdp1"),
            |_, _| set(Param::TensorParallel, 2),
            states_shrink,
        );
    }
}

#[test]
fn a_divided_vocabulary_needs_no_more() {
    let set_up = joined(
        &eight("ddp", "fsdp1"),
        &[(Param::TensorParallel, "2"), (Param::Loss, "eager")],
    );
    compare(&set_up, |_, _| set(Param::Loss, "vocab-parallel"), shrinks);
}

#[test]
fn pipeline_stages_hold_no_more_states() {
    for pp in [2, 4] {
        compare(
            &eight("ddp", "fsdp1"),
            |_, _| set(Param::PipelineParallel, pp),
            states_shrink,
        );
    }
}

#[test]
fn context_parallelism_needs_no_more_activations_and_logits() {
    compare(
        &eight("ddp", "fsdp1"),
        |_, _| set(Param::ContextParallel, 2),
        |pair| {
            lines_shrink(pair, |id| {
                matches!(id.family(), Family::Activations | Family::Loss)
            });
        },
    );
}

#[test]
fn one_tensor_parallel_rank_gathers_nothing() {
    compare(
        ONE_GPU,
        |_, _| set(Param::SequenceParallel, "no"),
        |pair| {
            assert_eq!(pair.before, pair.after, "{}", pair.links);
            lines_shrink(pair, |id| id == TermId::SequenceGather);
        },
    );
}
