//! The charts in words: what each shows, its finding, and its figures as a table.
use super::{
    Lang, change_label, duration, integer, money_range, number, param_label, size, size_number,
    state_label, t,
};
use crate::state::{Chart, Charted, Found};
use estimator::analysis::sweep::{Axis, Cell, Curve, End, Fleet, Grid, Lever, Outcome, Point, Scale, Swing};
use estimator::memory::State;
use estimator::units::{Bytes, SizeUnit};

/// What a tab shows.
pub fn chart_label(lang: Lang, chart: Chart) -> &'static str {
    lang.of(match chart {
        Chart::Length => t!("Length", "序列长度"),
        Chart::Batch => t!("Micro-batch", "micro-batch"),
        Chart::Both => t!("Length × micro-batch", "长度 × micro-batch"),
        Chart::Rates => t!("Tokens/s", "token/s"),
        Chart::Fleet => t!("GPUs needed", "所需 GPU 数"),
        Chart::Scaling => t!("Time and cost", "时间与费用"),
        Chart::Memory => t!("What moves memory", "显存受什么影响"),
        Chart::Date => t!("What moves the date", "工期受什么影响"),
    })
}

/// The longest sample of a data set, at its place on an axis.
pub fn longest_row(lang: Lang, tokens: f64) -> String {
    let tokens = number(lang, tokens, 0);
    lang.fill(t!("longest sample {0}", "最长样本 {0}"), &[&tokens])
}

/// The line that a run has to stay below.
pub fn due(lang: Lang, hours: f64) -> String {
    let time = super::duration(lang, hours * 3600.0);
    lang.fill(t!("done within {0}", "期限 {0}"), &[&time])
}

/// What lies along each axis: across, up, and, of a second drawing, up.
pub fn chart_axes(lang: Lang, chart: Chart, unit: SizeUnit) -> [String; 3] {
    let tokens = || lang.of(t!("tokens in a sequence", "序列长度（token）")).to_owned();
    let micro = || lang.of(t!("micro-batch", "micro-batch")).to_owned();
    let gpus = || lang.of(t!("GPUs", "GPU 数")).to_owned();
    let memory = || super::memory_axis(lang, unit);
    let hours = || lang.of(t!("hours", "小时")).to_owned();
    let [across, up, second] = match chart {
        Chart::Length => [tokens(), memory(), String::new()],
        Chart::Batch => [micro(), memory(), String::new()],
        Chart::Both | Chart::Rates => [tokens(), micro(), String::new()],
        Chart::Fleet => [tokens(), gpus(), String::new()],
        Chart::Scaling => [gpus(), hours(), lang.of(t!("cost", "费用")).to_owned()],
        Chart::Memory => [memory(), String::new(), String::new()],
        Chart::Date => [hours(), String::new(), String::new()],
    };
    [across, up, second]
}

/// A length as the field writes it: 8k where it is a multiple of 1,024.
pub fn length(lang: Lang, tokens: u64) -> String {
    if tokens >= 1024 && tokens.is_multiple_of(1024) {
        return integer(lang, tokens / 1024) + "k";
    }
    integer(lang, tokens)
}

/// What a chart says, in one sentence.
pub fn finding(lang: Lang, found: &Found, unit: SizeUnit) -> String {
    match &found.charted {
        Charted::Curve(curve) => edge(lang, found, curve),
        Charted::Grid(grid) => cells(lang, grid),
        Charted::Fleets(fleets) => machines(lang, fleets),
        Charted::Scales(scales) => scaling(lang, scales, found.scenario.cluster.gpus()),
        Charted::Swings(present, swings) => strongest(lang, found.chart, *present, swings, unit),
    }
}

