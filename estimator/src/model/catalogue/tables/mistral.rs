//! Mistral and Mixtral.

use super::entry::{Entry, Sparse, dense};
use super::sources::{hub, quoted, table};
use crate::model::Family::{Mistral, Mixtral};

#[rustfmt::skip]
pub(super) static MODELS: &[Entry] = &[
    dense(Mistral, "mistral-7b-v0.1", "Mistral-7B-v0.1", [4096, 32, 32, 8, 128, 14336, 32000], 7_241_732_096, table("mistralai/Mistral-7B-v0.1"))
        .context(32768).also(&["mistral-7b", "zephyr-7b-beta"]),
    dense(Mistral, "mistral-7b-v0.2", "Mistral-7B-v0.2", [4096, 32, 32, 8, 128, 14336, 32000], 7_241_732_096,
        quoted("mistralai/Mistral-7B-Instruct-v0.2", "KerasHub 0.32, params of the preset mistral_0.2_instruct_7b_en", "https://github.com/keras-team/keras-hub", "2026"))
        .context(32768),
    dense(Mistral, "mistral-7b-v0.3", "Mistral-7B-v0.3", [4096, 32, 32, 8, 128, 14336, 32768], 7_248_023_552, table("mistralai/Mistral-7B-v0.3"))
        .context(32768).also(&["mathstral-7b-v0.1"]),
    dense(Mistral, "ministral-8b", "Ministral-8B", [4096, 36, 32, 8, 128, 12288, 131_072], 8_019_808_256, table("mistralai/Ministral-8B-Instruct-2410"))
        .context(32768).also(&["ministral-8b-2410"]),
    dense(Mistral, "mistral-nemo-12b", "Mistral-Nemo-12B", [5120, 40, 32, 8, 128, 14336, 131_072], 12_247_782_400,
        hub("mistralai/Mistral-Nemo-Instruct-2407", "kvfit, build_registry.py", "2026"))
        .context(131_072).also(&["mistral-nemo-2407", "mistral-nemo"]),
    dense(Mistral, "mistral-small-24b", "Mistral-Small-24B-2501", [5120, 40, 32, 8, 128, 32768, 131_072], 23_572_403_200, table("mistralai/Mistral-Small-24B-Instruct-2501"))
        .context(32768).also(&["mistral-small-24b-2501", "magistral-small-2506", "devstral-small-2505", "sarvam-m"]),
    dense(Mixtral, "mixtral-8x7b", "Mixtral-8x7B", [4096, 32, 32, 8, 128, 14336, 32000], 46_702_792_704, table("mistralai/Mixtral-8x7B-v0.1"))
        .experts(Sparse { experts: 8, active: 2, hidden: 14336, shared: 0, dense_layers: 0 }).context(32768).also(&["mixtral-8x7b-v0.1"]),
    dense(Mixtral, "mixtral-8x22b", "Mixtral-8x22B", [6144, 56, 48, 8, 128, 16384, 32768], 140_630_071_296,
        hub("mistralai/Mixtral-8x22B-Instruct-v0.1", "llmfit, data/hf_models.json", "2026"))
        .experts(Sparse { experts: 8, active: 2, hidden: 16384, shared: 0, dense_layers: 0 }).context(65536).also(&["mixtral-8x22b-v0.1"]),
];
