//! What a link or a config.json says that could not be used.
use super::calibration::labelled;
use super::errors::quoted;
use super::shapes::{exceeds, not_a_divisor, out_of_range};
use super::{Lang, bad_job, integer, issue_text, number, param_label, t};
use estimator::codec::{self, Notice};
use estimator::model::{ConfigError, Reason};
use estimator::scenario::{Issue, IssueKind, Kind, Param};
use estimator::stack;

/// What to know about a link that was opened.
pub fn notice_text(lang: Lang, notice: &Notice) -> String {
    match notice {
        Notice::UnknownKey { key, nearest } => unknown_key(lang, key, *nearest),
        Notice::Duplicate { key } => {
            let name = Param::from_key(key).map_or(*key, |param| param_label(lang, param));
            lang.fill(t!("{0} is given more than once; the first value counts.", "“{0}”出现了不止一次，以第一个为准。"), &[name])
        }
        Notice::Overruled { param } => {
            let name = param_label(lang, *param);
            lang.fill(t!("{0} stands before the # of the link with another value; the one after it counts.", "“{0}”在链接的 # 之前另有一个值，以 # 之后的为准。"), &[name])
        }
        Notice::Invalid { param, kind: IssueKind::Missing, .. } => missing(lang, *param),
        Notice::Invalid { param, value, kind } => {
            let issue = Issue {
                param: *param,
                value: value.clone(),
                kind: kind.clone(),
            };
            let (name, why) = (param_label(lang, *param), issue_text(lang, &issue));
            lang.fill(t!("{0}: {1}", "{0}：{1}"), &[name, &why])
        }
        Notice::Beside { scenario, notice } => {
            let inner = notice_text(lang, notice);
            lang.fill(t!("Scenario {0}: {1}", "方案 {0}：{1}"), &[&scenario.to_string(), &inner])
        }
        Notice::NoScenario { key } => {
            let key = quoted(key);
            lang.fill(t!("{0} names no scenario of a comparison: the first has keys without a number, 2 to 4 name what differs from it, and like=1 copies it.", "{0}不是对比方案的写法：第一个方案的设置不带编号，第 2 至 4 个只写与它不同的设置，like=1 表示照抄。"), &[&key])
        }
        Notice::Gap { scenario } => lang.fill(t!("The link has no scenario {0}: those after it moved up.", "链接里没有方案 {0}，后面的方案已依次前移。"), &[&scenario.to_string()]),
        Notice::Jobs(bad) => bad_job(lang, bad),
        Notice::BadEncoding { key } => {
            let key = quoted(key);
            lang.fill(t!("The value of {0} is not readable text.", "{0}的值不是可读的文本。"), &[&key])
        }
        Notice::ValueTooLong { param, bytes } => {
            let (name, bytes, most) = (
                param_label(lang, *param),
                count(lang, *bytes),
                count(lang, codec::MAX_VALUE),
            );
            lang.fill(t!("{0}: the value has {1} bytes, at most {2} are read.", "{0}：值有 {1} 字节，最多读取 {2} 字节。"), &[name, &bytes, &most])
        }
        Notice::TooLong { bytes, most } => {
            let (bytes, most) = (count(lang, *bytes), count(lang, *most));
            lang.fill(t!("The link has {0} bytes; only the first {1} were read.", "链接有 {0} 字节，只读取了前 {1} 字节。"), &[&bytes, &most])
        }
        Notice::TooMany { unread, most } => {
            let (unread, most) = (count(lang, *unread), count(lang, *most));
            lang.fill(t!("A link may hold {0} settings; {1} more were not read.", "一个链接最多 {0} 项设置，还有 {1} 项没有读取。"), &[&most, &unread])
        }
        Notice::NewerVersion { found } => lang.fill(t!("The link was written by a newer release (version {0}); what this one knows was loaded.", "链接由更新的版本（v{0}）生成，本版本认识的部分已载入。"), &[&found.to_string()]),
        Notice::BadVersion { found } => {
            let found = quoted(found);
            lang.fill(t!("{0} is not a version; the link was read as version {1}.", "{0}不是有效的版本号，已按 v{1} 读取。"), &[&found, &codec::VERSION.to_string()])
        }
        Notice::NewerCatalogue { found } => lang.fill(t!("The link relies on defaults and GPU data of {0}, newer than this release: the numbers may differ.", "链接使用 {0} 版的默认值和 GPU 数据，比本版本新，结果可能不同。"), &[&found.to_string()]),
        Notice::OlderCatalogue { found } => lang.fill(t!("The link keeps the defaults and GPU data of {0}. Formulas may have changed since: see “Numbers that changed”.", "链接沿用 {0} 版的默认值和 GPU 数据。此后公式可能有更新，见“数字变更记录”。"), &[&found.to_string()]),
        Notice::UnknownCatalogue { found } => {
            let found = quoted(found);
            lang.fill(t!("There is no revision {0} of the defaults; today's are used.", "默认值没有{0}这一版，已使用当前版本。"), &[&found])
        }
    }
}

