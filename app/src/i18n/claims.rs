//! Statements that are recomputed, in words: what was stated, why it holds or does not, what was computed.
use super::{Lang, Pair, choice_label, integer, number, param_label, t};
use estimator::analysis::claims::{Case, Claim, Measure, Verdict};
use estimator::cost::Range;
use estimator::hardware;
use estimator::model;
use estimator::scenario::{Draft, Kind, Param};

/// Each statement by its key, and one sentence why.
const SAID: &[(&str, Pair, Pair)] = &[
    ("C1a", t!("Full fine-tuning with mixed-precision Adam takes 16 bytes a parameter.", "混合精度 Adam 全量微调，每个参数占 16 字节。"),
        t!("It does where gradients are 16-bit, or where all is fp32 and there is no second copy; DeepSpeed holds fp32 gradients beside a master copy, which makes 18.", "梯度为 16-bit、或全部用 fp32 且没有第二份权重时成立；DeepSpeed 在主权重之外还保留 fp32 梯度，合计 18 字节。")),
    ("C1b", t!("Full fine-tuning of 7B: 112 GB before activations.", "7B 全量微调：不算激活约 112 GB。"),
        t!("Llama 2 7B has 6.74 billion parameters: 16 bytes of each are 108 GB, 18 bytes 121 GB.", "Llama 2 7B 实为 67.4 亿参数：每参数 16 字节为 108 GB，18 字节为 121 GB。")),
    ("C1c", t!("Full fine-tuning of 70B: about 1.1 TB of states.", "70B 全量微调：训练状态约 1.1 TB。"),
        t!("16 bytes for each of 69 billion parameters, divided over all GPUs.", "690 亿参数，每参数 16 字节，由所有 GPU 分摊。")),
    ("C2a", t!("Adam holds 6 bytes of momentum and 6 of variance for each parameter.", "Adam 每个参数的动量占 6 字节、方差占 6 字节。"),
        t!("Both moments are fp32: 4 bytes each, 8 together.", "两个矩都是 fp32：各 4 字节，共 8 字节。")),
    ("C2b", t!("Optimizer state takes 12 bytes a parameter in all.", "优化器状态每个参数共占 12 字节。"),
        t!("The sum is right, the split is not: 4 + 4 for the moments and 4 for the master weights.", "总数对，拆法不对：两个矩各 4 字节，另有 4 字节是 FP32 主权重。")),
    ("C3a", t!("7B LoRA in 16 bit: 18 to 24 GB.", "7B 16-bit LoRA 占 18～24 GB 显存。"),
        t!("That text recomputes activations: the frozen base is 13.5 GB and little comes on top.", "这个说法的前提是开激活检查点：冻结基座 13.5 GB，其余不多。")),
    ("C3b", t!("7B LoRA in 16 bit: 40 to 60 GB.", "7B 16-bit LoRA 占 40～60 GB 显存。"),
        t!("The other text keeps every activation. The base is the same: checkpointing makes the difference.", "这个说法的前提是不重计算激活。基座相同，差别全在激活检查点。")),
    ("C4a", t!("7B QLoRA: 10 to 14 GB.", "7B QLoRA 占 10～14 GB 显存。"),
        t!("At one sequence of 2,048 tokens it is less; at four the logits and activations make it that.", "一次一条 2,048 token 的序列时更少；一次四条时，logits 和激活会把它推到这个范围。")),
    ("C4b", t!("The 4-bit base of 7B takes 4 to 5 GB.", "7B 的 4-bit 基座占 4～5 GB。"),
        t!("Half a byte a weight, scales, and embedding and head in 16 bit.", "每个权重半字节，加上缩放系数，词嵌入和输出头仍为 16-bit。")),
    ("C5a", t!("7B in full runs on 2 × A100 80 GB.", "7B 全量微调 2×A100 80G 能跑。"),
        t!("States divided by two are 54 GB a GPU, and checkpointed activations find room beside them.", "状态两卡分摊后每卡 54 GB，开激活检查点后放得下。")),
    ("C5b", t!("7B in full runs on 4 × 48 GB.", "7B 全量微调 4×48G 能跑。"),
        t!("States divided by four are 27 GB a GPU.", "状态四卡分摊后每卡 27 GB。")),
    ("C5c", t!("7B in full starts at 8 × 80 GB.", "7B 全量微调 8×80G 起步。"),
        t!("Four do at 2,048 tokens with checkpointing; at four sequences of 4,096 tokens without it they do not.", "2,048 token、开激活检查点时四卡就够；一次四条 4,096 token 且不重计算时四卡不够。")),
    ("C6a", t!("70B QLoRA takes 48 to 60 GB.", "70B QLoRA 约需 48～60 GB。"),
        t!("At one sequence of 2,048 tokens; four of them need more.", "一次一条 2,048 token 的序列时成立，一次四条就要更多。")),
    ("C6b", t!("The 4-bit base of 70B takes about 40 GB.", "70B 的 4-bit 基座约 40 GB。"),
        t!("Half a byte a weight, scales of every block of 64, and embedding and head in 16 bit.", "每个权重半字节，加上每 64 个权重一组的缩放系数，词嵌入和输出头仍为 16-bit。")),
    ("C6c", t!("70B QLoRA runs on 2 × A100 80 GB.", "70B QLoRA 2×A100 80G 能跑。"),
        t!("FSDP divides the 4-bit base, so that each holds half of it.", "FSDP 把 4-bit 基座分片，每卡只放一半。")),
    ("C6d", t!("70B QLoRA runs on 4 × RTX 4090.", "70B QLoRA 4×RTX 4090 能跑。"),
        t!("With short sequences: the quarter of the base leaves little for logits and activations.", "序列短才行：放下四分之一的基座后，留给 logits 和激活的空间不多。")),
    ("C6e", t!("70B QLoRA runs on one H200.", "70B QLoRA 单张 H200 能跑。"),
        t!("With room to spare, not barely: 141 GB is more than twice what one sequence needs.", "不是勉强，而是有余量：141 GB 是一条序列所需的两倍多。")),
    ("C7a", t!("70B LoRA takes 160 to 200 GB in all.", "70B LoRA 总共约需 160～200 GB。"),
        t!("On four GPUs; on eight the overheads of each GPU come twice as often.", "四卡时成立；八卡时每卡各有一份的开销翻倍。")),
    ("C7b", t!("70B LoRA runs on 4 × A100 80 GB.", "70B LoRA 4×A100 80G 能跑。"),
        t!("Under FSDP each holds a quarter of the 138 GB base.", "用 FSDP 时，138 GB 的基座每卡只放四分之一。")),
    ("C7c", t!("70B LoRA needs a cluster of 8 × 80 GB.", "70B LoRA 需要 8×80G 集群。"),
        t!("Four do, if the base is divided and not replicated.", "只要基座分片而不是每卡一份，四卡就够。")),
    ("C8a", t!("70B in full runs on 16 to 32 A100.", "70B 全量微调 16～32 张 A100 能跑。"),
        t!("16 are too few: states alone are 69 GB a GPU. 32 do.", "16 张不够：仅状态每卡就要 69 GB。32 张可以。")),
    ("C8b", t!("70B in full takes dozens of H800.", "70B 全量微调要几十张 H800。"),
        t!("32 do with one sequence of 2,048 tokens and checkpointing.", "一次一条 2,048 token、开激活检查点时，32 张可以。")),
    ("C8c", t!("70B in full starts at 8 × A100 80 GB.", "70B 全量微调 8×A100 80G 起步。"),
        t!("The same text counts 1.1 TB of states, and eight hold 640 GB: only with the optimizer in host memory.", "同一份文本算出状态要 1.1 TB，而八卡一共 640 GB：只有把优化器状态卸载到内存才行。")),
    ("C9a", t!("Gradient checkpointing saves 60% of the activations.", "激活检查点省 60% 的激活。"),
        t!("It saves nine tenths: one input of each block stays, and one block at a time is recomputed.", "能省九成：每层只留一份输入，每次只重算一层。")),
    ("C9b", t!("Gradient checkpointing costs 30% more time.", "激活检查点慢 30%。"),
        t!("One more forward pass is a third more operations in full fine-tuning, and half more under LoRA; launches and the rest dilute it.", "多一次前向，全量微调的计算量多三分之一，LoRA 多一半；内核下发等其他开销会摊薄它。")),
    ("C10a", t!("7B over 5M tokens takes 2.07 × 10^17 FLOPs.", "7B 训练 5M token 需要 2.07 × 10^17 FLOPs。"),
        t!("Six operations a parameter and token, and attention at 2,048 tokens on top.", "每参数每 token 六次运算，再加上 2,048 token 的注意力。")),
    ("C10b", t!("An A100 reaches 40 to 55% of its peak.", "A100 的利用率为 40～55%。"),
        t!("With full rows and ZeRO-2 in a node it does.", "样本填满、节点内用 ZeRO-2 时成立。")),
    ("C11", t!("7B over 5M tokens takes 30 minutes on 8 × A100.", "7B 训练 5M token，8×A100 要 30 分钟。"),
        t!("Full rows take three minutes, as the text's own formula gives; samples of 450 tokens padded to 4,096 take the half hour.", "样本填满只要三分钟，它自己的公式也是这个结果；450 token 的样本填充到 4,096 才要半小时。")),
    ("C12", t!("70B over 50M tokens takes 7 to 12 hours on 64 × A100.", "70B 训练 50M token，64×A100 要 7～12 小时。"),
        t!("One pass of full rows takes 40 minutes; three padded passes take the hours.", "样本填满跑一遍只要 40 分钟；填充后跑三遍才要这么久。")),
    ("C13a", t!("Samples of 8k among ones of 2k: compute rises fourfold.", "样本从 2k 变为 8k，计算量涨 4 倍。"),
        t!("Matrix products grow with the tokens alone: for each token it is an eighth more.", "矩阵乘只随 token 数增长：平摊到每个 token 只多约八分之一。")),
    ("C13b", t!("Attention for a token costs four times as much at 8k as at 2k.", "8k 时每个 token 的注意力计算量是 2k 时的 4 倍。"),
        t!("That part is quadratic in the length, and it is a small part.", "这一部分确实随长度平方增长，但占比不大。")),
    ("C14a", t!("Padding to the maximum wastes more than half.", "填充到最大长度会浪费一半以上。"),
        t!("Where the mean is a quarter of the window; where samples are near the window it is a third.", "平均长度只有窗口的四分之一时成立；样本接近窗口长度时只浪费三分之一。")),
    ("C14b", t!("Length buckets gain 30% of throughput.", "按长度分桶，吞吐提升 30%。"),
        t!("At two sequences of similar lengths; at eight of mixed lengths it is twice as fast.", "一次两条、长度相近时成立；一次八条、长短不一时能快一倍。")),
    ("C15a", t!("H100 in FP8 has six times the peak of an A100 in 16 bit.", "H100 的 FP8 峰值是 A100 FP16 的 6 倍。"),
        t!("1,979 against 312 TFLOPS, both dense.", "1,979 比 312 TFLOPS，两者都是稠密峰值。")),
    ("C15b", t!("In practice FP8 on H100 is 3 to 4 times as fast.", "实际上 H100 用 FP8 快 3～4 倍。"),
        t!("The peak is reached by half, and what is not a product stays in 16 bit.", "峰值只能达到一半左右，矩阵乘以外的部分仍是 16-bit。")),
    ("C15c", t!("7B over 5M tokens takes 8 to 12 minutes on 8 × H100.", "7B 训练 5M token，8×H100 要 8～12 分钟。"),
        t!("That is a third of a half hour that was padding: full rows take a minute.", "它是从含填充的半小时推算来的：样本填满只要一分钟。")),
    ("C16a", t!("ZeRO-3 is slower than ZeRO-2 for 7B on eight GPUs.", "7B 八卡用 ZeRO-3 比 ZeRO-2 慢。"),
        t!("It gathers the weights for every micro-batch.", "每个 micro-batch 都要 all-gather 一遍权重。")),
    ("C16b", t!("70B does not run without tensor and pipeline parallelism beside ZeRO-3.", "70B 不加张量并行和流水线并行，只用 ZeRO-3 跑不起来。"),
        t!("ZeRO-3 alone holds it on 64 GPUs.", "64 卡只用 ZeRO-3 就放得下。")),
    ("C17", t!("500 samples: eight GPUs are slower than one.", "500 条样本，八卡比单卡慢。"),
        t!("Over NVLink they are faster; where the model is gathered over PCIe for every micro-batch they are slower.", "有 NVLink 时更快；每个 micro-batch 都要经 PCIe 聚合权重时才更慢。")),
    ("C18a", t!("7B in 16 bit takes 14 GB for inference.", "7B FP16 推理要 14 GB。"),
        t!("Weights alone; the KV cache comes on top.", "只算权重，KV cache 另计。")),
    ("C18b", t!("7B in 4 bit takes about 4 GB for inference.", "7B 4-bit 推理约 4 GB。"),
        t!("Weights alone, embedding and head in 16 bit.", "只算权重，词嵌入和输出头仍为 16-bit。")),
    ("C18c", t!("70B in 16 bit takes 140 GB for inference.", "70B FP16 推理要 140 GB。"),
        t!("69 billion parameters of two bytes.", "690 亿参数，每个两字节。")),
    ("C18d", t!("70B in 4 bit takes 40 GB for inference.", "70B 4-bit 推理要 40 GB。"),
        t!("It fits into a card of 48 GB with a short context.", "48 GB 的卡放得下，但上下文不能长。")),
    ("C19", t!("Training at 8k takes much more memory than at 2k.", "8k 上下文训练比 2k 吃显存多得多。"),
        t!("A quarter more with FlashAttention and checkpointing, nearly three times without checkpointing, nine times with eager attention.", "有 FlashAttention 和激活检查点时只多四分之一；不重计算时接近三倍；再用标准注意力则是九倍。")),
    ("C20a", t!("QLoRA fine-tunes 65B on one card of 48 GB.", "QLoRA 单张 48 GB 卡能微调 65B。"),
        t!("One sequence of 512 tokens, as in the paper.", "一次一条 512 token 的序列，与论文一致。")),
    ("C20b", t!("That does not carry over to ordinary LoRA.", "这个结论不能推广到普通 LoRA。"),
        t!("LoRA holds the base in 16 bit: 131 GB.", "LoRA 的基座仍是 16-bit：131 GB。")),
    ("C21a", t!("7B under ZeRO-2 on 8 × A100 runs at about 4,000 tokens/s.", "7B 用 ZeRO-2，8×A100 约 4,000 token/s。"),
        t!("That would be 7% of the peak; seven times as much is usual with full rows.", "那只有峰值的 7%；样本填满时通常是它的七倍。")),
    ("C21b", t!("The same job takes 30 minutes.", "同样的任务要训 30 分钟。"),
        t!("4,000 tokens/s over 30 minutes are 7.2M tokens, and those take about four minutes.", "4,000 token/s 跑 30 分钟是 7.2M token，实际约四分钟就够。")),
];

