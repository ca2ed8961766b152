//! Presets: what each asks, and its answer put together from computed figures.
use super::verdict::{in_brief, in_sentence, join, largest, of_kinds};
use super::{Lang, duration, integer, money, money_range, number, remedy, size, size_number, t, term_label, verdict};
use estimator::cost::{CostReport, HourPrice, Range};
use estimator::host::DiskReport;
use estimator::memory::{Family, MemoryReport, Metric, State};
use estimator::presets::{self, Preset};
use estimator::run::RunReport;
use estimator::scenario::{Param, Scenario};
use estimator::units::{Bytes, SizeUnit};
use estimator::hardware;

/// The name of a preset, short enough for a chip; empty for a key that there is not.
pub fn preset_label(lang: Lang, key: &str) -> &'static str {
    lang.of(match key {
        "7b-full" => t!("7B full", "7B 全量"),
        "7b-lora" => t!("7B LoRA", "7B LoRA"),
        "7b-qlora" => t!("7B QLoRA", "7B QLoRA"),
        "70b-full" => t!("70B full", "70B 全量"),
        "70b-lora" => t!("70B LoRA", "70B LoRA"),
        "70b-qlora" => t!("70B QLoRA", "70B QLoRA"),
        "p1" => t!("70B long replies, 8×A100", "70B 长回复，8×A100"),
        "p2" => t!("7B against 70B", "7B 对比 70B"),
        "p3" => t!("70B full, 4k, batch 32", "70B 全量，4k，batch 32"),
        "p4" => t!("7B on 5M tokens", "7B 训 5M token"),
        "p5" => t!("70B on 64×A100", "70B 用 64×A100"),
        "p6" => t!("7B in FP8 on 8×H100", "7B 用 8×H100 FP8"),
        "p7" => t!("7B QLoRA on one 4090", "7B QLoRA，单张 4090"),
        "p8" => t!("Enterprise default, QLoRA", "企业常用 QLoRA"),
        _ => t!("", ""),
    })
}

/// The question that a preset answers.
pub fn preset_question(lang: Lang, key: &str) -> &'static str {
    lang.of(match key {
        "7b-full" => t!("What does full fine-tuning of a 7B model take?", "7B 全量微调需要多少显存？"),
        "7b-lora" => t!("What does LoRA on a 7B model take?", "7B 用 LoRA 微调需要多少显存？"),
        "7b-qlora" => t!("What does QLoRA on a 7B model take?", "7B 用 QLoRA 微调需要多少显存？"),
        "70b-full" => t!("What does full fine-tuning of a 70B model take?", "70B 全量微调需要多少显存？"),
        "70b-lora" => t!("What does LoRA on a 70B model take?", "70B 用 LoRA 微调需要多少显存？"),
        "70b-qlora" => t!("What does QLoRA on a 70B model take?", "70B 用 QLoRA 微调需要多少显存？"),
        "p1" => t!("A 70B model for customer service with long replies, on 8×A100 80 GB: enough? If not, what changes?", "给电商客服微调 70B 做长文本回复，8 张 A100 80G 够用吗？不够怎么调整？"),
        "p2" => t!("7B and 70B side by side, full, LoRA and QLoRA: what drives the difference?", "7B 和 70B 的全量、LoRA、QLoRA 各要多少显存？差距由什么决定？"),
        "p3" => t!("70B, full SFT, sequences of 4k, global batch 32, FP16 mixed precision: how many GPUs and nodes?", "70B 全量 SFT，序列 4k，全局 batch 32，FP16 混合精度：需要多少卡、多少节点？"),
        "p4" => t!("7B on 5M tokens with 8×A100: how long? And for 500 samples, one GPU or eight?", "7B、5M token、8×A100 要训多久？只有 500 条样本，用一张卡还是八张？"),
        "p5" => t!("70B on 50M tokens with 64×A100: how long?", "70B、50M token、64×A100 要训多久？"),
        "p6" => t!("The same 7B job on 8×H100 with FP8: what changes?", "同样的 7B 任务换成 8×H100、用 FP8，有什么不同？"),
        "p7" => t!("7B QLoRA on one RTX 4090: does it fit, and what is the smallest card that works?", "7B QLoRA 用单张 RTX 4090 放得下吗？最小用什么卡？"),
        "p8" => t!("QLoRA on 14B for an enterprise, rented by the hour for three months: rent or buy?", "企业用 14B QLoRA，按小时租三个月：租还是买？"),
        _ => t!("", ""),
    })
}

