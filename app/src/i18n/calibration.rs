//! Short runs: what was read, what is wrong with it, what it taught.
use super::errors::{quoted, visible};
use super::shapes::out_of_range;
use super::{
    Lang, choice_label, issue_text, metric_label, notice_text, number, param_label, signed_percent,
    size, t, term_label,
};
use estimator::calibration::Speed;
use estimator::calibration::line::{LineIssue, Profile};
use estimator::calibration::{Figure, Fitted, Parameter, Residual, RunIssue};
use estimator::codec::{MAX_VALUE, RunNotice, RunProblem};
use estimator::hardware;
use estimator::memory::TermId;
use estimator::model;
use estimator::num::{grouped, larger};
use estimator::scenario::{Issue, IssueKind, Param};
use estimator::units::{Bytes, SizeUnit};

/// "Calibrated by 1 short run: 48.1 GiB needed instead of 45.3 GiB."
pub fn calibrated_by(lang: Lang, runs: usize, now: Bytes, plain: Bytes, unit: SizeUnit) -> String {
    let (now, plain) = (size(lang, now, unit), size(lang, plain, unit));
    let words = if runs == 1 {
        t!(
            "Calibrated by 1 short run: {1} needed, {2} without it.",
            "已按 1 次试跑校准：需要 {1}，未校准时为 {2}。"
        )
    } else {
        t!(
            "Calibrated by {0} short runs: {1} needed, {2} without them.",
            "已按 {0} 次试跑校准：需要 {1}，未校准时为 {2}。"
        )
    };
    lang.fill(words, &[&runs.to_string(), &now, &plain])
}

/// "1 short run is left aside."
pub fn left_aside(lang: Lang, runs: usize) -> String {
    let words = if runs == 1 {
        t!("1 short run is left aside.", "1 次试跑没有用于校准。")
    } else {
        t!("{0} short runs are left aside.", "{0} 次试跑没有用于校准。")
    };
    lang.fill(words, &[&runs.to_string()])
}

/// "Run 2".
pub fn run_title(lang: Lang, number: usize) -> String {
    lang.fill(t!("Run {0}", "试跑 {0}"), &[&number.to_string()])
}

/// "Add 2 runs".
pub fn add_read(lang: Lang, runs: usize) -> String {
    let words = if runs == 1 {
        t!("Add 1 run", "加入 1 次试跑")
    } else {
        t!("Add {0} runs", "加入 {0} 次试跑")
    };
    lang.fill(words, &[&runs.to_string()])
}

/// The name of a figure.
pub fn figure_name(lang: Lang, figure: Figure) -> &'static str {
    match figure.metric() {
        Some(metric) => metric_label(lang, metric),
        None => lang.of(t!("Tokens a second", "每秒 token 数")),
    }
}

/// What a line says.
pub fn read_line(lang: Lang, profile: &Profile) -> String {
    let figures = profile.figures.iter().map(|(figure, text)| {
        let unit = figure.metric().map_or("", |_| " GiB");
        format!("{} {text}{unit}", figure_name(lang, *figure))
    });
    let settings = profile
        .settings
        .iter()
        .map(|(param, text)| setting(lang, *param, text));
    let versions = profile
        .versions
        .iter()
        .map(|(package, version)| format!("{package} {}", quoted(version)));
    let all: Vec<String> = figures.chain(settings).chain(versions).collect();
    all.join(" · ")
}

/// A setting as people read it: "Sequence length 4096".
fn setting(lang: Lang, param: Param, text: &str) -> String {
    let label = value_label(lang, param, text);
    let shown = if label.is_empty() { "–" } else { &label };
    [param_label(lang, param), " ", shown].concat()
}

/// A value as people read it: a name where it has one, else what was typed.
pub fn value_label(lang: Lang, param: Param, text: &str) -> String {
    let named = match param {
        Param::Model => model::entry(text).map(|entry| entry.spec.name.to_string()),
        Param::Gpu => hardware::find(text).map(|gpu| gpu.name.to_string()),
        _ => None,
    };
    let label = choice_label(lang, param, text);
    match named {
        Some(name) => name,
        None if label.is_empty() => visible(&text.replace('_', " ")),
        None => label.to_owned(),
    }
}

/// A GPU's name that no catalogue has.
pub fn unknown_gpu(lang: Lang, name: &str) -> String {
    let name = quoted(name);
    lang.fill(
        t!(
            "{0} is no GPU of the catalogue: the one in the form is taken.",
            "GPU 目录里没有{0}，按表单中的 GPU 处理。"
        ),
        &[&name],
    )
}

/// How a run's settings differ from those in the form.
pub fn unlike(lang: Lang, settings: &[(Param, String)]) -> String {
    let all: Vec<String> = settings
        .iter()
        .map(|(param, text)| setting(lang, *param, text))
        .collect();
    let all = all.join(" · ");
    let words = if settings.is_empty() {
        t!("Settings as in the form.", "配置与表单相同。")
    } else {
        t!("Unlike the form: {0}", "与表单不同：{0}")
    };
    lang.fill(words, &[&all])
}

