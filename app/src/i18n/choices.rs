//! Names of what can be chosen.
use super::Lang;
use estimator::scenario::{
    ArchChoice, AttentionKernel, Checkpointing, Compile, Dtype, Engine, GptqKernel, GradientDtype, HostLoad, Kernels, Loader, Loss,
    LossLoop, Merge, Method, ModelCode, Offload, Optimizer, Param, Precision, Quant, Save, Schedule, Sharding, Switch,
    TorchVersion, PeftVersion, BitsandbytesVersion, TransformersVersion, Variety, family_of,
};
use estimator::{hardware, stack};

/// What a key of an input's choices is called; empty for a key that the input does not have.
///
/// Catalogue keys give the catalogue's name: model names are the same in both languages.
pub fn choice_label(lang: Lang, param: Param, key: &str) -> &'static str {
    let of = |pair: Option<super::Pair>| pair.map_or("", |pair| lang.of(pair));
    match param {
        Param::Stack => stack::find(key).map_or("", |stack| stack.name),
        Param::Model => if key == "custom" { lang.of(("Custom", "自定义")) } else { "" },
        Param::Gpu => if key == "custom" { lang.of(("Custom", "自定义")) } else { hardware::find(key).map_or("", |gpu| &gpu.name) },
        Param::Family => family_of(key).map_or("", estimator::model::Family::model_type),
        Param::Targets => of(target(key)),
        Param::Method => of(Method::from_key(key).map(method)),
        Param::Quant => of(Quant::from_key(key).map(quant)),
        Param::Precision => of(Precision::from_key(key).map(precision)),
        Param::WeightDtype | Param::AdapterDtype => of(Dtype::from_key(key).map(dtype)),
        Param::GradientDtype => of(GradientDtype::from_key(key).map(gradient_dtype)),
        Param::Optimizer => of(Optimizer::from_key(key).map(optimizer)),
        Param::Checkpointing => of(Checkpointing::from_key(key).map(checkpointing)),
        Param::Attention => of(AttentionKernel::from_key(key).map(attention)),
        Param::Loss => of(Loss::from_key(key).map(loss)),
        Param::Sharding => of(Sharding::from_key(key).map(sharding)),
        Param::Engine => of(Engine::from_key(key).map(engine)),
        Param::Offload => of(Offload::from_key(key).map(offload)),
        Param::Schedule => of(Schedule::from_key(key).map(schedule)),
        Param::ModelCode => of(ModelCode::from_key(key).map(model_code)),
        Param::Transformers => of(TransformersVersion::from_key(key).map(transformers)),
        Param::Kernels => of(Kernels::from_key(key).map(kernels)),
        Param::Compile => of(Compile::from_key(key).map(compile)),
        Param::Variety => of(Variety::from_key(key).map(variety)),
        Param::Loader => of(Loader::from_key(key).map(loader)),
        Param::Save => of(Save::from_key(key).map(save)),
        Param::Merge => of(Merge::from_key(key).map(merge)),
        Param::HostLoad => of(HostLoad::from_key(key).map(host_load)),
        Param::Torch => of(TorchVersion::from_key(key).map(torch)),
        Param::Peft => of(PeftVersion::from_key(key).map(peft)),
        Param::Bitsandbytes => of(BitsandbytesVersion::from_key(key).map(bitsandbytes)),
        Param::LossLoop => of(LossLoop::from_key(key).map(loss_loop)),
        Param::GptqKernel => of(GptqKernel::from_key(key).map(gptq_kernel)),
        Param::GpuArch => of(ArchChoice::from_key(key).map(arch)),
        Param::Gated | Param::Tied | Param::Dora | Param::TrainedModules | Param::SequenceParallel | Param::AdaptersLocal
        | Param::KbitUpcast | Param::HeadCastBack | Param::RepeatKv | Param::KeepsInputs | Param::Reentrant
        | Param::NoSync | Param::WideEmbedding | Param::KeepsGradients | Param::Evaluation | Param::Pinned | Param::SaveOptimizer => of(Switch::from_key(key).map(switch)),
        Param::Hidden | Param::Layers | Param::Heads | Param::KvHeads | Param::HeadDim | Param::Ffn | Param::Vocab
        | Param::Experts | Param::ActiveExperts | Param::SharedFfn | Param::DenseLayers | Param::DenseFfn | Param::KvLora
        | Param::QLora | Param::RopeDim | Param::ValueDim | Param::PublishedParams | Param::Rank | Param::GpuMemory
        | Param::GpusPerNode | Param::Nodes | Param::InUse | Param::Sequence | Param::MicroBatch | Param::Accumulation
        | Param::TensorParallel | Param::PipelineParallel | Param::VirtualStages | Param::ContextParallel
        | Param::ExpertParallel | Param::Dropout | Param::EvalBatch | Param::EvalKept | Param::Generate | Param::Slack
        | Param::Workers | Param::Ram | Param::Disk | Param::DiskSpeed | Param::Saves | Param::Keep => "",
    }
}

