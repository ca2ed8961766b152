//! The plan in words.
use super::choices::choice_label;
use super::values::value;
use super::verdict::moment_phrase;
use super::{Lang, duration, duration_range, figure, integer, money, number, param_label, size, size_number, state_label, t};
use estimator::hardware;
use estimator::plan::{Candidate, Choice, PATIENCE, Rejected, Short, Space, node_memory};
use estimator::scenario::{Checked, Checkpointing, Offload, PARAMS, Param, Scenario, Sharding};
use estimator::units::{Bytes, SizeUnit};

fn gpu(space: &Space, candidate: &Candidate) -> String {
    let id = space.gpus.get(candidate.gpu).map_or("", String::as_str);
    hardware::find(id).map_or_else(|| id.to_owned(), |gpu| gpu.name.to_string())
}

/// "8 × A100 SXM 80 GB", and what is divided how.
fn named(lang: Lang, candidate: &Candidate, space: &Space) -> [String; 2] {
    let count = integer(lang, candidate.gpus());
    let name = [&count, " × ", &gpu(space, candidate)].concat();
    let mut parts = vec![choice_label(lang, Param::Method, candidate.method.key()).to_owned()];
    if candidate.sharding != Sharding::None {
        parts.push(choice_label(lang, Param::Sharding, candidate.sharding.key()).to_owned());
    }
    let ranks = [
        ("TP", candidate.tensor),
        ("PP", candidate.pipeline),
        ("CP", candidate.context),
        ("EP", candidate.expert),
    ];
    parts.extend(ranks.into_iter().filter(|(_, ranks)| *ranks > 1).map(|(name, ranks)| [name, " ", &integer(lang, ranks)].concat()));
    if candidate.offload != Offload::None {
        parts.push(lang.fill(t!("offload: {0}", "卸载：{0}"), &[choice_label(lang, Param::Offload, candidate.offload.key())]));
    }
    if candidate.checkpointing != Checkpointing::None {
        parts.push(lang.of(t!("checkpointing", "激活检查点")).to_owned());
    }
    if let Some(loss) = candidate.loss {
        parts.push(lang.fill(t!("loss: {0}", "损失：{0}"), &[choice_label(lang, Param::Loss, loss.key())]));
    }
    let [micro, accumulation] = [candidate.micro, candidate.accumulation].map(|count| integer(lang, count));
    parts.push(lang.fill(t!("micro-batch {0} × accumulation {1}", "micro-batch {0} × 累积 {1}"), &[&micro, &accumulation]));
    [name, parts.join(" · ")]
}

/// A choice in three lines: GPUs, layout, figures.
pub fn choice(lang: Lang, choice: &Choice, space: &Space, scenario: &Scenario, unit: SizeUnit) -> [String; 3] {
    let [name, layout] = named(lang, &choice.candidate, space);
    let verdict = &choice.figures.verdict;
    let needed = size_number(lang, choice.figures.peak.needed, unit);
    let usable = size(lang, verdict.usable, unit);
    let mut figures = lang.fill(t!("{0} {1} of {2}.", "{0}{1} / {2}。"), &[state_label(lang, verdict.state), &needed, &usable]);
    if let Some(timing) = choice.timing {
        let time = duration_range(lang, [timing.low, timing.hours, timing.high].map(|hours| hours * 3600.0));
        let hours = figure(lang, timing.gpu_hours);
        let words = match timing.cost {
            Some(cost) => {
                let cost = money(lang, scenario.money.currency, cost);
                lang.fill(t!(" {0}, {1} GPU-hours, {2}.", "{0}，{1} 卡时，{2}。"), &[&time, &hours, &cost])
            }
            None => lang.fill(t!(" {0}, {1} GPU-hours.", "{0}，{1} 卡时。"), &[&time, &hours]),
        };
        figures.push_str(&words);
        figures.push_str(&missed(lang, scenario, timing.high, timing.cost, timing.gpu_hours));
    }
    [name, layout, figures]
}

