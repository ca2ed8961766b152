//! What NCCL holds on a GPU: buffers for each neighbour and channel of each group, and multicast buffers of a switch.
//!
//! Read in NCCL (repository NVIDIA/nccl): `src/init.cc`, `computeBuffSizes`; `src/transport/p2p.cc`, `p2pSendSetup` and
//! `p2pRecvSetup`; `src/graph/connect.cc` and `paths.cc` for how many channels there are; `src/transport/nvls.cc`.
use super::dims::View;
use super::sources::NCCL;
use super::term::{Term, TermId};
use crate::expr::{num, sym};
use crate::hardware::Arch;
use crate::num::{float, larger, smaller};
use crate::scenario::{Cluster, Sharding};

/// One connection to a neighbour in one channel, MiB: buffers of its three protocols (0.5 + 4.69 + 4) where it receives or, with
/// reads, where it sends, and a header, in pages of 2 MiB: 10 + 2, or 6 + 6. Issue 1685 counts 10,485,760 and 2,097,152 bytes.
const CONNECTION_MIB: f64 = 12.0;
/// What a group takes beside its connections, MiB: on A100 a group of two takes 544 MiB, one of four 688 on its first rank (issue
/// 964). That is 256 and 24 connections of two GPUs, or 24 and a half of more, and the same 256.
const GROUP_MIB: f64 = 256.0;
/// Channels of multicast on Hopper and Blackwell, each with two buffers of 1 MiB for each GPU of the node.
const MULTICAST: (f64, f64) = (16.0, 24.0);
/// Rings found at most, each of which makes two channels: 12 of 20 GB/s on A100, 12 of 30 on H100.
const MOST_RINGS: f64 = 12.0;
/// Channels to a neighbour over PCIe or a network.
const UNLINKED: f64 = 2.0;
/// Channels at most.
const MOST_CHANNELS: f64 = 32.0;
/// GB/s of one `NVLink` of the A100's generation, in one direction: what a card's bandwidth is counted in.
const LANE: f64 = 25.0;

/// GPUs that talk to each other.
#[derive(Clone, Copy)]
struct Group {
    ranks: u64,
    /// Of those, in one node.
    local: u64,
}

impl Group {
    /// `ranks` GPUs, every `stride`-th.
    fn of(ranks: u64, stride: u64, cluster: &Cluster) -> Self {
        let room = (cluster.per_node / stride.max(1)).max(1);
        Self {
            ranks,
            local: ranks.min(room),
        }
    }

    /// Pairs of connections of a ring and a tree: of two GPUs both reach the same neighbour, of more each has two.
    const fn neighbours(self) -> u64 {
        match self.ranks {
            0 | 1 => 0,
            2 => 1,
            _ => 2,
        }
    }
}

