//! What an out-of-memory message says, in words.
use super::verdict::moment_phrase;
use super::{Lang, Pair, integer, number, size, t};
use estimator::analysis::oom::{
    Closeness, Contradiction, Hypothesis, Implied, Level, Message, Object, Part, Phase, Printed,
    Remark, Rows, Strength, Timing, Unreadable, Width,
};
use estimator::memory::Moment;
use estimator::model::Target;
use estimator::units::SizeUnit;

/// Messages print binary units, whatever the page shows.
const UNIT: SizeUnit = SizeUnit::Gib;

/// Why a text is no message.
pub fn unreadable(lang: Lang, why: Unreadable) -> &'static str {
    lang.of(match why {
        Unreadable::Empty => t!("Nothing pasted yet.", "还没有粘贴内容。"),
        Unreadable::TooLong | Unreadable::NoRequest => t!(
            "No out-of-memory message found: the words “Tried to allocate” are not in it.",
            "没有找到 OOM 报错：其中没有“Tried to allocate”字样。"
        ),
        Unreadable::NoSize => t!(
            "After “Tried to allocate” stands no size that can be read, such as 2.00 GiB.",
            "“Tried to allocate”后面不是能识别的大小（应如 2.00 GiB）。"
        ),
    })
}

/// The figures of a message, with their names.
pub fn figures(lang: Lang, message: &Message) -> Vec<(&'static str, String)> {
    let all: [(Pair, Option<Printed>); 7] = [
        (t!("asked for", "申请"), Some(message.requested)),
        (t!("already allocated", "已分配"), message.allocated),
        (
            t!("reserved but unallocated", "已保留未分配"),
            message.unallocated,
        ),
        (t!("reserved in all", "共保留"), message.reserved),
        (t!("free on the card", "卡上空闲"), message.free),
        (t!("in use by the process", "进程占用"), message.in_use),
        (t!("total capacity", "显存总量"), message.total),
    ];
    let stated = all
        .into_iter()
        .filter_map(|(name, printed)| Some((lang.of(name), size(lang, printed?.value, UNIT))));
    stated.collect()
}

/// The name of a tensor.
pub fn object(lang: Lang, object: Object) -> String {
    let (name, width) = match object {
        Object::AdamTemporary => (
            t!(
                "Temporary of Adam over this GPU's share",
                "Adam 对本卡分片计算时的临时副本"
            ),
            None,
        ),
        Object::SubGroupTemporary => (
            t!(
                "Temporary of Adam over one sub-group",
                "Adam 对一个 sub-group 计算时的临时副本"
            ),
            None,
        ),
        Object::OptimizerShard => (
            t!(
                "Master weights or a moment of this GPU's share",
                "本卡分片的主权重或某个矩"
            ),
            Some(Width::Fp32),
        ),
        Object::HalfShard => (
            t!("Flat copy of this GPU's share", "本卡分片的展平副本"),
            Some(Width::Half),
        ),
        Object::WholeModel(width) => (
            t!("All parameters in one piece", "整个模型的参数"),
            Some(width),
        ),
        Object::ReduceBucket(width) => (t!("Reduce bucket", "梯度归约缓冲"), Some(width)),
        Object::Block(width) => (
            t!(
                "One gathered block, or its gradient",
                "聚合的一层，或它的梯度"
            ),
            Some(width),
        ),
        Object::Root(width) => (
            t!(
                "Gathered embedding and head, or their gradient",
                "聚合的词嵌入和输出头，或它们的梯度"
            ),
            Some(width),
        ),
        Object::BlockShard => (
            t!("Share of one block", "一层在本卡的分片"),
            Some(Width::Fp32),
        ),
        Object::RootShard => (
            t!("Share of embedding and head", "词嵌入和输出头在本卡的分片"),
            Some(Width::Fp32),
        ),
        Object::Matrix(target, width) => return matrix(lang, target, width),
        Object::Experts(target, width) => return experts(lang, target, width),
        Object::Vocabulary(width) => (
            t!(
                "Embedding or head: weight, gradient or moment",
                "词嵌入或输出头的权重、梯度或矩"
            ),
            Some(width),
        ),
        Object::Logits { rows, width } => return logits(lang, rows, width),
        Object::Hidden(width) => (
            t!("Hidden states of the micro-batch", "micro-batch 的隐藏状态"),
            Some(width),
        ),
        Object::Queries(width) => (
            t!(
                "Queries, keys and values of one layer",
                "一层的 query、key、value"
            ),
            Some(width),
        ),
        Object::Mlp(width) => (
            t!("MLP activations of one layer", "一层的 MLP 激活"),
            Some(width),
        ),
        Object::GateUp(width) => (
            t!(
                "Gate and up activations of one layer",
                "一层的 gate 和 up 激活"
            ),
            Some(width),
        ),
        Object::Scores(width) => (
            t!("Attention scores of one layer", "一层的注意力分数矩阵"),
            Some(width),
        ),
        Object::KvCache => (
            t!(
                "Keys or values of one layer, cached",
                "一层缓存的 key 或 value"
            ),
            None,
        ),
    };
    with_width(lang, lang.of(name).to_owned(), width)
}

