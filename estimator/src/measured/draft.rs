//! Column by column from what a source states to what a person would type.
use super::Columns;
use crate::hardware;
use crate::hardware::Feature;
use crate::model::{self, Family};
use crate::scenario::{Draft, IssueKind, Param, TransformersVersion, family_text};

/// Columns that hold whole numbers, where they hold anything.
const WHOLE: &[&str] = &[
    "hidden",
    "layers",
    "heads",
    "kv_heads",
    "head_dim",
    "ffn",
    "vocab",
    "experts",
    "active_experts",
    "lora_rank",
    "seq_len",
    "micro_batch",
    "grad_accum",
    "tp",
    "pp",
    "cp",
    "gpus",
];

/// What a person would have typed for the run of this row.
///
/// # Errors
/// A method that Headroom does not model.
pub fn draft(row: &Columns<'_>) -> Result<Draft, String> {
    readable(row, WHOLE)?;
    let mut draft = Draft::default();
    draft.set(Param::Stack, stack(row));
    set_model(&mut draft, row);
    set_method(&mut draft, row);
    set_hardware(&mut draft, row);
    set_batch(&mut draft, row);
    set_states(&mut draft, row);
    set_software(&mut draft, row);
    relax(&mut draft);
    Ok(draft)
}

/// Whether a row can be read: a method that is modelled, and whole numbers where there have to be some.
pub(super) fn readable(row: &Columns<'_>, whole: &[&'static str]) -> Result<(), String> {
    let method = row.get("method");
    if !["full", "lora", "qlora", "dora"].contains(&method) {
        return Err(format!("method {method}"));
    }
    if let Some(column) = row.not_whole(whole) {
        return Err(format!("{column}={}", row.get(column)));
    }
    Ok(())
}

/// What a row states in words that Headroom does not know, or that do not go together under its stack, takes the default: a
/// prediction with an assumption is worth more than none.
pub(super) fn relax(draft: &mut Draft) {
    // Each round settles at least one field.
    for _ in 0..6 {
        let Err(issues) = draft.check().scenario else {
            return;
        };
        for issue in issues {
            match issue.kind {
                IssueKind::Lacks {
                    feature: Feature::Bf16,
                } => draft.set(Param::Precision, "fp16"),
                IssueKind::Conflict { with, .. } if draft.get(issue.param).is_none() => {
                    draft.clear(with);
                }
                IssueKind::UnknownChoice { .. }
                | IssueKind::BadList
                | IssueKind::Lacks { .. }
                | IssueKind::Conflict { .. } => draft.clear(issue.param),
                _ => {}
            }
        }
    }
}

