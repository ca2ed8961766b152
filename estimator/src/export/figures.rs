//! Reports as JSON.
use super::ids::Id;
use super::inputs::inputs;
use super::json::{Json, object};
use super::link::settings;
use super::{Estimate, SCHEMA, VERSION};
use crate::codec::CAT;
use crate::cost::{Basis, Bill, CostReport, Decision, Range};
use crate::expr::Expr;
use crate::host::{DiskLine, DiskReport, HostInstant, HostReport};
use crate::memory::{Divides, Fact, Instant, MemoryReport, Metric, Term, Verdict, beyond};
use crate::run::RunReport;
use crate::source::Source;
use crate::time::TimeReport;
use crate::units::Bytes;

/// What every figure of memory is called.
pub(super) const METRICS: [(&str, Metric); 4] = [
    ("allocated", Metric::Allocated),
    ("reserved", Metric::Reserved),
    ("driver", Metric::Driver),
    ("needed", Metric::Needed),
];

impl Estimate {
    /// The whole estimate. `address` leads back to it; its fragment has the settings.
    pub(super) fn json(&self, address: &str) -> Json {
        let fragment = address.split_once('#').map_or("", |(_, fragment)| fragment);
        let time = match &self.run {
            Ok(run) => time(run),
            Err(why) => object([("unknown", why.id().into())]),
        };
        object([
            ("format", "headroom.estimate".into()),
            ("schema", SCHEMA.into()),
            ("version", VERSION.into()),
            ("cat", CAT.to_string().into()),
            ("link", address.to_owned().into()),
            ("settings", settings(fragment)),
            ("inputs", inputs(&self.fields, &self.scenario.stack)),
            ("derived", derived(&self.memory)),
            ("verdict", self.verdict()),
            ("memory", memory(&self.memory)),
            ("host", host(&self.host)),
            ("disk", disk(&self.disk)),
            ("time", time),
            ("cost", self.cost.as_ref().map(cost).into()),
        ])
    }

    fn verdict(&self) -> Json {
        let report = &self.memory;
        let doubts = beyond(&self.scenario);
        object([
            ("state", report.verdict.state.id().into()),
            ("per", "gpu".into()),
            ("needed_bytes", size(report.peak.needed)),
            ("low_bytes", size(report.interval.low)),
            ("high_bytes", size(report.interval.high)),
            ("usable_bytes", size(report.verdict.usable)),
            ("worst", report.worst.id().into()),
            ("regime", report.interval.regime.id().into()),
            (
                "beyond",
                Json::list(doubts.iter().map(|doubt| doubt.id().into())),
            ),
            ("calibrated", (!self.calibration.is_identity()).into()),
        ])
    }
}

fn size(bytes: Bytes) -> Json {
    bytes.get().into()
}

fn derived(report: &MemoryReport) -> Json {
    let named = report.facts.iter().map(|fact| match fact {
        Fact::Parameters(count) => ("parameters".into(), (*count).into()),
        Fact::Trainable(count) => ("trainable".into(), (*count).into()),
        Fact::GlobalBatch(count) => ("global_batch".into(), (*count).into()),
        Fact::TokensPerStep(count) => ("tokens_per_step".into(), (*count).into()),
        Fact::Gpus(count) => ("gpus".into(), (*count).into()),
    });
    Json::Object(named.collect())
}

/// Where something was read.
pub(super) fn source(source: &Source) -> Json {
    object([
        ("title", source.title.into()),
        ("url", source.link().into()),
        (
            "date",
            (!source.date.is_empty()).then_some(source.date).into(),
        ),
        ("kind", source.kind.id().into()),
    ])
}

/// How a line divides over GPUs.
pub(super) const fn divides(divides: Divides) -> (&'static str, u64) {
    match divides {
        Divides::Whole => ("whole", 1),
        Divides::Shards(by) => ("shards", by),
        Divides::Model(by) => ("model", by),
        Divides::Both(by) => ("both", by),
        Divides::Context(by) => ("context", by),
    }
}

