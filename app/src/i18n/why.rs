//! Why a budget line has its size, and what makes it smaller.
use super::{Lang, t};
use estimator::memory::TermId;

/// One or two sentences on a budget line.
#[expect(clippy::too_many_lines, reason = "a table")]
pub fn term_why(lang: Lang, term: TermId) -> &'static str {
    lang.of(match term {
        TermId::Weights => t!("The parameters being trained: 2 bytes each in 16 bit, 4 in fp32. FSDP and ZeRO-3 divide them over the GPUs.", "参与训练的参数：16-bit 每个 2 字节，fp32 每个 4 字节。FSDP 和 ZeRO-3 会把它们分到各卡。"),
        TermId::FrozenBase => t!("LoRA does not train the base, but it runs through it and back: all its weights are held, 2 bytes each in 16 bit. Sharding divides it; QLoRA stores it in 4 bits.", "LoRA 不训练基座，但前向和反向都要经过它，所以全部权重都得放着，16-bit 每个 2 字节。分片可以分摊，QLoRA 则用 4-bit 存放。"),
        TermId::QuantisedBase => t!("The packed values of the frozen linear layers: half a byte each in 4 bits, one byte in 8.", "冻结线性层打包后的数值：4-bit 每个半字节，8-bit 每个一字节。"),
        TermId::QuantScales => t!("Each block of quantised values has its own scale; NF4 spends 4 bytes on every 64 values. Double quantisation cuts that to about a quarter, GPTQ has larger groups.", "每块量化值都带一个缩放系数，NF4 每 64 个值要 4 字节。双重量化约可降到四分之一，GPTQ 的分组更大。"),
        TermId::Unquantised => t!("Quantisers touch linear layers only: embedding, head, norms and fused experts stay in 16 bit or fp32. A large vocabulary or fused experts make this line large.", "量化只作用于线性层，词嵌入、输出头、归一化和融合专家仍是 16-bit 或 fp32。词表大或专家融合存放时，这一项会很大。"),
        TermId::AutocastCopies => t!("Autocast turns fp32 weights into 16 bit for the products and caches the copies until the pass ends. Loading the weights in 16 bit avoids them.", "autocast 会把 fp32 权重转成 16-bit 参与计算，并缓存到这一轮结束。直接用 16-bit 加载权重就没有这一项。"),
        TermId::TrainedModules => t!("Copies of embedding and head that are trained in full beside the adapters, with gradients and moments of their own. They follow vocabulary × hidden size.", "与适配器一起全量训练的词嵌入和输出头副本，各自带梯度和优化器状态，大小取决于词表 × 隐藏维度。"),
        TermId::Adapters => t!("Two narrow matrices beside each target: rank × (input + output width). A lower rank or fewer targets make it smaller.", "每个目标矩阵旁的两个窄矩阵：秩 ×（输入宽度 + 输出宽度）。降低秩或减少目标模块即可减小。"),
        TermId::MasterWeights => t!("The optimizer adds small updates to fp32 copies, since 16 bit would round them away: 4 bytes for each trained parameter. ZeRO and FSDP divide them; pure bf16 does without.", "更新量很小，直接加到 16-bit 上会被舍掉，因此优化器另存一份 fp32 权重：每个可训练参数 4 字节。ZeRO 和 FSDP 会分片，纯 bf16 训练则没有。"),
        TermId::Moments => t!("Adam keeps a running mean and a running square of every gradient: two fp32 numbers, 8 bytes for each trained parameter. 8-bit optimizers take 2; Lion and SGD with momentum keep one moment.", "Adam 为每个梯度保存一阶矩和二阶矩：两个 fp32 数，每个可训练参数 8 字节。8-bit 优化器约 2 字节，Lion 和带动量的 SGD 只存一个矩。"),
        TermId::Gradients => t!("One number for each trained parameter, from the first backward pass to the optimizer step. ZeRO-2, ZeRO-3 and FSDP divide them; LoRA has few.", "每个可训练参数一个数，从反向一直留到优化器步。ZeRO-2、ZeRO-3 和 FSDP 会分片，LoRA 的梯度很少。"),
        TermId::StepTemporary => t!("The unfused optimizer computes over whole groups of parameters and needs a temporary copy. The fused kernel needs none.", "非融合的优化器一次处理一整组参数，需要一份临时副本。换成融合内核就没有。"),
        TermId::GatheredRoot => t!("FSDP holds embedding and head whole from the loss to the end of backward: 2 × vocabulary × hidden size in 16 bit, whatever the number of GPUs.", "从计算损失到反向结束，FSDP 一直聚合着完整的词嵌入和输出头：16-bit 下各占 2 × 词表 × 隐藏维度，与卡数无关。"),
        TermId::GatheredBlocks => t!("A sharded layer is put together whole before it is computed. The size is that of one or two layers and does not fall with more GPUs.", "分片的层在计算前要先聚合完整，大小是一到两层的权重，加卡也不会变小。"),
        TermId::GatheredModel => t!("This mode keeps all parameters whole between forward and backward and divides gradients and optimizer state only. Full sharding avoids it.", "这种模式在前向和反向之间保留完整参数，只对梯度和优化器状态分片。改用全分片即可避免。"),
        TermId::GatheredGradient => t!("The gradient of a gathered unit exists whole until it is reduced and divided.", "聚合单元的梯度先以完整形式存在，规约之后才分片。"),
        TermId::UnshardedGradients => t!("While accumulating without synchronisation each GPU holds whole gradients. Synchronising every micro-batch divides them, at the price of traffic.", "累积梯度时若不同步，每张卡都存着完整梯度。每个 micro-batch 都同步就能分片，代价是通信增多。"),
        TermId::LiveParameters => t!("ZeRO-3 keeps parameters that will soon be used again and prefetches the next ones, up to the limits in its configuration. Lower limits mean less memory and more traffic.", "ZeRO-3 会留住马上还要用的参数并预取后面的参数，上限由配置决定。调低上限省显存，但通信更多。"),
        TermId::ReduceBuckets => t!("Gradients are collected into buckets before they are sent. The bucket size is a setting, the same on every GPU.", "梯度先攒进缓冲区再通信，缓冲大小是一项设置，每张卡都一样。"),
        TermId::Checkpoints => t!("With checkpointing each block keeps only its input, tokens × hidden size, for every layer. It grows with length and micro-batch; data parallel never divides it, context parallel does, and offload moves it to the host.", "开启激活检查点后，每层只保留输入：token 数 × 隐藏维度，再乘层数。它随长度和 micro-batch 增长，数据并行不会分摊，上下文并行可以，也可卸载到内存。"),
        TermId::Activations => t!("What the forward pass keeps for backward, in every block. It grows with length and micro-batch; checkpointing replaces most of it by recomputation, and data parallel never divides it.", "前向为反向保留的全部中间结果，每层都有，随长度和 micro-batch 增长。激活检查点用重计算换掉其中大部分，数据并行不会分摊。"),
        TermId::RecomputedBlock => t!("Backward recomputes one block at a time, and its activations all exist at once. Fewer tokens in a micro-batch or fused kernels make it smaller.", "反向时逐层重计算，这一层的激活会同时存在。减少每个 micro-batch 的 token 数或用融合内核可以减小。"),
        TermId::BackwardHump => t!("While one block goes backward, gradients of its intermediate tensors stand beside the tensors themselves.", "某一层做反向时，中间张量和它们的梯度同时存在。"),
        TermId::EscapedInputs => t!("bitsandbytes up to 0.42 holds the input of each quantised layer where non-reentrant checkpoints cannot release it. A later release or reentrant checkpoints avoid it.", "bitsandbytes 0.42 及更早版本会保留每个量化层的输入，非可重入检查点释放不了。升级版本或改用可重入检查点可避免。"),
        TermId::PendingInputs => t!("With a frozen, FSDP-sharded base and reentrant checkpoints, block inputs and their gradients stay until backward ends. Measured in eight series of runs; non-reentrant checkpoints avoid it.", "冻结基座用 FSDP 分片、又用可重入检查点时，层输入及其梯度会一直留到反向结束。八组实测都观察到，改用非可重入检查点可避免。"),
        TermId::Dequantised => t!("A quantised matrix is unpacked to 16 bit for each product; the largest one sets the size.", "量化矩阵每次参与计算都要解包成 16-bit，大小由最大的那个矩阵决定。"),
        TermId::SequenceGather => t!("Sequence parallel divides block inputs, but each tensor-parallel rank gathers them whole for its products.", "序列并行把层输入切开存放，但计算时每个张量并行 rank 都要聚合出完整输入。"),
        TermId::Logits => t!("One score per token and vocabulary entry, in 16 bit, again in fp32 for the softmax, and its gradient. Fused or chunked losses remove most of it; more GPUs do not.", "每个 token 对词表里每个词都有一个分数：16-bit 一份，softmax 用的 fp32 一份，还有梯度。融合或分块损失能去掉大半，加卡没有用。"),
        TermId::HeadInput => t!("The final norm keeps its input, partly in fp32, beside the hidden states that enter the head.", "最后一层归一化会保留输入（部分为 fp32），再加上送进输出头的隐藏状态。"),
        TermId::HeadGradient => t!("A loss computed in chunks adds up the gradient of the head from chunk to chunk: vocabulary × hidden size. A frozen head has none.", "分块计算损失时，输出头的梯度要逐块累加，大小为词表 × 隐藏维度。输出头冻结时没有这一项。"),
        TermId::DequantisedHead => t!("Where the head is quantised too, it is unpacked to 16 bit for the logits.", "输出头也被量化时，计算 logits 前要解包成 16-bit。"),
        TermId::EvalLogits => t!("Logits gathered over evaluation batches before metrics are computed. Compute metrics batch by batch, or move predictions to the host with eval_accumulation_steps.", "算指标前跨 batch 积攒的 logits。可以逐 batch 算指标，或用 eval_accumulation_steps 移到内存。"),
        TermId::KvCache => t!("Keys and values of every token so far, in every layer, for all sequences generated at once. Fewer KV heads or a smaller batch make it smaller.", "每层都要存所有已生成 token 的 key 和 value，同时生成的每条序列各一份。KV 头少或 batch 小则更小。"),
        TermId::ForwardBlock => t!("A forward pass without gradients needs the tensors of one block at a time only.", "不求梯度的前向只需要同时放下一层的中间张量。"),
        TermId::LoadCopy => t!("The loader holds whole weights, or a 16-bit layer that is being quantised, before they reach their final form. Loading straight into shards avoids it.", "权重到位之前，加载器会先放完整权重，或正在量化的 16-bit 层。直接载入分片就没有。"),
        TermId::GatheredState => t!("All weights put together on one GPU to be written as one file. Saving shards or gathering in host memory avoids it.", "为了写成一个文件，把全部权重汇总到一张卡上。分片保存或汇总到内存即可避免。"),
        TermId::MergedBase => t!("Adapters are added into 16-bit weights, so a quantised base is loaded again in 16 bit. Merging in host memory avoids it.", "适配器要并入 16-bit 权重，量化基座得重新以 16-bit 加载。改在内存中合并即可避免。"),
        TermId::Workspace => t!("Scratch memory of the matrix library, allocated once.", "矩阵库的临时工作区，只分配一次。"),
        TermId::Slack => t!("Freed blocks that fit no later request and cannot be given back, because part of their segment is in use. Steady lengths and expandable_segments:True make it smaller.", "已释放却对不上后续请求的碎块，所在的段还有别的张量在用，还不回去。长度一致、开启 expandable_segments:True 都能减小它。"),
        TermId::Cache => t!("Freed blocks that PyTorch keeps for the next step: loss and layers do not use each other's. nvidia-smi counts them; when memory runs short PyTorch returns them and goes on, a little slower.", "PyTorch 留给下一步用的空闲块：损失与各层的块互不通用。nvidia-smi 会算上它；显存不够时 PyTorch 先释放它再继续，只是稍慢。"),
        TermId::Context => t!("Driver state and kernels, before the first tensor. It depends on the card; PyTorch does not count it, nvidia-smi does.", "创建第一个张量之前，驱动状态和内核就已占用的显存，取决于显卡。PyTorch 不统计它，nvidia-smi 会。"),
        TermId::Communicators => t!("Buffers that NCCL holds for each group of GPUs. One GPU has none.", "NCCL 为每个通信组保留的缓冲区，单卡没有。"),
    })
}