fn said(id: &str) -> Option<&'static (&'static str, Pair, Pair)> {
    SAID.iter().find(|(known, ..)| *known == id)
}

/// The statement, then one sentence why it holds or does not.
pub fn claim(lang: Lang, id: &str) -> [&'static str; 2] {
    said(id).map_or([""; 2], |(_, statement, why)| [lang.of(*statement), lang.of(*why)])
}

/// The verdict on a statement.
pub fn claim_verdict(lang: Lang, verdict: Verdict) -> &'static str {
    lang.of(match verdict {
        Verdict::Agrees => t!("Agrees.", "成立。"),
        Verdict::Depends => t!("Agrees under some premises.", "在某些前提下成立。"),
        Verdict::Contradicted => t!("Contradicted.", "不成立。"),
    })
}

/// Whether a case agrees.
pub fn case_verdict(lang: Lang, agrees: bool) -> &'static str {
    lang.of(if agrees { t!("agrees", "相符") } else { t!("does not agree", "不符") })
}

/// "12 of 44 statements hold", and the rest.
pub fn claims_headline(lang: Lang, claims: &[Claim]) -> [String; 2] {
    let count = |verdict| claims.iter().filter(|claim| claim.verdict() == verdict).count().to_string();
    let [agree, depend, against] = [Verdict::Agrees, Verdict::Depends, Verdict::Contradicted].map(count);
    let all = claims.len().to_string();
    [
        lang.fill(t!("{0} of {1} statements hold.", "{1} 条说法中有 {0} 条成立。"), &[&agree, &all]),
        lang.fill(t!("{0} hold under some premises, {1} under none that were tried.", "{0} 条在某些前提下成立，{1} 条在试过的前提下都不成立。"), &[&depend, &against]),
    ]
}

