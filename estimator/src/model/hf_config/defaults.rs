//! Defaults of the configuration classes (`configuration_*.py` of transformers 4.57.1).

use crate::model::family::Family;

/// What a configuration class assumes for fields that are not there.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClassDefaults {
    pub(super) vocab: u64,
    pub(super) hidden: u64,
    pub(super) ffn: u64,
    pub(super) layers: u64,
    pub(super) heads: u64,
    /// `None`: as many as heads.
    pub(super) kv_heads: Option<u64>,
    /// `None`: hidden over heads.
    pub(super) head_dim: Option<u64>,
}

/// Vocabulary, hidden, feed-forward, layers, heads.
const fn class(numbers: [u64; 5], kv_heads: Option<u64>, head_dim: Option<u64>) -> ClassDefaults {
    let [vocab, hidden, ffn, layers, heads] = numbers;
    ClassDefaults {
        vocab,
        hidden,
        ffn,
        layers,
        heads,
        kv_heads,
        head_dim,
    }
}

impl ClassDefaults {
    /// The defaults of a family.
    #[rustfmt::skip]
    pub(super) const fn of(family: Family) -> Self {
        match family {
            Family::Mistral | Family::Ministral | Family::Mixtral => class([32000, 4096, 14336, 32, 32], Some(8), None),
            Family::Llama4 => class([202_048, 5120, 8192, 48, 40], Some(8), Some(128)),
            Family::Qwen2 => class([151_936, 4096, 22016, 32, 32], Some(32), None),
            Family::Qwen2Moe => class([151_936, 2048, 5632, 24, 16], Some(16), None),
            Family::Qwen3 => class([151_936, 4096, 22016, 32, 32], Some(32), Some(128)),
            Family::Qwen3Moe => class([151_936, 2048, 6144, 24, 32], Some(4), None),
            Family::Gemma => class([256_000, 3072, 24576, 28, 16], Some(16), Some(256)),
            Family::Gemma2 => class([256_000, 2304, 9216, 26, 8], Some(4), Some(256)),
            Family::Gemma3 => class([262_208, 2304, 9216, 26, 8], Some(4), Some(256)),
            Family::Glm | Family::Glm4 => class([151_552, 4096, 13696, 40, 32], Some(2), Some(128)),
            Family::Glm4Moe => class([151_552, 4096, 10944, 46, 96], Some(8), None),
            Family::PhiMoe => class([32064, 4096, 6400, 32, 32], Some(8), None),
            Family::GptOss => class([201_088, 2880, 2880, 36, 64], Some(8), Some(64)),
            Family::StableLm => class([50304, 2560, 6912, 32, 32], Some(32), None),
            Family::SmolLm3 => class([128_256, 2048, 11008, 36, 16], Some(4), None),
            Family::StarCoder2 => class([49152, 3072, 12288, 30, 24], Some(2), None),
            Family::Cohere | Family::Cohere2 => class([256_000, 8192, 22528, 40, 64], None, None),
            Family::SeedOss => class([155_136, 4096, 27648, 64, 80], Some(8), Some(128)),
            Family::Ernie45 => class([103_424, 1024, 3072, 18, 16], Some(2), Some(128)),
            Family::Helium => class([48000, 2560, 7040, 24, 20], Some(20), Some(128)),
            Family::Exaone4 => class([102_400, 4096, 16384, 32, 32], Some(32), None),
            Family::DeepSeekV3 => class([129_280, 7168, 18432, 61, 128], Some(128), None),
            Family::InternLm3 => class([128_512, 4096, 11008, 32, 32], Some(32), None),
            _ => class([32000, 4096, 11008, 32, 32], None, None),
        }
    }
}
