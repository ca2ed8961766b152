//! AMD and Huawei accelerators.

use super::card::{Card, printed, recalled, sister, stated, unnamed, xgmi};
use super::sources as src;
use crate::hardware::arch::Arch;
use crate::hardware::device::Note;
use crate::hardware::link::{Link, LinkKind, Pcie};

const CDNA3: Card = Card {
    arch: Arch::Cdna3,
    half: 1307.4,
    fp8: 2614.9,
    fp32: 163.4,
    rates: stated(src::ML_ENGINEERING),
    link: xgmi(448.0, 8),
    pcie: Pcie::x16(5),
    nodes: &[1, 2, 4, 8],
    network: Some(50.0),
    ..Card::BLANK
};
const CDNA4: Card = Card {
    arch: Arch::Cdna4,
    label_gb: 288.0,
    usable: printed(287.98, src::OOM_GFX950),
    bandwidth: 8000.0,
    link: xgmi(535.5, 8),
    ..CDNA3
};
const ASCEND: Card = Card {
    arch: Arch::DaVinci,
    label_gb: 64.0,
    usable: printed(60.97, src::OOM_ASCEND),
    bandwidth: 1600.0,
    rates: recalled(src::COMMUNITY),
    link: Link {
        kind: LinkKind::Hccs,
        gbs: 196.0,
        reach: 8,
    },
    pcie: Pcie::x16(4),
    tdp_w: 400.0,
    nodes: &[8],
    network: Some(25.0),
    notes: &[Note::CommunityFigures, Note::ChinaMarket],
    ..Card::BLANK
};

/// The rows.
#[rustfmt::skip]
pub(super) const CARDS: &[Card] = &[
    Card { id: "mi210", name: "MI210 64 GB", arch: Arch::Cdna2, label_gb: 64.0, usable: unnamed(63.98), bandwidth: 1638.0, half: 181.0, fp32: 22.6, link: Link { kind: LinkKind::XgmiBridge, gbs: 150.0, reach: 4 }, tdp_w: 300.0, ..Card::BLANK },
    Card { id: "mi250x-64gb", name: "MI250X 64 GB (one of two dies)", arch: Arch::Cdna2, label_gb: 64.0, usable: unnamed(63.98), bandwidth: 1638.5, half: 191.5, fp32: 23.95, rates: stated(src::ML_ENGINEERING), link: xgmi(200.0, 8), tdp_w: 280.0, nodes: &[8], network: Some(12.5), notes: &[Note::OneOfTwoDies], ..Card::BLANK },
    Card { id: "mi300x", name: "MI300X 192 GB", label_gb: 192.0, usable: printed(191.98, src::OOM_MI300X), bandwidth: 5300.0, tdp_w: 750.0, ..CDNA3 },
    Card { id: "mi325x", name: "MI325X 256 GB", label_gb: 256.0, usable: printed(255.98, src::OOM_MI325X), bandwidth: 6000.0, tdp_w: 1000.0, ..CDNA3 },
    Card { id: "mi350x", name: "MI350X 288 GB", half: 2306.9, fp8: 4614.0, fp4: 9228.0, fp32: 144.2, rates: recalled(src::TABLE), tdp_w: 1000.0, ..CDNA4 },
    Card { id: "mi355x", name: "MI355X 288 GB", half: 2500.0, fp8: 5000.0, fp4: 10100.0, fp32: 157.3, tdp_w: 1400.0, ..CDNA4 },
    Card { id: "ascend-910b1", name: "Ascend 910B1 64 GB", half: 414.0, ..ASCEND },
    Card { id: "ascend-910b2", name: "Ascend 910B2 64 GB", half: 376.0, ..ASCEND },
    Card { id: "ascend-910b3", name: "Ascend 910B3 64 GB", half: 313.0, ..ASCEND },
    Card { id: "ascend-910b4", name: "Ascend 910B4 32 GB", label_gb: 32.0, usable: sister(29.5), bandwidth: 800.0, half: 280.0, tdp_w: 310.0, ..ASCEND },
    Card { id: "ascend-910b4-64gb", name: "Ascend 910B4 64 GB", half: 280.0, bandwidth: 0.0, tdp_w: 310.0, usable: sister(60.97), ..ASCEND },
];
