//! Host memory and disk in words: lines, moments, verdicts.
use super::numbers::number;
use super::verdict::moment_phrase;
use super::{Lang, integer, size, size_number, t};
use estimator::host::{DiskLineId, DiskReport, HostLineId, HostMoment, HostReport, Seconds};
use estimator::memory::{Moment, State};
use estimator::scenario::{HostLoad, Scenario};
use estimator::units::{Bytes, SizeUnit};

/// The name of a line of host memory.
#[rustfmt::skip]
pub fn host_line_label(lang: Lang, line: HostLineId) -> &'static str {
    lang.of(match line {
        HostLineId::Processes => t!("Training processes", "训练进程"),
        HostLineId::Workers => t!("Data-loader workers", "数据加载进程"),
        HostLineId::LoadedWeights => t!("Weights on their way to the GPUs", "加载途中的权重"),
        HostLineId::OffloadedWeights => t!("Offloaded weights", "卸载的权重"),
        HostLineId::OffloadedOptimizer => t!("Offloaded optimizer state", "卸载的优化器状态"),
        HostLineId::OffloadedGradients => t!("Offloaded gradients", "卸载的梯度"),
        HostLineId::GradientCopy => t!("fp32 gradients for the step", "优化器更新用的 fp32 梯度"),
        HostLineId::PinnedRounding => t!("Rounding of page-locked buffers", "锁页缓冲向上取整多占的部分"),
        HostLineId::PagedMoments => t!("Paged moments", "换页到内存的优化器状态"),
        HostLineId::OffloadedActivations => t!("Offloaded block inputs", "卸载的层输入"),
        HostLineId::GatheredWeights => t!("Weights gathered for saving", "保存时汇总的权重"),
        HostLineId::GatheredOptimizer => t!("Optimizer state gathered for saving", "保存时汇总的优化器状态"),
        HostLineId::StagedState => t!("Copied from the GPUs to be written", "写盘前从显存拷出的状态"),
        HostLineId::Serialised => t!("One file being written", "正在写的一个文件"),
        HostLineId::ReadWeights => t!("Weights read from the checkpoint", "从检查点读入的权重"),
        HostLineId::ReadOptimizer => t!("Optimizer state read from the checkpoint", "从检查点读入的优化器状态"),
        HostLineId::MergedBase => t!("16-bit base for merging", "合并用的 16-bit 基座"),
        HostLineId::MergedAdapters => t!("Adapters being merged", "待合并的适配器"),
    })
}

/// The name of a line of disk.
#[rustfmt::skip]
pub fn disk_line_label(lang: Lang, line: DiskLineId) -> &'static str {
    lang.of(match line {
        DiskLineId::Weights => t!("Weights", "权重"),
        DiskLineId::Adapters => t!("Adapters", "适配器"),
        DiskLineId::OwnWeights => t!("Weights once more, to resume from", "恢复训练用的另一份权重"),
        DiskLineId::Optimizer => t!("Optimizer state", "优化器状态"),
        DiskLineId::BaseModel => t!("Base model, as downloaded", "下载的基座模型"),
        DiskLineId::Checkpoints => t!("Checkpoints kept", "保留的检查点"),
        DiskLineId::FinalModel => t!("Result of the run", "最终结果"),
        DiskLineId::MergedModel => t!("Merged model", "合并后的模型"),
    })
}

/// The name of a moment.
#[rustfmt::skip]
pub fn host_moment_label(lang: Lang, moment: HostMoment) -> &'static str {
    lang.of(match moment {
        HostMoment::Load => t!("Load", "加载"),
        HostMoment::Train => t!("Train", "训练"),
        HostMoment::Save => t!("Save", "保存检查点"),
        HostMoment::Resume => t!("Resume", "恢复训练"),
        HostMoment::Merge => t!("Merge", "合并适配器"),
    })
}

/// A verdict on host memory or disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostVerdict {
    /// The state; `None`: what there is was not given.
    pub state: Option<State>,
    /// What it is of, to be emphasised.
    pub strong: &'static str,
    /// The figures, and what would help.
    pub rest: String,
}

impl HostVerdict {
    /// Adds both parts to a text that is read out.
    pub fn follow(&self, lang: Lang, text: &mut String) {
        for part in [self.strong, &self.rest] {
            text.push_str(lang.of(t!(" ", "")));
            text.push_str(part);
        }
    }
}

