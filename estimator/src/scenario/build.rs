//! From values that are valid alone to a scenario that is valid as a whole.
use super::checks::{self, Checks};
use super::choices::{
    ArchChoice, AttentionKernel, Checkpointing, Compile, Currency, DirectLink, Dtype, Engine,
    ExpertKernels, GptqKernel, GradientDtype, HostLoad, Kernels, Loader, Loss, LossLoop, Merge,
    Method, ModelCode, Offload, Optimizer, Padding, PlanGpus, PlanMethods, Precision, ReduceBucket,
    Save, Schedule, Sharding, Tier, TorchVersion, TransformersVersion, Variety,
};
use super::issue::{Issue, IssueKind};
use super::known::{Known, Value};
use super::params::Param;
use super::parse::family_of;
use super::{
    Adapters, Amount, Around, Batch, Cluster, Data, Host, Layout, Money, Scenario, Sizes, Software,
    Wishes,
};
use crate::hardware::{self, Arch, CustomGpu, CustomMemory, Gpu};
use crate::model::{
    self, Attention, Biases, CustomShape, Family, Ffn, ModelSpec, Norms, SpecError, Target,
};

/// Builds the scenario, or says everything that does not go together.
pub(super) fn scenario(known: &Known) -> Result<Scenario, Vec<Issue>> {
    let mut checks = Checks {
        known,
        issues: Vec::new(),
    };
    let model = model(known).map_err(|error| {
        checks.add(dimension_field(error), IssueKind::Architecture(error));
    });
    let gpu = gpu(known);
    let (Ok(model), Some(gpu)) = (model, gpu) else {
        // A reason for every refusal: the architecture gave its own above.
        if checks.issues.is_empty() {
            checks.add(Param::Gpu, IssueKind::UnknownChoice { nearest: None });
        }
        return Err(checks.issues);
    };
    let scenario = assemble(known, model, gpu);
    checks::all(&mut checks, &scenario);
    if checks.issues.is_empty() {
        Ok(scenario)
    } else {
        Err(checks.issues)
    }
}

fn model(known: &Known) -> Result<ModelSpec, SpecError> {
    if let Some(spec) = model::find(known.key(Param::Model)) {
        return Ok(spec);
    }
    let mut spec = ModelSpec::custom(&CustomShape {
        hidden: known.integer(Param::Hidden),
        layers: known.integer(Param::Layers),
        heads: known.integer(Param::Heads),
        kv_heads: known.integer(Param::KvHeads),
        head_dim: known.integer(Param::HeadDim),
        ffn_hidden: known.integer(Param::Ffn),
        gated: known.on(Param::Gated),
        vocab: known.integer(Param::Vocab),
        tied: known.on(Param::Tied),
        experts: known.integer(Param::Experts),
        active_experts: known.integer(Param::ActiveExperts),
        biases: Biases::NONE,
    })?;
    spec.family = family_of(known.key(Param::Family)).unwrap_or(Family::Custom);
    if !known.on(Param::Gated) {
        spec.norms = Norms::LAYER;
    }
    if let Ffn::Moe {
        shared_hidden,
        dense_layers,
        dense_hidden,
        ..
    } = &mut spec.ffn
    {
        *shared_hidden = known.integer(Param::SharedFfn);
        *dense_layers = known.integer(Param::DenseLayers);
        *dense_hidden = known.integer(Param::DenseFfn);
    }
    let kv_lora = known.integer(Param::KvLora);
    if kv_lora > 0 {
        let rope = known.integer(Param::RopeDim);
        let q_lora = Some(known.integer(Param::QLora)).filter(|rank| *rank > 0);
        let nope = spec.head_dim.saturating_sub(rope);
        spec.attention = Attention::Mla {
            q_lora,
            kv_lora,
            nope,
            rope,
            value: known.integer(Param::ValueDim),
        };
    }
    spec.validate().map(|()| spec)
}

/// The field in which an architecture's number is typed.
const fn dimension_field(error: SpecError) -> Param {
    use model::Dimension as D;
    match error.dimension {
        D::Hidden => Param::Hidden,
        D::Layers => Param::Layers,
        D::Heads => Param::Heads,
        D::KvHeads => Param::KvHeads,
        D::HeadDim => Param::HeadDim,
        D::Vocab => Param::Vocab,
        D::Experts => Param::Experts,
        D::ActiveExperts => Param::ActiveExperts,
        D::FfnHidden => Param::Ffn,
        D::SharedHidden => Param::SharedFfn,
        D::DenseLayers => Param::DenseLayers,
        D::DenseHidden => Param::DenseFfn,
        _ => Param::Model,
    }
}

fn gpu(known: &Known) -> Option<Gpu> {
    let key = known.key(Param::Gpu);
    if key != "custom" {
        return hardware::find(key).cloned();
    }
    let arch = known.choice_or(Param::GpuArch, ArchChoice::Ampere);
    let memory = CustomMemory::UsableGib(known.real(Param::GpuMemory)?);
    CustomGpu::new(memory, Arch::from_key(arch.key())?)
        .build()
        .ok()
}

