//! Llama and Code Llama; the text part of Llama 4.

use super::entry::{Entry, Sparse, dense};
use super::sources::{hub, quoted, table, text_part};
use crate::model::Family::{Llama, Llama4};

#[rustfmt::skip]
pub(super) static MODELS: &[Entry] = &[
    dense(Llama, "llama-30b", "LLaMA-30B", [6656, 60, 52, 52, 128, 17920, 32000], 32_528_943_616,
        quoted("huggyllama/llama-30b", "Parameters that a quantisation log printed for LLaMAForCausalLM 30B", "", "2023"))
        .context(2048).also(&["llama-33b", "vicuna-33b-v1.3"]),
    dense(Llama, "llama-65b", "LLaMA-65B", [8192, 80, 64, 64, 128, 22016, 32000], 65_285_660_672,
        quoted("huggyllama/llama-65b", "Parameters that a quantisation log printed for LLaMAForCausalLM 65B", "", "2023"))
        .context(2048),
    dense(Llama, "llama-2-7b", "Llama-2-7B", [4096, 32, 32, 32, 128, 11008, 32000], 6_738_415_616, table("meta-llama/Llama-2-7b-hf"))
        .context(4096).also(&["llama-7b", "vicuna-7b", "vicuna-7b-v1.5", "orca-2-7b"]),
    dense(Llama, "llama-2-13b", "Llama-2-13B", [5120, 40, 40, 40, 128, 13824, 32000], 13_015_864_320, table("meta-llama/Llama-2-13b-hf"))
        .context(4096).also(&["llama-13b", "vicuna-13b", "vicuna-13b-v1.5", "wizardlm-13b-v1.2"]),
    dense(Llama, "llama-2-70b", "Llama-2-70B", [8192, 80, 64, 8, 128, 28672, 32000], 68_976_648_192, table("meta-llama/Llama-2-70b-hf"))
        .context(4096),
    dense(Llama, "llama-3-8b", "Llama-3-8B", [4096, 32, 32, 8, 128, 14336, 128_256], 8_030_261_248,
        hub("meta-llama/Meta-Llama-3-8B", "kvfit, build_registry.py", "2026"))
        .context(8192),
    dense(Llama, "llama-3-70b", "Llama-3-70B", [8192, 80, 64, 8, 128, 28672, 128_256], 70_553_706_496,
        hub("meta-llama/Meta-Llama-3-70B", "kvfit, build_registry.py", "2026"))
        .context(8192),
    dense(Llama, "llama-3.1-8b", "Llama-3.1-8B", [4096, 32, 32, 8, 128, 14336, 128_256], 8_030_261_248, table("meta-llama/Llama-3.1-8B"))
        .context(131_072).also(&["deepseek-r1-distill-llama-8b", "hermes-3-llama-3.1-8b", "llama-3.1-tulu-3-8b"]),
    dense(Llama, "llama-3.1-70b", "Llama-3.1-70B", [8192, 80, 64, 8, 128, 28672, 128_256], 70_553_706_496, table("meta-llama/Llama-3.1-70B"))
        .context(131_072).also(&["deepseek-r1-distill-llama-70b", "llama-3.1-nemotron-70b"]),
    dense(Llama, "llama-3.1-405b", "Llama-3.1-405B", [16384, 126, 128, 8, 128, 53248, 128_256], 405_853_388_800, table("meta-llama/Llama-3.1-405B"))
        .context(131_072),
    dense(Llama, "llama-3.2-1b", "Llama-3.2-1B", [2048, 16, 32, 8, 64, 8192, 128_256], 1_235_814_400, table("meta-llama/Llama-3.2-1B"))
        .tied().context(131_072),
    dense(Llama, "llama-3.2-3b", "Llama-3.2-3B", [3072, 28, 24, 8, 128, 8192, 128_256], 3_212_749_824, table("meta-llama/Llama-3.2-3B"))
        .tied().context(131_072),
    dense(Llama, "llama-3.3-70b", "Llama-3.3-70B", [8192, 80, 64, 8, 128, 28672, 128_256], 70_553_706_496,
        hub("meta-llama/Llama-3.3-70B-Instruct", "kvfit, build_registry.py", "2026"))
        .context(131_072),
    dense(Llama4, "llama-4-scout", "Llama-4-Scout (text)", [5120, 48, 40, 8, 128, 16384, 202_048], 107_769_861_120,
        text_part("meta-llama/Llama-4-Scout-17B-16E-Instruct", "108,641,793,536"))
        .experts(Sparse { experts: 16, active: 1, hidden: 8192, shared: 8192, dense_layers: 0 })
        .context(10_485_760).also(&["llama-4-scout-17b-16e"]),
    dense(Llama4, "llama-4-maverick", "Llama-4-Maverick (text)", [5120, 48, 40, 8, 128, 16384, 202_048], 400_711_848_960,
        text_part("meta-llama/Llama-4-Maverick-17B-128E-Instruct", "401,583,781,376"))
        .experts(Sparse { experts: 128, active: 1, hidden: 8192, shared: 8192, dense_layers: 24 })
        .context(1_048_576).also(&["llama-4-maverick-17b-128e"]),
    dense(Llama, "codellama-7b", "CodeLlama-7B", [4096, 32, 32, 32, 128, 11008, 32016], 6_738_546_688, table("codellama/CodeLlama-7b-hf"))
        .context(16384).also(&["sqlcoder-7b-2"]),
    dense(Llama, "codellama-13b", "CodeLlama-13B", [5120, 40, 40, 40, 128, 13824, 32016], 13_016_028_160,
        hub("codellama/CodeLlama-13b-hf", "llmfit, data/hf_models.json", "2026"))
        .context(16384),
    dense(Llama, "codellama-34b", "CodeLlama-34B", [8192, 48, 64, 8, 128, 22016, 32000], 33_743_970_304,
        hub("codellama/CodeLlama-34b-hf", "llmfit, data/hf_models.json", "2026"))
        .context(16384),
];