/// What was given and does not suffice.
pub fn lacking(
    lang: Lang,
    host: &HostReport,
    disk: &DiskReport,
    unit: SizeUnit,
) -> Vec<HostVerdict> {
    let mut lacking = vec![ram_verdict(lang, host, unit), disk_verdict(lang, disk)];
    lacking.retain(|verdict| verdict.state == Some(State::DoesNotFit));
    lacking
}

/// Host memory of a node.
#[rustfmt::skip]
pub fn ram_verdict(lang: Lang, report: &HostReport, unit: SizeUnit) -> HostVerdict {
    let state = report.verdict.map(|verdict| verdict.state);
    let usable = report.verdict.map_or(Bytes::ZERO, |verdict| verdict.usable);
    let of = |bytes| size_number(lang, bytes, unit);
    let (strong, rest) = match state {
        None => (t!("Host memory:", "内存："), t!("{0} {2} on a node {1}.", "单节点峰值 {0} {2}（{1}）。")),
        Some(State::Fits) => (
            t!("Host memory fits.", "内存放得下。"),
            t!("{0} of {3} {2} on a node {1}.", "单节点峰值 {0} {2}（{1}），共 {3} {2}。"),
        ),
        Some(State::Borderline) => (
            t!("Host memory is borderline.", "内存处于临界。"),
            t!("{0} of {3} {2} on a node {1}, give or take: {4} to {5}.", "单节点峰值 {0} {2}（{1}，估计在 {4}–{5} 之间），共 {3} {2}。"),
        ),
        Some(State::DoesNotFit) => (
            t!("Host memory does not fit.", "内存放不下。"),
            t!("A node needs {0} {2} {1} but has only {3} {2}: the system would end a process, exit code −9.", "单节点峰值 {0} {2}（{1}），但只有 {3} {2}，进程会被系统终止（退出码 −9）。"),
        ),
    };
    let texts = [
        &*of(report.peak),
        when(lang, report.worst),
        unit.symbol(),
        &*of(usable),
        &*of(report.interval.low),
        &*of(report.interval.high),
    ];
    HostVerdict { state, strong: lang.of(strong), rest: lang.fill(rest, &texts) }
}

/// A moment as part of a sentence.
fn when(lang: Lang, moment: HostMoment) -> &'static str {
    match moment {
        HostMoment::Load => moment_phrase(lang, Moment::Load),
        HostMoment::Train => lang.of(t!("while it trains", "训练时")),
        HostMoment::Save => moment_phrase(lang, Moment::Save),
        HostMoment::Resume => lang.of(t!("when it is resumed", "恢复训练时")),
        HostMoment::Merge => moment_phrase(lang, Moment::Merge),
    }
}

/// What would make the worst moment smaller, where that is one setting and memory does not surely suffice.
pub fn ram_remedy(lang: Lang, report: &HostReport, scenario: &Scenario, unit: SizeUnit) -> String {
    if report
        .verdict
        .is_none_or(|verdict| verdict.state == State::Fits)
    {
        return String::new();
    }
    let pair = match report.worst {
        HostMoment::Load if scenario.host.load == HostLoad::Each => t!(
            "One copy on a node (cpu_ram_efficient_loading, meta device) or a device_map would do.",
            "改为每节点只加载一份（cpu_ram_efficient_loading、meta device），或用 device_map 直接载入显存。"
        ),
        HostMoment::Merge => t!(
            "Adapters can be merged on another machine.",
            "也可以换一台机器合并适配器。"
        ),
        _ => {
            let lines = report
                .at(report.worst)
                .map_or(&[][..], |instant| &instant.lines);
            let rounding = lines
                .iter()
                .find(|line| line.id == HostLineId::PinnedRounding);
            let Some(saved) = rounding.map(|line| size(lang, line.bytes(), unit)) else {
                return String::new();
            };
            return lang.fill(
                t!(
                    "Without page-locked buffers (pin_memory: false) it takes {0} less.",
                    "关闭锁页内存（pin_memory: false）可少占 {0}。"
                ),
                &[&saved],
            );
        }
    };
    lang.of(pair).to_owned()
}

