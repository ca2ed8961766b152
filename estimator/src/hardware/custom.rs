//! A card that is not listed, described by hand.

use std::borrow::Cow;

use super::arch::Arch;
use super::catalogue::{DEFAULT_CONTEXT, FROM_LABEL, GIVEN};
use super::device::{Gpu, Note};
use super::feature::Feature;
use super::link::{Link, NodeShape, Pcie};
use crate::num::shortest;

/// A GPU as a person describes it. Memory and generation are enough to answer "does it fit"; without rates there is no time.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomGpu {
    /// What to call it; "Custom" when empty.
    pub name: String,
    /// Its memory.
    pub memory: CustomMemory,
    /// Its generation, which decides what it can do.
    pub arch: Arch,
    /// Memory bandwidth, GB/s.
    pub memory_bandwidth_gbs: Option<f64>,
    /// Dense 16-bit matrix rate with FP32 accumulation, TFLOPS.
    pub sixteen_bit_tflops: Option<f64>,
    /// Dense FP8 matrix rate, TFLOPS.
    pub fp8_tflops: Option<f64>,
    /// The direct link to its neighbours.
    pub link: Link,
    /// The connection to the host.
    pub pcie: Pcie,
    /// GPUs in one machine.
    pub gpus_per_node: u32,
    /// Network between machines, each GPU's share in one direction, GB/s.
    pub network_gbs: Option<f64>,
}

/// How much memory a custom card has, as known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CustomMemory {
    /// The total that CUDA reports (an out-of-memory message prints it), GiB.
    UsableGib(f64),
    /// Only the label: nominal GiB, of which CUDA reports less.
    LabelGb(f64),
}

/// A field of [`CustomGpu`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CustomField {
    /// [`CustomGpu::memory`].
    Memory,
    /// [`CustomGpu::memory_bandwidth_gbs`].
    MemoryBandwidth,
    /// [`CustomGpu::sixteen_bit_tflops`].
    SixteenBitTflops,
    /// [`CustomGpu::fp8_tflops`].
    Fp8Tflops,
    /// [`Link::gbs`].
    LinkBandwidth,
    /// [`Link::reach`].
    LinkReach,
    /// [`Pcie::generation`].
    PcieGeneration,
    /// [`Pcie::lanes`].
    PcieLanes,
    /// [`CustomGpu::gpus_per_node`].
    GpusPerNode,
    /// [`CustomGpu::network_gbs`].
    Network,
}

/// What is wrong with a field of a [`CustomGpu`], as data for the page to word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CustomIssue {
    /// Not a finite number within the bounds.
    OutOfRange {
        /// The field.
        field: CustomField,
        /// What was given; may be NaN or infinite.
        value: f64,
        /// The smallest value allowed.
        min: f64,
        /// The largest value allowed.
        max: f64,
    },
    /// A rate for a number format that the generation does not have.
    NotOnArch {
        /// The field.
        field: CustomField,
        /// The format.
        feature: Feature,
        /// The generation.
        arch: Arch,
    },
}

impl CustomField {
    /// Smallest and largest value allowed: generous, so that only slips of the keyboard fall outside.
    pub const fn bounds(self) -> (f64, f64) {
        match self {
            Self::MemoryBandwidth => (10.0, 100_000.0),
            Self::SixteenBitTflops | Self::Fp8Tflops => (1.0, 100_000.0),
            Self::LinkBandwidth => (0.0, 20_000.0),
            Self::Memory | Self::LinkReach => (1.0, 4096.0),
            Self::PcieGeneration => (1.0, 8.0),
            Self::PcieLanes => (1.0, 32.0),
            Self::GpusPerNode => (1.0, 1024.0),
            Self::Network => (0.01, 20_000.0),
        }
    }
}

/// The share of a label's nominal GiB that CUDA is taken to report. Listed cards report .92 (GDDR6 with error correction: A10,
/// L4, T4) to .99 (HBM, and GDDR6X without it); only the printed total settles it, so the result stays unverified.
const USABLE_SHARE_OF_LABEL: f64 = 0.97;

