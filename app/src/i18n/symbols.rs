//! What the symbols of formulas stand for.
use super::{Lang, Pair};

/// Every symbol with its meaning.
pub const SYMBOLS: &[(&str, Pair)] = &[
    ("P", ("parameters of the model", "模型参数量")),
    ("P_L", ("parameters of all blocks", "所有层的参数量")),
    ("P_b", ("weights of one block", "一层的权重数")),
    ("P_q", ("weights that the quantiser reaches", "被量化的权重数")),
    ("P_x", ("weights of the experts", "专家的权重数")),
    ("T", ("trainable parameters", "可训练参数量")),
    ("W", ("weights of the largest matrix", "最大矩阵的权重数")),
    ("E", ("parameters of the embedding", "词嵌入的参数量")),
    ("H", ("parameters of the head", "输出头的参数量")),
    ("Σ(in+out)", ("input and output widths of all trained matrices", "所有训练矩阵的输入与输出宽度之和")),
    ("h", ("hidden size", "隐藏维度")),
    ("L", ("layers", "层数")),
    ("L_s", ("layers of this pipeline stage", "本流水线段的层数")),
    ("a", ("query heads", "query 头数")),
    ("d", ("head size", "每个头的维度")),
    ("q", ("query width: heads × head size", "query 宽度：头数 × 头维度")),
    ("kv", ("KV width: KV heads × head size", "KV 宽度：KV 头数 × 头维度")),
    ("v", ("width of all values", "value 总宽度")),
    ("o", ("width of the attention output", "注意力输出宽度")),
    ("f", ("MLP width that one token passes through", "一个 token 经过的 MLP 宽度")),
    ("f_e", ("width of one expert", "单个专家的宽度")),
    ("A", ("active experts", "激活专家数")),
    ("X", ("experts in a layer", "每层专家数")),
    ("V", ("vocabulary", "词表大小")),
    ("r", ("LoRA rank", "LoRA 的秩")),
    ("s", ("sequence length", "序列长度")),
    ("b", ("micro-batch, sequences", "micro-batch（序列数）")),
    ("tok", ("tokens of a micro-batch on one GPU", "单卡一个 micro-batch 的 token 数")),
    ("m", ("micro-batches in a step", "每步的 micro-batch 数")),
    ("m_f", ("micro-batches in flight", "在途的 micro-batch 数")),
    ("b_e", ("sequences evaluated at once", "一次评测的序列数")),
    ("n_e", ("evaluated sequences whose logits are kept", "保留 logits 的评测序列数")),
    ("g", ("tokens generated", "生成的 token 数")),
    ("n_kv", ("numbers cached per token and layer", "每个 token 每层缓存的数值个数")),
    ("N", ("GPUs that states are divided over", "分片的卡数")),
    ("t", ("tensor-parallel ranks", "张量并行数")),
    ("p", ("pipeline stages", "流水线段数")),
    ("c", ("context-parallel ranks", "上下文并行数")),
    ("e", ("expert-parallel ranks", "专家并行数")),
    ("k", ("allocator slack, share of what comes and goes", "分配器碎片占临时分配的比例")),
    ("M_a", ("memory allocated at this moment", "此刻已分配的显存")),
    ("M_t", ("memory that comes and goes within a step", "一步之内反复分配、释放的显存")),
    ("M_r", ("memory reserved without that cache", "不含这部分缓存的已保留显存")),
    ("M_f", ("what is left of the card", "显存余量")),
    ("M_u", ("every kind of tensor at its largest in a step, added up", "一步之内各类张量各取最大值后相加")),
    ("C", ("CUDA context, GiB", "CUDA 上下文（GiB）")),
    ("n_c", ("communicators", "通信组数")),
];

/// What a symbol stands for; empty for one that is not listed.
pub fn symbol_meaning(lang: Lang, symbol: &str) -> &'static str {
    SYMBOLS.iter().find(|(name, _)| *name == symbol).map_or("", |(_, pair)| lang.of(*pair))
}
