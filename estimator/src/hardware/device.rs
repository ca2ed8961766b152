//! One GPU, with what the estimates need to know of it.

use std::borrow::Cow;

use super::arch::Arch;
use super::feature::{Capabilities, Feature, LackReason};
use super::link::{Link, NodeShape, Pcie};
use crate::source::{Source, Sourced};

/// A GPU model. Rates are dense (never the 2:4 sparse figure) and accumulate in FP32, as training does; a rate that nobody
/// gave or that the chip does not have is `None`, never 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Gpu {
    /// The key used in links: `[a-z0-9.-]+`.
    pub id: Cow<'static, str>,
    /// The name with its memory: "A100 SXM 80 GB".
    pub name: Cow<'static, str>,
    /// The generation, which decides what the chip can do.
    pub arch: Arch,
    /// The memory on the label: nominal GiB.
    pub label_gb: f64,
    /// The total that CUDA reports, GiB: what a process could get if it were alone.
    pub usable_gib: f64,
    /// Whether somebody printed [`usable_gib`](Self::usable_gib) on such a card.
    pub usable_verified: bool,
    /// Where [`usable_gib`](Self::usable_gib) comes from.
    pub usable_source: Source,
    /// Memory bandwidth, GB/s (1e9 bytes).
    pub memory_bandwidth_gbs: Option<f64>,
    /// BF16 matrix products, TFLOPS.
    pub bf16_tflops: Option<f64>,
    /// FP16 matrix products, TFLOPS.
    pub fp16_tflops: Option<f64>,
    /// FP8 matrix products, TFLOPS.
    pub fp8_tflops: Option<f64>,
    /// FP4 matrix products, TFLOPS.
    pub fp4_tflops: Option<f64>,
    /// FP32 outside the matrix units, TFLOPS.
    pub fp32_tflops: Option<f64>,
    /// Whether bandwidth, rates and links were read from a primary source or measured.
    pub rates_verified: bool,
    /// Where bandwidth, rates and links come from.
    pub rates_source: Source,
    /// The direct link to its neighbours.
    pub link: Link,
    /// The connection to the host.
    pub pcie: Pcie,
    /// Power limit, W.
    pub tdp_w: Option<f64>,
    /// The machines it is found in.
    pub node: NodeShape,
    /// What to know about it, worded by the page.
    pub notes: Cow<'static, [Note]>,
    pub(super) context: &'static Sourced<f64>,
}

/// A remark about a GPU, as data for the page to word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// Sold in China, cut down in compute or links.
    ChinaMarket,
    /// Matrix products with FP32 accumulation run at half the FP16-accumulation rate that is often quoted.
    HalfRateAccumulation,
    /// The headline figure of the data sheet is the sparse one, twice the value here.
    SparseHeadline,
    /// Seldom reaches its peak: the power limit throttles it.
    PowerLimited,
    /// Two devices in one package: the values are those of one device, which is what a process sees.
    OneOfTwoDies,
    /// ECC switched on takes about 6% of the memory.
    EccTakesMemory,
    /// Its maker publishes no rates; the values are those that the community passes on.
    CommunityFigures,
    /// Published figures differ between sources.
    SourcesDiffer,
    /// A modification sold by third parties, not by the maker.
    ThirdPartyModification,
    /// The processor can borrow its memory, so a full host can make the GPU run out.
    CoherentMemory,
    /// Described by the person using the planner.
    Custom,
}

/// Number formats of matrix products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// 16-bit brain float.
    Bf16,
    /// 16-bit float.
    Fp16,
    /// 8-bit float.
    Fp8,
    /// 4-bit float.
    Fp4,
    /// 32-bit float, outside the matrix units.
    Fp32,
}

impl Gpu {
    /// Memory that a process could get if it were alone, GiB: the total that CUDA reports.
    pub fn usable(&self) -> f64 {
        self.usable_gib
    }

    /// [`usable`](Self::usable) with its evidence.
    pub fn usable_sourced(&self) -> Sourced<f64> {
        Sourced {
            value: self.usable_gib,
            source: self.usable_source,
            verified: self.usable_verified,
        }
    }

    /// Memory that the driver and the libraries take on the GPU before the first tensor, GiB. It belongs to the predicted
    /// peak, never to the usable memory.
    pub fn context_gib(&self) -> &'static Sourced<f64> {
        self.context
    }

    /// Dense peak of a precision, TFLOPS; none where it is unknown or where the chip does not have it.
    pub fn peak_tflops(&self, precision: Precision) -> Option<f64> {
        match precision {
            Precision::Bf16 => self.bf16_tflops,
            Precision::Fp16 => self.fp16_tflops,
            Precision::Fp8 => self.fp8_tflops,
            Precision::Fp4 => self.fp4_tflops,
            Precision::Fp32 => self.fp32_tflops,
        }
    }

    /// Dense peak of 16-bit training, TFLOPS: BF16, or FP16 on chips without BF16.
    pub fn sixteen_bit_tflops(&self) -> Option<f64> {
        self.bf16_tflops.or(self.fp16_tflops)
    }

    /// What it can do.
    pub fn capabilities(&self) -> Capabilities {
        self.arch.capabilities()
    }

    /// Why it lacks a feature; none if it has it.
    pub fn lacks(&self, feature: Feature) -> Option<LackReason> {
        self.arch.lacks(feature)
    }
}
