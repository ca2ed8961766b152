//! What is trained.
use super::*;

/// A quantised base is smaller than a 16-bit one. Premise: norms and embedding are not cast to fp32, and nothing is
/// sharded: FSDP 1 does not divide block scales, and over hundreds of GPUs those are more than a share of the 16-bit base.
#[test]
fn qlora_holds_no_more_states_than_lora() {
    compare(
        &joined(
            LORA,
            &[
                (Param::KbitUpcast, "no"),
                (Param::HeadCastBack, "no"),
                (Param::Sharding, "none"),
            ],
        ),
        |_, _| set(Param::Method, "qlora"),
        states_shrink,
    );
}

/// Adapters cost up to 16 bytes a weight and spare at least 4 of the frozen ones: premise, few adapter weights.
#[test]
fn lora_holds_no_more_states_than_full_training() {
    let set_up = joined(
        LORA,
        &[
            (Param::TrainedModules, "no"),
            (Param::Optimizer, "adamw"),
            (Param::Rank, "8"),
            (Param::Dora, "no"),
            (Param::AdaptersLocal, "no"),
        ],
    );
    compare(
        &joined(&set_up, ONE_GPU),
        |from, _| {
            if from.model.hidden >= 1024 {
                set(Param::Method, "full")
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
}

#[test]
fn a_larger_rank_needs_no_less() {
    compare(
        LORA,
        |from, rng| {
            set(
                Param::Rank,
                from.adapters.as_ref()?.rank + 1 + rng.below(64),
            )
        },
        grows,
    );
    compare(
        QLORA,
        |from, rng| {
            set(
                Param::Rank,
                from.adapters.as_ref()?.rank + 1 + rng.below(64),
            )
        },
        grows,
    );
}

/// Premise: the MLP stays without adapters (with them another row of the counted table of humps applies), and not LitGPT's
/// code, which pads the update of a part of q/k/v and so keeps more than for all three.
#[test]
fn more_attention_targets_need_no_less() {
    for code in ["transformers", "torchtune"] {
        let attention =
            |targets| joined(LORA, &[(Param::ModelCode, code), (Param::Targets, targets)]);
        compare(&attention("q"), |_, _| set(Param::Targets, "q_v"), grows);
        compare(
            &attention("q_v"),
            |_, _| set(Param::Targets, "q_k_v_o"),
            grows,
        );
    }
}

#[test]
fn dora_needs_no_less_than_lora() {
    compare(
        &joined(LORA, &[(Param::Dora, "no")]),
        |_, _| set(Param::Dora, "yes"),
        grows,
    );
}

#[test]
fn training_embedding_and_head_too_needs_no_less() {
    compare(
        &joined(LORA, &[(Param::TrainedModules, "no")]),
        |_, _| set(Param::TrainedModules, "yes"),
        grows,
    );
}

#[test]
fn double_quantisation_needs_no_more() {
    compare(
        &joined(QLORA, &[(Param::Quant, "nf4")]),
        |_, _| set(Param::Quant, "nf4-dq"),
        shrinks,
    );
    // int8 has no block scales: where those are not divided, nf4 can hold more.
    let divided = joined(QLORA, &[(Param::Quant, "int8"), (Param::Sharding, "none")]);
    compare(&divided, |_, _| set(Param::Quant, "nf4"), states_shrink);
    compare(
        &joined(QLORA, &[(Param::Quant, "gptq8")]),
        |_, _| set(Param::Quant, "gptq4"),
        shrinks,
    );
}

#[test]
fn fp32_weights_need_no_less() {
    compare(
        &joined(LORA, &[(Param::WeightDtype, "16")]),
        |_, _| set(Param::WeightDtype, "32"),
        grows,
    );
    compare(
        &joined(FULL, &[(Param::WeightDtype, "16")]),
        |_, _| set(Param::WeightDtype, "32"),
        grows,
    );
}

#[test]
fn fp32_gradients_need_no_less() {
    compare(
        &joined(FULL, &[(Param::GradientDtype, "weights")]),
        |_, _| set(Param::GradientDtype, "32"),
        grows,
    );
}

#[test]
fn adapters_on_every_gpu_need_no_less_than_divided_ones() {
    compare(
        &joined(
            LORA,
            &joined(&eight("fsdp", "fsdp1"), &[(Param::AdaptersLocal, "no")]),
        ),
        |_, _| set(Param::AdaptersLocal, "yes"),
        grows,
    );
}
