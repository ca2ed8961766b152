//! What is wrong with the numbers of an architecture.
use super::{Lang, integer, param_label};
use estimator::model::{Dimension, SpecError, SpecReason};
use estimator::scenario::Param;

/// Which number of an architecture is refused, and why.
pub(super) fn architecture(lang: Lang, error: SpecError) -> String {
    let why = match error.reason {
        SpecReason::OutOfRange { found, min, max } => out_of_range(
            lang,
            &integer(lang, found),
            &integer(lang, min),
            &integer(lang, max),
        ),
        SpecReason::NotDivisor { found, of } => not_a_divisor(lang, found, of),
        SpecReason::Exceeds { found, limit } => exceeds(lang, found, limit),
    };
    format!(
        "{}{}{why}",
        dimension_label(lang, error.dimension),
        lang.of((": ", "："))
    )
}

pub(super) fn out_of_range(lang: Lang, found: &str, min: &str, max: &str) -> String {
    match lang {
        Lang::En => format!("{found} is not between {min} and {max}."),
        Lang::Zh => format!("{found} 不在 {min} 到 {max} 之间。"),
    }
}

pub(super) fn not_a_divisor(lang: Lang, found: u64, of: u64) -> String {
    let (found, of) = (integer(lang, found), integer(lang, of));
    match lang {
        Lang::En => format!("{found} does not divide {of}."),
        Lang::Zh => format!("{found} 不能整除 {of}。"),
    }
}

pub(super) fn exceeds(lang: Lang, found: u64, limit: u64) -> String {
    let (found, limit) = (integer(lang, found), integer(lang, limit));
    match lang {
        Lang::En => format!("{found} is more than {limit}."),
        Lang::Zh => format!("{found} 大于 {limit}。"),
    }
}

/// The name of a number of an architecture.
pub const fn dimension_label(lang: Lang, dimension: Dimension) -> &'static str {
    let param = match dimension {
        Dimension::Hidden => Param::Hidden,
        Dimension::Layers => Param::Layers,
        Dimension::Heads => Param::Heads,
        Dimension::KvHeads => Param::KvHeads,
        Dimension::HeadDim => Param::HeadDim,
        Dimension::FfnHidden => Param::Ffn,
        Dimension::Vocab => Param::Vocab,
        Dimension::Experts => Param::Experts,
        Dimension::ActiveExperts => Param::ActiveExperts,
        Dimension::ExpertHidden => return lang.of(("Width of an expert", "单个专家宽度")),
        Dimension::SharedHidden => Param::SharedFfn,
        Dimension::DenseLayers => Param::DenseLayers,
        Dimension::DenseHidden => Param::DenseFfn,
        Dimension::Latent => return lang.of(("Latent attention", "MLA 各维度")),
        Dimension::Positions => return lang.of(("Positions", "最大位置数")),
        Dimension::Total => return lang.of(("Parameters in all", "总参数量")),
    };
    param_label(lang, param)
}
