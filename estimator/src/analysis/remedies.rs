//! What to change: single changes that act on what breaks, each with what the models say of it.
//!
//! A change is a patch of the draft. It is checked like anything typed, so that defaults follow it, and weighed by the same
//! formulas as the answer; one that does not lower the peak is not a remedy, whatever it is said to do.
use crate::calibration::Calibration;
use crate::expr::numbers_only;
use crate::hardware;
use crate::host::{DiskReport, HostReport};
use crate::memory::{MemoryReport, State};
use crate::model::Ffn;
use crate::num::ascending;
use crate::run::RunReport;
use crate::scenario::{
    AttentionKernel, Checkpointing, Draft, Engine, Kernels, Loss, Method, Offload, Optimizer,
    Padding, Param, Precision, Save, Scenario, Sharding,
};
use crate::stack::offers::{self, Rank};
use crate::units::Bytes;

/// A single change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// Half the micro-batch, twice the accumulation.
    SmallerMicroBatch,
    /// Twice the micro-batch, half the accumulation.
    LargerMicroBatch,
    /// Whole blocks recomputed.
    Checkpointing,
    /// Nothing recomputed.
    NoCheckpointing,
    /// Block inputs kept in host memory.
    OffloadedCheckpoints,
    /// A fused attention kernel.
    FlashAttention,
    /// A loss that never holds all logits.
    FusedLoss,
    /// Fused norms and activations.
    FusedKernels,
    /// 8-bit moments.
    EightBitOptimizer,
    /// Everything divided over the GPUs.
    ShardAll,
    /// Gradients and optimizer state divided, weights whole: less traffic.
    ShardLess,
    /// Optimizer state in host memory.
    OffloadOptimizer,
    /// Weights, too, in host memory.
    OffloadAll,
    /// Sequences divided over two GPUs.
    ContextParallel,
    /// Matrices divided over the GPUs of a node.
    TensorParallel,
    /// Adapters instead of all weights.
    Lora,
    /// Adapters over a base in 4 bits.
    Qlora,
    /// FP8 products.
    Fp8,
    /// Sequences packed instead of padded.
    Packing,
    /// Each GPU writes its share of a checkpoint.
    SaveShards,
    /// Twice the GPUs, half the accumulation.
    MoreGpus,
    /// A GPU with more memory.
    LargerGpu,
}

/// A change and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// Which.
    pub change: Change,
    /// The inputs it sets.
    pub patch: Vec<(Param, String)>,
    /// What is needed afterwards.
    pub needed: Bytes,
    /// What is needed less, GiB.
    pub saved_gib: f64,
    /// Whether it fits then: the GPU, and the node where its memory is given.
    pub state: State,
    /// Memory that a node needs then, where the change moves something there.
    pub host: Option<Bytes>,
    /// Sequences of a step over all replicas now and then, where no accumulation keeps them.
    pub batch: Option<[u64; 2]>,
    /// Time for the same data over that before; `None` where time is not known.
    pub time: Option<f64>,
}

impl Change {
    /// Whether it moves something to host memory.
    const fn offloads(self) -> bool {
        matches!(
            self,
            Self::OffloadedCheckpoints | Self::OffloadOptimizer | Self::OffloadAll
        )
    }

    /// Whether it changes how many replicas share a step.
    const fn replicates(self) -> bool {
        matches!(
            self,
            Self::MoreGpus | Self::ContextParallel | Self::TensorParallel
        )
    }
}

impl Remedy {
    /// The draft with the change.
    pub fn applied(&self, draft: &Draft) -> Draft {
        let mut changed = draft.clone();
        for (param, text) in &self.patch {
            changed.set(*param, text.clone());
        }
        changed
    }
}

/// What a change has to win, as a share of the peak.
const WORTH: f64 = 0.005;

/// What a faster run has to win, as a share of its time.
const FASTER: f64 = 0.03;