/// A line: its name, how much in `unit`, the formula in symbols and in numbers, what it was made of, where that was read.
fn line(
    id: &'static str,
    unit: &'static str,
    amount: &Expr,
    read: Option<&Source>,
    more: Vec<(&'static str, Json)>,
) -> Json {
    let made_of = amount.inputs().into_iter();
    let symbols = made_of.map(|(name, value)| (name.into(), value.into()));
    let fields = [
        ("id", id.into()),
        (unit, amount.value().into()),
        ("formula", amount.symbols().into()),
        ("numbers", amount.numbers().into()),
        ("symbols", Json::Object(symbols.collect())),
        ("source", read.map(source).into()),
    ];
    let all = fields.into_iter().chain(more);
    Json::Object(all.map(|(name, value)| (name.into(), value)).collect())
}

fn memory(report: &MemoryReport) -> Json {
    let peaks = METRICS.map(|(name, metric)| (name, size(report.peak.of(metric))));
    object([
        ("peaks_bytes", object(peaks)),
        ("instants", Json::list(report.instants.iter().map(instant))),
    ])
}

fn instant(instant: &Instant) -> Json {
    let totals = METRICS.map(|(name, metric)| (name, size(instant.total(metric))));
    object([
        ("moment", instant.moment.id().into()),
        ("planned", instant.planned.into()),
        ("totals_bytes", object(totals)),
        ("lines", Json::list(instant.terms.iter().map(term))),
    ])
}

fn term(term: &Term) -> Json {
    let (over, by) = divides(term.divides);
    let sees = METRICS.iter().filter(|(_, metric)| metric.sees(term.id));
    line(
        term.id.id(),
        "bytes",
        &term.amount,
        Some(term.source),
        vec![
            ("family", term.family().id().into()),
            (
                "divides",
                object([("over", over.into()), ("by", by.into())]),
            ),
            (
                "tags",
                Json::list(term.tags.iter().map(|tag| tag.id().into())),
            ),
            ("in", Json::list(sees.map(|(name, _)| (*name).into()))),
        ],
    )
}

fn fits(verdict: &Verdict) -> Json {
    object([
        ("state", verdict.state.id().into()),
        ("usable_bytes", size(verdict.usable)),
    ])
}

fn host(report: &HostReport) -> Json {
    object([
        ("processes", report.processes.into()),
        ("worst", report.worst.id().into()),
        ("peak_bytes", size(report.peak)),
        ("low_bytes", size(report.interval.low)),
        ("high_bytes", size(report.interval.high)),
        ("verdict", report.verdict.as_ref().map(fits).into()),
        (
            "instants",
            Json::list(report.instants.iter().map(host_instant)),
        ),
    ])
}

fn host_instant(instant: &HostInstant) -> Json {
    let lines = instant.lines.iter();
    let lines = lines.map(|row| line(row.id.id(), "bytes", &row.amount, Some(row.source), vec![]));
    object([
        ("moment", instant.moment.id().into()),
        ("planned", instant.planned.into()),
        ("total_bytes", size(instant.total())),
        ("verdict", instant.verdict.as_ref().map(fits).into()),
        ("lines", Json::list(lines)),
    ])
}

fn disk(report: &DiskReport) -> Json {
    let lines = |lines: &[DiskLine]| {
        let row =
            |row: &DiskLine| line(row.id.id(), "bytes", &row.amount, Some(row.source), vec![]);
        Json::list(lines.iter().map(row))
    };
    object([
        ("checkpoint_bytes", size(report.per_checkpoint)),
        ("checkpoint", lines(&report.checkpoint)),
        ("run_bytes", size(report.total)),
        ("run", lines(&report.run)),
        ("peak_bytes", size(report.peak)),
        ("written", report.written.into()),
        ("kept", report.kept.into()),
        (
            "save_s",
            report.save.one_process.unwrap_or(report.save.disk).into(),
        ),
        ("load_s", report.load.into()),
        ("verdict", report.verdict.as_ref().map(fits).into()),
    ])
}

fn time(run: &RunReport) -> Json {
    let lines = run.lines.iter();
    let lines = lines.map(|part| line(part.part.id(), "seconds", &part.seconds, None, vec![]));
    let data = &run.data;
    object([
        ("run_s", run.seconds.into()),
        ("low_s", run.low.into()),
        ("high_s", run.high.into()),
        ("gpu_hours", run.gpu_hours().into()),
        ("steps", data.steps.into()),
        ("tokens", data.run_tokens().into()),
        ("real_tokens", data.run_real_tokens().into()),
        ("lines", Json::list(lines)),
        ("step", step(&run.time)),
    ])
}

fn step(report: &TimeReport) -> Json {
    let lines = report.lines.iter().map(|row| {
        let hidden = vec![("hidden_s", row.hidden.into())];
        line(
            row.id.id(),
            "seconds",
            &row.seconds,
            Some(&row.source),
            hidden,
        )
    });
    let (low, high) = report.step_range();
    object([
        ("step_s", report.pace.step.into()),
        ("low_s", low.into()),
        ("high_s", high.into()),
        ("tokens", report.pace.tokens.into()),
        ("tokens_per_s_per_gpu", report.pace.tokens_per_gpu.into()),
        ("mfu", report.mfu().into()),
        ("hfu", report.hfu().into()),
        ("bubble_share", report.bubble_share.into()),
        (
            "doubts",
            Json::list(report.spread.doubts.iter().map(|doubt| doubt.id().into())),
        ),
        ("lines", Json::list(lines)),
    ])
}

fn range(range: &Range) -> Json {
    object([
        ("low", range.low.into()),
        ("typical", range.typical.into()),
        ("high", range.high.into()),
    ])
}

fn bill(bill: &Bill) -> Json {
    let lines = bill.lines.iter().map(|row| {
        let (basis, read) = match row.source {
            Basis::Entered => ("entered", None),
            Basis::Listed => ("listed", None),
            Basis::Stated(source) => ("stated", Some(source)),
        };
        let more = vec![("range", range(&row.range)), ("basis", basis.into())];
        line(row.id.id(), "amount", &row.amount, read, more)
    });
    object([("total", range(&bill.total)), ("lines", Json::list(lines))])
}

fn cost(report: &CostReport) -> Json {
    let price = match &report.price {
        Ok(price) => {
            let rows = price.rows.iter().map(|row| {
                object([
                    ("provider", row.provider.into()),
                    ("currency", row.currency.key().into()),
                    ("amount", row.amount.into()),
                    ("date", row.date.into()),
                    ("source", source(&row.source)),
                ])
            });
            object([
                ("gpu_hour", range(&price.range)),
                ("rows", Json::list(rows)),
                ("converted_at", price.converted.into()),
            ])
        }
        Err(why) => object([("unknown", why.id().into())]),
    };
    let break_even = report.break_even.as_ref().map(|decision| match decision {
        Decision::Never => object([("never", true.into())]),
        Decision::From(point) => object([
            (
                "hours_a_month",
                object([
                    ("low", point.range.low.into()),
                    ("typical", point.range.typical.into()),
                    ("high", (!point.open).then_some(point.range.high).into()),
                ]),
            ),
            ("beyond_a_month", point.beyond.into()),
            ("formula", point.hours.symbols().into()),
        ]),
    });
    object([
        ("currency", report.currency.key().into()),
        ("gpu_hours", range(&report.gpu_hours)),
        ("price", price),
        ("rent", report.rent.as_ref().map(bill).into()),
        ("own", report.own.as_ref().map(bill).into()),
        ("break_even", break_even.into()),
        ("energy_kwh", report.energy.as_ref().map(range).into()),
        ("api", report.api.as_ref().map(Expr::value).into()),
    ])
}