/// The answer to a preset's question. It compares with other presets and searches, so call it where the preset is shown as
/// it stands, not at each keystroke.
pub fn preset_answer(lang: Lang, key: &str, report: &MemoryReport, scenario: &Scenario, unit: SizeUnit) -> String {
    let words = verdict(lang, report, scenario, unit);
    let mut parts = vec![words.state, words.headline, largest_line(lang, report, scenario, unit), states(lang, report, unit)];
    // Time and money are those of what fits: of the preset, or of what its answer names instead.
    let mut runs = (report.verdict.state != State::DoesNotFit).then(|| scenario.clone());
    if let Some(preset) = presets::find(key) {
        match key {
            "p2" => parts.push(drivers(lang)),
            "p3" => {
                let (words, found) = nodes(lang, preset);
                parts.push(words);
                runs = found;
            }
            "p7" => parts.push(smallest_card(lang, preset, unit)),
            _ => {}
        }
        parts.push(beside(lang, preset, unit));
    }
    if let Some(runs) = &runs {
        parts.extend(time_and_money(lang, runs));
    }
    match key {
        "p4" => parts.extend(few_samples(lang)),
        "p6" => parts.extend(against(lang, scenario, "p4")),
        "p8" => parts.extend(rent_or_buy(lang, scenario)),
        _ => {}
    }
    join(lang, &parts)
}

fn run(scenario: &Scenario) -> Option<RunReport> {
    RunReport::of(scenario, &DiskReport::of(scenario)).ok()
}

/// Time and rent of the run.
fn time_and_money(lang: Lang, scenario: &Scenario) -> Vec<String> {
    let disk = DiskReport::of(scenario);
    let Ok(run) = RunReport::of(scenario, &disk) else { return Vec::new() };
    let cost = CostReport::of_run(scenario, &run, disk.total);
    let [takes, _] = super::takes(lang, &run);
    let rent = cost.rent.map(|rent| super::costs(lang, cost.currency, &rent.total));
    std::iter::once(takes).chain(rent).collect()
}

/// The same few samples on one GPU and on eight, LoRA, the same global batch of 32.
fn few_samples(lang: Lang) -> Option<String> {
    let draft = presets::find("7b-lora")?.draft().with(Param::Samples, "500").with(Param::Epochs, "1").with(Param::Sequence, "2048");
    let seconds = |gpus: &str, accumulation: &str| {
        let draft = draft.clone().with(Param::GpusPerNode, gpus).with(Param::Accumulation, accumulation);
        Some(run(&draft.check().scenario.ok()?)?.seconds)
    };
    let [one, eight] = [seconds("1", "32")?, seconds("8", "4")?].map(|seconds| duration(lang, seconds));
    Some(lang.fill(t!("500 samples of LoRA take {0} on one GPU and {1} on eight, start-up included.", "500 条样本做 LoRA，单卡约 {0}，八卡约 {1}（含启动）。"), &[&one, &eight]))
}

/// Hours of three months.
const QUARTER: f64 = 3.0 * 730.0;
/// Months that machines are written off over.
const YEARS: f64 = 36.0;
/// Weeks of three months.
const WEEKS: f64 = 13.0;

