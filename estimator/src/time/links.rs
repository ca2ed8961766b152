//! How fast GPUs reach each other, and what collectives take on that.
use super::rates::Common;
use crate::num::{float, larger, smaller};
use crate::scenario::Cluster;

/// Links of a cluster; rates in bytes a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Links {
    /// What collectives reach between GPUs of one domain, each GPU.
    pub(super) inside: f64,
    /// What collectives reach between nodes, each node.
    pub(super) network: f64,
    /// GPUs of a domain: a node, or a rack with one switch.
    pub(super) domain: f64,
    /// Whether the domain has a direct link.
    pub(super) direct: bool,
    /// Sixteen lanes of generation 4 over what the PCIe connection has.
    pub(super) slowness: f64,
    /// Copies to and from host memory, each GPU.
    pub(super) copy: f64,
    /// Latency of a collective, s.
    pub(super) latency: f64,
}

/// Network of one GPU where its catalogue row names none, GB/s: 100 Gbit/s, the usual share of a cloud machine.
const USUAL_GBS: f64 = 12.5;

/// Sixteen lanes of PCIe 4, GB/s.
const PCIE_4: f64 = 31.5;

impl Links {
    /// Those of a cluster.
    pub(super) fn of(cluster: &Cluster, common: &Common) -> Self {
        let gpu = &cluster.gpu;
        let direct = cluster.linked();
        let all = float(cluster.gpus());
        let per_node = float(cluster.per_node);
        let reach = float(u64::from(gpu.link.reach));
        // A rack-wide switch joins several nodes.
        let domain = if direct && reach > 8.0 {
            larger(per_node, reach)
        } else {
            per_node
        };
        let gbs = cluster.pcie_gbs.unwrap_or_else(|| gpu.pcie.gbs());
        let pcie = gbs * 1e9;
        let inside = if direct {
            gpu.link.gbs * 1e9 * common.direct_share
        } else {
            pcie * common.pcie_share
        };
        let domain = smaller(domain, all);
        let network = network_gbs(cluster) * 1e9 * domain / smaller(per_node, all);
        Self {
            inside,
            network: network * common.network_share,
            domain,
            direct,
            slowness: PCIE_4 / gbs,
            copy: pcie * common.copy_share,
            latency: common.latency_us * 1e-6,
        }
    }

    /// Seconds to gather (or to reduce and scatter) `bytes` in a ring of `group` ranks that lie `stride` apart: over the slower of
    /// the link inside a domain and the group's part of the network.
    pub(super) fn ring(&self, bytes: f64, group: f64, stride: f64) -> f64 {
        if group <= 1.0 {
            return 0.0;
        }
        let members = larger(1.0, (self.domain / stride).floor());
        let whole = bytes * (group - 1.0) / group / self.inside;
        if group <= members {
            return whole + self.latency;
        }
        let domains = group / members;
        let part = self.network * members / self.domain;
        let across = bytes * (domains - 1.0) / domains / part;
        larger(across, whole) + self.latency * (1.0 + log2(domains))
    }

    /// Seconds of one direction of an all-to-all that hands `bytes` of each rank to `active` experts on `group` ranks. Across
    /// domains one copy goes to each, not one to each expert.
    pub(super) fn all_to_all(&self, bytes: f64, active: f64, group: f64) -> f64 {
        let out = bytes * active * (group - 1.0) / group / self.inside;
        if group <= self.domain {
            return out + self.latency;
        }
        let copies = smaller(active, group / self.domain + active / 2.0);
        let across = bytes * copies / (self.network / self.domain);
        larger(across, bytes * active / self.inside) + self.latency
    }

    /// Seconds to hand `bytes` to the next pipeline stage, `stride` ranks on.
    pub(super) fn send(&self, bytes: f64, stride: f64) -> f64 {
        let rate = if stride >= self.domain {
            self.network / self.domain
        } else {
            self.inside
        };
        bytes / rate + self.latency
    }
}

/// Network of a node, GB/s: as stated, or the usual share of its GPUs.
pub(super) fn network_gbs(cluster: &Cluster) -> f64 {
    cluster.network_gbs.unwrap_or_else(|| {
        float(cluster.per_node) * cluster.gpu.node.network_gbs.unwrap_or(USUAL_GBS)
    })
}

/// Binary logarithm of a number ≥ 1 by its exponent, linear between powers of two: enough for a count of hops, and no table of
/// the mathematics library.
fn log2(x: f64) -> f64 {
    let mut power = 0.0;
    let mut rest = x;
    while rest >= 2.0 && power < 64.0 {
        rest /= 2.0;
        power += 1.0;
    }
    power + rest - 1.0
}