/// A setting without a value, as a link that was cut off has it. The figure is named where no stack has one of its own.
fn missing(lang: Lang, param: Param) -> String {
    let name = param_label(lang, param);
    let (info, stack) = (param.info(), stack::sets(param));
    let default = match info.kind {
        Kind::Integer { .. } | Kind::Real { .. } if !stack => info.default.parse::<f64>().ok(),
        _ => None,
    };
    let Some(default) = default else {
        return lang.fill(
            t!(
                "{0}: the link has no value for it; it is as if it were not in the link.",
                "{0}：链接里没有写值，按未填写处理。"
            ),
            &[name],
        );
    };
    let places = info
        .default
        .split_once('.')
        .map_or(0, |(_, digits)| digits.len());
    let default = number(lang, default, places);
    lang.fill(
        t!(
            "{0}: the link has no value for it; the default {1} is used.",
            "{0}：链接里没有写值，已使用默认值 {1}。"
        ),
        &[name, &default],
    )
}

fn count(lang: Lang, count: usize) -> String {
    integer(lang, u64::try_from(count).unwrap_or(u64::MAX))
}

fn unknown_key(lang: Lang, key: &str, nearest: Option<&'static str>) -> String {
    let key = quoted(key);
    let nearest = nearest.and_then(|near| Some((near, param_label(lang, Param::from_key(near)?))));
    match nearest {
        None => lang.fill(
            t!("There is no setting {0}.", "没有名为{0}的设置。"),
            &[&key],
        ),
        Some((near, name)) => lang.fill(
            t!(
                "There is no setting {0}. Was {1} ({2}) meant?",
                "没有名为{0}的设置。是不是要写 {1}（{2}）？"
            ),
            &[&key, near, name],
        ),
    }
}

/// Why a config.json cannot be used.
pub fn config_error_text(lang: Lang, error: &ConfigError) -> String {
    let field: String = error
        .field
        .chars()
        .filter(|c| !c.is_control())
        .take(80)
        .collect();
    let why = config_reason(lang, &error.reason);
    if field.is_empty() {
        why
    } else {
        labelled(lang, &field, &why)
    }
}

fn config_reason(lang: Lang, reason: &Reason) -> String {
    let needed = |what: super::Pair, found: &str| {
        let what = lang.of(what);
        lang.fill(
            t!("{0} is needed, not {1}.", "需要{0}，而不是{1}。"),
            &[what, &quoted(found)],
        )
    };
    match reason {
        Reason::NotJson { line, column } => lang.fill(
            t!(
                "This is not JSON: line {0}, column {1}. Paste the whole file, braces included.",
                "不是有效的 JSON：第 {0} 行第 {1} 列有误。请粘贴完整文件，包括首尾的花括号。"
            ),
            &[&line.to_string(), &column.to_string()],
        ),
        Reason::Missing => lang
            .of(t!(
                "missing; the model cannot be described without it.",
                "缺少这个字段，无法确定模型结构。"
            ))
            .to_owned(),
        Reason::NotANumber { found } => needed(t!("a number", "数字"), found),
        Reason::NotAnInteger { found } => needed(t!("a whole number", "整数"), found),
        Reason::NotABool { found } => needed(t!("true or false", " true 或 false"), found),
        Reason::NotAText { found } => needed(t!("a text", "文本"), found),
        Reason::NotAList { found } => needed(t!("a list of layer numbers", "层号列表"), found),
        Reason::NotAnObject { found } => needed(t!("an object {…}", "对象 {…}"), found),
        Reason::OutOfRange { found, min, max } => out_of_range(
            lang,
            &quoted(found),
            &integer(lang, *min),
            &integer(lang, *max),
        ),
        Reason::NotDivisor { found, of } => not_a_divisor(lang, *found, *of),
        Reason::Exceeds { found, limit } => exceeds(lang, *found, *limit),
        Reason::UnknownModelType { found, .. } => {
            let found = quoted(found);
            lang.fill(t!("The architecture {0} is not known. Enter the model by hand, with the model type that is closest.", "不认识{0}这种架构。可以手动填写模型，并选择最接近的模型类型。"), &[&found])
        }
    }
}
