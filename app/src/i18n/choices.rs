//! Names of what can be chosen.
use super::{Lang, t};
use estimator::scenario::{
    ArchChoice, AttentionKernel, Checkpointing, Compile, Currency, Tier, DirectLink, Dtype, ExpertKernels, Padding, PlanGpus, PlanMethods, Engine, GptqKernel, GradientDtype, HostLoad, Kernels, Loader, Loss,
    LossLoop, Merge, Method, ModelCode, Offload, Optimizer, Param, Precision, Quant, Save, Schedule, Sharding, Switch,
    TorchVersion, PeftVersion, ReduceBucket, BitsandbytesVersion, TransformersVersion, Variety, family_of,
};
use estimator::{hardware, stack};

/// What a key of an input's choices is called; empty for a key that the input does not have.
///
/// Catalogue keys give the catalogue's name: model names are the same in both languages.
pub fn choice_label(lang: Lang, param: Param, key: &str) -> &'static str {
    let of = |pair: Option<super::Pair>| pair.map_or("", |pair| lang.of(pair));
    match param {
        // The one that is a description and not a name.
        Param::Stack if key == "peft-loop" => lang.of(t!("PEFT in a plain loop", "PEFT 手写训练循环")),
        Param::Stack => stack::find(key).map_or("", |stack| stack.name),
        Param::Model => if key == "custom" { lang.of(t!("Custom", "自定义")) } else { "" },
        Param::Gpu => if key == "custom" { lang.of(t!("Custom", "自定义")) } else { hardware::find(key).map_or("", |gpu| &gpu.name) },
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
        Param::PlanGpus => of(PlanGpus::from_key(key).map(plan_gpus)),
        Param::PlanMethods => of(PlanMethods::from_key(key).map(plan_methods)),
        Param::Currency => of(Currency::from_key(key).map(currency)),
        Param::Tier => of(Tier::from_key(key).map(tier)),
        Param::Padding => of(Padding::from_key(key).map(padding)),
        Param::ExpertKernels => of(ExpertKernels::from_key(key).map(expert_kernels)),
        Param::DirectLink => of(DirectLink::from_key(key).map(direct_link)),
        Param::Loader => of(Loader::from_key(key).map(loader)),
        Param::Save => of(Save::from_key(key).map(save)),
        Param::Merge => of(Merge::from_key(key).map(merge)),
        Param::HostLoad => of(HostLoad::from_key(key).map(host_load)),
        Param::Torch => of(TorchVersion::from_key(key).map(torch)),
        Param::Peft => of(PeftVersion::from_key(key).map(peft)),
        Param::ReduceBucket => of(ReduceBucket::from_key(key).map(reduce_bucket)),
        Param::Bitsandbytes => of(BitsandbytesVersion::from_key(key).map(bitsandbytes)),
        Param::LossLoop => of(LossLoop::from_key(key).map(loss_loop)),
        Param::GptqKernel => of(GptqKernel::from_key(key).map(gptq_kernel)),
        Param::GpuArch => of(ArchChoice::from_key(key).map(arch)),
        Param::Gated | Param::Tied | Param::Dora | Param::TrainedModules | Param::SequenceParallel | Param::AdaptersLocal
        | Param::KbitUpcast | Param::HeadCastBack | Param::RepeatKv | Param::KeepsInputs | Param::Reentrant
        | Param::NoSync | Param::WideEmbedding | Param::KeepsGradients | Param::OverlapReduce | Param::Evaluation | Param::Pinned | Param::SaveOptimizer => of(Switch::from_key(key).map(switch)),
        Param::Hidden | Param::Layers | Param::Heads | Param::KvHeads | Param::HeadDim | Param::Ffn | Param::Vocab
        | Param::Experts | Param::ActiveExperts | Param::SharedFfn | Param::DenseLayers | Param::DenseFfn | Param::KvLora
        | Param::QLora | Param::RopeDim | Param::ValueDim | Param::PublishedParams | Param::Rank | Param::GpuMemory
        | Param::GpusPerNode | Param::Nodes | Param::InUse | Param::Sequence | Param::MicroBatch | Param::Accumulation
        | Param::TensorParallel | Param::PipelineParallel | Param::VirtualStages | Param::ContextParallel
        | Param::ExpertParallel | Param::Dropout | Param::EvalBatch | Param::EvalKept | Param::Generate | Param::EvalSamples | Param::Evaluations | Param::Slack
        | Param::Workers | Param::Ram | Param::Disk | Param::DiskSpeed | Param::SaveSpeed | Param::Saves | Param::Keep
        | Param::TotalTokens | Param::Deadline | Param::Budget | Param::Samples | Param::Epochs | Param::MeanLength | Param::TailLength | Param::LongestLength
        | Param::Pcie | Param::Network | Param::GpuPrice | Param::ExchangeRate | Param::PowerPrice | Param::Pue | Param::Watts
        | Param::PurchasePrice | Param::Life | Param::FixedCost | Param::Utilisation | Param::FailedRuns | Param::StoragePrice
        | Param::ApiPrice => "",
    }
}

