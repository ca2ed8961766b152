//! Figures beside the budget.
use super::{Lang, integer, number};
use estimator::memory::Fact;

/// The name of a figure.
pub const fn fact_label(lang: Lang, fact: Fact) -> &'static str {
    lang.of(match fact {
        Fact::Parameters(_) => ("Parameters", "参数量"),
        Fact::Trainable(_) => ("Trainable parameters", "可训练参数量"),
        Fact::GlobalBatch(_) => ("Global batch", "全局 batch"),
        Fact::TokensPerStep(_) => ("Tokens per step", "每步 token 数"),
        Fact::Gpus(_) => ("GPUs", "GPU 总数"),
    })
}

/// The value of a figure, with what it counts.
pub fn fact_text(lang: Lang, fact: Fact) -> String {
    match (fact, lang) {
        (Fact::Parameters(count) | Fact::Trainable(count), _) => number(lang, count, 0),
        (Fact::GlobalBatch(1), Lang::En) => "1 sequence".to_owned(),
        (Fact::GlobalBatch(count), Lang::En) => format!("{} sequences", integer(lang, count)),
        (Fact::GlobalBatch(count), Lang::Zh) => format!("{} 条序列", integer(lang, count)),
        (Fact::TokensPerStep(count) | Fact::Gpus(count), _) => integer(lang, count),
    }
}
