//! The table of measured runs, `accuracy.tsv`, as the build writes it: see `estimator::measured::Accuracy`.
use estimator::num::{decimal, finite};

/// Lines of one kind with the names of their cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A line.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    names: &'a [String],
    cells: &'a [String],
}

impl Lines {
    /// Every line.
    pub fn iter(&self) -> impl Iterator<Item = Line<'_>> {
        let names = &self.names;
        self.rows.iter().map(move |cells| Line { names, cells })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl<'a> Line<'a> {
    /// A cell; empty where there is none of that name.
    pub fn text(&self, name: &str) -> &'a str {
        let place = self.names.iter().position(|known| known == name);
        place
            .and_then(|place| self.cells.get(place))
            .map_or("", String::as_str)
    }

    /// A number; 0 where the cell holds none.
    pub fn number(&self, name: &str) -> f64 {
        decimal(self.text(name)).map_or(0.0, finite)
    }

    /// Predicted ÷ measured − 1, per cent; of a line of runs.
    pub fn error(&self) -> f64 {
        let measured = self.number("measured");
        if measured > 0.0 {
            finite((self.number("predicted") / measured - 1.0) * 100.0)
        } else {
            0.0
        }
    }
}

/// The table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Error figures by group.
    pub figures: Lines,
    /// Single numbers.
    pub values: Lines,
    /// Errors of other tools.
    pub peers: Lines,
    /// Every scored run, the farthest from its prediction first.
    pub runs: Lines,
}

impl Accuracy {
    /// Reads the table; what it does not know it passes over. `None` if that leaves nothing to show.
    pub fn read(text: &str) -> Option<Self> {
        let mut table = Self::default();
        for line in text.lines() {
            let mut cells = line.split('\t');
            let first = cells.next().unwrap_or_default();
            let heads = first == "columns";
            let kind = if heads {
                cells.next().unwrap_or_default()
            } else {
                first
            };
            let lines = match kind {
                "figures" => &mut table.figures,
                "value" => &mut table.values,
                "peer" => &mut table.peers,
                "run" => &mut table.runs,
                _ => continue,
            };
            let cells: Vec<String> = cells.map(str::to_owned).collect();
            if heads {
                lines.names = cells;
            } else {
                lines.rows.push(cells);
            }
        }
        let complete = table.group("pooled").is_some() && !table.runs.is_empty();
        complete.then_some(table)
    }

    /// The only figures of a group.
    pub fn group(&self, name: &str) -> Option<Line<'_>> {
        self.figures.iter().find(|line| line.text("group") == name)
    }

    /// The run with that id.
    pub fn run(&self, id: &str) -> Option<Line<'_>> {
        self.runs.iter().find(|line| line.text("id") == id)
    }

    /// A single number.
    pub fn value(&self, name: &str) -> f64 {
        let line = self.values.iter().find(|line| line.text("name") == name);
        line.map_or(0.0, |line| line.number("number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "columns\tfigures\tgroup\tn\tmedian\nfigures\tpooled\t2\t1.5\n\
        columns\tnovelty\tx\nnovelty\t1\ncolumns\trun\tid\tmeasured\tpredicted\tlink\n\
        run\ta\t10\t11\tm=x\nrun\tb\t0\t1\nvalue\tlonely\n";

    #[test]
    fn cells_are_found_by_name_and_novelties_passed_over() {
        let table = Accuracy::read(TABLE).expect("a table");
        let pooled = table.group("pooled").expect("figures");
        assert_eq!((pooled.text("n"), pooled.text("p90")), ("2", ""));
        let errors: Vec<f64> = table.runs.iter().map(|run| run.error()).collect();
        assert!((errors[0] - 10.0).abs() < 1e-9 && errors[1] == 0.0);
        assert_eq!(
            table.runs.iter().nth(1).map(|run| run.text("link")),
            Some("")
        );
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for text in [
            "",
            "<!doctype html>",
            "run\t1\t2",
            "columns\n\t\t\n",
            "figures\tpooled",
        ] {
            assert_eq!(Accuracy::read(text), None, "{text}");
        }
    }
}