fn target(key: &str) -> Option<super::Pair> {
    Some(match key {
        "q" => t!("q", "q"),
        "k" => t!("k", "k"),
        "v" => t!("v", "v"),
        "o" => t!("o", "o"),
        "gate" => t!("gate", "gate"),
        "up" => t!("up", "up"),
        "down" => t!("down", "down"),
        "head" => t!("head", "输出头"),
        _ => return None,
    })
}

const fn plan_gpus(value: PlanGpus) -> super::Pair {
    match value {
        PlanGpus::Common => t!("this and those rented most", "当前的和常租的"),
        PlanGpus::This => t!("this one", "只看当前的"),
        PlanGpus::Priced => t!("all with a price", "所有有报价的"),
    }
}

const fn plan_methods(value: PlanMethods) -> super::Pair {
    match value {
        PlanMethods::This => t!("this one", "只看当前的"),
        PlanMethods::Lora => t!("also LoRA", "也比较 LoRA"),
        PlanMethods::Adapters => t!("also LoRA and QLoRA", "也比较 LoRA 和 QLoRA"),
    }
}

const fn currency(value: Currency) -> super::Pair {
    match value {
        Currency::Usd => t!("US dollars", "美元"),
        Currency::Cny => t!("yuan", "人民币"),
    }
}

const fn tier(value: Tier) -> super::Pair {
    match value {
        Tier::OnDemand => t!("on demand", "按需"),
        Tier::Interruptible => t!("interruptible (spot)", "可抢占（spot）"),
    }
}

const fn padding(value: Padding) -> super::Pair {
    match value {
        Padding::Window => t!("to the window", "填充到最大长度"),
        Padding::Longest => t!("to the longest of the micro-batch", "填充到 micro-batch 内最长"),
        Padding::Buckets => t!("the same, grouped by length", "按长度分桶后填充"),
        Padding::Packed => t!("packed", "打包（packing）"),
        Padding::PackedMasked => t!("packed, attention masked", "打包，注意力隔离"),
    }
}

const fn expert_kernels(value: ExpertKernels) -> super::Pair {
    match value {
        ExpertKernels::Separate => t!("separate", "各自独立"),
        ExpertKernels::Fused => t!("fused into the products", "融合进矩阵乘"),
    }
}

const fn direct_link(value: DirectLink) -> super::Pair {
    match value {
        DirectLink::Auto => t!("as such machines usually have", "按该机型惯例"),
        DirectLink::Present => t!("yes: NVLink, xGMI, HCCS", "有（NVLink、xGMI、HCCS）"),
        DirectLink::Absent => t!("no: PCIe alone", "无，仅 PCIe"),
    }
}

const fn switch(value: Switch) -> super::Pair {
    match value {
        Switch::No => t!("no", "否"),
        Switch::Yes => t!("yes", "是"),
    }
}

pub(super) const fn method(value: Method) -> super::Pair {
    match value {
        Method::Full => t!("Full", "全量微调"),
        Method::Lora => t!("LoRA", "LoRA"),
        Method::Qlora => t!("QLoRA", "QLoRA"),
    }
}

