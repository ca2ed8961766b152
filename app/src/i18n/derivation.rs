//! A budget worked out by hand, in words.
use super::{Lang, Pair, integer, number, size, t, term_why};
use estimator::analysis::derivation::{Contrast, Factor, Gap, Name, Part, Question, Quiz, WITNESS};
use estimator::memory::Family;
use estimator::scenario::{Dtype, Engine, Scenario};
use estimator::units::{Bytes, SizeUnit};

/// A part of the budget.
pub fn part(lang: Lang, part: Part) -> &'static str {
    lang.of(match part {
        Part::Weights => t!("Weights", "权重"),
        Part::Gradients => t!("Gradients", "梯度"),
        Part::Optimizer => t!("Optimizer state", "优化器状态"),
        Part::Adapters => t!("Adapters, gradients and Adam included", "适配器（含梯度与 Adam 状态）"),
        Part::Activations => t!("Activations", "激活"),
        Part::Logits => t!("Logits and loss", "logits 与损失"),
        Part::StepTemporary => t!("Temporary of the step", "更新时的临时量"),
        Part::Gathered => t!("Gathered parameters, buffers", "聚合参数与通信缓冲"),
        Part::Fixed => t!("CUDA context, NCCL", "CUDA context 与 NCCL"),
        Part::Slack => t!("Allocator slack", "分配器碎片"),
    })
}

/// A number with as many digits as it was rounded to.
fn bare(lang: Lang, value: f64) -> String {
    let places = (0..6).find(|places| {
        let scale = (0..*places).fold(1.0, |scale: f64, _| scale * 10.0);
        let steps = value * scale;
        (steps - steps.round()).abs() < 1e-6 * steps.max(1.0)
    });
    number(lang, value, places.unwrap_or(6))
}

/// A factor as it is said: `6.7B`, `33k`, `8`; a plain number is bytes.
pub fn factor(lang: Lang, factor: &Factor) -> String {
    let said = factor.said;
    let (scaled, unit) = if factor.symbol.is_empty() {
        (said, " B")
    } else if said >= 1e9 {
        (said / 1e9, "B")
    } else if said >= 1e6 {
        (said / 1e6, "M")
    } else if said >= 1e3 {
        (said / 1e3, "k")
    } else {
        (said, "")
    };
    [&bare(lang, scaled), unit].concat()
}

/// Bytes as they are said, GB without the unit.
pub fn said(lang: Lang, bytes: f64) -> String {
    bare(lang, bytes / 1e9)
}

/// What the first pass comes to.
pub fn first_sum(lang: Lang, gb: f64, unit: SizeUnit) -> String {
    let sum = bare(lang, gb / 1e9);
    if unit == SizeUnit::Gb {
        return lang.fill(t!("First pass: about {0} GB on each GPU.", "课本算法：每张卡约 {0} GB。"), &[&sum]);
    }
    let gib = number(lang, gb / unit.bytes(), 1);
    lang.fill(
        t!("First pass: about {0} GB on each GPU. 1 GiB is 1.074 GB, so that is {1} GiB.", "课本算法：每张卡约 {0} GB。1 GiB = 1.074 GB，即 {1} GiB。"),
        &[&sum, &gib],
    )
}

