//! The tuned model at work, in words.
use super::{Lang, integer, number, size, t};
use estimator::analysis::serving::{Format, Serving};
use estimator::units::{Bytes, SizeUnit};

/// A format of weights.
pub fn format_label(lang: Lang, format: Format) -> &'static str {
    lang.of(match format {
        Format::Sixteen => t!("16-bit", "16-bit"),
        Format::Eight => t!("8-bit", "8-bit"),
        Format::Four => t!("4-bit, groups of 128", "4-bit（每组 128）"),
    })
}

/// Weights, cards, and tokens of cache beside them.
pub fn serving_cells(lang: Lang, serving: &Serving, unit: SizeUnit) -> [String; 3] {
    let weights = size(lang, Bytes::new(serving.weights.value()), unit);
    if serving.cards == 0 {
        return [weights, "–".to_owned(), "–".to_owned()];
    }
    [weights, integer(lang, serving.cards), number(lang, serving.tokens, 0)]
}

/// What a token of a conversation takes.
pub fn cache_words(lang: Lang, bytes: f64, unit: SizeUnit) -> String {
    let each = size(lang, Bytes::new(bytes * 1024.0), unit);
    lang.fill(
        t!(
            "Keys and values take {0} for every 1,024 tokens of every conversation, in 16 bits. A server takes 90% of a card; context and workspace are set aside. Adapters count as merged.",
            "每个会话每 1,024 token 的 KV 缓存占 {0}（16-bit）。推理服务占用显存的 90%，已扣除 CUDA context 和工作区；适配器按已合并计算。"
        ),
        &[&each],
    )
}
