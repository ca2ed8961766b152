//! Activations and loss.
use super::*;

/// Layers that the GPU with the most of them has.
fn layers(scenario: &Scenario) -> u64 {
    let split = scenario.sharding == Sharding::LayerSplit;
    scenario.model.layers.div_ceil(if split {
        scenario.cluster.gpus()
    } else {
        scenario.layout.pipeline
    })
}

/// Tokens of a micro-batch on one GPU.
const fn tokens(from: &Scenario) -> u64 {
    from.batch.micro * from.batch.sequence / from.layout.context
}

/// Premises: more than one block on a GPU, since the checkpoint of a single one saves nothing; more than a handful of tokens,
/// see the next test.
#[test]
fn checkpointing_needs_no_more() {
    let applies = |from: &Scenario| layers(from) > 1 && tokens(from) * 4 >= from.model.hidden;
    compare(
        &[(Param::Checkpointing, "none")],
        |from, _| {
            if applies(from) {
                set(Param::Checkpointing, "full")
            } else {
                None
            }
        },
        shrinks,
    );
}

#[test]
fn checkpointing_needs_no_more_for_a_handful_of_tokens() {
    compare(
        &[(Param::Checkpointing, "none")],
        |from, _| {
            if layers(from) > 1 {
                set(Param::Checkpointing, "full")
            } else {
                None
            }
        },
        shrinks,
    );
}

/// Premise: more than two blocks on a GPU, since two inputs stay on the GPU.
#[test]
fn offloaded_checkpoints_need_no_more() {
    compare(
        &[(Param::Checkpointing, "full")],
        |from, _| {
            if layers(from) > 2 {
                set(Param::Checkpointing, "full-offload")
            } else {
                None
            }
        },
        shrinks,
    );
}

#[test]
fn selective_checkpointing_stores_no_more_than_all_and_no_less_than_full() {
    let stored = |report: &MemoryReport| sum(report, Moment::Loss, is_activation);
    compare(
        &[(Param::Checkpointing, "selective")],
        |_, _| set(Param::Checkpointing, "full"),
        |pair| {
            at_most(
                stored(&pair.after),
                stored(&pair.before),
                "stored",
                &pair.links,
            );
        },
    );
    compare(
        &[(Param::Checkpointing, "none")],
        |_, _| set(Param::Checkpointing, "selective"),
        |pair| {
            at_most(
                stored(&pair.after),
                stored(&pair.before),
                "stored",
                &pair.links,
            );
        },
    );
}

#[test]
fn flash_attention_needs_no_more() {
    compare(
        &[(Param::Attention, "eager")],
        |_, _| set(Param::Attention, "flash"),
        shrinks,
    );
}

#[test]
fn repeated_kv_heads_need_no_less() {
    compare(
        &[(Param::RepeatKv, "no")],
        |_, _| set(Param::RepeatKv, "yes"),
        grows,
    );
}

#[test]
fn fused_kernels_need_no_more() {
    compare(
        &[(Param::Kernels, "eager")],
        |_, _| set(Param::Kernels, "liger"),
        shrinks,
    );
}

/// Premise: twice as many tokens as the model is wide, and some for one chunk; below that the head's gradient, which these kernels
/// hold at the loss, outweighs the logits that they spare. Logits are larger than hidden states in any model.
#[test]
fn losses_without_logits_need_no_more() {
    for less in ["fused-linear", "chunked", "cut", "fused-ce"] {
        compare(
            &[(Param::Loss, "eager")],
            |from, _| {
                let enough = tokens(from) >= 2 * from.model.hidden + 1024
                    && from.model.vocab >= 4 * from.model.hidden;
                if enough { set(Param::Loss, less) } else { None }
            },
            shrinks,
        );
    }
}

#[test]
fn cut_cross_entropy_needs_no_more_than_a_fused_linear_loss() {
    compare(
        &[(Param::Loss, "fused-linear")],
        |_, _| set(Param::Loss, "cut"),
        shrinks,
    );
}
