//! Measured throughput: a row of `tests/data/throughput-measured.csv` as a [`Draft`], so that a measurement and the page go
//! through the same inputs, defaults and checks.
use super::draft::{readable, relax, set_method, set_model};
use super::{Columns, scenario};
use crate::hardware;
use crate::scenario::{Draft, Param, Scenario};
use crate::time::{Pace, Rates, SHIPPED, Spread};

/// Columns that hold whole numbers, where they hold anything.
const WHOLE: &[&str] = &[
    "hidden", "layers", "heads", "kv_heads", "head_dim", "ffn", "vocab", "seq_len", "gpus",
];

/// Tokens of a document in the question-answering set that vendors pack to measure fine-tuning (SQuAD: about 430 with its
/// context), taken where a row packs with masks and does not state a length.
const DOCUMENT: &str = "430";

/// A predicted rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Tokens a second on each GPU.
    pub tokens: f64,
    /// Lower end of the 90% interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Predicts the rate of a row.
///
/// # Errors
/// Why the row is not supported.
pub fn predict_rate(row: &Columns<'_>) -> Result<Rate, String> {
    let scenario = rate_scenario(row)?;
    let tokens = rate_with(&scenario, &SHIPPED)?;
    let factor = Spread::of(&scenario).factor;
    let factor = if taken_for_another(row) {
        let wide = factor.ln().hypot(ANOTHER);
        wide.exp()
    } else {
        factor
    };
    Ok(Rate {
        tokens,
        low: tokens / factor,
        high: tokens * factor,
    })
}

/// Half-width of the logarithm that a framework without a record of its own adds, as a stack that nobody measured does.
const ANOTHER: f64 = 0.27;

/// Whether a row's framework has no record and is taken for its nearest relative.
fn taken_for_another(row: &Columns<'_>) -> bool {
    const KNOWN: [&str; 12] = [
        "composer",
        "llm-foundry",
        "hf-trainer",
        "trl-fsdp",
        "nemo",
        "megatron-lm",
        "megatron-bridge",
        "llama-factory",
        "ms-swift",
        "deepspeed",
        "trl",
        "hf",
    ];
    let name = row.get("stack");
    !KNOWN.contains(&name) && crate::stack::find(name).is_none()
}

/// The scenario of a row.
///
/// # Errors
/// Why the row is not supported.
pub fn rate_scenario(row: &Columns<'_>) -> Result<Scenario, String> {
    scenario(&rate_draft(row)?)
}

/// The rate of a scenario under other tables: what a fit tries out.
///
/// # Errors
/// Why there is none.
pub fn rate_with(scenario: &Scenario, rates: &Rates) -> Result<f64, String> {
    let pace = Pace::with(scenario, rates).map_err(|why| format!("{why:?}"))?;
    let finite = pace.tokens_per_gpu.is_finite() && pace.tokens_per_gpu > 0.0;
    finite
        .then_some(pace.tokens_per_gpu)
        .ok_or_else(|| "no finite rate".to_owned())
}

/// What a person would have typed for the run of this row.
///
/// # Errors
/// A method, a model or a GPU that Headroom does not know.
pub fn rate_draft(row: &Columns<'_>) -> Result<Draft, String> {
    readable(row, WHOLE)?;
    let mut draft = Draft::default();
    draft.set(Param::Stack, stack(row));
    set_model(&mut draft, row);
    set_method(&mut draft, row);
    set_targets(&mut draft, row);
    let ranks = Ranks::of(row);
    set_hardware(&mut draft, row, &ranks)?;
    set_layout(&mut draft, row, &ranks);
    set_software(&mut draft, row);
    if row.get("doc_mask") == "yes" {
        draft.set(Param::MeanLength, DOCUMENT);
        draft.set(Param::TailLength, DOCUMENT);
        draft.set(Param::Padding, "packed-mask");
    }
    relax(&mut draft);
    Ok(draft)
}

