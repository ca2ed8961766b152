//! Batch.
use super::*;

#[test]
fn a_longer_sequence_needs_no_less() {
    compare(
        &[],
        |from, _| set(Param::Sequence, from.batch.sequence * 2),
        grows_in_every_figure,
    );
}

#[test]
fn a_larger_micro_batch_needs_no_less() {
    compare(
        &[],
        |from, rng| set(Param::MicroBatch, from.batch.micro + 1 + rng.below(8)),
        grows_in_every_figure,
    );
}

#[test]
fn more_accumulation_needs_no_less() {
    compare(
        &[],
        |from, rng| {
            set(
                Param::Accumulation,
                from.batch.accumulation + 1 + rng.below(8),
            )
        },
        grows,
    );
}

#[test]
fn lengths_that_vary_need_no_less_than_steady_ones() {
    compare(
        &[(Param::Variety, "steady")],
        |_, _| set(Param::Variety, "some"),
        grows_in_every_figure,
    );
}

#[test]
fn lengths_that_vary_for_longer_need_no_less() {
    compare(
        &[(Param::Variety, "some")],
        |_, _| set(Param::Variety, "many"),
        grows_in_every_figure,
    );
}
