//! Launch files: what was read of one, what was not and why, what none can say.
use super::calibration::value_label;
use super::errors::{quoted, visible};
use super::{Lang, param_label, t};
use estimator::launch::{Entry, Ignored, Syntax, Took, Trouble, Unsaid};
use estimator::scenario::Param;

/// "Rank 8": a setting and its value.
fn setting(lang: Lang, param: Param, text: &str) -> String {
    [
        param_label(lang, param),
        " ",
        &value_label(lang, param, text),
    ]
    .concat()
}

/// "TRL: 12 options read".
pub fn found(lang: Lang, format: &str, read: usize) -> String {
    let words = t!("{0}: {1} options read.", "{0}：读取了 {1} 个选项。");
    lang.fill(words, &[format, &read.to_string()])
}

/// "lora_rank 8 → Rank 8".
pub fn took(lang: Lang, took: &Took) -> String {
    let set = took
        .set
        .iter()
        .map(|(param, text)| setting(lang, *param, text));
    let set: Vec<String> = set.collect();
    let option = [&visible(&took.key), " ", &visible(&took.value)].concat();
    if set.is_empty() {
        return option;
    }
    [option.trim_end(), " → ", &set.join(", ")].concat()
}

/// Where an option stands and why it was left aside.
pub fn ignored(lang: Lang, entry: &Entry, why: Ignored) -> String {
    let option = [&visible(&entry.key), " ", &visible(&entry.value)].concat();
    let option = option.trim_end();
    let line = &entry.line.to_string();
    match why {
        Ignored::Harmless => lang.fill(t!("{0}: touches neither memory nor time", "{0}：不影响显存和时间"), &[option]),
        Ignored::NotModelled => lang.fill(t!("{0} (line {1}): not modelled here, the figures are for a run without it", "{0}（第 {1} 行）：本工具没有对它建模，估算按没有它计算"), &[option, line]),
        Ignored::Value => lang.fill(t!("{0} (line {1}): no value that this option takes", "{0}（第 {1} 行）：不是这个选项的有效取值"), &[option, line]),
        Ignored::UnknownOption(None) => lang.fill(t!("{0} (line {1}): no option known here", "{0}（第 {1} 行）：不认识的选项"), &[option, line]),
        Ignored::UnknownOption(Some(near)) => lang.fill(t!("{0} (line {1}): no option known here; {2} is the nearest", "{0}（第 {1} 行）：不认识的选项，最接近的是 {2}"), &[option, line, near]),
        Ignored::UnknownModel => lang.fill(t!("{0}: not in the catalogue, the model of the form stays; paste its config.json to set it", "{0}：模型目录里没有，保留表单里的模型；粘贴它的 config.json 即可设置"), &[option]),
        Ignored::OtherFile => lang.fill(t!("{0}: another file; apply this one, then paste that one as well", "{0}：这是另一个文件，先应用本文件，再粘贴那一个"), &[option]),
    }
}

/// "Loss kernel: cut cross-entropy; the files give eager".
pub fn unsaid(lang: Lang, unsaid: &Unsaid) -> String {
    let wanted = setting(lang, unsaid.param, &unsaid.wanted);
    if unsaid.instead.is_empty() {
        return lang.fill(
            t!("{0}; there is no such setting", "{0}；没有对应的设置"),
            &[&wanted],
        );
    }
    let instead = value_label(lang, unsaid.param, &unsaid.instead);
    lang.fill(
        t!("{0}; with these files it is {1}", "{0}；用这些文件时为 {1}"),
        &[&wanted, &instead],
    )
}

/// Why nothing was read.
pub fn trouble(lang: Lang, trouble: Trouble) -> String {
    match trouble {
        Trouble::Empty | Trouble::Model => String::new(),
        Trouble::TooLong => lang.of(t!("The text is longer than any launch file.", "文本太长，不像是启动文件。")).to_owned(),
        Trouble::Unknown => lang.of(t!("No option of a known framework was found in it. DeepSpeed, accelerate, Trainer, TRL, LLaMA-Factory, Axolotl, ms-swift, torchtune, Megatron-LM and NeMo are read.", "没有找到任何已知框架的选项。可读取 DeepSpeed、accelerate、Trainer、TRL、LLaMA-Factory、Axolotl、ms-swift、torchtune、Megatron-LM 和 NeMo 的文件。")).to_owned(),
        Trouble::Syntax { line, column, what } => lang.fill(t!("Line {0}, column {1}: {2}.", "第 {0} 行第 {1} 列：{2}。"), &[&line.to_string(), &column.to_string(), lang.of(syntax(what))]),
    }
}

const fn syntax(what: Syntax) -> super::Pair {
    match what {
        Syntax::Character => t!(
            "a control or direction character",
            "有控制字符或改变书写方向的字符"
        ),
        Syntax::Tab => t!(
            "YAML is indented with spaces, not with tabs",
            "YAML 只能用空格缩进，不能用制表符"
        ),
        Syntax::Indent => t!(
            "the line is indented otherwise than those it belongs to",
            "缩进与同级的行不一致"
        ),
        Syntax::Anchor => t!(
            "anchors, aliases and tags are not read; write the value out",
            "不支持锚点、别名和标签，请直接写出值"
        ),
        Syntax::Quote => t!("the quotation does not end", "引号没有闭合"),
        Syntax::Bracket => t!("the bracket does not close", "括号没有闭合"),
        Syntax::Key => t!("a key and a colon are expected", "这里应当是“键: 值”"),
        Syntax::After => t!("something stands behind the end", "结尾之后还有多余内容"),
        Syntax::Deep => t!("deeper nesting than launch files have", "嵌套层数过深"),
    }
}

/// "“x.yaml” could not be read".
pub fn lost(lang: Lang, name: &str) -> String {
    lang.fill(
        t!("{0} could not be read.", "无法读取{0}。"),
        &[&quoted(name)],
    )
}