/// The stack's key; a framework that has no record is taken for the Hugging Face Trainer, whose code most of them run.
pub(super) fn stack(row: &Columns<'_>) -> &'static str {
    let zero = row.get("sharding").starts_with("zero");
    match row.get("stack") {
        "trl-fsdp" | "trl" => "trl",
        "litgpt" => "litgpt",
        "peft-loop" => "peft-loop",
        "fsdp-qlora" => "fsdp-qlora",
        "torchtune" => "torchtune",
        "torchtitan" => "torchtitan",
        "axolotl" => "axolotl",
        "llama-factory" | "llamafactory" if !zero => "llamafactory",
        "ms-swift" | "swift" if !zero => "swift",
        "colossalai" => "colossalai",
        "unsloth" => "unsloth",
        "xtuner" => "xtuner",
        "megatron" | "nemo" | "megatron-lm" | "megatron-bridge" => "megatron",
        _ if zero => "deepspeed",
        _ => "hf",
    }
}

pub(super) fn set_model(draft: &mut Draft, row: &Columns<'_>) {
    let name = row.get("model");
    let listed = model::find_by_repository(name).filter(|spec| same_shape(spec, row));
    if let Some(spec) = listed {
        draft.set(Param::Model, spec.id);
        return;
    }
    draft.set(Param::Model, "custom");
    let heads = row.integer("heads").unwrap_or(32);
    let hidden = row.integer("hidden").unwrap_or(4096);
    let numbers = [
        (Param::Hidden, Some(hidden)),
        (Param::Layers, row.integer("layers")),
        (Param::Heads, Some(heads)),
        (Param::KvHeads, row.integer("kv_heads").or(Some(heads))),
        (
            Param::HeadDim,
            row.integer("head_dim").or(Some(hidden / heads.max(1))),
        ),
        (Param::Ffn, row.integer("ffn")),
        (Param::Vocab, row.integer("vocab")),
        (Param::Experts, row.integer("experts")),
        (Param::ActiveExperts, row.integer("active_experts")),
    ];
    for (param, number) in numbers {
        if let Some(number) = number {
            draft.set(param, number.to_string());
        }
    }
    draft.set(Param::Gated, yes(row.get("gated_mlp") != "no"));
    draft.set(Param::Tied, yes(row.get("tied") == "yes"));
    draft.set(Param::Family, family_text(family(name)));
    draft.set(Param::PublishedParams, row.get("params_b"));
}

fn same_shape(spec: &model::ModelSpec, row: &Columns<'_>) -> bool {
    let same = |column: &str, value: u64| row.integer(column).is_none_or(|given| given == value);
    same("hidden", spec.hidden)
        && same("layers", spec.layers)
        && same("heads", spec.heads)
        && same("vocab", spec.vocab)
}

/// The implementation that a repository's name tells.
fn family(name: &str) -> Family {
    let name = name.to_ascii_lowercase();
    let known = [
        ("chatglm", Family::ChatGlm),
        ("bigcode", Family::GptBigCode),
        ("santacoder", Family::GptBigCode),
        ("bert", Family::Bert),
        ("qwen/qwen-", Family::Qwen1),
        ("mixtral", Family::Mixtral),
        ("mistral", Family::Mistral),
        ("powerlm", Family::Granite),
        ("stablelm-base-alpha", Family::GptNeoX),
        ("phi-1", Family::Phi),
        ("phi-2", Family::Phi),
    ];
    known
        .iter()
        .find(|(part, _)| name.contains(part))
        .map_or(Family::Llama, |(_, family)| *family)
}

const fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

pub(super) fn set_method(draft: &mut Draft, row: &Columns<'_>) {
    let base = row.get("base_dtype");
    let quantised = [
        "nf4",
        "nf4-dq",
        "fp4",
        "int8",
        "gptq4",
        "gptq4-nogroup",
        "gptq8",
        "fp8",
        "nvfp4",
    ]
    .contains(&base);
    let method = match row.get("method") {
        "full" => "full",
        "qlora" => "qlora",
        _ if quantised => "qlora",
        _ => "lora",
    };
    draft.set(Param::Method, method);
    if quantised {
        // torchao's NF4, which torchtune uses, always quantises its scales again.
        let torchao = row.get("stack") == "torchtune" && base == "nf4";
        draft.set(Param::Quant, if torchao { "nf4-dq" } else { base });
    }
    draft.set(Param::Dora, yes(row.get("method") == "dora"));
    if method != "full" {
        if let Some(rank) = row.integer("lora_rank") {
            draft.set(Param::Rank, rank.to_string());
        }
        let targets = row.get("lora_targets");
        let targets = if targets.is_empty() { "q v" } else { targets };
        draft.set(Param::Targets, adapted(targets));
        draft.set(
            Param::TrainedModules,
            yes(!row.get("modules_to_save").is_empty()),
        );
    }
}

/// Adapted matrices as a list of the input; PEFT's own names are known too.
fn adapted(stated: &str) -> String {
    if ["all-linear", "all", "all linear"].contains(&stated) {
        return "q_k_v_o_gate_up_down".to_owned();
    }
    let names = stated.split([' ', ',', ';', '+']).map(|name| {
        let name = name.trim().trim_end_matches("_proj");
        match name {
            "lm_head" => "head",
            "qkv" | "query_key_value" | "c_attn" | "W_pack" => "q_k_v",
            "attn" | "attention" => "q_k_v_o",
            "mlp" => "gate_up_down",
            "gate_up" => "gate_up",
            other => other,
        }
    });
    let kept: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    kept.join("_")
}

fn set_hardware(draft: &mut Draft, row: &Columns<'_>) {
    // A source that does not name its GPU cannot be short of memory on it.
    if let Some(found) = hardware::resolve_alias(row.get("gpu")) {
        draft.set(Param::Gpu, found.gpu.id.clone());
    } else {
        draft.set(Param::Gpu, "custom");
        draft.set(Param::GpuMemory, "1000");
        draft.set(Param::GpuArch, "hopper");
    }
    let gpus = row.integer("gpus").unwrap_or(1).max(1);
    let nodes = if gpus > 8 && gpus.is_multiple_of(8) {
        gpus / 8
    } else {
        1
    };
    draft.set(Param::GpusPerNode, (gpus / nodes).to_string());
    draft.set(Param::Nodes, nodes.to_string());
}

fn set_batch(draft: &mut Draft, row: &Columns<'_>) {
    let batch = row.integer("micro_batch").unwrap_or(1).max(1);
    let stages = row.integer("pp").unwrap_or(1).max(1);
    // A pipeline splits the local batch into as many micro-batches as it has stages.
    let parts = if stages > 1 { batch.min(stages) } else { 1 };
    let accumulation = row.integer("grad_accum").unwrap_or(1).max(1);
    draft.set(Param::MicroBatch, (batch / parts).to_string());
    draft.set(
        Param::Accumulation,
        accumulation.saturating_mul(parts).to_string(),
    );
    if let Some(sequence) = row.integer("seq_len") {
        draft.set(Param::Sequence, sequence.to_string());
    }
    let steps = row.get("steps");
    if steps.starts_with("thousands") {
        draft.set(Param::Variety, "many");
    } else if !steps.is_empty() {
        draft.set(Param::Variety, "some");
    }
}

fn set_states(draft: &mut Draft, row: &Columns<'_>) {
    let precision = match row.get("compute") {
        "bf16-mixed" => "bf16",
        "fp16-mixed" => "fp16",
        "bf16-true" => "bf16-pure",
        "fp16-true" => "fp16-pure",
        "fp32" => "fp32",
        "fp8" | "fp8-mixed" => "fp8",
        _ => "",
    };
    draft.set(Param::Precision, precision);
    match row.get("base_dtype") {
        "fp32" => draft.set(Param::WeightDtype, "32"),
        // Loaded in 16 bit, but accelerate may upcast what it trains: that is the stack's default.
        "bf16" | "fp16" if !by_accelerate(row) => draft.set(Param::WeightDtype, "16"),
        _ => {}
    }
    let sharding = match row.get("sharding") {
        "fsdp-full" | "fsdp2" | "fsdp-full-shard" => "fsdp",
        "fsdp-shard-grad-op" | "fsdp-grad" => "fsdp-grad-op",
        "dist-opt" | "distributed-optimizer" | "zero-1" => "zero1",
        "zero-2" => "zero2",
        "zero-3" => "zero3",
        "" | "unknown" => "",
        other => other,
    };
    draft.set(Param::Sharding, sharding);
    if let offload @ ("none" | "optimizer" | "both") = row.get("offload") {
        draft.set(Param::Offload, offload);
    }
    for (param, column) in [
        (Param::TensorParallel, "tp"),
        (Param::PipelineParallel, "pp"),
        (Param::ContextParallel, "cp"),
    ] {
        if let Some(ranks) = row.integer(column) {
            draft.set(param, ranks.to_string());
        }
    }
    set_optimizer(draft, row);
}

/// Whether accelerate prepares the model: Hugging Face's trainers under FSDP.
fn by_accelerate(row: &Columns<'_>) -> bool {
    let trainers = ["trl", "hf", "llamafactory", "axolotl", "swift", "unsloth"];
    row.get("sharding").starts_with("fsdp") && trainers.contains(&stack(row))
}

fn set_optimizer(draft: &mut Draft, row: &Columns<'_>) {
    draft.set(Param::Torch, torch(row.get("torch")));
    let torchtune = row.get("stack") == "torchtune";
    let optimizer = match row.get("optimizer") {
        "paged-adamw-8bit" | "paged_adamw_8bit" => "adamw-8bit-paged",
        "adamw-distributed" | "distributed-adam" => "",
        "adamw" if torchtune => "adamw-fused",
        other => other,
    };
    draft.set(Param::Optimizer, optimizer);
}

fn set_software(draft: &mut Draft, row: &Columns<'_>) {
    if let checkpointing @ ("none" | "selective" | "full" | "full-offload") =
        row.get("checkpointing")
    {
        draft.set(Param::Checkpointing, checkpointing);
    }
    if let attention @ ("flash" | "eager") = row.get("attention") {
        draft.set(Param::Attention, attention);
    }
    let tensor = row.integer("tp").unwrap_or(1) > 1;
    let loss = match row.get("loss") {
        // torchtitan computes the loss over a divided vocabulary where it runs tensor parallel.
        "eager" if row.get("stack") == "torchtitan" && tensor => "",
        "fused-ce-kept-logits" => "fused-ce",
        "chunked-kept-logits" => "chunked-kept",
        loss @ ("eager" | "chunked" | "fused-linear" | "cut") => loss,
        _ => "",
    };
    draft.set(Param::Loss, loss);
    draft.set(Param::Transformers, transformers(row.get("transformers")));
    let fused_loss = matches!(loss, "fused-ce" | "fused-linear");
    let kernels = match row.get("kernels") {
        "plain" => "eager",
        "liger" => "liger",
        "fused" => "fused",
        _ if fused_loss && stack(row) == "trl" => "fused",
        _ => "",
    };
    draft.set(Param::Kernels, kernels);
    draft.set(
        Param::Compile,
        match row.get("compile") {
            "no" => "none",
            // torchtune has one flag, which compiles the blocks and the loss (torchtune: training/_compile.py).
            "loss" if row.get("stack") == "torchtune" => "all",
            "loss" => "loss",
            "blocks" => "blocks",
            "blocks+loss" => "all",
            _ => "",
        },
    );
    if let prepared @ ("yes" | "no") = row.get("kbit_prepare") {
        draft.set(Param::KbitUpcast, prepared);
    }
}

/// The range of PyTorch releases that a version falls into; empty when it is not stated.
fn torch(version: &str) -> &'static str {
    let mut parts = version.split('.').map(str::parse::<u64>);
    match (parts.next(), parts.next()) {
        (Some(Ok(1)), _) => "1",
        (Some(Ok(2)), Some(Ok(minor))) if minor <= 7 => "2.7",
        (Some(Ok(_)), _) => "2.8",
        _ => "",
    }
}

/// The release range that a version falls into; empty when it is not stated.
fn transformers(version: &str) -> &'static str {
    TransformersVersion::of_release(version).map_or("", TransformersVersion::key)
}
