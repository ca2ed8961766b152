//! How long, in words: durations, a step's parts, why an interval is wide.
use super::{Lang, figure, number, t};
use estimator::run::{RunPart, RunReport};
use estimator::time::{Doubt, NoTime, TimeId};

/// Share of a run from which on writing checkpoints is said beside its time.
const SAVING: f64 = 0.15;

/// "1 h 54 min", "2.3 days", "48 s", "12 ms": two figures that help, no more.
pub fn duration(lang: Lang, seconds: f64) -> String {
    let seconds = estimator::num::larger(0.0, seconds);
    let short = |value: f64| number(lang, value, usize::from(value < 9.95));
    let (words, figure) = if seconds < 0.9995 {
        (t!("{0} ms", "{0} 毫秒"), number(lang, seconds * 1000.0, 0))
    } else if seconds < 59.5 {
        (t!("{0} s", "{0} 秒"), short(seconds))
    } else if seconds < 3570.0 {
        (t!("{0} min", "{0} 分钟"), short(seconds / 60.0))
    } else if seconds < 48.0 * 3600.0 {
        return hours(lang, seconds);
    } else {
        (t!("{0} days", "{0} 天"), short(seconds / 86_400.0))
    };
    lang.fill(words, &[&figure])
}

fn hours(lang: Lang, seconds: f64) -> String {
    // Above ten hours minutes say nothing that the interval does not take back.
    if seconds >= 36_000.0 {
        return lang.fill(t!("{0} h", "{0} 小时"), &[&number(lang, seconds / 3600.0, 0)]);
    }
    let minutes = (seconds / 60.0).round();
    let hours = (minutes / 60.0).floor();
    let rest = minutes - hours * 60.0;
    let [hours, rest] = [hours, rest].map(|value| number(lang, value, 0));
    lang.fill(t!("{0} h {1} min", "{0} 小时 {1} 分"), &[&hours, &rest])
}

/// "1 h 54 min (1 h 36 min to 2 h 15 min)".
pub fn duration_range(lang: Lang, [low, typical, high]: [f64; 3]) -> String {
    let [low, typical, high] = [low, typical, high].map(|seconds| duration(lang, seconds));
    if low == high {
        return typical;
    }
    lang.fill(t!("{0} ({1} to {2})", "{0}（{1}–{2}）"), &[&typical, &low, &high])
}

/// Time of the run in one sentence, and what it is made of in another.
pub fn takes(lang: Lang, run: &RunReport) -> [String; 2] {
    let whole = duration_range(lang, [run.low, run.seconds, run.high]);
    let hours = figure(lang, run.gpu_hours());
    // What is no training and takes long is said where the time is.
    let saving = if run.saving > SAVING * run.seconds {
        let pair = t!(", {0} of it writing checkpoints", "，其中写检查点 {0}");
        lang.fill(pair, &[&duration(lang, run.saving)])
    } else {
        String::new()
    };
    let headline = lang.fill(
        t!("Takes {0} for {2}{3}; {1} GPU-hours.", "{2}：用时约 {0}{3}，共 {1} 卡时。"),
        &[&whole, &hours, &amount(lang, run), &saving],
    );
    let data = &run.data;
    let step = duration(lang, run.time.pace.step);
    let steps = number(lang, data.steps, 0);
    let tokens = tokens(lang, data.run_real_tokens());
    let detail = lang.fill(
        t!(
            "{0} steps of {1}: {2} tokens, padding aside.",
            "共 {0} 步，每步 {1}，不含填充共 {2} token。"
        ),
        &[&steps, &step, &tokens],
    );
    let waste = data.waste();
    let padding = if waste >= 0.005 {
        let share = number(lang, waste * 100.0, 0);
        lang.fill(
            t!(" {0}% of what is computed is padding.", "实际计算量中有 {0}% 是填充。"),
            &[&share],
        )
    } else {
        String::new()
    };
    [headline, detail + &padding]
}

/// What the window of `sequence` tokens cuts off; nothing where it cuts nothing, or splits what is longer over rows.
pub fn truncated(lang: Lang, run: &RunReport, sequence: u64) -> Option<String> {
    let cut = run.data.truncation.filter(|cut| !cut.split)?;
    let samples = estimator::num::larger(cut.samples, cut.at_least).round();
    if samples < 1.0 {
        return None;
    }
    let window = super::integer(lang, sequence);
    let lost = cut.tokens * 100.0;
    let lost = if lost < 0.1 { "< 0.1".to_owned() } else { number(lang, lost, usize::from(lost < 9.95)) };
    let words = if samples < 1.5 {
        t!(
            "Cut: about 1 sample is longer than {1} tokens. It loses its end, {2}% of all tokens.",
            "截断：约 1 条样本超过 {1} token，超出部分（占全部 token 的 {2}%）不参与训练。"
        )
    } else {
        t!(
            "Cut: about {0} samples are longer than {1} tokens. They lose their ends, {2}% of all tokens.",
            "截断：约 {0} 条样本超过 {1} token，超出部分（占全部 token 的 {2}%）不参与训练。"
        )
    };
    Some(lang.fill(words, &[&number(lang, samples, 0), &window, &lost]))
}

/// "10,000 samples × 3 epochs".
fn amount(lang: Lang, run: &RunReport) -> String {
    let data = &run.data;
    let samples = number(lang, data.samples, 0);
    let epochs = number(lang, data.epochs, if data.epochs.fract() == 0.0 { 0 } else { 2 });
    if (data.epochs - 1.0).abs() < 1e-9 {
        return lang.fill(t!("{0} samples", "{0} 条样本"), &[&samples]);
    }
    lang.fill(t!("{0} samples × {1} epochs", "{0} 条样本 × {1} 个 epoch"), &[&samples, &epochs])
}

