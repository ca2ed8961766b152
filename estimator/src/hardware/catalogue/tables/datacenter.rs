//! NVIDIA data-centre cards.

use super::card::{Card, bridge, nvlink, printed, recalled, sister, stated, unnamed};
use super::sources as src;
use crate::hardware::arch::Arch;
use crate::hardware::catalogue::DEFAULT_CONTEXT;
use crate::hardware::device::Note;
use crate::hardware::link::{Link, Pcie};

const A100: Card = Card {
    arch: Arch::Ampere,
    half: 312.0,
    fp32: 19.5,
    rates: stated(src::ML_ENGINEERING),
    link: nvlink(300.0, 8),
    pcie: Pcie::x16(4),
    tdp_w: 400.0,
    network: Some(25.0),
    context: src::CONTEXT_A100,
    ..Card::BLANK
};
const A100_PCIE: Card = Card {
    link: bridge(300.0, 2),
    network: None,
    ..A100
};
const H100: Card = Card {
    arch: Arch::Hopper,
    half: 989.4,
    fp8: 1978.9,
    fp32: 67.0,
    rates: stated(src::ML_ENGINEERING),
    link: nvlink(450.0, 8),
    pcie: Pcie::x16(5),
    tdp_w: 700.0,
    network: Some(50.0),
    notes: &[Note::SparseHeadline],
    context: src::CONTEXT_H100,
    ..Card::BLANK
};
const H100_NVL: Card = Card {
    half: 835.5,
    fp8: 1671.0,
    fp32: 60.0,
    tdp_w: 400.0,
    link: bridge(300.0, 2),
    network: None,
    ..H100
};
const B200: Card = Card {
    arch: Arch::Blackwell,
    bandwidth: 8000.0,
    half: 2250.0,
    fp8: 4500.0,
    fp4: 9000.0,
    fp32: 80.0,
    rates: stated(src::ML_ENGINEERING),
    link: nvlink(900.0, 8),
    pcie: Pcie::x16(5),
    tdp_w: 1000.0,
    network: Some(50.0),
    notes: &[Note::SparseHeadline],
    ..Card::BLANK
};
const AMPERE_PCIE: Card = Card {
    arch: Arch::Ampere,
    pcie: Pcie::x16(4),
    notes: &[Note::SparseHeadline],
    ..Card::BLANK
};
const ADA_PCIE: Card = Card {
    arch: Arch::Ada,
    context: src::CONTEXT_ADA,
    ..AMPERE_PCIE
};
const V100: Card = Card {
    arch: Arch::Volta,
    bandwidth: 900.0,
    half: 125.0,
    fp32: 15.7,
    link: nvlink(150.0, 8),
    pcie: Pcie::x16(3),
    tdp_w: 300.0,
    context: src::CONTEXT_V100,
    ..Card::BLANK
};
const V100_PCIE: Card = Card {
    half: 112.0,
    fp32: 14.0,
    link: Link::NONE,
    tdp_w: 250.0,
    ..V100
};

