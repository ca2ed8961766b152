//! Everything that is legal, but for the micro-batch: columns, in the order in which a search goes through them.
use super::space::{Candidate, Space};
use crate::hardware::Gpu;
use crate::model::Ffn;
use crate::scenario::{Checkpointing, Loss, Method, Offload, Scenario, Sharding};
use crate::stack::offers::{self, Rank};

/// Most of a field that counts micro-batches or their sequences.
const MOST: u64 = 65_536;

/// Candidates that differ in the micro-batch alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// The smallest micro-batch.
    first: Candidate,
    /// Sequences of a step on one replica.
    share: u64,
    /// Columns that differ in nothing but the number of GPUs have the same number.
    pub(super) group: usize,
    /// Columns of one GPU, method, sharding and number of GPUs have the same number.
    pub(super) family: usize,
}

impl Column {
    /// Candidates in it.
    pub(super) fn len(&self) -> u64 {
        self.micros().count() as u64
    }

    /// Micro-batches, ascending: powers of two that divide the share.
    fn micros(&self) -> impl Iterator<Item = u64> + use<> {
        let share = self.share;
        (0..=share.trailing_zeros().min(16))
            .map(|power| 1 << power)
            .filter(move |micro| share / micro <= MOST)
    }

    /// The candidate at a position.
    pub(super) fn at(&self, position: u64) -> Option<Candidate> {
        let micro = self.micros().nth(usize::try_from(position).ok()?)?;
        Some(Candidate {
            micro,
            accumulation: self.share / micro,
            ..self.first
        })
    }

    /// Its layout and hardware.
    pub(super) const fn first(&self) -> &Candidate {
        &self.first
    }
}

/// Every column of a space, where a pipeline stage holds so many chunks of layers, in order: columns of one group follow each other, most GPUs first.
pub(super) fn all(base: &Scenario, space: &Space, gpus: &[Gpu], chunks: u64) -> Vec<Column> {
    let mut columns = Vec::new();
    let (mut group, mut family) = (0, 0);
    for (number, gpu) in gpus.iter().enumerate() {
        let machines = machines(gpu, space.most_gpus);
        for states in states(base, space) {
            let ranks = ranks(base, space.most_gpus, gpu, chunks, &states);
            for (checkpointing, loss) in kernels(base, space) {
                for ranks in &ranks {
                    for (at, (per_node, nodes)) in machines.iter().enumerate() {
                        let first = Candidate {
                            gpu: number,
                            per_node: *per_node,
                            nodes: *nodes,
                            method: states.method,
                            sharding: states.sharding,
                            offload: states.offload,
                            checkpointing,
                            loss,
                            tensor: ranks.tensor,
                            pipeline: ranks.pipeline,
                            context: ranks.context,
                            expert: ranks.expert,
                            micro: 1,
                            accumulation: 1,
                        };
                        let Some(share) = share(space, &first) else {
                            continue;
                        };
                        columns.push(Column {
                            first,
                            share,
                            group,
                            family: family + at,
                        });
                    }
                    group += 1;
                }
            }
            family += machines.len();
        }
    }
    columns.retain(|column| column.len() > 0);
    columns
}

/// What is trained and where its states are.
struct States {
    method: Method,
    sharding: Sharding,
    offload: Offload,
}

fn states(base: &Scenario, space: &Space) -> Vec<States> {
    let mut all = Vec::new();
    let trains = |method: &&Method| {
        **method != Method::Qlora || base.method == Method::Qlora || offers::quantises(&base.stack)
    };
    for method in space.methods.iter().filter(trains) {
        for sharding in shardings(base) {
            let offloads = if space.vary_offload {
                offers::offloads(base, sharding)
            } else {
                vec![base.offload]
            };
            all.extend(offloads.into_iter().map(|offload| States {
                method: *method,
                sharding,
                offload,
            }));
        }
    }
    all
}

/// Kernels that change what activations take. The loss takes as long whatever its kernel: the draft's own comes first.
fn kernels(base: &Scenario, space: &Space) -> Vec<(Checkpointing, Option<Loss>)> {
    let mut losses = vec![None];
    if space.vary_loss {
        losses.extend(offers::losses(base).map(Some));
    }
    let mut all = Vec::new();
    for checkpointing in checkpointings(base, space) {
        all.extend(losses.iter().map(|loss| (checkpointing, *loss)));
    }
    all
}

