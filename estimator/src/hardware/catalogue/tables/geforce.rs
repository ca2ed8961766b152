//! NVIDIA desktop cards.

use super::card::{Card, bridge, from_smi, printed, recalled, sister, stated};
use super::sources as src;
use crate::hardware::arch::Arch;
use crate::hardware::device::Note;
use crate::hardware::link::{Link, Pcie};

// GeForce and Titan cards accumulate FP16 products in FP32 at half the rate their data sheets headline.
const AMPERE: Card = Card {
    arch: Arch::Ampere,
    link: Link::NONE,
    pcie: Pcie::x16(4).without_peer_access(),
    nodes: &[1, 2, 4, 8],
    notes: &[Note::HalfRateAccumulation],
    ..Card::BLANK
};
const ADA: Card = Card {
    arch: Arch::Ada,
    ..AMPERE
};
const BLACKWELL: Card = Card {
    arch: Arch::Blackwell,
    pcie: Pcie::x16(5).without_peer_access(),
    ..AMPERE
};
const TURING: Card = Card {
    arch: Arch::Turing,
    pcie: Pcie::x16(3).without_peer_access(),
    ..AMPERE
};

/// The rows.
#[rustfmt::skip]
pub(super) const CARDS: &[Card] = &[
    Card { id: "rtx-3060-12gb", name: "RTX 3060 12 GB", label_gb: 12.0, usable: printed(11.76, src::OOM_3060), bandwidth: 360.0, half: 25.3, fp32: 12.7, tdp_w: 170.0, ..AMPERE },
    Card { id: "rtx-3080-10gb", name: "RTX 3080 10 GB", label_gb: 10.0, usable: printed(9.78, src::OOM_3080), bandwidth: 760.0, half: 59.5, fp32: 29.8, tdp_w: 320.0, ..AMPERE },
    Card { id: "rtx-3090", name: "RTX 3090 24 GB", label_gb: 24.0, usable: printed(23.69, src::OOM_3090), bandwidth: 936.0, half: 71.2, fp32: 35.6, link: bridge(56.0, 2), tdp_w: 350.0, context: src::CONTEXT_3090, ..AMPERE },
    Card { id: "rtx-3090-ti", name: "RTX 3090 Ti 24 GB", label_gb: 24.0, usable: sister(23.69), bandwidth: 1008.0, half: 80.0, fp32: 40.0, link: bridge(56.0, 2), tdp_w: 450.0, ..AMPERE },
    Card { id: "rtx-4060-ti-16gb", name: "RTX 4060 Ti 16 GB", label_gb: 16.0, usable: printed(15.57, src::BANNER), bandwidth: 288.0, half: 44.1, fp8: 88.3, fp32: 22.1, pcie: Pcie { generation: 4, lanes: 8, peer_access: false }, tdp_w: 165.0, ..ADA },
    Card { id: "rtx-4070-12gb", name: "RTX 4070 12 GB", label_gb: 12.0, usable: sister(11.70), bandwidth: 504.0, half: 58.3, fp8: 116.6, fp32: 29.1, tdp_w: 200.0, ..ADA },
    Card { id: "rtx-4070-ti-12gb", name: "RTX 4070 Ti 12 GB", label_gb: 12.0, usable: printed(11.70, src::OOM_4070_TI), bandwidth: 504.0, half: 80.2, fp8: 160.4, fp32: 40.1, tdp_w: 285.0, ..ADA },
    Card { id: "rtx-4070-ti-super-16gb", name: "RTX 4070 Ti Super 16 GB", label_gb: 16.0, usable: sister(15.57), bandwidth: 672.0, half: 88.2, fp8: 176.4, fp32: 44.1, tdp_w: 285.0, ..ADA },
    Card { id: "rtx-4080-16gb", name: "RTX 4080 16 GB", label_gb: 16.0, usable: sister(15.57), bandwidth: 717.0, half: 97.5, fp8: 194.9, fp32: 48.7, tdp_w: 320.0, ..ADA },
    Card { id: "rtx-4080-super-16gb", name: "RTX 4080 Super 16 GB", label_gb: 16.0, usable: sister(15.57), bandwidth: 736.0, half: 104.4, fp8: 208.9, fp32: 52.2, tdp_w: 320.0, ..ADA },
    Card { id: "rtx-4090", name: "RTX 4090 24 GB", label_gb: 24.0, usable: printed(23.64, src::OOM_4090), bandwidth: 1008.0, half: 165.2, fp8: 330.3, fp32: 82.6, rates: stated(src::FLOPS_BENCH), tdp_w: 450.0, context: src::CONTEXT_ADA, ..ADA },
    Card { id: "rtx-4090-48gb", name: "RTX 4090 48 GB (modified)", label_gb: 48.0, usable: printed(47.50, src::BANNER), bandwidth: 1008.0, half: 165.2, fp8: 330.3, fp32: 82.6, tdp_w: 450.0, notes: &[Note::ThirdPartyModification, Note::HalfRateAccumulation], context: src::CONTEXT_ADA, ..ADA },
    Card { id: "rtx-4090d", name: "RTX 4090 D 24 GB", label_gb: 24.0, usable: printed(23.55, src::BANNER), bandwidth: 1008.0, half: 147.1, fp8: 294.2, fp32: 73.5, tdp_w: 425.0, notes: &[Note::ChinaMarket, Note::HalfRateAccumulation], context: src::CONTEXT_ADA, ..ADA },
    Card { id: "rtx-5060-ti-16gb", name: "RTX 5060 Ti 16 GB", label_gb: 16.0, usable: printed(15.45, src::OOM_5060_TI), bandwidth: 448.0, half: 47.4, fp8: 94.8, fp4: 379.0, fp32: 23.7, pcie: Pcie { generation: 5, lanes: 8, peer_access: false }, tdp_w: 180.0, ..BLACKWELL },
    Card { id: "rtx-5070-ti-16gb", name: "RTX 5070 Ti 16 GB", label_gb: 16.0, usable: sister(15.48), bandwidth: 896.0, half: 87.9, fp8: 175.8, fp4: 703.0, fp32: 43.9, tdp_w: 300.0, ..BLACKWELL },
    Card { id: "rtx-5080-16gb", name: "RTX 5080 16 GB", label_gb: 16.0, usable: printed(15.48, src::OOM_5080), bandwidth: 960.0, half: 112.6, fp8: 225.1, fp4: 900.4, fp32: 56.3, tdp_w: 360.0, ..BLACKWELL },
    Card { id: "rtx-5090", name: "RTX 5090 32 GB", label_gb: 32.0, usable: printed(31.36, src::OOM_5090), bandwidth: 1792.0, half: 209.5, fp8: 419.0, fp4: 1676.0, fp32: 104.8, rates: stated(src::FLOPS_BENCH), tdp_w: 575.0, ..BLACKWELL },
    Card { id: "rtx-5090d-v2", name: "RTX 5090 D V2 24 GB", label_gb: 24.0, usable: sister(23.50), bandwidth: 1344.0, half: 209.5, fp8: 419.0, fp4: 1188.0, fp32: 104.8, rates: recalled(src::FLOPS_BENCH), tdp_w: 575.0, notes: &[Note::ChinaMarket, Note::HalfRateAccumulation], ..BLACKWELL },
    Card { id: "titan-rtx", name: "Titan RTX 24 GB", label_gb: 24.0, usable: sister(23.65), bandwidth: 672.0, half: 130.5, fp32: 16.3, link: bridge(50.0, 2), tdp_w: 280.0, notes: &[], ..TURING },
    Card { id: "rtx-2080-ti", name: "RTX 2080 Ti 11 GB", label_gb: 11.0, usable: printed(10.76, src::OOM_2080_TI), bandwidth: 616.0, half: 53.8, fp32: 13.4, link: bridge(50.0, 2), tdp_w: 250.0, ..TURING },
    Card { id: "rtx-2080-ti-22gb", name: "RTX 2080 Ti 22 GB (modified)", label_gb: 22.0, usable: from_smi(22528.0), bandwidth: 616.0, half: 53.8, fp32: 13.4, link: bridge(50.0, 2), tdp_w: 250.0, notes: &[Note::ThirdPartyModification, Note::HalfRateAccumulation], ..TURING },
];
