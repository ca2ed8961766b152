//! The table of a comparison: inputs and figures of scenarios, each beside the first.
use super::columns::{differs, is_chosen};
use super::values::value;
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

/// What a row says of a column, by its place.
type OfColumn<'a> = &'a dyn Fn(usize, &Column) -> Option<Amount>;

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

    /// "−8.78", "+2 h 10 min", "="; empty where two cannot be compared.
    fn apart(self, lang: Lang, first: Self) -> String {
        if let (Self::Money(own, _), Self::Money(other, _)) = (self, first)
            && own != other
        {
            return String::new();
        }
        let more = self.value() - first.value();
        let words = self.words(lang, more.abs());
        if !words.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
            return SAME.to_owned();
        }
        let signed = [if more < 0.0 { "−" } else { "+" }, &words].concat();
        match self {
            Self::Percent(_) => signed.replace('%', lang.of(t!(" points", " 个百分点"))),
            _ => signed,
        }
    }
}

/// Stands beside a figure that is that of the first column.
pub const SAME: &str = "=";

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

/// What every row needs to know.
struct Table<'a> {
    lang: Lang,
    unit: SizeUnit,
    columns: &'a [Column],
}

impl Table<'_> {
    /// A row of figures, each against the first. `of`: that of a column by its place.
    fn measured(&self, name: &str, of: OfColumn<'_>) -> Row {
        let mut row = self.worded(name, &|_, _| None);
        let mut first = None;
        for (at, (cell, column)) in row.cells.iter_mut().zip(self.columns).enumerate() {
            let Some(amount) = of(at, column) else {
                continue;
            };
            cell.text = amount.words(self.lang, amount.value());
            row.sized = matches!(amount, Amount::Size(_));
            match first {
                Some(first) => cell.apart = amount.apart(self.lang, first),
                None if at == 0 => first = Some(amount),
                None => {}
            }
        }
        row
    }

    /// A row of words.
    fn worded(&self, name: &str, words: &dyn Fn(usize, &Column) -> Option<String>) -> Row {
        let mut cells = Vec::with_capacity(self.columns.len());
        for (at, column) in self.columns.iter().enumerate() {
            cells.push(Cell {
                text: words(at, column).unwrap_or_else(|| "–".to_owned()),
                ..Cell::default()
            });
        }
        Row {
            name: name.to_owned(),
            family: None,
            sized: false,
            cells,
        }
    }

    fn rows(&self, table: &[(Pair, Measure)]) -> Vec<Row> {
        let mut rows = Vec::with_capacity(table.len());
        for (name, of) in table {
            rows.push(self.measured(self.lang.of(*name), &|_, column| of(column, self.unit)));
        }
        rows
    }

    /// Memory: the verdict, the peak against the card, and the lines of the peak.
    fn memory(&self) -> Vec<Row> {
        let lang = self.lang;
        let mut lines: Vec<Vec<u64>> = Vec::new();
        for column in self.columns {
            lines.push(kinds(column, self.unit));
        }
        let peak = |at: usize, _: &Column| {
            let lines = lines.get(at).filter(|lines| !lines.is_empty())?;
            Some(hundredths(lines.iter().sum()))
        };
        let usable = |_: usize, column: &Column| Some(size(column.answer.as_ref()?.report.verdict.usable, self.unit));
        let mut rows = vec![
            self.worded(lang.of(t!("Verdict", "结论")), &|_, column| {
                let state = column.answer.as_ref()?.report.verdict.state;
                Some(state_label(lang, state).to_owned())
            }),
            self.measured(lang.of(t!("Needed at the peak", "峰值需要")), &peak),
            self.measured(lang.of(t!("Usable on the card", "单卡可用")), &usable),
            self.worded(lang.of(t!("Peak at", "峰值出现在")), &|_, column| {
                let worst = column.answer.as_ref()?.report.worst;
                Some(moment_label(lang, worst).to_owned())
            }),
        ];
        // Peaks and cards on one scale.
        let mut scale = 0.01;
        let both: [OfColumn<'_>; 2] = [&peak, &usable];
        let value = |of: usize, at: usize, column| both[of](at, column).map_or(0.0, Amount::value);
        for (at, column) in self.columns.iter().enumerate() {
            for of in 0..2 {
                scale = estimator::num::larger(scale, value(of, at, column));
            }
        }
        for (at, column) in self.columns.iter().enumerate().filter(|(_, column)| column.answer.is_some()) {
            for of in 0..2 {
                rows[of + 1].cells[at].share = Some(thousandths(value(of, at, column) / scale));
            }
        }
        for kind in 0..KINDS {
            let own = |at: usize| lines.get(at).and_then(|lines| lines.get(kind)).copied();
            if (0..lines.len()).all(|at| own(at).unwrap_or(0) == 0) {
                continue;
            }
            let (name, family) = kind_label(lang, kind);
            let mut row = self.measured(name, &|at, _| own(at).map(hundredths));
            row.family = Some(family);
            for (at, cell) in row.cells.iter_mut().enumerate() {
                // Of two of one size the first.
                let most = lines[at].iter().max();
                cell.marked = lines[at].iter().position(|size| Some(size) == most) == Some(kind);
            }
            rows.push(row);
        }
        rows
    }

    /// The longest sequence that fits, as the planner shows it.
    fn longest(&self) -> Row {
        let name = self.lang.of(t!("Longest sequence, tokens", "最长序列（token）"));
        let mut row = self.measured(name, &|_, column| {
            let line = column.longest.as_ref().filter(|line| line.value > 0)?;
            Some(Amount::Count(estimator::num::float(line.value)))
        });
        for (cell, column) in row.cells.iter_mut().zip(self.columns) {
            let risk = column.longest.as_ref().and_then(|line| line.solution.as_ref());
            if risk.is_some_and(|found| found.criterion == Criterion::Peak) && cell.text != "–" {
                cell.text.push_str(self.lang.of(t!(" (borderline)", "（临界）")));
            }
        }
        row
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

/// Lines of the worst moment by kind, as printed: they add up to what is printed as the peak. None without an answer.
fn kinds(column: &Column, unit: SizeUnit) -> Vec<u64> {
    let mut sizes = Vec::with_capacity(KINDS);
    for kind in 0..KINDS {
        match column.of_kind(kind) {
            Some(size) => sizes.push(size.as_unit(unit)),
            None => return Vec::new(),
        }
    }
    figures::hundredths(&sizes)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of one")]
fn thousandths(share: f64) -> u64 {
    (share.clamp(0.0, 1.0) * 1000.0).round() as u64
}

fn hundredths(count: u64) -> Amount {
    Amount::Size(estimator::num::float(count) / 100.0)
}

/// The answers of every column.
pub fn compared(lang: Lang, columns: &[Column], unit: SizeUnit) -> [Group; 3] {
    let table = Table { lang, unit, columns };
    let mut time = table.rows(&IN_TIME);
    time.push(table.longest());
    let symbol = unit.symbol();
    let titled = |pair: Pair, sized: bool, rows| {
        let title = lang.of(pair);
        let title = if sized { with_unit(lang, title, symbol) } else { title.to_owned() };
        Group { title, unit: symbol, rows }
    };
    [
        titled(t!("Memory of each GPU", "每张 GPU 的显存"), true, table.memory()),
        titled(t!("Time and cost", "时间与费用"), false, time),
        titled(t!("Host memory and disk", "内存与磁盘"), true, table.rows(&ON_HOST)),
    ]
}

/// Inputs that are not the same in all columns: those that somebody chose, or those that follow by default.
pub fn inputs(lang: Lang, columns: &[Column], chosen: bool) -> Vec<Row> {
    let table = Table { lang, unit: SizeUnit::Gib, columns };
    let mut rows = Vec::new();
    for info in PARAMS {
        let param = info.param;
        if !differs(columns, param) || is_chosen(columns, param) != chosen {
            continue;
        }
        let mut row = table.worded(param_label(lang, param), &|_, column| {
            let field = column.checked.field(param).filter(|field| field.applies)?;
            Some(value(lang, field))
        });
        let first = row.cells.first().map(|cell| cell.text.clone()).unwrap_or_default();
        for cell in &mut row.cells {
            cell.marked = cell.text != first;
        }
        rows.push(row);
    }
    rows
}

/// Inputs that are the same in all columns: "Rank: 16".
pub fn shared(lang: Lang, columns: &[Column]) -> Vec<String> {
    let mut words = Vec::new();
    for field in columns.first().map_or(&[][..], |first| &first.checked.fields) {
        if field.applies && !differs(columns, field.param) {
            words.push(super::input_words(lang, field));
        }
    }
    words
}

/// Which fit, and which needs least, is fastest and cheapest.
pub fn compare_headline(lang: Lang, columns: &[Column], names: &[String], unit: SizeUnit) -> [String; 2] {
    let mut sure = 0_usize;
    for column in columns {
        let state = column.answer.as_ref().map(|answer| answer.report.verdict.state);
        sure += usize::from(state == Some(State::Fits));
    }
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
    let kinds = [
        (t!("Least memory: {0}, {1}.", "显存最省：{0}，{1}。"), least),
        (t!("Fastest: {0}, {1}.", "最快：{0}，{1}。"), fastest),
        (t!("Cheapest: {0}, {1}.", "租金最低：{0}，{1}。"), cheapest),
    ];
    let mut said = Vec::new();
    for (pair, measure) in kinds.into_iter().take(if one_currency { 3 } else { 2 }) {
        said.extend(best(pair, measure));
    }
    [head, tight(&super::verdict::join(lang, &said))]
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
    for at in 0..KINDS {
        let by: f64 = grown(at).unwrap_or(0.0);
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
            why = lang.fill(t!("{0}, as {1}", "{0}（{1}）"), &[&why, &because]);
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
        let share = (now / then - 1.0).abs() * 100.0;
        let (pair, figure) = if share >= 100.0 {
            (t!(" It takes {0} times as long.", "用时是其 {0} 倍。"), number(lang, now / then, 1))
        } else if now > then {
            (t!(" It takes {0}% longer.", "用时多 {0}%。"), number(lang, share, 0))
        } else {
            (t!(" It takes {0}% less time.", "用时少 {0}%。"), number(lang, share, 0))
        };
        words.push_str(&lang.fill(pair, &[&figure]));
    }
    Some(tight(&words))
}

/// Names are put between spaces as if they were Latin; Chinese ones have none.
fn tight(words: &str) -> String {
    let wide = |c: char| ('\u{3000}'..'\u{fff0}').contains(&c);
    let mut out = String::with_capacity(words.len());
    let mut rest = words.chars().peekable();
    while let Some(c) = rest.next() {
        let between = c == ' ' && out.ends_with(wide) && rest.peek().is_some_and(|next| wide(*next));
        if !between {
            out.push(c);
        }
    }
    out
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
