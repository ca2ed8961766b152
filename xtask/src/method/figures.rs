//! The figures of METHOD.md in the Chinese text. They are written once, by `cargo xtask validate` into METHOD.md; the Chinese text
//! has the comments between which they stand, and the build fills them, so that the two cannot differ.

/// What comments that open and close a table begin with.
const MARKS: [&str; 3] = ["calibration", "validation", "throughput"];

/// Words of the headings of tables.
const HEADINGS: [(&str, &str); 18] = [
    ("trial", "检验方式"),
    ("mean of source medians", "各来源中位数的均值"),
    ("fits", "拟合次数"),
    ("tests", "检验次数"),
    ("median", "中位数"),
    ("p90", "90 分位"),
    ("worse", "变差"),
    ("inside", "区间内"),
    ("width", "区间宽度"),
    ("source", "来源"),
    ("method", "方法"),
    ("stack", "训练框架"),
    ("metric", "指标"),
    ("rows", "行数"),
    ("bias", "偏差"),
    ("precision", "精度"),
    ("gpu", "GPU"),
    ("change", "变化"),
];

/// Sentences around the figures, piece by piece, longer pieces first.
const PIECES: [(&str, &str); 20] = [
    (
        "One run, tests of the same stack, method and model",
        "一次试跑，检验同框架、同方法、同模型",
    ),
    (
        "One run, tests of the same stack and method, any model",
        "一次试跑，检验同框架、同方法、任意模型",
    ),
    (
        "Two runs of different tokens, the same tests",
        "两次 token 数不同的试跑，检验范围同上",
    ),
    (
        "One run, tests of the same stack and another method",
        "一次试跑，检验同框架、另一种方法",
    ),
    (
        "Each source left out in turn, its runs against widths learnt from the others: ",
        "逐个留出来源，用其余来源学到的区间宽度检验：",
    ),
    ("Without the largest source (", "去掉最大的来源（"),
    ("LoRA and QLoRA alone, ", "仅 LoRA 和 QLoRA，"),
    (", median of source medians ", "，各来源中位数的中位数 "),
    (", inside the interval ", "，落在区间内 "),
    (" without the largest source).", "，不计最大的来源）。"),
    (" rows, coverage ", " 行，覆盖率 "),
    (": median error ", "：误差中位数 "),
    (", 90th percentile ", "，90 分位 "),
    (" rows: median ", " 行：中位数 "),
    (" inside (", " 落在区间内（"),
    ("% inside.", "% 落在区间内。"),
    (", inside ", "，落在区间内 "),
    ("), ", "），"),
    (" rows: ", " 行："),
    ("%. ", "%。"),
];

/// `chinese` with each table of `english` between its comments; `None` where one of the comments is missing.
pub(super) fn filled(chinese: &str, english: &str) -> Option<String> {
    let mut out = chinese.to_owned();
    for mark in MARKS {
        let begin = format!("<!-- {mark}: written by `cargo xtask validate` -->\n");
        let end = format!("<!-- end of {mark} -->");
        let figures = english.split_once(&begin)?.1.split_once(&end)?.0;
        let (before, rest) = out.split_once(&begin)?;
        let (_, after) = rest.split_once(&end)?;
        out = [before, &begin, &translated(figures), &end, after].concat();
    }
    Some(out)
}

fn translated(figures: &str) -> String {
    let lines: Vec<&str> = figures.lines().collect();
    let heads = |at: usize| {
        lines
            .get(at + 1)
            .is_some_and(|next| next.starts_with("|--"))
    };
    let worded = lines.iter().enumerate().map(|(at, line)| {
        if heads(at) {
            heading(line)
        } else if line.starts_with("| ") && !line.contains("run") {
            (*line).to_owned()
        } else {
            let put = |line: String, (from, to): &(&str, &str)| line.replace(from, to);
            let line = PIECES.iter().fold((*line).to_owned(), put);
            line.strip_suffix(':')
                .map_or(line.clone(), |line| format!("{line}："))
        }
    });
    worded.map(|line| line + "\n").collect()
}

fn heading(line: &str) -> String {
    let cells = line.split('|').map(|cell| {
        let known = HEADINGS.iter().find(|(name, _)| *name == cell.trim());
        known.map_or_else(|| cell.to_owned(), |(_, name)| format!(" {name} "))
    });
    cells.collect::<Vec<_>>().join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_of_the_english_text_is_in_the_chinese_one() {
        let english = std::fs::read_to_string(crate::exec::root().join("METHOD.md")).unwrap();
        let marks = MARKS.map(|mark| {
            format!(
                "<!-- {mark}: written by `cargo xtask validate` -->\n\n<!-- end of {mark} -->\n"
            )
        });
        let filled = filled(&marks.concat(), &english).unwrap();
        let figures = |text: &str| {
            let digit = |c: char| c.is_ascii_digit() || c == '.' || c == '%';
            let mut found: Vec<String> = text
                .split(|c| !digit(c))
                .map(|word| word.trim_end_matches('.').to_owned())
                .filter(|word| word.ends_with('%'))
                .collect();
            found.sort();
            found
        };
        let between: String = MARKS
            .iter()
            .map(|mark| {
                let end = format!("<!-- end of {mark} -->");
                let begin = format!("<!-- {mark}: written");
                let rest = english.split_once(&begin).unwrap().1;
                rest.split_once(&end).unwrap().0.to_owned()
            })
            .collect();
        assert!(figures(&between).len() > 300);
        assert_eq!(figures(&filled), figures(&between));
        // Headings and sentences are translated, names of sources and stacks stay.
        for line in filled
            .lines()
            .filter(|line| !line.starts_with('|') && !line.starts_with("<!--"))
        {
            assert!(
                !line.contains(" inside") && !line.contains("rows"),
                "{line}"
            );
        }
        assert!(!filled.contains("| median |") && !filled.contains("| rows |"));
        assert_eq!(super::filled("no marks", &english), None);
    }
}
