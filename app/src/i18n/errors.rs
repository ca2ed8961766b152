//! What is wrong with an input, why, and what to do about it.
use super::shapes::architecture;
use super::{Lang, choice_label, feature_label, gpus, integer, number, unit_label};
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
        IssueKind::Missing => lang.of(("Enter a value.", "请填写。")).to_owned(),
        IssueKind::NotANumber => match lang {
            Lang::En => format!("{value} is not a number."),
            Lang::Zh => format!("{value}不是数字。"),
        },
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
            match lang {
                Lang::En => format!("{value} is outside {min} to {max}{space}{unit}."),
                Lang::Zh => {
                    let gap = if unit.ends_with(|c: char| !c.is_ascii()) {
                        ""
                    } else {
                        " "
                    };
                    format!("{value}超出范围，应在 {min} 到 {max}{space}{unit}{gap}之间。")
                }
            }
        }
        IssueKind::UnknownChoice { nearest } => unknown(lang, issue.param, &value, *nearest),
        IssueKind::BadList => lang
            .of((
                "Name at least one target, each of them once.",
                "至少写一个目标模块，且不要重复。",
            ))
            .to_owned(),
        IssueKind::NotDivisor { of, amount } => not_divisor(lang, issue, *of, *amount),
        IssueKind::TooManyRanks { ranks, gpus } => {
            let (ranks, gpus) = (integer(lang, *ranks), integer(lang, *gpus));
            match lang {
                Lang::En => {
                    format!("The parallel sizes multiply to {ranks}, but there are {gpus} GPUs.")
                }
                Lang::Zh => format!("各并行数相乘需要 {ranks} 张卡，现在只有 {gpus} 张。"),
            }
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

/// What was typed, in quotation marks: cut after 40 characters, without control and direction characters.
pub(super) fn quoted(typed: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut shown: String = typed
        .trim()
        .chars()
        .filter(|c| !hidden(*c))
        .take(40)
        .collect();
    if typed.trim().chars().count() > 40 {
        shown.push('…');
    }
    format!("“{shown}”")
}

fn not_whole(lang: Lang, below: u64, above: u64) -> String {
    let (low, high) = (integer(lang, below), integer(lang, above));
    match (lang, below == above) {
        (Lang::En, true) => format!("A whole number is needed: {low}?"),
        (Lang::En, false) => format!("A whole number is needed: {low} or {high}?"),
        (Lang::Zh, true) => format!("需要整数：填 {low}？"),
        (Lang::Zh, false) => format!("需要整数：{low} 还是 {high}？"),
    }
}

fn unknown(lang: Lang, param: Param, value: &str, nearest: Option<&'static str>) -> String {
    let said = match lang {
        Lang::En => format!("{value} is not known."),
        Lang::Zh => format!("没有{value}。"),
    };
    let label = nearest.map_or("", |key| choice_label(lang, param, key));
    let advice = match (nearest, param) {
        (Some(_), _) if !label.is_empty() => match lang {
            Lang::En => format!(" Did you mean {label}?"),
            Lang::Zh => format!("是不是要选“{label}”？"),
        },
        (_, Param::Model) => lang
            .of((
                " Enter the model by hand or paste its config.json.",
                "可以手动填写模型，或粘贴它的 config.json。",
            ))
            .to_owned(),
        (_, Param::Gpu) => lang
            .of((
                " Enter the GPU by hand: memory and generation are enough.",
                "可以手动填写 GPU，有显存和架构代次就够了。",
            ))
            .to_owned(),
        (_, Param::Family) => lang
            .of((
                " Enter model_type as config.json has it, or custom.",
                "请照 config.json 填写 model_type，或填 custom。",
            ))
            .to_owned(),
        _ => lang
            .of((" Choose one of the list.", "请从列表中选择。"))
            .to_owned(),
    };
    said + &advice
}

fn not_divisor(lang: Lang, issue: &Issue, of: Quantity, amount: u64) -> String {
    let shown = integer(lang, amount);
    match (of, issue.param) {
        (Quantity::Gpus, Param::ExpertParallel) => match lang {
            Lang::En => format!("Must divide the {shown} GPUs of a pipeline stage."),
            Lang::Zh => format!("必须能整除每个流水线段的 {shown} 张卡。"),
        },
        (Quantity::Gpus, _) => match lang {
            Lang::En => {
                format!("Tensor × pipeline × context parallel must divide the {shown} GPUs.")
            }
            Lang::Zh => format!("张量 × 流水线 × 上下文并行数必须能整除 {shown} 张卡。"),
        },
        (Quantity::KvHeads, _) => match lang {
            Lang::En => format!("Must divide the {shown} KV heads, or be a multiple of them."),
            Lang::Zh => format!("必须能整除 {shown} 个 KV 头，或是它的整数倍。"),
        },
        (Quantity::Heads | Quantity::Layers | Quantity::Experts | Quantity::Sequence, _) => {
            let what = quantity_label(lang, of);
            let near = near_divisors(lang, &issue.value, amount);
            match lang {
                Lang::En => format!("Must divide the {shown} {what}{near}."),
                Lang::Zh => format!("必须能整除 {shown} {what}{near}。"),
            }
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
    match (lang, found.as_slice()) {
        (_, []) => String::new(),
        (Lang::En, found) => format!(": {}", found.join(" or ")),
        (Lang::Zh, found) => format!("，例如 {}", found.join(" 或 ")),
    }
}

/// What something must divide.
pub const fn quantity_label(lang: Lang, quantity: Quantity) -> &'static str {
    lang.of(match quantity {
        Quantity::Heads => ("query heads", "个 query 头"),
        Quantity::KvHeads => ("KV heads", "个 KV 头"),
        Quantity::Layers => ("layers", "层"),
        Quantity::Experts => ("experts", "个专家"),
        Quantity::Gpus => ("GPUs", "张卡"),
        Quantity::Sequence => ("tokens of a sequence", "个 token 的序列"),
    })
}

/// Why a GPU cannot do something, which ones can, and what to choose instead.
pub fn lack_text(lang: Lang, gpu: Option<&Gpu>, feature: Feature, param: Param) -> String {
    let (what, short) = (feature_label(lang, feature), gpus::feature_short(feature));
    let vendor = gpu.map_or(Vendor::Nvidia, |gpu| gpu.arch.vendor());
    let first = Arch::first_with(vendor, feature).map(|first| gpus::arch_label(lang, first));
    let instead = lang.of(instead(feature, param));
    match lang {
        Lang::En => {
            let who = gpu.map_or("This GPU", |gpu| gpu.name.as_ref());
            let needs = first.map_or_else(String::new, |first| {
                format!(": {short} needs {first} or newer")
            });
            format!("{who} has no {what}{needs}. {instead}.")
        }
        Lang::Zh => {
            let who = gpu.map_or_else(|| "这张卡".to_owned(), |gpu| format!("{} ", gpu.name));
            let needs = first.map_or_else(String::new, |first| {
                format!("，{short} 需要 {first}或更新的架构")
            });
            let space = if what.starts_with(|c: char| c.is_ascii()) {
                " "
            } else {
                ""
            };
            format!("{who}没有{space}{what}{needs}。{instead}。")
        }
    }
}

const fn instead(feature: Feature, param: Param) -> super::Pair {
    match (feature, param) {
        (Feature::Bf16, _) => ("Choose fp16", "请改用 fp16"),
        (Feature::Fp16Tensor, _) => ("Choose fp32", "请改用 fp32"),
        (Feature::Fp8 | Feature::Fp4, _) => ("Choose bf16", "请改用 bf16"),
        (Feature::FlashAttention | Feature::FusedAttention, _) => {
            ("Choose eager attention", "请改用标准注意力实现")
        }
        (Feature::BnbQuantisation, Param::Optimizer) => ("Choose plain AdamW", "请改用普通 AdamW"),
        (Feature::BnbQuantisation, _) => (
            "Choose GPTQ, or LoRA with a 16-bit base",
            "请改用 GPTQ，或基座为 16-bit 的 LoRA",
        ),
        (Feature::BnbInt8, _) => ("Choose NF4", "请改用 NF4"),
    }
}

const fn conflict(lang: Lang, why: Conflict) -> &'static str {
    lang.of(match why {
        Conflict::NeedsSeveralGpus => ("Needs more than one GPU.", "需要多张 GPU。"),
        Conflict::EngineDoesNotOffer => (
            "This library does not offer the sharding chosen: ZeRO needs DeepSpeed or ColossalAI (Megatron has ZeRO-1), FSDP needs PyTorch.",
            "这个实现不支持所选的分片方式：ZeRO 要用 DeepSpeed 或 ColossalAI（Megatron 只有 ZeRO-1），FSDP 要用 PyTorch。",
        ),
        Conflict::LayerSplitAlone => (
            "Layers spread over the GPUs cannot be combined with tensor, pipeline or context parallel.",
            "按层拆分不能与张量、流水线或上下文并行同时使用。",
        ),
        Conflict::NeedsExperts => (
            "Expert parallel needs a mixture-of-experts model; this one is dense: enter 1.",
            "专家并行只适用于 MoE 模型，当前是稠密模型，请填 1。",
        ),
        Conflict::FullOnly => (
            "An optimizer in backward is offered for full fine-tuning only.",
            "在反向中更新只支持全量微调。",
        ),
        Conflict::NeedsTensorParallel => (
            "A vocabulary-parallel loss needs tensor parallel of 2 or more.",
            "词表并行的损失需要张量并行数至少为 2。",
        ),
        Conflict::OffloadNeedsEngine => (
            "Offload is offered with sharded states only: choose ZeRO or FSDP.",
            "卸载要配合状态分片使用：请选择 ZeRO 或 FSDP。",
        ),
        Conflict::NeedsPipeline => (
            "Interleaving needs at least two pipeline stages and two chunks in each.",
            "交错调度至少需要两个流水线段，每段至少两个虚拟段。",
        ),
        Conflict::NoSuchMatrix => (
            "The model has none of these matrices.",
            "模型里没有这些矩阵。",
        ),
        Conflict::TooFewLayers => (
            "The model has fewer layers than there are stages and chunks to fill.",
            "模型层数不够分：每个流水线段（及其虚拟段）至少要有一层。",
        ),
        Conflict::QuantisedBase => (
            "FP8 products need a 16-bit base: choose bf16, or LoRA or full fine-tuning.",
            "FP8 需要 16-bit 基座：请改用 bf16，或改为 LoRA、全量微调。",
        ),
        Conflict::BeyondPositions => (
            "Longer than the positions the model has.",
            "超过了模型支持的最大位置数。",
        ),
    })
}
