//! What has to go together: layout, states, capabilities, adapters.
use super::choices::{AttentionKernel, Engine, Loss, Method, Offload, Precision, Quant, Sharding};
use super::issue::{Conflict, Issue, IssueKind, Quantity};
use super::known::Known;
use super::params::Param;
use super::{Cluster, Scenario, parse};
use crate::hardware::{Feature, Gpu};
use crate::model::{Ffn, Target};

/// Collects issues while the scenario is built.
pub(super) struct Checks<'a> {
    pub(super) known: &'a Known,
    pub(super) issues: Vec<Issue>,
}

impl Checks<'_> {
    pub(super) fn add(&mut self, param: Param, kind: IssueKind) {
        let value = self.known.get(param).map(parse::text).unwrap_or_default();
        self.issues.push(Issue { param, value, kind });
    }

    fn conflict(&mut self, broken: bool, param: Param, with: Param, why: Conflict) {
        if broken {
            self.add(param, IssueKind::Conflict { with, why });
        }
    }

    fn divides(&mut self, param: Param, of: Quantity, amount: u64) {
        if !amount.is_multiple_of(self.known.integer(param)) {
            self.add(param, IssueKind::NotDivisor { of, amount });
        }
    }

    fn needs(&mut self, wanted: bool, param: Param, gpu: &Gpu, feature: Feature) {
        if wanted && gpu.lacks(feature).is_some() {
            self.add(param, IssueKind::Lacks { feature });
        }
    }
}

/// Everything that does not go together.
pub(super) fn all(checks: &mut Checks<'_>, scenario: &Scenario) {
    check_layout(checks, scenario);
    check_lengths(checks, scenario);
    check_states(checks, scenario);
    check_capabilities(checks, scenario);
    check_adapters(checks, scenario);
}

fn check_layout(checks: &mut Checks<'_>, scenario: &Scenario) {
    let known = checks.known;
    let gpus = known.gpus();
    let [tp, pp, cp] = [
        Param::TensorParallel,
        Param::PipelineParallel,
        Param::ContextParallel,
    ]
    .map(|param| known.integer(param));
    let ranks = tp.saturating_mul(pp).saturating_mul(cp);
    let widest = if tp >= pp {
        Param::TensorParallel
    } else {
        Param::PipelineParallel
    };
    let widest = if cp > tp.max(pp) {
        Param::ContextParallel
    } else {
        widest
    };
    if ranks > gpus {
        checks.add(widest, IssueKind::TooManyRanks { ranks, gpus });
    } else if !gpus.is_multiple_of(ranks) {
        checks.add(
            widest,
            IssueKind::NotDivisor {
                of: Quantity::Gpus,
                amount: gpus,
            },
        );
    }
    let split = scenario.sharding == Sharding::LayerSplit && ranks > 1;
    checks.conflict(split, Param::Sharding, widest, Conflict::LayerSplitAlone);
    checks.divides(Param::TensorParallel, Quantity::Heads, scenario.model.heads);
    let kv = scenario.model.kv_heads;
    // With more ranks than KV heads each rank holds a copy of one.
    if !kv.is_multiple_of(tp) && !tp.is_multiple_of(kv) {
        checks.add(
            Param::TensorParallel,
            IssueKind::NotDivisor {
                of: Quantity::KvHeads,
                amount: kv,
            },
        );
    }
    checks.divides(
        Param::ContextParallel,
        Quantity::Sequence,
        scenario.batch.sequence,
    );
    let few = scenario.sharding == Sharding::LayerSplit && gpus > scenario.model.layers;
    checks.conflict(few, Param::Sharding, Param::Model, Conflict::TooFewLayers);
    let stages = pp.saturating_mul(scenario.layout.virtual_stages);
    checks.conflict(
        stages > scenario.model.layers,
        Param::PipelineParallel,
        Param::Model,
        Conflict::TooFewLayers,
    );
    if let Ffn::Moe { experts, .. } = scenario.model.ffn {
        checks.divides(Param::ExpertParallel, Quantity::Experts, experts);
        checks.divides(Param::ExpertParallel, Quantity::Gpus, gpus / pp.max(1));
    } else {
        checks.conflict(
            scenario.layout.expert > 1,
            Param::ExpertParallel,
            Param::Model,
            Conflict::NeedsExperts,
        );
    }
}

/// Mean ≤ 95th percentile ≤ longest, of those that are known. (A mean above its 95th percentile exists, but nothing that people
/// train on looks like it.)
fn check_lengths(checks: &mut Checks<'_>, scenario: &Scenario) {
    let data = &scenario.data;
    let mut below = (Param::MeanLength, data.mean);
    for (param, length) in [
        (Param::TailLength, data.tail),
        (Param::LongestLength, data.longest),
    ] {
        let descends = length
            .zip(below.1)
            .is_some_and(|(length, below)| length < below);
        checks.conflict(descends, param, below.0, Conflict::LengthsDescend);
        if length.is_some() {
            below = (param, length);
        }
    }
}

