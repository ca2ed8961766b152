//! NVIDIA workstation cards.

use super::card::{Card, bridge, printed, recalled, unnamed};
use super::sources as src;
use crate::hardware::arch::Arch;
use crate::hardware::device::Note;
use crate::hardware::link::{Link, Pcie};

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
    Card { id: "rtx-8000", name: "Quadro RTX 8000 48 GB", arch: Arch::Turing, label_gb: 48.0, usable: printed(47.46, src::OOM_RTX8000), bandwidth: 672.0, half: 130.5, fp32: 16.3, link: bridge(50.0, 2), pcie: Pcie::x16(3), tdp_w: 260.0, notes: &[], ..AMPERE },
    Card { id: "rtx-a4000", name: "RTX A4000 16 GB", label_gb: 16.0, usable: printed(15.61, src::OOM_A4000), bandwidth: 448.0, half: 76.7, fp32: 19.2, link: Link::NONE, tdp_w: 140.0, ..AMPERE },
    Card { id: "rtx-a5000", name: "RTX A5000 24 GB", label_gb: 24.0, usable: printed(23.68, src::OOM_A5000), bandwidth: 768.0, half: 111.1, fp32: 27.8, tdp_w: 230.0, ..AMPERE },
    Card { id: "rtx-a6000", name: "RTX A6000 48 GB", label_gb: 48.0, usable: printed(47.53, src::ENVIRONMENTS), bandwidth: 768.0, half: 154.8, fp32: 38.7, tdp_w: 300.0, notes: &[Note::EccTakesMemory, Note::SparseHeadline], ..AMPERE },
    Card { id: "rtx-6000-ada", name: "RTX 6000 Ada 48 GB", arch: Arch::Ada, label_gb: 48.0, usable: unnamed(47.53), bandwidth: 960.0, half: 364.2, fp8: 728.5, fp32: 91.1, link: Link::NONE, tdp_w: 300.0, notes: &[Note::EccTakesMemory, Note::SparseHeadline], ..AMPERE },
    Card { id: "rtx-pro-6000", name: "RTX PRO 6000 Blackwell 96 GB", arch: Arch::Blackwell, label_gb: 96.0, usable: printed(94.97, src::OOM_PRO_6000), bandwidth: 1792.0, half: 503.8, fp8: 1007.6, fp4: 2015.0, fp32: 126.0, rates: recalled(src::FLOPS_BENCH), link: Link::NONE, pcie: Pcie::x16(5), tdp_w: 600.0, ..AMPERE },
];