/// What three months of rent come to, hence below which price buying pays.
fn rent_or_buy(lang: Lang, scenario: &Scenario) -> Option<String> {
    let currency = scenario.money.currency;
    let price = HourPrice::of(&scenario.cluster.gpu.id, &scenario.money).ok()?.range;
    let hours = run(scenario)?.gpu_hours();
    let rent = |hours: f64| money_range(lang, currency, &Range::of(|case| price.at(case) * hours));
    let three_years = money(lang, currency, price.typical * QUARTER * YEARS / 3.0);
    Some(lang.fill(
        t!(
            "Three months of one {0} around the clock are {1} of rent; with one such run a week, {2}. For these months alone buying pays only below that, hosting and power included; for three years of full use, below {3}. A purchase price under Money gives the hours a month from which it pays.",
            "一张 {0} 不间断租三个月约 {1}；若每周只跑一次这样的训练，约 {2}。只用这三个月，采购价（含托管和电费）低于这个数才值得买；满负荷用三年，低于 {3} 就值得买。在表单“费用”里填入采购价，即可看到每月用多少小时买比租划算。"
        ),
        &[&scenario.cluster.gpu.name, &rent(QUARTER), &rent(hours * WEEKS), &three_years],
    ))
}

/// How much faster than another preset.
fn against(lang: Lang, scenario: &Scenario, key: &str) -> Option<String> {
    let other = presets::find(key)?.draft().check().scenario.ok()?;
    let (mine, theirs) = (run(scenario)?, run(&other)?);
    let rate = |run: &RunReport| run.time.pace.tokens_per_gpu;
    let times = number(lang, rate(&mine) / rate(&theirs), 1);
    Some(lang.fill(t!("Each GPU processes {0} times the tokens of an {1}.", "单卡吞吐是 {1} 的 {0} 倍。"), &[&times, &other.cluster.gpu.name]))
}

fn largest_line(lang: Lang, report: &MemoryReport, scenario: &Scenario, unit: SizeUnit) -> String {
    let Some((id, bytes)) = largest(report) else { return String::new() };
    let (line, amount) = (in_sentence(lang, term_label(lang, id)), size(lang, bytes, unit));
    let remedy = remedy(lang, id, scenario);
    lang.fill(t!("The largest line is {0}, {1}. {2}", "最大的一项是{0}，占 {1}。{2}"), &[&line, &amount, remedy])
}

/// How the peak splits into what follows parameters and what follows tokens.
fn states(lang: Lang, report: &MemoryReport, unit: SizeUnit) -> String {
    let states = size(lang, of_kinds(report, &[Family::Weights, Family::Training]), unit);
    let tokens = of_kinds(report, &[Family::Activations, Family::Loss]);
    if tokens == Bytes::ZERO {
        return lang.fill(t!("At the peak, {0} are weights and training state; activations are gone by then.", "峰值时，权重和训练状态共 {0}，激活此时已经释放。"), &[&states]);
    }
    let tokens = size(lang, tokens, unit);
    lang.fill(t!("At the peak, {0} are weights and training state and {1} are activations and logits.", "峰值时，权重和训练状态共 {0}，激活和 logits 共 {1}。"), &[&states, &tokens])
}

fn drivers(lang: Lang) -> String {
    lang.of(t!("Weights, gradients and optimizer state follow the number of parameters; activations follow layers × hidden size × tokens; logits follow the vocabulary, so they are hardly larger in a 70B model.", "权重、梯度和优化器状态取决于参数量，激活取决于层数 × 隐藏维度 × token 数，logits 只取决于词表，所以 70B 的 logits 并不比 7B 大多少。"))
    .to_owned()
}

