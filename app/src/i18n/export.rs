//! What stands in files for people: reports, tables for documents, the sentence to cite.
use super::premises::{hardware, method};
use super::{Lang, choices, integer, number, stack_name, t};
use estimator::codec::CAT;
use estimator::export::{BadImport, Estimate, VERSION, origin};
use estimator::scenario::Origin;
use estimator::units::{Bytes, SizeUnit};

/// Two digits after the point: what a check can compare.
pub fn exact(lang: Lang, bytes: Bytes, unit: SizeUnit) -> String {
    number(lang, bytes.as_unit(unit), 2)
}

/// The estimate in one sentence that cannot be misread: whose memory, in which unit, for which run, by which release, from where.
pub fn sentence(lang: Lang, estimate: &Estimate, unit: SizeUnit, address: &str) -> String {
    let (scenario, report) = (&estimate.scenario, &estimate.memory);
    let size = |bytes| exact(lang, bytes, unit);
    let gpus = scenario.cluster.gpus();
    let whose = if gpus == 1 {
        lang.of(t!("on one GPU", "（单卡）")).to_owned()
    } else {
        lang.fill(t!("per GPU (not in total over its {0} GPUs)", "（每张 GPU 的值，不是 {0} 张卡的总量）"), &[&integer(lang, gpus)])
    };
    let texts = [
        &*scenario.model.name,
        &method(lang, scenario),
        &size(report.peak.needed),
        unit.symbol(),
        &whose,
        &size(report.interval.low),
        &size(report.interval.high),
        &integer(lang, scenario.batch.sequence),
        &integer(lang, scenario.batch.micro),
        lang.of(choices::optimizer(scenario.optimizer)),
    ];
    let first = lang.fill(
        t!(
            "Fine-tuning {0} ({1}) needs {2} {3} {4} at its peak, 90% interval {5} to {6} {3}: sequence length {7} tokens, micro-batch {8}, optimizer {9}",
            "微调 {0}（{1}）峰值需要 {2} {3}{4}，90% 区间 {5}–{6} {3}：序列长度 {7} token，micro-batch {8}，优化器 {9}"
        ),
        &texts,
    );
    let texts = [
        lang.of(choices::precision(scenario.precision)),
        stack_name(lang, &scenario.stack),
        &hardware(lang, scenario),
        VERSION,
        &CAT.to_string(),
        address,
    ];
    let calibrated = if estimate.calibration.is_identity() {
        ""
    } else {
        lang.of(t!(", calibrated by short runs", "，已用试跑校准"))
    };
    let rest = lang.fill(
        t!(
            ", precision {0}, {1}, {2}{6}. Predicted by Headroom {3}, data of {4}: {5}",
            "，精度 {0}，{1}，{2}{6}。由 Headroom {3} 估算，数据版本 {4}：{5}"
        ),
        &[texts[0], texts[1], texts[2], texts[3], texts[4], texts[5], calibrated],
    );
    first + &rest
}

/// The heading of a report.
pub fn title(lang: Lang, estimate: &Estimate) -> String {
    let (scenario, what) = (&estimate.scenario, method(lang, &estimate.scenario));
    lang.fill(t!("{0}, {1}, on {2}", "{0}，{1}，{2}"), &[&scenario.model.name, &what, &hardware(lang, scenario)])
}

/// Defines [`Label`]: each name with its English and its Chinese wording.
macro_rules! labels {
    ($($name:ident = $en:literal, $zh:literal;)+) => {
        /// A heading or the name of a row. Each variant's description is its English wording.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Label { $(#[doc = $en] $name),+ }

        /// Its wording.
        pub fn label(lang: Lang, label: Label) -> &'static str {
            lang.of(match label { $(Label::$name => t!($en, $zh)),+ })
        }
    };
}

