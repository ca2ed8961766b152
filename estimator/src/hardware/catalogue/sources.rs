//! The evidence behind the tables.

use crate::source::{Source, SourceKind, Sourced};

const fn oom(title: &'static str, url: &'static str, date: &'static str) -> Source {
    Source::new(SourceKind::Measured, title, url, date)
}

/// Vendor figures as collected, with links to the makers' pages, in the open book "Machine Learning Engineering".
pub(super) const ML_ENGINEERING: Source = Source::new(
    SourceKind::Vendor,
    "Machine Learning Engineering, accelerator and network tables",
    "https://github.com/stas00/ml-engineering/tree/master/compute/accelerator",
    "2026-08",
);
/// The collected table, where the data sheet itself was not read; rates agree with units x clock x operations per clock.
pub(super) const TABLE: Source = Source::new(
    SourceKind::Derived,
    "data sheet as passed on; rate agrees with units \u{d7} clock \u{d7} operations per clock",
    "",
    "2026",
);
/// Measured matrix products of cuBLASLt.
pub(super) const FLOPS_BENCH: Source = Source::new(
    SourceKind::Measured,
    "gpu-flops-bench: cuBLASLt measured beside the data sheet",
    "https://github.com/xzwgit/gpu-flops-bench",
    "2026",
);
/// Community figures for chips whose maker publishes none.
pub(super) const COMMUNITY: Source = Source::new(
    SourceKind::Assumed,
    "community figures: the maker publishes none",
    "",
    "2026",
);

/// nvidia-smi's total less what the driver holds back.
pub(super) const SMI_LESS_RESERVE: Source = Source::new(
    SourceKind::Derived,
    "nvidia-smi's total less 0.7 GiB, the usual difference to what CUDA reports",
    "",
    "2026",
);
/// What sister cards report.
pub(super) const SISTER_CARD: Source = Source::new(
    SourceKind::Derived,
    "what CUDA reports on a card with the same memory",
    "",
    "2026",
);

const CONTEXT_LOGS: Source = Source::new(
    SourceKind::Derived,
    "driver's view less what PyTorch held, in published training logs",
    "",
    "2026",
);
const CONTEXT_MEASURED: Source = Source::new(
    SourceKind::Measured,
    "nvidia-smi after the first CUDA call",
    "",
    "2026",
);
const CONTEXT_ASSUMED: Source = Source::new(
    SourceKind::Assumed,
    "0.3 to 0.8 GiB on the cards where it was seen",
    "",
    "2026",
);

/// A100 and A800.
pub(super) const CONTEXT_A100: Sourced<f64> = Sourced::verified(0.48, CONTEXT_LOGS);
/// H100, H200 and H800.
pub(super) const CONTEXT_H100: Sourced<f64> = Sourced::verified(0.55, CONTEXT_LOGS);
/// V100.
pub(super) const CONTEXT_V100: Sourced<f64> = Sourced::verified(1.31, CONTEXT_LOGS);
/// RTX 4090 and L40.
pub(super) const CONTEXT_ADA: Sourced<f64> = Sourced::verified(0.45, CONTEXT_LOGS);
/// RTX 3090.
pub(super) const CONTEXT_3090: Sourced<f64> = Sourced::verified(0.30, CONTEXT_LOGS);
/// T4: 141 MiB.
pub(super) const CONTEXT_T4: Sourced<f64> = Sourced::verified(141.0 / 1024.0, CONTEXT_MEASURED);
/// L4: 226 MiB.
pub(super) const CONTEXT_L4: Sourced<f64> = Sourced::verified(226.0 / 1024.0, CONTEXT_MEASURED);
/// Everything else.
pub(super) const CONTEXT_DEFAULT: Sourced<f64> = Sourced::unverified(0.5, CONTEXT_ASSUMED);

// Totals that CUDA printed.

/// H200, as `PyTorch` printed it.
pub(super) const OOM_TODO: Source = oom("out-of-memory message", "", "2025");
