//! Chip generations.

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
}