fn target(key: &str) -> Option<super::Pair> {
    Some(match key {
        "q" => ("q", "q"),
        "k" => ("k", "k"),
        "v" => ("v", "v"),
        "o" => ("o", "o"),
        "gate" => ("gate", "gate"),
        "up" => ("up", "up"),
        "down" => ("down", "down"),
        "head" => ("head", "输出头"),
        _ => return None,
    })
}

const fn switch(value: Switch) -> super::Pair {
    match value {
        Switch::No => ("no", "否"),
        Switch::Yes => ("yes", "是"),
    }
}

pub(super) const fn method(value: Method) -> super::Pair {
    match value {
        Method::Full => ("Full", "全量微调"),
        Method::Lora => ("LoRA", "LoRA"),
        Method::Qlora => ("QLoRA", "QLoRA"),
    }
}

pub(super) const fn quant(value: Quant) -> super::Pair {
    match value {
        Quant::Nf4 => ("NF4, 4-bit", "NF4，4-bit"),
        Quant::Nf4Double => ("NF4, double quantisation", "NF4，双重量化"),
        Quant::Fp4 => ("FP4, 4-bit", "FP4，4-bit"),
        Quant::Int8 => ("int8 (LLM.int8)", "int8（LLM.int8）"),
        Quant::Gptq4 => ("GPTQ 4-bit, groups of 128", "GPTQ 4-bit，128 一组"),
        Quant::Gptq4NoGroup => ("GPTQ 4-bit, no groups", "GPTQ 4-bit，不分组"),
        Quant::Gptq8 => ("GPTQ 8-bit, groups of 128", "GPTQ 8-bit，128 一组"),
    }
}

pub(super) const fn precision(value: Precision) -> super::Pair {
    match value {
        Precision::Bf16Mixed => ("bf16 mixed", "bf16 混合精度"),
        Precision::Fp16Mixed => ("fp16 mixed", "fp16 混合精度"),
        Precision::Bf16Pure => ("pure bf16", "纯 bf16"),
        Precision::Fp16Pure => ("pure fp16", "纯 fp16"),
        Precision::Fp32 => ("fp32 / TF32", "fp32 / TF32"),
        Precision::Fp8 => ("FP8 products, bf16 rest", "FP8 矩阵乘，其余 bf16"),
    }
}

const fn dtype(value: Dtype) -> super::Pair {
    match value {
        Dtype::Half => ("16-bit", "16-bit"),
        Dtype::Fp32 => ("fp32", "fp32"),
    }
}

const fn gradient_dtype(value: GradientDtype) -> super::Pair {
    match value {
        GradientDtype::Weights => ("as the weights", "与权重相同"),
        GradientDtype::Fp32 => ("fp32", "fp32"),
    }
}

pub(super) const fn optimizer(value: Optimizer) -> super::Pair {
    match value {
        Optimizer::AdamW => ("AdamW (foreach)", "AdamW（foreach）"),
        Optimizer::AdamWFused => ("AdamW, fused", "AdamW（融合内核）"),
        Optimizer::AdamW8bit => ("AdamW, 8-bit", "AdamW，8-bit"),
        Optimizer::AdamWPaged => ("AdamW, paged", "AdamW，分页"),
        Optimizer::AdamW8bitPaged => ("AdamW, 8-bit paged", "AdamW，8-bit 分页"),
        Optimizer::AdamWInBackward => ("AdamW in backward", "AdamW，反向中更新"),
        Optimizer::AdamW8bitInBackward => ("AdamW 8-bit in backward", "AdamW 8-bit，反向中更新"),
        Optimizer::AdamWPagedInBackward => ("AdamW paged in backward", "AdamW 分页，反向中更新"),
        Optimizer::Adafactor => ("Adafactor", "Adafactor"),
        Optimizer::Sgd => ("SGD", "SGD"),
        Optimizer::SgdMomentum => ("SGD with momentum", "SGD + 动量"),
        Optimizer::Lion => ("Lion", "Lion"),
        Optimizer::Muon => ("Muon", "Muon"),
    }
}

