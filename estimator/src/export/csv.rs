//! Tables for spreadsheets: one row a line of the estimate, the same columns throughout.
use super::Estimate;
use super::figures::{METRICS, divides};
use super::ids::Id;
use super::json::shortest;
use crate::expr::Expr;
use crate::source::Source;

/// Rows separated by commas (RFC 4180). What a spreadsheet would compute stays text.
pub fn csv(rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            quote(&mut out, cell);
        }
        out.push_str("\r\n");
    }
    out
}

fn quote(out: &mut String, cell: &str) {
    let number = crate::num::decimal(cell).is_some();
    let computed = !number && cell.starts_with(['=', '@', '+', '-', '\t', '\r']);
    if !computed && !cell.contains(['"', ',', '\n', '\r']) {
        out.push_str(cell);
        return;
    }
    out.push_str(if computed { "\"'" } else { "\"" });
    out.push_str(&cell.replace('"', "\"\""));
    out.push('"');
}

const HEAD: [&str; 11] = [
    "part",
    "moment",
    "line",
    "kind",
    "value",
    "unit",
    "formula",
    "numbers",
    "divided_by",
    "source",
    "url",
];

/// One row of the table.
#[derive(Default)]
struct Row<'a> {
    part: &'a str,
    moment: &'a str,
    line: &'a str,
    kind: &'a str,
    unit: &'a str,
    by: u64,
    source: Option<&'a Source>,
}

impl Row<'_> {
    fn number(&self, value: f64) -> Vec<String> {
        self.cells(&shortest(value), "", "")
    }

    fn formula(&self, amount: &Expr) -> Vec<String> {
        self.cells(
            &shortest(amount.value()),
            &amount.symbols(),
            &amount.numbers(),
        )
    }

    fn cells(&self, value: &str, formula: &str, numbers: &str) -> Vec<String> {
        let by = if self.by > 1 {
            self.by.to_string()
        } else {
            String::new()
        };
        let (title, url) = self
            .source
            .map_or(("", ""), |source| (source.title, source.url));
        let cells = [
            self.part,
            self.moment,
            self.line,
            self.kind,
            value,
            self.unit,
            formula,
            numbers,
            &by,
            title,
            url,
        ];
        cells.map(str::to_owned).to_vec()
    }
}

impl Estimate {
    /// The whole estimate as rows: inputs, then figures and lines. `address` leads back to it.
    pub(super) fn rows(&self, address: &str) -> Vec<Vec<String>> {
        let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
        let about = |line, text: &str| {
            Row {
                part: "about",
                line,
                ..Row::default()
            }
            .cells(text, "", "")
        };
        rows.push(about("version", super::VERSION));
        rows.push(about("cat", &crate::codec::CAT.to_string()));
        rows.push(about("link", address));
        self.inputs(&mut rows);
        self.memory_rows(&mut rows);
        self.host_rows(&mut rows);
        self.time_rows(&mut rows);
        rows
    }

    fn inputs(&self, rows: &mut Vec<Vec<String>>) {
        use crate::scenario::{Origin, Unit};
        for field in self.fields.iter().filter(|field| field.applies) {
            let info = field.param.info();
            let kind = match super::origin(field) {
                Origin::Chosen => "stated",
                Origin::Stack => "stack",
                Origin::Default => "default",
            };
            let unit = if info.unit == Unit::None {
                ""
            } else {
                info.unit.id()
            };
            let row = Row {
                part: "input",
                line: info.key,
                kind,
                unit,
                ..Row::default()
            };
            let value = field.value.as_ref().map(crate::scenario::text);
            rows.push(row.cells(&value.unwrap_or_default(), "", ""));
        }
    }

    fn memory_rows(&self, rows: &mut Vec<Vec<String>>) {
        let report = &self.memory;
        let verdict = Row {
            part: "verdict",
            unit: "byte",
            ..Row::default()
        };
        let state = Row {
            line: "state",
            unit: "",
            ..verdict
        };
        rows.push(state.cells(report.verdict.state.id(), "", ""));
        for (line, bytes) in [
            ("usable", report.verdict.usable),
            ("needed", report.peak.needed),
            ("low", report.interval.low),
            ("high", report.interval.high),
        ] {
            rows.push(Row { line, ..verdict }.number(bytes.get()));
        }
        for instant in &report.instants {
            let moment = instant.moment.id();
            let row = Row {
                part: "gpu",
                moment,
                unit: "byte",
                ..Row::default()
            };
            for term in &instant.terms {
                let (_, by) = divides(term.divides);
                let (line, kind) = (term.id.id(), term.family().id());
                rows.push(
                    Row {
                        line,
                        kind,
                        by,
                        source: Some(term.source),
                        ..row
                    }
                    .formula(&term.amount),
                );
            }
            for (line, metric) in METRICS {
                rows.push(
                    Row {
                        line,
                        kind: "total",
                        ..row
                    }
                    .number(instant.total(metric).get()),
                );
            }
        }
    }