impl CustomGpu {
    /// A card of which only memory and generation are known: alone in its machine, `PCIe` 4.0 x16, no link, no rates.
    pub fn new(memory: CustomMemory, arch: Arch) -> Self {
        Self {
            name: String::new(),
            memory,
            arch,
            memory_bandwidth_gbs: None,
            sixteen_bit_tflops: None,
            fp8_tflops: None,
            link: Link::NONE,
            pcie: Pcie::x16(4),
            gpus_per_node: 1,
            network_gbs: None,
        }
    }

    /// Everything that is wrong with it.
    pub fn issues(&self) -> Vec<CustomIssue> {
        let memory = match self.memory {
            CustomMemory::UsableGib(value) | CustomMemory::LabelGb(value) => value,
        };
        let given = [
            (CustomField::Memory, Some(memory)),
            (CustomField::MemoryBandwidth, self.memory_bandwidth_gbs),
            (CustomField::SixteenBitTflops, self.sixteen_bit_tflops),
            (CustomField::Fp8Tflops, self.fp8_tflops),
            (CustomField::LinkBandwidth, Some(self.link.gbs)),
            (CustomField::LinkReach, Some(f64::from(self.link.reach))),
            (
                CustomField::PcieGeneration,
                Some(f64::from(self.pcie.generation)),
            ),
            (CustomField::PcieLanes, Some(f64::from(self.pcie.lanes))),
            (
                CustomField::GpusPerNode,
                Some(f64::from(self.gpus_per_node)),
            ),
            (CustomField::Network, self.network_gbs),
        ];
        let mut issues: Vec<_> = given
            .into_iter()
            .filter_map(|(field, value)| {
                let (value, (min, max)) = (value?, field.bounds());
                // A NaN lies in no range.
                (!(min..=max).contains(&value)).then_some(CustomIssue::OutOfRange {
                    field,
                    value,
                    min,
                    max,
                })
            })
            .collect();
        if self.fp8_tflops.is_some() && self.arch.lacks(Feature::Fp8).is_some() {
            issues.push(CustomIssue::NotOnArch {
                field: CustomField::Fp8Tflops,
                feature: Feature::Fp8,
                arch: self.arch,
            });
        }
        issues
    }

    /// The GPU it describes.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, never empty.
    pub fn build(&self) -> Result<Gpu, Vec<CustomIssue>> {
        let issues = self.issues();
        if !issues.is_empty() {
            return Err(issues);
        }
        let (label_gb, usable_gib, unit, usable_source) = match self.memory {
            CustomMemory::UsableGib(gib) => (gib, gib, "GiB", GIVEN),
            CustomMemory::LabelGb(gb) => (gb, gb * USABLE_SHARE_OF_LABEL, "GB", FROM_LABEL),
        };
        let name = self.name.trim();
        let name = if name.is_empty() { "Custom" } else { name };
        let has_bf16 = self.arch.lacks(Feature::Bf16).is_none();
        Ok(Gpu {
            id: Cow::Borrowed("custom"),
            name: Cow::Owned([name, &shortest(label_gb), unit].join(" ")),
            arch: self.arch,
            label_gb,
            usable_gib,
            usable_verified: false,
            usable_source,
            memory_bandwidth_gbs: self.memory_bandwidth_gbs,
            bf16_tflops: self.sixteen_bit_tflops.filter(|_| has_bf16),
            fp16_tflops: self.sixteen_bit_tflops,
            fp8_tflops: self.fp8_tflops,
            fp4_tflops: None,
            fp32_tflops: None,
            rates_verified: false,
            rates_source: GIVEN,
            link: self.link,
            pcie: self.pcie,
            tdp_w: None,
            node: NodeShape {
                gpus: Cow::Owned(vec![self.gpus_per_node]),
                network_gbs: self.network_gbs,
            },
            notes: Cow::Borrowed(&[Note::Custom]),
            context: &DEFAULT_CONTEXT,
        })
    }
}
