//! What each chip generation can do, and since when.

use super::arch::{Arch, Vendor};

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
