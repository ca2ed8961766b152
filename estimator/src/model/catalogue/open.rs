//! Everything else, from GPT-2 to gpt-oss.

use super::entry::{Entry, Experts, dense};
use super::sources::{hub, keras, quoted, table};
use crate::model::Family::{
    Bert, Bloom, Cohere, Falcon, Gpt2, GptBigCode, GptJ, GptNeoX, GptOss, Granite, Llama, Mpt, Olmo, Olmo2, OlmoE, Opt, SmolLm3, StableLm, StarCoder2,
};
use crate::model::parts::Biases;

#[rustfmt::skip]
pub(super) static MODELS: &[Entry] = &[
    dense(GptOss, "gpt-oss-20b", "gpt-oss-20b", [2880, 24, 64, 8, 64, 2880, 201_088], 20_914_757_184, table!("openai/gpt-oss-20b"))
        .experts(Experts { experts: 32, active: 4, hidden: 2880, shared: 0, dense_layers: 0 }).context(131_072),
    dense(GptOss, "gpt-oss-120b", "gpt-oss-120b", [2880, 36, 64, 8, 64, 2880, 201_088], 116_829_156_672, table!("openai/gpt-oss-120b"))
        .experts(Experts { experts: 128, active: 4, hidden: 2880, shared: 0, dense_layers: 0 }).context(131_072),
    dense(Falcon, "falcon-7b", "Falcon-7B", [4544, 32, 71, 1, 64, 18176, 65024], 6_921_720_704, table!("tiiuae/falcon-7b")).norms_in_block(1).context(2048),
    dense(Falcon, "falcon-40b", "Falcon-40B", [8192, 60, 128, 8, 64, 32768, 65024], 0, hub!("tiiuae/falcon-40b", "x", "")).context(2048),
    dense(Falcon, "falcon-180b", "Falcon-180B", [14848, 80, 232, 8, 64, 59392, 65024], 179_522_565_120,
        hub!("tiiuae/falcon-180B", "AlexsJones/llmfit, data/hf_models.json", "2026")).untied().context(2048),
    dense(Falcon, "falcon-rw-1b", "Falcon-RW-1B", [2048, 24, 32, 32, 64, 8192, 50304], 1_311_625_216, keras!("tiiuae/falcon-rw-1b", "falcon_refinedweb_1b_en"))
        .biases(Biases::BLOCKS).context(2048),
    dense(Llama, "falcon3-7b", "Falcon3-7B", [3072, 28, 12, 4, 256, 23040, 131_072], 7_455_550_464,
        hub!("tiiuae/Falcon3-7B-Base", "AlexsJones/llmfit, data/hf_models.json", "2026")).context(32768),
    dense(StableLm, "stablelm-3b-4e1t", "StableLM-3B-4E1T", [2560, 32, 32, 32, 80, 6912, 50304], 2_795_443_200, table!("stabilityai/stablelm-3b-4e1t"))
        .context(4096).also(&["stablelm-zephyr-3b"]),
    dense(StableLm, "stablelm-2-1.6b", "StableLM-2-1.6B", [2048, 24, 32, 32, 64, 5632, 100_352], 1_644_515_328,
        hub!("stabilityai/stablelm-2-1_6b", "AlexsJones/llmfit, data/hf_models.json", "2026")).biases(Biases::QKV).context(4096),
    dense(Llama, "tinyllama-1.1b", "TinyLlama-1.1B", [2048, 22, 32, 4, 64, 5632, 32000], 1_100_048_384, table!("TinyLlama/TinyLlama-1.1B-Chat-v1.0")).context(2048),
    dense(Olmo, "olmo-1b", "OLMo-1B", [2048, 16, 16, 16, 128, 8192, 50304], 0, hub!("allenai/OLMo-1B-hf", "x", "")).tied().context(2048),
    dense(Olmo, "olmo-7b", "OLMo-7B", [4096, 32, 32, 32, 128, 11008, 50304], 0, hub!("allenai/OLMo-7B-hf", "x", "")).context(2048),
    dense(Olmo2, "olmo-2-1b", "OLMo-2-1B", [2048, 16, 16, 16, 128, 8192, 100_352], 0, hub!("allenai/OLMo-2-0425-1B", "x", "")).context(4096),
    dense(Olmo2, "olmo-2-7b", "OLMo-2-7B", [4096, 32, 32, 32, 128, 11008, 100_352], 7_298_617_344, table!("allenai/OLMo-2-1124-7B")).context(4096).also(&["olmo-2-1124-7b"]),
    dense(Olmo2, "olmo-2-13b", "OLMo-2-13B", [5120, 40, 40, 40, 128, 13824, 100_352], 13_716_198_400, hub!("allenai/OLMo-2-1124-13B", "x", "")).context(4096).also(&["olmo-2-1124-13b"]),
    dense(Olmo2, "olmo-2-32b", "OLMo-2-32B", [5120, 64, 40, 8, 128, 27648, 100_352], 32_234_279_936,
        hub!("allenai/OLMo-2-0325-32B", "AlexsJones/llmfit, data/hf_models.json", "2026")).context(4096).also(&["olmo-2-0325-32b"]),
    dense(OlmoE, "olmoe-1b-7b", "OLMoE-1B-7B", [2048, 16, 16, 16, 128, 1024, 50304], 6_919_161_856, hub!("allenai/OLMoE-1B-7B-0924", "x", ""))
        .experts(Experts { experts: 64, active: 8, hidden: 1024, shared: 0, dense_layers: 0 }).context(4096).also(&["olmoe-1b-7b-0924"]),
    dense(Llama, "smollm2-135m", "SmolLM2-135M", [576, 30, 9, 3, 64, 1536, 49152], 134_515_008, table!("HuggingFaceTB/SmolLM2-135M")).tied().context(8192).also(&["smollm-135m"]),
    dense(Llama, "smollm2-360m", "SmolLM2-360M", [960, 32, 15, 5, 64, 2560, 49152], 361_821_120, table!("HuggingFaceTB/SmolLM2-360M")).tied().context(8192).also(&["smollm-360m"]),
    dense(Llama, "smollm2-1.7b", "SmolLM2-1.7B", [2048, 24, 32, 32, 64, 8192, 49152], 1_711_376_384, table!("HuggingFaceTB/SmolLM2-1.7B")).tied().context(8192).also(&["smollm-1.7b"]),
    dense(SmolLm3, "smollm3-3b", "SmolLM3-3B", [2048, 36, 16, 4, 128, 11008, 128_256], 3_075_098_624, table!("HuggingFaceTB/SmolLM3-3B")).context(65536),
    dense(Granite, "granite-3.1-2b", "Granite-3.1-2B", [2048, 40, 32, 8, 64, 8192, 49155], 2_533_531_648, hub!("ibm-granite/granite-3.1-2b-instruct", "x", "")).tied().context(131_072),
    dense(Granite, "granite-3.1-8b", "Granite-3.1-8B", [4096, 40, 32, 8, 128, 12800, 49155], 8_170_848_256, table!("ibm-granite/granite-3.1-8b-instruct")).tied().context(131_072),
    dense(Granite, "granite-3.3-2b", "Granite-3.3-2B", [2048, 40, 32, 8, 64, 8192, 49159], 2_533_539_840, hub!("ibm-granite/granite-3.3-2b-instruct", "x", "2026-09-25")).tied().context(131_072),
    dense(Granite, "granite-3.3-8b", "Granite-3.3-8B", [4096, 40, 32, 8, 128, 12800, 49159], 8_170_864_640, hub!("ibm-granite/granite-3.3-8b-instruct", "x", "2026-09-25")).tied().context(131_072),
    dense(Granite, "powerlm-3b", "PowerLM-3B", [2304, 40, 36, 36, 64, 9216, 49152], 0, hub!("ibm-research/PowerLM-3b", "x", "")).tied().context(4096),
    dense(StarCoder2, "starcoder2-3b", "StarCoder2-3B", [3072, 30, 24, 2, 128, 12288, 49152], 0, hub!("bigcode/starcoder2-3b", "x", "")).context(16384),
    dense(StarCoder2, "starcoder2-7b", "StarCoder2-7B", [4608, 32, 36, 4, 128, 18432, 49152], 7_173_923_840, table!("bigcode/starcoder2-7b")).context(16384),
    dense(StarCoder2, "starcoder2-15b", "StarCoder2-15B", [6144, 40, 48, 4, 128, 24576, 49152], 15_957_889_024, table!("bigcode/starcoder2-15b")).untied().context(16384),
    dense(GptBigCode, "starcoder-15b", "StarCoder", [6144, 40, 48, 1, 128, 24576, 49152], 0, hub!("bigcode/starcoder", "x", "")).positions(8192).context(8192).also(&["starcoder", "starcoderbase"]),
    dense(GptBigCode, "santacoder-1.1b", "SantaCoder", [2048, 24, 16, 1, 128, 8192, 49280], 0, hub!("bigcode/gpt_bigcode-santacoder", "x", "")).positions(2048).context(2048).also(&["santacoder", "gpt-bigcode-santacoder"]),
    dense(Cohere, "aya-23-8b", "Aya-23-8B", [4096, 32, 32, 8, 128, 14336, 256_000], 8_028_033_024, table!("CohereForAI/aya-23-8B")).context(8192).also(&["aya-expanse-8b"]),
    dense(Cohere, "aya-expanse-32b", "Aya-Expanse-32B", [8192, 40, 64, 8, 128, 24576, 256_000], 0, hub!("CohereForAI/aya-expanse-32b", "x", "")).context(8192),
    dense(Cohere, "command-r-35b", "Command-R-35B", [8192, 40, 64, 64, 128, 22528, 256_000], 0, hub!("CohereForAI/c4ai-command-r-v01", "x", "")).context(131_072).also(&["c4ai-command-r-v01", "aya-23-35b"]),
    dense(Gpt2, "gpt2", "GPT-2", [768, 12, 12, 12, 64, 3072, 50257], 124_439_808, keras!("openai-community/gpt2", "gpt2_base_en")).positions(1024).context(1024),
    dense(Gpt2, "gpt2-medium", "GPT-2 medium", [1024, 24, 16, 16, 64, 4096, 50257], 354_823_168, keras!("openai-community/gpt2-medium", "gpt2_medium_en")).positions(1024).context(1024),
    dense(Gpt2, "gpt2-large", "GPT-2 large", [1280, 36, 20, 20, 64, 5120, 50257], 774_030_080, keras!("openai-community/gpt2-large", "gpt2_large_en")).positions(1024).context(1024),
    dense(Gpt2, "gpt2-xl", "GPT-2 XL", [1600, 48, 25, 25, 64, 6400, 50257], 1_557_611_200, keras!("openai-community/gpt2-xl", "gpt2_extra_large_en")).positions(1024).context(1024),
    dense(GptJ, "gpt-j-6b", "GPT-J-6B", [4096, 28, 16, 16, 256, 16384, 50400], 6_050_882_784, quoted!("EleutherAI/gpt-j-6b", "x", "", "")).context(2048),
    dense(GptNeoX, "pythia-160m", "Pythia-160M", [768, 12, 12, 12, 64, 3072, 50304], 162_322_944, hub!("EleutherAI/pythia-160m", "x", "")).context(2048).also(&["pythia-160m-deduped"]),
    dense(GptNeoX, "pythia-410m", "Pythia-410M", [1024, 24, 16, 16, 64, 4096, 50304], 405_334_016, hub!("EleutherAI/pythia-410m", "x", "")).context(2048).also(&["pythia-410m-deduped"]),
    dense(GptNeoX, "pythia-1b", "Pythia-1B", [2048, 16, 8, 8, 256, 8192, 50304], 1_011_781_632, hub!("EleutherAI/pythia-1b", "x", "")).context(2048).also(&["pythia-1b-deduped"]),
    dense(GptNeoX, "pythia-1.4b", "Pythia-1.4B", [2048, 24, 16, 16, 128, 8192, 50304], 1_414_647_808, hub!("EleutherAI/pythia-1.4b", "x", "")).context(2048).also(&["pythia-1.4b-deduped"]),
    dense(GptNeoX, "pythia-2.8b", "Pythia-2.8B", [2560, 32, 32, 32, 80, 10240, 50304], 2_775_208_960, hub!("EleutherAI/pythia-2.8b", "x", "")).context(2048).also(&["pythia-2.8b-deduped"]),
    dense(GptNeoX, "pythia-6.9b", "Pythia-6.9B", [4096, 32, 32, 32, 128, 16384, 50432], 6_857_302_016, hub!("EleutherAI/pythia-6.9b", "x", "")).context(2048).also(&["pythia-6.9b-deduped"]),
    dense(GptNeoX, "pythia-12b", "Pythia-12B", [5120, 36, 40, 40, 128, 20480, 50688], 11_846_072_320, hub!("EleutherAI/pythia-12b", "x", "")).context(2048).also(&["pythia-12b-deduped"]),
    dense(GptNeoX, "gpt-neox-20b", "GPT-NeoX-20B", [6144, 44, 64, 64, 96, 24576, 50432], 20_554_567_680, hub!("EleutherAI/gpt-neox-20b", "x", "")).context(2048),
    dense(GptNeoX, "stablelm-alpha-3b", "StableLM-Alpha-3B", [4096, 16, 32, 32, 128, 16384, 50688], 0, hub!("stabilityai/stablelm-base-alpha-3b", "x", "")).context(4096).also(&["stablelm-base-alpha-3b"]),
    dense(Opt, "opt-1.3b", "OPT-1.3B", [2048, 24, 32, 32, 64, 8192, 50272], 1_315_758_080, hub!("facebook/opt-1.3b", "x", "")).positions(2050).context(2048),
    dense(Opt, "opt-6.7b", "OPT-6.7B", [4096, 32, 32, 32, 128, 16384, 50272], 6_658_473_984, hub!("facebook/opt-6.7b", "x", "")).positions(2050).context(2048),
    dense(Bloom, "bloom-560m", "BLOOM-560M", [1024, 24, 16, 16, 64, 4096, 250_880], 559_214_592, keras!("bigscience/bloom-560m", "bloom_560m_multi")).context(2048).also(&["bloomz-560m"]),
    dense(Bloom, "bloom-1.1b", "BLOOM-1.1B", [1536, 24, 16, 16, 96, 6144, 250_880], 1_065_314_304, keras!("bigscience/bloom-1b1", "bloom_1.1b_multi")).context(2048).also(&["bloom-1b1", "bloomz-1b1"]),
    dense(Bloom, "bloom-1.7b", "BLOOM-1.7B", [2048, 24, 16, 16, 128, 8192, 250_880], 1_722_408_960, keras!("bigscience/bloom-1b7", "bloom_1.7b_multi")).context(2048).also(&["bloom-1b7", "bloomz-1b7"]),
    dense(Bloom, "bloom-3b", "BLOOM-3B", [2560, 30, 32, 32, 80, 10240, 250_880], 3_002_557_440, keras!("bigscience/bloom-3b", "bloom_3b_multi")).context(2048).also(&["bloomz-3b"]),
    dense(Bloom, "bloom-7.1b", "BLOOM-7.1B", [4096, 30, 32, 32, 128, 16384, 250_880], 7_069_016_064, quoted!("bigscience/bloom-7b1", "x", "", "")).context(2048).also(&["bloom-7b1", "bloomz-7b1"]),
    dense(Bloom, "bloom-176b", "BLOOM-176B", [14336, 70, 112, 112, 128, 57344, 250_880], 176_247_271_424,
        hub!("bigscience/bloom", "AlexsJones/llmfit, data/hf_models.json", "2026")).context(2048).also(&["bloom", "bloomz"]),
    dense(Mpt, "mpt-7b", "MPT-7B", [4096, 32, 32, 32, 128, 16384, 50432], 6_649_286_656, hub!("mosaicml/mpt-7b", "x", "")).context(2048),
    dense(Mpt, "mpt-30b", "MPT-30B", [7168, 48, 64, 64, 112, 28672, 50432], 0, hub!("mosaicml/mpt-30b", "x", "")).context(8192),
    dense(Bert, "bert-base-uncased", "BERT base", [768, 12, 12, 12, 64, 3072, 30522], 109_482_240, keras!("google-bert/bert-base-uncased", "bert_base_en_uncased"))
        .positions(512).pooled(2).context(512),
    dense(Bert, "bert-large-uncased", "BERT large", [1024, 24, 16, 16, 64, 4096, 30522], 335_141_888, keras!("google-bert/bert-large-uncased", "bert_large_en_uncased"))
        .positions(512).pooled(2).context(512),
];
