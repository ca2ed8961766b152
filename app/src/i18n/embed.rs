//! What a frame in another page says besides its answer, and what is copied to put one there.
use super::{Lang, choice_label, size, t};
use crate::embed::Widget;
use estimator::codec::CAT;
use estimator::memory::{Interval, MemoryReport, Metric};
use estimator::scenario::{Param, Scenario};
use estimator::units::SizeUnit;

/// "Fine-tuning memory: Llama 3.1 8B, LoRA, RTX 4090".
pub fn embed_title(lang: Lang, scenario: &Scenario) -> String {
    let gpus = scenario.cluster.gpus();
    let gpu = scenario.cluster.gpu.name.to_string();
    let gpu = if gpus > 1 { [&gpus.to_string(), "×", &gpu].concat() } else { gpu };
    let method = choice_label(lang, Param::Method, scenario.method.key());
    lang.fill(
        t!("Fine-tuning memory: {0}, {1}, {2}", "微调显存：{0}，{1}，{2}"),
        &[&scenario.model.name, method, &gpu],
    )
}

/// One sentence that can be quoted: the peak with its interval, what it is of, everything that it rests on, and by which release.
pub fn cited(lang: Lang, report: &MemoryReport, interval: Interval, scenario: &Scenario, unit: SizeUnit) -> String {
    let size = |bytes| size(lang, bytes, unit);
    let [needed, low, high, usable] = [
        report.peak.of(Metric::Needed),
        interval.low,
        interval.high,
        report.verdict.usable,
    ]
    .map(size);
    // 16-bit weights under the same precision are half of the state: the premises of a figure, not a detail of it.
    let held = choice_label(lang, Param::WeightDtype, scenario.weights.key());
    let held = if scenario.quant.is_none() { lang.fill(t!(" · {0} weights", " · 权重 {0}"), &[held]) } else { String::new() };
    let premises = super::premises(lang, scenario) + &held;
    let release = [env!("CARGO_PKG_VERSION"), &CAT.to_string()].map(str::to_owned);
    lang.fill(
        t!(
            "Peak on each GPU {0} (90% interval {1} to {2}) of {3} usable: {4}. Headroom {5}, data of {6}.",
            "每张 GPU 的显存峰值为 {0}（90% 区间 {1} 至 {2}），可用 {3}：{4}。Headroom {5}，数据版本 {6}。"
        ),
        &[&needed, &low, &high, &usable, &premises, &release[0], &release[1]],
    )
}

/// The name of what a frame shows.
pub fn widget_label(lang: Lang, widget: Widget) -> &'static str {
    match widget {
        Widget::Memory => lang.of(t!("Memory", "显存")),
        Widget::Time => lang.of(t!("Time", "时间")),
        Widget::Plan => lang.of(t!("Plan", "规划")),
        Widget::Compare => lang.of(t!("Compare", "对比")),
        Widget::Chart(chart) => super::chart_label(lang, chart),
    }
}