fn edge(lang: Lang, found: &Found, curve: &Curve) -> String {
    let batch = &found.scenario.batch;
    match (curve.axis, curve.shown()) {
        (Axis::Sequence, Some(most)) => lang.fill(
            t!("Fits up to {0} tokens at micro-batch {1}.", "micro-batch 为 {1} 时，最长放得下 {0} token。"),
            &[&integer(lang, most), &integer(lang, batch.micro)],
        ),
        (Axis::Sequence, None) => lang.fill(
            t!("No length is sure to fit at micro-batch {0}.", "micro-batch 为 {0} 时，任何长度都不能确定放得下。"),
            &[&integer(lang, batch.micro)],
        ),
        (Axis::MicroBatch, Some(most)) => lang.fill(
            t!("Fits up to micro-batch {0} at {1} tokens.", "长度为 {1} token 时，micro-batch 最大为 {0}。"),
            &[&integer(lang, most), &integer(lang, batch.sequence)],
        ),
        (Axis::MicroBatch, None) => lang.fill(
            t!("Not even micro-batch 1 is sure to fit at {0} tokens.", "长度为 {0} token 时，micro-batch 为 1 也不能确定放得下。"),
            &[&integer(lang, batch.sequence)],
        ),
    }
}

fn fits(cell: &Cell) -> bool {
    cell.figures.is_some_and(|figures| figures.verdict.state == State::Fits)
}

fn cells(lang: Lang, grid: &Grid) -> String {
    let fitting = grid.cells.iter().filter(|cell| fits(cell)).count();
    let all = grid.cells.len();
    let rate = |cell: &Cell| cell.rate.unwrap_or(0.0);
    let best = grid.cells.iter().filter(|cell| fits(cell)).fold(None::<&Cell>, |best, cell| match best {
        Some(known) if rate(known) >= rate(cell) => Some(known),
        _ => Some(cell),
    });
    let counted = lang.fill(t!("{0} of {1} combinations fit.", "{1} 种组合中 {0} 种放得下。"), &[&fitting.to_string(), &all.to_string()]);
    let Some(best) = best.filter(|best| rate(best) > 0.0) else {
        return counted;
    };
    counted + &lang.fill(
        t!(" The fastest of them: {0} tokens × {1}, {2} tokens/s on each GPU.", "其中最快的是 {0} token × {1}，每张 GPU {2} token/s。"),
        &[&integer(lang, best.sequence), &integer(lang, best.micro), &number(lang, rate(best), 0)],
    )
}

fn machines(lang: Lang, fleets: &[Fleet]) -> String {
    // The last length of each number of GPUs.
    let mut steps: Vec<(u64, u64)> = Vec::new();
    for fleet in fleets {
        if let Some(gpus) = fleet.gpus() {
            match steps.last_mut() {
                Some((known, last)) if *known == gpus => *last = fleet.sequence,
                _ => steps.push((gpus, fleet.sequence)),
            }
        }
    }
    let parts: Vec<String> = steps
        .iter()
        .map(|(gpus, last)| {
            let words = if *gpus == 1 {
                t!("1 GPU up to {1}", "{1} 以内 1 张")
            } else {
                t!("{0} GPUs up to {1}", "{1} 以内 {0} 张")
            };
            lang.fill(words, &[&integer(lang, *gpus), &length(lang, *last)])
        })
        .collect();
    if parts.is_empty() {
        return lang.of(t!("No number of GPUs is sure to hold any of these lengths.", "这些长度加多少 GPU 都不能确定放得下。")).to_owned();
    }
    let all = parts.join(lang.of(t!(", ", "，"))) + lang.of(t!(".", "。"));
    let beyond = fleets.iter().any(|fleet| fleet.machines.is_none());
    let none = t!(" Longer, no number of GPUs is sure to hold it.", "更长时，加多少 GPU 都不能确定放得下。");
    all + if beyond { lang.of(none) } else { "" }
}