pub(super) const fn quant(value: Quant) -> super::Pair {
    match value {
        Quant::Nf4 => t!("NF4, 4-bit", "NF4，4-bit"),
        Quant::Nf4Double => t!("NF4, double quantisation", "NF4，双重量化"),
        Quant::Fp4 => t!("FP4, 4-bit", "FP4，4-bit"),
        Quant::Int8 => t!("int8 (LLM.int8)", "int8（LLM.int8）"),
        Quant::Gptq4 => t!("GPTQ 4-bit, groups of 128", "GPTQ 4-bit，128 一组"),
        Quant::Gptq4NoGroup => t!("GPTQ 4-bit, no groups", "GPTQ 4-bit，不分组"),
        Quant::Gptq8 => t!("GPTQ 8-bit, groups of 128", "GPTQ 8-bit，128 一组"),
        Quant::Fp8 => t!("FP8, blocks of 128 × 128", "FP8，128 × 128 分块"),
        Quant::Nvfp4 => t!("NVFP4, groups of 16", "NVFP4，16 一组"),
    }
}

pub(super) const fn precision(value: Precision) -> super::Pair {
    match value {
        Precision::Bf16Mixed => t!("bf16 mixed", "bf16 混合精度"),
        Precision::Fp16Mixed => t!("fp16 mixed", "fp16 混合精度"),
        Precision::Bf16Pure => t!("pure bf16", "纯 bf16"),
        Precision::Fp16Pure => t!("pure fp16", "纯 fp16"),
        Precision::Fp32 => t!("fp32 / TF32", "fp32 / TF32"),
        Precision::Fp8 => t!("FP8 products, bf16 rest", "FP8 矩阵乘，其余 bf16"),
        Precision::Nvfp4 => t!("NVFP4 products, bf16 rest", "NVFP4 矩阵乘，其余 bf16"),
    }
}

const fn dtype(value: Dtype) -> super::Pair {
    match value {
        Dtype::Half => t!("16-bit", "16-bit"),
        Dtype::Fp32 => t!("fp32", "fp32"),
    }
}

const fn gradient_dtype(value: GradientDtype) -> super::Pair {
    match value {
        GradientDtype::Weights => t!("as the weights", "与权重相同"),
        GradientDtype::Fp32 => t!("fp32", "fp32"),
    }
}

pub(super) const fn optimizer(value: Optimizer) -> super::Pair {
    match value {
        Optimizer::AdamW => t!("AdamW (foreach)", "AdamW（foreach）"),
        Optimizer::AdamWFused => t!("AdamW, fused", "AdamW（融合内核）"),
        Optimizer::AdamW8bit => t!("AdamW, 8-bit", "AdamW，8-bit"),
        Optimizer::AdamWPaged => t!("AdamW, paged", "AdamW，分页"),
        Optimizer::AdamW8bitPaged => t!("AdamW, 8-bit paged", "AdamW，8-bit 分页"),
        Optimizer::AdamWInBackward => t!("AdamW in backward", "AdamW，反向中更新"),
        Optimizer::AdamW8bitInBackward => t!("AdamW 8-bit in backward", "AdamW 8-bit，反向中更新"),
        Optimizer::AdamWPagedInBackward => t!("AdamW paged in backward", "AdamW 分页，反向中更新"),
        Optimizer::Adafactor => t!("Adafactor", "Adafactor"),
        Optimizer::Sgd => t!("SGD", "SGD"),
        Optimizer::SgdMomentum => t!("SGD with momentum", "SGD + 动量"),
        Optimizer::Lion => t!("Lion", "Lion"),
        Optimizer::Muon => t!("Muon", "Muon"),
    }
}

pub(super) const fn checkpointing(value: Checkpointing) -> super::Pair {
    match value {
        Checkpointing::None => t!("none", "不开"),
        Checkpointing::Selective => t!("selective", "选择性"),
        Checkpointing::Full => t!("full", "全部"),
        Checkpointing::FullOffload => t!("full, kept on host", "全部，存到内存"),
    }
}

pub(super) const fn attention(value: AttentionKernel) -> super::Pair {
    match value {
        AttentionKernel::Flash => t!("FlashAttention / SDPA", "FlashAttention / SDPA"),
        AttentionKernel::Eager => t!("eager", "标准实现（eager）"),
    }
}