labels! {
    Answer = "Answer", "结论";
    Stated = "What was stated", "已指定的设置";
    Input = "Input", "设置";
    Value = "Value", "取值";
    Memory = "Memory of one GPU at the worst moment", "最吃紧阶段的单卡显存";
    Line = "Line", "明细";
    Divided = "Over how many GPUs", "分摊方式";
    Needed = "Needed", "合计所需";
    Usable = "Usable on the card", "单卡可用";
    Interval = "90% interval", "90% 区间";
    Around = "Time, cost, host memory, disk", "用时、费用、内存与磁盘";
    Figure = "Figure", "项目";
    Step = "One step", "每步用时";
    Rate = "Tokens/s on each GPU", "单卡 token/s";
    Run = "Whole run", "总用时";
    GpuHours = "GPU-hours", "卡时";
    Rent = "Rent", "租金";
    Own = "On owned machines", "自有机器费用";
    Host = "Host memory of a node", "单节点主机内存";
    Checkpoint = "One checkpoint on disk", "单个检查点占用磁盘";
    Disk = "Disk at the fullest moment", "磁盘占用最多时";
    Scenario = "Scenario", "方案";
    Verdict = "Verdict", "结论";
    Peak = "Peak at", "峰值出现在";
    Compared = "Scenarios side by side", "方案对比";
    Link = "Link", "链接";
    PlanTitle = "Which hardware, which layout", "用什么硬件、怎么并行";
    Fewest = "Fewest GPUs", "卡数最少";
    Recommended = "Recommended", "推荐";
    Nearest = "Nearest to the goal", "最接近目标";
    Cheapest = "Cheapest", "最便宜";
    Answers = "The answers", "结果";
    Gpus = "GPUs", "GPU";
    Layout = "Layout", "并行方式";
    Time = "Time", "用时";
    Front = "What nothing beats in time and cost", "用时与费用上不被超越的方案";
    Rejected = "What does not fit", "放不下的";
    Jobs = "Jobs against their pools", "任务与资源池";
    Job = "Job", "任务";
    Hours = "Hours of a run", "单次用时（小时）";
    Runs = "Runs", "次数";
    Monthly = " a month", " 次/月";
    Ends = "Ends after, h", "完成于（小时）";
    Late = "Late by, h", "超期（小时）";
    NoScript = "Open with other numbers", "打开并修改数字";
}

/// "12 more inputs are as Headroom or TRL + accelerate has them by default."
pub fn assumed(lang: Lang, estimate: &Estimate) -> String {
    let assumed = estimate.fields.iter().filter(|field| field.applies && origin(field) != Origin::Chosen);
    let count = assumed.count().to_string();
    lang.fill(
        t!("{0} more inputs are as {1} or Headroom has them by default; the link shows each.", "其余 {0} 项按 {1} 或 Headroom 的默认值，可在链接中逐项查看。"),
        &[&count, stack_name(lang, &estimate.scenario.stack)],
    )
}

/// A pool: its name, its GPUs, the most of them in use at once, when the last run ends.
pub const POOL: super::Pair = t!("{0}: {1} GPUs, at most {2} in use at once; the last run ends after {3} h.", "{0}：共 {1} 张，最多同时使用 {2} 张；全部完成需 {3} 小时。");

/// What everything rests on: release, revision, address.
pub fn made_by(lang: Lang, address: &str) -> String {
    lang.fill(
        t!("Headroom {0}, defaults and catalogues of {1}. Sizes are for one GPU unless a row says otherwise. {2}", "Headroom {0}，默认值与硬件数据版本 {1}。除另有说明外，容量均为单卡值。{2}"),
        &[VERSION, &CAT.to_string(), address],
    )
}

/// Why a file is none of ours.
pub fn bad_import(lang: Lang, bad: &BadImport) -> String {
    match bad {
        BadImport::Syntax { line, column } => lang.fill(
            t!("This is not JSON: it stops making sense at line {0}, column {1}.", "不是有效的 JSON：第 {0} 行第 {1} 列起无法解析。"),
            &[&line.to_string(), &column.to_string()],
        ),
        BadImport::TooLong { bytes } => lang.fill(
            t!("The file has {0} bytes; ours have a tenth of a million, and at most four million are read.", "文件有 {0} 字节，最多读取四百万字节。"),
            &[&integer(lang, u64::try_from(*bytes).unwrap_or(u64::MAX))],
        ),
        BadImport::Foreign { format } if format.is_empty() => {
            lang.of(t!("There is no field “format” that begins with “headroom.”: Headroom did not write this file.", "没有以“headroom.”开头的 format 字段：这不是 Headroom 导出的文件。")).to_owned()
        }
        BadImport::Foreign { format } => {
            let format = super::errors::quoted(format);
            lang.fill(t!("The field “format” has {0}: Headroom did not write this file.", "format 字段是{0}：这不是 Headroom 导出的文件。"), &[&format])
        }
        BadImport::Newer { schema } => lang.fill(
            t!("A newer release wrote this file (schema {0}).", "文件由更新的版本导出（schema {0}）。"),
            &[&schema.to_string()],
        ),
        BadImport::Setting { key } => {
            let key = super::errors::quoted(key);
            lang.fill(t!("settings, {0}: a text or a number is expected.", "settings 里的{0}：应为文本或数字。"), &[&key])
        }
        BadImport::NoSettings => lang.of(t!("There are no “settings” in it, and no “link” that would have them.", "文件里没有 settings，也没有包含设置的 link。")).to_owned(),
    }
}