/// The stack's key. The scripts that measure full training under the Hugging Face Trainer run it through DeepSpeed.
fn stack(row: &Columns<'_>) -> &'static str {
    match row.get("stack") {
        "composer" | "llm-foundry" => "llm-foundry",
        "surogate" => "surogate",
        "hf-trainer" if row.get("method") == "full" || sharded(row) => "deepspeed",
        "hf-trainer" => "hf",
        // Scripts on PyTorch's own FSDP compile their blocks (fms-fsdp: 9,600 tokens a second of Llama 2 7B on an H100).
        "fsdp" | "automodel" => "torchtitan",
        "internevo" => "megatron",
        _ => super::draft::stack(row),
    }
}

/// Every target of a block.
const ALL: [&str; 7] = ["q", "k", "v", "o", "gate", "up", "down"];

/// Targets as these files put them: "q k v o gate up down + wte lm_head trainable", "q v output + mlp".
fn set_targets(draft: &mut Draft, row: &Columns<'_>) {
    if row.get("method") == "full" {
        return;
    }
    let stated = row.get("lora_targets");
    if stated.contains("trainable") {
        draft.set(Param::TrainedModules, "yes");
    }
    let mut targets: Vec<&str> = Vec::new();
    for word in stated.split([' ', ',', '+', '_']) {
        targets.extend(match word {
            "output" => &["o"][..],
            "mlp" => &["gate", "up", "down"],
            "attention" => &["q", "k", "v", "o"],
            "all" | "linear" => &ALL,
            _ => &[],
        });
        targets.push(word);
    }
    if !ALL.iter().any(|target| targets.contains(target)) {
        targets.extend(["q", "k", "v", "o"]);
    }
    let once: Vec<&str> = ALL
        .into_iter()
        .filter(|target| targets.contains(target))
        .collect();
    draft.set(Param::Targets, once.join("_"));
}

fn sharded(row: &Columns<'_>) -> bool {
    ["fsdp-full", "zero3", "zero-3"].contains(&row.get("sharding"))
}

/// Ranks and micro-batches, with the batch arithmetic put right where a table leaves columns out.
struct Ranks {
    gpus: u64,
    tensor: u64,
    pipeline: u64,
    context: u64,
    expert: u64,
    micro: u64,
    accumulation: u64,
    chunks: u64,
}

impl Ranks {
    fn of(row: &Columns<'_>) -> Self {
        let of = |column: &str| row.integer(column).unwrap_or(1).max(1);
        let megatron = stack(row) == "megatron";
        let (gpus, mut tensor, pipeline, mut context) = (of("gpus"), of("tp"), of("pp"), of("cp"));
        let mut micro = of("micro_batch");
        let (stated, global) = (row.integer("grad_accum"), row.integer("global_batch"));
        if let (true, Some(accumulation), Some(global)) = (megatron, stated, global) {
            // GPUs × micro-batch × accumulation ÷ global batch is the size of a model-parallel group.
            let group = product([tensor, pipeline, context]);
            let all = gpus.saturating_mul(micro).saturating_mul(accumulation);
            if global > 0 && all.is_multiple_of(global.saturating_mul(group)) {
                let missing = all / global / group;
                if missing == 2 {
                    context = context.saturating_mul(2);
                } else if missing > 2 {
                    tensor = tensor.saturating_mul(missing);
                }
            }
        }
        let replicas = (gpus / product([tensor, pipeline, context])).max(1);
        let mut accumulation = match (stated, global) {
            (Some(steps), Some(global)) if global == product([steps, micro, replicas]) => steps,
            (_, Some(global)) => {
                let rows = micro.saturating_mul(replicas).max(1);
                (global.saturating_add(rows / 2) / rows).max(1)
            }
            (Some(steps), None) => steps,
            (None, None) => 1,
        };
        if stack(row) == "torchtitan" && pipeline > 1 {
            // Its local batch is cut into pipeline micro-batches of one sequence.
            (accumulation, micro) = (micro, 1);
        }
        let layers = of("layers");
        let chunks = match row.integer("vp") {
            Some(chunks) => chunks,
            // Interleaving is not in that table; tuned recipes use it.
            None if megatron && pipeline > 1 => (layers / pipeline).clamp(1, 8),
            None => 1,
        };
        Self {
            gpus,
            tensor,
            pipeline,
            context,
            expert: of("ep"),
            micro,
            accumulation: accumulation.max(1),
            chunks,
        }
    }
}

/// The product of what a file may hold absurdly large.
fn product(factors: [u64; 3]) -> u64 {
    factors.into_iter().fold(1, u64::saturating_mul)
}

fn set_hardware(draft: &mut Draft, row: &Columns<'_>, ranks: &Ranks) -> Result<(), String> {
    let name = row.get("gpu");
    let found = hardware::resolve_alias(name).ok_or_else(|| format!("gpu={name}"))?;
    draft.set(Param::Gpu, found.gpu.id.clone());
    let stated = row.integer("gpus_per_node").unwrap_or(8).max(1);
    let per_node = stated.min(ranks.gpus);
    let (per_node, nodes) = if ranks.gpus.is_multiple_of(per_node) {
        (per_node, ranks.gpus / per_node)
    } else {
        (ranks.gpus, 1)
    };
    draft.set(Param::GpusPerNode, per_node.to_string());
    draft.set(Param::Nodes, nodes.to_string());
    let text = row.get("interconnect").to_ascii_lowercase();
    let none = text.contains("no nvlink") || text.starts_with("pcie");
    if none {
        draft.set(Param::DirectLink, "no");
    } else if text.contains("nvlink") || text.contains("xgmi") {
        draft.set(Param::DirectLink, "yes");
    }
    // The source describes that machine: cards held at 280 W on an old board with few lanes. About 8 GB/s is what its sharded runs
    // take beside its replicas.
    if name == "RTX3090-280W" {
        draft.set(Param::Pcie, "8");
    }
    if nodes > 1
        && let Some(network) = network(&text, per_node)
    {
        draft.set(Param::Network, network.to_string());
    }
    Ok(())
}

/// GB/s of a node that a description states: "1600Gbps RoCE inter", "400Gb/s RDMA per GPU".
fn network(text: &str, per_node: u64) -> Option<u64> {
    let at = text.find("gbps").or_else(|| text.find("gb/s"))?;
    let before = text.get(..at)?;
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let gigabits: u64 = before.get(before.len() - digits..)?.parse().ok()?;
    let rest = text.get(at..)?;
    let between = rest.contains("inter") || rest.contains("roce") || rest.contains("rdma");
    if !between || text.contains("nvswitch") {
        return None;
    }
    let adapters = if rest.contains("per gpu") {
        per_node
    } else {
        1
    };
    Some((gigabits.saturating_mul(adapters) / 8).max(1))
}

fn set_layout(draft: &mut Draft, row: &Columns<'_>, ranks: &Ranks) {
    for (param, ranks) in [
        (Param::TensorParallel, ranks.tensor),
        (Param::PipelineParallel, ranks.pipeline),
        (Param::ContextParallel, ranks.context),
        (Param::ExpertParallel, ranks.expert),
        (Param::MicroBatch, ranks.micro),
        (Param::Accumulation, ranks.accumulation),
    ] {
        draft.set(param, ranks.to_string());
    }
    if ranks.pipeline > 1 && ranks.chunks > 1 {
        draft.set(Param::Schedule, "interleaved");
        draft.set(Param::VirtualStages, ranks.chunks.to_string());
    }
    if let Some(sequence) = row.integer("seq_len") {
        draft.set(Param::Sequence, sequence.to_string());
    }
    let sharding = match row.get("sharding") {
        "fsdp-full" | "none" | "zero3" if stack(row) == "deepspeed" => "zero3",
        "fsdp-full" | "fsdp2" => "fsdp",
        "zero1" | "zero-1" => "zero1",
        "zero2" | "zero-2" if stack(row) == "deepspeed" || stack(row) == "hf" => "zero2",
        "zero2" | "zero-2" => "fsdp-grad-op",
        "zero3" | "zero-3" => "zero3",
        known @ ("hsdp" | "ddp" | "none") => known,
        _ => "",
    };
    draft.set(Param::Sharding, sharding);
    if row.get("offload") == "cpu" {
        draft.set(Param::Offload, "both");
    }
}

/// Year and month of the NeMo container that a release names: "26.06.01 NeMo Container", "NeMo 24.07".
fn nemo(release: &str) -> Option<(u64, u64)> {
    if !release.to_ascii_lowercase().contains("nemo") {
        return None;
    }
    release.split([' ', ';']).rev().find_map(|word| {
        let mut parts = word.split('.');
        let [year, month] = [parts.next()?, parts.next()?];
        (year.len() == 2 && month.len() == 2).then_some(())?;
        Some((year.parse().ok()?, month.parse().ok()?))
    })
}

fn set_software(draft: &mut Draft, row: &Columns<'_>) {
    if stack(row) == "megatron" && nemo(row.get("release")).is_some_and(|date| date >= (26, 6)) {
        draft.set(Param::ExpertKernels, "fused");
    }
    let precision = match (row.get("precision"), stack(row)) {
        ("fp8", _) => "fp8",
        ("nvfp4", _) => "nvfp4",
        ("fp16", _) => "fp16",
        _ => "",
    };
    draft.set(Param::Precision, precision);
    let checkpointing = match row.get("checkpointing") {
        // Whole blocks are recomputed by default; its tables do not say.
        _ if stack(row) == "surogate" => "full",
        "unknown" | "" if stack(row) == "megatron" => "none",
        // NeMo AutoModel and scripts on FSDP checkpoint only when told to.
        "unknown" | "" if ["automodel", "fsdp"].contains(&row.get("stack")) => "none",
        known @ ("none" | "selective" | "full" | "full-offload") => known,
        _ => "",
    };
    draft.set(Param::Checkpointing, checkpointing);
    let kernels = match row.get("kernels") {
        "plain" | "eager" | "eager-fp32" => "eager",
        known @ ("fused" | "liger") => known,
        _ => "",
    };
    draft.set(Param::Kernels, kernels);
    match row.get("kernels") {
        "eager-fp32" => draft.set(Param::KbitUpcast, "yes"),
        "" => {}
        _ => draft.set(Param::KbitUpcast, "no"),
    }
}
