//! How far a configuration goes, and what stops it.
use super::verdict::{in_sentence, join, moment_phrase};
use super::{Lang, integer, issue_text, param_label, size, t, term_label};
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
                let text = t!(
                    "A default changes nearby, so other values may fit as well.",
                    "附近有默认值变化，别的取值也可能放得下。"
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
                t!(
                    "No length fits at this micro-batch.",
                    "当前 micro-batch 下，多短都放不下。"
                )
            } else {
                t!(
                    "Not even one sequence of this length fits.",
                    "当前长度下，一条序列都放不下。"
                )
            };
            [lang.of(head).to_owned(), too_large(lang, breaking, unit)]
        }
        Outcome::NoNumberHelps { tried, breaking } => {
            let tried = integer(lang, *tried);
            let head = lang.fill(
                t!(
                    "As configured, no number of GPUs helps, up to {0}.",
                    "按当前设置，加到 {0} 张 GPU 也放不下。"
                ),
                &[&tried],
            );
            [head, undivided(lang, breaking, unit)]
        }
        Outcome::NothingAllowed(issues) => {
            let head = t!("No value is allowed here.", "没有可用的取值。");
            [
                lang.of(head).to_owned(),
                refused(lang, solution.goal, issues),
            ]
        }
    }
}

/// `why`, after what adopting the value does to the global batch (`batch`: sequences of a step now, then).
pub fn with_batch(lang: Lang, batch: Option<[u64; 2]>, why: String) -> String {
    match batch_change(lang, batch) {
        Some(changes) => join(lang, &[changes, why]),
        None => why,
    }
}

/// What becomes of the global batch, sequences of a step now and then, where it changes.
pub fn batch_change(lang: Lang, batch: Option<[u64; 2]>) -> Option<String> {
    let [now, then] = batch.filter(|[now, then]| now != then)?;
    let pair = t!(
        "The global batch then is {1}, not {0}.",
        "此时全局 batch 从 {0} 变为 {1}。"
    );
    Some(lang.fill(pair, &[&integer(lang, now), &integer(lang, then)]))
}

fn head(lang: Lang, solution: &Solution, found: &Found, value: u64) -> String {
    let sure = solution.criterion == Criterion::Fits;
    let amount = integer(lang, value);
    let words = match (solution.goal, sure, value) {
        (Goal::Sequence, true, 1) => t!(
            "Fits up to 1 token at this micro-batch.",
            "当前 micro-batch 下最长 1 token。"
        ),
        (Goal::Sequence, true, _) => t!(
            "Fits up to {0} tokens at this micro-batch.",
            "当前 micro-batch 下最长 {0} token。"
        ),
        (Goal::Sequence, false, 1) => {
            t!(
                "No length is sure to fit at this micro-batch; 1 token is borderline.",
                "当前 micro-batch 下，没有长度能确保放得下，1 token 属临界。"
            )
        }
        (Goal::Sequence, false, _) => {
            t!(
                "No length is sure to fit at this micro-batch; up to {0} tokens are borderline.",
                "当前 micro-batch 下，没有长度能确保放得下，{0} token 以内属临界。"
            )
        }
        (Goal::MicroBatch, true, 1) => {
            t!(
                "Fits up to 1 sequence at this length.",
                "当前长度下每个 micro-batch 最多 1 条序列。"
            )
        }
        (Goal::MicroBatch, true, _) => {
            t!(
                "Fits up to {0} sequences at this length.",
                "当前长度下每个 micro-batch 最多 {0} 条序列。"
            )
        }
        (Goal::MicroBatch, false, 1) => {
            t!(
                "Not even one sequence of this length is sure to fit: borderline.",
                "当前长度下，连 1 条序列也不能确保放得下，属临界。"
            )
        }
        (Goal::MicroBatch, false, _) => {
            t!(
                "Not even one sequence of this length is sure to fit; up to {0} are borderline.",
                "当前长度下，连 1 条序列也不能确保放得下，{0} 条以内属临界。"
            )
        }
        (Goal::Gpus, _, _) => return gpus(lang, sure, found, value),
    };
    lang.fill(words, &[&amount])
}

