//! An estimate as rows: inputs, then figures and lines.
use super::csv::{HEAD, Row};
use super::figures::{METRICS, divides};
use super::ids::Id;
use super::{Estimate, VERSION, origin};
use crate::codec::CAT;
use crate::cost::CostReport;
use crate::run::RunReport;
use crate::scenario::{Origin, Unit, text};

/// What is being written.
type Rows = Vec<Vec<String>>;

impl Estimate {
    /// The whole estimate. `address` leads back to it.
    pub(super) fn rows(&self, address: &str) -> Rows {
        let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
        let about = Row::of("about", "", "");
        for (line, said) in [
            ("version", VERSION),
            ("cat", &CAT.to_string()),
            ("link", address),
        ] {
            rows.push(about.line(line).text(said));
        }
        self.inputs(&mut rows);
        self.gpu(&mut rows);
        self.node(&mut rows);
        if let Ok(run) = &self.run {
            times(run, &mut rows);
        }
        if let Some(cost) = &self.cost {
            bills(cost, &mut rows);
        }
        rows
    }

    fn inputs(&self, rows: &mut Rows) {
        for field in self.fields.iter().filter(|field| field.applies) {
            let info = field.param.info();
            let kind = match origin(field) {
                Origin::Chosen => "stated",
                Origin::Stack => "stack",
                Origin::Default => "default",
            };
            let unit = if info.unit == Unit::None {
                ""
            } else {
                info.unit.id()
            };
            let value = field.value.as_ref().map(text).unwrap_or_default();
            rows.push(
                Row::of("input", "", unit)
                    .line(info.key)
                    .kind(kind)
                    .text(&value),
            );
        }
    }

    fn gpu(&self, rows: &mut Rows) {
        let report = &self.memory;
        let state = report.verdict.state.id();
        rows.push(Row::of("verdict", "", "").line("state").text(state));
        for (line, bytes) in [
            ("usable", report.verdict.usable),
            ("needed", report.peak.needed),
            ("low", report.interval.low),
            ("high", report.interval.high),
        ] {
            rows.push(
                Row::of("verdict", "", "byte")
                    .line(line)
                    .number(bytes.get()),
            );
        }
        for instant in &report.instants {
            let row = Row::of("gpu", instant.moment.id(), "byte");
            for term in &instant.terms {
                let (_, by) = divides(term.divides);
                let line = row.line(term.id.id()).kind(term.family().id());
                rows.push(line.divided(by).read(term.source).formula(&term.amount));
            }
            for (line, metric) in METRICS {
                rows.push(row.total(line, instant.total(metric).get()));
            }
        }
    }

    fn node(&self, rows: &mut Rows) {
        for instant in &self.host.instants {
            let row = Row::of("host", instant.moment.id(), "byte");
            for line in &instant.lines {
                rows.push(
                    row.line(line.id.id())
                        .read(line.source)
                        .formula(&line.amount),
                );
            }
            rows.push(row.total("total", instant.total().get()));
        }
        for (moment, lines) in [
            ("checkpoint", &self.disk.checkpoint),
            ("run", &self.disk.run),
        ] {
            for line in lines {
                let row = Row::of("disk", moment, "byte").line(line.id.id());
                rows.push(row.read(line.source).formula(&line.amount));
            }
        }
        rows.push(Row::of("disk", "run", "byte").total("peak", self.disk.peak.get()));
    }
}

fn times(run: &RunReport, rows: &mut Rows) {
    let step = Row::of("time", "step", "s");
    for line in &run.time.lines {
        rows.push(
            step.line(line.id.id())
                .read(&line.source)
                .formula(&line.seconds),
        );
    }
    let pace = &run.time.pace;
    rows.push(step.total("step", pace.step));
    let rate = Row::of("time", "step", "token/s").line("tokens-per-gpu");
    rows.push(rate.number(pace.tokens_per_gpu));
    rows.push(
        Row::of("time", "step", "")
            .line("mfu")
            .number(run.time.mfu()),
    );
    let whole = Row::of("time", "run", "s");
    for line in &run.lines {
        rows.push(whole.line(line.part.id()).formula(&line.seconds));
    }
    for (line, value) in [("run", run.seconds), ("low", run.low), ("high", run.high)] {
        rows.push(whole.total(line, value));
    }
    rows.push(Row::of("time", "run", "h").total("gpu-hours", run.gpu_hours()));
}

fn bills(cost: &CostReport, rows: &mut Rows) {
    for (moment, bill) in [("rent", &cost.rent), ("own", &cost.own)] {
        let Some(bill) = bill else { continue };
        let row = Row::of("cost", moment, cost.currency.key());
        for line in &bill.lines {
            rows.push(row.line(line.id.id()).formula(&line.amount));
        }
        let total = bill.total;
        for (line, value) in [
            ("low", total.low),
            ("typical", total.typical),
            ("high", total.high),
        ] {
            rows.push(row.total(line, value));
        }
    }
}