pub(super) const fn checkpointing(value: Checkpointing) -> super::Pair {
    match value {
        Checkpointing::None => ("none", "不开"),
        Checkpointing::Selective => ("selective", "选择性"),
        Checkpointing::Full => ("full", "全部"),
        Checkpointing::FullOffload => ("full, kept on host", "全部，存到内存"),
    }
}

pub(super) const fn attention(value: AttentionKernel) -> super::Pair {
    match value {
        AttentionKernel::Flash => ("FlashAttention / SDPA", "FlashAttention / SDPA"),
        AttentionKernel::Eager => ("eager", "标准实现（eager）"),
    }
}

pub(super) const fn loss(value: Loss) -> super::Pair {
    match value {
        Loss::Eager => ("eager, fp32 logits", "标准实现，fp32 logits"),
        Loss::FusedCe => ("fused cross-entropy", "融合交叉熵"),
        Loss::ChunkedKept => ("chunked, logits kept", "分块，保留 logits"),
        Loss::Chunked => ("chunked", "分块"),
        Loss::FusedLinear => ("fused linear (Liger)", "融合输出层（Liger）"),
        Loss::Cut => ("cut cross-entropy", "Cut Cross-Entropy"),
        Loss::VocabParallel => ("vocabulary-parallel", "词表并行"),
    }
}

pub(super) const fn sharding(value: Sharding) -> super::Pair {
    match value {
        Sharding::None => ("none", "不分片"),
        Sharding::Ddp => ("DDP: each GPU whole", "DDP（每卡完整一份）"),
        Sharding::Zero1 => ("ZeRO-1", "ZeRO-1"),
        Sharding::Zero2 => ("ZeRO-2", "ZeRO-2"),
        Sharding::Zero3 => ("ZeRO-3", "ZeRO-3"),
        Sharding::Fsdp => ("FSDP full", "FSDP 全分片"),
        Sharding::FsdpGradOp => ("FSDP, gradients and optimizer", "FSDP，梯度和优化器分片"),
        Sharding::Hybrid => ("FSDP within a node (HSDP)", "节点内 FSDP（HSDP）"),
        Sharding::LayerSplit => ("layers spread (device_map)", "按层拆分（device_map）"),
    }
}

const fn engine(value: Engine) -> super::Pair {
    match value {
        Engine::Fsdp1 => ("PyTorch FSDP 1 / DDP", "PyTorch FSDP 1 / DDP"),
        Engine::Fsdp2 => ("PyTorch FSDP 2", "PyTorch FSDP 2"),
        Engine::DeepSpeed => ("DeepSpeed", "DeepSpeed"),
        Engine::ColossalAi => ("ColossalAI", "ColossalAI"),
        Engine::Megatron => ("Megatron distributed optimizer", "Megatron 分布式优化器"),
    }
}

pub(super) const fn offload(value: Offload) -> super::Pair {
    match value {
        Offload::None => ("nothing", "不卸载"),
        Offload::Optimizer => ("optimizer and gradients", "优化器和梯度"),
        Offload::Both => ("optimizer, gradients, parameters", "优化器、梯度和参数"),
    }
}

const fn schedule(value: Schedule) -> super::Pair {
    match value {
        Schedule::Gpipe => ("GPipe", "GPipe"),
        Schedule::OneF1b => ("1F1B", "1F1B"),
        Schedule::Interleaved => ("interleaved 1F1B", "交错 1F1B"),
    }
}

const fn model_code(value: ModelCode) -> super::Pair {
    match value {
        ModelCode::Transformers => ("transformers", "transformers"),
        ModelCode::LitGpt => ("LitGPT", "LitGPT"),
        ModelCode::Torchtune => ("torchtune", "torchtune"),
        ModelCode::Torchtitan => ("torchtitan", "torchtitan"),
        ModelCode::Megatron => ("Megatron-LM", "Megatron-LM"),
    }
}

const fn torch(value: TorchVersion) -> super::Pair {
    match value {
        TorchVersion::Torch1 => ("1", "1"),
        TorchVersion::To27 => ("2.0 to 2.7", "2.0–2.7"),
        TorchVersion::From28 => ("from 2.8", "2.8 及更新"),
    }
}