fn with_width(lang: Lang, name: String, width: Option<Width>) -> String {
    let width = match width {
        Some(Width::Half) => "16-bit",
        Some(Width::Fp32) => "fp32",
        None => return name,
    };
    lang.fill(t!("{0}, {1}", "{0}（{1}）"), &[&name, width])
}

fn matrix(lang: Lang, target: Target, width: Width) -> String {
    let target = module(target);
    let name = lang.fill(
        t!(
            "Matrix {0}: weight, copy, gradient or moment",
            "{0} 矩阵的权重、副本、梯度或矩"
        ),
        &[target],
    );
    with_width(lang, name, Some(width))
}

fn experts(lang: Lang, target: Target, width: Width) -> String {
    let target = module(target);
    let name = lang.fill(
        t!(
            "All experts of a layer in one tensor, {0}",
            "一层全部专家的 {0} 张量"
        ),
        &[target],
    );
    with_width(lang, name, Some(width))
}

const fn module(target: Target) -> &'static str {
    match target {
        Target::Q => "q_proj",
        Target::K => "k_proj",
        Target::V => "v_proj",
        Target::O => "o_proj",
        Target::Gate => "gate_proj",
        Target::Up => "up_proj",
        Target::Down => "down_proj",
        Target::Head => "lm_head",
    }
}

fn logits(lang: Lang, rows: Rows, width: Width) -> String {
    let rows = match rows {
        Rows::All => t!("of the micro-batch", "整个 micro-batch 的"),
        Rows::Shifted => t!("shifted against the labels", "与标签错位后的"),
        Rows::Chunk => t!("of one chunk of the loss", "分块损失中一块的"),
        Rows::Evaluation => t!("of an evaluation batch", "一个评测 batch 的"),
        Rows::Kept => t!("kept over an evaluation", "评测中积攒的"),
        Rows::Implied(tokens) => {
            let tokens = integer(lang, tokens);
            let name = lang.fill(
                t!("Logits of {0} tokens", "{0} 个 token 的 logits"),
                &[&tokens],
            );
            return with_width(lang, name, Some(width));
        }
    };
    let name = lang.fill(t!("Logits {0}", "{0} logits"), &[lang.of(rows)]);
    with_width(lang, name, Some(width))
}

