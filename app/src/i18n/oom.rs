//! What an out-of-memory message says, in words.
use super::verdict::moment_phrase;
use super::{Lang, Pair, integer, number, size};
use estimator::analysis::oom::{
    Closeness, Hypothesis, Implied, Level, Message, Object, Part, Printed, Remark, Rows, Strength,
    Timing, Unreadable, Width,
};
use estimator::memory::Moment;
use estimator::model::Target;
use estimator::units::SizeUnit;

/// Messages print binary units, whatever the page shows.
const UNIT: SizeUnit = SizeUnit::Gib;

/// Why a text is no message.
pub const fn unreadable(lang: Lang, why: Unreadable) -> &'static str {
    lang.of(match why {
        Unreadable::Empty => ("Nothing pasted yet.", "还没有粘贴内容。"),
        Unreadable::TooLong | Unreadable::NoRequest => (
            "No out-of-memory message found: the words “Tried to allocate” are not in it.",
            "没有找到 OOM 报错：其中没有“Tried to allocate”字样。",
        ),
    })
}

/// The figures of a message, with their names.
pub fn figures(lang: Lang, message: &Message) -> Vec<(&'static str, String)> {
    let all: [(Pair, Option<Printed>); 7] = [
        (("asked for", "申请"), Some(message.requested)),
        (("already allocated", "已分配"), message.allocated),
        (
            ("reserved but unallocated", "已保留未分配"),
            message.unallocated,
        ),
        (("reserved in all", "共保留"), message.reserved),
        (("free on the card", "卡上空闲"), message.free),
        (("in use by the process", "进程占用"), message.in_use),
        (("total capacity", "显存总量"), message.total),
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
            (
                "Temporary of Adam over this GPU's share",
                "Adam 对本卡分片计算时的临时副本",
            ),
            None,
        ),
        Object::SubGroupTemporary => (
            (
                "Temporary of Adam over one sub-group",
                "Adam 对一个 sub-group 计算时的临时副本",
            ),
            None,
        ),
        Object::OptimizerShard => (
            (
                "Master weights or a moment of this GPU's share",
                "本卡分片的主权重或某个矩",
            ),
            Some(Width::Fp32),
        ),
        Object::HalfShard => (
            ("Flat copy of this GPU's share", "本卡分片的展平副本"),
            Some(Width::Half),
        ),
        Object::WholeModel(width) => (
            ("All parameters in one piece", "整个模型的参数"),
            Some(width),
        ),
        Object::ReduceBucket(width) => (("Reduce bucket", "梯度规约缓冲"), Some(width)),
        Object::Block(width) => (
            (
                "One gathered block, or its gradient",
                "聚合的一层，或它的梯度",
            ),
            Some(width),
        ),
        Object::Root(width) => (
            (
                "Gathered embedding and head, or their gradient",
                "聚合的词嵌入和输出头，或它们的梯度",
            ),
            Some(width),
        ),
        Object::BlockShard => (
            ("Share of one block", "一层在本卡的分片"),
            Some(Width::Fp32),
        ),
        Object::RootShard => (
            ("Share of embedding and head", "词嵌入和输出头在本卡的分片"),
            Some(Width::Fp32),
        ),
        Object::Matrix(target, width) => return matrix(lang, target, width),
        Object::Experts(target, width) => return experts(lang, target, width),
        Object::Vocabulary(width) => (
            (
                "Embedding or head: weight, gradient or moment",
                "词嵌入或输出头的权重、梯度或矩",
            ),
            Some(width),
        ),
        Object::Logits { rows, width } => return logits(lang, rows, width),
        Object::Hidden(width) => (
            ("Hidden states of the micro-batch", "micro-batch 的隐藏状态"),
            Some(width),
        ),
        Object::Queries(width) => (
            (
                "Queries, keys and values of one layer",
                "一层的 query、key、value",
            ),
            Some(width),
        ),
        Object::Mlp(width) => (
            ("MLP activations of one layer", "一层的 MLP 激活"),
            Some(width),
        ),
        Object::GateUp(width) => (
            (
                "Gate and up activations of one layer",
                "一层的 gate 和 up 激活",
            ),
            Some(width),
        ),
        Object::Scores(width) => (
            ("Attention scores of one layer", "一层的注意力分数矩阵"),
            Some(width),
        ),
        Object::KvCache => (
            (
                "Keys or values of one layer, cached",
                "一层缓存的 key 或 value",
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
    match lang {
        Lang::En => format!("{name}, {width}"),
        Lang::Zh => format!("{name}（{width}）"),
    }
}

fn matrix(lang: Lang, target: Target, width: Width) -> String {
    let target = module(target);
    let name = match lang {
        Lang::En => format!("Matrix {target}: weight, copy, gradient or moment"),
        Lang::Zh => format!("{target} 矩阵的权重、副本、梯度或矩"),
    };
    with_width(lang, name, Some(width))
}

fn experts(lang: Lang, target: Target, width: Width) -> String {
    let target = module(target);
    let name = match lang {
        Lang::En => format!("All experts of a layer in one tensor, {target}"),
        Lang::Zh => format!("一层全部专家的 {target} 张量"),
    };
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
        Rows::All => ("of the micro-batch", "整个 micro-batch 的"),
        Rows::Shifted => ("shifted against the labels", "与标签错位后的"),
        Rows::Chunk => ("of one chunk of the loss", "分块损失中一块的"),
        Rows::Evaluation => ("of an evaluation batch", "一个评测 batch 的"),
        Rows::Kept => ("kept over an evaluation", "评测中积攒的"),
        Rows::Implied(tokens) => {
            let tokens = integer(lang, tokens);
            let name = match lang {
                Lang::En => format!("Logits of {tokens} tokens"),
                Lang::Zh => format!("{tokens} 个 token 的 logits"),
            };
            return with_width(lang, name, Some(width));
        }
    };
    let name = match lang {
        Lang::En => format!("Logits {}", rows.0),
        Lang::Zh => format!("{} logits", rows.1),
    };
    with_width(lang, name, Some(width))
}

/// When it happened, whether the peak is expected there, and how sure that is.
pub fn weight(lang: Lang, hypothesis: &Hypothesis, predicted: Moment) -> String {
    let when = moment_phrase(lang, hypothesis.moment);
    let strength = lang.of(match hypothesis.strength {
        Strength::Confirmed => (
            "What was allocated is what the model has then.",
            "当时已分配的显存也与模型一致。",
        ),
        Strength::Expected => (
            "This scenario makes such a tensor.",
            "当前方案会产生这样的张量。",
        ),
        Strength::Unexpected => (
            "The size is right, but this scenario as given never makes it: something ran differently.",
            "大小吻合，但按当前方案不该出现：实际运行与填写的不一致。",
        ),
        Strength::Implied => (
            "A whole number of tokens gives the size; that is weak evidence.",
            "恰好是整数个 token，但这只是弱证据。",
        ),
    });
    let peak = moment_phrase(lang, predicted);
    let timing = match (lang, hypothesis.timing) {
        (Lang::En, Timing::AtPredictedPeak) => {
            format!("Your run was where the peak is expected: {when}.")
        }
        (Lang::Zh, Timing::AtPredictedPeak) => format!("出错时正是预计的峰值阶段：{when}。"),
        (Lang::En, Timing::Elsewhere) => {
            format!("Your run was there {when}; the peak is expected {peak}.")
        }
        (Lang::Zh, Timing::Elsewhere) => format!("出错是在{when}，而预计的峰值在{peak}。"),
    };
    super::verdict::join(lang, &[timing, strength.to_owned()])
}

/// Nothing has that size.
pub fn unknown(lang: Lang, message: &Message) -> String {
    let asked = size(lang, message.requested.value, UNIT);
    match lang {
        Lang::En => format!("Unknown: no single tensor of this scenario has {asked}."),
        Lang::Zh => format!("未知：当前方案里没有大小为 {asked} 的张量。"),
    }
}

/// How many tokens it would be as logits.
pub fn implied(lang: Lang, implied: &Implied) -> String {
    let (from, to) = (integer(lang, implied.from), integer(lang, implied.to));
    let width = match implied.width {
        Width::Half => "16-bit",
        Width::Fp32 => "fp32",
    };
    match lang {
        Lang::En => format!(
            "As {width} logits it would be {from} to {to} tokens: arithmetic, not evidence."
        ),
        Lang::Zh => {
            format!("如果是 {width} logits，相当于 {from}–{to} 个 token：只是换算，不是证据。")
        }
    }
}

/// What had been allocated, as a sum of the model; its formula follows.
pub fn level(lang: Lang, level: &Level) -> String {
    let part = lang.of(match level.part {
        Part::States => (
            "weights, gradients and optimizer state",
            "权重、梯度和优化器状态之和",
        ),
        Part::StatesAndOneTemporary => (
            "weights, gradients, optimizer state and one temporary of the step",
            "权重、梯度、优化器状态加一份优化器步临时副本之和",
        ),
        Part::StatesAndTemporaries => (
            "weights, gradients, optimizer state and all temporaries of the step",
            "权重、梯度、优化器状态加全部优化器步临时副本之和",
        ),
        Part::All => ("everything that is alive", "全部存活张量之和"),
    });
    let when = moment_phrase(lang, level.moment);
    match (lang, level.closeness) {
        (Lang::En, Closeness::ToTheDigit) => {
            format!("What was allocated is, to the digit, {part} {when}.")
        }
        (Lang::Zh, Closeness::ToTheDigit) => format!("已分配的显存与{when}{part}分毫不差。"),
        (Lang::En, Closeness::Near(share)) => {
            let share = number(lang, share.abs() * 100.0, 1);
            format!("What was allocated is within {share}% of {part} {when}.")
        }
        (Lang::Zh, Closeness::Near(share)) => {
            let share = number(lang, share.abs() * 100.0, 1);
            format!("已分配的显存与{when}{part}相差不到 {share}%。")
        }
    }
}

/// What else the figures show.
pub fn remark(lang: Lang, remark: &Remark) -> String {
    let text = match remark {
        Remark::SaysNothing => (
            "The request is so small that many tensors make it: memory was full, and this was merely the next one.",
            "申请的量太小，许多张量都会这样申请：显存早已占满，这只是压垮它的下一个。",
        ),
        Remark::TooFewDigits => (
            "The size has too few digits to tell tensors apart.",
            "报错里的大小位数太少，分辨不出是哪个张量。",
        ),
        Remark::NoBlockSize => (
            "PyTorch asks for multiples of 2 MiB, and this is none: it was not printed by it, or by a release before 1.1.",
            "PyTorch 按 2 MiB 的整数倍申请，而这个大小不是：不是它打印的，或版本早于 1.1。",
        ),
        Remark::LargerThanCard => (
            "The request alone is larger than the card.",
            "单是这一次申请就超过整张卡的显存。",
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
    match lang {
        Lang::En => format!(
            "{unused} lay unused in the allocator, in pieces too small: fragmentation. expandable_segments:True helps."
        ),
        Lang::Zh => format!(
            "分配器里还有 {unused} 闲置，但都是碎块：属于碎片，可开启 expandable_segments:True。"
        ),
    }
}

fn elsewhere(lang: Lang, bytes: &str) -> String {
    match lang {
        Lang::En => format!(
            "{bytes} of the card were held outside this PyTorch process: another process, or communicators."
        ),
        Lang::Zh => format!("卡上有 {bytes} 不属于这个 PyTorch 进程：可能是别的进程或通信缓冲。"),
    }
}

fn other_card(lang: Lang, total: &str) -> String {
    match lang {
        Lang::En => format!("The message is from another card than the form's: it has {total}."),
        Lang::Zh => format!("报错来自另一种显卡（总量 {total}），与表单所选不同。"),
    }
}

fn should_fit(lang: Lang, margin: &str) -> String {
    match lang {
        Lang::En => format!(
            "As filled in, the run should fit with {margin} GiB to spare: look for another process, a launcher that does not shard, or a feature that is off."
        ),
        Lang::Zh => format!(
            "按表单所填本应放得下，还余 {margin} GiB：请检查是否有别的进程、启动器没有分片，或某项功能没有生效。"
        ),
    }
}
