//! Parameter counts against published totals, and `config.json` files against the models that transformers builds from them.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use estimator::model::{
    Attention, Biases, CustomShape, Dimension, ExpertStorage, Family, Ffn, ModelSpec, NormKind,
    QkNorm, Reason, SpecReason, Target, catalogue, entry, find, find_by_repository,
    from_config_json, known_model_types,
};

fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/data")
        .join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(data(path)).unwrap()
}

fn config(name: &str) -> ModelSpec {
    from_config_json(&read(&format!("configs/{name}.json")))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The table of 66 models: name → column → value.
fn table() -> Vec<BTreeMap<String, String>> {
    let text = read("models.csv");
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells = line.split(',').map(str::to_owned);
        columns
            .iter()
            .map(|column| (*column).to_owned())
            .zip(cells)
            .collect()
    };
    lines.map(row).collect()
}

#[test]
fn every_model_of_the_table_is_counted_to_the_digit() {
    let rows = table();
    assert_eq!(rows.len(), 66);
    for row in rows {
        let (name, total) = (&row["model"], row["total"].parse::<u64>().unwrap());
        let spec = find(&name.to_lowercase())
            .or_else(|| find_by_repository(name))
            .unwrap_or_else(|| panic!("{name} is not in the catalogue"));
        assert_eq!(spec.total(), total, "{name}");
        let stated = |column: &str| row[column].parse::<u64>().ok();
        let expected = [
            ("hidden", spec.hidden),
            ("layers", spec.layers),
            ("heads", spec.heads),
            ("kv_heads", spec.kv_heads),
            ("head_dim", spec.head_dim),
            ("vocab", spec.vocab),
        ];
        for (column, ours) in expected {
            assert!(
                stated(column).is_none_or(|theirs| theirs == ours),
                "{name}: {column} {ours}"
            );
        }
        assert_eq!(spec.tied, row["tied"] == "yes", "{name}: tied");
        assert_eq!(spec.gated(), row["gated"] == "yes", "{name}: gated");
        if let Ffn::Moe {
            experts,
            active,
            hidden,
            ..
        } = spec.ffn
        {
            assert_eq!(stated("experts"), Some(experts), "{name}");
            assert_eq!(stated("active"), Some(active), "{name}");
            assert_eq!(stated("moe_ffn"), Some(hidden), "{name}");
        }
    }
}

#[test]
fn every_model_of_the_catalogue_has_its_published_total() {
    for entry in catalogue() {
        let (id, total) = (&entry.spec.id, entry.spec.total());
        assert_eq!(total, entry.published, "{id}");
        let evidence = entry.evidence;
        let title = evidence.title(entry.repository);
        assert!(
            title.len() > 10 && evidence.date().len() >= 4,
            "{id}: no source"
        );
        let url = evidence.url(entry.repository);
        assert!(
            url.is_empty() || url.starts_with("https://") && url.matches('/').count() >= 3,
            "{id}: {url}"
        );
        assert!(!entry.repository.is_empty(), "{id}: no repository");
        entry.spec.validate().unwrap();
    }
    assert!(catalogue().count() >= 140, "{}", catalogue().count());
}

#[test]
fn keys_are_unique_and_fit_into_links() {
    let mut seen = BTreeSet::new();
    for entry in catalogue() {
        let id = entry.spec.id.as_ref();
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c);
        assert!(!id.is_empty() && id.chars().all(legal), "{id}");
        for name in std::iter::once(&id).chain(entry.aliases) {
            assert!(seen.insert((*name).to_owned()), "{name} occurs twice");
        }
    }
}

#[test]
fn every_model_is_found_under_each_of_its_names() {
    for wanted in catalogue() {
        let id = &wanted.spec.id;
        assert_eq!(find(id).unwrap(), wanted.spec);
        assert_eq!(entry(id).unwrap().repository, wanted.repository);
        let by_repository = find_by_repository(wanted.repository).unwrap();
        assert_eq!(
            by_repository.total(),
            wanted.spec.total(),
            "{}",
            wanted.repository
        );
        for alias in wanted.aliases {
            assert_eq!(find(alias).unwrap().id, *id, "{alias}");
            assert_eq!(
                find_by_repository(alias).unwrap().total(),
                wanted.spec.total(),
                "{alias}"
            );
        }
    }
}

