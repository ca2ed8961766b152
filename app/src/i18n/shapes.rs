//! What is wrong with the numbers of an architecture.
use super::calibration::labelled;
use super::{Lang, integer, param_label, t};
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
    labelled(lang, dimension_label(lang, error.dimension), &why)
}

pub(super) fn out_of_range(lang: Lang, found: &str, min: &str, max: &str) -> String {
    lang.fill(
        t!(
            "{0} is not between {1} and {2}.",
            "{0} 不在 {1} 到 {2} 之间。"
        ),
        &[found, min, max],
    )
}

pub(super) fn not_a_divisor(lang: Lang, found: u64, of: u64) -> String {
    let (found, of) = (integer(lang, found), integer(lang, of));
    lang.fill(
        t!("{0} does not divide {1}.", "{0} 不能整除 {1}。"),
        &[&found, &of],
    )
}

pub(super) fn exceeds(lang: Lang, found: u64, limit: u64) -> String {
    let (found, limit) = (integer(lang, found), integer(lang, limit));
    lang.fill(
        t!("{0} is more than {1}.", "{0} 大于 {1}。"),
        &[&found, &limit],
    )
}

/// The name of a number of an architecture.
pub fn dimension_label(lang: Lang, dimension: Dimension) -> &'static str {
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
        Dimension::ExpertHidden => return lang.of(t!("Width of an expert", "单个专家宽度")),
        Dimension::SharedHidden => Param::SharedFfn,
        Dimension::DenseLayers => Param::DenseLayers,
        Dimension::DenseHidden => Param::DenseFfn,
        Dimension::Latent => return lang.of(t!("Latent attention", "MLA 各维度")),
        Dimension::Positions => return lang.of(t!("Positions", "最大位置数")),
        Dimension::Total => return lang.of(t!("Parameters in all", "总参数量")),
    };
    param_label(lang, param)
}
