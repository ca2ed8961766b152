//! What is wrong with an input, why, and what to do about it.
use super::shapes::architecture;
use super::{Lang, choice_label, feature_label, gpus, integer, number, t, unit_label};
use estimator::hardware::{Arch, Feature, Gpu, Vendor};
use estimator::scenario::{Conflict, Issue, IssueKind, Param, Quantity};

/// What is wrong with a field. The text stands beside the field, so it does not repeat its name.
///
/// Where the GPU is the reason, [`issue_text_on`] can name it.
pub fn issue_text(lang: Lang, issue: &Issue) -> String {
    issue_text_on(lang, issue, None)
}

/// The same, naming the GPU where it is the reason.
pub fn issue_text_on(lang: Lang, issue: &Issue, gpu: Option<&Gpu>) -> String {
    let value = quoted(&issue.value);
    match &issue.kind {
        IssueKind::Missing => lang.of(t!("Enter a value.", "请填写。")).to_owned(),
        IssueKind::NotANumber => lang.fill(t!("{0} is not a number.", "{0}不是数字。"), &[&value]),
        IssueKind::NotWhole { below, above } => not_whole(lang, *below, *above),
        IssueKind::OutOfRange { min, max } => {
            let (min, max, unit) = (
                bound(lang, *min),
                bound(lang, *max),
                unit_label(lang, issue.param.info().unit),
            );
            let space = if unit.is_empty() || unit == "%" {
                ""
            } else {
                " "
            };
            let gap = if unit.ends_with(|c: char| !c.is_ascii()) {
                ""
            } else {
                " "
            };
            let words = t!(
                "{0} is outside {1} to {2}{3}{4}.",
                "{0}超出范围，应在 {1} 到 {2}{3}{4}{5}之间。"
            );
            lang.fill(words, &[&value, &min, &max, space, unit, gap])
        }
        IssueKind::UnknownChoice { nearest } => unknown(lang, issue.param, &value, *nearest),
        IssueKind::BadList => lang
            .of(t!(
                "Name at least one target, each of them once.",
                "至少写一个目标模块，且不要重复。"
            ))
            .to_owned(),
        IssueKind::NotDivisor { of, amount } => not_divisor(lang, issue, *of, *amount),
        IssueKind::TooManyRanks { ranks, gpus } => {
            let (ranks, gpus) = (integer(lang, *ranks), integer(lang, *gpus));
            lang.fill(
                t!(
                    "The parallel sizes multiply to {0}, but there are {1} GPUs.",
                    "各并行数相乘需要 {0} 张卡，现在只有 {1} 张。"
                ),
                &[&ranks, &gpus],
            )
        }
        IssueKind::Lacks { feature } => lack_text(lang, gpu, *feature, issue.param),
        IssueKind::Conflict { why, .. } => conflict(lang, *why).to_owned(),
        IssueKind::Architecture(error) => architecture(lang, *error),
    }
}

fn bound(lang: Lang, value: f64) -> String {
    if value.fract() == 0.0 {
        number(lang, value, 0)
    } else {
        estimator::num::grouped(value, 3)
    }
}