impl View<'_> {
    /// Buffers of all groups that this GPU is in.
    pub(super) fn communicators(&self) -> Option<Term> {
        if self.scenario.sharding == Sharding::LayerSplit {
            return None;
        }
        let groups = float(u64::from(self.groups()));
        let multicast = self.multicast();
        let mut amount = sym("n_c", groups) * num(GROUP_MIB)
            + sym("n_k", self.connections()) * num(CONNECTION_MIB);
        if multicast > 0.0 {
            amount = amount + sym("n_m", multicast) * num(2.0);
        }
        let amount = amount * num(1024.0 * 1024.0);
        (groups > 0.0).then(|| Term::new(TermId::Communicators, amount, NCCL))
    }

    /// Groups of more than one GPU: replicas with context ranks, tensor ranks, stages, experts.
    fn groups(&self) -> u8 {
        let layout = self.scenario.layout;
        let replicas = layout.data.saturating_mul(layout.context);
        [replicas, layout.tensor, layout.pipeline, layout.expert]
            .into_iter()
            .map(|ranks| u8::from(ranks > 1))
            .sum()
    }

    /// Groups for collectives: replicas with context ranks, and tensor ranks.
    fn collective(&self) -> [Group; 2] {
        let (layout, cluster) = (self.scenario.layout, &self.scenario.cluster);
        let replicas = layout.data.saturating_mul(layout.context);
        [
            Group::of(replicas, layout.tensor, cluster),
            Group::of(layout.tensor, 1, cluster),
        ]
    }

    /// Connections times channels, over all groups.
    fn connections(&self) -> f64 {
        let (layout, cluster) = (self.scenario.layout, &self.scenario.cluster);
        let collective: f64 = self
            .collective()
            .iter()
            .map(|group| float(group.neighbours()) * channels(cluster))
            .sum();
        let inner = layout.tensor.saturating_mul(layout.context);
        let stages = Group::of(layout.pipeline, inner.saturating_mul(layout.data), cluster);
        let experts = Group::of(layout.expert, layout.tensor, cluster);
        // Every expert rank sends to every other one of its node; those beyond share buffers.
        collective
            + float(stages.neighbours()) * direct(stages, cluster)
            + float(experts.local.saturating_sub(1)) * direct(experts, cluster)
    }

    /// Multicast buffers of 2 MiB: a switch of Hopper's generation or later sums and copies for all GPUs of a node.
    fn multicast(&self) -> f64 {
        let cluster = &self.scenario.cluster;
        let channels = match cluster.gpu.arch {
            Arch::Hopper => MULTICAST.0,
            Arch::Blackwell | Arch::BlackwellUltra => MULTICAST.1,
            _ => return 0.0,
        };
        if !cluster.linked() || cluster.gpu.link.reach < 8 {
            return 0.0;
        }
        let local = self.collective().into_iter().map(|group| group.local);
        local
            .filter(|local| *local > 1)
            .map(|local| channels * float(local.min(8)))
            .sum()
    }
}

/// Channels of a collective (`graph/connect.cc`, `ncclTopoPostset`): twice the rings that the links carry.
fn channels(cluster: &Cluster) -> f64 {
    2.0 * rings(cluster, MOST_RINGS)
}

/// Rings that the links of one GPU carry, a lane each.
fn rings(cluster: &Cluster, most: f64) -> f64 {
    if !cluster.linked() {
        return 1.0;
    }
    smaller(most, larger(1.0, (cluster.gpu.link.gbs / LANE).round()))
}

/// Channels to one peer of a group that sends directly (`graph/paths.cc`, `ncclTopoGetNchannels`): a power of two that holds two
/// for each link, but two where the group reaches over a network, since all peers get the fewest.
fn direct(group: Group, cluster: &Cluster) -> f64 {
    if group.local < group.ranks || !cluster.linked() {
        return UNLINKED;
    }
    let mut channels = UNLINKED;
    while channels < 2.0 * rings(cluster, MOST_CHANNELS) && channels < MOST_CHANNELS {
        channels *= 2.0;
    }
    channels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::decode;

    /// Buffers of NCCL under a link, MiB.
    fn mib(link: &str) -> f64 {
        let scenario = decode(link).draft.check().scenario.expect(link);
        let mut views = View::all(&scenario);
        let term = views.next().and_then(|view| view.communicators());
        term.map_or(0.0, |term| term.bytes().get() / 1_048_576.0)
    }

    #[test]
    fn are_those_of_the_source() {
        // 24 channels, 12 MiB to each neighbour: one of two GPUs, two of more.
        assert_eq!(mib("g=a100-sxm-80gb&n=2&shard=fsdp"), 544.0);
        assert_eq!(mib("g=a100-sxm-80gb&n=8&shard=fsdp"), 832.0);
        assert_eq!(mib("g=a100-sxm-80gb&n=8&nodes=16&shard=fsdp"), 832.0);
        // Eight links instead of twelve: 16 channels, as logs of H800 print.
        assert_eq!(mib("g=a800-sxm-80gb&n=8&shard=fsdp"), 640.0);
        // Multicast beside it: 16 channels, two buffers, eight GPUs: 268,435,456 bytes in logs.
        assert_eq!(mib("g=h100-sxm-80gb&n=8&shard=fsdp"), 832.0 + 256.0);
        // No direct link: two channels.
        assert_eq!(mib("g=rtx-4090&n=4&shard=fsdp"), 304.0);
        assert_eq!(mib("g=rtx-4090"), 0.0);
    }
}
