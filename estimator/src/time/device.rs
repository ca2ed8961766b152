//! What each GPU sustains of its dense peak.
use super::rates::constants;
use crate::hardware::{Arch, Gpu};

constants! {
    /// Shares of the dense peak.
    Sustained {
        /// A large 16-bit product.
        half,
        /// A large 8-bit product.
        eight,
        /// A large 4-bit product.
        four,
        /// Forward attention, causal FLOPs, of the 16-bit peak.
        attention,
    }
}

/// One row: GPUs whose id begins with `id`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Device {
    /// Beginning of the ids.
    pub id: &'static str,
    /// What they sustain.
    pub sustained: Sustained,
    /// Whether several sources measured it.
    pub known: bool,
}

const fn row(id: &'static str, known: bool, shares: [f64; 4]) -> Device {
    let [half, eight, four, attention] = shares;
    Device {
        id,
        sustained: Sustained {
            half,
            eight,
            four,
            attention,
        },
        known,
    }
}

/// The rows; of two that fit, the longer id decides. Above 1 where a card's clock exceeds the boost clock that the nominal peak is
/// calculated with (an RTX 4090 measures 179 TFLOPS of 165: mag- and flops-benchmarks of the `GeForce` cards).
#[rustfmt::skip]
pub const DEVICES: [Device; 24] = [
    row("a100", true, [0.83, 0.55, 0.4, 0.69]),
    row("a800", true, [0.83, 0.55, 0.4, 0.69]),
    row("h100", true, [0.71, 0.80, 0.4, 0.38]),
    row("h800", true, [0.71, 0.80, 0.4, 0.38]),
    row("h100-sxm-96gb", true, [0.64, 0.56, 0.4, 0.32]),
    row("h200", true, [0.71, 0.70, 0.4, 0.37]),
    row("h20-", false, [0.90, 0.85, 0.4, 0.70]),
    row("b200", true, [0.63, 0.60, 0.23, 0.40]),
    row("b300", false, [0.59, 0.59, 0.45, 0.45]),
    row("gb200", true, [0.75, 0.59, 0.57, 0.36]),
    row("gb300", true, [0.91, 0.73, 0.54, 0.77]),
    row("mi300x", true, [0.44, 0.36, 0.4, 0.22]),
    row("mi325x", true, [0.55, 0.48, 0.4, 0.36]),
    row("rtx-3090", true, [1.08, 0.55, 0.4, 0.70]),
    row("rtx-4090", true, [1.14, 0.85, 0.4, 0.70]),
    row("rtx-5090", true, [1.15, 1.23, 0.63, 0.90]),
    row("rtx-6000-ada", false, [0.45, 0.50, 0.4, 0.49]),
    row("l40s", false, [0.60, 0.49, 0.4, 0.43]),
    row("l40", false, [1.10, 0.75, 0.4, 0.62]),
    row("rtx-a5000", false, [0.67, 0.55, 0.4, 0.55]),
    row("rtx-30", false, [1.05, 0.55, 0.4, 0.70]),
    row("rtx-40", false, [1.10, 0.85, 0.4, 0.70]),
    row("rtx-50", false, [1.10, 1.10, 0.6, 0.85]),
    row("", false, [0.70, 0.55, 0.4, 0.50]),
];

/// The row of a GPU: that with the longest id that its own begins with.
pub(super) fn row_of<'a>(devices: &'a [Device], gpu: &Gpu) -> Option<&'a Device> {
    let fits = devices.iter().filter(|row| gpu.id.starts_with(row.id));
    fits.max_by_key(|row| row.id.len())
}

/// Dense peak of 16-bit products, FLOP/s, if published.
pub(super) fn half_peak(gpu: &Gpu) -> Option<f64> {
    gpu.sixteen_bit_tflops().map(|tflops| tflops * 1e12)
}

/// Whether fp32 products run on the matrix units as TF32 (from Ampere on, once a program allows it).
pub(super) const fn has_tf32(arch: Arch) -> bool {
    !matches!(arch, Arch::Pascal | Arch::Volta | Arch::Turing)
}
