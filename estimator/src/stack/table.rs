//! The stacks. Sources name the repository and file that was read.
use super::rules::{
    COMMON, DEVICE_MAP, DEVICE_MAP_ALONE, HUGGING_FACE, adapters, always, fsdp, full, quantised,
    rule, several, zero_below_3, zero2, zero3,
};
use super::{Rule, Stack};
use crate::scenario::Param;
use crate::source::{Source, SourceKind};

/// Keys in the order of [`STACKS`].
pub const KEYS: &[&str] = &[
    "trl",
    "hf",
    "deepspeed",
    "llamafactory",
    "axolotl",
    "swift",
    "unsloth",
    "torchtune",
    "torchtitan",
    "litgpt",
    "megatron",
    "peft-loop",
    "fsdp-qlora",
    "colossalai",
    "xtuner",
    "llm-foundry",
    "surogate",
];

const fn code(title: &'static str, url: &'static str) -> Source {
    Source {
        title,
        url,
        date: "2026-12",
        kind: SourceKind::Code,
    }
}

#[rustfmt::skip]
const TRL: &[Rule] = &[
    rule(Param::Sharding, "fsdp", several),
    rule(Param::Dropout, "0.05", always),
    rule(Param::HeadCastBack, "yes", quantised),
    rule(Param::GptqKernel, "fused", always),
];

#[rustfmt::skip]
const HF: &[Rule] = &[
    rule(Param::Sharding, "ddp", several),
    // tests/deepspeed/ds_config_zero2.json: 2e8, `"overlap_comm": true` (docs/source/en/deepspeed.md: 5e8); stage 3 there: `"auto"`.
    rule(Param::ReduceBucket, "auto", zero3),
    rule(Param::ReduceBucket, "200m", zero2),
    rule(Param::OverlapReduce, "yes", zero2),
    // `prepare_model_for_kbit_training` turns checkpoints on: peft, utils/other.py, `use_gradient_checkpointing=True`.
    rule(Param::Checkpointing, "full", quantised),
    rule(Param::Checkpointing, "none", always),
    rule(Param::Dropout, "0.05", always),
    // `fsdp_config`'s `cpu_ram_efficient_loading` is off unless set: transformers, training_args.py.
    rule(Param::HostLoad, "each", fsdp),
];

#[rustfmt::skip]
const DEEPSPEED: &[Rule] = &[
    rule(Param::Sharding, "zero2", always),
    rule(Param::Dropout, "0.05", always),
    // tests/deepspeed/ds_config_zero2.json: 2e8, `"overlap_comm": true` (docs/source/en/deepspeed.md: 5e8); stage 3 there: `"auto"`.
    rule(Param::ReduceBucket, "auto", zero3),
    rule(Param::ReduceBucket, "200m", zero2),
    rule(Param::OverlapReduce, "yes", zero2),
];

#[rustfmt::skip]
const LLAMA_FACTORY: &[Rule] = &[
    rule(Param::Sharding, "ddp", several),
    rule(Param::KbitUpcast, "no", always),
    rule(Param::Rank, "8", always),
    // examples/deepspeed/ds_z2_config.json: 5e8, `"overlap_comm": false`; ds_z3_config.json: `"auto"`.
    rule(Param::ReduceBucket, "auto", zero3),
];

#[rustfmt::skip]
const AXOLOTL: &[Rule] = &[
    rule(Param::Sharding, "ddp", several),
    rule(Param::HeadCastBack, "yes", quantised),
    rule(Param::Dropout, "0.05", always),
    rule(Param::EvalBatch, "1", always),
    // deepspeed_configs/zero1.json, zero2.json: `"overlap_comm": true`, no bucket size; zero3_bf16.json: `"auto"`.
    rule(Param::ReduceBucket, "auto", zero3),
    rule(Param::OverlapReduce, "yes", always),
    // utils/schemas/config.py, `default_dataloader_opts`; cli/config.py, `n_gpu`: as many as there are processes in all. Eight stand
    // for several: one is enough to hide what they do.
    rule(Param::Workers, "8", several),
    rule(Param::Workers, "1", always),
    // `choose_device` drops the `device_map` where accelerate runs DeepSpeed.
    rule(Param::HostLoad, "each", zero_below_3),
];