/// Why a part is other than in the textbook.
pub fn gap(lang: Lang, gap: &Gap, scenario: &Scenario) -> &'static str {
    let difference = gap.estimate - gap.textbook;
    if difference.abs() < 0.005 * gap.textbook {
        return lang.of(t!("As in the textbook.", "与课本一致。"));
    }
    let more = difference > 0.0;
    let pair: Pair = match (gap.part, more) {
        (Part::Weights, true) if scenario.quant.is_some() => t!("The quantiser leaves embedding, head and norms in 16 or 32 bits, and adds scales.", "量化不处理词嵌入、输出头和归一化（仍为 16-bit 或 fp32），另有缩放系数。"),
        (Part::Weights, true) if scenario.weights == Dtype::Fp32 => t!("Held in fp32: 4 bytes, which are also the master copy.", "以 fp32 存放，每个 4 字节，同时充当主权重。"),
        (Part::Weights, true) => t!("Weights in a wider format, or copies beside them.", "权重格式更宽，或另有副本。"),
        (Part::Gradients, true) => t!("Summed in fp32: 4 bytes where the textbook has 2.", "梯度以 fp32 累加：4 字节，课本只算 2 字节。"),
        (Part::Gradients, false) => t!("Not there at this moment: gradients live from the backward pass to the step.", "此刻不存在：梯度只从反向留到更新。"),
        (Part::Optimizer | Part::Adapters, true) => t!("Formats wider than the textbook's.", "格式比课本假设的更宽。"),
        (Part::Optimizer, false) if scenario.weights == Dtype::Fp32 => t!("No master copy: the weights themselves are fp32.", "没有单独的主权重：权重本身就是 fp32。"),
        (Part::Optimizer, false) => t!("No fp32 master copy, or moments in fewer bits.", "没有 fp32 主权重，或优化器状态位数更少。"),
        (Part::Adapters, false) => t!("Formats narrower than the textbook's, or gradients that are gone by now.", "格式比课本更窄，或此刻梯度已释放。"),
        (Part::Activations, true) => t!("The textbook counts what is stored. One block recomputed and its backward come on top.", "课本只算存下来的部分，还要加上重计算的一层及其反向。"),
        (Part::Activations, false) if gap.estimate == 0.0 => t!("Gone by now: activations and the optimizer step never meet.", "此刻已释放：激活和优化器更新不会同时存在。"),
        (Part::Activations, false) => t!("Kernels that keep less than the textbook's block, or activations that are partly gone by now.", "内核保留得比课本少，或此刻已释放一部分。"),
        (Part::Logits, true) => t!("The input of the head comes on top.", "还要加上输出头的输入。"),
        (Part::Logits, false) => t!("Gone by now: logits live from the end of the forward pass to the start of the backward pass.", "此刻已释放：logits 只存在于前向结束到反向开始之间。"),
        (Part::StepTemporary, _) if scenario.engine == Engine::DeepSpeed => t!("DeepSpeed hands its share of the gradients to Adam in fp32; an un-fused Adam needs as much again.", "DeepSpeed 把本卡那份梯度以 fp32 交给 Adam；未融合的 Adam 还要再占一份。"),
        (Part::Weights, false) => t!("Fewer bytes than the textbook's, or elsewhere at this moment.", "字节数比课本少，或此刻不在卡上。"),
        _ => return gap.largest.map_or("", |id| term_why(lang, id)),
    };
    lang.of(pair)
}

/// What a run that somebody reported shows about the second stage.
pub fn witness(lang: Lang) -> String {
    let gib = |bytes: f64| number(lang, Bytes::new(bytes).as_gib(), 2);
    lang.fill(
        t!(
            "Seen in the wild: Llama 7B under ZeRO-2 on eight 32 GB cards failed at the step with {0} GiB allocated, asking for {1} GiB more. 2P + 16P/8 and one temporary of 4P/8 are {2} GiB; the un-fused Adam asks for a second one, 4P/8 = {3} GiB. The textbook's 2P + 14P/8 would have fitted; ZeRO-3 ran.",
            "实例：8 张 32 GB 卡、ZeRO-2 训练 Llama 7B，更新时失败，已分配 {0} GiB，又申请 {1} GiB。2P + 16P/8 加一份 4P/8 的临时量为 {2} GiB；未融合的 Adam 还要再申请一份，4P/8 = {3} GiB。按课本的 2P + 14P/8 本该放得下；改用 ZeRO-3 后可以运行。"
        ),
        &[&number(lang, WITNESS.allocated, 2), &number(lang, WITNESS.asked, 2), &gib(WITNESS.explained()), &gib(WITNESS.next())],
    )
}

/// What is contrasted, and why it differs.
pub fn contrast(lang: Lang, contrast: Contrast) -> [&'static str; 2] {
    let (name, why) = match contrast {
        Contrast::Stages => (t!("ZeRO stage", "ZeRO 阶段"), t!("Stage 1 divides optimizer state, 2 gradients too, 3 weights too; none divides activations or logits.", "1 只分优化器状态，2 再分梯度，3 再分权重；哪一级都不分激活和 logits。")),
        Contrast::Checkpointing => (t!("Checkpointing", "激活检查点"), t!("With it a block keeps its input only, 2·h a token, and is computed again.", "开启后每层只留输入（每 token 2·h 字节），反向时重算。")),
        Contrast::Vocabulary => (t!("Vocabulary", "词表"), t!("Logits are tokens × vocabulary × bytes: they follow neither the size of the model nor N.", "logits 为 token 数 × 词表 × 字节数，与模型大小和卡数都无关。")),
        Contrast::Heads => (t!("MHA or GQA", "MHA 与 GQA"), t!("Fewer KV heads mean narrower K and V: fewer weights and less kept a block. The KV cache shrinks far more, but training has none.", "KV 头少，K、V 就窄：参数和每层激活略少。KV cache 省得多，但训练时没有它。")),
        Contrast::Ways => (t!("Data or tensor parallel (Megatron)", "数据并行与张量并行（Megatron）"), t!("Data parallel keeps weights and activations whole; tensor parallel cuts the matrices, activations with them.", "数据并行每卡保留完整权重和激活；张量并行切开矩阵，激活也随之切开。")),
        Contrast::Gpus => (t!("Twice the GPUs", "卡数加倍"), t!("Only what is divided by N halves.", "只有按 N 分摊的部分减半。")),
        Contrast::Smaller => (t!("A 2B that needs more than a 7B (LoRA, 4 × 4,096 tokens)", "2B 比 7B 更占显存（LoRA，4 × 4,096 token）"), t!("A frozen base is small beside the logits, and those follow the vocabulary: eight times as large here.", "冻结基座远小于 logits，而 logits 取决于词表：这里差八倍。")),
    };
    [lang.of(name), lang.of(why)]
}