/// Changes that lower the peak: those that make it fit first, the least slow of them first.
pub fn lighter(draft: &Draft, scenario: &Scenario, calibration: &Calibration) -> Vec<Remedy> {
    let before = weigh(scenario, calibration);
    let found = candidates(draft, scenario, calibration);
    let lowers = |remedy: &Remedy| {
        let loses = before.state == State::Fits && remedy.state != State::Fits;
        let vain = remedy.change == Change::MoreGpus
            && remedy.state == State::DoesNotFit
            && never_enough(draft, calibration);
        remedy.saved_gib > WORTH * before.needed.as_gib() && !loses && !vain
    };
    let kept: Vec<Remedy> = found.into_iter().filter(lowers).collect();
    let rank = |state: State| match state {
        State::Fits => 0.0,
        State::Borderline => 1.0,
        State::DoesNotFit => 2.0,
    };
    // Of those that do not suffice alone the one that saves most comes first.
    ascending(kept, |remedy| {
        let within = match remedy.state {
            State::DoesNotFit => -remedy.saved_gib * 1e-6,
            _ => remedy.time.unwrap_or(1.0) * 1e-3,
        };
        rank(remedy.state) + within
    })
}

/// Nodes that nobody adds: what does not fit on them does not divide.
const NODES_WITHOUT_END: &str = "1024";

/// Whether no number of GPUs makes it fit: what breaks does not divide by them.
fn never_enough(draft: &Draft, calibration: &Calibration) -> bool {
    let without_end = draft.clone().with(Param::Nodes, NODES_WITHOUT_END).check();
    let scenario = without_end.scenario.ok();
    scenario.is_some_and(|scenario| weigh(&scenario, calibration).state == State::DoesNotFit)
}

/// Changes that make a run faster and still fit, the fastest first.
pub fn faster(draft: &Draft, scenario: &Scenario, calibration: &Calibration) -> Vec<Remedy> {
    let quicker = |remedy: &Remedy| {
        remedy.state == State::Fits && remedy.time.is_some_and(|time| time < 1.0 - FASTER)
    };
    let found = candidates(draft, scenario, calibration);
    let kept: Vec<Remedy> = found.into_iter().filter(quicker).collect();
    ascending(kept, |remedy| remedy.time.unwrap_or(1.0))
}

/// What a scenario needs.
struct Weight {
    needed: Bytes,
    state: State,
    host: Bytes,
}

fn weigh(scenario: &Scenario, calibration: &Calibration) -> Weight {
    let figures = MemoryReport::calibrated_figures(scenario, calibration);
    let host = numbers_only(|| HostReport::of(scenario));
    let of_node = host.verdict.map_or(State::Fits, |verdict| verdict.state);
    Weight {
        needed: figures.peak.needed,
        state: figures.verdict.state.worse(of_node),
        host: host.peak,
    }
}

/// Whether a scenario keeps something in host memory that would be on the GPU.
const fn offloads(scenario: &Scenario) -> bool {
    !matches!(scenario.offload, Offload::None)
        || matches!(scenario.checkpointing, Checkpointing::FullOffload)
}

/// Seconds of the whole run: the same data, with start, saving and loading.
fn seconds(scenario: &Scenario, calibration: &Calibration) -> Option<f64> {
    let run =
        RunReport::calibrated(scenario, &DiskReport::of(scenario), &calibration.speed).ok()?;
    (run.seconds > 0.0).then_some(run.seconds)
}

fn candidates(draft: &Draft, scenario: &Scenario, calibration: &Calibration) -> Vec<Remedy> {
    let before = weigh(scenario, calibration).needed;
    let run = seconds(scenario, calibration);
    changes(scenario)
        .into_iter()
        .filter_map(|(change, patch)| {
            let mut remedy = Remedy {
                change,
                patch,
                needed: before,
                saved_gib: 0.0,
                state: State::DoesNotFit,
                host: None,
                batch: None,
                time: None,
            };
            let mut after = remedy.applied(draft).check().scenario.ok()?;
            if change.replicates() {
                after = same_batch(scenario, after, draft, &mut remedy);
            }
            let weight = weigh(&after, calibration);
            (remedy.needed, remedy.state) = (weight.needed, weight.state);
            let moves = change.offloads() && offloads(&after);
            remedy.host = moves.then_some(weight.host);
            remedy.saved_gib = before.as_gib() - remedy.needed.as_gib();
            remedy.time = run
                .zip(seconds(&after, calibration))
                .map(|(before, after)| after / before);
            Some(remedy)
        })
        .collect()
}