/// Inputs of a choice that its name and layout say, whatever stands in the form.
const LAID_OUT: [Param; 9] = [
    Param::Gpu,
    Param::GpusPerNode,
    Param::Nodes,
    Param::TensorParallel,
    Param::PipelineParallel,
    Param::ContextParallel,
    Param::ExpertParallel,
    Param::MicroBatch,
    Param::Accumulation,
];

/// Whether the layout of a choice names an input that it changes to `then`: what is off is not named.
fn is_named(param: Param, then: &str) -> bool {
    match param {
        Param::Sharding | Param::Offload => then != "none",
        Param::Checkpointing => then == Checkpointing::Full.key(),
        _ => LAID_OUT.contains(&param),
    }
}

/// What adopting a choice changes in the form besides: "Also changes: Weights held in fp32 → 16-bit."; also what follows by default.
pub fn changed(lang: Lang, before: &Checked, after: &Checked) -> Option<String> {
    let mut changes = Vec::new();
    for info in PARAMS {
        let then = after.field(info.param).map_or("", |field| &field.text);
        if is_named(info.param, then) {
            continue;
        }
        let of = |checked: &Checked| checked.field(info.param).filter(|field| field.applies).map(|field| value(lang, field));
        if let (Some(now), Some(then)) = (of(before), of(after))
            && now != then
        {
            changes.push([param_label(lang, info.param), " ", &now, " → ", &then].concat());
        }
    }
    let list = changes.join(lang.of(t!("; ", "；")));
    (!list.is_empty()).then(|| lang.fill(t!("Also changes: {0}.", "同时改动：{0}。"), &[&list]))
}

/// "Host memory of a node: 187 of 1,024 GiB assumed".
pub fn host_share(lang: Lang, scenario: &Scenario, needed: Bytes, unit: SizeUnit) -> String {
    let given = size(lang, node_memory(scenario), unit);
    let words = match scenario.host.ram_gib {
        Some(_) => t!("Host memory of a node: {0} of {1}.", "每节点主机内存：{0} / {1}。"),
        None => t!("Host memory of a node: {0} of {1}, assumed.", "每节点主机内存：{0} / {1}（假设值）。"),
    };
    lang.fill(words, &[&size_number(lang, needed, unit), &given])
}

/// What a run misses: the deadline at the slow end of its time, the budget. Nothing where it meets both.
pub fn missed(lang: Lang, scenario: &Scenario, high_hours: f64, cost: Option<f64>, gpu_hours: f64) -> String {
    let mut words = String::new();
    let mut add = |said: String| {
        if lang == Lang::En {
            words.push(' ');
        }
        words.push_str(&said);
    };
    if let Some(hours) = scenario.data.deadline.filter(|hours| high_hours > *hours) {
        let [wanted, high] = [hours, high_hours].map(|hours| duration(lang, hours * 3600.0));
        add(lang.fill(t!("Misses the deadline of {0}: up to {1}.", "赶不上截止时间 {0}：最慢 {1}。"), &[&wanted, &high]));
    }
    let spend = cost.unwrap_or(gpu_hours);
    if let Some(budget) = scenario.wishes.budget.filter(|budget| spend > *budget) {
        let amount = |amount: f64| match cost {
            Some(_) => money(lang, scenario.money.currency, amount),
            None => lang.fill(t!("{0} GPU-hours", "{0} 卡时"), &[&number(lang, amount, 0)]),
        };
        add(lang.fill(t!("Over the budget of {0}: {1}.", "超出预算 {0}：{1}。"), &[&amount(budget), &amount(spend)]));
    }
    words
}

/// A point of the front in four cells: GPUs, layout, time, cost or GPU-hours.
pub fn point(lang: Lang, choice: &Choice, space: &Space, scenario: &Scenario) -> [String; 4] {
    let [name, layout] = named(lang, &choice.candidate, space);
    let Some(timing) = choice.timing else {
        return [name, layout, String::new(), String::new()];
    };
    let spend = match timing.cost {
        Some(cost) => money(lang, scenario.money.currency, cost),
        None => lang.fill(t!("{0} GPU-hours", "{0} 卡时"), &[&figure(lang, timing.gpu_hours)]),
    };
    [name, layout, duration(lang, timing.hours * 3600.0), spend]
}

