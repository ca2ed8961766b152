//! An observed speed held against the expected one, in words.
use super::{Lang, number, t};
use estimator::analysis::speed_text::SpeedUnit;
use estimator::analysis::time_check::{Cause, Predicted, TimeCheck, Verdict};

/// What a person can enter.
pub fn observed_unit(lang: Lang, unit: SpeedUnit) -> &'static str {
    lang.of(match unit {
        SpeedUnit::SecondsAStep => t!("s/it: seconds a step", "s/it：每步秒数"),
        SpeedUnit::StepsASecond => t!("it/s: steps a second", "it/s：每秒步数"),
        SpeedUnit::TokensOfAll => t!("tokens/s, all GPUs", "token/s，全部 GPU"),
        SpeedUnit::TokensOfOne => t!("tokens/s, one GPU", "token/s，单卡"),
        SpeedUnit::Hours => t!("hours, whole run", "小时，整个训练"),
    })
}

/// A unit that is none of a speed.
pub fn unknown_unit(lang: Lang, unit: &str) -> String {
    let pair = t!(
        "“{0}” is not read here: s/it, it/s, tokens/s, tokens/s/GPU or h.",
        "无法识别单位“{0}”，可用 s/it、it/s、token/s、token/s/GPU 或 h。"
    );
    lang.fill(pair, &[unit])
}

/// The verdict, then what it rests on.
pub fn clocked(lang: Lang, found: &TimeCheck, expected: &Predicted) -> [String; 2] {
    let times = |times: f64| number(lang, times, usize::from(times < 9.95));
    let head = match found.verdict {
        Verdict::Normal => lang.of(t!("As expected.", "与预期相符。")).to_owned(),
        Verdict::Slow(slower) => lang.fill(t!("{0}× slower than expected.", "用时是预期的 {0} 倍。"), &[&times(slower)]),
        Verdict::Fast(faster) => lang.fill(t!("{0}× the expected speed: faster than the range allows for.", "是预期速度的 {0} 倍，超出了区间。"), &[&times(faster)]),
        Verdict::Impossible => lang.of(t!("Not possible: more operations than this GPU can do.", "不可能：超过了这张卡的峰值算力。")).to_owned(),
    };
    let whole = |rate: f64| number(lang, rate, usize::from(rate < 9.95));
    let share = |share: f64| number(lang, share * 100.0, usize::from(share < 0.0995));
    let [rate, low, high, usual] = [found.rate, expected.low, expected.high, expected.tokens_per_s_per_gpu].map(whole);
    let normal = expected.tokens_per_s_per_gpu * expected.flops_per_token / estimator::num::larger(expected.peak, 1.0);
    let detail = lang.fill(
        t!(
            "{0} tokens/s on each GPU, padding included: MFU {1}%. Expected: {2} ({3} to {4}), MFU {5}%.",
            "单卡 {0} token/s（含填充），MFU {1}%；预期为 {2}（{3}～{4}），MFU {5}%。"
        ),
        &[&rate, &share(found.mfu), &usual, &low, &high, &share(normal)],
    );
    [head, detail]
}

/// What stands above the causes.
pub fn causes_title(lang: Lang, verdict: Verdict) -> &'static str {
    lang.of(match verdict {
        Verdict::Slow(_) | Verdict::Normal => t!("What usually costs about that much:", "通常是这些原因造成的："),
        Verdict::Fast(_) | Verdict::Impossible => t!("What is usually misread:", "通常是读数理解有误："),
    })
}

/// A cause in a sentence.
pub fn cause(lang: Lang, cause: Cause) -> &'static str {
    lang.of(match cause {
        Cause::FewerGpus => t!("Only one process or one node works: look at the launcher and at nvidia-smi on every node.", "实际只有一个进程或一个节点在干活：检查启动命令和各节点的 nvidia-smi。"),
        Cause::Fp32 => t!("Products run in fp32 without tensor cores: check bf16 and TF32.", "矩阵乘跑在 fp32 上，没用到 Tensor Core：检查 bf16 和 TF32 设置。"),
        Cause::Offload => t!("States travel to host memory and back over a slow PCIe link or slow memory.", "状态在显存与内存间来回搬运，PCIe 或内存带宽太低。"),
        Cause::SlowLinks => t!("Parameters are gathered over links that are slower than assumed: check NCCL's transport and the network.", "参数 all-gather 走的链路比假定的慢：检查 NCCL 实际使用的传输方式和网络。"),
        Cause::MemoryShort => t!("Memory is so short that the allocator frees and asks again all the time: look for cudaMalloc retries.", "显存太紧，分配器反复释放再申请：查看 cudaMalloc 重试次数。"),
        Cause::Padding => t!("Rows are padded to the sequence length after all.", "样本其实被填充到了序列长度。"),
        Cause::EagerAttention => t!("Attention is not fused: FlashAttention is missing or switched off.", "注意力没有融合：FlashAttention 未安装或未启用。"),
        Cause::SlowUnpacking => t!("The kernels that unpack the base are missing, and plain PyTorch unpacks it.", "缺少基座反量化的内核，由普通 PyTorch 算子解包。"),
        Cause::Recomputed => t!("Activations are recomputed although checkpointing is off in the form.", "表单里没开激活检查点，实际却在重计算。"),
        Cause::Input => t!("The GPU waits for data: no data-loader workers, or text tokenised as it goes.", "GPU 在等数据：没有数据加载进程，或边训练边分词。"),
        Cause::Around => t!("Saving, evaluation or the first steps are in the time that was taken.", "计时里包含了保存、评测或最初几步。"),
        Cause::Throttled => t!("The GPU is held back by power or heat, or shared with another job.", "GPU 因功耗或温度降频，或被其他任务占用。"),
        Cause::TotalForOne => t!("It is the rate of all GPUs, not of one.", "这是全部 GPU 的速度，不是单卡。"),
        Cause::MicroForStep => t!("Micro-batches were counted, not optimizer steps.", "数的是 micro-batch，不是优化器步。"),
        Cause::ShorterRows => t!("Rows are shorter than the form says, or padding was counted that is not computed.", "样本比表单里填的短，或把没有计算的填充也算进去了。"),
    })
}

/// A stated utilisation that was divided by the sparse peak.
pub fn sparse(lang: Lang, stated: f64) -> String {
    lang.fill(
        t!(
            "An MFU of {0}% is about half of that: it was probably divided by the data sheet's peak with sparsity, which is twice the dense one.",
            "{0}% 的 MFU 大约只有它的一半：多半除以了数据手册里的稀疏峰值，那是稠密峰值的两倍。"
        ),
        &[&number(lang, stated * 100.0, usize::from(stated < 0.0995))],
    )
}