fn gpus(lang: Lang, sure: bool, found: &Found, value: u64) -> String {
    let amount = integer(lang, value);
    let nodes = match found.rounded {
        Some(Rounded::Machines { per_node, nodes }) if nodes > 1 => lang.fill(
            t!(" ({0} nodes of {1})", "（{0} 个节点，每节点 {1} 张）"),
            &[&nodes.to_string(), &per_node.to_string()],
        ),
        _ => String::new(),
    };
    let words = match (sure, value) {
        (true, 1) => t!("One GPU is enough.", "一张 GPU 就够。"),
        (true, _) => t!(
            "As configured, needs at least {0} GPUs{1}.",
            "按当前设置至少需要 {0} 张 GPU{1}。"
        ),
        (false, 1) => t!(
            "Borderline on one GPU, and more do not make it sure.",
            "一张 GPU 属临界，加卡也不会更稳妥。"
        ),
        (false, _) => t!(
            "As configured, borderline from {0} GPUs on{1}; more do not make it sure.",
            "按当前设置需要 {0} 张 GPU{1}，而且只是临界，再加卡也不会更稳妥。"
        ),
    };
    lang.fill(words, &[&amount, &nodes])
}

fn limit(lang: Lang, solution: &Solution, found: &Found, unit: SizeUnit) -> String {
    match (&found.limit, solution.goal) {
        (Limit::Memory(step), Goal::Gpus) => fewer(lang, solution.criterion, step, unit),
        (Limit::Memory(step), _) => limited_by(lang, step),
        (Limit::Refused(issues), goal) => refused(lang, goal, issues),
        (Limit::Bound, Goal::Gpus) if found.value == 1 => String::new(),
        (Limit::Bound, Goal::Gpus) => {
            let text = t!(
                "The parallel ranks need as many.",
                "并行度本身就要求这么多张卡。"
            );
            lang.of(text).to_owned()
        }
        (Limit::Bound, _) => {
            let text = t!("No more can be entered.", "已到可填写的上限。");
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
    match most(lang, step) {
        Some(line) => lang.fill(
            t!("Limited by {0}, {1}.", "受限于{1}的{0}。"),
            &[&line, when],
        ),
        None => lang.fill(t!("Limited by the peak {0}.", "受限于{0}的峰值。"), &[when]),
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
    let grows = most(lang, step).map(|line| {
        lang.fill(
            t!("; what grows most is {0}", "，增加最多的是{0}"),
            &[&line],
        )
    });
    let grows = grows.unwrap_or_default();
    lang.fill(
        t!(
            "With {0} the peak could reach {1}, {2}{3}.",
            "用 {0} 张时，{2}峰值可达 {1}{3}。"
        ),
        &[&gpus, &peak, when, &grows],
    )
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
    let largest = largest(lang, breaking, unit).map(|(line, bytes)| {
        lang.fill(
            t!("; the largest line is {0}, {1}", "，最大的一项是{0}，{1}"),
            &[&line, &bytes],
        )
    });
    let largest = largest.unwrap_or_default();
    lang.fill(
        t!(
            "The peak would be {0} of {1}, {2}{3}.",
            "{2}峰值仍有 {0}，可用 {1}{3}。"
        ),
        &[&peak, &usable, when, &largest],
    )
}

fn undivided(lang: Lang, breaking: &Breaking, unit: SizeUnit) -> String {
    let sum = size(lang, breaking.sum, unit);
    let when = moment_phrase(lang, breaking.moment);
    let largest = largest(lang, breaking, unit).map(|(line, bytes)| {
        lang.fill(
            t!("; most of it is {0}, {1}", "，其中最大的是{0}，{1}"),
            &[&line, &bytes],
        )
    });
    let largest = largest.unwrap_or_default();
    lang.fill(
        t!(
            "More GPUs do not divide {0} on each, {1}{2}.",
            "{1}，加卡无法分摊的部分每卡就有 {0}{2}。"
        ),
        &[&sum, when, &largest],
    )
}

fn refused(lang: Lang, goal: Goal, issues: &[Issue]) -> String {
    let Some(issue) = issues.first() else {
        return String::new();
    };
    let (name, why) = (param_label(lang, issue.param), issue_text(lang, issue));
    let pair = match goal {
        Goal::Gpus => t!("With fewer, {0}: {1}", "再少的话，{0}：{1}"),
        _ => t!("Beyond it, {0}: {1}", "再往上，{0}：{1}"),
    };
    lang.fill(pair, &[name, &why])
}