/// Disk space of the run, in GB, as disks are sold.
#[rustfmt::skip]
pub fn disk_verdict(lang: Lang, report: &DiskReport) -> HostVerdict {
    let state = report.verdict.map(|verdict| verdict.state);
    let free = report.verdict.map_or(Bytes::ZERO, |verdict| verdict.usable);
    let of = |bytes| size_number(lang, bytes, SizeUnit::Gb);
    let within = t!("{0} of {1} GB at the fullest moment; each checkpoint takes {2} GB.", "占用最多时 {0} GB，可用 {1} GB；每份检查点 {2} GB，保留 {3} 份。");
    let (strong, rest) = match state {
        None => (
            t!("Disk:", "磁盘："),
            t!("{0} GB at the fullest moment; each checkpoint takes {2} GB.", "占用最多时 {0} GB；每份检查点 {2} GB，保留 {3} 份。"),
        ),
        Some(State::Fits) => (t!("Disk fits.", "磁盘放得下。"), within),
        Some(State::Borderline) => (t!("Disk is nearly full.", "磁盘接近写满。"), within),
        Some(State::DoesNotFit) => (
            t!("Disk does not fit.", "磁盘放不下。"),
            t!("{0} GB at the fullest moment, but only {1} GB are free; each checkpoint takes {2} GB.", "占用最多时 {0} GB，但只有 {1} GB；每份检查点 {2} GB，保留 {3} 份。"),
        ),
    };
    let kept = integer(lang, report.kept);
    let texts = [&*of(report.peak), &*of(free), &*of(report.per_checkpoint), &*kept];
    HostVerdict { state, strong: lang.of(strong), rest: lang.fill(rest, &texts) }
}

/// What would make the files smaller, where there is no room for them.
pub fn disk_remedy(lang: Lang, report: &DiskReport) -> &'static str {
    let lacks = report
        .verdict
        .is_some_and(|verdict| verdict.state == State::DoesNotFit);
    let state = report
        .checkpoint
        .iter()
        .any(|line| line.id == DiskLineId::Optimizer);
    lang.of(match (lacks && report.kept > 1, lacks && state) {
        (true, true) => t!(
            "Keep fewer checkpoints, or leave out the optimizer state.",
            "可少留几份检查点，或不存优化器状态。"
        ),
        (true, false) => t!("Keep fewer checkpoints.", "可少留几份检查点。"),
        (false, true) => t!("Leave out the optimizer state.", "可不存优化器状态。"),
        (false, false) => t!("", ""),
    })
}

/// How long a checkpoint and the weights take.
pub fn disk_seconds(lang: Lang, save: Seconds, load: f64) -> String {
    let pair = match (save.one_process, save.entered) {
        (None, _) => t!(
            "At the disk's speed a checkpoint takes {0} to write and the base {1} to read.",
            "按此磁盘速度，写一份检查点需 {0}，读取基座需 {1}。"
        ),
        (_, true) => t!(
            "At the disk's speed a checkpoint takes {0} to write and the base {1} to read. One process gathers and writes it alone: \
             at the speed you entered, {2}.",
            "按此磁盘速度，写一份检查点需 {0}，读取基座需 {1}。这里由单个进程汇总并写盘，按填写的速率约需 {2}。"
        ),
        _ => t!(
            "At the disk's speed a checkpoint takes {0} to write and the base {1} to read. One process gathers and writes it alone: \
             at the rate of two published runs (0.14 GB/s), {2}.",
            "按此磁盘速度，写一份检查点需 {0}，读取基座需 {1}。这里由单个进程汇总并写盘，按两次公开运行的速率（0.14 GB/s）约需 {2}。"
        ),
    };
    let alone = duration(lang, save.one_process.unwrap_or_default());
    let texts = [&*duration(lang, save.disk), &*duration(lang, load), &*alone];
    lang.fill(pair, &texts)
}

/// Seconds, minutes or hours, whichever reads best.
fn duration(lang: Lang, seconds: f64) -> String {
    let (divisor, decimals, unit) = if seconds < 9.95 {
        (1.0, 1, t!("{0} s", "{0} 秒"))
    } else if seconds < 99.5 {
        (1.0, 0, t!("{0} s", "{0} 秒"))
    } else if seconds < 5400.0 {
        (60.0, 0, t!("{0} min", "{0} 分钟"))
    } else {
        (3600.0, 1, t!("{0} h", "{0} 小时"))
    };
    lang.fill(unit, &[&*number(lang, seconds / divisor, decimals)])
}
