//! A row of the tables: what [`Gpu`] holds, written so that a family's cards differ from a base row in a few fields.

use std::borrow::Cow;

use super::sources;
use crate::hardware::arch::Arch;
use crate::hardware::catalogue::assumed;
use crate::hardware::device::{Gpu, Note};
use crate::hardware::feature::Feature;
use crate::hardware::link::{Link, LinkKind, NodeShape, Pcie};
use crate::source::{Source, Sourced};

/// One row. Units and meanings are those of [`Gpu`]; a rate of 0 stands for "has none".
#[derive(Clone, Copy)]
pub(super) struct Card {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) arch: Arch,
    pub(super) label_gb: f64,
    pub(super) usable: Sourced<f64>,
    pub(super) bandwidth: f64,
    /// BF16 and FP16 alike; BF16 is dropped where the generation lacks it.
    pub(super) half: f64,
    pub(super) fp8: f64,
    pub(super) fp4: f64,
    pub(super) fp32: f64,
    pub(super) rates: Rates,
    pub(super) link: Link,
    pub(super) pcie: Pcie,
    pub(super) tdp_w: f64,
    pub(super) nodes: &'static [u32],
    pub(super) network: Option<f64>,
    pub(super) notes: &'static [Note],
    pub(super) context: Sourced<f64>,
}

/// Evidence for bandwidth, rates and links.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    pub(super) source: Source,
    pub(super) verified: bool,
}

/// Rates that the source states.
pub(super) const fn stated(source: Source) -> Rates {
    Rates {
        source,
        verified: true,
    }
}

/// Rates that were recalled, or calculated from units and clocks.
pub(super) const fn recalled(source: Source) -> Rates {
    Rates {
        source,
        verified: false,
    }
}

/// A total that CUDA (or `HIP`) printed, GiB.
pub(super) const fn printed(gib: f64, source: Source) -> Sourced<f64> {
    Sourced::verified(gib, source)
}

/// Where only nvidia-smi's total is known, MiB: CUDA reports about 0.7 GiB less on cards without a graphics carve-out.
pub(super) const fn from_smi(mib: f64) -> Sourced<f64> {
    Sourced::unverified(mib / 1024.0 - 0.7, sources::SMI_LESS_RESERVE)
}

/// A total printed by a card that the message does not name.
pub(super) const fn unnamed(gib: f64) -> Sourced<f64> {
    Sourced::unverified(gib, sources::UNNAMED)
}

/// Where nothing is known: the share of the label that CUDA reports on sister cards.
pub(super) const fn sister(gib: f64) -> Sourced<f64> {
    Sourced::unverified(gib, sources::SISTER_CARD)
}

/// `NVLink` through switches or a full mesh, GB/s in one direction.
pub(super) const fn nvlink(gbs: f64, reach: u32) -> Link {
    Link {
        kind: LinkKind::NvLink,
        gbs,
        reach,
    }
}

/// An `NVLink` bridge between cards, GB/s in one direction.
pub(super) const fn bridge(gbs: f64, reach: u32) -> Link {
    Link {
        kind: LinkKind::NvLinkBridge,
        gbs,
        reach,
    }
}

/// Infinity Fabric, GB/s in one direction.
pub(super) const fn xgmi(gbs: f64, reach: u32) -> Link {
    Link {
        kind: LinkKind::Xgmi,
        gbs,
        reach,
    }
}

impl Card {
    /// A row to base others on. Every listed card overrides what identifies it.
    pub(super) const BLANK: Self = Self {
        id: "",
        name: "",
        arch: Arch::Ampere,
        label_gb: 0.0,
        usable: sister(0.0),
        bandwidth: 0.0,
        half: 0.0,
        fp8: 0.0,
        fp4: 0.0,
        fp32: 0.0,
        rates: recalled(sources::TABLE),
        link: Link::NONE,
        pcie: Pcie::x16(4),
        tdp_w: 0.0,
        nodes: &[1, 2, 4, 8],
        network: None,
        notes: &[],
        context: assumed::DEFAULT_CONTEXT,
    };

    /// The GPU that the row describes.
    pub(super) fn gpu(&self) -> Gpu {
        let some = |value: f64| (value > 0.0).then_some(value);
        let half = some(self.half);
        Gpu {
            id: Cow::Borrowed(self.id),
            name: Cow::Borrowed(self.name),
            arch: self.arch,
            label_gb: self.label_gb,
            usable_gib: self.usable.value,
            usable_verified: self.usable.verified,
            usable_source: self.usable.source,
            memory_bandwidth_gbs: some(self.bandwidth),
            bf16_tflops: half.filter(|_| self.arch.lacks(Feature::Bf16).is_none()),
            fp16_tflops: half,
            fp8_tflops: some(self.fp8),
            fp4_tflops: some(self.fp4),
            fp32_tflops: some(self.fp32),
            rates_verified: self.rates.verified,
            rates_source: self.rates.source,
            link: self.link,
            pcie: self.pcie,
            tdp_w: some(self.tdp_w),
            node: NodeShape {
                gpus: Cow::Borrowed(self.nodes),
                network_gbs: self.network,
            },
            notes: Cow::Borrowed(self.notes),
            context: Box::leak(Box::new(self.context)),
        }
    }
}
