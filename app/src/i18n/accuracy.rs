//! How far predictions are from measurements, in words.
use super::{Lang, Pair, Text, choice_label, integer, number, size, size_number, t, text};
use crate::accuracy::{Accuracy, Line};
use estimator::scenario::Param;
use estimator::units::{Bytes, SizeUnit};

/// `9.4%`.
pub fn percent(lang: Lang, value: f64, decimals: usize) -> String {
    format!("{}%", number(lang, value, decimals))
}

/// `+2.2%`, `−0.4%`, `0.0%`.
pub fn signed_percent(lang: Lang, value: f64) -> String {
    let shown = percent(lang, value, 1);
    let plus = value > 0.0 && shown.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    if plus { format!("+{shown}") } else { shown }
}

/// "Median error 1.0% over 360 measured runs, 3.8% without the largest source."
pub fn accuracy_headline(lang: Lang, table: &Accuracy) -> [String; 2] {
    let median =
        |line: Option<Line<'_>>| percent(lang, line.map_or(0.0, |line| line.number("median")), 1);
    let pooled = table.group("pooled");
    let rows = pooled.map_or("", |line| line.text("n"));
    let (all, others) = (median(pooled), median(table.group("without")));
    let [first, rest] = [
        t!("Median error {0}", "误差中位数 {0}"),
        t!(
            " over {1} measured runs, {2} without the largest source.",
            "（{1} 条实测），去掉最大的来源后为 {2}。"
        ),
    ]
    .map(|part| lang.fill(part, &[&all, rows, &others]));
    [first, rest]
}

/// "Median error 3.5% over 560 measured rates, 5.0% for LoRA and QLoRA alone."
pub fn speeds_headline(lang: Lang, table: &Accuracy) -> [String; 2] {
    let median =
        |line: Option<Line<'_>>| percent(lang, line.map_or(0.0, |line| line.number("median")), 1);
    let pooled = table.group("pooled");
    let rows = pooled.map_or("", |line| line.text("n"));
    let (all, adapters) = (median(pooled), median(table.group("adapters")));
    [
        t!("Median error {0}", "误差中位数 {0}"),
        t!(
            " over {1} measured rates, {2} for LoRA and QLoRA alone.",
            "（{1} 条实测吞吐），只看 LoRA 和 QLoRA 为 {2}。"
        ),
    ]
    .map(|part| lang.fill(part, &[&all, rows, &adapters]))
}

/// The other figures of the whole.
pub fn accuracy_detail(lang: Lang, table: &Accuracy) -> String {
    let Some(pooled) = table.group("pooled") else {
        return String::new();
    };
    let p90 = percent(lang, pooled.number("p90"), 1);
    let inside = percent(lang, pooled.number("inside"), 0);
    let coverage = percent(lang, table.value("coverage"), 0);
    let of_sources = percent(lang, table.value("median_of_sources"), 1);
    lang.fill(t!("90th percentile {0}; median of the sources' medians {1}; {2} of the measurements lie inside the 90% interval; {3} of the rows that count have a prediction.", "P90 {0}；各来源中位数的中位数 {1}；{2} 的实测落在 90% 区间内；应计入的数据中 {3} 有预测。"), &[&p90, &of_sources, &inside, &coverage])
}

/// One source dominates, and what remains without it.
pub fn dominated(lang: Lang, table: &Accuracy) -> String {
    let (Some(pooled), Some(others)) = (table.group("pooled"), table.group("without")) else {
        return String::new();
    };
    let name = others.text("name");
    let of_all = integer(lang, count(pooled));
    let its = integer(lang, count(pooled).saturating_sub(count(others)));
    let median = percent(lang, others.number("median"), 1);
    let p90 = percent(lang, others.number("p90"), 1);
    lang.fill(t!("One source, {0}, has {1} of the {2} rows and is met closely; over all the others the median is {3} and the 90th percentile {4}.", "单一来源（{0}）占了 {2} 条中的 {1} 条，而且吻合得很好；其余来源的中位数为 {3}，P90 为 {4}。"), &[name, &its, &of_all, &median, &p90])
}

fn count(line: Line<'_>) -> u64 {
    line.text("n").parse().unwrap_or(0)
}

/// "312 of 360 runs lie within ±10% of what was measured."
pub fn within_band(lang: Lang, within: usize, all: usize) -> String {
    lang.fill(
        t!(
            "{0} of {1} runs are predicted within ±10% (the shaded band).",
            "{1} 条实测中有 {0} 条的预测误差在 ±10% 以内（阴影带）。"
        ),
        &[&within.to_string(), &all.to_string()],
    )
}

