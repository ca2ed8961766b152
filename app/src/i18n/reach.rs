//! How far a configuration goes, and what stops it.
use super::verdict::{in_sentence, join, moment_phrase};
use super::{Lang, integer, issue_text, param_label, size, term_label};
use estimator::analysis::solve::{
    Breaking, Criterion, Found, Goal, Limit, Outcome, Rounded, Solution, Step,
};
use estimator::memory::TermId;
use estimator::scenario::Issue;
use estimator::units::SizeUnit;

/// What was found, and why it goes no further. `value` is the number to show: what was found, rounded.
pub fn reach(lang: Lang, solution: &Solution, value: u64, unit: SizeUnit) -> [String; 2] {
    let goal = solution.goal;
    match &solution.outcome {
        Outcome::Found(found) => {
            let nearby = if found.monotone {
                String::new()
            } else {
                let text = (
                    "A default changes nearby, so other values may fit as well.",
                    "附近有默认值变化，别的取值也可能放得下。",
                );
                lang.of(text).to_owned()
            };
            let why = limit(lang, solution, found, unit);
            [
                head(lang, solution, found, value),
                join(lang, &[why, nearby]),
            ]
        }
        Outcome::TooLarge(breaking) => {
            let head = if goal == Goal::Sequence {
                (
                    "No length fits at this micro-batch.",
                    "当前 micro-batch 下，多短都放不下。",
                )
            } else {
                (
                    "Not even one sequence of this length fits.",
                    "当前长度下，一条序列都放不下。",
                )
            };
            [lang.of(head).to_owned(), too_large(lang, breaking, unit)]
        }
        Outcome::NoNumberHelps { tried, breaking } => {
            let tried = integer(lang, *tried);
            let head = match lang {
                Lang::En => format!("No number of GPUs helps, up to {tried}."),
                Lang::Zh => format!("加到 {tried} 张 GPU 也放不下。"),
            };
            [head, undivided(lang, breaking, unit)]
        }
        Outcome::NothingAllowed(issues) => {
            let head = ("No value is allowed here.", "没有可用的取值。");
            [lang.of(head).to_owned(), refused(lang, issues)]
        }
    }
}

fn head(lang: Lang, solution: &Solution, found: &Found, value: u64) -> String {
    let sure = solution.criterion == Criterion::Fits;
    let amount = integer(lang, value);
    match (solution.goal, lang) {
        (Goal::Sequence, Lang::En) => {
            let up_to = up_to(sure);
            let tokens = if value == 1 { "token" } else { "tokens" };
            format!("{up_to} {amount} {tokens} at this micro-batch.")
        }
        (Goal::Sequence, Lang::Zh) if sure => {
            format!("当前 micro-batch 下最长 {amount} token。")
        }
        (Goal::Sequence, Lang::Zh) => {
            format!("当前 micro-batch 下，{amount} token 时已属临界。")
        }
        (Goal::MicroBatch, Lang::En) => {
            let up_to = up_to(sure);
            let sequences = if value == 1 { "sequence" } else { "sequences" };
            format!("{up_to} {amount} {sequences} at this length.")
        }
        (Goal::MicroBatch, Lang::Zh) if sure => {
            format!("当前长度下每个 micro-batch 最多 {amount} 条序列。")
        }
        (Goal::MicroBatch, Lang::Zh) => {
            format!("当前长度下，每个 micro-batch {amount} 条序列时已属临界。")
        }
        (Goal::Gpus, _) => gpus(lang, sure, found, value),
    }
}

const fn up_to(sure: bool) -> &'static str {
    if sure {
        "Fits up to"
    } else {
        "Borderline up to"
    }
}

fn gpus(lang: Lang, sure: bool, found: &Found, value: u64) -> String {
    let amount = integer(lang, value);
    let nodes = match found.rounded {
        Some(Rounded::Machines { per_node, nodes }) if nodes > 1 => match lang {
            Lang::En => format!(" ({nodes} nodes of {per_node})"),
            Lang::Zh => format!("（{nodes} 个节点，每节点 {per_node} 张）"),
        },
        _ => String::new(),
    };
    match (lang, sure, value) {
        (Lang::En, true, 1) => "One GPU is enough.".to_owned(),
        (Lang::Zh, true, 1) => "一张 GPU 就够。".to_owned(),
        (Lang::En, true, _) => format!("Needs at least {amount} GPUs{nodes}."),
        (Lang::Zh, true, _) => format!("至少需要 {amount} 张 GPU{nodes}。"),
        (Lang::En, false, 1) => "Borderline on one GPU, and more do not make it sure.".to_owned(),
        (Lang::Zh, false, 1) => "一张 GPU 属临界，加卡也不会更稳妥。".to_owned(),
        (Lang::En, false, _) => {
            format!("Borderline from {amount} GPUs on{nodes}; more do not make it sure.")
        }
        (Lang::Zh, false, _) => {
            format!("需要 {amount} 张 GPU{nodes}，而且只是临界，再加卡也不会更稳妥。")
        }
    }
}

