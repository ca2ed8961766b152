//! Changes that would help, in words.
use super::{Lang, number, size, t};
use estimator::analysis::remedies::{Change, Remedy};
use estimator::units::{Bytes, SizeUnit};

/// The name of a change.
pub fn change_label(lang: Lang, change: Change) -> &'static str {
    lang.of(match change {
        Change::SmallerMicroBatch => t!("Smaller micro-batch, more accumulation", "减小 micro-batch，增加梯度累积"),
        Change::LargerMicroBatch => t!("Larger micro-batch, less accumulation", "增大 micro-batch，减少梯度累积"),
        Change::Checkpointing => t!("Activation checkpointing, every block", "开启激活检查点（逐层重计算）"),
        Change::NoCheckpointing => t!("No activation checkpointing", "关闭激活检查点"),
        Change::OffloadedCheckpoints => t!("Block inputs in host memory", "把各层输入卸载到内存"),
        Change::FlashAttention => t!("FlashAttention", "改用 FlashAttention"),
        Change::FusedLoss => t!("Fused linear loss (Liger, cut cross-entropy)", "改用融合线性损失（Liger、CCE）"),
        Change::FusedKernels => t!("Fused norm and MLP kernels (Liger)", "归一化和 MLP 改用融合内核（Liger）"),
        Change::EightBitOptimizer => t!("8-bit AdamW", "改用 8-bit AdamW"),
        Change::ShardAll => t!("Divide weights too: FSDP or ZeRO-3", "权重也分片：FSDP 或 ZeRO-3"),
        Change::ShardLess => t!("Keep weights whole: ZeRO-2 or SHARD_GRAD_OP", "权重不分片：ZeRO-2 或 SHARD_GRAD_OP"),
        Change::SaveShards => t!("Checkpoints in shards, each GPU its own", "检查点分片保存，各卡写各的"),
        Change::OffloadOptimizer => t!("Optimizer state in host memory", "优化器状态卸载到内存"),
        Change::OffloadAll => t!("Optimizer state and weights in host memory", "优化器状态和权重都卸载到内存"),
        Change::ContextParallel => t!("Twice the context-parallel ranks", "上下文并行数加倍"),
        Change::TensorParallel => t!("Tensor parallel over the node", "节点内张量并行"),
        Change::Lora => t!("LoRA instead of full fine-tuning", "改用 LoRA"),
        Change::Qlora => t!("QLoRA: the base in 4 bits", "改用 QLoRA（4-bit 基座）"),
        Change::Fp8 => t!("FP8 matrix products", "矩阵乘改用 FP8"),
        Change::Packing => t!("Packing, attention masked", "打包样本，注意力隔离"),
        Change::MoreGpus => t!("Twice the GPUs", "GPU 数量加倍"),
        Change::LargerGpu => t!("The next larger GPU", "换用显存更大的 GPU"),
    })
}

/// What a node has to hold with it, whatever it held before: "a node then needs 187 GiB of host memory in all".
pub fn host_need(lang: Lang, bytes: Bytes, unit: SizeUnit) -> String {
    lang.fill(t!("a node then needs {0} of host memory in all", "此时单节点共需 {0} 内存"), &[&size(lang, bytes, unit)])
}

/// What a change does to memory and to time: "−16.6 GiB", "+9% time".
pub fn effects(lang: Lang, remedy: &Remedy, unit: SizeUnit) -> [String; 2] {
    let saved = remedy.saved_gib;
    let amount = size(lang, Bytes::gib(saved.abs()), unit);
    let same = || lang.of(t!("same memory", "显存不变")).to_owned();
    let memory = if amount.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        [if saved >= 0.0 { "−" } else { "+" }, &amount].concat()
    } else {
        same()
    };
    let time = remedy.time.map_or_else(String::new, |time| {
        let words = if (time - 1.0).abs() < 0.005 {
            return lang.of(t!("same time", "用时不变")).to_owned();
        } else if time >= 2.0 {
            let times = number(lang, time, 1);
            return lang.fill(t!("{0} × the time", "用时 {0} 倍"), &[&times]);
        } else if time >= 1.0 {
            t!("+{0}% time", "用时 +{0}%")
        } else {
            t!("−{0}% time", "用时 −{0}%")
        };
        lang.fill(words, &[&number(lang, (time - 1.0).abs() * 100.0, 0)])
    });
    [memory, time]
}
