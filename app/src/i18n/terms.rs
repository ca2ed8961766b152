//! Names of budget lines, moments and figures.
use super::Lang;
use estimator::memory::{Divides, Family, Metric, Moment, State, Tag, TermId};

/// The name of a budget line.
pub const fn term_label(lang: Lang, term: TermId) -> &'static str {
    lang.of(match term {
        TermId::Weights => ("Weights", "权重"),
        TermId::FrozenBase => ("Frozen base", "冻结基座"),
        TermId::QuantisedBase => ("Quantised base", "量化基座"),
        TermId::QuantScales => ("Scales of the quantised base", "量化基座的缩放系数"),
        TermId::Unquantised => ("What the quantiser leaves alone", "未量化的部分"),
        TermId::AutocastCopies => ("16-bit copies by autocast", "autocast 的 16-bit 副本"),
        TermId::TrainedModules => ("Embedding and head, trained", "参与训练的词嵌入和输出头"),
        TermId::Adapters => ("Adapters", "适配器"),
        TermId::MasterWeights => ("fp32 master weights", "FP32 主权重"),
        TermId::Moments => ("Optimizer moments", "优化器状态（一阶、二阶矩）"),
        TermId::Gradients => ("Gradients", "梯度"),
        TermId::StepTemporary => ("Temporary of the optimizer step", "优化器步的临时副本"),
        TermId::GatheredRoot => ("Gathered embedding and head", "聚合的词嵌入和输出头"),
        TermId::GatheredBlocks => ("Gathered blocks", "聚合（all-gather）的层"),
        TermId::GatheredModel => ("Gathered model", "聚合的整个模型"),
        TermId::GatheredGradient => ("Gradient of the gathered unit", "聚合单元的梯度"),
        TermId::UnshardedGradients => ("Gradients not yet sharded", "未分片的梯度"),
        TermId::LiveParameters => ("Live and prefetched parameters", "驻留与预取的参数"),
        TermId::ReduceBuckets => ("Reduce buckets", "梯度规约缓冲"),
        TermId::Checkpoints => ("Checkpointed block inputs", "激活检查点（各层输入）"),
        TermId::Activations => ("Activations", "激活"),
        TermId::RecomputedBlock => ("One recomputed block", "重计算的一层"),
        TermId::BackwardHump => ("Backward of one block", "一层的反向中间量"),
        TermId::EscapedInputs => ("Inputs of quantised layers", "量化层的输入"),
        TermId::PendingInputs => ("Gradients of block inputs, kept to the end", "留到反向结束的层输入梯度"),
        TermId::Dequantised => ("A matrix unpacked to 16 bit", "解包成 16-bit 的矩阵"),
        TermId::SequenceGather => ("Inputs gathered for tensor parallel", "张量并行聚合的输入"),
        TermId::Logits => ("Logits and loss", "logits 与损失"),
        TermId::HeadInput => ("Final norm and hidden states", "末层归一化与隐藏状态"),
        TermId::HeadGradient => ("Gradient of the head, summed", "分块累加的输出头梯度"),
        TermId::DequantisedHead => ("Head unpacked to 16 bit", "解包成 16-bit 的输出头"),
        TermId::EvalLogits => ("Logits kept in evaluation", "评测保留的 logits"),
        TermId::KvCache => ("KV cache", "KV cache"),
        TermId::ForwardBlock => ("Working memory of one block", "一层前向的工作内存"),
        TermId::LoadCopy => ("Copy made by the loader", "加载时的副本"),
        TermId::GatheredState => ("State gathered for saving", "保存时汇总的权重"),
        TermId::MergedBase => ("16-bit base for merging", "合并用的 16-bit 基座"),
        TermId::Workspace => ("cuBLAS workspace", "cuBLAS 工作区"),
        TermId::Slack => ("Allocator slack", "分配器碎片"),
        TermId::Cache => ("Cache that is returned", "可释放的缓存"),
        TermId::Context => ("CUDA context", "CUDA 上下文"),
        TermId::Communicators => ("Communicators", "NCCL 通信缓冲"),
    })
}

/// The name of a kind of lines, for a legend.
pub const fn family_label(lang: Lang, family: Family) -> &'static str {
    lang.of(match family {
        Family::Weights => ("Weights", "权重"),
        Family::Training => ("Gradients and optimizer", "梯度与优化器"),
        Family::Gathered => ("Gathered and communication", "聚合与通信"),
        Family::Activations => ("Activations", "激活"),
        Family::Loss => ("Logits and loss", "logits 与损失"),
        Family::Fixed => ("Context and workspace", "上下文与工作区"),
        Family::Slack => ("Allocator slack", "分配器碎片"),
    })
}

/// The name of a moment, short enough for the strip.
pub const fn moment_label(lang: Lang, moment: Moment) -> &'static str {
    lang.of(match moment {
        Moment::Load => ("load", "加载"),
        Moment::Loss => ("loss", "损失"),
        Moment::FirstBackward => ("backward", "反向开始"),
        Moment::LastBackward => ("end of backward", "反向结束"),
        Moment::Step => ("step", "优化器步"),
        Moment::Save => ("save", "保存"),
        Moment::Evaluation => ("evaluate", "评测"),
        Moment::Generation => ("generate", "生成"),
        Moment::Merge => ("merge", "合并"),
    })
}