#[rustfmt::skip]
const SWIFT: &[Rule] = &[
    rule(Param::Sharding, "ddp", several),
    rule(Param::Dropout, "0.05", always),
    rule(Param::KbitUpcast, "no", always),
    rule(Param::Rank, "8", always),
    rule(Param::EvalBatch, "1", always),
    // swift/config/zero1.json, zero2.json: 2e8, `"overlap_comm": false`; zero3.json: `"auto"`.
    rule(Param::ReduceBucket, "auto", zero3),
    rule(Param::ReduceBucket, "200m", always),
    // swift/trainers/arguments.py, `dataloader_num_workers`.
    rule(Param::Workers, "1", always),
];

#[rustfmt::skip]
const UNSLOTH: &[Rule] = &[
    rule(Param::Sharding, "ddp", several),
    rule(Param::Quant, "nf4-dq", always),
    rule(Param::Loss, "cut", always),
    rule(Param::Checkpointing, "full-offload", always),
    rule(Param::Optimizer, "adamw-8bit", always),
    rule(Param::Kernels, "liger", always),
    rule(Param::KbitUpcast, "no", always),
];

#[rustfmt::skip]
const TORCHTUNE: &[Rule] = &[
    rule(Param::Sharding, "fsdp", several),
    rule(Param::Engine, "fsdp2", fsdp),
    rule(Param::Precision, "bf16-pure", always),
    rule(Param::Optimizer, "adamw-fused", always),
    rule(Param::Loss, "chunked", always),
    rule(Param::AdapterDtype, "16", always),
    rule(Param::ModelCode, "torchtune", always),
    rule(Param::Rank, "8", always),
    rule(Param::Targets, "q_v_o_gate_up_down", always),
    // torchao quantises the block scales too: torchao/dtypes/nf4tensor.py.
    rule(Param::Quant, "nf4-dq", always),
    rule(Param::Slack, "5", always),
    // Files are mapped (torchtune: training/checkpointing/_utils.py, `safe_torch_load` with `mmap=True`).
    rule(Param::HostLoad, "stream", always),
];

#[rustfmt::skip]
const TORCHTITAN: &[Rule] = &[
    rule(Param::Sharding, "fsdp", several),
    rule(Param::Engine, "fsdp2", fsdp),
    rule(Param::WeightDtype, "32", full),
    rule(Param::Checkpointing, "selective", always),
    rule(Param::AdapterDtype, "16", always),
    rule(Param::Dropout, "0.05", always),
    rule(Param::Loss, "vocab-parallel", |known| known.integer(Param::TensorParallel) > 1),
    rule(Param::ModelCode, "torchtitan", always),
    rule(Param::Kernels, "fused", always),
    rule(Param::Slack, "20", always),
    // Texts are joined and cut every `seq_len` tokens: torchtitan/datasets/hf_datasets.py.
    rule(Param::Padding, "packed", always),
    // Each rank reads and writes its shards: components/checkpoint.py (0.3: components/checkpointer/dcp.py), `dcp.load`, `dcp.save`.
    rule(Param::HostLoad, "stream", always),
    rule(Param::Save, "shard", always),
];

#[rustfmt::skip]
const LITGPT: &[Rule] = &[
    rule(Param::Sharding, "fsdp", several),
    rule(Param::Precision, "bf16-pure", always),
    rule(Param::Checkpointing, "none", always),
    rule(Param::Loss, "chunked-kept", always),
    rule(Param::AdapterDtype, "16", always),
    rule(Param::Dropout, "0.05", always),
    rule(Param::Targets, "q_v", always),
    rule(Param::Rank, "8", always),
    rule(Param::ModelCode, "litgpt", always),
    rule(Param::Bitsandbytes, "0.42", always),
    rule(Param::NoSync, "yes", always),
    rule(Param::Slack, "25", fsdp),
    // litgpt/utils.py, `load_checkpoint`: files are read lazily.
    rule(Param::HostLoad, "stream", always),
    // Adapters are saved alone (finetune/lora.py, `save_lora_checkpoint`), a full model with its optimizer (finetune/full.py).
    rule(Param::SaveOptimizer, "no", adapters),
    // litgpt/data/alpaca.py, json_data.py, `num_workers`.
    rule(Param::Workers, "4", always),
];