/// "Label: text".
pub(super) fn labelled(lang: Lang, label: &str, text: &str) -> String {
    [label, lang.of(t!(": ", "：")), text].concat()
}

fn figure_issue(lang: Lang, figure: Figure, value: &str, kind: &IssueKind) -> String {
    let why = match kind {
        IssueKind::OutOfRange { min, max } => {
            out_of_range(lang, &quoted(value), &grouped(*min, 3), &grouped(*max, 3))
        }
        kind => param_issue(lang, Param::Sequence, value, kind),
    };
    labelled(lang, figure_name(lang, figure), &why)
}

fn param_issue(lang: Lang, param: Param, value: &str, kind: &IssueKind) -> String {
    let issue = Issue {
        param,
        value: value.to_owned(),
        kind: kind.clone(),
    };
    issue_text(lang, &issue)
}

/// What is wrong with a run.
pub fn run_issue(lang: Lang, issue: &RunIssue) -> String {
    match issue {
        RunIssue::Scenario(issue) => labelled(
            lang,
            param_label(lang, issue.param),
            &issue_text(lang, issue),
        ),
        RunIssue::Figure {
            figure,
            value,
            kind,
        } => figure_issue(lang, *figure, value, kind),
        RunIssue::Below { figure, contains } => {
            let (less, more) = (figure_name(lang, *figure), figure_name(lang, *contains));
            lang.fill(
                t!(
                    "{0}: smaller than “{1}”, which it contains.",
                    "{0}：它包含“{1}”，不应比后者小。"
                ),
                &[less, more],
            )
        }
        RunIssue::Beyond { figure, most } => {
            let words = match figure.metric() {
                Some(_) => t!(
                    "{0}: this run's GPU has {1} GiB. Check the figure's unit and which GPU ran.",
                    "{0}：该次试跑的 GPU 只有 {1} GiB 显存。请核对数值的单位和实际使用的 GPU。"
                ),
                None => t!(
                    "{0}: at its peak this run's GPU computes {1}. Enter the rate of one GPU, and check which one ran.",
                    "{0}：该次试跑的 GPU 按峰值算力也只有 {1}。请填写单卡速度，并核对实际使用的 GPU。"
                ),
            };
            let decimals = usize::from(figure.metric().is_some());
            lang.fill(
                words,
                &[figure_name(lang, *figure), &number(lang, *most, decimals)],
            )
        }
        RunIssue::NothingMeasured => lang
            .of(t!(
                "Enter at least one measured peak.",
                "请至少填写一个实测峰值。"
            ))
            .to_owned(),
    }
}

/// What could not be read of a line, and where.
pub fn line_issue(lang: Lang, issue: &LineIssue) -> String {
    let (key, value) = (&issue.key, &issue.value);
    let why = if let Some(figure) = Figure::from_key(key) {
        figure_issue(lang, figure, value, &issue.kind)
    } else if let Some(param) = Param::from_key(key) {
        let why = param_issue(lang, param, value, &issue.kind);
        labelled(lang, param_label(lang, param), &why)
    } else {
        let (key, value) = (quoted(key), quoted(value));
        lang.fill(
            t!("{0} is no known value of {1}.", "{1}没有{0}这个值。"),
            &[&value, &key],
        )
    };
    let line = issue.line;
    lang.fill(
        t!("Line {0}, {1}. {2}", "第 {0} 行 {1}。{2}"),
        &[&line.to_string(), key, &why],
    )
}

/// What could not be read of a run in a link.
pub fn run_notice(lang: Lang, notice: &RunNotice) -> String {
    let why = match &notice.problem {
        RunProblem::Setting(notice) => notice_text(lang, notice),
        RunProblem::Figure {
            figure,
            value,
            kind,
        } => figure_issue(lang, *figure, value, kind),
        RunProblem::FigureTooLong { figure, bytes } => {
            let name = figure_name(lang, *figure);
            lang.fill(
                t!(
                    "{0}: the value has {1} bytes, at most {2} are read.",
                    "{0}：值有 {1} 字节，最多读取 {2} 字节。"
                ),
                &[name, &bytes.to_string(), &MAX_VALUE.to_string()],
            )
        }
    };
    labelled(lang, &run_title(lang, notice.run), &why)
}

/// The symbol of a parameter in formulas.
pub const fn parameter_symbol(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Block => "κ_b",
        Parameter::Loss => "κ_l",
        Parameter::Slack => "κ_s",
        Parameter::Overhead => "δ",
    }
}

/// What a parameter changes.
pub fn parameter_name(lang: Lang, parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Block => lang.of(t!("Block activations", "层内激活")),
        Parameter::Loss => lang.of(t!("Loss", "损失")),
        Parameter::Slack => lang.of(t!("Allocator cache", "分配器缓存")),
        Parameter::Overhead => term_label(lang, TermId::Context),
    }
}