/// What was computed.
pub fn computed(lang: Lang, measure: Measure, range: &Range) -> String {
    if measure == Measure::Fits {
        return lang.of(if range.typical > 0.5 { t!("fits", "放得下") } else { t!("does not fit for sure", "放不下或临界") }).to_owned();
    }
    let unit = match measure {
        Measure::Flops => t!("{0} × 10^17 FLOPs", "{0} × 10^17 FLOPs"),
        Measure::Utilisation => t!("MFU {0}%", "MFU {0}%"),
        Measure::Minutes => t!("{0} min", "{0} 分钟"),
        Measure::Hours => t!("{0} h", "{0} 小时"),
        Measure::Rate => t!("{0} tokens/s", "{0} token/s"),
        Measure::Waste => t!("{0}% padding", "填充占 {0}%"),
        Measure::StateBytes | Measure::MomentBytes | Measure::OptimizerBytes => t!("{0} bytes a parameter", "每参数 {0} 字节"),
        Measure::States | Measure::Weights | Measure::Peak | Measure::Total => t!("{0} GB", "{0} GB"),
        Measure::ActivationsSaved => t!("{0}% saved", "省 {0}%"),
        _ => t!("{0}×", "{0} 倍"),
    };
    let scale = match measure {
        Measure::Flops => 1e-17,
        Measure::Utilisation | Measure::Waste | Measure::ActivationsSaved => 100.0,
        _ => 1.0,
    };
    let decimals = match measure {
        Measure::Flops => 2,
        _ if range.typical * scale < 9.95 => 1,
        _ => 0,
    };
    let decimals = if measure == Measure::Rate || range.typical * scale >= 1.0 { decimals } else { 2 };
    let ratio = matches!(measure, Measure::TokenFlopsRatio | Measure::RateRatio | Measure::TimeRatio);
    let decimals = if ratio { 2 } else { decimals };
    let [low, typical, high] = [range.low, range.typical, range.high].map(|value| number(lang, value * scale, decimals));
    let one = lang.fill(unit, &[&typical]);
    if range.is_exact() || low == high {
        return one;
    }
    one + &lang.fill(t!(" ({0} to {1})", "（{0}～{1}）"), &[&low, &high])
}

