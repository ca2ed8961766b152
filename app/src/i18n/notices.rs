//! What a link or a config.json says that could not be used.
use super::errors::quoted;
use super::shapes::{exceeds, not_a_divisor, out_of_range};
use super::{Lang, integer, issue_text, param_label};
use estimator::codec::{self, Notice};
use estimator::model::{ConfigError, Reason};
use estimator::scenario::{Issue, Param};

/// What to know about a link that was opened.
pub fn notice_text(lang: Lang, notice: &Notice) -> String {
    match notice {
        Notice::UnknownKey { key, nearest } => unknown_key(lang, key, *nearest),
        Notice::Duplicate { key } => {
            let name = Param::from_key(key).map_or(*key, |param| param_label(lang, param));
            match lang {
                Lang::En => format!("{name} is given twice; the first value counts."),
                Lang::Zh => format!("“{name}”出现了两次，以第一个为准。"),
            }
        }
        Notice::Invalid { param, value, kind } => {
            let issue = Issue {
                param: *param,
                value: value.clone(),
                kind: kind.clone(),
            };
            let (name, why) = (param_label(lang, *param), issue_text(lang, &issue));
            match lang {
                Lang::En => format!("{name}: {why}"),
                Lang::Zh => format!("{name}：{why}"),
            }
        }
        Notice::BadEncoding { key } => {
            let key = quoted(key);
            match lang {
                Lang::En => format!("The value of {key} is not readable text."),
                Lang::Zh => format!("{key}的值不是可读的文本。"),
            }
        }
        Notice::ValueTooLong { param, bytes } => {
            let (name, bytes, most) = (
                param_label(lang, *param),
                count(lang, *bytes),
                count(lang, codec::MAX_VALUE),
            );
            match lang {
                Lang::En => {
                    format!("{name}: the value has {bytes} bytes, at most {most} are read.")
                }
                Lang::Zh => format!("{name}：值有 {bytes} 字节，最多读取 {most} 字节。"),
            }
        }
        Notice::TooLong { bytes } => {
            let (bytes, most) = (count(lang, *bytes), count(lang, codec::MAX_BYTES));
            match lang {
                Lang::En => format!("The link has {bytes} bytes; only the first {most} were read."),
                Lang::Zh => format!("链接有 {bytes} 字节，只读取了前 {most} 字节。"),
            }
        }
        Notice::TooMany { unread } => {
            let (unread, most) = (count(lang, *unread), count(lang, codec::MAX_PAIRS));
            match lang {
                Lang::En => {
                    format!("A link may hold {most} settings; {unread} more were not read.")
                }
                Lang::Zh => format!("一个链接最多 {most} 项设置，还有 {unread} 项没有读取。"),
            }
        }
        Notice::NewerVersion { found } => match lang {
            Lang::En => format!(
                "The link was written by a newer release (version {found}); what this one knows was loaded."
            ),
            Lang::Zh => format!("链接由更新的版本（v{found}）生成，本版本认识的部分已载入。"),
        },
        Notice::BadVersion { found } => {
            let found = quoted(found);
            match lang {
                Lang::En => format!(
                    "{found} is not a version; the link was read as version {}.",
                    codec::VERSION
                ),
                Lang::Zh => format!("{found}不是有效的版本号，已按 v{} 读取。", codec::VERSION),
            }
        }
        Notice::NewerCatalogue { found } => match lang {
            Lang::En => format!(
                "The link relies on defaults and GPU data of {found}, newer than this release: the numbers may differ."
            ),
            Lang::Zh => {
                format!("链接使用 {found} 版的默认值和 GPU 数据，比本版本新，结果可能不同。")
            }
        },
        Notice::OlderCatalogue { found } => match lang {
            Lang::En => format!(
                "The link keeps the defaults and GPU data of {found}. Formulas may have changed since: see “Numbers that changed”."
            ),
            Lang::Zh => format!(
                "链接沿用 {found} 版的默认值和 GPU 数据。此后公式可能有更新，见“数字变更记录”。"
            ),
        },
        Notice::UnknownCatalogue { found } => {
            let found = quoted(found);
            match lang {
                Lang::En => {
                    format!("There is no revision {found} of the defaults; today's are used.")
                }
                Lang::Zh => format!("默认值没有{found}这一版，已使用当前版本。"),
            }
        }
    }
}

fn count(lang: Lang, count: usize) -> String {
    integer(lang, u64::try_from(count).unwrap_or(u64::MAX))
}

fn unknown_key(lang: Lang, key: &str, nearest: Option<&'static str>) -> String {
    let key = quoted(key);
    let nearest = nearest.and_then(|near| Some((near, param_label(lang, Param::from_key(near)?))));
    match (lang, nearest) {
        (Lang::En, None) => format!("There is no setting {key}."),
        (Lang::Zh, None) => format!("没有名为{key}的设置。"),
        (Lang::En, Some((near, name))) => {
            format!("There is no setting {key}. Was {near} ({name}) meant?")
        }
        (Lang::Zh, Some((near, name))) => {
            format!("没有名为{key}的设置。是不是要写 {near}（{name}）？")
        }
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
    match (lang, field.is_empty()) {
        (_, true) => why,
        (Lang::En, false) => format!("{field}: {why}"),
        (Lang::Zh, false) => format!("{field}：{why}"),
    }
}

fn config_reason(lang: Lang, reason: &Reason) -> String {
    let needed = |(en, zh): super::Pair, found: &str| {
        let found = quoted(found);
        match lang {
            Lang::En => format!("{en} is needed, not {found}."),
            Lang::Zh => format!("需要{zh}，而不是{found}。"),
        }
    };
    match reason {
        Reason::NotJson { line, column } => match lang {
            Lang::En => format!(
                "This is not JSON: line {line}, column {column}. Paste the whole file, braces included."
            ),
            Lang::Zh => format!(
                "不是有效的 JSON：第 {line} 行第 {column} 列有误。请粘贴完整文件，包括首尾的花括号。"
            ),
        },
        Reason::Missing => lang
            .of((
                "missing; the model cannot be described without it.",
                "缺少这个字段，无法确定模型结构。",
            ))
            .to_owned(),
        Reason::NotANumber { found } => needed(("a number", "数字"), found),
        Reason::NotAnInteger { found } => needed(("a whole number", "整数"), found),
        Reason::NotABool { found } => needed(("true or false", " true 或 false"), found),
        Reason::NotAText { found } => needed(("a text", "文本"), found),
        Reason::NotAList { found } => needed(("a list of layer numbers", "层号列表"), found),
        Reason::NotAnObject { found } => needed(("an object {…}", "对象 {…}"), found),
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
            match lang {
                Lang::En => format!(
                    "The architecture {found} is not known. Enter the model by hand, with the model type that is closest."
                ),
                Lang::Zh => {
                    format!("不认识{found}这种架构。可以手动填写模型，并选择最接近的模型类型。")
                }
            }
        }
    }
}