fn scaling(lang: Lang, scales: &[Scale], gpus_now: u64) -> String {
    let mut fitting = scales.iter().filter(|scale| scale.state == State::Fits);
    let Some(first) = fitting.next() else {
        return lang.of(t!("It is sure to fit on none of these numbers of GPUs.", "这些 GPU 数都不能确定放得下。")).to_owned();
    };
    let hours = |scale: &Scale| duration(lang, scale.hours.typical * 3600.0);
    let last = fitting.next_back().unwrap_or(first);
    let gpus = [first, last].map(|scale| integer(lang, scale.gpus()));
    if gpus[0] == gpus[1] {
        return lang.fill(t!("On {0} GPUs: {1}.", "{0} 张 GPU：{1}。"), &[&gpus[0], &hours(first)]);
    }
    let left = number(lang, last.efficiency / first.efficiency * 100.0, 0);
    let found = lang.fill(
        t!(
            "From {0} to {1} GPUs: {2} become {3}; each GPU does {4}% of the work it did.",
            "GPU 从 {0} 张加到 {1} 张：用时由{2}降到{3}，每张 GPU 的效率为原来的 {4}%。"
        ),
        &[&gpus[0], &gpus[1], &hours(first), &hours(last), &left],
    );
    let own = scales.iter().find(|scale| scale.gpus() == gpus_now);
    let grown = own.and_then(|own| scales.iter().find(|scale| scale.sequences > own.sequences));
    let batch = grown.map_or_else(String::new, |grown| {
        lang.fill(
            t!(" From {0} GPUs on a step has more sequences than now.", "从 {0} 张起，每步的序列数多于现在。"),
            &[&integer(lang, grown.gpus())],
        )
    });
    found + &batch
}

/// The name of a lever.
pub fn lever_label(lang: Lang, lever: Lever) -> &'static str {
    match lever {
        Lever::Input(param) => param_label(lang, param),
        Lever::Choice(change) => change_label(lang, change),
        Lever::Efficiency => lang.of(t!("Speed of the GPUs (90% interval)", "GPU 实际速度（90% 区间）")),
    }
}

/// A figure of levers: the peak, or how long.
pub fn outcome(lang: Lang, chart: Chart, outcome: &Outcome, unit: SizeUnit) -> String {
    match outcome.hours.filter(|_| chart == Chart::Date) {
        Some(hours) => duration(lang, hours * 3600.0),
        None => size(lang, Bytes::gib(outcome.gib), unit),
    }
}

/// What stands at an end: the figure, and for numbers whether halved or doubled.
pub fn end_words(lang: Lang, chart: Chart, lever: Lever, end: &End, high: bool, unit: SizeUnit) -> String {
    let figure = outcome(lang, chart, &end.outcome, unit);
    match lever {
        Lever::Input(_) => [if high { "×2: " } else { "÷2: " }, &figure].concat(),
        Lever::Choice(_) | Lever::Efficiency => figure,
    }
}

fn strongest(lang: Lang, chart: Chart, present: Outcome, swings: &[Swing], unit: SizeUnit) -> String {
    let Some(first) = swings.first() else {
        return String::new();
    };
    let measure = |outcome: &Outcome| {
        if chart == Chart::Date { outcome.hours.unwrap_or(0.0) } else { outcome.gib }
    };
    let from = measure(&present);
    let ends = first.low.iter().chain(&first.high);
    let far = ends.fold(None::<&End>, |far, end| {
        let reach = |end: &End| (measure(&end.outcome) - from).abs();
        match far {
            Some(known) if reach(known) >= reach(end) => Some(known),
            _ => Some(end),
        }
    });
    let Some(far) = far else {
        return String::new();
    };
    lang.fill(
        t!("{0} moves it most: from {1} to {2}.", "影响最大的是{0}：由 {1} 变为 {2}。"),
        &[
            lever_label(lang, first.lever),
            &outcome(lang, chart, &present, unit),
            &outcome(lang, chart, &far.outcome, unit),
        ],
    )
}