    fn host_rows(&self, rows: &mut Vec<Vec<String>>) {
        for instant in &self.host.instants {
            let row = Row {
                part: "host",
                moment: instant.moment.id(),
                unit: "byte",
                ..Row::default()
            };
            for line in &instant.lines {
                let source = Some(line.source);
                rows.push(
                    Row {
                        line: line.id.id(),
                        source,
                        ..row
                    }
                    .formula(&line.amount),
                );
            }
            rows.push(
                Row {
                    line: "total",
                    kind: "total",
                    ..row
                }
                .number(instant.total().get()),
            );
        }
        for (moment, lines) in [
            ("checkpoint", &self.disk.checkpoint),
            ("run", &self.disk.run),
        ] {
            for line in lines {
                let row = Row {
                    part: "disk",
                    moment,
                    line: line.id.id(),
                    unit: "byte",
                    source: Some(line.source),
                    ..Row::default()
                };
                rows.push(row.formula(&line.amount));
            }
        }
        let peak = Row {
            part: "disk",
            moment: "run",
            line: "peak",
            kind: "total",
            unit: "byte",
            ..Row::default()
        };
        rows.push(peak.number(self.disk.peak.get()));
    }

    fn time_rows(&self, rows: &mut Vec<Vec<String>>) {
        let Ok(run) = &self.run else { return };
        let step = Row {
            part: "time",
            moment: "step",
            unit: "s",
            ..Row::default()
        };
        for line in &run.time.lines {
            let source = Some(&line.source);
            rows.push(
                Row {
                    line: line.id.id(),
                    source,
                    ..step
                }
                .formula(&line.seconds),
            );
        }
        rows.push(
            Row {
                line: "step",
                kind: "total",
                ..step
            }
            .number(run.time.pace.step),
        );
        rows.push(
            Row {
                line: "tokens-per-gpu",
                unit: "token/s",
                ..step
            }
            .number(run.time.pace.tokens_per_gpu),
        );
        rows.push(
            Row {
                line: "mfu",
                unit: "",
                ..step
            }
            .number(run.time.mfu()),
        );
        let whole = Row {
            moment: "run",
            ..step
        };
        for line in &run.lines {
            rows.push(
                Row {
                    line: line.part.id(),
                    ..whole
                }
                .formula(&line.seconds),
            );
        }
        for (line, value) in [("run", run.seconds), ("low", run.low), ("high", run.high)] {
            rows.push(
                Row {
                    line,
                    kind: "total",
                    ..whole
                }
                .number(value),
            );
        }
        rows.push(
            Row {
                line: "gpu-hours",
                unit: "h",
                kind: "total",
                ..whole
            }
            .number(run.gpu_hours()),
        );
        let Some(cost) = &self.cost else { return };
        let bills = [("rent", &cost.rent), ("own", &cost.own)];
        for (moment, bill) in bills
            .into_iter()
            .filter_map(|(name, bill)| Some((name, bill.as_ref()?)))
        {
            let row = Row {
                part: "cost",
                moment,
                unit: cost.currency.key(),
                ..Row::default()
            };
            for line in &bill.lines {
                rows.push(
                    Row {
                        line: line.id.id(),
                        ..row
                    }
                    .formula(&line.amount),
                );
            }
            let total = bill.total;
            for (line, value) in [
                ("low", total.low),
                ("typical", total.typical),
                ("high", total.high),
            ] {
                rows.push(
                    Row {
                        line,
                        kind: "total",
                        ..row
                    }
                    .number(value),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_spreadsheet_would_compute() {
        let cells = ["=1+1", "-1.5", "-x", "a,b", "say \"x\"", "1e21"].map(str::to_owned);
        assert_eq!(
            csv(&[cells.to_vec()]),
            "\"'=1+1\",-1.5,\"'-x\",\"a,b\",\"say \"\"x\"\"\",1e21\r\n"
        );
    }
}
