//! What a scenario's numbers mean for parallelism, batch and data, in words.
use super::{Lang, change_label, choice_label, duration, integer, number, percent, size, t};
use estimator::plan::{Advice, Relief};
use estimator::scenario::Param;
use estimator::units::SizeUnit;

/// One remark.
pub fn advised(lang: Lang, advice: &Advice, unit: SizeUnit) -> String {
    let said = said(lang, advice, unit);
    let lacks = matches!(
        advice,
        Advice::DivideStates { offered: false, .. }
            | Advice::DivideMatrices { offered: false, .. }
            | Advice::DivideSequences { offered: false, .. }
    );
    if lacks {
        return [&said, lang.of(t!(" This framework does not offer that.", "当前框架不支持这种切分。"))].concat();
    }
    said
}

/// What would make gathered weights wait less.
fn relief(lang: Lang, relief: Option<Relief>) -> &'static str {
    match relief {
        Some(Relief::Sharding(how)) => choice_label(lang, Param::Sharding, how.key()),
        Some(Relief::MicroBatch) => lang.of(t!("a larger micro-batch", "加大 micro-batch")),
        None => lang.of(t!("faster links; nothing else that fits is quicker", "更快的互连；放得下的其他做法都不会更快")),
    }
}

fn said(lang: Lang, advice: &Advice, unit: SizeUnit) -> String {
    let size = |bytes| size(lang, bytes, unit);
    match *advice {
        Advice::Replicas { needed, usable } => lang.fill(
            t!(
                "All of it fits on one GPU ({0} of {1}): more GPUs are best used as replicas, which exchange least.",
                "单卡就放得下（{0} / {1}）：多卡用数据并行即可，通信最少。"
            ),
            &[&size(needed), &size(usable)],
        ),
        Advice::DivideStates { states, layer, usable, .. } => lang.fill(
            t!(
                "One GPU ({2}) does not hold it all (weights, gradients and optimizer {0}), but any one layer ({1}): divide states, by ZeRO or FSDP.",
                "单卡（{2}）放不下全部（权重、梯度和优化器共 {0}），但放得下任意一层（{1}）：用 ZeRO 或 FSDP 切分状态即可。"
            ),
            &[&size(states), &size(layer), &size(usable)],
        ),
        Advice::Lighten { states, needed, usable, change } => {
            let change = change.map_or_else(
                || lang.of(t!("no single change makes it fit", "没有单独一项改动能放下")),
                |change| change_label(lang, change),
            );
            lang.fill(
                t!(
                    "One GPU ({2}) holds weights, gradients and optimizer ({0}), but not for certain with activations and logits ({1}): {3}.",
                    "单卡（{2}）放得下权重、梯度和优化器（{0}），但加上激活和 logits（{1}）就不保险：{3}。"
                ),
                &[&size(states), &size(needed), &size(usable), change],
            )
        }
        Advice::DivideMatrices { layer, usable, .. } => lang.fill(
            t!(
                "One layer with its activations takes {0} of {1}: divide its matrices, by tensor parallelism within a node.",
                "一层连同激活就要 {0}（可用 {1}）：需要在节点内用张量并行切分矩阵。"
            ),
            &[&size(layer), &size(usable)],
        ),
        Advice::DivideSequences { activations, usable, .. } => lang.fill(
            t!(
                "One sequence alone leaves {0} of activations in {1}: divide sequences, by context parallelism.",
                "单条序列的激活就要 {0}（可用 {1}）：需要用上下文并行切分序列。"
            ),
            &[&size(activations), &size(usable)],
        ),
        Advice::SlowShards { share, across, relief: other } => {
            let share = percent(lang, share * 100.0, 0);
            let words = if across {
                t!(
                    "{0} of the time goes to weights that wait for the network between nodes. What would help: {1}.",
                    "{0} 的时间在等节点间网络传权重。可改用：{1}。"
                )
            } else {
                t!(
                    "{0} of the time goes to weights that wait for the links between GPUs. What would help: {1}.",
                    "{0} 的时间在等卡间传权重。可改用：{1}。"
                )
            };
            lang.fill(words, &[&share, relief(lang, other)])
        }
        Advice::ManyAccumulations { accumulation, samples } => lang.fill(
            t!(
                "{0} accumulated micro-batches a step on {1} samples: few updates. Up to 8 is usual on small sets.",
                "{1} 条样本却每步累积 {0} 次，更新次数太少。小数据集一般不超过 8。"
            ),
            &[&integer(lang, accumulation), &number(lang, samples, 0)],
        ),
        Advice::EffectiveBatch { samples } => lang.fill(
            t!(
                "{0} samples a step: 32 to 128 is usual for fine-tuning.",
                "每步 {0} 条样本：微调一般用 32～128。"
            ),
            &[&number(lang, samples, usize::from(samples < 9.95))],
        ),
        Advice::GainsLittle { gpus, one, all } => lang.fill(
            t!(
                "{0} GPUs take {1}, one takes {2}: on so little data more GPUs hardly help.",
                "{0} 卡要 {1}，单卡要 {2}：数据这么少，多卡几乎没有收益。"
            ),
            &[&integer(lang, gpus), &duration(lang, all * 3600.0), &duration(lang, one * 3600.0)],
        ),
        Advice::Fp8OnLittle { tokens } => lang.fill(
            t!(
                "FP8 on {0} million tokens: a loss of quality would hardly be seen in time. Compare with a BF16 run.",
                "只有 {0} 百万 token 就用 FP8，效果下降时很难及时发现。请与 BF16 对照。"
            ),
            &[&number(lang, tokens / 1e6, 1)],
        ),
    }
}