fn assemble(known: &Known, model: ModelSpec, gpu: Gpu) -> Scenario {
    let method = known.method();
    let sharding = known.sharding();
    let layout = layout(known, sharding);
    let adapters = (method != Method::Full).then(|| adapters(known, &model));
    let software = software(known, undoes_upcast(known, sharding));
    let sizes = Sizes::of(
        &model,
        adapters.as_ref(),
        software.code,
        software.transformers,
    );
    Scenario {
        stack: known.key(Param::Stack).to_owned(),
        parameters: known.real(Param::PublishedParams).map_or_else(
            || crate::num::float(model.total()),
            |billions| (billions * 1e9).round(),
        ),
        adapters,
        sizes,
        quant: known.quant(),
        method,
        cluster: Cluster {
            gpu,
            per_node: known.integer(Param::GpusPerNode),
            nodes: known.integer(Param::Nodes),
            in_use_gib: known.real(Param::InUse).unwrap_or(0.0),
            direct: known.choice_or(Param::DirectLink, DirectLink::Auto),
            pcie_gbs: known.real(Param::Pcie),
            network_gbs: known.real(Param::Network),
        },
        batch: Batch {
            sequence: known.integer(Param::Sequence),
            micro: known.integer(Param::MicroBatch),
            accumulation: known.integer(Param::Accumulation),
            variety: known.choice_or(Param::Variety, Variety::Steady),
        },
        data: data(known),
        wishes: wishes(known),
        precision: known.choice_or(Param::Precision, Precision::Bf16Mixed),
        weights: known.choice_or(Param::WeightDtype, Dtype::Half),
        gradients: known.choice_or(Param::GradientDtype, GradientDtype::Weights),
        optimizer: known.choice_or(Param::Optimizer, Optimizer::AdamW),
        checkpointing: known.choice_or(Param::Checkpointing, Checkpointing::Full),
        attention: if model.dense_mask_attention() {
            AttentionKernel::Eager
        } else {
            known.choice_or(Param::Attention, AttentionKernel::Flash)
        },
        loss: known.choice_or(Param::Loss, Loss::Eager),
        sharding,
        engine: known.choice_or(Param::Engine, Engine::Fsdp1),
        offload: known.choice_or(Param::Offload, Offload::None),
        layout,
        software,
        around: around(known),
        host: host(known),
        money: money(known),
        model,
    }
}

fn data(known: &Known) -> Data {
    let length = |param| match known.get(param) {
        Some(Value::Integer(length)) => Some(crate::num::float(*length)),
        _ => None,
    };
    Data {
        amount: known.real(Param::TotalTokens).map_or_else(
            || Amount::Samples {
                samples: crate::num::float(known.integer(Param::Samples)),
                epochs: known.real(Param::Epochs).unwrap_or(1.0),
            },
            |millions| Amount::Tokens(millions * 1e6),
        ),
        mean: length(Param::MeanLength),
        tail: length(Param::TailLength),
        longest: length(Param::LongestLength),
        padding: known.choice_or(Param::Padding, Padding::Longest),
        deadline: known.real(Param::Deadline),
    }
}

fn wishes(known: &Known) -> Wishes {
    Wishes {
        gpus: known.choice_or(Param::PlanGpus, PlanGpus::Common),
        methods: known.choice_or(Param::PlanMethods, PlanMethods::This),
        budget: known.real(Param::Budget),
    }
}

fn adapters(known: &Known, model: &ModelSpec) -> Adapters {
    let matrices = model.matrices();
    let targets = known
        .keys(Param::Targets)
        .iter()
        .filter_map(|key| target(key));
    Adapters {
        rank: known.integer(Param::Rank),
        // A model without a gate has nothing to adapt there.
        targets: targets
            .filter(|target| {
                *target == Target::Head || matrices.iter().any(|matrix| matrix.serves(*target))
            })
            .collect(),
        dora: known.on(Param::Dora),
        dropout: known.real(Param::Dropout).is_some_and(|share| share > 0.0),
        dtype: known.choice_or(Param::AdapterDtype, Dtype::Fp32),
        local: known.on(Param::AdaptersLocal),
        trained_modules: known.on(Param::TrainedModules),
    }
}

fn target(key: &str) -> Option<Target> {
    Some(match key {
        "q" => Target::Q,
        "k" => Target::K,
        "v" => Target::V,
        "o" => Target::O,
        "gate" => Target::Gate,
        "up" => Target::Up,
        "down" => Target::Down,
        "head" => Target::Head,
        _ => return None,
    })
}

