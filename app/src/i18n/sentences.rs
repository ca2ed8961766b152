//! Short sentences with a figure or a name in them.
use super::{Lang, integer, moment_label, size, t};
use estimator::memory::Moment;
use estimator::units::{Bytes, SizeUnit};

/// "assumed by TRL + accelerate".
pub fn assumed_by(lang: Lang, stack: &str) -> String {
    lang.fill(t!("assumed by {0}", "由 {0} 默认"), &[stack])
}

/// "9 assumed by TRL + accelerate: change any".
pub fn assumed_count(lang: Lang, count: usize, stack: &str) -> String {
    lang.fill(
        t!(
            "{0} assumed by {1}: change any",
            "{0} 项按 {1} 的默认值，均可修改"
        ),
        &[&count.to_string(), stack],
    )
}

/// "default: 2,048".
pub fn default_is(lang: Lang, value: &str) -> String {
    lang.fill(t!("default: {0}", "默认：{0}"), &[value])
}

/// "Budget of one GPU at the loss".
pub fn budget_of(lang: Lang, moment: Moment) -> String {
    let moment = moment_label(lang, moment);
    lang.fill(t!("Budget of one GPU: {0}", "单卡显存明细：{0}"), &[moment])
}

/// "2 fields need correcting".
pub fn issues_count(lang: Lang, count: usize) -> String {
    let words = if count == 1 {
        t!("1 field needs correcting.", "有 1 个字段需要改正。")
    } else {
        t!("{0} fields need correcting.", "有 {0} 个字段需要改正。")
    };
    lang.fill(words, &[&count.to_string()])
}

/// "3 of 11 settings in this link could not be used."
pub fn link_partly_read(lang: Lang, unread: usize, all: usize) -> String {
    lang.fill(
        t!(
            "{0} of {1} settings in this link could not be used.",
            "链接中的 {1} 项设置有 {0} 项没有采用。"
        ),
        &[&unread.to_string(), &all.to_string()],
    )
}

/// "8 GPUs hold 467 GiB in all; what counts is each of them."
pub fn all_gpus(lang: Lang, gpus: u64, each: Bytes, unit: SizeUnit) -> String {
    let (all, gpus) = (
        size(lang, each.times(estimator::num::float(gpus)), unit),
        integer(lang, gpus),
    );
    lang.fill(
        t!(
            "All {0} GPUs together use {1}; what has to fit is the peak on each of them.",
            "{0} 张卡合计 {1}，但要放得下的是每张卡各自的峰值。"
        ),
        &[&gpus, &all],
    )
}

/// Whether measured memory of a stack is behind the answer.
pub fn measured_or_not(lang: Lang, measured: bool) -> &'static str {
    lang.of(if measured {
        t!(
            "Memory is checked against measured runs of this framework.",
            "显存估算已用该框架的实测数据检验。"
        )
    } else {
        t!(
            "From its source code; no measured memory of this framework is in the data yet.",
            "依据其源代码推算，暂无该框架的显存实测数据。"
        )
    })
}

/// "predicted, GiB".
pub fn with_unit(lang: Lang, name: &str, unit: &str) -> String {
    lang.fill(t!("{0}, {1}", "{0}（{1}）"), &[name, unit])
}

/// "nearest: 1,024".
pub fn nearest_is(lang: Lang, value: u64) -> String {
    let value = integer(lang, value);
    lang.fill(t!("nearest: {0}", "最接近的值：{0}"), &[&value])
}
