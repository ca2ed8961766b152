//! What each training framework adds to the physics.
use super::rates::constants;

constants! {
    /// Overheads of a stack.
    Overheads {
        /// Element-wise traffic over the fused minimum.
        fuse,
        /// Host time of a layer and pass, ms.
        layer_ms,
        /// Host time of an adapted matrix and pass, ms.
        adapter_ms,
        /// Host time of a micro-step, ms.
        step_ms,
        /// Speed of its attention kernel.
        attention,
        /// Bytes moved for each logit.
        loss,
        /// Traffic of the adapters' side branch over the minimum.
        adapters,
        /// Share of the computation under which sharded traffic can hide.
        room,
        /// Share of sharded traffic that never hides.
        leak,
    }
}

/// How experts are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experts {
    /// Grouped products, with tokens permuted between.
    Grouped,
    /// One expert after the other.
    Loop,
}

/// One stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// Its key in [`crate::stack::STACKS`].
    pub key: &'static str,
    /// What it adds.
    pub overheads: Overheads,
    /// How it computes experts.
    pub experts: Experts,
    /// Its row holds for eager norms and activations; fused kernels are a choice.
    pub eager: bool,
    /// Whose runs the row was fitted to; another stack's where nobody measured this one.
    pub like: &'static str,
}

const fn row(key: &'static str, like: &'static str, experts: Experts, values: [f64; 9]) -> Habits {
    let [
        fuse,
        layer_ms,
        adapter_ms,
        step_ms,
        attention,
        loss,
        adapters,
        room,
        leak,
    ] = values;
    Habits {
        key,
        overheads: Overheads {
            fuse,
            layer_ms,
            adapter_ms,
            step_ms,
            attention,
            loss,
            adapters,
            room,
            leak,
        },
        experts,
        eager: !matches!(
            like.as_bytes(),
            b"unsloth" | b"torchtune" | b"torchtitan" | b"megatron" | b"llm-foundry" | b"surogate"
        ),
        like,
    }
}

const TRL: [f64; 9] = [5.11, 0.3, 0.03, 10.0, 0.824, 22.9, 1.58, 0.7, 0.278];
const HF: [f64; 9] = [2.04, 0.96, 0.0323, 24.3, 1.23, 35.6, 4.97, 0.45, 0.32];
const DEEPSPEED: [f64; 9] = [2.37, 0.96, 0.0291, 21.2, 1.07, 33.0, 4.82, 0.371, 0.345];
const UNSLOTH: [f64; 9] = [1.41, 0.69, 0.182, 8.22, 0.985, 11.9, 1.1, 0.8, 0.1];
const TORCHTUNE: [f64; 9] = [1.41, 0.3, 0.04, 5.0, 1.22, 16.1, 1.14, 0.7, 0.1];
const TORCHTITAN: [f64; 9] = [1.7, 0.2, 0.02, 5.0, 0.68, 19.9, 1.0, 0.8, 0.412];
const MEGATRON: [f64; 9] = [1.36, 0.11, 0.01, 1.0, 1.25, 15.2, 2.84, 0.9, 0.15];
const FSDP_QLORA: [f64; 9] = [2.91, 0.5, 0.05, 20.0, 0.953, 23.0, 2.76, 0.704, 0.101];
const COMPOSER: [f64; 9] = [1.43, 0.2, 0.02, 3.0, 0.52, 22.8, 1.0, 0.8, 0.628];
const SUROGATE: [f64; 9] = [1.15, 0.26, 0.0251, 1.99, 1.0, 13.1, 1.1, 0.8, 0.1];

/// Every stack, in the order of [`crate::stack::STACKS`].
#[rustfmt::skip]
pub const HABITS: [Habits; 17] = [
    row("trl", "trl", Experts::Loop, TRL),
    row("hf", "hf", Experts::Loop, HF),
    row("deepspeed", "deepspeed", Experts::Loop, DEEPSPEED),
    row("llamafactory", "trl", Experts::Loop, TRL),
    row("axolotl", "trl", Experts::Loop, TRL),
    row("swift", "trl", Experts::Loop, TRL),
    row("unsloth", "unsloth", Experts::Loop, UNSLOTH),
    row("torchtune", "torchtune", Experts::Loop, TORCHTUNE),
    row("torchtitan", "torchtitan", Experts::Grouped, TORCHTITAN),
    row("litgpt", "trl", Experts::Loop, TRL),
    row("megatron", "megatron", Experts::Grouped, MEGATRON),
    row("peft-loop", "trl", Experts::Loop, TRL),
    row("fsdp-qlora", "fsdp-qlora", Experts::Loop, FSDP_QLORA),
    row("colossalai", "trl", Experts::Loop, TRL),
    row("xtuner", "trl", Experts::Grouped, TRL),
    row("llm-foundry", "llm-foundry", Experts::Loop, COMPOSER),
    row("surogate", "surogate", Experts::Grouped, SUROGATE),
];

/// The row of a stack.
pub(super) fn row_of<'a>(habits: &'a [Habits], key: &str) -> Option<&'a Habits> {
    habits.iter().find(|row| row.key == key)
}