/// The scenario after a change of replicas with the accumulation that keeps the global batch, which a person has chosen for what
/// is learnt; where none does, the remedy says what the batch becomes.
fn same_batch(before: &Scenario, after: Scenario, draft: &Draft, remedy: &mut Remedy) -> Scenario {
    let [now, then] = [before, &after].map(Scenario::global_batch);
    if now == then {
        return after;
    }
    let at_once = then / after.batch.accumulation.max(1);
    if now.is_multiple_of(at_once) {
        let accumulation = (Param::Accumulation, (now / at_once).to_string());
        remedy.patch.push(accumulation);
        if let Ok(kept) = remedy.applied(draft).check().scenario {
            return kept;
        }
        remedy.patch.pop();
    }
    remedy.batch = Some([now, then]);
    after
}

pub(super) type Patched = (Change, Vec<(Param, String)>);

fn one(change: Change, param: Param, text: impl Into<String>) -> Patched {
    (change, vec![(param, text.into())])
}

/// Every change that means something here; the check of the draft decides what is allowed.
pub(super) fn changes(scenario: &Scenario) -> Vec<Patched> {
    let mut all = batches(scenario);
    all.extend(kernels(scenario));
    all.extend(states(scenario));
    all.extend(ranks(scenario));
    all.extend(methods(scenario));
    all.extend(machines(scenario));
    all
}

fn batches(scenario: &Scenario) -> Vec<Patched> {
    let batch = scenario.batch;
    let set = |change, micro: u64, accumulation: u64| {
        let patch = vec![
            (Param::MicroBatch, micro.to_string()),
            (Param::Accumulation, accumulation.to_string()),
        ];
        (change, patch)
    };
    let mut all = Vec::new();
    if batch.micro > 1 && batch.micro.is_multiple_of(2) {
        let twice = batch.accumulation.saturating_mul(2);
        all.push(set(Change::SmallerMicroBatch, batch.micro / 2, twice));
    } else if batch.micro > 1 {
        let times = batch.accumulation.saturating_mul(batch.micro);
        all.push(set(Change::SmallerMicroBatch, 1, times));
    }
    if batch.accumulation.is_multiple_of(2) {
        let twice = batch.micro.saturating_mul(2);
        all.push(set(Change::LargerMicroBatch, twice, batch.accumulation / 2));
    }
    if scenario.data.mean.is_some() && !scenario.data.padding.packs() {
        all.push(one(
            Change::Packing,
            Param::Padding,
            Padding::PackedMasked.key(),
        ));
    }
    all
}

fn kernels(scenario: &Scenario) -> Vec<Patched> {
    let mut all = Vec::new();
    let checkpointing = |to: Checkpointing, change| one(change, Param::Checkpointing, to.key());
    match scenario.checkpointing {
        Checkpointing::None | Checkpointing::Selective | Checkpointing::FullOffload => {
            all.push(checkpointing(Checkpointing::Full, Change::Checkpointing));
        }
        Checkpointing::Full => {
            all.push(checkpointing(Checkpointing::None, Change::NoCheckpointing));
            if offers::offloads_checkpoints(&scenario.stack) {
                let offload = Checkpointing::FullOffload;
                all.push(checkpointing(offload, Change::OffloadedCheckpoints));
            }
        }
    }
    if scenario.attention == AttentionKernel::Eager {
        let flash = AttentionKernel::Flash.key();
        all.push(one(Change::FlashAttention, Param::Attention, flash));
    }
    let fused = [Loss::FusedLinear, Loss::Cut];
    let fused = fused
        .into_iter()
        .find(|loss| offers::has_loss(&scenario.stack, *loss));
    if let Some(fused) = fused
        && !matches!(scenario.loss, Loss::FusedLinear | Loss::Cut)
    {
        all.push(one(Change::FusedLoss, Param::Loss, fused.key()));
    }
    // Liger brings both.
    if fused == Some(Loss::FusedLinear) && scenario.software.kernels == Kernels::Eager {
        let liger = Kernels::Liger.key();
        all.push(one(Change::FusedKernels, Param::Kernels, liger));
    }
    if matches!(
        scenario.precision,
        Precision::Bf16Mixed | Precision::Bf16Pure
    ) && scenario.quant.is_none()
        && offers::has_fp8(&scenario.stack, scenario.method)
    {
        all.push(one(Change::Fp8, Param::Precision, Precision::Fp8.key()));
    }
    all
}

