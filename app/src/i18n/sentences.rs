//! Short sentences with a figure or a name in them.
use super::{Lang, integer, moment_label, size};
use estimator::memory::Moment;
use estimator::units::{Bytes, SizeUnit};

/// "assumed by TRL + accelerate".
pub fn assumed_by(lang: Lang, stack: &str) -> String {
    match lang {
        Lang::En => format!("assumed by {stack}"),
        Lang::Zh => format!("由 {stack} 默认"),
    }
}

/// "9 assumed by TRL + accelerate: change any".
pub fn assumed_count(lang: Lang, count: usize, stack: &str) -> String {
    match lang {
        Lang::En => format!("{count} assumed by {stack}: change any"),
        Lang::Zh => format!("{count} 项采用 {stack} 的默认值，均可修改"),
    }
}

/// "default: 2,048".
pub fn default_is(lang: Lang, value: &str) -> String {
    match lang {
        Lang::En => format!("default: {value}"),
        Lang::Zh => format!("默认：{value}"),
    }
}

/// "Budget of one GPU at the loss".
pub fn budget_of(lang: Lang, moment: Moment) -> String {
    let moment = moment_label(lang, moment);
    match lang {
        Lang::En => format!("Budget of one GPU: {moment}"),
        Lang::Zh => format!("单卡显存明细：{moment}"),
    }
}

/// "2 fields need correcting".
pub fn issues_count(lang: Lang, count: usize) -> String {
    match (lang, count) {
        (Lang::En, 1) => "1 field needs correcting.".to_owned(),
        (Lang::En, _) => format!("{count} fields need correcting."),
        (Lang::Zh, _) => format!("有 {count} 个字段需要改正。"),
    }
}

/// "3 of 11 settings in this link could not be read."
pub fn link_partly_read(lang: Lang, unread: usize, all: usize) -> String {
    match lang {
        Lang::En => format!("{unread} of {all} settings in this link could not be read."),
        Lang::Zh => format!("链接中的 {all} 项设置有 {unread} 项无法读取。"),
    }
}

/// "8 GPUs hold 467 GiB in all; what counts is each of them."
pub fn all_gpus(lang: Lang, gpus: u64, each: Bytes, unit: SizeUnit) -> String {
    let (all, gpus) = (
        size(lang, each.times(estimator::num::float(gpus)), unit),
        integer(lang, gpus),
    );
    match lang {
        Lang::En => format!(
            "All {gpus} GPUs together use {all}; what has to fit is the peak on each of them."
        ),
        Lang::Zh => format!("{gpus} 张卡合计 {all}，但要放得下的是每张卡各自的峰值。"),
    }
}

/// Whether measured runs of a stack are behind the answer.
pub const fn measured_or_not(lang: Lang, measured: bool) -> &'static str {
    lang.of(if measured {
        (
            "Checked against measured runs of this framework.",
            "已用该框架的实测数据检验。",
        )
    } else {
        (
            "From its source code; no measured runs of it are in the data yet.",
            "依据其源代码推算，暂无该框架的实测数据。",
        )
    })
}

/// "nearest: 1,024".
pub fn nearest_is(lang: Lang, value: u64) -> String {
    let value = integer(lang, value);
    match lang {
        Lang::En => format!("nearest: {value}"),
        Lang::Zh => format!("最接近的值：{value}"),
    }
}
