//! Everything else, from GPT-2 to gpt-oss.

use super::entry::{Entry, Sparse, dense};
use super::sources::{card, hub, keras, quoted, table, without_copy};
use crate::model::Family::{
    Bert, Bloom, Cohere, Falcon, Gpt2, GptBigCode, GptJ, GptNeoX, GptOss, Granite, Llama, Olmo,
    Olmo2, OlmoE, Opt, SeedOss, SmolLm3, StableLm, StarCoder2,
};
use crate::model::parts::Biases;

#[rustfmt::skip]
pub(super) static MODELS: &[Entry] = &[
    dense(GptOss, "gpt-oss-20b", "gpt-oss-20b", [2880, 24, 64, 8, 64, 2880, 201_088], 20_914_757_184, table("openai/gpt-oss-20b"))
        .experts(Sparse { experts: 32, active: 4, hidden: 2880, shared: 0, dense_layers: 0 }).context(131_072),
    dense(GptOss, "gpt-oss-120b", "gpt-oss-120b", [2880, 36, 64, 8, 64, 2880, 201_088], 116_829_156_672, table("openai/gpt-oss-120b"))
        .experts(Sparse { experts: 128, active: 4, hidden: 2880, shared: 0, dense_layers: 0 }).context(131_072),
    dense(Falcon, "falcon-7b", "Falcon-7B", [4544, 32, 71, 1, 64, 18176, 65024], 6_921_720_704, table("tiiuae/falcon-7b")).norms_in_block(1).context(2048),
    dense(Falcon, "falcon-40b", "Falcon-40B", [8192, 60, 128, 8, 64, 32768, 65024], 41_303_293_952, without_copy("tiiuae/falcon-40b", "41,835,970,560")).context(2048),
    dense(Falcon, "falcon-180b", "Falcon-180B", [14848, 80, 232, 8, 64, 59392, 65024], 178_557_088_768,
        without_copy("tiiuae/falcon-180B", "179,522,565,120")).context(2048),
    dense(Falcon, "falcon-rw-1b", "Falcon-RW-1B", [2048, 24, 32, 32, 64, 8192, 50304], 1_311_625_216, keras("tiiuae/falcon-rw-1b", "falcon_refinedweb_1b_en"))
        .biases(Biases::BLOCKS).context(2048),
    dense(Llama, "falcon3-7b", "Falcon3-7B", [3072, 28, 12, 4, 256, 23040, 131_072], 7_455_550_464,
        hub("tiiuae/Falcon3-7B-Base", "llmfit, data/hf_models.json", "2026")).context(32768),
    dense(Llama, "falcon3-3b", "Falcon3-3B", [3072, 22, 12, 4, 256, 9216, 131_072], 3_227_655_168,
        hub("tiiuae/Falcon3-3B-Base", "a list of pinned checkpoints", "2026")).context(32768),
    dense(Llama, "solar-10.7b", "SOLAR-10.7B", [4096, 48, 32, 8, 128, 14336, 32000], 10_731_524_096,
        hub("upstage/SOLAR-10.7B-v1.0", "a table of model sizes for training", "2025")).context(4096).also(&["solar-10.7b-v1.0"]),
    dense(SeedOss, "seed-oss-36b", "Seed-OSS-36B", [5120, 64, 80, 8, 128, 27648, 155_136], 36_151_104_512,
        hub("ByteDance-Seed/Seed-OSS-36B-Base", "a table of configurations", "2026")).context(524_288),
    dense(StableLm, "stablelm-3b-4e1t", "StableLM-3B-4E1T", [2560, 32, 32, 32, 80, 6912, 50304], 2_795_443_200, table("stabilityai/stablelm-3b-4e1t"))
        .context(4096).also(&["stablelm-zephyr-3b"]),
    dense(StableLm, "stablelm-2-1.6b", "StableLM-2-1.6B", [2048, 24, 32, 32, 64, 5632, 100_352], 1_644_515_328,
        hub("stabilityai/stablelm-2-1_6b", "llmfit, data/hf_models.json", "2026")).biases(Biases::QKV).context(4096),
    dense(Llama, "tinyllama-1.1b", "TinyLlama-1.1B", [2048, 22, 32, 4, 64, 5632, 32000], 1_100_048_384, table("TinyLlama/TinyLlama-1.1B-Chat-v1.0")).context(2048).also(&["tinyllama-1.1b-v1.0"]),
    dense(Olmo, "olmo-1b", "OLMo-1B", [2048, 16, 16, 16, 128, 8192, 50304], 1_176_764_416,
        quoted("allenai/OLMo-1B-hf", "Parameters of OLMo-1B that public tests assert and a training log prints", "https://huggingface.co/allenai/OLMo-1B-hf", "2026")).tied().context(2048),
    dense(Olmo, "olmo-7b", "OLMo-7B", [4096, 32, 32, 32, 128, 11008, 50304], 6_888_095_744,
        quoted("allenai/OLMo-7B-hf", "total_params of OLMo-7B in a public data set of model features", "https://huggingface.co/allenai/OLMo-7B-hf", "2025")).context(2048),
    dense(Olmo2, "olmo-2-1b", "OLMo-2-1B", [2048, 16, 16, 16, 128, 8192, 100_352], 1_484_916_736, hub("allenai/OLMo-2-0425-1B", "a list of pinned checkpoints", "2026")).context(4096).also(&["olmo-2-0425-1b"]),
    dense(Olmo2, "olmo-2-7b", "OLMo-2-7B", [4096, 32, 32, 32, 128, 11008, 100_352], 7_298_617_344, table("allenai/OLMo-2-1124-7B")).context(4096).also(&["olmo-2-1124-7b"]),
    dense(Olmo2, "olmo-2-13b", "OLMo-2-13B", [5120, 40, 40, 40, 128, 13824, 100_352], 13_716_198_400, hub("allenai/OLMo-2-1124-13B", "a list of pinned checkpoints", "2026")).context(4096).also(&["olmo-2-1124-13b"]),
    dense(Olmo2, "olmo-2-32b", "OLMo-2-32B", [5120, 64, 40, 8, 128, 27648, 100_352], 32_234_279_936,
        hub("allenai/OLMo-2-0325-32B", "llmfit, data/hf_models.json", "2026")).context(4096).also(&["olmo-2-0325-32b"]),
    dense(OlmoE, "olmoe-1b-7b", "OLMoE-1B-7B", [2048, 16, 16, 16, 128, 1024, 50304], 6_919_161_856, hub("allenai/OLMoE-1B-7B-0924", "a check of its safetensors headers", "2026-08"))
        .experts(Sparse { experts: 64, active: 8, hidden: 1024, shared: 0, dense_layers: 0 }).context(4096).also(&["olmoe-1b-7b-0924"]),
    dense(Llama, "smollm2-135m", "SmolLM2-135M", [576, 30, 9, 3, 64, 1536, 49152], 134_515_008, table("HuggingFaceTB/SmolLM2-135M")).tied().context(8192).also(&["smollm-135m"]),
    dense(Llama, "smollm2-360m", "SmolLM2-360M", [960, 32, 15, 5, 64, 2560, 49152], 361_821_120, table("HuggingFaceTB/SmolLM2-360M")).tied().context(8192).also(&["smollm-360m"]),
    dense(Llama, "smollm2-1.7b", "SmolLM2-1.7B", [2048, 24, 32, 32, 64, 8192, 49152], 1_711_376_384, table("HuggingFaceTB/SmolLM2-1.7B")).tied().context(8192).also(&["smollm-1.7b"]),
    dense(SmolLm3, "smollm3-3b", "SmolLM3-3B", [2048, 36, 16, 4, 128, 11008, 128_256], 3_075_098_624, table("HuggingFaceTB/SmolLM3-3B")).context(65536),
    dense(Granite, "granite-3.1-2b", "Granite-3.1-2B", [2048, 40, 32, 8, 64, 8192, 49155], 2_533_531_648, hub("ibm-granite/granite-3.1-2b-instruct", "a list of pinned checkpoints", "2026")).tied().context(131_072),
    dense(Granite, "granite-3.1-8b", "Granite-3.1-8B", [4096, 40, 32, 8, 128, 12800, 49155], 8_170_848_256, table("ibm-granite/granite-3.1-8b-instruct")).tied().context(131_072),
    dense(Granite, "granite-3.3-2b", "Granite-3.3-2B", [2048, 40, 32, 8, 64, 8192, 49159], 2_533_539_840, hub("ibm-granite/granite-3.3-2b-instruct", "the Hub API of 2026-09-25", "2026-09")).tied().context(131_072),
    dense(Granite, "granite-3.3-8b", "Granite-3.3-8B", [4096, 40, 32, 8, 128, 12800, 49159], 8_170_864_640, hub("ibm-granite/granite-3.3-8b-instruct", "the Hub API of 2026-09-25", "2026-09")).tied().context(131_072),
    dense(StarCoder2, "starcoder2-7b", "StarCoder2-7B", [4608, 32, 36, 4, 128, 18432, 49152], 7_173_923_840, table("bigcode/starcoder2-7b")).context(16384),
    dense(StarCoder2, "starcoder2-15b", "StarCoder2-15B", [6144, 40, 48, 4, 128, 24576, 49152], 15_957_889_024, table("bigcode/starcoder2-15b")).untied().context(16384),
    dense(GptBigCode, "starcoder-15b", "StarCoder", [6144, 40, 48, 1, 128, 24576, 49152], 15_517_456_384,
        quoted("bigcode/starcoder", "Table of fine-tuned StarCoder models with their parameters", "", "2026")).positions(8192).context(8192).also(&["starcoder", "starcoderbase"]),
    dense(Cohere, "aya-23-8b", "Aya-23-8B", [4096, 32, 32, 8, 128, 14336, 256_000], 8_028_033_024, table("CohereForAI/aya-23-8B")).context(8192).also(&["aya-expanse-8b"]),
    dense(Gpt2, "gpt2", "GPT-2", [768, 12, 12, 12, 64, 3072, 50257], 124_439_808, keras("openai-community/gpt2", "gpt2_base_en")).positions(1024).context(1024),
    dense(Gpt2, "gpt2-medium", "GPT-2 medium", [1024, 24, 16, 16, 64, 4096, 50257], 354_823_168, keras("openai-community/gpt2-medium", "gpt2_medium_en")).positions(1024).context(1024),
    dense(Gpt2, "gpt2-large", "GPT-2 large", [1280, 36, 20, 20, 64, 5120, 50257], 774_030_080, keras("openai-community/gpt2-large", "gpt2_large_en")).positions(1024).context(1024),
    dense(Gpt2, "gpt2-xl", "GPT-2 XL", [1600, 48, 25, 25, 64, 6400, 50257], 1_557_611_200, keras("openai-community/gpt2-xl", "gpt2_extra_large_en")).positions(1024).context(1024),
    dense(GptJ, "gpt-j-6b", "GPT-J-6B", [4096, 28, 16, 16, 256, 16384, 50400], 6_050_882_784, quoted("EleutherAI/gpt-j-6b", "Parameters that a public LoRA script prints for gpt-j-6B", "https://huggingface.co/EleutherAI/gpt-j-6b", "2023")).context(2048),
    dense(GptNeoX, "pythia-160m", "Pythia-160M", [768, 12, 12, 12, 64, 3072, 50304], 162_322_944, card("EleutherAI/pythia-160m", "Pythia model cards, table of total parameters", "https://huggingface.co/EleutherAI/pythia-160m", "2023")).context(2048).also(&["pythia-160m-deduped"]),
    dense(GptNeoX, "pythia-410m", "Pythia-410M", [1024, 24, 16, 16, 64, 4096, 50304], 405_334_016, card("EleutherAI/pythia-410m", "Pythia model cards, table of total parameters", "https://huggingface.co/EleutherAI/pythia-410m", "2023")).context(2048).also(&["pythia-410m-deduped"]),
    dense(GptNeoX, "pythia-1b", "Pythia-1B", [2048, 16, 8, 8, 256, 8192, 50304], 1_011_781_632, card("EleutherAI/pythia-1b", "Pythia model cards, table of total parameters", "https://huggingface.co/EleutherAI/pythia-1b", "2023")).context(2048).also(&["pythia-1b-deduped"]),
    dense(GptNeoX, "pythia-1.4b", "Pythia-1.4B", [2048, 24, 16, 16, 128, 8192, 50304], 1_414_647_808, card("EleutherAI/pythia-1.4b", "Pythia model cards, table of total parameters", "https://huggingface.co/EleutherAI/pythia-1.4b", "2023")).context(2048).also(&["pythia-1.4b-deduped"]),
    dense(GptNeoX, "pythia-2.8b", "Pythia-2.8B", [2560, 32, 32, 32, 80, 10240, 50304], 2_775_208_960, card("EleutherAI/pythia-2.8b", "Pythia model cards, table of total parameters", "https://huggingface.co/EleutherAI/pythia-2.8b", "2023")).context(2048).also(&["pythia-2.8b-deduped"]),
    dense(GptNeoX, "pythia-6.9b", "Pythia-6.9B", [4096, 32, 32, 32, 128, 16384, 50432], 6_857_302_016, card("EleutherAI/pythia-6.9b", "Pythia model cards, table of total parameters", "https://huggingface.co/EleutherAI/pythia-6.9b", "2023")).context(2048).also(&["pythia-6.9b-deduped"]),
    dense(GptNeoX, "pythia-12b", "Pythia-12B", [5120, 36, 40, 40, 128, 20480, 50688], 11_846_072_320, card("EleutherAI/pythia-12b", "Pythia model cards, table of total parameters", "https://huggingface.co/EleutherAI/pythia-12b", "2023")).context(2048).also(&["pythia-12b-deduped"]),
    dense(GptNeoX, "gpt-neox-20b", "GPT-NeoX-20B", [6144, 44, 64, 64, 96, 24576, 50432], 20_554_567_680, card("EleutherAI/gpt-neox-20b", "Model card of GPT-NeoX-20B, n_parameters", "https://huggingface.co/EleutherAI/gpt-neox-20b", "2022")).context(2048),
    dense(GptNeoX, "stablelm-alpha-3b", "StableLM-Alpha-3B", [4096, 16, 32, 32, 128, 16384, 50688], 3_637_321_728,
        quoted("stabilityai/stablelm-base-alpha-3b", "Parameters of the loaded weights that the tests of mlverse/minhub assert (StableLM's README counts 3,638,525,952)", "https://github.com/mlverse/minhub", "2023")).context(4096).also(&["stablelm-base-alpha-3b"]),
    dense(Opt, "opt-1.3b", "OPT-1.3B", [2048, 24, 32, 32, 64, 8192, 50272], 1_315_758_080, quoted("facebook/opt-1.3b", "Parameters that a public LoRA script prints for opt-1.3b", "https://huggingface.co/facebook/opt-1.3b", "2023")).positions(2050).context(2048),
    dense(Bloom, "bloom-560m", "BLOOM-560M", [1024, 24, 16, 16, 64, 4096, 250_880], 559_214_592, keras("bigscience/bloom-560m", "bloom_560m_multi")).context(2048).also(&["bloomz-560m"]),
    dense(Bloom, "bloom-1.1b", "BLOOM-1.1B", [1536, 24, 16, 16, 96, 6144, 250_880], 1_065_314_304, keras("bigscience/bloom-1b1", "bloom_1.1b_multi")).context(2048).also(&["bloom-1b1", "bloomz-1b1"]),
    dense(Bloom, "bloom-1.7b", "BLOOM-1.7B", [2048, 24, 16, 16, 128, 8192, 250_880], 1_722_408_960, keras("bigscience/bloom-1b7", "bloom_1.7b_multi")).context(2048).also(&["bloom-1b7", "bloomz-1b7"]),
    dense(Bloom, "bloom-3b", "BLOOM-3B", [2560, 30, 32, 32, 80, 10240, 250_880], 3_002_557_440, keras("bigscience/bloom-3b", "bloom_3b_multi")).context(2048).also(&["bloomz-3b"]),
    dense(Bloom, "bloom-7.1b", "BLOOM-7.1B", [4096, 30, 32, 32, 128, 16384, 250_880], 7_069_016_064, card("bigscience/bloom-7b1", "Parameter table of BLOOM models", "https://huggingface.co/bigscience/bloom-7b1", "2022")).context(2048).also(&["bloom-7b1", "bloomz-7b1"]),
    dense(Bloom, "bloom-176b", "BLOOM-176B", [14336, 70, 112, 112, 128, 57344, 250_880], 176_247_271_424,
        hub("bigscience/bloom", "llmfit, data/hf_models.json", "2026")).context(2048).also(&["bloom", "bloomz"]),
    dense(Bert, "bert-base-uncased", "BERT base", [768, 12, 12, 12, 64, 3072, 30522], 109_482_240, keras("google-bert/bert-base-uncased", "bert_base_en_uncased"))
        .positions(512).pooled(2).context(512),
    dense(Bert, "bert-large-uncased", "BERT large", [1024, 24, 16, 16, 64, 4096, 30522], 335_141_888, keras("google-bert/bert-large-uncased", "bert_large_en_uncased"))
        .positions(512).pooled(2).context(512),
];
