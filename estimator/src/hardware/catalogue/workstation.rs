//! NVIDIA workstation cards.

use super::card::{Card, bridge, printed, recalled};
use super::sources as src;
use crate::hardware::arch::Arch;
use crate::hardware::device::Note;
use crate::hardware::link::Pcie;

const AMPERE: Card = Card {
    arch: Arch::Ampere,
    link: bridge(56.0, 2),
    notes: &[Note::SparseHeadline],
    nodes: &[1, 2, 4, 8],
    ..Card::BLANK
};

/// The rows.
#[rustfmt::skip]
pub(super) const CARDS: &[Card] = &[
    Card { id: "rtx-a5000", name: "RTX A5000 24 GB", label_gb: 24.0, usable: printed(23.68, src::OOM_TODO), bandwidth: 768.0, half: 111.1, fp32: 27.8, tdp_w: 230.0, ..AMPERE },
    Card { id: "rtx-a6000", name: "RTX A6000 48 GB", label_gb: 48.0, usable: printed(47.5, src::OOM_TODO), bandwidth: 768.0, half: 154.8, fp32: 38.7, tdp_w: 300.0, notes: &[Note::EccTakesMemory, Note::SparseHeadline], ..AMPERE },
    Card { id: "rtx-6000-ada", name: "RTX 6000 Ada 48 GB", arch: Arch::Ada, label_gb: 48.0, usable: printed(47.5, src::OOM_TODO), bandwidth: 960.0, half: 364.2, fp8: 728.5, fp32: 91.1, link: crate::hardware::link::Link::NONE, tdp_w: 300.0, notes: &[Note::EccTakesMemory, Note::SparseHeadline], ..AMPERE },
    Card { id: "rtx-pro-6000", name: "RTX PRO 6000 Blackwell 96 GB", arch: Arch::Blackwell, label_gb: 96.0, usable: printed(94.97, src::OOM_TODO), bandwidth: 1792.0, half: 503.8, fp8: 1007.6, fp4: 2015.0, fp32: 126.0, rates: recalled(src::FLOPS_BENCH), link: crate::hardware::link::Link::NONE, pcie: Pcie::x16(5), tdp_w: 600.0, ..AMPERE },
];
