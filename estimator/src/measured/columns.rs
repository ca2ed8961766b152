//! A row by the names of its columns.

/// One row of a file of measurements.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    names: &'a [String],
    cells: &'a [String],
}

impl<'a> Columns<'a> {
    /// A row whose cells stand in the order of `names`.
    pub const fn new(names: &'a [String], cells: &'a [String]) -> Self {
        Self { names, cells }
    }

    /// Names of the columns.
    pub const fn names(&self) -> &'a [String] {
        self.names
    }

    /// A cell, trimmed; empty where the column or the cell is missing.
    pub fn get(&self, name: &str) -> &'a str {
        let at = self.names.iter().position(|known| known == name);
        at.and_then(|at| self.cells.get(at))
            .map_or("", |cell| cell.trim())
    }

    /// A whole number; `None` where the cell is empty or none.
    pub fn integer(&self, name: &str) -> Option<u64> {
        let cell = self.get(name).replace(',', "");
        // Spreadsheets write 8 as 8.0.
        let whole = cell.strip_suffix(".0").unwrap_or(&cell);
        whole.parse().ok()
    }

    /// The first of these columns whose cell holds something other than a whole number of at least 1.
    pub fn not_whole(&self, names: &[&'static str]) -> Option<&'static str> {
        let bad = |name: &&&'static str| {
            !self.get(name).is_empty() && self.integer(name).is_none_or(|number| number == 0)
        };
        names.iter().find(bad).copied()
    }
}
