//! Words about GPUs and about evidence.
use super::{Lang, Pair, t};
use estimator::hardware::{Arch, Feature, Note, Vendor};
use estimator::source::SourceKind;

/// The name of something that a GPU may lack.
pub fn feature_label(lang: Lang, feature: Feature) -> &'static str {
    lang.of(match feature {
        Feature::Bf16 => t!("bf16 matrix units", "bf16 矩阵单元"),
        Feature::Fp16Tensor => t!("fp16 tensor cores", "支持 fp16 的 Tensor Core"),
        Feature::Fp8 => t!("FP8 matrix units", "FP8 矩阵单元"),
        Feature::Fp4 => t!("FP4 matrix units", "FP4 矩阵单元"),
        Feature::FlashAttention => t!("FlashAttention kernel", "FlashAttention 内核"),
        Feature::FusedAttention => t!("fused attention kernel", "融合注意力内核"),
        Feature::BnbQuantisation => t!("bitsandbytes support", "bitsandbytes 支持"),
        Feature::BnbInt8 => t!("support for LLM.int8()", "LLM.int8() 支持"),
    })
}

/// The same in a word.
pub(super) const fn feature_short(feature: Feature) -> &'static str {
    match feature {
        Feature::Bf16 => "bf16",
        Feature::Fp16Tensor => "fp16",
        Feature::Fp8 => "FP8",
        Feature::Fp4 => "FP4",
        Feature::FlashAttention => "FlashAttention",
        Feature::FusedAttention => "SDPA",
        Feature::BnbQuantisation => "bitsandbytes",
        Feature::BnbInt8 => "LLM.int8()",
    }
}

/// A generation with cards that people know it by.
pub(super) fn arch_label(lang: Lang, arch: Arch) -> &'static str {
    let pair: Pair = match arch {
        Arch::Pascal => t!("Pascal (P100)", "Pascal（P100）"),
        Arch::Volta => t!("Volta (V100)", "Volta（V100）"),
        Arch::Turing => t!("Turing (T4, RTX 20)", "Turing（T4、RTX 20）"),
        Arch::Ampere => t!("Ampere (A100, RTX 30)", "Ampere（A100、RTX 30）"),
        Arch::Ada => t!("Ada (L40S, RTX 40)", "Ada（L40S、RTX 40）"),
        Arch::Hopper => t!("Hopper (H100)", "Hopper（H100）"),
        Arch::Blackwell => t!("Blackwell (B200, RTX 50)", "Blackwell（B200、RTX 50）"),
        Arch::BlackwellUltra => t!("Blackwell Ultra (B300)", "Blackwell Ultra（B300）"),
        Arch::Cdna2 => t!("CDNA 2 (MI250X)", "CDNA 2（MI250X）"),
        Arch::Cdna3 => t!("CDNA 3 (MI300X)", "CDNA 3（MI300X）"),
        Arch::Cdna4 => t!("CDNA 4 (MI355X)", "CDNA 4（MI355X）"),
        Arch::DaVinci => t!("Ascend 910B", "Ascend 910B（昇腾）"),
    };
    lang.of(pair)
}

/// The name of a maker.
pub fn vendor_label(lang: Lang, vendor: Vendor) -> &'static str {
    lang.of(match vendor {
        Vendor::Nvidia => t!("NVIDIA", "NVIDIA"),
        Vendor::Amd => t!("AMD", "AMD"),
        Vendor::Huawei => t!("Huawei", "华为"),
    })
}

/// What to know about a GPU.
pub fn gpu_note(lang: Lang, note: Note) -> &'static str {
    lang.of(match note {
        Note::ChinaMarket => t!("Sold in China, with less compute or slower links.", "面向中国市场的版本，算力或互联有所削减。"),
        Note::HalfRateAccumulation => t!("Training accumulates in fp32, which runs at half of the rate often quoted.", "训练用 fp32 累加，速度只有常见标称值的一半。"),
        Note::SparseHeadline => t!("The data sheet's headline figure is the sparse one, twice the dense rate used here.", "宣传页写的是稀疏算力，是这里所用稠密算力的两倍。"),
        Note::PowerLimited => t!("Its power limit keeps it below its peak.", "受功耗限制，很少达到峰值算力。"),
        Note::OneOfTwoDies => t!("Two devices in one package; the figures are those of one, which is what a process sees.", "一个封装里有两个设备，这里的数字是其中一个的，也就是进程看到的那个。"),
        Note::EccTakesMemory => t!("ECC takes about 6% of the memory when it is on.", "开启 ECC 会占去约 6% 的显存。"),
        Note::CommunityFigures => t!("Its maker publishes no rates; these are the ones the community passes on.", "厂商没有公布算力，这里用的是社区流传的数值。"),
        Note::SourcesDiffer => t!("Published figures differ between sources.", "不同来源公布的数值不一致。"),
        Note::ThirdPartyModification => t!("Modified and sold by third parties.", "第三方改装卡，并非原厂产品。"),
        Note::CoherentMemory => t!("The processor can borrow its memory, so a full host can make the GPU run out.", "CPU 可以借用它的显存，内存吃满时 GPU 也可能 OOM。"),
        Note::Custom => t!("Described by you.", "由你填写。"),
    })
}

/// The kind of a piece of evidence.
pub fn source_kind(lang: Lang, kind: SourceKind) -> &'static str {
    lang.of(match kind {
        SourceKind::Measured => t!("measured", "实测"),
        SourceKind::Vendor => t!("maker's figure", "厂商资料"),
        SourceKind::Paper => t!("paper", "论文"),
        SourceKind::Code => t!("read in code", "源代码"),
        SourceKind::Derived => t!("calculated", "推算"),
        SourceKind::Assumed => t!("assumed", "假设"),
    })
}