/// A parameter's value: "×1.06" or "+0.3 GiB".
pub fn parameter_value(lang: Lang, parameter: Parameter, value: f64) -> String {
    if parameter.is_factor() {
        return format!("×{}", number(lang, value, 2));
    }
    let sign = if value < 0.0 { "" } else { "+" };
    format!("{sign}{} GiB", number(lang, value, 2))
}

/// What was expected of a parameter before any run: "before any run, nine in ten lie between ×0.88 and ×1.14".
pub fn parameter_prior(lang: Lang, fitted: &Fitted) -> [String; 2] {
    /// Half a 90% interval, in standard deviations.
    const NINETY: f64 = 1.645;
    let away = NINETY * fitted.sd_before;
    let (low, high) = if fitted.parameter.is_factor() {
        ((-away).exp(), away.exp())
    } else {
        (-away, away)
    };
    let (low, high) = (
        if low < fitted.least {
            fitted.least
        } else {
            low
        },
        if high > fitted.most {
            fitted.most
        } else {
            high
        },
    );
    [low, high].map(|value| parameter_value(lang, fitted.parameter, value))
}

/// What a run measured is this many times what is predicted, or that part of it, before it contradicts its scenario.
const CONTRADICTS: f64 = 2.0;

/// "Run 1 contradicts its own settings: …" where a measurement is far from what they predict.
pub fn contradicts(lang: Lang, residual: &Residual) -> Option<String> {
    let (measured, before) = (residual.measured.as_gib(), residual.before.as_gib());
    let times = measured / larger(before, 1e-9);
    if residual.unexplained_gib.is_none() || (1.0 / CONTRADICTS..CONTRADICTS).contains(&times) {
        return None;
    }
    let times = number(lang, times, if times < 1.0 { 2 } else { 1 });
    let [measured, before, after] = [residual.measured, residual.before, residual.after]
        .map(|bytes| size(lang, bytes, SizeUnit::Gib));
    let run = run_title(lang, residual.run + 1);
    let words = t!(
        "{0} contradicts its own settings: {1} measured, {2} predicted, ×{3}. Check what ran. The factors stop at their bounds, which gives {4} there, and move the answer no further.",
        "{0}与它自己的配置矛盾：实测 {1}，预测 {2}，相差 ×{3}。请核对实际运行的配置。系数已到上下限（该次试跑按此为 {4}），结果不会再继续移动。"
    );
    Some(lang.fill(words, &[&run, &measured, &before, &times, &after]))
}

/// "At this run's own settings: Allocated 18.2 GiB, measured 19.0 GiB (−4.2%)."
pub fn at_own_settings(lang: Lang, residual: &Residual) -> String {
    let (after, measured) = (residual.after.as_gib(), residual.measured.as_gib());
    let off = signed_percent(lang, (after / larger(measured, 1e-9) - 1.0) * 100.0);
    let [after, measured] =
        [residual.after, residual.measured].map(|bytes| size(lang, bytes, SizeUnit::Gib));
    let words = t!(
        "At the settings of {0}, which are the form's: {1} {2} calibrated, {3} measured ({4}).",
        "{0}的配置与表单相同：{1}校准后 {2}，实测 {3}（{4}）。"
    );
    let name = metric_label(lang, residual.metric);
    lang.fill(
        words,
        &[
            &run_title(lang, residual.run + 1),
            name,
            &after,
            &measured,
            &off,
        ],
    )
}

/// "1.8 GiB more than the fitted factors explain: …"
pub fn unexplained(lang: Lang, figure: &str, gib: f64) -> String {
    let amount = format!("{} GiB", number(lang, gib.abs(), 1));
    let words = if gib > 0.0 {
        t!(
            "{0}: {1} more than the fitted factors explain. Check: another process on the GPU, a longer batch, a feature that was off.",
            "{0}：多出 {1}，拟合出的系数无法解释。请检查卡上有没有别的进程、批次是否更长、是否有功能没有打开。"
        )
    } else {
        t!(
            "{0}: {1} less than the fitted factors explain. Check: a shorter batch, a feature that was on, a run that ended before its peak.",
            "{0}：少了 {1}，拟合出的系数无法解释。请检查批次是否更短、是否打开了省显存的功能、是否没跑到峰值就结束了。"
        )
    };
    lang.fill(words, &[figure, &amount])
}

/// What observed rates say of the kernels' speed, here.
pub fn speed_words(lang: Lang, speed: &Speed, here: f64) -> String {
    let rates: Vec<String> = speed
        .rates()
        .map(|(observed, expected)| {
            let [observed, expected] = [observed, expected].map(|rate| number(lang, rate, 0));
            lang.fill(
                t!(
                    "{0} tokens/s observed where {1} were expected",
                    "实测 {0} token/s，预期 {1}"
                ),
                &[&observed, &expected],
            )
        })
        .collect();
    let rates = rates.join(lang.of(t!("; ", "；")));
    lang.fill(
        t!(
            "Time: {0}. The kernels are taken to run at ×{1} of their usual speed here; launching and links stay as they are.",
            "用时：{0}。此处按通常速度的 ×{1} 计算各内核，启动开销和通信不变。"
        ),
        &[&rates, &number(lang, here, 2)],
    )
}
