//! The table of a comparison: inputs and figures of scenarios, each beside the first.
use super::columns::{differs, is_chosen, value};
use super::{
    Lang, Pair, duration, family_label, figure, integer, moment_label, money, number, param_label,
    state_label, t, term_label, with_unit,
};
use crate::figures;
use crate::state::{Column, KINDS};
use estimator::analysis::solve::Criterion;
use estimator::memory::{Family, State, TermId};
use estimator::scenario::{Currency, PARAMS, Param};
use estimator::units::{Bytes, SizeUnit};

/// What one scenario has in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The figure.
    pub text: String,
    /// What it is more or less than in the first column; empty there.
    pub apart: String,
    /// Of inputs: whether it is not that of the first column; of lines: whether it is the largest.
    pub marked: bool,
    /// What a bar shows of it, in thousandths of a scale that the row shares.
    pub share: Option<u64>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// Its colour in the drawing.
    pub family: Option<Family>,
    /// A cell a column.
    pub cells: Vec<Cell>,
    /// Whether the figures are in the unit of sizes.
    pub sized: bool,
}

/// Rows under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The heading.
    pub title: String,
    /// The unit of sizes in it.
    pub unit: &'static str,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A figure that can be subtracted from another.
#[derive(Clone, Copy)]
enum Amount {
    /// In the unit of sizes.
    Size(f64),
    Seconds(f64),
    Money(Currency, f64),
    Count(f64),
    Hours(f64),
    Percent(f64),
}

impl Amount {
    const fn value(self) -> f64 {
        match self {
            Self::Size(value)
            | Self::Seconds(value)
            | Self::Money(_, value)
            | Self::Count(value)
            | Self::Hours(value)
            | Self::Percent(value) => value,
        }
    }

    fn words(self, lang: Lang, value: f64) -> String {
        match self {
            Self::Size(_) => number(lang, value, 2),
            Self::Seconds(_) => duration(lang, value),
            Self::Money(currency, _) => money(lang, currency, value),
            Self::Count(_) => number(lang, value, 0),
            Self::Hours(_) => figure(lang, value),
            Self::Percent(_) => number(lang, value, 0) + "%",
        }
    }

    /// "−8.78", "+2 h 10 min", "same"; empty where two cannot be compared.
    fn apart(self, lang: Lang, first: Self) -> String {
        if let (Self::Money(own, _), Self::Money(other, _)) = (self, first)
            && own != other
        {
            return String::new();
        }
        let more = self.value() - first.value();
        let words = self.words(lang, more.abs());
        if !words.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
            return lang.of(t!("same", "相同")).to_owned();
        }
        let signed = [if more < 0.0 { "−" } else { "+" }, &words].concat();
        match self {
            Self::Percent(_) => signed.replace('%', lang.of(t!(" points", " 个百分点"))),
            _ => signed,
        }
    }
}

/// A figure of a column, if it has it.
type Measure = fn(&Column, SizeUnit) -> Option<Amount>;

fn size(bytes: Bytes, unit: SizeUnit) -> Amount {
    // As printed, so that what is printed adds up.
    Amount::Size((bytes.as_unit(unit) * 100.0).round() / 100.0)
}

const ON_HOST: [(Pair, Measure); 2] = [
    (t!("Host memory of a node", "单节点主机内存"), |column, unit| {
        Some(size(column.answer.as_ref()?.host.peak, unit))
    }),
    (t!("One checkpoint on disk", "单个检查点占用磁盘"), |column, unit| {
        Some(size(column.answer.as_ref()?.disk.per_checkpoint, unit))
    }),
];