#[test]
fn repositories_are_recognised_whoever_uploaded_them() {
    for (repository, id) in [
        ("meta-llama/Meta-Llama-3-8B", "llama-3-8b"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        ("unsloth/Meta-Llama-3.1-8B-bnb-4bit", "llama-3.1-8b"),
        ("TechxGenus/Meta-Llama-3-8B-GPTQ", "llama-3-8b"),
        ("NousResearch/Llama-2-70b-hf", "llama-2-70b"),
        ("TheBloke/Llama-2-70B-GPTQ", "llama-2-70b"),
        ("TheBloke/Mistral-7B-v0.1-GPTQ", "mistral-7b-v0.1"),
        ("TheBloke/Mixtral-8x7B-Instruct-v0.1-GPTQ", "mixtral-8x7b"),
        ("mistralai/Mistral-7B-v0.2", "mistral-7b-v0.2"),
        ("mistralai/Mixtral-8x22B-Instruct-v0.1", "mixtral-8x22b"),
        ("Qwen/Qwen-1_8B", "qwen-1.8b"),
        ("Qwen/Qwen-72B-Chat", "qwen-72b"),
        ("Qwen/Qwen1.5-32B-Chat-GPTQ-Int4", "qwen1.5-32b"),
        ("Qwen/Qwen2-57B-A14B-Instruct", "qwen2-57b-a14b"),
        ("Qwen/Qwen3-30B-A3B-Instruct-2507", "qwen3-30b-a3b"),
        ("Qwen/Qwen2.5-7B-Instruct-1M", "qwen2.5-7b"),
        ("THUDM/chatglm3-6b", "chatglm3-6b"),
        ("THUDM/glm-4-9b-chat", "glm-4-9b"),
        ("baichuan-inc/Baichuan2-13B", "baichuan2-13b"),
        ("TinyLlama/TinyLlama-1.1B", "tinyllama-1.1b"),
        ("google-bert/bert-large-uncased", "bert-large-uncased"),
        ("microsoft/phi-1_5", "phi-1.5"),
        ("openbmb/MiniCPM-2B", "minicpm-2b"),
        ("stabilityai/stablelm-base-alpha-3b", "stablelm-alpha-3b"),
        ("google/gemma-3-12b-it", "gemma-3-12b"),
        ("deepseek-ai/DeepSeek-R1", "deepseek-v3"),
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", "qwen2.5-32b"),
        ("internlm/internlm2_5-7b-chat", "internlm2-7b"),
    ] {
        let found = find_by_repository(repository).map(|spec| spec.id.into_owned());
        assert_eq!(found.as_deref(), Some(id), "{repository}");
    }
    for unknown in [
        "",
        "/",
        "someone/own-model-9b",
        "meta-llama/Llama-3.1-8B-pruned",
        "llama",
    ] {
        assert!(find_by_repository(unknown).is_none(), "{unknown}");
    }
}

/// Totals of the configurations in `tests/data/configs`. Where transformers has the code, its own model built on the meta device
/// has the same number (4.57.1, tied weights once; without DeepSeek-V3's 14,848 router biases, which are buffers there).
const CONFIGS: &[(&str, Family, u64)] = &[
    ("afm-4.5b", Family::Arcee, 4_619_184_640),
    ("aya-23-8b", Family::Cohere, 8_028_033_024),
    ("baichuan2-13b", Family::Baichuan, 13_896_668_160),
    ("baichuan2-7b", Family::Baichuan, 7_505_973_248),
    ("bert-base-uncased", Family::Bert, 109_482_240),
    ("bert-large-uncased", Family::Bert, 335_141_888),
    ("bloom-560m", Family::Bloom, 559_214_592),
    ("bloom-7b1", Family::Bloom, 7_069_016_064),
    ("chatglm-6b", Family::ChatGlm, 6_173_286_400),
    ("chatglm3-6b", Family::ChatGlm, 6_243_584_000),
    ("codegen-2b", Family::CodeGen, 2_779_356_160),
    ("command-r-plus", Family::Cohere, 103_810_674_688),
    ("command-r7b", Family::Cohere2, 8_028_033_024),
    ("deepseek-v2-lite", Family::DeepSeekV2, 15_706_484_224),
    ("deepseek-v2", Family::DeepSeekV2, 235_741_434_880),
    ("deepseek-v3", Family::DeepSeekV3, 671_026_419_200),
    ("ernie-4.5-0.3b", Family::Ernie45, 360_748_032),
    ("exaone-4-1.2b", Family::Exaone4, 1_279_391_488),
    ("falcon-40b-old", Family::Falcon, 41_303_293_952),
    ("falcon-40b", Family::Falcon, 41_303_293_952),
    ("falcon-7b", Family::Falcon, 6_921_720_704),
    ("falcon-rw-1b", Family::Falcon, 1_311_625_216),
    ("falcon2-11b", Family::Falcon, 11_102_822_400),
    ("gemma-2-9b", Family::Gemma2, 9_241_705_984),
    ("gemma-2b", Family::Gemma, 2_506_172_416),
    ("gemma-3-1b", Family::Gemma3, 999_885_952),
    ("gemma-3-27b", Family::Gemma3, 27_009_346_304),
    ("gemma-3-4b", Family::Gemma3, 3_880_263_168),
    ("glm-4-9b-0414", Family::Glm4, 9_400_094_720),
    ("glm-4-9b-chat", Family::ChatGlm, 9_399_951_360),
    ("glm-4-9b-hf", Family::Glm, 9_399_951_360),
    ("glm-4.5-air", Family::Glm4Moe, 106_852_245_504),
    ("gpt-j-6b", Family::GptJ, 6_050_882_784),
    ("gpt-neo-1.3b", Family::GptNeo, 1_315_575_808),
    ("gpt-neox-20b", Family::GptNeoX, 20_554_567_680),
    ("gpt-oss-120b", Family::GptOss, 116_829_156_672),
    ("gpt-oss-20b", Family::GptOss, 20_914_757_184),
    ("gpt2", Family::Gpt2, 124_439_808),
    ("gpt_bigcode-santacoder", Family::GptBigCode, 1_124_886_528),
    ("granite-3.1-3b-a800m", Family::GraniteMoe, 3_298_793_472),
    ("granite-3.1-8b", Family::Granite, 8_170_848_256),
    ("helium-1-2b", Family::Helium, 2_023_868_416),
    ("hunyuan-1.8b", Family::HunYuanDense, 1_791_080_448),
    ("internlm-7b", Family::InternLm, 7_321_948_160),
    ("internlm2-20b", Family::InternLm2, 19_861_149_696),
    ("internlm2-7b", Family::InternLm2, 7_737_708_544),
    ("internlm3-8b", Family::InternLm3, 8_804_241_408),
    ("llama-1-7b", Family::Llama, 6_738_415_616),
    ("llama-2-7b", Family::Llama, 6_738_415_616),
    ("llama-3.1-8b", Family::Llama, 8_030_261_248),
    ("llama-3.2-1b", Family::Llama, 1_235_814_400),
    ("llama-4-maverick", Family::Llama4, 400_711_848_960),
    ("llama-4-scout", Family::Llama4, 107_769_861_120),
    ("llava-1.5-7b", Family::Llama, 6_738_939_904),
    ("minicpm-2b", Family::MiniCpm, 2_724_880_896),
    ("ministral-8b", Family::Ministral, 8_019_808_256),
    ("minitron-4b", Family::Nemotron, 4_190_509_056),
    ("mistral-7b-v0.1", Family::Mistral, 7_241_732_096),
    ("mistral-nemo-12b", Family::Mistral, 12_247_782_400),
    ("mistral-small-3.1-24b", Family::Mistral, 23_572_403_200),
    ("mixtral-8x7b", Family::Mixtral, 46_702_792_704),
    ("mpt-7b", Family::Mpt, 6_649_286_656),
    ("olmo-1b", Family::Olmo, 1_176_764_416),
    ("olmo-2-7b", Family::Olmo2, 7_298_617_344),
    ("olmo-3-7b", Family::Olmo3, 7_298_011_136),
    ("olmoe-1b-7b", Family::OlmoE, 6_919_161_856),
    ("opt-1.3b", Family::Opt, 1_315_758_080),
    ("opt-350m", Family::Opt, 331_196_416),
    ("phi-2", Family::Phi, 2_779_683_840),
    ("phi-3-mini", Family::Phi3, 3_821_079_552),
    ("phi-3.5-moe", Family::PhiMoe, 41_873_153_344),
    ("phi-4-mini", Family::Phi3, 3_836_021_760),
    ("phi-qk", Family::Phi, 17_732_488),
    ("pythia-1.4b", Family::GptNeoX, 1_414_647_808),
    ("qwen-7b", Family::Qwen1, 7_721_324_544),
    ("qwen1.5-moe-a2.7b", Family::Qwen2Moe, 14_315_784_192),
    ("qwen2-57b-a14b", Family::Qwen2Moe, 57_408_658_944),
    ("qwen2.5-0.5b", Family::Qwen2, 494_032_768),
    ("qwen2.5-7b", Family::Qwen2, 7_615_616_512),
    ("qwen2.5-vl-3b", Family::Qwen2, 3_085_938_688),
    ("qwen3-0.6b", Family::Qwen3, 596_049_920),
    ("qwen3-30b-a3b", Family::Qwen3Moe, 30_532_122_624),
    ("qwen3-8b", Family::Qwen3, 8_190_735_360),
    ("qwen3-moe-mixed", Family::Qwen3Moe, 220_015_232),
    ("roberta-base", Family::Roberta, 124_645_632),
    ("seed-oss-36b", Family::SeedOss, 36_151_104_512),
    ("smollm3-3b", Family::SmolLm3, 3_075_098_624),
    ("stablelm-2-1.6b", Family::StableLm, 1_644_515_328),
    ("stablelm-2-12b", Family::StableLm, 12_143_185_920),
    ("stablelm-3b-4e1t", Family::StableLm, 2_795_443_200),
    ("starcoder", Family::GptBigCode, 15_517_456_384),
    ("starcoder2-15b", Family::StarCoder2, 15_957_889_024),
    ("starcoder2-7b", Family::StarCoder2, 7_173_923_840),
    ("xlm-roberta-base", Family::XlmRoberta, 278_043_648),
    ("yi-34b", Family::Llama, 34_388_917_248),
];

#[test]
fn configurations_are_counted_as_transformers_counts_them() {
    for (name, family, total) in CONFIGS {
        let spec = config(name);
        assert_eq!(spec.total(), *total, "{name}");
        assert_eq!(spec.family, *family, "{name}");
    }
    let files = std::fs::read_dir(data("configs")).unwrap().count();
    assert_eq!(
        files,
        CONFIGS.len(),
        "a configuration without an expected total"
    );
}

#[test]
fn every_family_has_a_configuration() {
    let families: BTreeSet<Family> = CONFIGS.iter().map(|(_, family, _)| *family).collect();
    for family in Family::ALL {
        assert!(
            *family == Family::Custom || families.contains(family),
            "{}",
            family.model_type()
        );
    }
    assert!(known_model_types().len() >= 34);
}

/// Same architecture read from a file and written in the catalogue.
#[test]
fn configurations_agree_with_the_catalogue() {
    for (name, id) in [
        ("llama-3.1-8b", "llama-3.1-8b"),
        ("llama-4-scout", "llama-4-scout"),
        ("llama-4-maverick", "llama-4-maverick"),
        ("mixtral-8x7b", "mixtral-8x7b"),
        ("qwen-7b", "qwen-7b"),
        ("qwen1.5-moe-a2.7b", "qwen1.5-moe-a2.7b"),
        ("qwen3-30b-a3b", "qwen3-30b-a3b"),
        ("gemma-3-27b", "gemma-3-27b"),
        ("phi-3-mini", "phi-3-mini"),
        ("chatglm-6b", "chatglm-6b"),
        ("deepseek-v2-lite", "deepseek-v2-lite"),
        ("deepseek-v3", "deepseek-v3"),
        ("gpt-oss-20b", "gpt-oss-20b"),
        ("falcon-7b", "falcon-7b"),
        ("falcon-rw-1b", "falcon-rw-1b"),
        ("bert-base-uncased", "bert-base-uncased"),
        ("opt-1.3b", "opt-1.3b"),
    ] {
        let (mut read, known) = (config(name), find(id).unwrap());
        read.id.clone_from(&known.id);
        read.name.clone_from(&known.name);
        read.max_positions = known.max_positions;
        assert_eq!(read, known, "{name}");
    }
}

#[test]
fn parts_add_up_and_active_parameters_are_those_of_the_papers() {
    for entry in catalogue() {
        let (spec, parts) = (&entry.spec, entry.spec.parameters());
        let inside: u64 = spec
            .matrices()
            .iter()
            .map(estimator::model::Matrix::total)
            .sum();
        assert_eq!(parts.attention + parts.mlp, inside, "{}", spec.id);
        assert_eq!(parts.head == 0, spec.tied, "{}", spec.id);
        assert_eq!(spec.active() < spec.total(), spec.is_moe(), "{}", spec.id);
    }
    // arXiv:2401.04088: "13B active"; arXiv:2412.19437: 37B; Qwen3's card: 3.3B and 22B; gpt-oss's card: 3.6B and 5.1B without the
    // embedding; arXiv:2405.04434: 2.4B and 21B; Qwen1.5-MoE: 2.7B.
    for (id, active, tolerance) in [
        ("mixtral-8x7b", 12_900_000_000, 50_000_000),
        ("deepseek-v3", 37_500_000_000, 600_000_000),
        ("deepseek-v2", 21_000_000_000, 500_000_000),
        ("qwen3-30b-a3b", 3_300_000_000, 60_000_000),
        ("qwen3-235b-a22b", 22_000_000_000, 300_000_000),
        ("qwen1.5-moe-a2.7b", 2_700_000_000, 50_000_000),
        ("llama-4-scout", 17_000_000_000, 300_000_000),
    ] {
        let ours = find(id).unwrap().active();
        assert!(ours.abs_diff(active) <= tolerance, "{id}: {ours}");
    }
    // The card counts 3.61B active parameters, the head but not the embedding among them.
    let oss = find("gpt-oss-20b").unwrap();
    assert!((oss.active() - oss.parameters().embedding).abs_diff(3_610_000_000) < 5_000_000);
}

#[test]
fn matrices_are_those_of_the_implementation() {
    let llama = find("llama-2-7b").unwrap();
    let shapes: Vec<_> = llama
        .matrices()
        .iter()
        .map(|m| (m.target, m.input, m.output, m.count()))
        .collect();
    let expected = [
        (Target::Q, 4096, 4096, 32),
        (Target::K, 4096, 4096, 32),
        (Target::V, 4096, 4096, 32),
        (Target::O, 4096, 4096, 32),
        (Target::Gate, 4096, 11008, 32),
        (Target::Up, 4096, 11008, 32),
        (Target::Down, 11008, 4096, 32),
    ];
    assert_eq!(shapes, expected);

    let glm = find("chatglm3-6b").unwrap();
    let fused = glm.matrices();
    let qkv = fused.iter().find(|m| m.serves(Target::V)).unwrap();
    assert_eq!((qkv.target, qkv.input, qkv.output), (Target::Q, 4096, 4608));
    let up = fused.iter().find(|m| m.serves(Target::Up)).unwrap();
    assert_eq!((up.target, up.output), (Target::Gate, 27392));

    let mixtral = find("mixtral-8x7b").unwrap();
    let gate = mixtral
        .matrices()
        .into_iter()
        .find(|m| m.target == Target::Gate)
        .unwrap();
    assert_eq!((gate.copies, gate.layers), (8, 32));

    let latent = find("deepseek-v3").unwrap();
    let widths: Vec<_> = latent
        .matrices()
        .iter()
        .take(5)
        .map(|m| (m.input, m.output))
        .collect();
    assert_eq!(
        widths,
        [
            (7168, 1536),
            (1536, 24576),
            (7168, 576),
            (512, 32768),
            (16384, 7168)
        ]
    );
    assert_eq!(latent.cache_width(), 576);
}

#[test]
fn traits_of_the_implementations() {
    let of = |id: &str| find(id).unwrap();
    assert_eq!(of("llama-3.1-8b").norm_kind(), NormKind::RmsNorm);
    assert_eq!(of("phi-2").norm_kind(), NormKind::LayerNorm);
    assert!(of("bert-base-uncased").is_encoder() && !of("gpt2").is_encoder());
    for id in [
        "qwen-7b",
        "chatglm3-6b",
        "baichuan2-7b",
        "internlm2-7b",
        "starcoder-15b",
        "phi-3-mini",
    ] {
        assert!(of(id).fused_qkv_remote_code(), "{id}");
    }
    assert!(!of("llama-2-7b").fused_qkv_remote_code());
    assert!(of("chatglm3-6b").dense_mask_attention() && !of("qwen-7b").dense_mask_attention());
    assert!(of("gpt-oss-20b").fused_experts_3d() && of("llama-4-scout").fused_experts_3d());
    assert!(!of("mixtral-8x7b").fused_experts_3d() && of("mixtral-8x7b").fused_experts_3d_in_v5());
    assert_eq!(
        Family::Qwen3Moe.expert_storage(),
        ExpertStorage::FusedSinceV5
    );
    assert_eq!(of("qwen1.5-moe-a2.7b").mlp_width_active(), 4 * 1408 + 5632);
    assert_eq!(of("qwen3-8b").qk_norm, QkNorm::PerHead);
    assert_eq!(
        (of("gemma-7b").q_width(), of("gemma-7b").kv_width()),
        (4096, 4096)
    );
    assert!(matches!(
        of("deepseek-v2-lite").attention,
        Attention::Mla { q_lora: None, .. }
    ));
}

const SHAPE: CustomShape = CustomShape {
    hidden: 4096,
    layers: 32,
    heads: 32,
    kv_heads: 8,
    head_dim: 128,
    ffn_hidden: 14336,
    gated: true,
    vocab: 128_256,
    tied: false,
    experts: 0,
    active_experts: 0,
    biases: Biases::NONE,
};

#[test]
fn custom_models_are_counted_like_known_ones() {
    let dense = ModelSpec::custom(&SHAPE).unwrap();
    assert_eq!(dense.total(), 8_030_261_248);
    let sparse = CustomShape {
        vocab: 32000,
        experts: 8,
        active_experts: 2,
        ..SHAPE
    };
    assert_eq!(ModelSpec::custom(&sparse).unwrap().total(), 46_702_792_704);
    let qkv = CustomShape {
        hidden: 3584,
        layers: 28,
        heads: 28,
        kv_heads: 4,
        ffn_hidden: 18944,
        vocab: 152_064,
        biases: Biases::QKV,
        ..SHAPE
    };
    assert_eq!(ModelSpec::custom(&qkv).unwrap().total(), 7_615_616_512);
}

#[test]
fn impossible_custom_models_are_refused_with_their_reason() {
    let refused = |shape: CustomShape| {
        let error = ModelSpec::custom(&shape).unwrap_err();
        (error.dimension, error.reason)
    };
    let range = |found, min, max| SpecReason::OutOfRange { found, min, max };
    assert_eq!(
        refused(CustomShape { hidden: 0, ..SHAPE }),
        (Dimension::Hidden, range(0, 1, 1_048_576))
    );
    assert_eq!(
        refused(CustomShape {
            layers: u64::MAX,
            ..SHAPE
        }),
        (Dimension::Layers, range(u64::MAX, 1, 10_000))
    );
    assert_eq!(
        refused(CustomShape {
            kv_heads: 5,
            ..SHAPE
        }),
        (
            Dimension::KvHeads,
            SpecReason::NotDivisor { found: 5, of: 32 }
        )
    );
    assert_eq!(
        refused(CustomShape {
            experts: 8,
            active_experts: 9,
            ..SHAPE
        }),
        (
            Dimension::ActiveExperts,
            SpecReason::Exceeds { found: 9, limit: 8 }
        )
    );
    assert_eq!(
        refused(CustomShape {
            ffn_hidden: 0,
            ..SHAPE
        })
        .0,
        Dimension::FfnHidden
    );
    let huge = CustomShape {
        hidden: 1_048_576,
        layers: 10_000,
        ffn_hidden: 16_777_216,
        experts: 65_536,
        active_experts: 1,
        ..SHAPE
    };
    assert_eq!(refused(huge).0, Dimension::Total);
}

#[test]
fn counts_of_absurd_numbers_saturate() {
    let mut spec = find("deepseek-v3").unwrap();
    (spec.hidden, spec.layers, spec.heads, spec.vocab) = (u64::MAX, u64::MAX, u64::MAX, u64::MAX);
    assert_eq!(spec.total(), u64::MAX);
    assert!(spec.validate().is_err());
    assert!(spec.active() <= spec.total());
}

const LLAMA: &str = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "intermediate_size": 11008, "vocab_size": 32000}"#;

