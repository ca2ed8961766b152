//! Names of budget lines, moments and figures.
use super::{Lang, t};
use estimator::memory::{Divides, Family, Metric, Moment, State, Tag, TermId};

/// The name of a budget line.
pub fn term_label(lang: Lang, term: TermId) -> &'static str {
    lang.of(match term {
        TermId::Weights => t!("Weights", "权重"),
        TermId::FrozenBase => t!("Frozen base", "冻结基座"),
        TermId::QuantisedBase => t!("Quantised base", "量化基座"),
        TermId::QuantScales => t!("Scales of the quantised base", "量化基座的缩放系数"),
        TermId::Unquantised => t!("What the quantiser leaves alone", "未量化的部分"),
        TermId::AutocastCopies => t!("16-bit copies by autocast", "autocast 的 16-bit 副本"),
        TermId::TrainedModules => t!("Embedding and head, trained", "参与训练的词嵌入和输出头"),
        TermId::Adapters => t!("Adapters", "适配器"),
        TermId::MasterWeights => t!("fp32 master weights", "FP32 主权重"),
        TermId::Moments => t!("Optimizer moments", "优化器状态（一阶、二阶矩）"),
        TermId::Gradients => t!("Gradients", "梯度"),
        TermId::StepTemporary => t!("Temporary of the optimizer step", "优化器更新的临时副本"),
        TermId::GatheredRoot => t!("Gathered embedding and head", "聚合的词嵌入和输出头"),
        TermId::GatheredBlocks => t!("Gathered blocks", "聚合（all-gather）的层"),
        TermId::GatheredModel => t!("Gathered model", "聚合的整个模型"),
        TermId::GatheredGradient => t!("Whole gradient of embedding and head", "词嵌入和输出头的完整梯度"),
        TermId::MatrixGradient => t!("Whole gradient of one MLP matrix", "一个 MLP 矩阵的完整梯度"),
        TermId::UnshardedGradients => t!("Gradients not yet sharded", "未分片的梯度"),
        TermId::LiveParameters => t!("Live and prefetched parameters", "驻留与预取的参数"),
        TermId::ReduceBuckets => t!("Reduce buckets", "梯度归约缓冲"),
        TermId::Checkpoints => t!("Checkpointed block inputs", "激活检查点（各层输入）"),
        TermId::Activations => t!("Activations", "激活"),
        TermId::RecomputedBlock => t!("One recomputed block", "重计算的一层"),
        TermId::BackwardHump => t!("Backward of one block", "一层的反向中间量"),
        TermId::EscapedInputs => t!("Inputs of quantised layers", "量化层的输入"),
        TermId::PendingInputs => t!("Gradients of block inputs, kept to the end", "留到反向结束的层输入梯度"),
        TermId::Dequantised => t!("A matrix unpacked to 16 bit", "解包成 16-bit 的矩阵"),
        TermId::SequenceGather => t!("Inputs gathered for tensor parallel", "张量并行聚合的输入"),
        TermId::Logits => t!("Logits and loss", "logits 与损失"),
        TermId::HeadInput => t!("Final norm and hidden states", "末层归一化与隐藏状态"),
        TermId::HeadGradient => t!("Gradient of the head, summed", "分块累加的输出头梯度"),
        TermId::DequantisedHead => t!("Head unpacked to 16 bit", "解包成 16-bit 的输出头"),
        TermId::EvalLogits => t!("Logits kept in evaluation", "评测保留的 logits"),
        TermId::KvCache => t!("KV cache", "KV cache"),
        TermId::ForwardBlock => t!("Working memory of one block", "一层前向的工作内存"),
        TermId::LoadCopy => t!("Copy made by the loader", "加载时的副本"),
        TermId::GatheredState => t!("State gathered for saving", "保存时汇总的权重"),
        TermId::MergedBase => t!("16-bit base for merging", "合并用的 16-bit 基座"),
        TermId::Workspace => t!("cuBLAS workspace", "cuBLAS 工作区"),
        TermId::Slack => t!("Allocator slack", "分配器碎片"),
        TermId::Cache => t!("Cache that is returned", "可释放的缓存"),
        TermId::Context => t!("CUDA context", "CUDA 上下文"),
        TermId::Communicators => t!("Communicators", "NCCL 通信缓冲"),
    })
}

/// The name of a kind of lines, for a legend.
pub fn family_label(lang: Lang, family: Family) -> &'static str {
    lang.of(match family {
        Family::Weights => t!("Weights", "权重"),
        Family::Training => t!("Gradients and optimizer", "梯度与优化器"),
        Family::Gathered => t!("Gathered and communication", "聚合与通信"),
        Family::Activations => t!("Activations", "激活"),
        Family::Loss => t!("Logits and loss", "logits 与损失"),
        Family::Fixed => t!("Context and workspace", "上下文与工作区"),
        Family::Slack => t!("Allocator slack", "分配器碎片"),
    })
}

/// The name of a moment, short enough for the strip.
pub fn moment_label(lang: Lang, moment: Moment) -> &'static str {
    lang.of(match moment {
        Moment::Load => t!("load", "加载"),
        Moment::Loss => t!("loss", "损失"),
        Moment::FirstBackward => t!("backward", "反向开始"),
        Moment::LastBackward => t!("end of backward", "反向结束"),
        Moment::Step => t!("step", "优化器更新"),
        Moment::Save => t!("save", "保存"),
        Moment::Evaluation => t!("evaluate", "评测"),
        Moment::Generation => t!("generate", "生成"),
        Moment::Merge => t!("merge", "合并"),
    })
}

