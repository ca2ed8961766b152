//! Yi, Baichuan, ChatGLM and GLM-4, InternLM, MiniCPM, DeepSeek.

use super::entry::{Entry, Sparse, dense};
use super::sources::{card, hub, quoted, table};
use crate::model::Family::{Baichuan, ChatGlm, DeepSeekV2, DeepSeekV3, InternLm2, Llama, MiniCpm};

#[rustfmt::skip]
pub(super) static MODELS: &[Entry] = &[
    dense(Llama, "yi-6b", "Yi-6B", [4096, 32, 32, 4, 128, 11008, 64000], 6_061_035_520, table("01-ai/Yi-6B")).context(4096).also(&["yi-1.5-6b"]),
    dense(Llama, "yi-9b", "Yi-9B", [4096, 48, 32, 4, 128, 11008, 64000], 8_829_407_232, quoted("01-ai/Yi-9B", "general.parameter_count of the GGUF file of Yi-9B, as shown by Ollama", "https://ollama.com/library/yi", "2024")).context(4096).also(&["yi-1.5-9b"]),
    dense(Llama, "yi-34b", "Yi-34B", [7168, 60, 56, 8, 128, 20480, 64000], 34_388_917_248, table("01-ai/Yi-34B")).context(4096).also(&["yi-1.5-34b"]),
    dense(Baichuan, "baichuan-7b", "Baichuan-7B", [4096, 32, 32, 32, 128, 11008, 64000], 7_000_559_616,
        card("baichuan-inc/Baichuan-7B", "README of Baichuan-13B, table of model details", "https://github.com/baichuan-inc/Baichuan-13B", "2023")).context(4096),
    dense(Baichuan, "baichuan-13b", "Baichuan-13B", [5120, 40, 40, 40, 128, 13696, 64000], 13_264_901_120, card("baichuan-inc/Baichuan-13B-Base", "README of Baichuan-13B, table of model details", "https://github.com/baichuan-inc/Baichuan-13B", "2023")).context(4096),
    dense(Baichuan, "baichuan2-7b", "Baichuan2-7B", [4096, 32, 32, 32, 128, 11008, 125_696], 7_505_973_248, table("baichuan-inc/Baichuan2-7B-Base")).context(4096),
    dense(Baichuan, "baichuan2-13b", "Baichuan2-13B", [5120, 40, 40, 40, 128, 13696, 125_696], 13_896_668_160, table("baichuan-inc/Baichuan2-13B-Base")).context(4096),
    dense(ChatGlm, "chatglm-6b", "ChatGLM-6B", [4096, 28, 32, 32, 128, 16384, 130_528], 6_173_286_400,
        quoted("THUDM/chatglm-6b", "Table of full fine-tuning in a guide to pipeline training, parameters of chatglm-6b", "", "2023"))
        .plain().tied().context(2048),
    dense(ChatGlm, "chatglm3-6b", "ChatGLM3-6B", [4096, 28, 32, 2, 128, 13696, 65024], 6_243_584_000, table("THUDM/chatglm3-6b"))
        .context(8192).also(&["chatglm2-6b"]),
    dense(ChatGlm, "glm-4-9b", "GLM-4-9B", [4096, 40, 32, 2, 128, 13696, 151_552], 9_399_951_360, table("THUDM/glm-4-9b")).context(131_072),
    dense(InternLm2, "internlm2-1.8b", "InternLM2-1.8B", [2048, 24, 16, 8, 128, 8192, 92544], 1_889_110_016,
        hub("internlm/internlm2_5-1_8b-chat", "floschne/gimmick, model sizes from get_safetensors_metadata", "2025")).context(32768).also(&["internlm2.5-1.8b"]),
    dense(InternLm2, "internlm2-7b", "InternLM2-7B", [4096, 32, 32, 8, 128, 14336, 92544], 7_737_708_544,
        hub("internlm/internlm2_5-7b-chat", "floschne/gimmick, model sizes from get_safetensors_metadata", "2025")).context(32768).also(&["internlm2.5-7b"]),
    dense(InternLm2, "internlm2-20b", "InternLM2-20B", [6144, 48, 48, 8, 128, 16384, 92544], 19_861_149_696, table("internlm/internlm2-20b"))
        .context(32768).also(&["internlm2.5-20b"]),
    dense(MiniCpm, "minicpm-2b", "MiniCPM-2B", [2304, 40, 36, 36, 64, 5760, 122_753], 2_724_880_896,
        quoted("openbmb/MiniCPM-2B-sft-bf16", "Parameters that chatllm.cpp prints for MiniCPM", "https://github.com/foldl/chatllm.cpp", "2024")).context(4096).also(&["minicpm-2b-sft", "minicpm-2b-dpo"]),
    dense(Llama, "deepseek-llm-7b", "DeepSeek-LLM-7B", [4096, 30, 32, 32, 128, 11008, 102_400], 6_910_365_696, table("deepseek-ai/deepseek-llm-7b-base"))
        .context(4096).also(&["deepseek-math-7b", "deepseek-coder-7b-v1.5"]),
    dense(Llama, "deepseek-coder-1.3b", "DeepSeek-Coder-1.3B", [2048, 24, 16, 16, 128, 5504, 32256], 1_346_471_936, hub("deepseek-ai/deepseek-coder-1.3b-base", "a public registry of model cards (total_parameters)", "2026")).context(16384),
    dense(Llama, "deepseek-coder-6.7b", "DeepSeek-Coder-6.7B", [4096, 32, 32, 32, 128, 11008, 32256], 6_740_512_768, hub("deepseek-ai/deepseek-coder-6.7b-base", "a public registry of model cards (total_parameters)", "2026")).context(16384),
    dense(DeepSeekV2, "deepseek-v2-lite", "DeepSeek-V2-Lite", [2048, 27, 16, 16, 192, 10944, 102_400], 15_706_484_224, table("deepseek-ai/DeepSeek-V2-Lite"))
        .latent(None, 512).experts(Sparse { experts: 64, active: 6, hidden: 1408, shared: 2816, dense_layers: 1 }).context(163_840).also(&["deepseek-coder-v2-lite"]),
    dense(DeepSeekV2, "deepseek-v2", "DeepSeek-V2", [5120, 60, 128, 128, 192, 12288, 102_400], 235_741_434_880, hub("deepseek-ai/DeepSeek-V2", "a table of mixture-of-experts models", "2026"))
        .latent(Some(1536), 512).experts(Sparse { experts: 160, active: 6, hidden: 1536, shared: 3072, dense_layers: 1 }).context(163_840).also(&["deepseek-v2.5", "deepseek-coder-v2"]),
    dense(DeepSeekV3, "deepseek-v3", "DeepSeek-V3", [7168, 61, 128, 128, 192, 18432, 129_280], 671_026_419_200, table("deepseek-ai/DeepSeek-V3"))
        .latent(Some(1536), 512).experts(Sparse { experts: 256, active: 8, hidden: 2048, shared: 2048, dense_layers: 3 }).context(163_840)
        .also(&["deepseek-r1", "deepseek-r1-0528", "deepseek-v3-0324", "deepseek-v3.1"]),
];