/// The error for a configuration of Llama 7B in which one field is replaced (or added).
fn broken(field: &str, value: &str) -> (String, Reason) {
    let mut map: serde_json::Map<String, serde_json::Value> = serde_json::from_str(LLAMA).unwrap();
    map.insert(field.to_owned(), serde_json::from_str(value).unwrap());
    let error = from_config_json(&serde_json::to_string(&map).unwrap()).unwrap_err();
    (error.field, error.reason)
}

#[test]
fn errors_name_the_field_and_the_reason() {
    let at = |field: &str, reason: Reason| (field.to_owned(), reason);
    let found = |text: &str| text.to_owned();
    assert_eq!(
        broken("hidden_size", "\"4096\""),
        at(
            "hidden_size",
            Reason::NotANumber {
                found: found("\"4096\"")
            }
        )
    );
    assert_eq!(
        broken("hidden_size", "null"),
        at("hidden_size", Reason::Missing)
    );
    assert_eq!(
        broken("num_hidden_layers", "2.5"),
        at(
            "num_hidden_layers",
            Reason::NotAnInteger {
                found: found("2.5")
            }
        )
    );
    assert_eq!(
        broken("vocab_size", "-1"),
        at(
            "vocab_size",
            Reason::OutOfRange {
                found: found("-1"),
                min: 1,
                max: 16_777_216
            }
        )
    );
    assert_eq!(
        broken("vocab_size", "1e18"),
        at(
            "vocab_size",
            Reason::OutOfRange {
                found: found("1e18"),
                min: 1,
                max: 16_777_216
            }
        )
    );
    assert_eq!(
        broken("num_attention_heads", "33"),
        at(
            "num_attention_heads",
            Reason::NotDivisor {
                found: 33,
                of: 4096
            }
        )
    );
    assert_eq!(
        broken("num_key_value_heads", "7"),
        at(
            "num_key_value_heads",
            Reason::NotDivisor { found: 7, of: 32 }
        )
    );
    assert_eq!(
        broken("attention_bias", "1"),
        at("attention_bias", Reason::NotABool { found: found("1") })
    );
    assert_eq!(
        broken("model_type", "7"),
        at("model_type", Reason::NotAText { found: found("7") })
    );
    let (field, reason) = broken("model_type", "\"rwkv\"");
    let Reason::UnknownModelType { found, known } = reason else {
        panic!("{reason:?}")
    };
    assert_eq!((field.as_str(), found.as_str()), ("model_type", "rwkv"));
    assert!(known.contains(&"llama") && known.contains(&"qwen3_moe"));
}