/// The rows.
#[rustfmt::skip]
pub(super) const CARDS: &[Card] = &[
    Card { id: "a100-sxm-40gb", name: "A100 SXM 40 GB", label_gb: 40.0, usable: printed(39.5, src::OOM_A100_40), bandwidth: 1555.0, rates: recalled(src::ML_ENGINEERING), ..A100 },
    Card { id: "a100-sxm-80gb", name: "A100 SXM 80 GB", label_gb: 80.0, usable: printed(79.25, src::OOM_A100_80), bandwidth: 2039.0, ..A100 },
    Card { id: "a100-pcie-40gb", name: "A100 PCIe 40 GB", label_gb: 40.0, usable: sister(39.50), bandwidth: 1555.0, rates: recalled(src::TABLE), tdp_w: 250.0, notes: &[Note::PowerLimited], ..A100_PCIE },
    Card { id: "a100-pcie-80gb", name: "A100 PCIe 80 GB", label_gb: 80.0, usable: sister(79.25), bandwidth: 1935.0, tdp_w: 300.0, ..A100_PCIE },
    Card { id: "a800-sxm-80gb", name: "A800 SXM 80 GB", label_gb: 80.0, usable: printed(79.32, src::OOM_A800), bandwidth: 2039.0, rates: recalled(src::TABLE), link: nvlink(200.0, 8), notes: &[Note::ChinaMarket], ..A100 },
    Card { id: "a800-pcie-80gb", name: "A800 PCIe 80 GB", label_gb: 80.0, usable: sister(79.32), bandwidth: 1935.0, rates: recalled(src::TABLE), link: bridge(200.0, 2), tdp_w: 300.0, notes: &[Note::ChinaMarket], ..A100_PCIE },
    Card { id: "h100-sxm-80gb", name: "H100 SXM 80 GB", label_gb: 80.0, usable: printed(79.18, src::BANNER), bandwidth: 3350.0, ..H100 },
    Card { id: "h100-sxm-96gb", name: "H100 SXM 96 GB", label_gb: 96.0, usable: sister(95.0), bandwidth: 2400.0, tdp_w: 500.0, rates: recalled(src::TABLE), notes: &[Note::PowerLimited, Note::SparseHeadline], ..H100 },
    Card { id: "h100-pcie-80gb", name: "H100 PCIe 80 GB", label_gb: 80.0, usable: sister(79.18), bandwidth: 2000.0, rates: recalled(src::ML_ENGINEERING), half: 756.0, fp8: 1513.0, fp32: 51.0, link: bridge(300.0, 2), tdp_w: 350.0, network: None, ..H100 },
    Card { id: "h100-nvl-94gb", name: "H100 NVL 94 GB", label_gb: 94.0, usable: printed(93.00, src::OOM_H100_NVL), bandwidth: 3938.0, rates: recalled(src::TABLE), ..H100_NVL },
    Card { id: "h200-sxm-141gb", name: "H200 SXM 141 GB", label_gb: 141.0, usable: printed(139.80, src::OOM_ML_ENGINEERING), bandwidth: 4800.0, ..H100 },
    Card { id: "h200-nvl-141gb", name: "H200 NVL 141 GB", label_gb: 141.0, usable: sister(139.80), bandwidth: 4800.0, rates: recalled(src::FLOPS_BENCH), link: bridge(450.0, 4), tdp_w: 600.0, ..H100_NVL },
    Card { id: "h800-sxm-80gb", name: "H800 SXM 80 GB", label_gb: 80.0, usable: sister(79.18), bandwidth: 3350.0, rates: recalled(src::TABLE), link: nvlink(200.0, 8), notes: &[Note::ChinaMarket, Note::SparseHeadline], ..H100 },
    Card { id: "h20-96gb", name: "H20 96 GB", label_gb: 96.0, usable: printed(95.00, src::OOM_H20), bandwidth: 4000.0, rates: stated(src::QUOTED), half: 148.0, fp8: 296.0, fp32: 44.0, tdp_w: 400.0, notes: &[Note::ChinaMarket], ..H100 },
    Card { id: "gh200-96gb", name: "GH200 96 GB", label_gb: 96.0, usable: unnamed(94.50), bandwidth: 4000.0, rates: recalled(src::TABLE), link: Link::NONE, nodes: &[1], notes: &[Note::CoherentMemory, Note::SparseHeadline], ..H100 },
    Card { id: "b200-sxm-180gb", name: "B200 SXM 180 GB", label_gb: 180.0, usable: printed(178.35, src::OOM_ML_ENGINEERING), ..B200 },
    Card { id: "gb200-186gb", name: "GB200 186 GB", label_gb: 186.0, usable: printed(184.31, src::OOM_GB200), half: 2500.0, fp8: 5000.0, fp4: 10000.0, link: nvlink(900.0, 72), tdp_w: 1200.0, nodes: &[4], notes: &[Note::CoherentMemory, Note::SparseHeadline], ..B200 },
    Card { id: "b300-sxm-270gb", name: "B300 SXM 270 GB", arch: Arch::BlackwellUltra, label_gb: 270.0, usable: unnamed(267.69), fp4: 13500.0, pcie: Pcie::x16(6), tdp_w: 1100.0, network: Some(100.0), notes: &[Note::SourcesDiffer, Note::SparseHeadline], ..B200 },
    Card { id: "gb300-288gb", name: "GB300 288 GB", arch: Arch::BlackwellUltra, label_gb: 288.0, usable: printed(276.50, src::OOM_ML_ENGINEERING), half: 2500.0, fp8: 5000.0, fp4: 15000.0, link: nvlink(900.0, 72), tdp_w: 1400.0, nodes: &[4], network: Some(100.0), notes: &[Note::CoherentMemory, Note::SourcesDiffer, Note::SparseHeadline], ..B200 },
    Card { id: "a10", name: "A10 24 GB", label_gb: 24.0, usable: printed(21.99, src::OOM_A10), bandwidth: 600.0, half: 125.0, fp32: 31.2, tdp_w: 150.0, ..AMPERE_PCIE },
    Card { id: "a10g", name: "A10G 24 GB", label_gb: 24.0, usable: sister(21.99), bandwidth: 600.0, half: 70.0, fp32: 35.0, tdp_w: 300.0, nodes: &[1, 4, 8], network: Some(1.5625), notes: &[Note::HalfRateAccumulation], ..AMPERE_PCIE },
    Card { id: "a30", name: "A30 24 GB", label_gb: 24.0, usable: printed(23.53, src::OOM_A30), bandwidth: 933.0, half: 165.0, fp32: 10.3, link: bridge(100.0, 2), tdp_w: 165.0, ..AMPERE_PCIE },
    Card { id: "a40", name: "A40 48 GB", label_gb: 48.0, usable: printed(44.55, src::BANNER), bandwidth: 696.0, half: 149.7, fp32: 37.4, link: bridge(56.0, 2), tdp_w: 300.0, notes: &[Note::EccTakesMemory, Note::SparseHeadline], ..AMPERE_PCIE },
    Card { id: "l4", name: "L4 24 GB", label_gb: 24.0, usable: printed(22.16, src::BANNER), bandwidth: 300.0, half: 121.0, fp8: 242.5, fp32: 30.3, tdp_w: 72.0, notes: &[Note::PowerLimited, Note::SparseHeadline], context: src::CONTEXT_L4, ..ADA_PCIE },
    Card { id: "l20", name: "L20 48 GB", label_gb: 48.0, usable: printed(44.53, src::OOM_L20), bandwidth: 864.0, half: 119.5, fp8: 239.0, fp32: 59.8, tdp_w: 275.0, notes: &[Note::ChinaMarket], context: DEFAULT_CONTEXT, ..ADA_PCIE },
    Card { id: "l40", name: "L40 48 GB", label_gb: 48.0, usable: printed(44.40, src::OOM_L40), bandwidth: 864.0, half: 181.05, fp8: 362.0, fp32: 90.5, tdp_w: 300.0, ..ADA_PCIE },
    Card { id: "l40s", name: "L40S 48 GB", label_gb: 48.0, usable: printed(44.53, src::OOM_L40S), bandwidth: 864.0, half: 362.05, fp8: 733.0, fp32: 91.6, rates: stated(src::ML_ENGINEERING), tdp_w: 350.0, ..ADA_PCIE },
    Card { id: "t4", name: "T4 16 GB", arch: Arch::Turing, label_gb: 16.0, usable: printed(14.75, src::OOM_T4), bandwidth: 320.0, half: 65.0, fp32: 8.1, pcie: Pcie::x16(3), tdp_w: 70.0, notes: &[Note::PowerLimited], context: src::CONTEXT_T4, ..Card::BLANK },
    Card { id: "v100-sxm-16gb", name: "V100 SXM2 16 GB", label_gb: 16.0, usable: printed(15.77, src::OOM_V100_16), ..V100 },
    Card { id: "v100-sxm-32gb", name: "V100 SXM2 32 GB", label_gb: 32.0, usable: printed(31.74, src::OOM_V100_32), nodes: &[1, 2, 4, 8, 16], ..V100 },
    Card { id: "v100-pcie-16gb", name: "V100 PCIe 16 GB", label_gb: 16.0, usable: sister(15.77), ..V100_PCIE },
    Card { id: "v100-pcie-32gb", name: "V100 PCIe 32 GB", label_gb: 32.0, usable: sister(31.74), ..V100_PCIE },
    Card { id: "p100-sxm-16gb", name: "P100 SXM2 16 GB", arch: Arch::Pascal, label_gb: 16.0, usable: unnamed(15.89), bandwidth: 732.0, half: 21.2, fp32: 10.6, link: nvlink(80.0, 8), pcie: Pcie::x16(3), tdp_w: 300.0, ..Card::BLANK },
    Card { id: "p100-pcie-16gb", name: "P100 PCIe 16 GB", arch: Arch::Pascal, label_gb: 16.0, usable: unnamed(15.89), bandwidth: 732.0, half: 18.7, fp32: 9.3, pcie: Pcie::x16(3), tdp_w: 250.0, ..Card::BLANK },
];