/// One side of a contrast; with its logits where those are the point.
pub fn side(lang: Lang, name: Name, logits: f64, unit: SizeUnit) -> String {
    let count = |value: u64| integer(lang, value);
    let logits = size(lang, Bytes::new(logits), unit);
    match name {
        Name::Zero(stage) => ["ZeRO-", &count(stage)].concat(),
        Name::Recomputed => lang.of(t!("on", "开")).to_owned(),
        Name::Kept => lang.of(t!("off", "关")).to_owned(),
        Name::Vocabulary(entries) => lang.fill(t!("V = {0}, logits {1}", "V = {0}，logits {1}"), &[&count(entries), &logits]),
        Name::KvHeads(heads) => lang.fill(t!("{0} KV heads", "{0} 个 KV 头"), &[&count(heads)]),
        Name::Data(ranks) => lang.fill(t!("DP {0}", "DP {0}"), &[&count(ranks)]),
        Name::Tensor(ranks) => lang.fill(t!("TP {0}", "TP {0}"), &[&count(ranks)]),
        Name::Gpus(gpus) => lang.fill(t!("N = {0}", "N = {0}"), &[&count(gpus)]),
        Name::Model(model, entries) => lang.fill(t!("{0}: V = {1}, logits {2}", "{0}：V = {1}，logits {2}"), &[model, &count(entries), &logits]),
    }
}

/// A question to test oneself by.
pub fn question(lang: Lang, question: Question) -> &'static str {
    lang.of(match question {
        Question::Gpus => t!("What changes if N doubles?", "N 加倍，什么会变？"),
        Question::Length => t!("What changes if sequences get twice as long?", "序列长度加倍，什么会变？"),
        Question::Checkpointing => t!("What changes if checkpointing is switched the other way?", "激活检查点切换一下，什么会变？"),
    })
}

/// Its answer.
pub fn answer(lang: Lang, quiz: &Quiz, unit: SizeUnit) -> String {
    let show = |bytes: Bytes| size(lang, bytes, unit);
    let of = |figures: &estimator::memory::Figures, family: Family| figures.families[family as usize];
    let tokens = |figures| show(of(figures, Family::Activations) + of(figures, Family::Loss));
    let (before, after) = (quiz.before.peak.needed, quiz.after.peak.needed);
    let peaks = lang.fill(t!("The peak goes from {0} to {1}.", "峰值由 {0} 变为 {1}。"), &[&show(before), &show(after)]);
    let why = match quiz.question {
        Question::Gpus => {
            let divided = Bytes::new(quiz.divided);
            lang.fill(t!("{0} of it is divided by N and halves; {1} stays on every GPU, however many there are.", "其中 {0} 按 N 分摊，减半；{1} 每张卡都有，加多少卡都不变。"), &[&show(divided), &show(before.less(divided))])
        }
        Question::Length if quiz.before.worst == quiz.after.worst && before == after => lang.of(t!("Nothing: at the worst moment no activation is alive. At the loss activations and logits double, and would decide if they were larger.", "峰值不变：最吃紧时激活已释放。计算损失时激活和 logits 会加倍，足够大时就由它们决定峰值。")).to_owned(),
        Question::Length => lang.fill(t!("Activations and logits follow tokens: at the worst moment {0}, then {1}. Weights, gradients and optimizer state do not move.", "激活和 logits 随 token 数增长：最吃紧时由 {0} 变为 {1}。权重、梯度和优化器状态不变。"), &[&tokens(&quiz.before), &tokens(&quiz.after)]),
        Question::Checkpointing => lang.fill(t!("Activations and logits at the worst moment: {0}, then {1}. States do not move; a step takes about a third longer with checkpointing.", "最吃紧时的激活与 logits 由 {0} 变为 {1}。训练状态不变；开激活检查点后每步约慢三分之一。"), &[&tokens(&quiz.before), &tokens(&quiz.after)]),
    };
    [&*peaks, if lang == Lang::Zh { "" } else { " " }, &why].concat()
}