fn layout(known: &Known, sharding: Sharding) -> Layout {
    let pipeline = known.integer(Param::PipelineParallel);
    let schedule = known.choice_or(Param::Schedule, Schedule::OneF1b);
    Layout {
        data: 1,
        tensor: known.integer(Param::TensorParallel),
        sequence: known.on(Param::SequenceParallel),
        pipeline,
        schedule,
        virtual_stages: if schedule == Schedule::Interleaved && pipeline > 1 {
            known.integer(Param::VirtualStages)
        } else {
            1
        },
        context: known.integer(Param::ContextParallel),
        expert: known.integer(Param::ExpertParallel),
        shards: 1,
    }
    .spread_over(sharding, known.integer(Param::GpusPerNode), known.gpus())
}

/// FSDP's mixed precision casts the inputs of each block, and DeepSpeed the whole module, whatever was upcast before
/// (measured: equal with and without `prepare_model_for_kbit_training` on two GPUs).
fn undoes_upcast(known: &Known, sharding: Sharding) -> bool {
    let mixed = known
        .choice::<Precision>(Param::Precision)
        .is_some_and(Precision::mixed);
    sharding.zero() || (sharding.fsdp() && mixed && known.gpus() > 1)
}

fn software(known: &Known, undoes_upcast: bool) -> Software {
    Software {
        code: known.choice_or(Param::ModelCode, ModelCode::Transformers),
        transformers: known.choice_or(Param::Transformers, TransformersVersion::To457),
        torch: known.choice_or(Param::Torch, TorchVersion::From28),
        wide_embedding: known.on(Param::WideEmbedding),
        kernels: known.choice_or(Param::Kernels, Kernels::Eager),
        compile: known.choice_or(Param::Compile, Compile::None),
        expert_kernels: known.choice_or(Param::ExpertKernels, ExpertKernels::Separate),
        kbit_upcast: known.quant().is_some_and(super::Quant::bitsandbytes)
            && known.on(Param::KbitUpcast)
            && !undoes_upcast,
        head_cast_back: known.on(Param::HeadCastBack),
        repeat_kv: known.on(Param::RepeatKv),
        keeps_inputs: known.quant().is_some() && known.on(Param::KeepsInputs),
        gptq: known.choice_or(Param::GptqKernel, GptqKernel::Fused),
        loss_loop: known.choice_or(Param::LossLoop, LossLoop::Plain),
        reentrant: known.on(Param::Reentrant),
        no_sync: known.on(Param::NoSync),
        keeps_gradients: known.on(Param::KeepsGradients),
        reduce_bucket: known.choice_or(Param::ReduceBucket, ReduceBucket::M500),
        overlap_reduce: known.on(Param::OverlapReduce),
        slack: known.real(Param::Slack).unwrap_or(0.0) / 100.0,
    }
}

fn around(known: &Known) -> Around {
    let evaluation = known.on(Param::Evaluation);
    let only_then = |param| if evaluation { known.integer(param) } else { 0 };
    Around {
        evaluation,
        eval_batch: known.integer(Param::EvalBatch),
        eval_kept: only_then(Param::EvalKept),
        generate: only_then(Param::Generate),
        eval_samples: match known.get(Param::EvalSamples) {
            Some(Value::Integer(samples)) if evaluation => *samples,
            _ => 0,
        },
        evaluations: only_then(Param::Evaluations),
        loader: known.choice_or(Param::Loader, Loader::Shard),
        save: known.choice_or(Param::Save, Save::Shard),
        merge: known.choice_or(Param::Merge, Merge::Host),
    }
}

fn money(known: &Known) -> Money {
    let percent = |param| known.real(param).unwrap_or(0.0) / 100.0;
    Money {
        currency: known.choice_or(Param::Currency, Currency::Usd),
        tier: known.choice_or(Param::Tier, Tier::OnDemand),
        gpu_hour: known.real(Param::GpuPrice),
        exchange: known.real(Param::ExchangeRate),
        kwh: known.real(Param::PowerPrice),
        pue: known.real(Param::Pue).unwrap_or(1.0),
        watts: known.real(Param::Watts),
        purchase: known.real(Param::PurchasePrice),
        life: crate::num::float(known.integer(Param::Life)),
        fixed: known.real(Param::FixedCost).unwrap_or(0.0),
        utilisation: percent(Param::Utilisation),
        failed: percent(Param::FailedRuns),
        gb_month: known.real(Param::StoragePrice),
        api: known.real(Param::ApiPrice),
    }
}

fn host(known: &Known) -> Host {
    let keep = match known.get(Param::Keep) {
        Some(Value::Integer(keep)) => Some(*keep),
        _ => None,
    };
    Host {
        load: known.choice_or(Param::HostLoad, HostLoad::Each),
        pinned: known.on(Param::Pinned),
        workers: known.integer(Param::Workers),
        ram_gib: known.real(Param::Ram),
        disk_gb: known.real(Param::Disk),
        disk_gb_per_second: known.real(Param::DiskSpeed).unwrap_or(1.0),
        save_gb_per_second: known.real(Param::SaveSpeed),
        saves: known.integer(Param::Saves),
        keep,
        save_optimizer: known.on(Param::SaveOptimizer),
    }
}
