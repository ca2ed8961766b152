//! Configurations to start from: 7B and 70B by method, and the questions that the planner was built to answer.
//!
//! A preset sets only what its question states; the rest keeps the stack's defaults, which the page shows as assumed.
//! "7B" is Qwen2.5-7B and "70B" Llama-3.1-70B: the sizes of their class that are fine-tuned most, in Chinese and in English.
//! Both have large vocabularies and grouped-query attention; a Llama-2-7B would hide what logits cost today.
use crate::scenario::{Draft, Param};

/// A configuration to start from; the app has its title and its answer in each language.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Key in links and for the texts.
    pub key: &'static str,
    /// What it sets.
    pub values: &'static [(Param, &'static str)],
    /// Presets that its question compares it with.
    pub beside: &'static [&'static str],
}

impl Preset {
    /// The form as the preset fills it in.
    pub fn draft(&self) -> Draft {
        self.values
            .iter()
            .fold(Draft::default(), |draft, (param, text)| {
                draft.with(*param, *text)
            })
    }
}

/// Every preset: 7B and 70B by method, then the questions P1 to P8.
pub const fn all() -> &'static [Preset] {
    PRESETS
}

/// The preset with that key.
pub fn find(key: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.key == key)
}

const fn preset(key: &'static str, values: &'static [(Param, &'static str)]) -> Preset {
    Preset {
        key,
        values,
        beside: &[],
    }
}

const fn beside(preset: Preset, beside: &'static [&'static str]) -> Preset {
    Preset { beside, ..preset }
}

use Param::{
    Accumulation, Checkpointing, Gpu, GpusPerNode, Loss, Method, MicroBatch, Model, Precision,
    Quant, Sequence, Sharding, Stack, TotalTokens,
};

#[rustfmt::skip]
const PRESETS: &[Preset] = &[
    // 16 bytes a parameter are 122 GB: the common machine with room for activations is a node of eight.
    preset("7b-full", &[(Model, "qwen2.5-7b"), (Method, "full"), (Gpu, "a100-sxm-80gb"), (GpusPerNode, "8"), (Sequence, "4096"), (Accumulation, "4")]),
    preset("7b-lora", &[(Model, "qwen2.5-7b"), (Method, "lora"), (Gpu, "a100-sxm-80gb"), (Sequence, "4096")]),
    preset("7b-qlora", &[(Model, "qwen2.5-7b"), (Method, "qlora"), (Gpu, "rtx-4090"), (Accumulation, "16")]),
    // 1.1 TB of states: four nodes are where it starts to fit, as the more careful of the sources says.
    preset("70b-full", &[(Model, "llama-3.1-70b"), (Method, "full"), (Gpu, "h100-sxm-80gb"), (GpusPerNode, "8"), (Param::Nodes, "4"), (Sequence, "4096"), (Accumulation, "1")]),
    preset("70b-lora", &[(Model, "llama-3.1-70b"), (Method, "lora"), (Gpu, "a100-sxm-80gb"), (GpusPerNode, "8"), (Sequence, "4096"), (Accumulation, "4")]),
    preset("70b-qlora", &[(Model, "llama-3.1-70b"), (Method, "qlora"), (Gpu, "a100-sxm-80gb"), (Accumulation, "16")]),

    // Long replies: 8k sequences. Full training is out of reach on one node, so the answer starts from LoRA over FSDP.
    beside(preset("p1", &[(Model, "llama-3.1-70b"), (Method, "lora"), (Gpu, "a100-sxm-80gb"), (GpusPerNode, "8"), (Sequence, "8192"), (Accumulation, "4")]), &["70b-full", "70b-qlora"]),
    // 7B against 70B on the same card, so that only model and method differ.
    beside(preset("p2", &[(Model, "qwen2.5-7b"), (Method, "full"), (Gpu, "a100-sxm-80gb"), (GpusPerNode, "8"), (Sequence, "4096"), (Accumulation, "4")]), &["7b-lora", "7b-qlora", "70b-full", "70b-lora", "70b-qlora"]),
    // fp16 mixed precision with ZeRO-3, global batch 8 × 4 = 32. One node to begin with: it does not fit, and the question is how many do.
    preset("p3", &[(Stack, "deepspeed"), (Model, "llama-3.1-70b"), (Method, "full"), (Gpu, "a100-sxm-80gb"), (GpusPerNode, "8"), (Sequence, "4096"), (Accumulation, "4"), (Precision, "fp16"), (Sharding, "zero3")]),
    // Small data on a whole node: ZeRO-2 suffices for a 7B and communicates less than ZeRO-3.
    preset("p4", &[(Stack, "deepspeed"), (Model, "qwen2.5-7b"), (Method, "full"), (Gpu, "a100-sxm-80gb"), (GpusPerNode, "8"), (Accumulation, "4"), (TotalTokens, "5")]),
    // Eight nodes: global batch 64.
    preset("p5", &[(Stack, "deepspeed"), (Model, "llama-3.1-70b"), (Method, "full"), (Gpu, "a100-sxm-80gb"), (GpusPerNode, "8"), (Param::Nodes, "8"), (Sequence, "4096"), (Accumulation, "1"), (Sharding, "zero3"), (TotalTokens, "50")]),
    // The job of P4 where FP8 exists. torchtitan trains in FP8; its compiled blocks are what makes FP8 pay.
    beside(preset("p6", &[(Stack, "torchtitan"), (Model, "qwen2.5-7b"), (Method, "full"), (Gpu, "h100-sxm-80gb"), (GpusPerNode, "8"), (Accumulation, "4"), (Precision, "fp8"), (Param::Compile, "all"), (Checkpointing, "full"), (TotalTokens, "5")]), &["p4"]),
    // One desktop card. Unsloth is what people run there: chunked loss, 8-bit optimizer.
    preset("p7", &[(Stack, "unsloth"), (Model, "qwen2.5-7b"), (Method, "qlora"), (Gpu, "rtx-4090"), (MicroBatch, "2"), (Accumulation, "8")]),
    // An enterprise's default: 14B, the larger of its two, on one 48 GB card by the hour; LLaMA-Factory with Liger's loss.
    beside(preset("p8", &[(Stack, "llamafactory"), (Model, "qwen2.5-14b"), (Method, "qlora"), (Quant, "nf4"), (Gpu, "l40s"), (Sequence, "4096"), (Accumulation, "16"), (Loss, "fused-linear")]), &["7b-qlora"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_checks() {
        for preset in PRESETS {
            let checked = preset.draft().check();
            assert!(
                checked.scenario.is_ok(),
                "{}: {:?}",
                preset.key,
                checked.scenario.err()
            );
            for key in preset.beside {
                assert!(find(key).is_some(), "{} beside {key}", preset.key);
            }
        }
    }

    #[test]
    fn keys_are_unique() {
        for (i, preset) in PRESETS.iter().enumerate() {
            assert!(
                PRESETS
                    .iter()
                    .skip(i + 1)
                    .all(|other| other.key != preset.key),
                "{} twice",
                preset.key
            );
        }
    }
}