/// What is alive at a moment, and why it can be the peak.
pub const fn moment_why(lang: Lang, moment: Moment) -> &'static str {
    lang.of(match moment {
        Moment::Load => ("Weights arrive on the GPU, with any copy the loader makes on the way.", "权重载入显存，外加加载过程中产生的副本。"),
        Moment::Loss => ("The forward pass has ended: every stored activation is alive, and the logits with their copies.", "前向刚结束：所有保存的激活都在，再加上 logits 和它的各份副本。"),
        Moment::FirstBackward => ("Backward of the last block: nearly all stored activations are alive, and one block's intermediate tensors.", "最后一层的反向：保存的激活几乎都在，再加上一层的中间张量。"),
        Moment::LastBackward => ("Backward of the first block: stored activations are mostly gone, but every gradient exists.", "第一层的反向：保存的激活大多已释放，但全部梯度都在。"),
        Moment::Step => ("The optimizer updates: gradients, moments and its temporaries. Moments exist from the first step on, so the second step is the test.", "优化器更新：梯度、一阶二阶矩和临时副本都在。矩在第一步之后才存在，所以要看第二步。"),
        Moment::Save => ("A checkpoint is put together: gathering whole weights on one GPU can exceed training itself.", "汇总检查点：在单卡上聚合完整权重，可能比训练本身更占显存。"),
        Moment::Evaluation => ("A forward pass with its own batch size, and the logits that are kept for metrics.", "用评测自己的 batch 做前向，另加为算指标保留的 logits。"),
        Moment::Generation => ("Weights and a KV cache for every sequence generated at once.", "权重，加上同时生成的每条序列的 KV cache。"),
        Moment::Merge => ("Adapters are added into the base in 16 bit, however it was stored for training.", "把适配器并入 16-bit 基座，与训练时基座的存储格式无关。"),
    })
}

/// How a line divides.
pub fn divides_label(lang: Lang, divides: Divides) -> String {
    let (by, (en, zh)) = match divides {
        Divides::Whole => return lang.of(("whole on each GPU", "每卡各一份")).to_owned(),
        Divides::Shards(by) => (by, ("sharded", "卡分片")),
        Divides::Model(by) => (by, ("tensor and pipeline parallel", "路张量/流水线并行")),
        Divides::Both(by) => (by, ("model-parallel and sharded", "份，模型并行加分片")),
        Divides::Context(by) => (by, ("context parallel", "路上下文并行")),
    };
    match lang {
        Lang::En => format!("÷ {by} {en}"),
        Lang::Zh => format!("{by} {zh}"),
    }
}

/// The wording of a tag.
pub const fn tag_label(lang: Lang, tag: Tag) -> &'static str {
    lang.of(match tag {
        Tag::Quantised => ("quantised", "量化"),
        Tag::Recomputed => ("recomputed", "重计算"),
        Tag::Offloaded => ("in host memory", "已卸载到内存"),
        Tag::Half => ("16-bit", "16-bit"),
        Tag::Fp32 => ("fp32", "fp32"),
        Tag::EightBit => ("8-bit", "8-bit"),
        Tag::Temporary => ("for a moment", "短暂占用"),
        Tag::Inferred => ("inferred", "由实测反推"),
    })
}

/// The name of a figure of memory.
pub const fn metric_label(lang: Lang, metric: Metric) -> &'static str {
    lang.of(match metric {
        Metric::Allocated => ("Allocated", "已分配"),
        Metric::Reserved => ("Reserved", "已保留"),
        Metric::Driver => ("Driver-visible", "驱动可见"),
        Metric::Needed => ("Needed", "实际需要"),
    })
}

/// Where a figure of memory is read.
pub const fn metric_hint(lang: Lang, metric: Metric) -> &'static str {
    lang.of(match metric {
        Metric::Allocated => ("Tensors alive: torch.cuda.max_memory_allocated.", "存活的张量，即 torch.cuda.max_memory_allocated。"),
        Metric::Reserved => ("With the allocator's cache: torch.cuda.max_memory_reserved.", "再加上分配器的缓存，即 torch.cuda.max_memory_reserved。"),
        Metric::Driver => ("With the cache that PyTorch returns when memory runs short: what nvidia-smi shows.", "再加上显存不够时 PyTorch 会释放的缓存，即 nvidia-smi 显示的值。"),
        Metric::Needed => ("With blocks that fit no request, CUDA context and communicators. This one has to fit.", "再加上用不上的碎块、CUDA 上下文和通信缓冲。能否放下以它为准。"),
    })
}

/// A verdict in a word.
pub const fn state_label(lang: Lang, state: State) -> &'static str {
    lang.of(match state {
        State::Fits => ("Fits.", "放得下。"),
        State::Borderline => ("Borderline.", "临界。"),
        State::DoesNotFit => ("Does not fit.", "放不下。"),
    })
}