/// A name that was typed, in a document in Markdown: nothing hidden in it, and no markup.
pub fn typed_name(typed: &str) -> String {
    let mut shown = String::new();
    for c in visible(typed).chars() {
        if matches!(c, '\\' | '<' | '[' | '`') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

/// What was typed, in quotation marks: [`visible`].
pub(super) fn quoted(typed: &str) -> String {
    ["“", &visible(typed), "”"].concat()
}

/// What was typed, cut after 40 characters; control and direction characters as their numbers, so that they change nothing around
/// them and can be found.
pub(super) fn visible(typed: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut shown = String::new();
    let mut left = 40;
    for c in typed.trim().chars() {
        if left == 0 {
            shown.push('…');
            break;
        }
        left -= 1;
        if hidden(c) {
            let number = c.escape_unicode().filter(|c| !"{}".contains(*c));
            shown.extend(number);
        } else {
            shown.push(c);
        }
    }
    shown
}

fn not_whole(lang: Lang, below: u64, above: u64) -> String {
    let (low, high) = (integer(lang, below), integer(lang, above));
    let words = if below == above {
        t!("A whole number is needed: {0}?", "需要整数：填 {0}？")
    } else {
        t!(
            "A whole number is needed: {0} or {1}?",
            "需要整数：{0} 还是 {1}？"
        )
    };
    lang.fill(words, &[&low, &high])
}

fn unknown(lang: Lang, param: Param, value: &str, nearest: Option<&'static str>) -> String {
    let said = lang.fill(t!("{0} is not known.", "没有{0}。"), &[value]);
    let label = nearest.map_or("", |key| choice_label(lang, param, key));
    let advice = match (nearest, param) {
        (Some(_), _) if !label.is_empty() => {
            lang.fill(t!(" Did you mean {0}?", "是不是要选“{0}”？"), &[label])
        }
        (_, Param::Model) => lang
            .of(t!(
                " Enter the model by hand or paste its config.json.",
                "可以手动填写模型，或粘贴它的 config.json。"
            ))
            .to_owned(),
        (_, Param::Gpu) => lang
            .of(t!(
                " Enter the GPU by hand: memory and generation are enough.",
                "可以手动填写 GPU，有显存和架构代次就够了。"
            ))
            .to_owned(),
        (_, Param::Family) => lang
            .of(t!(
                " Enter model_type as config.json has it, or custom.",
                "请照 config.json 填写 model_type，或填 custom。"
            ))
            .to_owned(),
        _ => lang
            .of(t!(" Choose one of the list.", "请从列表中选择。"))
            .to_owned(),
    };
    said + &advice
}

fn not_divisor(lang: Lang, issue: &Issue, of: Quantity, amount: u64) -> String {
    let shown = integer(lang, amount);
    match (of, issue.param) {
        (Quantity::Gpus, Param::ExpertParallel) => lang.fill(
            t!(
                "Must divide the {0} GPUs of a pipeline stage.",
                "必须能整除每个流水线阶段的 {0} 张卡。"
            ),
            &[&shown],
        ),
        (Quantity::Gpus, _) => lang.fill(
            t!(
                "Tensor × pipeline × context parallel must divide the {0} GPUs.",
                "张量 × 流水线 × 上下文并行数必须能整除 {0} 张卡。"
            ),
            &[&shown],
        ),
        (Quantity::KvHeads, _) => lang.fill(
            t!(
                "Must divide the {0} KV heads, or be a multiple of them.",
                "必须能整除 {0} 个 KV 头，或是它的整数倍。"
            ),
            &[&shown],
        ),
        (Quantity::Heads | Quantity::Layers | Quantity::Experts | Quantity::Sequence, _) => {
            let what = quantity_label(lang, of);
            let near = near_divisors(lang, &issue.value, amount);
            lang.fill(
                t!("Must divide the {0} {1}{2}.", "必须能整除 {0} {1}{2}。"),
                &[&shown, what, &near],
            )
        }
    }
}

/// The divisors next to what was typed, as the end of a sentence.
fn near_divisors(lang: Lang, typed: &str, amount: u64) -> String {
    let Ok(typed) = typed.trim().parse::<u64>() else {
        return String::new();
    };
    let below = (1..typed.min(amount))
        .rev()
        .find(|n| amount.is_multiple_of(*n));
    let above = (typed.saturating_add(1)..=amount)
        .take(10_000)
        .find(|n| amount.is_multiple_of(*n));
    let found: Vec<String> = [below, above]
        .into_iter()
        .flatten()
        .map(|n| integer(lang, n))
        .collect();
    if found.is_empty() {
        return String::new();
    }
    let found = found.join(lang.of(t!(" or ", " 或 ")));
    lang.fill(t!(": {0}", "，例如 {0}"), &[&found])
}

/// What something must divide.
pub fn quantity_label(lang: Lang, quantity: Quantity) -> &'static str {
    lang.of(match quantity {
        Quantity::Heads => t!("query heads", "个 query 头"),
        Quantity::KvHeads => t!("KV heads", "个 KV 头"),
        Quantity::Layers => t!("layers", "层"),
        Quantity::Experts => t!("experts", "个专家"),
        Quantity::Gpus => t!("GPUs", "张卡"),
        Quantity::Sequence => t!("tokens of a sequence", "个 token 的序列"),
    })
}

/// Why a GPU cannot do something, which ones can, and what to choose instead.
pub fn lack_text(lang: Lang, gpu: Option<&Gpu>, feature: Feature, param: Param) -> String {
    let (what, short) = (feature_label(lang, feature), gpus::feature_short(feature));
    let vendor = gpu.map_or(Vendor::Nvidia, |gpu| gpu.arch.vendor());
    let first = Arch::first_with(vendor, feature).map(|first| gpus::arch_label(lang, first));
    let instead = lang.of(instead(feature, param));
    let who = gpu.map_or("", |gpu| gpu.name.as_ref());
    let needs = first.map_or_else(String::new, |first| {
        lang.fill(
            t!(": {0} needs {1} or newer", "，{0} 需要 {1}或更新的架构"),
            &[short, first],
        )
    });
    // Chinese sets a space before Latin letters.
    let space = if what.starts_with(|c: char| c.is_ascii()) {
        " "
    } else {
        ""
    };
    let words = if who.is_empty() {
        t!("This GPU has no {1}{2}. {3}.", "这张卡没有{4}{1}{2}。{3}。")
    } else {
        t!("{0} has no {1}{2}. {3}.", "{0} 没有{4}{1}{2}。{3}。")
    };
    lang.fill(words, &[who, what, &needs, instead, space])
}

const fn instead(feature: Feature, param: Param) -> super::Pair {
    match (feature, param) {
        (Feature::Bf16, _) => t!("Choose fp16", "请改用 fp16"),
        (Feature::Fp16Tensor, _) => t!("Choose fp32", "请改用 fp32"),
        (Feature::Fp8 | Feature::Fp4, _) => t!("Choose bf16", "请改用 bf16"),
        (Feature::FlashAttention | Feature::FusedAttention, _) => {
            t!("Choose eager attention", "请改用标准注意力实现")
        }
        (Feature::BnbQuantisation, Param::Optimizer) => {
            t!("Choose plain AdamW", "请改用普通 AdamW")
        }
        (Feature::BnbQuantisation, _) => t!(
            "Choose GPTQ, or LoRA with a 16-bit base",
            "请改用 GPTQ，或基座为 16-bit 的 LoRA"
        ),
        (Feature::BnbInt8, _) => t!("Choose NF4", "请改用 NF4"),
    }
}

fn conflict(lang: Lang, why: Conflict) -> &'static str {
    lang.of(match why {
        Conflict::NeedsSeveralGpus => t!("Needs more than one GPU.", "需要多张 GPU。"),
        Conflict::EngineDoesNotOffer => t!("This library does not offer the sharding chosen: ZeRO needs DeepSpeed or ColossalAI (Megatron has ZeRO-1), FSDP needs PyTorch.", "这个实现不支持所选的分片方式：ZeRO 要用 DeepSpeed 或 ColossalAI（Megatron 只有 ZeRO-1），FSDP 要用 PyTorch。"),
        Conflict::LayerSplitAlone => t!("Layers spread over the GPUs cannot be combined with tensor, pipeline or context parallel.", "按层拆分不能与张量、流水线或上下文并行同时使用。"),
        Conflict::NeedsExperts => t!("Expert parallel needs a mixture-of-experts model; this one is dense: enter 1.", "专家并行只适用于 MoE 模型，当前是稠密模型，请填 1。"),
        Conflict::LengthsDescend => t!("Lengths have to ascend: mean, 95th percentile, longest.", "长度应当依次增大：平均、P95、最长。"),
        Conflict::FullOnly => t!("An optimizer in backward is offered for full fine-tuning only.", "在反向中更新只支持全量微调。"),
        Conflict::NeedsTensorParallel => t!("A vocabulary-parallel loss needs tensor parallel of 2 or more.", "词表并行的损失需要张量并行数至少为 2。"),
        Conflict::OffloadNeedsEngine => t!("Offload is offered with sharded states only: choose ZeRO or FSDP.", "卸载要配合状态分片使用：请选择 ZeRO 或 FSDP。"),
        Conflict::ParametersNeedShards => t!("Parameters are offloaded only where they are divided: choose ZeRO-3 or FSDP, or offload the optimizer alone.", "只有切分了参数才能卸载参数：请选择 ZeRO-3 或 FSDP，或只卸载优化器状态。"),
        Conflict::NeedsPipeline => t!("Interleaving needs at least two pipeline stages and two chunks in each.", "交错调度至少需要两个流水线阶段，每段至少两个虚拟阶段。"),
        Conflict::NoSuchMatrix => t!("The model has none of these matrices.", "模型里没有这些矩阵。"),
        Conflict::TooFewLayers => t!("The model has fewer layers than there are stages and chunks to fill.", "模型层数不够分：每个流水线阶段（及其虚拟阶段）至少要有一层。"),
        Conflict::QuantisedBase => t!("FP8 products need a 16-bit base: choose bf16, or LoRA or full fine-tuning.", "FP8 需要 16-bit 基座：请改用 bf16，或改为 LoRA、全量微调。"),
        Conflict::BeyondPositions => t!("Longer than the positions the model has.", "超过了模型支持的最大位置数。"),
    })
}