/// Real machines, the largest number of GPUs first: usual numbers in one node, then whole nodes.
fn machines(gpu: &Gpu, most: u64) -> Vec<(u64, u64)> {
    let one = gpu.node.gpus.iter().map(|gpus| (u64::from(*gpus), 1));
    let largest = u64::from(gpu.node.largest());
    let several = (2..=most / largest.max(1)).map(|nodes| (largest, nodes));
    let mut all: Vec<(u64, u64)> = one
        .chain(several)
        .filter(|(gpus, nodes)| gpus * nodes <= most)
        .collect();
    all.reverse();
    all
}

/// Ways to divide states: those of the stack, and the one that the scenario has.
fn shardings(base: &Scenario) -> Vec<Sharding> {
    let mut all = vec![Sharding::None];
    all.extend(offers::sharding(&base.stack));
    if base.sharding != Sharding::LayerSplit && !all.contains(&base.sharding) {
        all.push(base.sharding);
    }
    all
}

fn checkpointings(base: &Scenario, space: &Space) -> Vec<Checkpointing> {
    let mut all = vec![base.checkpointing];
    if space.vary_checkpointing {
        let on_host = offers::offloads_checkpoints(&base.stack);
        let on_host = on_host.then_some(Checkpointing::FullOffload);
        let others = [Checkpointing::Full, Checkpointing::None].into_iter();
        for other in others.chain(on_host) {
            if other != base.checkpointing {
                all.push(other);
            }
        }
    }
    all
}

/// Ranks in each direction beside data.
#[derive(Clone, Copy)]
struct Ranks {
    tensor: u64,
    pipeline: u64,
    context: u64,
    expert: u64,
}

/// Numbers of ranks that the model allows.
fn ranks(base: &Scenario, most: u64, gpu: &Gpu, chunks: u64, states: &States) -> Vec<Ranks> {
    let divisors = |rank: Rank, amount: u64, own: u64, most: u64| -> Vec<u64> {
        let offered = offers::divides(&base.stack, rank, states.method, states.sharding);
        let open = if offered { most.min(amount) } else { 1 };
        let upto = open.max(own);
        (1..=upto)
            .filter(|ranks| amount.is_multiple_of(*ranks) && (*ranks <= open || *ranks == own))
            .collect()
    };
    let (model, own) = (&base.model, base.layout);
    let in_node = u64::from(gpu.node.largest());
    let kv = model.kv_heads;
    let mut tensors = divisors(Rank::Tensor, model.heads, own.tensor, most.min(in_node));
    tensors.retain(|t| kv.is_multiple_of(*t) || t.is_multiple_of(kv));
    let mut pipelines = divisors(Rank::Pipeline, model.layers, own.pipeline, most);
    pipelines.retain(|p| *p == 1 || p.saturating_mul(chunks) <= model.layers);
    // Ring and all-to-all exchanges are offered in powers of two.
    let mut contexts = divisors(Rank::Context, base.batch.sequence, own.context, most);
    contexts.retain(|c| c.is_power_of_two() || *c == own.context);
    let experts = match model.ffn {
        Ffn::Moe { experts, .. } => divisors(Rank::Expert, experts, own.expert, most),
        Ffn::Dense { .. } => vec![1],
    };
    let mut all = Vec::new();
    for tensor in &tensors {
        for pipeline in &pipelines {
            for context in &contexts {
                if tensor * pipeline * context > most {
                    continue;
                }
                for expert in &experts {
                    all.push(Ranks {
                        tensor: *tensor,
                        pipeline: *pipeline,
                        context: *context,
                        expert: *expert,
                    });
                }
            }
        }
    }
    all
}

/// Sequences of a step on one replica; none if the numbers do not go together.
fn share(space: &Space, candidate: &Candidate) -> Option<u64> {
    let gpus = candidate.gpus();
    let ranks = candidate.tensor * candidate.pipeline * candidate.context;
    let whole = gpus.is_multiple_of(ranks)
        && (gpus / candidate.pipeline).is_multiple_of(candidate.expert)
        && candidate.tensor <= candidate.per_node;
    // One GPU divides nothing, unless that is what lets states leave it; several divide something.
    let alone = match candidate.sharding {
        Sharding::None => gpus == 1,
        // Within one node it is FSDP.
        Sharding::Hybrid => candidate.nodes > 1,
        _ => gpus > 1 || candidate.offload != Offload::None && candidate.sharding.optimizer(),
    };
    let replicas = gpus / ranks.max(1);
    let exact = replicas > 0 && space.sequences.is_multiple_of(replicas);
    (whole && alone && exact).then(|| space.sequences / replicas)
}