#[rustfmt::skip]
const MEGATRON: &[Rule] = &[
    rule(Param::Sharding, "zero1", always),
    rule(Param::Engine, "megatron", always),
    rule(Param::Checkpointing, "none", always),
    rule(Param::Loss, "vocab-parallel", |known| known.integer(Param::TensorParallel) > 1),
    rule(Param::Loss, "fused-ce", always),
    rule(Param::Optimizer, "adamw-fused", always),
    rule(Param::ModelCode, "megatron", always),
    rule(Param::Kernels, "fused", always),
    // training/arguments.py, `--num-workers`.
    rule(Param::Workers, "2", always),
    // Inferred from the format: each rank reads its shards (core/dist_checkpointing/strategies/torch.py).
    rule(Param::HostLoad, "stream", always),
];

#[rustfmt::skip]
const PEFT_LOOP: &[Rule] = &[
    rule(Param::Sharding, "ddp", several),
    rule(Param::Checkpointing, "none", always),
    rule(Param::RepeatKv, "yes", always),
    rule(Param::KbitUpcast, "no", always),
    rule(Param::LossLoop, "keeps-outputs", always),
    rule(Param::WideEmbedding, "no", always),
    rule(Param::Slack, "0", always),
    rule(Param::SaveOptimizer, "no", always),
];

#[rustfmt::skip]
const FSDP_QLORA: &[Rule] = &[
    rule(Param::Sharding, "fsdp", several),
    rule(Param::Precision, "bf16-pure", always),
    rule(Param::AdapterDtype, "16", always),
    rule(Param::Dropout, "0.1", always),
    rule(Param::WideEmbedding, "no", always),
    rule(Param::Rank, "64", always),
    rule(Param::KbitUpcast, "no", always),
    rule(Param::Slack, "15", always),
    // `low_memory`: rank 0 holds the quantised weights on the host, the others empty shapes.
    rule(Param::HostLoad, "once", always),
    rule(Param::SaveOptimizer, "no", always),
];

#[rustfmt::skip]
const COLOSSAL_AI: &[Rule] = &[
    rule(Param::Sharding, "zero2", always),
    rule(Param::Engine, "colossalai", always),
    rule(Param::LossLoop, "keeps-fp32", always),
    rule(Param::Dropout, "0.05", always),
];

#[rustfmt::skip]
const XTUNER: &[Rule] = &[
    rule(Param::Sharding, "fsdp", several),
    rule(Param::Engine, "fsdp2", fsdp),
    // Every published configuration sets `CELossConfig(mode="chunk")`.
    rule(Param::Loss, "chunked", always),
    rule(Param::Kernels, "fused", always),
    rule(Param::Dropout, "0.05", always),
    rule(Param::Slack, "20", always),
    // Inferred: the loader was not read.
    rule(Param::HostLoad, "stream", always),
];

#[rustfmt::skip]
const LLM_FOUNDRY: &[Rule] = &[
    rule(Param::Sharding, "fsdp", several),
    // `mixed_precision: DEFAULT` keeps fp32 shards (scripts/train/benchmarking/README.md).
    rule(Param::WeightDtype, "32", full),
    rule(Param::Loss, "fused-ce", always),
    rule(Param::Slack, "20", always),
    // scripts/train/yamls/finetune/mpt-7b_dolly_sft.yaml, `num_workers`.
    rule(Param::Workers, "8", always),
];

#[rustfmt::skip]
const SUROGATE: &[Rule] = &[
    rule(Param::Sharding, "ddp", several),
    rule(Param::Precision, "bf16-pure", always),
    rule(Param::Loss, "chunked", always),
    rule(Param::Optimizer, "adamw-8bit", always),
    rule(Param::Kernels, "liger", always),
    rule(Param::KbitUpcast, "no", always),
];