fn limit(lang: Lang, solution: &Solution, found: &Found, unit: SizeUnit) -> String {
    match (&found.limit, solution.goal) {
        (Limit::Memory(step), Goal::Gpus) => fewer(lang, solution.criterion, step, unit),
        (Limit::Memory(step), _) => limited_by(lang, step),
        (Limit::Refused(issues), _) => refused(lang, issues),
        (Limit::Bound, Goal::Gpus) if found.value == 1 => String::new(),
        (Limit::Bound, Goal::Gpus) => {
            let text = (
                "The parallel ranks need as many.",
                "并行度本身就要求这么多张卡。",
            );
            lang.of(text).to_owned()
        }
        (Limit::Bound, _) => {
            let text = ("No more can be entered.", "已到可填写的上限。");
            lang.of(text).to_owned()
        }
    }
}

/// The line that grew most, or nothing where none did.
fn most(lang: Lang, step: &Step) -> Option<String> {
    let growth = step.grew.first()?;
    Some(in_sentence(lang, term_label(lang, growth.id)))
}

fn limited_by(lang: Lang, step: &Step) -> String {
    let when = moment_phrase(lang, step.moment);
    match (lang, most(lang, step)) {
        (Lang::En, Some(line)) => format!("Limited by {line}, {when}."),
        (Lang::En, None) => format!("Limited by the peak {when}."),
        (Lang::Zh, Some(line)) => format!("受限于{when}的{line}。"),
        (Lang::Zh, None) => format!("受限于{when}的峰值。"),
    }
}

fn fewer(lang: Lang, criterion: Criterion, step: &Step, unit: SizeUnit) -> String {
    let peak = if criterion == Criterion::Fits {
        step.high
    } else {
        step.peak
    };
    let (peak, gpus) = (size(lang, peak, unit), integer(lang, step.value));
    let when = moment_phrase(lang, step.moment);
    let grows = most(lang, step).map(|line| match lang {
        Lang::En => format!("; what grows most is {line}"),
        Lang::Zh => format!("，增加最多的是{line}"),
    });
    let grows = grows.unwrap_or_default();
    match lang {
        Lang::En => format!("With {gpus} the peak could reach {peak}, {when}{grows}."),
        Lang::Zh => format!("用 {gpus} 张时，{when}峰值可达 {peak}{grows}。"),
    }
}

/// The largest line of what stands in the way, with its size.
fn largest(lang: Lang, breaking: &Breaking, unit: SizeUnit) -> Option<(String, String)> {
    let (id, bytes): &(TermId, _) = breaking.lines.first()?;
    let line = in_sentence(lang, term_label(lang, *id));
    Some((line, size(lang, *bytes, unit)))
}

fn too_large(lang: Lang, breaking: &Breaking, unit: SizeUnit) -> String {
    let (peak, usable) = (
        size(lang, breaking.peak, unit),
        size(lang, breaking.usable, unit),
    );
    let when = moment_phrase(lang, breaking.moment);
    let largest = largest(lang, breaking, unit).map(|(line, bytes)| match lang {
        Lang::En => format!("; the largest line is {line}, {bytes}"),
        Lang::Zh => format!("，最大的一项是{line}，{bytes}"),
    });
    let largest = largest.unwrap_or_default();
    match lang {
        Lang::En => format!("The peak would be {peak} of {usable}, {when}{largest}."),
        Lang::Zh => format!("{when}峰值仍有 {peak}，可用 {usable}{largest}。"),
    }
}

fn undivided(lang: Lang, breaking: &Breaking, unit: SizeUnit) -> String {
    let sum = size(lang, breaking.sum, unit);
    let when = moment_phrase(lang, breaking.moment);
    let largest = largest(lang, breaking, unit).map(|(line, bytes)| match lang {
        Lang::En => format!("; most of it is {line}, {bytes}"),
        Lang::Zh => format!("，其中最大的是{line}，{bytes}"),
    });
    let largest = largest.unwrap_or_default();
    match lang {
        Lang::En => format!("More GPUs do not divide {sum} on each, {when}{largest}."),
        Lang::Zh => format!("{when}，加卡无法分摊的部分每卡就有 {sum}{largest}。"),
    }
}

fn refused(lang: Lang, issues: &[Issue]) -> String {
    let Some(issue) = issues.first() else {
        return String::new();
    };
    let (name, why) = (param_label(lang, issue.param), issue_text(lang, issue));
    match lang {
        Lang::En => format!("Beyond it, {name}: {why}"),
        Lang::Zh => format!("再往下，{name}：{why}"),
    }
}