/// When it happened, whether the peak is expected there, and how sure that is.
pub fn weight(lang: Lang, hypothesis: &Hypothesis, predicted: Moment) -> String {
    let when = moment_phrase(lang, hypothesis.moment);
    let strength = lang.of(match hypothesis.strength {
        Strength::Confirmed => t!("What was allocated is what the model has then.", "当时已分配的显存也与模型一致。"),
        Strength::Expected => t!("This scenario makes such a tensor.", "当前方案会产生这样的张量。"),
        Strength::Unexpected => t!("The size is right, but this scenario as given never makes it: something ran differently.", "大小吻合，但按当前方案不该出现：实际运行与填写的不一致。"),
        Strength::Implied => t!("A whole number of tokens gives the size; that is weak evidence.", "恰好是整数个 token，但这只是弱证据。"),
    });
    let peak = moment_phrase(lang, predicted);
    let timing = match hypothesis.timing {
        Timing::AtPredictedPeak => {
            t!(
                "Your run was where the peak is expected: {0}.",
                "出错时正是预计的峰值阶段：{0}。"
            )
        }
        Timing::Elsewhere => {
            t!(
                "Your run was there {0}; the peak is expected {1}.",
                "出错是在{0}，而预计的峰值在{1}。"
            )
        }
    };
    let timing = lang.fill(timing, &[when, peak]);
    super::verdict::join(lang, &[timing, strength.to_owned()])
}

/// What was running by the traceback, and what that means for what follows.
pub fn phase(lang: Lang, phase: Phase) -> String {
    let what = lang.of(match phase {
        Phase::Load => t!("while the model was loaded", "加载模型"),
        Phase::Forward => t!("in the forward pass", "前向"),
        Phase::Backward => t!("in the backward pass", "反向"),
        Phase::Step => t!("at the optimizer step", "优化器更新"),
        Phase::Save => t!("while a checkpoint was saved", "保存检查点"),
        Phase::Evaluation => t!("in an evaluation", "评测"),
        Phase::Merge => t!("while adapters were merged", "合并适配器"),
    });
    let pair = t!(
        "By its traceback it failed {0}: tensors of other moments are left out.",
        "从 traceback 看，出错在{0}阶段，其他阶段的张量已排除。"
    );
    lang.fill(pair, &[what])
}

/// Nothing has that size; where the traceback says what was running, nothing of that.
pub fn unknown(lang: Lang, message: &Message, phase: Option<Phase>) -> String {
    let asked = size(lang, message.requested.value, UNIT);
    let pair = if phase.is_some() {
        t!(
            "Unknown: no single tensor that this scenario has then is {0}.",
            "未知：当前方案在该阶段没有大小为 {0} 的张量。"
        )
    } else {
        t!(
            "Unknown: no single tensor of this scenario has {0}.",
            "未知：当前方案里没有大小为 {0} 的张量。"
        )
    };
    lang.fill(pair, &[&asked])
}

/// How many tokens it would be as logits.
pub fn implied(lang: Lang, implied: &Implied) -> String {
    let (from, to) = (integer(lang, implied.from), integer(lang, implied.to));
    let width = match implied.width {
        Width::Half => "16-bit",
        Width::Fp32 => "fp32",
    };
    lang.fill(
        t!(
            "As {0} logits it would be {1} to {2} tokens: arithmetic, not evidence.",
            "如果是 {0} logits，相当于 {1}–{2} 个 token：只是换算，不是证据。"
        ),
        &[width, &from, &to],
    )
}

/// What had been allocated, as a sum of the model; its formula follows.
pub fn level(lang: Lang, level: &Level) -> String {
    let part = lang.of(match level.part {
        Part::States => t!(
            "weights, gradients and optimizer state",
            "权重、梯度和优化器状态之和"
        ),
        Part::StatesAndOneTemporary => t!(
            "weights, gradients, optimizer state and one temporary of the step",
            "权重、梯度、优化器状态加一份优化器更新临时副本之和"
        ),
        Part::StatesAndTemporaries => t!(
            "weights, gradients, optimizer state and all temporaries of the step",
            "权重、梯度、优化器状态加全部优化器更新临时副本之和"
        ),
        Part::All => t!("everything that is alive", "全部存活张量之和"),
    });
    let when = moment_phrase(lang, level.moment);
    match level.closeness {
        Closeness::ToTheDigit => lang.fill(
            t!(
                "What was allocated is, to the digit, {0} {1}.",
                "已分配的显存与{1}{0}完全一致。"
            ),
            &[part, when],
        ),
        Closeness::Near(share) => lang.fill(
            t!(
                "What was allocated is within {2}% of {0} {1}.",
                "已分配的显存与{1}{0}相差不到 {2}%。"
            ),
            &[part, when, &number(lang, share.abs() * 100.0, 1)],
        ),
    }
}

