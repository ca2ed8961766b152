//! Figures beside the budget.
use super::{Lang, integer, number, t};
use estimator::memory::Fact;

/// The name of a figure.
pub fn fact_label(lang: Lang, fact: Fact) -> &'static str {
    lang.of(match fact {
        Fact::Parameters(_) => t!("Parameters", "参数量"),
        Fact::Trainable(_) => t!("Trainable parameters", "可训练参数量"),
        Fact::GlobalBatch(_) => t!("Global batch", "全局 batch"),
        Fact::TokensPerStep(_) => t!("Tokens per step", "每步 token 数"),
        Fact::Gpus(_) => t!("GPUs", "GPU 总数"),
    })
}

/// The value of a figure, with what it counts.
pub fn fact_text(lang: Lang, fact: Fact) -> String {
    match fact {
        Fact::Parameters(count) | Fact::Trainable(count) => number(lang, count, 0),
        Fact::GlobalBatch(1) => lang.of(t!("1 sequence", "1 条序列")).to_owned(),
        Fact::GlobalBatch(count) => {
            lang.fill(t!("{0} sequences", "{0} 条序列"), &[&integer(lang, count)])
        }
        Fact::TokensPerStep(count) | Fact::Gpus(count) => integer(lang, count),
    }
}