/// "12.3M", "4.1B".
pub(super) fn tokens(lang: Lang, tokens: f64) -> String {
    if tokens >= 9.995e8 {
        number(lang, tokens / 1e9, 1) + "B"
    } else if tokens >= 9.995e5 {
        number(lang, tokens / 1e6, 1) + "M"
    } else {
        number(lang, tokens, 0)
    }
}

/// Rate and utilisation: "2,560 tokens/s on each GPU (2,270 to 2,890); MFU 41%, HFU 54% of the dense peak."
pub fn rate(lang: Lang, run: &RunReport) -> String {
    let time = &run.time;
    let (low, high) = time.rate_range();
    let [rate, low, high] = [time.pace.tokens_per_gpu, low, high].map(|rate| number(lang, rate, 0));
    let [mfu, hfu] = [time.mfu(), time.hfu()].map(|share| number(lang, share * 100.0, 0));
    lang.fill(
        t!(
            "{0} tokens/s on each GPU ({1} to {2}), padding included; MFU {3}%, HFU {4}% of the dense peak.",
            "单卡 {0} token/s（{1}–{2}，含填充）；MFU {3}%、HFU {4}%（按稠密峰值计）。"
        ),
        &[&rate, &low, &high, &mfu, &hfu],
    )
}

/// The name of a part of a step.
pub fn time_label(lang: Lang, id: TimeId) -> &'static str {
    lang.of(match id {
        TimeId::Products => t!("Matrix products", "矩阵乘法"),
        TimeId::Attention => t!("Attention", "注意力"),
        TimeId::Elementwise => t!("Norms, activations, residuals", "归一化、激活函数、残差等逐元素运算"),
        TimeId::Adapters => t!("Adapters", "LoRA 旁路"),
        TimeId::Unpacking => t!("Unpacking the base", "基座反量化"),
        TimeId::Head => t!("Head and loss", "输出头与损失"),
        TimeId::Host => t!("Waiting for launches", "等待 CPU 下发内核"),
        TimeId::Tensor => t!("Tensor-parallel traffic", "张量并行通信"),
        TimeId::Context => t!("Context-parallel traffic", "上下文并行通信"),
        TimeId::Expert => t!("Expert-parallel traffic", "专家并行通信"),
        TimeId::Pipeline => t!("Sends between stages", "流水线阶段间传输"),
        TimeId::Sharded => t!("Gathered weights, scattered gradients", "权重 all-gather 与梯度 reduce-scatter"),
        TimeId::Bubble => t!("Pipeline bubble", "流水线气泡"),
        TimeId::Reduce => t!("Gradients reduced once a step", "每步一次的梯度同步"),
        TimeId::Optimizer => t!("Optimizer", "优化器更新"),
        TimeId::Input => t!("Input: the host makes the batch", "数据输入：主机整理 batch"),
        TimeId::HostOptimizer => t!("Optimizer on the host", "CPU 上的优化器更新"),
    })
}

/// The name of a part of a run.
pub fn run_label(lang: Lang, part: RunPart) -> &'static str {
    lang.of(match part {
        RunPart::Steps => t!("Steps", "训练步"),
        RunPart::Evaluating => t!("Evaluating", "评测"),
        RunPart::Saving => t!("Saving checkpoints", "保存检查点"),
        RunPart::Loading => t!("Reading the base", "读取基座模型"),
        RunPart::StartUp => t!("Start-up", "启动"),
    })
}

/// Why an interval is wide.
pub(super) fn doubt(lang: Lang, doubt: Doubt) -> &'static str {
    lang.of(match doubt {
        Doubt::Stack => t!("no measured runs of this framework", "该框架没有实测数据"),
        Doubt::Gpu => t!("few measured runs on this GPU", "该 GPU 的实测数据很少"),
        Doubt::Experts => t!("expert kernels differ between releases", "专家（MoE）内核因版本差异很大"),
        Doubt::Network => t!("the network between nodes is not stated", "没有给出节点间网络带宽"),
        Doubt::Offload => t!("copies to host memory depend on the host", "卸载速度取决于主机"),
        Doubt::Short => t!("few tokens in a micro-batch: a slow CPU may hold the GPU up", "micro-batch 的 token 太少，CPU 慢时会拖住 GPU"),
        Doubt::FourBit => t!("few measured runs in 4-bit floats", "NVFP4 训练的实测数据很少"),
        Doubt::EagerAttention => t!("no measured runs with eager attention", "eager 注意力没有实测数据"),
        Doubt::LayerSplit => t!("no measured runs with layers spread over GPUs", "按层切分没有实测数据"),
    })
}

/// "The interval is wide: … ; …".
pub fn doubts(lang: Lang, doubts: &[Doubt]) -> String {
    if doubts.is_empty() {
        return String::new();
    }
    let words: Vec<&str> = doubts.iter().map(|why| doubt(lang, *why)).collect();
    let words = words.join(lang.of(t!("; ", "；")));
    lang.fill(t!("The range is wide: {0}.", "区间偏宽：{0}。"), &[&words])
}

/// Why there is no time.
pub fn no_time(lang: Lang, why: NoTime) -> &'static str {
    lang.of(match why {
        NoTime::NoPeak => t!("No time: the peak rate of this GPU is not known.", "无法估计用时：不知道这张卡的峰值算力。"),
        NoTime::NoBandwidth => t!("No time: the memory bandwidth of this GPU is not known.", "无法估计用时：不知道这张卡的显存带宽。"),
    })
}