const fn peft(value: PeftVersion) -> super::Pair {
    match value {
        PeftVersion::To011 => ("up to 0.11", "0.11 及更早"),
        PeftVersion::From012 => ("from 0.12", "0.12 及更新"),
    }
}

const fn bitsandbytes(value: BitsandbytesVersion) -> super::Pair {
    match value {
        BitsandbytesVersion::To042 => ("up to 0.42", "0.42 及更早"),
        BitsandbytesVersion::From043 => ("from 0.43", "0.43 及更新"),
    }
}

const fn transformers(value: TransformersVersion) -> super::Pair {
    match value {
        TransformersVersion::To445 => ("up to 4.45", "4.45 及更早"),
        TransformersVersion::To449 => ("4.46 to 4.49", "4.46–4.49"),
        TransformersVersion::To457 => ("4.50 to 4.57", "4.50–4.57"),
        TransformersVersion::V5 => ("5", "5"),
    }
}

const fn kernels(value: Kernels) -> super::Pair {
    match value {
        Kernels::Eager => ("eager", "标准实现（eager）"),
        Kernels::FusedNorm => ("fused norms", "融合归一化"),
        Kernels::Liger => ("Liger", "Liger"),
    }
}

const fn compile(value: Compile) -> super::Pair {
    match value {
        Compile::None => ("nothing", "不编译"),
        Compile::Loss => ("the loss", "仅损失"),
        Compile::Blocks => ("the blocks", "仅各层"),
        Compile::All => ("blocks and loss", "各层和损失"),
    }
}

const fn variety(value: Variety) -> super::Pair {
    match value {
        Variety::Steady => ("one length", "长度一致"),
        Variety::Some => ("varied, about 1,000 steps", "长度不一，约 1,000 步"),
        Variety::Many => ("varied, many thousand steps", "长度不一，数千步以上"),
    }
}

const fn loader(value: Loader) -> super::Pair {
    match value {
        Loader::Shard => ("straight into shards", "直接载入分片"),
        Loader::Whole => ("whole on each GPU first", "先在每卡载入完整权重"),
    }
}

const fn save(value: Save) -> super::Pair {
    match value {
        Save::Shard => ("each GPU its shard", "每卡写自己的分片"),
        Save::GatherHost => ("gathered in host memory", "汇总到内存"),
        Save::GatherGpu => ("gathered on one GPU", "汇总到一张卡"),
    }
}

const fn merge(value: Merge) -> super::Pair {
    match value {
        Merge::Host => ("in host memory", "在内存中"),
        Merge::Gpu => ("on the GPU", "在 GPU 上"),
        Merge::Never => ("not merged", "不合并"),
    }
}

const fn host_load(value: HostLoad) -> super::Pair {
    match value {
        HostLoad::Stream => ("tensor by tensor from the file", "从文件逐个张量载入"),
        HostLoad::Once => ("one copy on a node", "每节点一份"),
        HostLoad::Each => ("a copy for each process", "每进程一份"),
    }
}

const fn loss_loop(value: LossLoop) -> super::Pair {
    match value {
        LossLoop::Plain => ("nothing more", "无"),
        LossLoop::KeepsOutputs => ("model outputs, 16-bit logits", "模型输出（16-bit logits）"),
        LossLoop::KeepsFp32 => ("fp32 logits and gradient", "fp32 logits 及其梯度"),
    }
}

const fn gptq_kernel(value: GptqKernel) -> super::Pair {
    match value {
        GptqKernel::Fused => ("fused (Triton, CUDA)", "融合内核（Triton、CUDA）"),
        GptqKernel::Unfused => ("plain PyTorch", "普通 PyTorch 算子"),
    }
}

const fn arch(value: ArchChoice) -> super::Pair {
    match value {
        ArchChoice::Volta => ("Volta (V100)", "Volta（V100）"),
        ArchChoice::Turing => ("Turing (T4, RTX 20)", "Turing（T4、RTX 20）"),
        ArchChoice::Ampere => ("Ampere (A100, RTX 30)", "Ampere（A100、RTX 30）"),
        ArchChoice::Ada => ("Ada (L40, RTX 40)", "Ada（L40、RTX 40）"),
        ArchChoice::Hopper => ("Hopper (H100)", "Hopper（H100）"),
        ArchChoice::Blackwell => ("Blackwell (B200, RTX 50)", "Blackwell（B200、RTX 50）"),
        ArchChoice::Cdna3 => ("CDNA 3 (MI300X)", "CDNA 3（MI300X）"),
    }
}