fn check_states(checks: &mut Checks<'_>, scenario: &Scenario) {
    let Scenario {
        sharding,
        engine,
        offload,
        method,
        ..
    } = *scenario;
    let offered = match engine {
        Engine::Fsdp1 | Engine::Fsdp2 => !sharding.zero(),
        Engine::DeepSpeed | Engine::ColossalAi => !sharding.fsdp(),
        Engine::Megatron => {
            !sharding.fsdp() && !matches!(sharding, Sharding::Zero2 | Sharding::Zero3)
        }
    };
    checks.conflict(
        sharding.optimizer() && !offered,
        Param::Engine,
        Param::Sharding,
        Conflict::EngineDoesNotOffer,
    );
    let offloads = offload != Offload::None;
    checks.conflict(
        offloads && !sharding.optimizer(),
        Param::Offload,
        Param::Sharding,
        Conflict::OffloadNeedsEngine,
    );
    // `offload_param` is "valid only with stage 3": deepspeedai/DeepSpeed, deepspeed/runtime/zero/offload_config.py.
    checks.conflict(
        offload == Offload::Both && sharding.optimizer() && !sharding.parameters(),
        Param::Offload,
        Param::Sharding,
        Conflict::ParametersNeedShards,
    );
    let backward = scenario.optimizer.in_backward() && method != Method::Full;
    checks.conflict(
        backward,
        Param::Optimizer,
        Param::Method,
        Conflict::FullOnly,
    );
    let vocabulary = scenario.loss == Loss::VocabParallel && scenario.layout.tensor == 1;
    checks.conflict(
        vocabulary,
        Param::Loss,
        Param::TensorParallel,
        Conflict::NeedsTensorParallel,
    );
    let low = matches!(scenario.precision, Precision::Fp8 | Precision::Nvfp4);
    let fp8 = low && scenario.quant.is_some_and(|quant| !quant.float());
    checks.conflict(
        fp8,
        Param::Precision,
        Param::Method,
        Conflict::QuantisedBase,
    );
}

/// What a scenario asks of its GPU, and the input that asks.
fn asked(scenario: &Scenario) -> [(bool, Param, Feature); 9] {
    let quant = scenario.quant;
    let precision = scenario.precision;
    let bf16 = matches!(precision, Precision::Bf16Mixed | Precision::Bf16Pure);
    let flash = scenario.attention == AttentionKernel::Flash;
    let four_bit = quant.is_some_and(|quant| quant.bitsandbytes() && quant != Quant::Int8);
    let int8 = quant == Some(Quant::Int8);
    let bnb = scenario.optimizer.eight_bit() || scenario.optimizer.paged();
    [
        (bf16, Param::Precision, Feature::Bf16),
        (precision == Precision::Fp8, Param::Precision, Feature::Fp8),
        (
            precision == Precision::Nvfp4,
            Param::Precision,
            Feature::Fp4,
        ),
        (quant == Some(Quant::Fp8), Param::Quant, Feature::Fp8),
        (quant == Some(Quant::Nvfp4), Param::Quant, Feature::Fp4),
        (flash, Param::Attention, Feature::FusedAttention),
        (four_bit, Param::Quant, Feature::BnbQuantisation),
        (int8, Param::Quant, Feature::BnbInt8),
        (bnb, Param::Optimizer, Feature::BnbQuantisation),
    ]
}

fn check_capabilities(checks: &mut Checks<'_>, scenario: &Scenario) {
    let gpu = &scenario.cluster.gpu;
    for (wanted, param, feature) in asked(scenario) {
        checks.needs(wanted, param, gpu, feature);
    }
    let usable = gpu.usable();
    if scenario.cluster.in_use_gib >= usable {
        checks.add(
            Param::InUse,
            IssueKind::OutOfRange {
                min: 0.0,
                max: usable,
            },
        );
    }
}

/// Whether a scenario's GPU can do what is asked of it: all that a check asks of a GPU.
pub(crate) fn gpu_can(scenario: &Scenario) -> bool {
    let Cluster {
        gpu, in_use_gib, ..
    } = &scenario.cluster;
    let lacks =
        |(wanted, _, feature): &(bool, Param, Feature)| *wanted && gpu.lacks(*feature).is_some();
    *in_use_gib < gpu.usable() && !asked(scenario).iter().any(lacks)
}

fn check_adapters(checks: &mut Checks<'_>, scenario: &Scenario) {
    let Some(adapters) = &scenario.adapters else {
        return;
    };
    let head = adapters.targets.contains(&Target::Head);
    let wrapped = scenario
        .model
        .matrices()
        .iter()
        .any(|matrix| scenario.adapts(matrix));
    let nothing = !head && !wrapped;
    checks.conflict(
        nothing,
        Param::Targets,
        Param::Model,
        Conflict::NoSuchMatrix,
    );
}
