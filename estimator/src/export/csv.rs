//! Tables for spreadsheets: one row a line of the estimate, the same columns throughout.
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

/// The columns of an estimate.
pub(super) const HEAD: [&str; 11] = [
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

/// What a row is about; its value comes last.
#[derive(Clone, Copy, Default)]
pub(super) struct Row<'a> {
    /// Part of the estimate.
    pub(super) part: &'a str,
    /// Moment in it.
    pub(super) moment: &'a str,
    /// Unit of the value.
    pub(super) unit: &'a str,
    line: &'a str,
    kind: &'a str,
    by: u64,
    source: Option<&'a Source>,
}

impl<'a> Row<'a> {
    /// Rows of a part at a moment.
    pub(super) fn of(part: &'a str, moment: &'a str, unit: &'a str) -> Self {
        Self {
            part,
            moment,
            unit,
            ..Self::default()
        }
    }

    /// That of a line.
    pub(super) const fn line(mut self, line: &'a str) -> Self {
        self.line = line;
        self
    }

    /// That of a kind of lines.
    pub(super) const fn kind(mut self, kind: &'a str) -> Self {
        self.kind = kind;
        self
    }

    /// That of a line which so many GPUs share.
    pub(super) const fn divided(mut self, by: u64) -> Self {
        self.by = by;
        self
    }

    /// That of a line with its source.
    pub(super) const fn read(mut self, source: &'a Source) -> Self {
        self.source = Some(source);
        self
    }

    /// The row of a sum.
    pub(super) fn total(self, line: &'a str, value: f64) -> Vec<String> {
        self.line(line).kind("total").number(value)
    }

    /// The row of a number.
    pub(super) fn number(&self, value: f64) -> Vec<String> {
        self.cells(&shortest(value), "", "")
    }

    /// The row of a formula.
    pub(super) fn formula(&self, amount: &Expr) -> Vec<String> {
        let value = shortest(amount.value());
        self.cells(&value, &amount.symbols(), &amount.numbers())
    }

    /// The row of a text.
    pub(super) fn text(&self, text: &str) -> Vec<String> {
        self.cells(text, "", "")
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