/// "1,280 of 50,478".
pub fn plan_progress(lang: Lang, decided: u64, total: u64) -> String {
    lang.fill(t!("{0} of {1}", "{0} / {1}"), &[&integer(lang, decided), &integer(lang, total)])
}

/// "Done within 24 hours", or the balance of machines, time and money; `patience`: within how many hours the choice is done.
pub fn recommended(lang: Lang, hours: Option<f64>, patience: Option<f64>) -> String {
    let [day, _] = PATIENCE;
    let balance = match patience {
        Some(most) if most <= day => t!("Fewest nodes, done within a day, at most half dearer than the cheapest", "节点最少、一天内完成，比最便宜的至多贵 50%"),
        Some(_) => t!("Fewest nodes, done within a week, at most half dearer than the cheapest", "节点最少、一周内完成，比最便宜的至多贵 50%"),
        None => t!("Fastest, at most half dearer than the cheapest", "最快，比最便宜的至多贵 50%"),
    };
    hours.map_or_else(
        || lang.of(balance).to_owned(),
        |hours| {
            let hours = number(lang, hours, usize::from(hours.fract() != 0.0));
            lang.fill(t!("Done within {0} hours", "{0} 小时内完成"), &[&hours])
        },
    )
}

/// "FSDP full on 4 × A100 SXM 80 GB: 101 of 79.2 GiB at the optimizer step".
pub fn rejected(lang: Lang, rejected: &Rejected, space: &Space, unit: SizeUnit) -> String {
    let [name, _] = named(lang, &rejected.candidate, space);
    let method = choice_label(lang, Param::Method, rejected.candidate.method.key());
    let sharding = choice_label(lang, Param::Sharding, rejected.candidate.sharding.key());
    let needed = size_number(lang, rejected.needed, unit);
    let usable = size(lang, rejected.usable, unit);
    let moment = match rejected.short {
        Short::Gpu(moment) => moment_phrase(lang, moment),
        Short::Host(_) => lang.of(t!("of host memory", "主机内存")),
    };
    lang.fill(
        t!("{0}, {1}, {2}: at least {3} of {4}, {5}", "{0}，{1}，{2}：至少 {3} / {4}，出现在{5}"),
        &[&name, method, sharding, &needed, &usable, moment],
    )
}

/// What was looked at, and where it was stopped.
pub fn plan_scope(lang: Lang, [decided, total]: [u64; 2], space: &Space) -> String {
    let scope = scope(lang, decided, space);
    if decided == total {
        return scope;
    }
    let stopped = lang.fill(t!("Stopped at {0}. ", "已停在 {0}。"), &[&plan_progress(lang, decided, total)]);
    [stopped, scope].concat()
}

fn scope(lang: Lang, decided: u64, space: &Space) -> String {
    let most = integer(lang, space.most_gpus);
    let kinds = match (lang, space.gpus.len()) {
        (Lang::En, 1) => "1 kind".to_owned(),
        (Lang::En, kinds) => kinds.to_string() + " kinds",
        (Lang::Zh, kinds) => kinds.to_string(),
    };
    lang.fill(
        t!(
            "{0} configurations of {1} of GPU, up to {2} GPUs, at this global batch: sharding, parallelism, micro-batch, checkpointing, loss and offload vary as the stack offers them, the rest is as in the form. Prices are the middle of what is listed. A node has the host memory of the form, else 128 GiB a GPU is assumed.",
            "共比较 {0} 种配置：{1} 种 GPU，最多 {2} 张，全局 batch 不变；分片、并行、micro-batch、激活检查点、损失和卸载按框架支持的范围变化，其余按表单。价格取报价的中位数；主机内存按表单，未填则假设每卡 128 GiB。"
        ),
        &[&integer(lang, decided), &kinds, &most],
    )
}
