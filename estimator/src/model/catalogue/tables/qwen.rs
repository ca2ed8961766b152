//! Qwen 1 to 3.

use super::entry::{Entry, Sparse, dense};
use super::sources::{hub, keras, quoted, table};
use crate::model::Family::{Qwen1, Qwen2, Qwen2Moe, Qwen3, Qwen3Moe};

#[rustfmt::skip]
pub(super) static MODELS: &[Entry] = &[
    dense(Qwen1, "qwen-1.8b", "Qwen-1.8B", [2048, 24, 16, 16, 128, 5504, 151_936], 1_836_828_672, table("Qwen/Qwen-1_8B")).context(8192),
    dense(Qwen1, "qwen-7b", "Qwen-7B", [4096, 32, 32, 32, 128, 11008, 151_936], 7_721_324_544, table("Qwen/Qwen-7B")).context(32768),
    dense(Qwen1, "qwen-14b", "Qwen-14B", [5120, 40, 40, 40, 128, 13696, 152_064], 14_167_290_880, table("Qwen/Qwen-14B")).context(8192),
    dense(Qwen1, "qwen-72b", "Qwen-72B", [8192, 80, 64, 64, 128, 24576, 152_064], 72_287_920_128, table("Qwen/Qwen-72B")).context(32768),
    dense(Qwen2, "qwen1.5-0.5b", "Qwen1.5-0.5B", [1024, 24, 16, 16, 64, 2816, 151_936], 619_570_176, hub("Qwen/Qwen1.5-0.5B", "a table of model sizes for training", "2025")).context(32768),
    dense(Qwen2, "qwen1.5-7b", "Qwen1.5-7B", [4096, 32, 32, 32, 128, 11008, 151_936], 7_721_324_544,
        quoted("Qwen/Qwen1.5-7B", "Parameters in the GGUF metadata of Sakura 7B, a fine-tune of Qwen1.5-7B", "https://huggingface.co/Qwen/Qwen1.5-7B", "2024")).context(32768),
    dense(Qwen2, "qwen1.5-14b", "Qwen1.5-14B", [5120, 40, 40, 40, 128, 13696, 152_064], 14_167_290_880,
        quoted("Qwen/Qwen1.5-14B", "n_params in the GGUF metadata of Sakura-14B-Qwen2beta, a fine-tune of Qwen1.5-14B", "https://huggingface.co/Qwen/Qwen1.5-14B", "2024")).context(32768),
    dense(Qwen2, "qwen1.5-32b", "Qwen1.5-32B", [5120, 64, 40, 8, 128, 27392, 152_064], 32_512_218_112, quoted("Qwen/Qwen1.5-32B", "general.parameter_count of the GGUF file of Qwen1.5-32B, as shown by Ollama", "https://ollama.com/library/qwen", "2024")).context(32768),
    dense(Qwen2, "qwen1.5-110b", "Qwen1.5-110B", [8192, 80, 64, 8, 128, 49152, 152_064], 111_209_914_368, quoted("Qwen/Qwen1.5-110B", "general.parameter_count of the GGUF file of Qwen1.5-110B in Ollama's library", "https://ollama.com/library/qwen", "2024")).context(32768),
    dense(Qwen2Moe, "qwen1.5-moe-a2.7b", "Qwen1.5-MoE-A2.7B", [2048, 24, 16, 16, 128, 5632, 151_936], 14_315_784_192, keras("Qwen/Qwen1.5-MoE-A2.7B", "qwen1.5_moe_2.7b_en"))
        .experts(Sparse { experts: 60, active: 4, hidden: 1408, shared: 5632, dense_layers: 0 }).context(8192),
    dense(Qwen2Moe, "qwen2-57b-a14b", "Qwen2-57B-A14B", [3584, 28, 28, 4, 128, 18944, 151_936], 57_408_658_944, hub("Qwen/Qwen2-57B-A14B", "a test fixture that quotes the Hub API", "2026"))
        .experts(Sparse { experts: 64, active: 8, hidden: 2560, shared: 20480, dense_layers: 0 }).context(131_072),
    dense(Qwen2, "qwen2.5-0.5b", "Qwen2.5-0.5B", [896, 24, 14, 2, 64, 4864, 151_936], 494_032_768, table("Qwen/Qwen2.5-0.5B"))
        .tied().context(32768).also(&["qwen2-0.5b", "qwen2.5-coder-0.5b"]),
    dense(Qwen2, "deepseek-r1-distill-qwen-1.5b", "DeepSeek-R1-Distill-Qwen-1.5B", [1536, 28, 12, 2, 128, 8960, 151_936], 1_777_088_000,
        hub("deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", "a script that prunes it (original_param_num)", "2025")).context(131_072),
    dense(Qwen2, "qwen2.5-1.5b", "Qwen2.5-1.5B", [1536, 28, 12, 2, 128, 8960, 151_936], 1_543_714_304, table("Qwen/Qwen2.5-1.5B"))
        .tied().context(131_072).also(&["qwen2-1.5b", "qwen2.5-coder-1.5b", "qwen2.5-math-1.5b"]),
    dense(Qwen2, "qwen2.5-3b", "Qwen2.5-3B", [2048, 36, 16, 2, 128, 11008, 151_936], 3_085_938_688, table("Qwen/Qwen2.5-3B"))
        .tied().context(32768).also(&["qwen2.5-coder-3b"]),
    dense(Qwen2, "qwen2.5-7b", "Qwen2.5-7B", [3584, 28, 28, 4, 128, 18944, 152_064], 7_615_616_512, table("Qwen/Qwen2.5-7B"))
        .context(131_072).also(&["qwen2-7b", "qwen2.5-coder-7b", "qwen2.5-math-7b", "qwen2.5-7b-1m", "deepseek-r1-distill-qwen-7b"]),
    dense(Qwen2, "qwen2.5-14b", "Qwen2.5-14B", [5120, 48, 40, 8, 128, 13824, 152_064], 14_770_033_664, table("Qwen/Qwen2.5-14B"))
        .context(131_072).also(&["qwen2.5-coder-14b", "qwen2.5-14b-1m", "deepseek-r1-distill-qwen-14b"]),
    dense(Qwen2, "qwen2.5-32b", "Qwen2.5-32B", [5120, 64, 40, 8, 128, 27648, 152_064], 32_763_876_352, table("Qwen/Qwen2.5-32B"))
        .context(131_072).also(&["qwen2.5-coder-32b", "qwq-32b", "deepseek-r1-distill-qwen-32b"]),
    dense(Qwen2, "qwen2.5-72b", "Qwen2.5-72B", [8192, 80, 64, 8, 128, 29568, 152_064], 72_706_203_648, table("Qwen/Qwen2.5-72B"))
        .context(131_072).also(&["qwen2-72b", "qwen2.5-math-72b"]),
    dense(Qwen3, "qwen3-0.6b", "Qwen3-0.6B", [1024, 28, 16, 8, 128, 3072, 151_936], 596_049_920, table("Qwen/Qwen3-0.6B")).tied().context(40960),
    dense(Qwen3, "qwen3-1.7b", "Qwen3-1.7B", [2048, 28, 16, 8, 128, 6144, 151_936], 1_720_574_976, table("Qwen/Qwen3-1.7B")).tied().context(40960),
    dense(Qwen3, "qwen3-4b", "Qwen3-4B", [2560, 36, 32, 8, 128, 9728, 151_936], 4_022_468_096, table("Qwen/Qwen3-4B"))
        .tied().context(40960).also(&["qwen3-4b-2507", "qwen3-4b-thinking-2507"]),
    dense(Qwen3, "qwen3-8b", "Qwen3-8B", [4096, 36, 32, 8, 128, 12288, 151_936], 8_190_735_360, table("Qwen/Qwen3-8B"))
        .context(40960).also(&["deepseek-r1-0528-qwen3-8b"]),
    dense(Qwen3, "qwen3-14b", "Qwen3-14B", [5120, 40, 40, 8, 128, 17408, 151_936], 14_768_307_200, table("Qwen/Qwen3-14B")).context(40960),
    dense(Qwen3, "qwen3-32b", "Qwen3-32B", [5120, 64, 64, 8, 128, 25600, 151_936], 32_762_123_264, table("Qwen/Qwen3-32B")).context(40960),
    dense(Qwen3Moe, "qwen3-30b-a3b", "Qwen3-30B-A3B", [2048, 48, 32, 4, 128, 6144, 151_936], 30_532_122_624, table("Qwen/Qwen3-30B-A3B"))
        .experts(Sparse { experts: 128, active: 8, hidden: 768, shared: 0, dense_layers: 0 }).context(40960)
        .also(&["qwen3-30b-a3b-2507", "qwen3-30b-a3b-thinking-2507", "qwen3-coder-30b-a3b"]),
    dense(Qwen3Moe, "qwen3-235b-a22b", "Qwen3-235B-A22B", [4096, 94, 64, 4, 128, 12288, 151_936], 235_093_634_560, table("Qwen/Qwen3-235B-A22B"))
        .experts(Sparse { experts: 128, active: 8, hidden: 1536, shared: 0, dense_layers: 0 }).context(40960)
        .also(&["qwen3-235b-a22b-2507", "qwen3-235b-a22b-thinking-2507"]),
    dense(Qwen3Moe, "qwen3-coder-480b-a35b", "Qwen3-Coder-480B-A35B", [6144, 62, 96, 8, 128, 8192, 151_936], 480_154_875_392,
        hub("Qwen/Qwen3-Coder-480B-A35B-Instruct", "llmfit, data/hf_models.json", "2026"))
        .experts(Sparse { experts: 160, active: 8, hidden: 2560, shared: 0, dense_layers: 0 }).context(262_144),
];