#[test]
fn errors_of_whole_texts() {
    let reason = |text: &str| from_config_json(text).unwrap_err().reason;
    assert!(matches!(reason(""), Reason::NotJson { .. }));
    assert_eq!(
        reason("{\n  \"a\": }"),
        Reason::NotJson { line: 2, column: 8 }
    );
    assert!(matches!(reason("[1]"), Reason::NotAnObject { .. }));
    let missing = from_config_json("{}").unwrap_err();
    assert_eq!(
        (missing.field.as_str(), missing.reason),
        ("model_type", Reason::Missing)
    );
    assert_eq!(
        from_config_json(r#"{"model_type": "llama"}"#)
            .unwrap_err()
            .reason,
        Reason::Missing
    );
    let nested = r#"{"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": "big"}}"#;
    assert_eq!(
        from_config_json(nested).unwrap_err().field,
        "text_config.hidden_size"
    );
    let vision_only = r#"{"model_type": "llava", "hidden_size": 1024, "num_hidden_layers": 24}"#;
    assert_eq!(
        from_config_json(vision_only).unwrap_err().field,
        "text_config"
    );
    let deep = "[".repeat(100_000);
    assert!(matches!(reason(&deep), Reason::NotJson { .. }));
}

#[test]
fn defaults_null_and_ignored_fields() {
    let total = |text: &str| from_config_json(text).unwrap().total();
    let with = |more: &str| total(&LLAMA.replacen('{', &format!("{{{more}, "), 1));
    assert_eq!(total(LLAMA), 6_738_415_616);
    assert_eq!(
        with(r#""num_key_value_heads": null, "head_dim": null"#),
        6_738_415_616
    );
    assert_eq!(
        with(r#""tie_word_embeddings": true"#),
        6_738_415_616 - 32000 * 4096
    );
    assert_eq!(
        with(r#""quantization_config": 3, "auto_map": [], "max_position_embeddings": "x""#),
        6_738_415_616
    );
    assert_eq!(total(&format!("\u{feff}{LLAMA}")), 6_738_415_616);
    let named = LLAMA.replacen('{', r#"{"_name_or_path": "lmsys/vicuna-7b-v1.5/", "#, 1);
    assert_eq!(from_config_json(&named).unwrap().name, "vicuna-7b-v1.5");
}

/// Any number, text, list or object in any field of any known configuration: an answer or an error, never a panic, never an absurd total.
#[test]
fn hostile_values_never_panic() {
    let hostile = [
        "-1",
        "0",
        "1",
        "3",
        "1e18",
        "18446744073709551615",
        "1e400",
        "0.5",
        "null",
        "true",
        "\"x\"",
        "[]",
        "[1e9, -1]",
        "{}",
    ];
    for (name, _, _) in CONFIGS {
        let text = read(&format!("configs/{name}.json"));
        let whole: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&text).unwrap();
        for field in whole.keys() {
            for value in hostile {
                let Ok(value) = serde_json::from_str::<serde_json::Value>(value) else {
                    continue;
                };
                let mut changed = whole.clone();
                changed.insert(field.clone(), value);
                let result = from_config_json(&serde_json::to_string(&changed).unwrap());
                assert!(
                    result.is_err()
                        || result
                            .is_ok_and(|spec| (1..=1_000_000_000_000_000).contains(&spec.total())),
                    "{name}: {field}"
                );
            }
        }
    }
}