/// "71 of 360 runs match, 50 shown".
pub fn shown_of(lang: Lang, shown: usize, found: usize, all: usize) -> String {
    let words = if found == all {
        t!("{0} of {2} runs", "共 {2} 条，显示 {0} 条")
    } else if shown < found {
        t!(
            "{1} of {2} runs match, {0} shown",
            "共 {2} 条，符合条件的 {1} 条，显示 {0} 条"
        )
    } else {
        t!("{1} of {2} runs match", "共 {2} 条，符合条件的 {1} 条")
    };
    lang.fill(
        words,
        &[shown, found, all]
            .map(|count| count.to_string())
            .each_ref()
            .map(String::as_str),
    )
}

/// The name of a stack of the measurements; one that is not known keeps its own.
pub fn stack_name(lang: Lang, stack: &str) -> &str {
    let key = match stack {
        "hf-trainer" => "hf",
        "trl-fsdp" => "trl",
        other => other,
    };
    let name = choice_label(lang, Param::Stack, key);
    if name.is_empty() { stack } else { name }
}

/// The title of a group of figures; a group that is not known keeps its own name.
pub fn group_title(lang: Lang, group: &str) -> String {
    let title = match group {
        "method" => Text::MethodWord,
        "stack" => Text::StackWord,
        "source" => Text::SourceWord,
        "metric" => {
            return lang
                .of(t!("figure that was printed", "来源给出的读数"))
                .to_owned();
        }
        "loso" => {
            return lang
                .of(t!(
                    "each source left out, its runs against intervals learnt from the others",
                    "逐个留出来源，区间由其余来源得出"
                ))
                .to_owned();
        }
        "precision" => return lang.of(t!("precision", "精度")).to_owned(),
        "gpu" => return "GPU".to_owned(),
        "pooled" | "without" | "adapters" => return String::new(),
        other => return other.to_owned(),
    };
    text(lang, title).to_owned()
}

/// "Measured 41.2 GiB (allocated); predicted 40.9 (38.0–43.8), −0.7%." of a run that is opened.
pub fn measured_run(lang: Lang, run: Line<'_>, unit: SizeUnit) -> String {
    let gib = |name| Bytes::gib(run.number(name));
    let measured = size(lang, gib("measured"), unit);
    let [predicted, low, high, shown] =
        ["predicted", "low", "high", "shown"].map(|name| size_number(lang, gib(name), unit));
    let figure = printed_figure(lang, run.text("metric"));
    let mut words = lang.fill(
        t!(
            "Measured {0} ({1}); predicted {2} ({3}–{4}), {5}.",
            "实测 {0}（{1}），预测 {2}（{3}–{4}），误差 {5}。"
        ),
        &[
            &measured,
            figure,
            &predicted,
            &low,
            &high,
            &signed_percent(lang, run.error()),
        ],
    );
    // Cut at what the card holds there, whole here.
    if shown != predicted {
        words.push_str(&lang.fill(
            t!(
                " Before the cut at what the card holds: {0}.",
                "按显卡容量截断之前为 {0}。"
            ),
            &[&shown],
        ));
    }
    words
}

/// What a source printed, in words; a figure that is not known keeps its own name.
pub fn printed_figure(lang: Lang, metric: &str) -> &str {
    printed(metric).map_or(metric, |words| lang.of(words))
}

fn printed(metric: &str) -> Option<Pair> {
    Some(match metric {
        "allocated" => t!("allocated", "已分配"),
        "active" => t!("active, taken for allocated", "active，视作已分配"),
        "reserved" => t!("reserved", "已保留"),
        "driver" => t!("driver", "驱动可见"),
        "unknown" => t!("not stated, taken for the driver's", "未说明，视作驱动可见"),
        _ => return None,
    })
}

/// The name of a line of figures.
pub fn figure_label(lang: Lang, line: Line<'_>) -> String {
    let name = line.text("name");
    let words = match (line.text("group"), name) {
        ("pooled", _) => t!("all runs", "全部实测"),
        ("without", _) => t!("without the largest source", "去掉最大的来源"),
        ("adapters", _) => t!("LoRA and QLoRA", "LoRA 和 QLoRA"),
        ("method", "full") => t!("Full", "全量"),
        ("method", "lora") => t!("LoRA", "LoRA"),
        ("method", "qlora") => t!("QLoRA", "QLoRA"),
        ("metric", metric) => {
            return printed_figure(lang, metric).to_owned();
        }
        ("stack", stack) => return stack_name(lang, stack).to_owned(),
        _ => return name.to_owned(),
    };
    lang.of(words).to_owned()
}