/// The heads of a chart's table.
pub fn chart_head(lang: Lang, chart: Chart) -> Vec<&'static str> {
    let tokens = t!("Tokens", "token 数");
    let micro = t!("Micro-batch", "micro-batch");
    let needed = t!("Needed", "需要");
    let interval = t!("90% interval", "90% 区间");
    let verdict = t!("Verdict", "结论");
    let gpus = t!("GPUs", "GPU 数");
    let rate = t!("Tokens/s on each GPU", "每张 GPU token/s");
    let heads: Vec<super::Pair> = match chart {
        Chart::Length => vec![tokens, needed, interval, verdict],
        Chart::Batch => vec![micro, needed, interval, verdict],
        Chart::Both | Chart::Rates => vec![tokens, micro, needed, verdict, rate],
        Chart::Fleet => vec![tokens, gpus, t!("Nodes", "节点数")],
        Chart::Scaling => vec![
            gpus,
            t!("Sequences a step", "每步序列数"),
            t!("Time", "用时"),
            t!("Efficiency", "效率"),
            t!("Cost", "费用"),
            verdict,
        ],
        Chart::Memory | Chart::Date => vec![
            t!("Input", "输入项"),
            t!("÷2, or changed", "减半，或更改后"),
            t!("×2", "加倍"),
        ],
    };
    heads.into_iter().map(|head| lang.of(head)).collect()
}

/// The figures of a chart, row by row.
pub fn chart_rows(lang: Lang, found: &Found, unit: SizeUnit) -> Vec<Vec<String>> {
    match &found.charted {
        Charted::Curve(curve) => curve.points.iter().map(|point| point_row(lang, point, unit)).collect(),
        Charted::Grid(grid) => grid.cells.iter().map(|cell| cell_row(lang, cell, unit)).collect(),
        Charted::Fleets(fleets) => fleets.iter().map(|fleet| fleet_row(lang, fleet)).collect(),
        Charted::Scales(scales) => scales.iter().map(|scale| scale_row(lang, found, scale)).collect(),
        Charted::Swings(_, swings) => {
            let end = |end: &Option<End>| end.as_ref().map_or_else(none, |end| outcome(lang, found.chart, &end.outcome, unit));
            let row = |swing: &Swing| {
                vec![lever_label(lang, swing.lever).to_owned(), end(&swing.low), end(&swing.high)]
            };
            swings.iter().map(row).collect()
        }
    }
}

fn none() -> String {
    "–".to_owned()
}

fn point_row(lang: Lang, point: &Point, unit: SizeUnit) -> Vec<String> {
    let at = integer(lang, point.at);
    let Some(figures) = &point.figures else {
        return vec![at, none(), none(), lang.of(t!("not allowed", "不允许")).to_owned()];
    };
    let [low, high] = [figures.interval.low, figures.interval.high].map(|bytes| size_number(lang, bytes, unit));
    vec![
        at,
        size(lang, figures.peak.needed, unit),
        lang.fill(t!("{0} to {1}", "{0}～{1}"), &[&low, &high]),
        state_label(lang, figures.verdict.state).to_owned(),
    ]
}

fn cell_row(lang: Lang, cell: &Cell, unit: SizeUnit) -> Vec<String> {
    let figures = cell.figures.as_ref();
    vec![
        integer(lang, cell.sequence),
        integer(lang, cell.micro),
        figures.map_or_else(none, |figures| size(lang, figures.peak.needed, unit)),
        figures.map_or_else(none, |figures| state_label(lang, figures.verdict.state).to_owned()),
        cell.rate.map_or_else(none, |rate| number(lang, rate, 0)),
    ]
}

fn fleet_row(lang: Lang, fleet: &Fleet) -> Vec<String> {
    vec![
        integer(lang, fleet.sequence),
        fleet.gpus().map_or_else(none, |gpus| integer(lang, gpus)),
        fleet.machines.map_or_else(none, |(_, nodes)| integer(lang, nodes)),
    ]
}

fn scale_row(lang: Lang, found: &Found, scale: &Scale) -> Vec<String> {
    let currency = found.scenario.money.currency;
    vec![
        integer(lang, scale.gpus()),
        integer(lang, scale.sequences),
        duration(lang, scale.hours.typical * 3600.0),
        number(lang, scale.efficiency * 100.0, 0) + "%",
        scale.cost.map_or_else(none, |cost| money_range(lang, currency, &cost)),
        state_label(lang, scale.state).to_owned(),
    ]
}