/// The verdicts of the presets that a question compares with.
fn beside(lang: Lang, preset: &Preset, unit: SizeUnit) -> String {
    let others: Vec<String> = preset
        .beside
        .iter()
        .filter_map(|key| {
            let scenario = presets::find(key)?.draft().check().scenario.ok()?;
            let brief = in_brief(lang, &MemoryReport::of(&scenario), &scenario, unit);
            let label = preset_label(lang, key);
            // Chinese words follow each other without a space.
            let space = if label.ends_with(|c: char| c.is_ascii()) { " " } else { "" };
            Some(format!("{label}{space}{brief}"))
        })
        .collect();
    if others.is_empty() {
        return String::new();
    }
    let others = others.join(lang.of(t!("; ", "；")));
    lang.fill(t!("For comparison: {0}.", "对比：{0}。"), &[&others])
}

/// The smallest number of nodes that holds the preset at its own global batch, and the scenario with as many.
fn nodes(lang: Lang, preset: &Preset) -> (String, Option<Scenario>) {
    let draft = preset.draft();
    let Ok(scenario) = draft.check().scenario else { return (String::new(), None) };
    let per_node = scenario.cluster.per_node.max(1);
    let batch = scenario.global_batch();
    // Where GPUs do not divide the batch, as many sequences as do not exceed it.
    let with = |nodes: u64| {
        let accumulation = (batch / (nodes * per_node)).max(1);
        let draft = draft.clone().with(Param::Nodes, nodes.to_string()).with(Param::Accumulation, accumulation.to_string());
        draft.check().scenario.ok().filter(|scenario| MemoryReport::of(scenario).verdict.state == State::Fits)
    };
    let divides = |nodes: u64| batch.is_multiple_of(nodes * per_node);
    let amount = integer(lang, batch);
    let Some((nodes, found)) = (1..=batch / per_node).filter(|nodes| divides(*nodes)).find_map(|nodes| Some((nodes, with(nodes)?))) else {
        let pair = t!(
            "At a global batch of {0} no number of these nodes holds it without further parallelism.",
            "在全局 batch {0} 下，仅靠增加这种节点放不下，还需要其他并行方式。"
        );
        return (lang.fill(pair, &[&amount]), None);
    };
    let words = lang.fill(
        t!("With a global batch of {0} it fits from {1} nodes on: {2} × {3}.", "保持全局 batch {0}，至少需要 {1} 个节点，即 {2} × {3}。"),
        &[&amount, &nodes.to_string(), &integer(lang, nodes * per_node), &scenario.cluster.gpu.name],
    );
    let passed_over = (1..nodes).find(|nodes| !divides(*nodes) && with(*nodes).is_some()).map(|fewer| {
        let fewer = integer(lang, fewer * per_node);
        lang.fill(t!("{0} GPUs would hold it, but {0} does not divide {1}.", "{0} 张也放得下，但 {0} 不能整除 {1}。"), &[&fewer, &amount])
    });
    (join(lang, &[words, passed_over.unwrap_or_default()]), Some(found))
}

/// The card with the least usable memory that holds the preset.
fn smallest_card(lang: Lang, preset: &Preset, unit: SizeUnit) -> String {
    let draft = preset.draft();
    let fitting = hardware::catalogue().iter().filter_map(|gpu| {
        let scenario = draft.clone().with(Param::Gpu, gpu.id.as_ref()).check().scenario.ok()?;
        let report = MemoryReport::of(&scenario);
        (report.verdict.state == State::Fits).then_some((gpu, report.peak.of(Metric::Needed)))
    });
    let smallest = fitting.fold(None, |least: Option<(&hardware::Gpu, Bytes)>, next| match least {
        Some(least) if least.0.usable() <= next.0.usable() => Some(least),
        _ => Some(next),
    });
    let Some((gpu, peak)) = smallest else { return String::new() };
    let (name, peak) = (&gpu.name, size_number(lang, peak, unit));
    let usable = size(lang, Bytes::gib(gpu.usable()), unit);
    lang.fill(t!("The smallest listed card that holds it is the {0}: {1} of {2}.", "列出的卡里，放得下的最小一款是 {0}：{1} / {2}。"), &[name, &peak, &usable])
}
