//! The implementations of models in transformers, by their `model_type`.

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident = $model_type:literal,)*) => {
        /// One implementation: what transformers calls a `model_type`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Family {
            $($(#[$doc])* $name,)*
        }

        impl Family {
            /// Every family, in the order of the enumeration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The value of `model_type` in `config.json`.
            pub const fn model_type(self) -> &'static str {
                match self { $(Self::$name => $model_type,)* }
            }
        }
    };
}

families! {
    /// An architecture given by hand.
    Custom = "custom",
    /// Llama 1 to 3.3, and the many that copy it (Yi, DeepSeek LLM, TinyLlama, SmolLM 1 and 2, …).
    Llama = "llama",
    /// The language model of Llama 4.
    Llama4 = "llama4_text",
    /// Mistral, Nemo, Small, Large.
    Mistral = "mistral",
    /// Ministral with alternating sliding windows.
    Ministral = "ministral",
    /// Mixtral.
    Mixtral = "mixtral",
    /// Qwen 1 (remote code).
    Qwen1 = "qwen",
    /// Qwen 1.5, 2 and 2.5.
    Qwen2 = "qwen2",
    /// Qwen 1.5 and 2 with experts.
    Qwen2Moe = "qwen2_moe",
    /// Qwen 3.
    Qwen3 = "qwen3",
    /// Qwen 3 with experts.
    Qwen3Moe = "qwen3_moe",
    /// Gemma 1.
    Gemma = "gemma",
    /// Gemma 2.
    Gemma2 = "gemma2",
    /// The language model of Gemma 3.
    Gemma3 = "gemma3_text",
    /// Phi 1, 1.5 and 2.
    Phi = "phi",
    /// Phi 3, 3.5 mini and 4.
    Phi3 = "phi3",
    /// Phi 3.5 with experts.
    PhiMoe = "phimoe",
    /// ChatGLM 2 and 3 and GLM-4 (remote code).
    ChatGlm = "chatglm",
    /// GLM-4-9B in transformers' own code.
    Glm = "glm",
    /// GLM-4-0414.
    Glm4 = "glm4",
    /// GLM-4.5 and its Air.
    Glm4Moe = "glm4_moe",
    /// Baichuan 1 and 2 (remote code).
    Baichuan = "baichuan",
    /// InternLM 1 (remote code).
    InternLm = "internlm",
    /// InternLM 2 and 2.5 (remote code).
    InternLm2 = "internlm2",
    /// InternLM 3 (remote code).
    InternLm3 = "internlm3",
    /// MiniCPM 1 (remote code).
    MiniCpm = "minicpm",
    /// DeepSeek-V2 and its Lite.
    DeepSeekV2 = "deepseek_v2",
    /// DeepSeek-V3, R1 and Kimi-K2, which has the same shape.
    DeepSeekV3 = "deepseek_v3",
    /// gpt-oss.
    GptOss = "gpt_oss",
    /// Falcon.
    Falcon = "falcon",
    /// StableLM 3B-4E1T and 2.
    StableLm = "stablelm",
    /// OLMo 1.
    Olmo = "olmo",
    /// OLMo 2.
    Olmo2 = "olmo2",
    /// OLMo 3.
    Olmo3 = "olmo3",
    /// OLMoE.
    OlmoE = "olmoe",
    /// SmolLM3.
    SmolLm3 = "smollm3",
    /// Granite 3, PowerLM.
    Granite = "granite",
    /// Granite 3 with experts, PowerMoE.
    GraniteMoe = "granitemoe",
    /// Command R, Aya 23 and Aya Expanse.
    Cohere = "cohere",
    /// Command R7B, Command A.
    Cohere2 = "cohere2",
    /// StarCoder 2.
    StarCoder2 = "starcoder2",
    /// StarCoder 1, SantaCoder.
    GptBigCode = "gpt_bigcode",
    /// GPT-2.
    Gpt2 = "gpt2",
    /// GPT-Neo.
    GptNeo = "gpt_neo",
    /// Pythia, GPT-NeoX-20B, StableLM alpha.
    GptNeoX = "gpt_neox",
    /// GPT-J.
    GptJ = "gptj",
    /// CodeGen.
    CodeGen = "codegen",
    /// OPT.
    Opt = "opt",
    /// BLOOM.
    Bloom = "bloom",
    /// MPT.
    Mpt = "mpt",
    /// Nemotron 3 and 4, Minitron.
    Nemotron = "nemotron",
    /// EXAONE 4.
    Exaone4 = "exaone4",
    /// Seed-OSS.
    SeedOss = "seed_oss",
    /// ERNIE 4.5 without experts.
    Ernie45 = "ernie4_5",
    /// Hunyuan without experts.
    HunYuanDense = "hunyuan_v1_dense",
    /// Arcee AFM.
    Arcee = "arcee",
    /// Helium.
    Helium = "helium",
    /// BERT.
    Bert = "bert",
    /// RoBERTa.
    Roberta = "roberta",
    /// XLM-RoBERTa, BGE-M3.
    XlmRoberta = "xlm-roberta",
}

impl Family {
    /// Name of the one projection that computes queries, keys and values together, where there is one
    /// (the `modeling_*.py` of each family: transformers 4.57.1, or the repository's remote code).
    pub const fn fused_qkv(self) -> Option<&'static str> {
        match self {
            Self::Qwen1 | Self::Gpt2 | Self::GptBigCode => Some("c_attn"),
            Self::ChatGlm | Self::Falcon | Self::GptNeoX | Self::Bloom => Some("query_key_value"),
            Self::Baichuan => Some("W_pack"),
            Self::InternLm2 => Some("wqkv"),
            Self::Phi3 | Self::CodeGen => Some("qkv_proj"),
            Self::Mpt => Some("Wqkv"),
            _ => None,
        }
    }

    /// Name of the one projection that computes gate and up together, where there is one.
    pub const fn fused_gate_up(self) -> Option<&'static str> {
        match self {
            Self::Phi3 | Self::Glm | Self::Glm4 => Some("gate_up_proj"),
            Self::ChatGlm => Some("dense_h_to_4h"),
            Self::GptOss | Self::Llama4 => Some("experts.gate_up_proj"),
            Self::GraniteMoe => Some("block_sparse_moe.input_linear"),
            _ => None,
        }
    }
}
