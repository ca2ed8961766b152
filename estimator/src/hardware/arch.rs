//! Chip generations and what each can do.

/// A chip generation. Within one maker, later ones come later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arch {
    /// NVIDIA, 2016 (P100): no tensor cores.
    Pascal,
    /// NVIDIA, 2017 (V100): the first tensor cores, FP16 only.
    Volta,
    /// NVIDIA, 2018 (T4, RTX 20).
    Turing,
    /// NVIDIA, 2020 (A100, A10, RTX 30): BF16.
    Ampere,
    /// NVIDIA, 2022 (L4, L40, RTX 40): FP8.
    Ada,
    /// NVIDIA, 2022 (H100, H200, H20).
    Hopper,
    /// NVIDIA, 2024 (B200, GB200, RTX 50): FP4.
    Blackwell,
    /// NVIDIA, 2025 (B300, GB300).
    BlackwellUltra,
    /// AMD, 2021 (MI210, MI250X).
    Cdna2,
    /// AMD, 2023 (MI300X, MI325X): FP8.
    Cdna3,
    /// AMD, 2025 (MI350X, MI355X): FP4.
    Cdna4,
    /// Huawei Ascend 910B.
    DaVinci,
}

/// Who makes a chip, which decides the software that runs on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vendor {
    /// CUDA.
    Nvidia,
    /// `ROCm`.
    Amd,
    /// CANN.
    Huawei,
}

/// Something that a configuration may ask of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// BF16 matrix units. Without them `PyTorch` emulates BF16, slowly.
    Bf16,
    /// FP16 matrix units (tensor cores).
    Fp16Tensor,
    /// FP8 matrix units.
    Fp8,
    /// FP4 matrix units.
    Fp4,
    /// FlashAttention-2 kernels.
    FlashAttention,
    /// Any fused attention kernel that never holds the scores, `PyTorch`'s memory-efficient one included: memory then grows
    /// linearly with the sequence even where [`Feature::FlashAttention`] is missing.
    FusedAttention,
    /// bitsandbytes: 4-bit bases and 8-bit optimizers.
    BnbQuantisation,
    /// bitsandbytes 8-bit bases (`LLM.int8()`), which need integer matrix units.
    BnbInt8,
}

impl Feature {
    /// All features.
    pub const ALL: [Self; 8] = [
        Self::Bf16,
        Self::Fp16Tensor,
        Self::Fp8,
        Self::Fp4,
        Self::FlashAttention,
        Self::FusedAttention,
        Self::BnbQuantisation,
        Self::BnbInt8,
    ];
}

/// What a generation can do: one flag per [`Feature`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one independent flag per feature"
)]
pub struct Capabilities {
    /// [`Feature::Bf16`].
    pub bf16: bool,
    /// [`Feature::Fp16Tensor`].
    pub fp16_tensor: bool,
    /// [`Feature::Fp8`].
    pub fp8: bool,
    /// [`Feature::Fp4`].
    pub fp4: bool,
    /// [`Feature::FlashAttention`].
    pub flash_attention: bool,
    /// [`Feature::FusedAttention`].
    pub fused_attention: bool,
    /// [`Feature::BnbQuantisation`].
    pub bnb_quantisation: bool,
    /// [`Feature::BnbInt8`].
    pub bnb_int8: bool,
}

/// Why a GPU cannot do something, as data for the page to word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LackReason {
    /// What is missing.
    pub feature: Feature,
    /// The generation that lacks it.
    pub arch: Arch,
    /// The first generation of the same maker that has it; none if no listed one does.
    pub first: Option<Arch>,
}

impl Arch {
    /// All generations, grouped by maker, oldest first.
    pub const ALL: [Self; 12] = [
        Self::Pascal,
        Self::Volta,
        Self::Turing,
        Self::Ampere,
        Self::Ada,
        Self::Hopper,
        Self::Blackwell,
        Self::BlackwellUltra,
        Self::Cdna2,
        Self::Cdna3,
        Self::Cdna4,
        Self::DaVinci,
    ];

    /// Who makes it.
    pub const fn vendor(self) -> Vendor {
        match self {
            Self::Pascal
            | Self::Volta
            | Self::Turing
            | Self::Ampere
            | Self::Ada
            | Self::Hopper
            | Self::Blackwell
            | Self::BlackwellUltra => Vendor::Nvidia,
            Self::Cdna2 | Self::Cdna3 | Self::Cdna4 => Vendor::Amd,
            Self::DaVinci => Vendor::Huawei,
        }
    }

