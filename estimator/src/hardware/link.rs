//! How GPUs reach each other and the host.

use std::borrow::Cow;

/// The direct link between GPUs of one node (or rack).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// What it is.
    pub kind: LinkKind,
    /// Bandwidth of one GPU in one direction, GB/s (1e9 bytes), all its lanes together. Data sheets print the sum of both
    /// directions.
    pub gbs: f64,
    /// How many GPUs it joins into one domain.
    pub reach: u32,
}

/// Kinds of direct link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// None: traffic goes over `PCIe`, through the host where there is no peer access.
    None,
    /// `NVLink` through switches or a full mesh: part of every such machine.
    NvLink,
    /// An `NVLink` bridge sold separately, joining two (or four) cards: many machines lack it, so a scenario has to say.
    NvLinkBridge,
    /// AMD Infinity Fabric (xGMI).
    Xgmi,
    /// An Infinity Fabric bridge sold separately.
    XgmiBridge,
    /// Huawei HCCS.
    Hccs,
}

impl Link {
    /// No direct link.
    pub const NONE: Self = Self {
        kind: LinkKind::None,
        gbs: 0.0,
        reach: 1,
    };

    /// Whether the link is part of every machine with this GPU, not an extra that may be missing.
    pub const fn is_standard(&self) -> bool {
        matches!(
            self.kind,
            LinkKind::NvLink | LinkKind::Xgmi | LinkKind::Hccs
        )
    }
}

/// The PCI Express connection of one GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pcie {
    /// Generation: 3, 4, 5 or 6.
    pub generation: u8,
    /// Lanes: usually 16.
    pub lanes: u8,
    /// Whether two cards may copy to each other over `PCIe`. The `GeForce` driver forbids it, so collectives go through host
    /// memory.
    pub peer_access: bool,
}

impl Pcie {
    /// A full slot of a generation, with peer access.
    pub const fn x16(generation: u8) -> Self {
        Self {
            generation,
            lanes: 16,
            peer_access: true,
        }
    }

    /// The same, without peer access.
    #[must_use]
    pub const fn without_peer_access(self) -> Self {
        Self {
            peer_access: false,
            ..self
        }
    }

    /// Bandwidth in one direction, GB/s, before protocol overhead: 8, 16, 32 and 64 GT/s per lane, 128b/130b coded up to
    /// generation 5 (PCI Express base specifications).
    ///
    /// ```
    /// use estimator::hardware::Pcie;
    /// assert!((Pcie::x16(4).gbs() - 31.5).abs() < 0.1);
    /// ```
    pub fn gbs(&self) -> f64 {
        let transfers = match self.generation {
            0..=3 => 8.0 * 128.0 / 130.0,
            4 => 16.0 * 128.0 / 130.0,
            5 => 32.0 * 128.0 / 130.0,
            _ => 64.0,
        };
        transfers * f64::from(self.lanes) / 8.0
    }
}

/// The machines that a GPU is usually found in.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeShape {
    /// Usual numbers of GPUs in one machine, ascending.
    pub gpus: Cow<'static, [u32]>,
    /// The usual network between machines: each GPU's share in one direction, GB/s; none where there is no usual one.
    pub network_gbs: Option<f64>,
}

impl NodeShape {
    /// The largest usual number of GPUs in one machine; 1 when none is listed.
    pub fn largest(&self) -> u32 {
        self.gpus.iter().copied().max().unwrap_or(1)
    }
}