/// A setting: "Micro-batch 4", "LoRA".
fn setting(lang: Lang, param: Param, text: &str) -> String {
    match (param, param.info().kind) {
        (Param::Model, _) => model::find(text).map_or_else(|| text.to_owned(), |known| known.name.to_string()),
        (Param::Gpu, _) => hardware::find(text).map_or_else(|| text.to_owned(), |known| known.name.to_string()),
        (Param::Method | Param::Stack, _) => choice_label(lang, param, text).to_owned(),
        (_, Kind::Choice(_)) => {
            let pair = t!("{0}: {1}", "{0}：{1}");
            lang.fill(pair, &[param_label(lang, param), choice_label(lang, param, text)])
        }
        _ => [param_label(lang, param), " ", text].concat(),
    }
}

/// What says which machines.
const MACHINES: [Param; 3] = [Param::Gpu, Param::GpusPerNode, Param::Nodes];

/// The settings of a draft: its model, method and machines, then the others.
fn settings(lang: Lang, draft: &Draft) -> String {
    let mut parts: Vec<String> = Vec::new();
    for param in [Param::Model, Param::Method] {
        parts.extend(draft.get(param).map(|text| setting(lang, param, text)));
    }
    if let Ok(scenario) = draft.check().scenario {
        let cluster = &scenario.cluster;
        parts.push([&integer(lang, cluster.gpus()), " × ", &cluster.gpu.name].concat());
    }
    for (param, text) in draft.typed() {
        if !matches!(param, Param::Model | Param::Method) && !MACHINES.contains(&param) {
            parts.push(setting(lang, param, text));
        }
    }
    parts.join(" · ")
}

/// The premises of a case: what its draft sets, and what a ratio is against.
pub fn case_premises(lang: Lang, case: &Case) -> String {
    let own = settings(lang, &case.draft);
    let Some(against) = &case.against else {
        return own;
    };
    // Where the machines differ, all of the other is told.
    let other = if MACHINES.iter().any(|param| against.get(*param) != case.draft.get(*param)) {
        settings(lang, against)
    } else {
        let differs = against.typed().filter(|(param, text)| case.draft.get(*param) != Some(text));
        differs.map(|(param, text)| setting(lang, param, text)).collect::<Vec<_>>().join(" · ")
    };
    own + &lang.fill(t!(". Against: {0}", "。对比：{0}"), &[&other])
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::analysis::claims::claims;

    #[test]
    fn every_statement_has_its_words_and_no_word_is_left_over() {
        let claims = claims();
        let ids: Vec<&str> = claims.iter().map(|claim| claim.id).collect();
        let known: Vec<&str> = SAID.iter().map(|(id, ..)| *id).collect();
        assert_eq!(ids, known);
    }
}
