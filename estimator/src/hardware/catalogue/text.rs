//! The GPUs and their names as rows of text.

use std::borrow::Cow;

use super::{CATALOGUE, DEFAULT_CONTEXT, NAMES, Name};
use crate::hardware::arch::Arch;
use crate::hardware::device::{Gpu, Note};
use crate::hardware::link::{Link, LinkKind, NodeShape, Pcie};
use crate::rows::{Cells, NO_SOURCE, Reader};

const GPUS: &str = "gpus";
const OTHER_NAMES: &str = "names";

/// Reads the tables of GPUs and of their names.
pub(crate) fn read(reader: &mut Reader) -> (Vec<Gpu>, Vec<Name>) {
    let gpus = reader.table(GPUS, &blank(), gpu);
    (gpus, reader.table(OTHER_NAMES, &NO_NAME, name))
}

/// Takes the tables for as long as the program runs; the first ones that are taken stay.
pub(crate) fn install((gpus, names): (Vec<Gpu>, Vec<Name>)) {
    let _: Result<(), Vec<Gpu>> = CATALOGUE.set(gpus);
    let _: Result<(), Vec<Name>> = NAMES.set(names);
}

/// Writes the tables of GPUs and of their names.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn write(writer: &mut crate::rows::Writer) {
    writer.table(GPUS, super::catalogue().iter().cloned(), gpu);
    writer.table(OTHER_NAMES, super::names().iter().cloned(), name);
}

const NO_NAME: Name = Name {
    id: "",
    text: "",
    others: &[],
};

/// A row before it is read.
const fn blank() -> Gpu {
    Gpu {
        id: Cow::Borrowed(""),
        name: Cow::Borrowed(""),
        arch: Arch::Ampere,
        label_gb: 0.0,
        usable_gib: 0.0,
        usable_verified: false,
        usable_source: NO_SOURCE,
        memory_bandwidth_gbs: None,
        bf16_tflops: None,
        fp16_tflops: None,
        fp8_tflops: None,
        fp4_tflops: None,
        fp32_tflops: None,
        rates_verified: false,
        rates_source: NO_SOURCE,
        link: Link::NONE,
        pcie: Pcie::x16(4),
        tdp_w: None,
        node: NodeShape {
            gpus: Cow::Borrowed(&[]),
            network_gbs: None,
        },
        notes: Cow::Borrowed(&[]),
        context: &DEFAULT_CONTEXT,
    }
}

/// What a listed card may need to be said of.
const REMARKS: [Note; 10] = [
    Note::ChinaMarket,
    Note::HalfRateAccumulation,
    Note::SparseHeadline,
    Note::PowerLimited,
    Note::OneOfTwoDies,
    Note::EccTakesMemory,
    Note::CommunityFigures,
    Note::SourcesDiffer,
    Note::ThirdPartyModification,
    Note::CoherentMemory,
];

const LINKS: [LinkKind; 6] = [
    LinkKind::None,
    LinkKind::NvLink,
    LinkKind::NvLinkBridge,
    LinkKind::Xgmi,
    LinkKind::XgmiBridge,
    LinkKind::Hccs,
];

fn gpu(gpu: &mut Gpu, cells: &mut impl Cells) {
    cells.name(&mut gpu.id);
    cells.name(&mut gpu.name);
    cells.choice(&Arch::ALL, &mut gpu.arch);
    cells.number(&mut gpu.label_gb);
    cells.number(&mut gpu.usable_gib);
    cells.flag(&mut gpu.usable_verified);
    gpu.usable_source = cells.source(gpu.usable_source);
    for rate in [
        &mut gpu.memory_bandwidth_gbs,
        &mut gpu.bf16_tflops,
        &mut gpu.fp16_tflops,
        &mut gpu.fp8_tflops,
        &mut gpu.fp4_tflops,
        &mut gpu.fp32_tflops,
        &mut gpu.tdp_w,
        &mut gpu.node.network_gbs,
    ] {
        *rate = cells.optional(*rate);
    }
    cells.flag(&mut gpu.rates_verified);
    gpu.rates_source = cells.source(gpu.rates_source);
    cells.choice(&LINKS, &mut gpu.link.kind);
    cells.number(&mut gpu.link.gbs);
    cells.small(&mut gpu.link.reach);
    cells.small(&mut gpu.pcie.generation);
    cells.small(&mut gpu.pcie.lanes);
    cells.flag(&mut gpu.pcie.peer_access);
    let counts: Vec<u64> = gpu.node.gpus.iter().copied().map(u64::from).collect();
    if let Some(counts) = cells.counts(&counts) {
        let counts = counts
            .into_iter()
            .map(|count| u32::try_from(count).unwrap_or(1));
        gpu.node.gpus = Cow::Borrowed(Vec::leak(counts.collect()));
    }
    cells.choices(&REMARKS, &mut gpu.notes);
    let mut context = *gpu.context;
    cells.number(&mut context.value);
    cells.flag(&mut context.verified);
    context.source = cells.source(context.source);
    if context != *gpu.context {
        gpu.context = Box::leak(Box::new(context));
    }
}

fn name(name: &mut Name, cells: &mut impl Cells) {
    cells.label(&mut name.id);
    cells.label(&mut name.text);
    cells.labels(&mut name.others);
}
