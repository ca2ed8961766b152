//! What would make a budget line smaller, given the other choices.
use super::{Lang, Pair, t};
use estimator::memory::TermId;
use estimator::scenario::{
    AttentionKernel, Checkpointing, Loss, Method, Optimizer, Scenario, Sharding,
};

/// One sentence on what would make a line smaller in this scenario.
pub fn remedy(lang: Lang, term: TermId, scenario: &Scenario) -> &'static str {
    lang.of(match term {
        TermId::Logits | TermId::HeadInput => logits(scenario),
        TermId::Slack | TermId::Cache => t!("Sequences of one length, expandable_segments:True, or a fused or chunked loss would make it smaller.", "让序列长度一致、开启 expandable_segments:True，或改用融合、分块损失都能减小它。"),
        TermId::HeadGradient => t!("LoRA would remove it: a frozen head has no gradient.", "改用 LoRA 就没有这一项：冻结的输出头没有梯度。"),
        TermId::Checkpoints if scenario.checkpointing == Checkpointing::Full => checkpoints(scenario),
        TermId::Checkpoints | TermId::SequenceGather => tokens(scenario),
        TermId::Activations if scenario.checkpointing == Checkpointing::None => t!("Activation checkpointing would replace most of it by recomputation.", "开启激活检查点，用重计算可以换掉其中大部分。"),
        TermId::Activations if scenario.checkpointing == Checkpointing::Selective => t!("Full activation checkpointing would keep block inputs only.", "改为全部激活检查点，就只保留各层输入。"),
        TermId::Activations | TermId::RecomputedBlock | TermId::BackwardHump | TermId::ForwardBlock => block(scenario),
        TermId::EscapedInputs => t!("A later bitsandbytes or reentrant checkpoints would remove it.", "升级 bitsandbytes 或改用可重入检查点即可去掉。"),
        TermId::PendingInputs => t!("Non-reentrant checkpoints or FSDP 2 would remove it.", "改用非可重入检查点或 FSDP 2 即可去掉。"),
        TermId::EvalLogits => t!("Computing metrics batch by batch, without keeping logits, would remove it.", "逐 batch 计算指标、不保留 logits 即可去掉。"),
        TermId::KvCache => t!("Generating for fewer sequences at once would make it smaller.", "减少同时生成的序列数即可减小。"),
        TermId::Weights | TermId::Gradients | TermId::MasterWeights | TermId::Moments | TermId::StepTemporary
        | TermId::TrainedModules | TermId::AutocastCopies | TermId::UnshardedGradients => states(scenario),
        TermId::FrozenBase => base(scenario),
        TermId::QuantisedBase | TermId::QuantScales | TermId::Unquantised | TermId::Dequantised | TermId::DequantisedHead => {
            quantised(scenario)
        }
        TermId::Adapters => t!("A lower rank or fewer targets would make it smaller.", "降低秩或减少目标模块即可减小。"),
        TermId::GatheredRoot | TermId::GatheredBlocks | TermId::LiveParameters | TermId::GatheredGradient | TermId::MatrixGradient => t!("Tensor parallel would divide it; more data-parallel GPUs would not.", "张量并行可以分摊它，增加数据并行的卡不行。"),
        TermId::GatheredModel => t!("Full sharding would remove it.", "改用全分片即可去掉。"),
        TermId::ReduceBuckets => t!("Smaller reduce buckets would make it smaller.", "调小归约缓冲即可减小。"),
        TermId::LoadCopy => t!("Loading straight into shards would remove it.", "直接载入分片即可去掉。"),
        TermId::GatheredState => t!("Saving shards would remove it.", "改为分片保存即可去掉。"),
        TermId::MergedBase => t!("Merging in host memory would remove it.", "改在内存中合并即可去掉。"),
        TermId::Workspace | TermId::Context | TermId::Communicators => t!("It is a fixed cost of the software.", "这是软件的固定开销。"),
    })
}

const fn logits(scenario: &Scenario) -> Pair {
    match scenario.loss {
        Loss::Eager | Loss::FusedCe | Loss::ChunkedKept => t!(
            "A fused linear or chunked loss would remove most of it.",
            "改用融合或分块损失可以去掉大半。"
        ),
        Loss::Chunked | Loss::FusedLinear | Loss::Cut | Loss::VocabParallel => tokens(scenario),
    }
}