/// What is alive at a moment, and why it can be the peak.
pub fn moment_why(lang: Lang, moment: Moment) -> &'static str {
    lang.of(match moment {
        Moment::Load => t!("Weights arrive on the GPU, with any copy the loader makes on the way.", "权重载入显存，外加加载过程中产生的副本。"),
        Moment::Loss => t!("The forward pass has ended: every stored activation is alive, and the logits with their copies.", "前向刚结束：所有保存的激活都在，再加上 logits 和它的各份副本。"),
        Moment::FirstBackward => t!("Backward of the last block: nearly all stored activations are alive, and one block's intermediate tensors.", "最后一层的反向：保存的激活几乎都在，再加上一层的中间张量。"),
        Moment::LastBackward => t!("Backward of the first block: stored activations are mostly gone, but every gradient exists.", "第一层的反向：保存的激活大多已释放，但全部梯度都在。"),
        Moment::Step => t!("The optimizer updates: gradients, moments and its temporaries. Moments exist from the first step on, so the second step is the test.", "优化器更新：梯度、一阶二阶矩和临时副本都在。矩在第一步之后才存在，所以要看第二步。"),
        Moment::Save => t!("A checkpoint is put together: gathering whole weights on one GPU can exceed training itself.", "汇总检查点：在单卡上聚合完整权重，可能比训练本身更占显存。"),
        Moment::Evaluation => t!("A forward pass with its own batch size, and the logits that are kept for metrics.", "用评测自己的 batch 做前向，另加为算指标保留的 logits。"),
        Moment::Generation => t!("Weights and a KV cache for every sequence generated at once.", "权重，加上同时生成的每条序列的 KV cache。"),
        Moment::Merge => t!("Adapters are added into the base in 16 bit, however it was stored for training.", "把适配器并入 16-bit 基座，与训练时基座的存储格式无关。"),
    })
}

/// How a line divides.
pub fn divides_label(lang: Lang, divides: Divides) -> String {
    let (by, what) = match divides {
        Divides::Whole => return lang.of(t!("whole on each GPU", "每卡各一份")).to_owned(),
        Divides::Shards(by) => (by, t!("sharded", "卡分片")),
        Divides::Model(by) => (by, t!("tensor and pipeline parallel", "路张量/流水线并行")),
        Divides::Both(by) => (by, t!("model-parallel and sharded", "份，模型并行加分片")),
        Divides::Context(by) => (by, t!("context parallel", "路上下文并行")),
    };
    lang.fill(t!("÷ {0} {1}", "{0} {1}"), &[&by.to_string(), lang.of(what)])
}

/// The wording of a tag.
pub fn tag_label(lang: Lang, tag: Tag) -> &'static str {
    lang.of(match tag {
        Tag::Quantised => t!("quantised", "量化"),
        Tag::Recomputed => t!("recomputed", "重计算"),
        Tag::Offloaded => t!("in host memory", "已卸载到内存"),
        Tag::Half => t!("16-bit", "16-bit"),
        Tag::Fp32 => t!("fp32", "fp32"),
        Tag::EightBit => t!("8-bit", "8-bit"),
        Tag::Temporary => t!("for a moment", "短暂占用"),
        Tag::Inferred => t!("inferred", "由实测反推"),
        Tag::Ends => t!("embedding and head", "词嵌入和输出头"),
    })
}

/// The name of a figure of memory.
pub fn metric_label(lang: Lang, metric: Metric) -> &'static str {
    lang.of(match metric {
        Metric::Allocated => t!("Allocated", "已分配"),
        Metric::Reserved => t!("Reserved", "已保留"),
        Metric::Driver => t!("Driver-visible", "驱动可见"),
        Metric::Needed => t!("Needed", "实际需要"),
    })
}

/// Where a figure of memory is read.
pub fn metric_hint(lang: Lang, metric: Metric) -> &'static str {
    lang.of(match metric {
        Metric::Allocated => t!("Tensors alive: torch.cuda.max_memory_allocated.", "存活的张量，即 torch.cuda.max_memory_allocated。"),
        Metric::Reserved => t!("With the allocator's cache: torch.cuda.max_memory_reserved.", "再加上分配器的缓存，即 torch.cuda.max_memory_reserved。"),
        Metric::Driver => t!("With the cache that PyTorch returns when memory runs short: what nvidia-smi shows.", "再加上显存不够时 PyTorch 会释放的缓存，即 nvidia-smi 显示的值。"),
        Metric::Needed => t!("With blocks that fit no request, CUDA context and communicators. This one has to fit.", "再加上用不上的碎块、CUDA 上下文和通信缓冲。能否放下以它为准。"),
    })
}

/// A verdict in a word.
pub fn state_label(lang: Lang, state: State) -> &'static str {
    lang.of(match state {
        State::Fits => t!("Fits.", "放得下。"),
        State::Borderline => t!("Borderline.", "临界。"),
        State::DoesNotFit => t!("Does not fit.", "放不下。"),
    })
}
