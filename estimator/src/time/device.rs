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
    /// Whether enough runs on it were measured; many of them by one source only (METHOD.md lists the rows of each).
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
    row("a100", true, [0.834, 0.55, 0.4, 0.687]),
    row("a800", true, [0.834, 0.55, 0.4, 0.687]),
    row("h100", true, [0.724, 0.8, 0.4, 0.382]),
    row("h800", true, [0.724, 0.8, 0.4, 0.382]),
    row("h100-sxm-96gb", true, [0.64, 0.603, 0.4, 0.322]),
    row("h200", true, [0.731, 0.7, 0.4, 0.37]),
    row("h20-", false, [0.9, 0.85, 0.4, 0.7]),
    row("b200", true, [0.612, 0.6, 0.169, 0.424]),
    row("b300", false, [0.557, 0.642, 0.45, 0.482]),
    row("gb200", true, [0.739, 0.59, 0.553, 0.362]),
    row("gb300", true, [0.965, 0.716, 0.54, 0.838]),
    row("mi300x", true, [0.433, 0.358, 0.4, 0.221]),
    row("mi325x", true, [0.553, 0.48, 0.4, 0.38]),
    row("rtx-3090", true, [1.15, 0.55, 0.4, 0.684]),
    row("rtx-4090", true, [1.17, 0.85, 0.4, 0.69]),
    row("rtx-5090", true, [1.15, 1.38, 0.594, 0.988]),
    row("rtx-6000-ada", false, [0.42, 0.5, 0.4, 0.488]),
    row("l40s", false, [0.597, 0.438, 0.4, 0.42]),
    row("l40", false, [1.1, 0.75, 0.4, 0.62]),
    row("rtx-a5000", false, [0.67, 0.55, 0.4, 0.545]),
    row("rtx-30", false, [1.05, 0.55, 0.4, 0.7]),
    row("rtx-40", false, [1.1, 0.85, 0.4, 0.7]),
    row("rtx-50", false, [1.1, 1.1, 0.6, 0.85]),
    row("", false, [0.7, 0.55, 0.4, 0.5]),
];

/// The row of a GPU: that with the longest id that its own begins with.
pub(super) fn row_of<'a>(devices: &'a [Device], gpu: &Gpu) -> Option<&'a Device> {
    let own = gpu.id.as_bytes();
    // Byte by byte: nearly all rows differ in the first, for which a call would take longer.
    let begins = |id: &[u8]| id.len() <= own.len() && id.iter().zip(own).all(|(a, b)| a == b);
    let fits = devices.iter().filter(|row| begins(row.id.as_bytes()));
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