const fn checkpoints(scenario: &Scenario) -> Pair {
    if scenario.batch.micro > 1 {
        t!(
            "A smaller micro-batch with more accumulation, or checkpoints kept in host memory, would make it smaller.",
            "减小 micro-batch 并增加梯度累积，或把检查点放到内存，都能减小它。"
        )
    } else {
        t!(
            "Shorter sequences, context parallel, or checkpoints kept in host memory would make it smaller.",
            "缩短序列、使用上下文并行，或把检查点放到内存，都能减小它。"
        )
    }
}

const fn block(scenario: &Scenario) -> Pair {
    match scenario.attention {
        AttentionKernel::Eager => t!(
            "FlashAttention would remove the part that grows with the square of the length.",
            "改用 FlashAttention 可以去掉随长度平方增长的部分。"
        ),
        AttentionKernel::Flash => tokens(scenario),
    }
}

const fn tokens(scenario: &Scenario) -> Pair {
    if scenario.batch.micro > 1 {
        t!(
            "A smaller micro-batch with more accumulation would make it smaller.",
            "减小 micro-batch 并增加梯度累积即可减小。"
        )
    } else {
        t!(
            "Shorter sequences or context parallel would make it smaller.",
            "缩短序列或使用上下文并行即可减小。"
        )
    }
}

fn states(scenario: &Scenario) -> Pair {
    let several = scenario.cluster.gpus() > 1;
    if scenario.sharding.parameters() {
        if matches!(scenario.optimizer, Optimizer::AdamW | Optimizer::AdamWFused) {
            t!(
                "More GPUs, an 8-bit optimizer, offload, or LoRA would make it smaller.",
                "增加 GPU、换 8-bit 优化器、卸载到内存或改用 LoRA，都能减小它。"
            )
        } else {
            t!(
                "More GPUs, offload, or LoRA would make it smaller.",
                "增加 GPU、卸载到内存或改用 LoRA，都能减小它。"
            )
        }
    } else if several && scenario.sharding != Sharding::LayerSplit {
        t!(
            "FSDP or ZeRO-3 would divide it over the GPUs.",
            "改用 FSDP 或 ZeRO-3 可以分摊到各卡。"
        )
    } else if scenario.method == Method::Full {
        t!(
            "LoRA, an 8-bit optimizer, or several GPUs with FSDP or ZeRO-3 would make it smaller.",
            "改用 LoRA、8-bit 优化器，或用多张卡加 FSDP、ZeRO-3，都能减小它。"
        )
    } else {
        t!(
            "A lower rank or fewer targets would make it smaller.",
            "降低秩或减少目标模块即可减小。"
        )
    }
}

fn base(scenario: &Scenario) -> Pair {
    if scenario.sharding.parameters() && scenario.cluster.gpus() > 1 {
        t!(
            "More GPUs would divide it further; QLoRA would store it in 4 bits.",
            "增加 GPU 可以继续分摊，QLoRA 则用 4-bit 存放。"
        )
    } else if scenario.cluster.gpus() > 1 {
        t!(
            "FSDP or ZeRO-3 would divide it; QLoRA would store it in 4 bits.",
            "FSDP 或 ZeRO-3 可以分摊，QLoRA 则用 4-bit 存放。"
        )
    } else {
        t!(
            "QLoRA would store it in 4 bits; several GPUs with FSDP would divide it.",
            "QLoRA 可以用 4-bit 存放，多张卡加 FSDP 则能分摊。"
        )
    }
}

fn quantised(scenario: &Scenario) -> Pair {
    if scenario.sharding.parameters() && scenario.cluster.gpus() > 1 {
        t!(
            "More GPUs would divide it further.",
            "增加 GPU 可以继续分摊。"
        )
    } else {
        t!(
            "FSDP over several GPUs, or a smaller model, would make it smaller.",
            "用多张卡加 FSDP，或换更小的模型，可以减小它。"
        )
    }
}