/// What else the figures show.
pub fn remark(lang: Lang, remark: &Remark) -> String {
    let text = match remark {
        Remark::SaysNothing => t!(
            "The request is so small that many tensors make it: memory was full, and this was merely the next one.",
            "申请的量太小，许多张量都会这样申请：显存早已占满，这只是恰好轮到的下一次申请。"
        ),
        Remark::TooFewDigits => t!(
            "The size has too few digits to tell tensors apart.",
            "报错里的大小位数太少，分辨不出是哪个张量。"
        ),
        Remark::NoBlockSize => t!(
            "PyTorch asks for multiples of 2 MiB, and this is none: it was not printed by it, or by a release before 1.1.",
            "PyTorch 按 2 MiB 的整数倍申请，而这个大小不是：不是它打印的，或版本早于 1.1。"
        ),
        Remark::LargerThanCard => t!(
            "The request alone is larger than the card.",
            "单是这一次申请就超过整张卡的显存。"
        ),
        Remark::Contradiction(Contradiction::AllocatedAboveReserved) => t!(
            "More is allocated than is reserved in all, which cannot be: check what was pasted.",
            "已分配的比共保留的还多，这不可能：请核对粘贴的内容。"
        ),
        Remark::Contradiction(Contradiction::FreeAboveTotal) => t!(
            "More is free than the card has, which cannot be: check what was pasted.",
            "空闲的比显存总量还多，这不可能：请核对粘贴的内容。"
        ),
        Remark::Contradiction(Contradiction::NoMemory) => t!(
            "The card has a total capacity of 0, which cannot be: check what was pasted.",
            "显存总量为 0，这不可能：请核对粘贴的内容。"
        ),
        Remark::Fragmented { unused } => return fragmented(lang, &size(lang, *unused, UNIT)),
        Remark::Elsewhere { bytes } => return elsewhere(lang, &size(lang, *bytes, UNIT)),
        Remark::OtherCard { total } => return other_card(lang, &size(lang, *total, UNIT)),
        Remark::ShouldFit { margin_gib } => {
            let margin = number(lang, *margin_gib, 1);
            return should_fit(lang, &margin);
        }
    };
    lang.of(text).to_owned()
}

fn fragmented(lang: Lang, unused: &str) -> String {
    lang.fill(t!("{0} lay unused in the allocator, in pieces too small: fragmentation. expandable_segments:True helps.", "分配器里还有 {0} 闲置，但都是碎块：属于碎片，可开启 expandable_segments:True。"), &[unused])
}

fn elsewhere(lang: Lang, bytes: &str) -> String {
    lang.fill(t!("{0} of the card were held outside this PyTorch process: another process, or communicators.", "卡上有 {0} 不属于这个 PyTorch 进程：可能是别的进程或通信缓冲。"), &[bytes])
}

fn other_card(lang: Lang, total: &str) -> String {
    lang.fill(
        t!(
            "The message is from another card than the form's: it has {0}.",
            "报错来自另一种显卡（总量 {0}），与表单所选不同。"
        ),
        &[total],
    )
}

fn should_fit(lang: Lang, margin: &str) -> String {
    lang.fill(t!("As filled in, the run should fit with {0} GiB to spare: look for another process, a launcher that does not shard, or a feature that is off.", "按表单所填本应放得下，还余 {0} GiB：请检查是否有别的进程、启动器没有分片，或某项功能没有生效。"), &[margin])
}