fn states(scenario: &Scenario) -> Vec<Patched> {
    let mut all = Vec::new();
    let sharding = scenario.sharding;
    let gpus = scenario.cluster.gpus();
    let deepspeed = scenario.engine == Engine::DeepSpeed;
    if !scenario.optimizer.eight_bit()
        && scenario.method == Method::Full
        && offers::has_eight_bit_optimizer(&scenario.stack)
    {
        let eight = Optimizer::AdamW8bit.key();
        all.push(one(Change::EightBitOptimizer, Param::Optimizer, eight));
    }
    let whole = if deepspeed {
        Sharding::Zero3
    } else {
        Sharding::Fsdp
    };
    let offered = |how: Sharding| gpus > 1 && offers::shards(&scenario.stack, how);
    if !sharding.parameters() && offered(whole) {
        all.push(one(Change::ShardAll, Param::Sharding, whole.key()));
    }
    let less = if deepspeed {
        Sharding::Zero2
    } else {
        Sharding::FsdpGradOp
    };
    if sharding.parameters() && offered(less) {
        all.push(one(Change::ShardLess, Param::Sharding, less.key()));
    }
    let gathers = sharding.parameters() && scenario.layout.shards > 1;
    if gathers && scenario.around.save != Save::Shard {
        all.push(one(Change::SaveShards, Param::Save, Save::Shard.key()));
    }
    let leaves = offers::offloads(scenario, sharding);
    if scenario.offload == Offload::None && leaves.contains(&Offload::Optimizer) {
        let optimizer = Offload::Optimizer.key();
        all.push(one(Change::OffloadOptimizer, Param::Offload, optimizer));
    }
    if scenario.offload != Offload::Both && leaves.contains(&Offload::Both) {
        all.push(one(Change::OffloadAll, Param::Offload, Offload::Both.key()));
    }
    all
}

fn ranks(scenario: &Scenario) -> Vec<Patched> {
    let mut all = Vec::new();
    let layout = scenario.layout;
    let offered = |rank| offers::divides(&scenario.stack, rank, scenario.method, scenario.sharding);
    if layout.data > 1 && offered(Rank::Context) {
        let twice = layout.context.saturating_mul(2);
        all.push(one(
            Change::ContextParallel,
            Param::ContextParallel,
            twice.to_string(),
        ));
    }
    if layout.tensor < scenario.cluster.per_node && offered(Rank::Tensor) {
        all.push(one(
            Change::TensorParallel,
            Param::TensorParallel,
            scenario.cluster.per_node.to_string(),
        ));
    }
    all
}

fn methods(scenario: &Scenario) -> Vec<Patched> {
    let mut all = Vec::new();
    if scenario.method == Method::Full {
        all.push(one(Change::Lora, Param::Method, Method::Lora.key()));
    }
    // Quantisers leave experts alone that are one tensor.
    let reached = !(matches!(scenario.model.ffn, Ffn::Moe { .. }) && scenario.fused_experts());
    if scenario.method != Method::Qlora && reached && offers::quantises(&scenario.stack) {
        all.push(one(Change::Qlora, Param::Method, Method::Qlora.key()));
    }
    all
}

fn machines(scenario: &Scenario) -> Vec<Patched> {
    let cluster = &scenario.cluster;
    let mut all = Vec::new();
    let largest = u64::from(cluster.gpu.node.largest());
    if cluster.nodes == 1 && cluster.per_node.saturating_mul(2) <= largest {
        let twice = cluster.per_node * 2;
        all.push(one(Change::MoreGpus, Param::GpusPerNode, twice.to_string()));
    } else {
        let twice = cluster.nodes.saturating_mul(2);
        all.push(one(Change::MoreGpus, Param::Nodes, twice.to_string()));
    }
    if let Some(larger) = larger_card(scenario) {
        all.push(one(Change::LargerGpu, Param::Gpu, larger));
    }
    all
}

/// The card of the same maker with the least memory above this one's, and at least its speed.
fn larger_card(scenario: &Scenario) -> Option<String> {
    let own = &scenario.cluster.gpu;
    let speed = own.sixteen_bit_tflops()?;
    let better = hardware::catalogue().iter().filter(|gpu| {
        gpu.usable() > 1.15 * own.usable()
            && gpu
                .sixteen_bit_tflops()
                .is_some_and(|tflops| tflops >= speed)
            && gpu.memory_bandwidth_gbs.is_some()
            && gpu.link.kind == own.link.kind
    });
    ascending(better.collect(), |gpu| gpu.usable())
        .first()
        .map(|gpu| gpu.id.to_string())
}
