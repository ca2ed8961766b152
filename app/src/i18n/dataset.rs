//! Lengths of a data set, in words.
use super::{Lang, Pair, integer, number, t};
use estimator::data::lengths::{MOST_TOKENS, Ratios, Summary, Unread, Why};

/// "4.2 MB", as file managers count.
fn megabytes(lang: Lang, bytes: f64) -> String {
    number(lang, bytes / 1e6, usize::from(bytes < 99.5e6))
}

/// "Read 12.0 of 340 MB, 45,210 rows".
pub fn reading(lang: Lang, read: f64, size: f64, summary: &Summary) -> String {
    let [read, size] = [read, size].map(|bytes| megabytes(lang, bytes));
    lang.fill(t!("Read {0} of {1} MB, {2} rows", "已读取 {0} / {1} MB，共 {2} 条"), &[&read, &size, &integer(lang, summary.samples)])
}

/// What was measured, with names: rows, mean, 95th percentile, longest.
pub fn lengths(lang: Lang, summary: &Summary) -> [(&'static str, String); 4] {
    let whole = |tokens: f64| number(lang, tokens, 0);
    let row = |name: Pair, text: String| (lang.of(name), text);
    let [mean, tail, longest] = summary.lengths();
    [
        row(t!("rows", "条数"), integer(lang, summary.samples)),
        row(t!("mean", "平均"), whole(mean)),
        row(t!("95th percentile", "95 分位"), whole(tail)),
        row(t!("longest", "最长"), whole(longest)),
    ]
}

/// How tokens were counted.
pub fn counted(lang: Lang, summary: &Summary) -> String {
    if summary.exact() {
        return lang.of(t!("Tokens as the data set gives them.", "token 数取自数据集本身。")).to_owned();
    }
    let ratios = Ratios::default();
    let [latin, cjk, signs, other] = [(ratios.latin, 1), (ratios.cjk, 2), (ratios.signs, 2), (ratios.other, 0)].map(|(ratio, decimals)| number(lang, ratio, decimals));
    let words = lang.fill(
        t!(
            "Tokens are estimated from characters: {0} Latin letters, {1} Chinese characters, {2} digits or signs, {3} others to a token, spaces aside; 5 more for each message of a chat. Within about 18% of the tokenizers of Llama 3 and Qwen3.",
            "token 数按字符估算：每个 token 合 {0} 个拉丁字母、{1} 个汉字、{2} 个数字或符号、{3} 个其他字符，空白不计；对话每条消息另加 5 个。与 Llama 3、Qwen3 分词器相差约 18% 以内。"
        ),
        &[&latin, &cjk, &signs, &other],
    );
    if summary.counted == 0 {
        return words;
    }
    let given = integer(lang, summary.counted);
    words + &lang.fill(t!(" In {0} rows the data set gives them.", "其中 {0} 条直接取数据集给出的值。"), &[&given])
}

/// How many rows the sequence length cuts; empty where it cuts none.
pub fn cut(lang: Lang, summary: &Summary, sequence: u64) -> String {
    // Bins end at powers of two; between them the number lies in a range, and its upper end is said.
    let (_, most) = summary.histogram.above(sequence);
    if most == 0 || summary.longest <= estimator::num::float(sequence) {
        return String::new();
    }
    let share = estimator::num::float(most) / estimator::num::larger(estimator::num::float(summary.samples), 1.0) * 100.0;
    let share = if share < 0.1 { "< 0.1".to_owned() } else { number(lang, share, usize::from(share < 9.95)) };
    if most == 1 {
        return lang.fill(t!("1 row ({0}%) may be longer than the sequence length of {1}.", "可能有 1 条（{0}%）超过序列长度 {1}。"), &[&share, &integer(lang, sequence)]);
    }
    lang.fill(
        t!("Up to {0} rows ({1}%) are longer than the sequence length of {2}.", "最多有 {0} 条（{1}%）超过序列长度 {2}。"),
        &[&integer(lang, most), &share, &integer(lang, sequence)],
    )
}

/// Rows by powers of two: "257–512", its share.
pub fn bars(lang: Lang, summary: &Summary) -> Vec<(String, f64)> {
    let mut bars: Vec<(u64, u64)> = Vec::new();
    for (_, to, count) in summary.histogram.bars() {
        let end = to.max(1).next_power_of_two();
        match bars.last_mut() {
            Some((last, rows)) if *last == end => *rows += count,
            _ => bars.push((end, count)),
        }
    }
    let all = estimator::num::larger(estimator::num::float(summary.samples), 1.0);
    let named = bars.into_iter().map(|(end, rows)| {
        let name = [&integer(lang, end / 2 + 1), "–", &integer(lang, end)].concat();
        (if end == 1 { "1".to_owned() } else { name }, estimator::num::float(rows) / all)
    });
    named.collect()
}

/// Where a row could not be read, and why.
pub fn unread(lang: Lang, row: &Unread) -> String {
    let line = integer(lang, row.line);
    let why = match row.why {
        Why::Json { column } => {
            let column = column.to_string();
            return lang.fill(t!("Line {0}: no JSON from column {1} on.", "第 {0} 行：从第 {1} 列起不是合法的 JSON。"), &[&line, &column]);
        }
        Why::Encoding => t!("Line {0}: not UTF-8.", "第 {0} 行：不是 UTF-8 编码。"),
        Why::NoField => t!("Line {0}: no field of text, messages or token counts.", "第 {0} 行：没有文本、消息或 token 数字段。"),
        Why::NoNumber => t!("Line {0}: no number where the token count should be.", "第 {0} 行：token 数一栏不是数字。"),
        Why::NoColumn => t!("Line {0}: the header names no column of text or token counts, so nothing was read.", "第 {0} 行：表头里没有文本或 token 数列，因此没有读取任何数据。"),
        Why::Empty => t!("Line {0}: nothing in it.", "第 {0} 行：内容为空。"),
        Why::TooLong => t!("Line {0}: longer than 16 MiB.", "第 {0} 行：超过 16 MiB。"),
        Why::TooMany => {
            let most = integer(lang, MOST_TOKENS);
            return lang.fill(t!("Line {0}: more tokens than a row may have ({1}).", "第 {0} 行：token 数超过单条数据的上限（{1}）。"), &[&line, &most]);
        }
        Why::Cut => t!("Line {0}: the data end inside this row.", "第 {0} 行：数据在这一行中间断了。"),
    };
    lang.fill(why, &[&line])
}

/// "… and 312 more rows."
pub fn more_unread(lang: Lang, rows: u64) -> String {
    lang.fill(t!("{0} more rows could not be read.", "另有 {0} 条无法读取。"), &[&integer(lang, rows)])
}