const IN_TIME: [(Pair, Measure); 6] = [
    (t!("One step", "每步用时"), |column, _| {
        Some(Amount::Seconds(column.runs()?.run.as_ref().ok()?.time.pace.step))
    }),
    (t!("Tokens/s on each GPU", "每张 GPU token/s"), |column, _| {
        Some(Amount::Count(column.runs()?.run.as_ref().ok()?.time.pace.tokens_per_gpu))
    }),
    (t!("MFU", "MFU"), |column, _| {
        Some(Amount::Percent(column.runs()?.run.as_ref().ok()?.time.mfu() * 100.0))
    }),
    (t!("Whole run", "总用时"), |column, _| {
        Some(Amount::Seconds(column.runs()?.run.as_ref().ok()?.seconds))
    }),
    (t!("GPU-hours", "卡时"), |column, _| {
        Some(Amount::Hours(column.runs()?.run.as_ref().ok()?.gpu_hours()))
    }),
    (t!("Rent", "租金"), |column, _| {
        let cost = column.runs()?.cost.as_ref()?;
        Some(Amount::Money(cost.currency, cost.rent.as_ref()?.total.typical))
    }),
];

/// A row of figures, each against the first.
fn measured(lang: Lang, name: &str, amounts: &[Option<Amount>]) -> Row {
    let first = amounts.first().copied().flatten();
    let cell = |(at, amount): (usize, &Option<Amount>)| {
        let Some(amount) = *amount else {
            return Cell { text: "–".to_owned(), ..Cell::default() };
        };
        let beside = first.filter(|_| at > 0);
        Cell {
            text: amount.words(lang, amount.value()),
            apart: beside.map_or_else(String::new, |first| amount.apart(lang, first)),
            ..Cell::default()
        }
    };
    Row {
        name: name.to_owned(),
        family: None,
        sized: matches!(amounts.iter().flatten().next(), Some(Amount::Size(_))),
        cells: amounts.iter().enumerate().map(cell).collect(),
    }
}

fn worded(name: &str, columns: &[Column], words: impl Fn(&Column) -> Option<String>) -> Row {
    let cell = |column| Cell {
        text: words(column).unwrap_or_else(|| "–".to_owned()),
        ..Cell::default()
    };
    Row {
        name: name.to_owned(),
        family: None,
        sized: false,
        cells: columns.iter().map(cell).collect(),
    }
}

/// The name of a kind of lines, and its colour.
pub fn kind_label(lang: Lang, kind: usize) -> (&'static str, Family) {
    match kind {
        1 => (term_label(lang, TermId::Adapters), Family::Training),
        2 => (term_label(lang, TermId::Gradients), Family::Training),
        3 => (lang.of(t!("Optimizer state", "优化器状态")), Family::Training),
        _ => {
            let family = Family::ALL.get(kind.saturating_sub(2)).copied().unwrap_or(Family::Weights);
            (family_label(lang, family), family)
        }
    }
}

