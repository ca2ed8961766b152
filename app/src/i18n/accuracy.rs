//! How far predictions are from measurements, in words.
use super::{Lang, Text, integer, number, text};
use crate::accuracy::{Accuracy, Line};

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
    match lang {
        Lang::En => [
            format!("Median error {all}"),
            format!(" over {rows} measured runs, {others} without the largest source."),
        ],
        Lang::Zh => [
            format!("误差中位数 {all}"),
            format!("（{rows} 条实测），去掉最大的来源后为 {others}。"),
        ],
    }
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
    match lang {
        Lang::En => format!(
            "90th percentile {p90}; median of the sources' medians {of_sources}; {inside} of the measurements lie inside the 90% interval; {coverage} of the rows that count have a prediction."
        ),
        Lang::Zh => format!(
            "第 90 百分位 {p90}；各来源中位数的中位数 {of_sources}；{inside} 的实测落在 90% 区间内；应计入的数据中 {coverage} 有预测。"
        ),
    }
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
    match lang {
        Lang::En => format!(
            "One source, {name}, has {its} of the {of_all} rows and is met closely; over all the others the median is {median} and the 90th percentile {p90}."
        ),
        Lang::Zh => format!(
            "单一来源（{name}）占了 {of_all} 条中的 {its} 条，而且吻合得很好；其余来源的中位数为 {median}，第 90 百分位为 {p90}。"
        ),
    }
}

fn count(line: Line<'_>) -> u64 {
    line.text("n").parse().unwrap_or(0)
}

/// "312 of 360 runs lie within ±10% of what was measured."
pub fn within_band(lang: Lang, within: usize, all: usize) -> String {
    match lang {
        Lang::En => format!("{within} of {all} runs are predicted within ±10% (the shaded band)."),
        Lang::Zh => format!("{all} 条实测中有 {within} 条的预测误差在 ±10% 以内（阴影带）。"),
    }
}

/// "50 of 360".
pub fn shown_of(lang: Lang, shown: usize, all: usize) -> String {
    match lang {
        Lang::En => format!("{shown} of {all} runs"),
        Lang::Zh => format!("{all} 条中的 {shown} 条"),
    }
}

/// The title of a group of figures; a group that is not known keeps its own name.
pub fn group_title(lang: Lang, group: &str) -> String {
    let title = match group {
        "method" => Text::MethodWord,
        "stack" => Text::StackWord,
        "source" => Text::SourceWord,
        "metric" => {
            return lang
                .of(("figure that was printed", "来源给出的读数"))
                .to_owned();
        }
        "loso" => {
            return lang
                .of((
                    "each source left out, its runs against intervals learnt from the others",
                    "逐个留出来源，区间由其余来源得出",
                ))
                .to_owned();
        }
        "pooled" | "without" => return String::new(),
        other => return other.to_owned(),
    };
    text(lang, title).to_owned()
}

/// The name of a line of figures.
pub fn figure_label(lang: Lang, line: Line<'_>) -> String {
    let name = line.text("name");
    let words = match (line.text("group"), name) {
        ("pooled", _) => ("all runs", "全部实测"),
        ("without", _) => ("without the largest source", "去掉最大的来源"),
        ("method", "full") => ("Full", "全量"),
        ("method", "lora") => ("LoRA", "LoRA"),
        ("method", "qlora") => ("QLoRA", "QLoRA"),
        ("metric", "allocated") => ("allocated", "已分配"),
        ("metric", "active") => ("active, taken for allocated", "active，视作已分配"),
        ("metric", "reserved") => ("reserved", "已保留"),
        ("metric", "driver") => ("driver", "驱动可见"),
        ("metric", "unknown") => ("not stated, taken for the driver's", "未说明，视作驱动可见"),
        _ => return name.to_owned(),
    };
    lang.of(words).to_owned()
}