pub(super) const fn loss(value: Loss) -> super::Pair {
    match value {
        Loss::Eager => t!("eager, fp32 logits", "标准实现，fp32 logits"),
        Loss::FusedCe => t!("fused cross-entropy", "融合交叉熵"),
        Loss::ChunkedKept => t!("chunked, logits kept", "分块，保留 logits"),
        Loss::Chunked => t!("chunked", "分块"),
        Loss::FusedLinear => t!("fused linear (Liger)", "融合输出层（Liger）"),
        Loss::Cut => t!("cut cross-entropy", "Cut Cross-Entropy"),
        Loss::VocabParallel => t!("vocabulary-parallel", "词表并行"),
    }
}

pub(super) const fn sharding(value: Sharding) -> super::Pair {
    match value {
        Sharding::None => t!("none", "不分片"),
        Sharding::Ddp => t!("DDP: each GPU whole", "DDP（每卡完整一份）"),
        Sharding::Zero1 => t!("ZeRO-1", "ZeRO-1"),
        Sharding::Zero2 => t!("ZeRO-2", "ZeRO-2"),
        Sharding::Zero3 => t!("ZeRO-3", "ZeRO-3"),
        Sharding::Fsdp => t!("FSDP full", "FSDP 全分片"),
        Sharding::FsdpGradOp => t!("FSDP, gradients and optimizer", "FSDP，梯度和优化器分片"),
        Sharding::Hybrid => t!("FSDP within a node (HSDP)", "节点内 FSDP（HSDP）"),
        Sharding::LayerSplit => t!("layers spread (device_map)", "按层拆分（device_map）"),
    }
}

const fn engine(value: Engine) -> super::Pair {
    match value {
        Engine::Fsdp1 => t!("PyTorch FSDP 1 / DDP", "PyTorch FSDP 1 / DDP"),
        Engine::Fsdp2 => t!("PyTorch FSDP 2", "PyTorch FSDP 2"),
        Engine::DeepSpeed => t!("DeepSpeed", "DeepSpeed"),
        Engine::ColossalAi => t!("ColossalAI", "ColossalAI"),
        Engine::Megatron => t!("Megatron distributed optimizer", "Megatron 分布式优化器"),
    }
}

pub(super) const fn offload(value: Offload) -> super::Pair {
    match value {
        Offload::None => t!("nothing", "不卸载"),
        Offload::Optimizer => t!("optimizer and gradients", "优化器和梯度"),
        Offload::Both => t!("optimizer, gradients, parameters", "优化器、梯度和参数"),
    }
}

const fn schedule(value: Schedule) -> super::Pair {
    match value {
        Schedule::Gpipe => t!("GPipe", "GPipe"),
        Schedule::OneF1b => t!("1F1B", "1F1B"),
        Schedule::Interleaved => t!("interleaved 1F1B", "交错 1F1B"),
    }
}

const fn model_code(value: ModelCode) -> super::Pair {
    match value {
        ModelCode::Transformers => t!("transformers", "transformers"),
        ModelCode::LitGpt => t!("LitGPT", "LitGPT"),
        ModelCode::Torchtune => t!("torchtune", "torchtune"),
        ModelCode::Torchtitan => t!("torchtitan", "torchtitan"),
        ModelCode::Megatron => t!("Megatron-LM", "Megatron-LM"),
    }
}

const fn torch(value: TorchVersion) -> super::Pair {
    match value {
        TorchVersion::Torch1 => t!("1", "1"),
        TorchVersion::To27 => t!("2.0 to 2.7", "2.0–2.7"),
        TorchVersion::From28 => t!("from 2.8", "2.8 及更新"),
    }
}

const fn reduce_bucket(value: ReduceBucket) -> super::Pair {
    match value {
        ReduceBucket::M500 => t!("5e8 elements, the library's default", "5e8 个元素，库的默认值"),
        ReduceBucket::M200 => t!("2e8 elements", "2e8 个元素"),
        ReduceBucket::M50 => t!("5e7 elements", "5e7 个元素"),
        ReduceBucket::Auto => t!("auto: the hidden size squared", "auto：隐藏维度的平方"),
    }
}

const fn peft(value: PeftVersion) -> super::Pair {
    match value {
        PeftVersion::To011 => t!("up to 0.11", "0.11 及更早"),
        PeftVersion::From012 => t!("from 0.12", "0.12 及更新"),
    }
}