/// Lines of the worst moment by kind, as printed: they add up to what is printed as the peak.
fn kinds(column: &Column, unit: SizeUnit) -> Option<Vec<u64>> {
    let sizes: Option<Vec<f64>> = (0..KINDS).map(|kind| Some(column.of_kind(kind)?.as_unit(unit))).collect();
    Some(figures::hundredths(&sizes?))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of one")]
fn thousandths(share: f64) -> u64 {
    (share.clamp(0.0, 1.0) * 1000.0).round() as u64
}

fn hundredths(count: u64) -> Amount {
    Amount::Size(estimator::num::float(count) / 100.0)
}

/// Memory: the verdict, the peak against the card, and the lines of the peak.
fn memory(lang: Lang, columns: &[Column], unit: SizeUnit) -> Group {
    let lines: Vec<Option<Vec<u64>>> = columns.iter().map(|column| kinds(column, unit)).collect();
    let peaks: Vec<Option<Amount>> = lines
        .iter()
        .map(|lines| Some(hundredths(lines.as_ref()?.iter().sum())))
        .collect();
    let usable: Vec<Option<Amount>> = columns
        .iter()
        .map(|column| Some(size(column.answer.as_ref()?.report.verdict.usable, unit)))
        .collect();
    let mut rows = vec![
        worded(lang.of(t!("Verdict", "结论")), columns, |column| {
            let state = column.answer.as_ref()?.report.verdict.state;
            Some(state_label(lang, state).to_owned())
        }),
        measured(lang, lang.of(t!("Needed at the peak", "峰值需要")), &peaks),
        measured(lang, lang.of(t!("Usable on the card", "单卡可用")), &usable),
        worded(lang.of(t!("Peak at", "峰值出现在")), columns, |column| {
            let worst = column.answer.as_ref()?.report.worst;
            Some(moment_label(lang, worst).to_owned())
        }),
    ];
    // Peaks and cards on one scale.
    let scale = peaks.iter().chain(&usable).flatten().fold(0.01, |most, amount| estimator::num::larger(most, amount.value()));
    for (row, amounts) in rows.iter_mut().skip(1).zip([&peaks, &usable]) {
        for (cell, amount) in row.cells.iter_mut().zip(amounts) {
            cell.share = amount.map(|amount| thousandths(amount.value() / scale));
        }
    }
    for kind in 0..KINDS {
        let own: Vec<Option<u64>> = lines.iter().map(|lines| lines.as_ref()?.get(kind).copied()).collect();
        if own.iter().flatten().all(|size| *size == 0) {
            continue;
        }
        let (name, family) = kind_label(lang, kind);
        let amounts: Vec<Option<Amount>> = own.iter().map(|size| size.map(hundredths)).collect();
        let mut row = measured(lang, name, &amounts);
        row.family = Some(family);
        for ((cell, size), lines) in row.cells.iter_mut().zip(&own).zip(&lines) {
            let most = lines.iter().flatten().max();
            cell.marked = size.is_some() && size.as_ref() == most;
        }
        rows.push(row);
    }
    let title = lang.of(t!("Memory of each GPU", "每张 GPU 的显存"));
    Group {
        title: with_unit(lang, title, unit.symbol()),
        unit: unit.symbol(),
        rows,
    }
}

/// The answers of every column.
pub fn compared(lang: Lang, columns: &[Column], unit: SizeUnit) -> Vec<Group> {
    let rows = |table: &[(Pair, Measure)]| -> Vec<Row> {
        let row = |(name, of): &(Pair, Measure)| {
            let amounts: Vec<Option<Amount>> = columns.iter().map(|column| of(column, unit)).collect();
            measured(lang, lang.of(*name), &amounts)
        };
        table.iter().map(row).collect()
    };
    let longest: Vec<Option<Amount>> = columns
        .iter()
        .map(|column| {
            let line = column.longest.as_ref().filter(|line| line.value > 0)?;
            Some(Amount::Count(estimator::num::float(line.value)))
        })
        .collect();
    let mut longest = measured(lang, lang.of(t!("Longest sequence, tokens", "最长序列（token）")), &longest);
    for (cell, column) in longest.cells.iter_mut().zip(columns) {
        let risk = column.longest.as_ref().and_then(|line| line.solution.as_ref());
        if risk.is_some_and(|found| found.criterion == Criterion::Peak) && cell.text != "–" {
            cell.text.push_str(lang.of(t!(" (borderline)", "（临界）")));
        }
    }
    let mut time = rows(&IN_TIME);
    time.push(longest);
    let host = lang.of(t!("Host memory and disk", "内存与磁盘"));
    vec![
        memory(lang, columns, unit),
        Group {
            title: lang.of(t!("Time and cost", "时间与费用")).to_owned(),
            unit: unit.symbol(),
            rows: time,
        },
        Group {
            title: with_unit(lang, host, unit.symbol()),
            unit: unit.symbol(),
            rows: rows(&ON_HOST),
        },
    ]
}

/// Inputs that are not the same in all columns: those that somebody chose, or those that follow by default.
pub fn inputs(lang: Lang, columns: &[Column], chosen: bool) -> Vec<Row> {
    let apart = |param: &Param| {
        differs(columns, *param) && is_chosen(columns, *param) == chosen
    };
    let row = |param: Param| {
        let text = |column: &Column| {
            let field = column.checked.field(param).filter(|field| field.applies);
            field.map_or_else(|| "–".to_owned(), |field| value(lang, field))
        };
        let first = columns.first().map(text);
        let cell = |column| {
            let text = text(column);
            Cell {
                marked: first.as_ref() != Some(&text),
                text,
                ..Cell::default()
            }
        };
        Row {
            name: param_label(lang, param).to_owned(),
            family: None,
            sized: false,
            cells: columns.iter().map(cell).collect(),
        }
    };
    PARAMS.iter().map(|info| info.param).filter(apart).map(row).collect()
}

/// Inputs that are the same in all columns: "Rank: 16".
pub fn shared(lang: Lang, columns: &[Column]) -> Vec<String> {
    let Some(first) = columns.first() else {
        return Vec::new();
    };
    let same = first.checked.fields.iter().filter(|field| field.applies && !differs(columns, field.param));
    same.map(|field| super::input_words(lang, field)).collect()
}

/// Which fit, and which needs least, is fastest and cheapest.
pub fn compare_headline(lang: Lang, columns: &[Column], names: &[String], unit: SizeUnit) -> [String; 2] {
    let states = columns.iter().filter_map(|column| Some(column.answer.as_ref()?.report.verdict.state));
    let sure = states.filter(|state| *state == State::Fits).count();
    let [sure, all] = [sure, columns.len()].map(|count| count.to_string());
    let head = lang.fill(t!("{0} of {1} sure to fit.", "{1} 个方案中 {0} 个确定放得下。"), &[&sure, &all]);
    let least: Measure = |column, _| Some(Amount::Size(column.answer.as_ref()?.report.peak.needed.get()));
    let [.., fastest, _, cheapest] = IN_TIME.map(|(_, measure)| measure);
    let best = |pair: Pair, measure: Measure| -> Option<String> {
        let mut found: Option<(usize, Amount)> = None;
        for (at, column) in columns.iter().enumerate() {
            if let Some(amount) = measure(column, unit)
                && found.is_none_or(|(_, least)| amount.value() < least.value())
            {
                found = Some((at, amount));
            }
        }
        let (at, amount) = found?;
        let words = match amount {
            Amount::Size(bytes) => super::size(lang, Bytes::new(bytes), unit),
            other => other.words(lang, other.value()),
        };
        Some(lang.fill(pair, &[names.get(at)?, &words]))
    };
    let one_currency = !differs(columns, Param::Currency);
    let said: Vec<String> = [
        best(t!("Least memory: {0}, {1}.", "显存最省：{0}，{1}。"), least),
        best(t!("Fastest: {0}, {1}.", "最快：{0}，{1}。"), fastest),
        best(t!("Cheapest: {0}, {1}.", "租金最低：{0}，{1}。"), cheapest).filter(|_| one_currency),
    ]
    .into_iter()
    .flatten()
    .collect();
    [head, super::verdict::join(lang, &said)]
}

/// What makes a kind of lines larger or smaller than in the first column, where that can be said.
fn because(lang: Lang, kind: usize, first: &Column, other: &Column) -> Option<String> {
    let [a, b] = [first, other].map(|column| column.checked.scenario.as_ref().ok());
    let (a, b) = (a?, b?);
    let trains = |full: bool| {
        if full {
            t!("all weights are trained", "训练全部权重")
        } else {
            t!("only adapters are trained", "只训练适配器")
        }
    };
    let states = kind < 5;
    let said = |pair: Pair, words: &[&str]| Some(lang.fill(pair, words));
    if kind == 0 && a.quant != b.quant {
        return match b.quant {
            Some(quant) => {
                let format = lang.of(super::choices::quant(quant));
                let short = format.split([',', '，']).next().unwrap_or_default();
                said(t!("the base is in {0}", "基座为 {0}"), &[short])
            }
            None => said(t!("the base is not quantised", "基座未量化"), &[]),
        };
    }
    if states && a.model.total() != b.model.total() {
        let [now, then] = [b, a].map(|scenario| {
            let billions = estimator::num::float(scenario.model.total()) / 1e9;
            number(lang, billions, 1)
        });
        return said(t!("{0} instead of {1} billion parameters", "参数 {0}B，而非 {1}B"), &[&now, &then]);
    }
    let full = |method| method == estimator::scenario::Method::Full;
    if (1..4).contains(&kind) && full(a.method) != full(b.method) {
        return said(trains(full(b.method)), &[]);
    }
    if states && a.sharding != b.sharding {
        let [now, then] = [b, a].map(|scenario| lang.of(super::choices::sharding(scenario.sharding)));
        return said(t!("{0} instead of {1}", "{0}，而非 {1}"), &[now, then]);
    }
    if states && a.cluster.gpus() != b.cluster.gpus() {
        let [now, then] = [b, a].map(|scenario| integer(lang, scenario.cluster.gpus()));
        return said(t!("{0} GPUs instead of {1}", "{0} 张 GPU，而非 {1} 张"), &[&now, &then]);
    }
    let tokens = |scenario: &estimator::scenario::Scenario| scenario.batch.micro * scenario.batch.sequence;
    if !states && tokens(a) != tokens(b) {
        let [now, then] = [b, a].map(|scenario| integer(lang, tokens(scenario)));
        return said(t!("{0} instead of {1} tokens at once", "单次 {0} token，而非 {1}"), &[&now, &then]);
    }
    None
}

/// How a column differs from the first, in a sentence or two.
pub fn compare_finding(lang: Lang, [first, other]: [&Column; 2], [before, name]: [&str; 2], unit: SizeUnit) -> Option<String> {
    let (a, b) = (first.answer.as_ref()?, other.answer.as_ref()?);
    let bytes = |gib: f64| super::size(lang, Bytes::gib(gib.abs()), unit);
    let more = b.report.peak.needed.as_gib() - a.report.peak.needed.as_gib();
    let grown = |kind| Some(other.of_kind(kind)?.as_gib() - first.of_kind(kind)?.as_gib());
    // The kind that moved furthest in the direction of the whole.
    let (mut kind, mut far) = (0, 0.0);
    for (at, by) in (0..KINDS).filter_map(|at| Some((at, grown(at)?))) {
        if by * more.signum() > far * more.signum() {
            (kind, far) = (at, by);
        }
    }
    let mut words = if more.abs() < 0.05 {
        lang.fill(t!("{0} needs as much memory as {1}.", "{0} 与 {1} 所需显存相同。"), &[name, before])
    } else {
        let sign = if far < 0.0 { "−" } else { "+" };
        let label = super::verdict::in_sentence(lang, kind_label(lang, kind).0);
        let mut why = [label.trim_start(), " ", sign, &bytes(far)].concat();
        if let Some(because) = because(lang, kind, first, other) {
            why = lang.fill(t!("{0}, as {1}", "{0}，因为{1}"), &[&why, &because]);
        }
        let pair = if more < 0.0 {
            t!("{0} needs {1} less than {2}: {3}.", "{0} 比 {2} 少用 {1}：{3}。")
        } else {
            t!("{0} needs {1} more than {2}: {3}.", "{0} 比 {2} 多用 {1}：{3}。")
        };
        lang.fill(pair, &[name, &bytes(more), before, &why])
    };
    let seconds = |column: &Column| Some(column.runs()?.run.as_ref().ok()?.seconds);
    if let (Some(now), Some(then)) = (seconds(other), seconds(first))
        && (now / then - 1.0).abs() >= 0.005
    {
        let pair = if now > then {
            t!(" It takes {0}% longer.", "用时多 {0}%。")
        } else {
            t!(" It takes {0}% less time.", "用时少 {0}%。")
        };
        words.push_str(&lang.fill(pair, &[&number(lang, (now / then - 1.0).abs() * 100.0, 0)]));
    }
    Some(words)
}

/// "Compare 3 configurations".
pub fn compare_count(lang: Lang, count: usize) -> String {
    lang.fill(t!("Compare {0} configurations", "对比 {0} 个方案"), &[&count.to_string()])
}

/// What lies along the axis of memory.
pub fn memory_axis(lang: Lang, unit: SizeUnit) -> String {
    lang.fill(t!("{0} on each GPU", "每张 GPU，{0}"), &[unit.symbol()])
}

/// The name of a comparison that one press makes.
pub fn set_label(lang: Lang, set: crate::state::Set) -> &'static str {
    use crate::state::Set;
    lang.of(match set {
        Set::Methods => t!("Full, LoRA, QLoRA", "全量、LoRA、QLoRA"),
        Set::Models => t!("Another model size", "换模型规模（7B / 70B）"),
        Set::Gpus => t!("Other GPUs", "换 GPU"),
        Set::Shards => t!("ZeRO-2, ZeRO-3", "ZeRO-2、ZeRO-3"),
    })
}