/// Every stack, the most common first.
#[rustfmt::skip]
pub const STACKS: &[Stack] = &[
    Stack { key: "trl", name: "TRL + accelerate", source: code("trl: trainer/sft_trainer.py; peft: utils/other.py; accelerate: utils/fsdp_utils.py", "https://github.com/huggingface/trl"), measured: true, rules: &[TRL, DEVICE_MAP_ALONE, COMMON, HUGGING_FACE] },
    Stack { key: "hf", name: "Hugging Face Trainer", source: code("transformers: training_args.py, trainer.py; peft: tuners/lora/layer.py", "https://github.com/huggingface/transformers"), measured: true, rules: &[HF, COMMON, HUGGING_FACE] },
    Stack { key: "deepspeed", name: "Hugging Face Trainer + DeepSpeed", source: code("DeepSpeed: runtime/zero/stage_1_and_2.py, stage3.py, engine.py", "https://github.com/deepspeedai/DeepSpeed"), measured: true, rules: &[DEEPSPEED, COMMON, HUGGING_FACE] },
    Stack { key: "llamafactory", name: "LLaMA-Factory", source: code("LLaMA-Factory: hparams/model_args.py, finetuning_args.py; model/adapter.py, model_utils/checkpointing.py", "https://github.com/hiyouga/LLaMA-Factory"), measured: false, rules: &[LLAMA_FACTORY, DEVICE_MAP, COMMON, HUGGING_FACE] },
    Stack { key: "axolotl", name: "Axolotl", source: code("axolotl: loaders/model.py, loaders/adapter.py; examples", "https://github.com/axolotl-ai-cloud/axolotl"), measured: false, rules: &[AXOLOTL, DEVICE_MAP, COMMON, HUGGING_FACE] },
    Stack { key: "swift", name: "ms-swift", source: code("ms-swift: swift/llm/argument/train_args.py, tuner_args.py", "https://github.com/modelscope/ms-swift"), measured: false, rules: &[SWIFT, DEVICE_MAP, COMMON, HUGGING_FACE] },
    Stack { key: "unsloth", name: "Unsloth", source: code("unsloth: models/llama.py, models/_utils.py, kernels/", "https://github.com/unslothai/unsloth"), measured: false, rules: &[UNSLOTH, DEVICE_MAP, COMMON, HUGGING_FACE] },
    Stack { key: "torchtune", name: "torchtune", source: code("torchtune: recipes/full_finetune_distributed.py, recipes/lora_finetune_distributed.py, torchtune/modules/transformer.py", "https://github.com/meta-pytorch/torchtune"), measured: true, rules: &[TORCHTUNE, COMMON] },
    Stack { key: "torchtitan", name: "torchtitan", source: code("torchtitan: torchtitan/config/job_config.py, models/llama3/infra/parallelize.py", "https://github.com/pytorch/torchtitan"), measured: true, rules: &[TORCHTITAN, COMMON] },
    Stack { key: "litgpt", name: "LitGPT", source: code("litgpt: litgpt/finetune/lora.py, litgpt/lora.py", "https://github.com/Lightning-AI/litgpt"), measured: true, rules: &[LITGPT, COMMON] },
    Stack { key: "megatron", name: "Megatron-LM / NeMo", source: code("Megatron-LM: megatron/training/arguments.py, core/distributed, core/optimizer/distrib_optimizer.py, training/theoretical_memory_usage.py", "https://github.com/NVIDIA/Megatron-LM"), measured: false, rules: &[MEGATRON, COMMON] },
    Stack { key: "peft-loop", name: "PEFT in a plain loop", source: code("peft: method_comparison/MetaMathQA/run.py", "https://github.com/huggingface/peft"), measured: true, rules: &[PEFT_LOOP, COMMON, HUGGING_FACE] },
    Stack { key: "fsdp-qlora", name: "fsdp_qlora", source: code("fsdp_qlora: train.py", "https://github.com/AnswerDotAI/fsdp_qlora"), measured: true, rules: &[FSDP_QLORA, COMMON, HUGGING_FACE] },
    Stack { key: "colossalai", name: "ColossalAI", source: code("ColossalAI: colossalai/zero/low_level, examples/language/llama", "https://github.com/hpcaitech/ColossalAI"), measured: true, rules: &[COLOSSAL_AI, COMMON] },
    Stack { key: "xtuner", name: "XTuner", source: code("xtuner: xtuner/v1/train/trainer.py", "https://github.com/InternLM/xtuner"), measured: true, rules: &[XTUNER, COMMON] },
    Stack { key: "llm-foundry", name: "LLM Foundry (Composer)", source: code("llm-foundry: scripts/train/benchmarking/README.md, llmfoundry/models/mpt", "https://github.com/mosaicml/llm-foundry"), measured: false, rules: &[LLM_FOUNDRY, COMMON] },
    Stack { key: "surogate", name: "Surogate", source: code("surogate: docs/docs/reference/config.md, docs/qlora.md", "https://github.com/invergent-ai/surogate"), measured: false, rules: &[SUROGATE, COMMON] },
];