    /// The name its maker gives it; a proper name, the same in both languages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pascal => "Pascal",
            Self::Volta => "Volta",
            Self::Turing => "Turing",
            Self::Ampere => "Ampere",
            Self::Ada => "Ada Lovelace",
            Self::Hopper => "Hopper",
            Self::Blackwell => "Blackwell",
            Self::BlackwellUltra => "Blackwell Ultra",
            Self::Cdna2 => "CDNA 2",
            Self::Cdna3 => "CDNA 3",
            Self::Cdna4 => "CDNA 4",
            Self::DaVinci => "Da Vinci",
        }
    }

    /// The key used in links: `[a-z0-9]+`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Pascal => "pascal",
            Self::Volta => "volta",
            Self::Turing => "turing",
            Self::Ampere => "ampere",
            Self::Ada => "ada",
            Self::Hopper => "hopper",
            Self::Blackwell => "blackwell",
            Self::BlackwellUltra => "blackwellultra",
            Self::Cdna2 => "cdna2",
            Self::Cdna3 => "cdna3",
            Self::Cdna4 => "cdna4",
            Self::DaVinci => "davinci",
        }
    }

    /// The generation with this [`key`](Self::key).
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|arch| arch.key() == key)
    }

    /// The first generation of a maker that has a feature; none if no listed one does.
    ///
    /// Tensor formats: vendors' architecture white papers. FlashAttention-2 asks for Ampere or later on NVIDIA and CDNA 2
    /// or later on AMD (its README); `PyTorch`'s memory-efficient kernel runs on anything since Maxwell. bitsandbytes'
    /// installation page: NF4 and 8-bit optimizers from Pascal (compute capability 6.0), `LLM.int8()` from Turing (7.5),
    /// AMD from CDNA 2 (gfx90a). Ascend has fused attention of its own and no released bitsandbytes.
    pub const fn first_with(vendor: Vendor, feature: Feature) -> Option<Self> {
        match vendor {
            Vendor::Nvidia => Some(match feature {
                Feature::Fp16Tensor => Self::Volta,
                Feature::Bf16 | Feature::FlashAttention => Self::Ampere,
                Feature::Fp8 => Self::Ada,
                Feature::Fp4 => Self::Blackwell,
                Feature::FusedAttention | Feature::BnbQuantisation => Self::Pascal,
                Feature::BnbInt8 => Self::Turing,
            }),
            Vendor::Amd => Some(match feature {
                Feature::Fp8 => Self::Cdna3,
                Feature::Fp4 => Self::Cdna4,
                Feature::Bf16
                | Feature::Fp16Tensor
                | Feature::FlashAttention
                | Feature::FusedAttention
                | Feature::BnbQuantisation
                | Feature::BnbInt8 => Self::Cdna2,
            }),
            Vendor::Huawei => match feature {
                Feature::Bf16
                | Feature::Fp16Tensor
                | Feature::FlashAttention
                | Feature::FusedAttention => Some(Self::DaVinci),
                Feature::Fp8 | Feature::Fp4 | Feature::BnbQuantisation | Feature::BnbInt8 => None,
            },
        }
    }

    /// Why this generation lacks a feature; none if it has it.
    pub fn lacks(self, feature: Feature) -> Option<LackReason> {
        let first = Self::first_with(self.vendor(), feature);
        // Generations of one maker are ordered, so "at least the first" is "has it".
        first
            .is_none_or(|first| self < first)
            .then_some(LackReason {
                feature,
                arch: self,
                first,
            })
    }

    /// Everything this generation can do.
    pub fn capabilities(self) -> Capabilities {
        let has = |feature| self.lacks(feature).is_none();
        Capabilities {
            bf16: has(Feature::Bf16),
            fp16_tensor: has(Feature::Fp16Tensor),
            fp8: has(Feature::Fp8),
            fp4: has(Feature::Fp4),
            flash_attention: has(Feature::FlashAttention),
            fused_attention: has(Feature::FusedAttention),
            bnb_quantisation: has(Feature::BnbQuantisation),
            bnb_int8: has(Feature::BnbInt8),
        }
    }
}
