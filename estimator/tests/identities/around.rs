//! Hardware, software, what happens around the steps; architecture; facts.
use super::*;

#[test]
fn the_card_changes_nothing_that_is_allocated() {
    compare(
        &[(Param::Gpu, "h100-sxm-80gb")],
        |_, _| set(Param::Gpu, "b200-sxm-180gb"),
        |pair| {
            assert_eq!(
                pair.before.peak.allocated, pair.after.peak.allocated,
                "{}",
                pair.links
            );
            // Cache takes what a card has left.
            at_most(
                pair.before.peak.reserved.get(),
                pair.after.peak.reserved.get(),
                "reserved",
                &pair.links,
            );
        },
    );
}

#[test]
fn memory_in_use_is_taken_from_the_card_not_added_to_the_run() {
    compare(
        &[(Param::InUse, "0")],
        |_, _| set(Param::InUse, 1),
        |pair| {
            let needs = |report: &MemoryReport| (report.peak.allocated, report.peak.needed);
            assert_eq!(needs(&pair.before), needs(&pair.after), "{}", pair.links);
            // Cache takes what is left.
            let (before, after) = (pair.before.peak.driver, pair.after.peak.driver);
            at_most(after.get(), before.get(), "driver", &pair.links);
            let lost = pair.before.verdict.usable.as_gib() - pair.after.verdict.usable.as_gib();
            assert!((lost - 1.0).abs() < 1e-9, "{lost}{}", pair.links);
        },
    );
}

#[test]
fn slack_is_reserved_not_allocated() {
    compare(
        &[(Param::Slack, "10")],
        |_, _| set(Param::Slack, 40),
        |pair| {
            assert_eq!(
                pair.before.peak.allocated, pair.after.peak.allocated,
                "{}",
                pair.links
            );
            grows(pair);
        },
    );
}

#[test]
fn evaluating_needs_no_less() {
    compare(
        &[(Param::Evaluation, "no")],
        |_, _| set(Param::Evaluation, "yes"),
        grows,
    );
    let evaluating = &[(Param::Evaluation, "yes")];
    compare(
        evaluating,
        |from, _| set(Param::EvalBatch, from.around.eval_batch + 8),
        grows,
    );
    compare(
        evaluating,
        |from, _| set(Param::EvalKept, from.around.eval_kept + 100),
        grows,
    );
    compare(
        evaluating,
        |from, _| set(Param::Generate, from.around.generate + 100),
        grows,
    );
}

#[test]
fn loading_saving_and_merging_on_the_gpu_need_no_less() {
    compare(
        &[(Param::Loader, "shard")],
        |_, _| set(Param::Loader, "whole"),
        grows,
    );
    compare(
        &[(Param::Save, "shard")],
        |_, _| set(Param::Save, "gather-host"),
        grows,
    );
    compare(
        &[(Param::Save, "gather-host")],
        |_, _| set(Param::Save, "gather-gpu"),
        grows,
    );
    compare(
        &joined(LORA, &[(Param::Merge, "host")]),
        |_, _| set(Param::Merge, "gpu"),
        grows,
    );
}

#[test]
fn a_larger_architecture_needs_no_less() {
    let custom = &[
        (Param::Model, "custom"),
        (Param::Experts, "1"),
        (Param::KvLora, "0"),
    ];
    // Over stages the final norm is shared out by layers, so a layer more lowers each one's share by a few bytes.
    compare(
        &joined(custom, ONE_GPU),
        |from, _| set(Param::Layers, from.model.layers + 1),
        grows,
    );
    compare(
        custom,
        |from, _| set(Param::Vocab, from.model.vocab * 2),
        grows,
    );
    compare(
        custom,
        |from, _| set(Param::Hidden, from.model.hidden * 2),
        grows,
    );
    compare(
        custom,
        |from, _| set(Param::Ffn, from.model.mlp_width_active() * 2),
        grows,
    );
}

#[test]
fn more_experts_hold_no_less_and_more_active_ones_compute_no_less() {
    let experts = [
        (Param::Model, "custom"),
        (Param::Experts, "16"),
        (Param::ActiveExperts, "2"),
        (Param::KvLora, "0"),
        (Param::ExpertParallel, "1"),
    ];
    compare(
        &experts,
        |from, _| {
            if matches!(from.model.ffn, Ffn::Moe { .. }) {
                set(Param::Experts, 32)
            } else {
                None
            }
        },
        |pair| {
            at_most(
                states(&pair.before),
                states(&pair.after),
                "states",
                &pair.links,
            );
        },
    );
    compare(&experts, |_, _| set(Param::ActiveExperts, 4), grows);
}

#[test]
fn the_global_batch_is_the_product_of_its_parts() {
    use estimator::memory::Fact;
    compare(
        &[],
        |_, _| set(Param::Slack, 1),
        |pair| {
            let (batch, layout) = (pair.from.batch, pair.from.layout);
            let sequences = batch
                .micro
                .saturating_mul(batch.accumulation)
                .saturating_mul(layout.data);
            assert!(
                pair.before.facts.contains(&Fact::GlobalBatch(sequences)),
                "{}",
                pair.links
            );
            assert!(
                pair.before.facts.contains(&Fact::TokensPerStep(
                    sequences.saturating_mul(batch.sequence)
                )),
                "{}",
                pair.links
            );
            assert!(
                pair.before
                    .facts
                    .contains(&Fact::Gpus(pair.from.cluster.gpus())),
                "{}",
                pair.links
            );
        },
    );
}