const fn bitsandbytes(value: BitsandbytesVersion) -> super::Pair {
    match value {
        BitsandbytesVersion::To042 => t!("up to 0.42", "0.42 及更早"),
        BitsandbytesVersion::From043 => t!("from 0.43", "0.43 及更新"),
    }
}

const fn transformers(value: TransformersVersion) -> super::Pair {
    match value {
        TransformersVersion::To445 => t!("up to 4.45", "4.45 及更早"),
        TransformersVersion::To449 => t!("4.46 to 4.49", "4.46–4.49"),
        TransformersVersion::To457 => t!("4.50 to 4.57", "4.50–4.57"),
        TransformersVersion::V5 => t!("5", "5"),
    }
}

const fn kernels(value: Kernels) -> super::Pair {
    match value {
        Kernels::Eager => t!("eager", "标准实现（eager）"),
        Kernels::FusedNorm => t!("fused norms", "融合归一化"),
        Kernels::Liger => t!("Liger", "Liger"),
    }
}

const fn compile(value: Compile) -> super::Pair {
    match value {
        Compile::None => t!("nothing", "不编译"),
        Compile::Loss => t!("the loss", "仅损失"),
        Compile::Blocks => t!("the blocks", "仅各层"),
        Compile::All => t!("blocks and loss", "各层和损失"),
    }
}

const fn variety(value: Variety) -> super::Pair {
    match value {
        Variety::Steady => t!("one length", "长度一致"),
        Variety::Some => t!("varied, about 1,000 steps", "长度不一，约 1,000 步"),
        Variety::Many => t!("varied, many thousand steps", "长度不一，数千步以上"),
    }
}

const fn loader(value: Loader) -> super::Pair {
    match value {
        Loader::Shard => t!("straight into shards", "直接载入分片"),
        Loader::Whole => t!("whole on each GPU first", "先在每卡载入完整权重"),
    }
}

const fn save(value: Save) -> super::Pair {
    match value {
        Save::Shard => t!("each GPU its shard", "每卡写自己的分片"),
        Save::GatherHost => t!("gathered in host memory", "汇总到内存"),
        Save::GatherGpu => t!("gathered on one GPU", "汇总到一张卡"),
    }
}

const fn merge(value: Merge) -> super::Pair {
    match value {
        Merge::Host => t!("in host memory", "在内存中"),
        Merge::Gpu => t!("on the GPU", "在 GPU 上"),
        Merge::Never => t!("not merged", "不合并"),
    }
}

const fn host_load(value: HostLoad) -> super::Pair {
    match value {
        HostLoad::Stream => t!("tensor by tensor from the file", "从文件逐个张量载入"),
        HostLoad::Once => t!("one copy on a node", "每节点一份"),
        HostLoad::Each => t!("a copy for each process", "每进程一份"),
    }
}

const fn loss_loop(value: LossLoop) -> super::Pair {
    match value {
        LossLoop::Plain => t!("nothing more", "无"),
        LossLoop::KeepsOutputs => t!("model outputs, 16-bit logits", "模型输出（16-bit logits）"),
        LossLoop::KeepsFp32 => t!("fp32 logits and gradient", "fp32 logits 及其梯度"),
    }
}

const fn gptq_kernel(value: GptqKernel) -> super::Pair {
    match value {
        GptqKernel::Fused => t!("fused (Triton, CUDA)", "融合内核（Triton、CUDA）"),
        GptqKernel::Unfused => t!("plain PyTorch", "普通 PyTorch 算子"),
    }
}

const fn arch(value: ArchChoice) -> super::Pair {
    match value {
        ArchChoice::Volta => t!("Volta (V100)", "Volta（V100）"),
        ArchChoice::Turing => t!("Turing (T4, RTX 20)", "Turing（T4、RTX 20）"),
        ArchChoice::Ampere => t!("Ampere (A100, RTX 30)", "Ampere（A100、RTX 30）"),
        ArchChoice::Ada => t!("Ada (L40, RTX 40)", "Ada（L40、RTX 40）"),
        ArchChoice::Hopper => t!("Hopper (H100)", "Hopper（H100）"),
        ArchChoice::Blackwell => t!("Blackwell (B200, RTX 50)", "Blackwell（B200、RTX 50）"),
        ArchChoice::Cdna3 => t!("CDNA 3 (MI300X)", "CDNA 3（MI300X）"),
    }
}
