//! Rows of the project's tables, and scenarios from links.
#![allow(dead_code, reason = "every test file uses a part of it")]
use estimator::memory::{MemoryReport, State};
use estimator::scenario::{Draft, Param};
use std::collections::BTreeMap;

/// What the paper says of them.
pub(crate) const METHOD: &str = include_str!("../../../METHOD.md");

/// The paper's text, however its lines are broken.
pub(crate) fn method() -> String {
    METHOD.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A row by column name.
pub(crate) struct Row(BTreeMap<String, String>);

impl Row {
    pub(crate) fn get(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }
}

/// The rows of a file of `tests/data`.
pub(crate) fn rows(file: &str) -> Vec<Row> {
    let path = format!("{}/../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(&path).expect(file);
    let names = reader.headers().expect("a header").clone();
    reader
        .records()
        .map(|record| {
            let record = record.unwrap_or_else(|error| panic!("{file}: {error}"));
            let cells = names.iter().zip(record.iter());
            Row(cells
                .map(|(name, cell)| (name.to_owned(), cell.to_owned()))
                .collect())
        })
        .collect()
}

/// A reading: its link, and what may be varied in it.
pub(crate) struct Reading(Draft);

impl Reading {
    /// Reads a link; one that is not understood whole is an error of the table.
    pub(crate) fn of(id: &str, link: &str) -> Self {
        let decoded = estimator::codec::decode(link);
        assert!(decoded.notices.is_empty(), "{id}: {:?}", decoded.notices);
        Self(decoded.draft)
    }

    pub(crate) fn report(&self) -> MemoryReport {
        match self.0.check().scenario {
            Ok(scenario) => MemoryReport::of(&scenario),
            Err(issues) => panic!("{:?}: {issues:?}", self.0.typed().collect::<Vec<_>>()),
        }
    }

    pub(crate) fn with(&self, param: Param, value: u64) -> Self {
        Self(self.0.clone().with(param, &*value.to_string()))
    }

    pub(crate) fn state(&self) -> State {
        self.report().verdict.state
    }

    pub(crate) fn driver_gib(&self) -> f64 {
        self.report().peak.needed.as_gib()
    }

    /// The largest value up to 65 536 with which the predicted peak does not exceed what is usable; 0 if there is none.
    pub(crate) fn largest(&self, param: Param) -> u64 {
        let fits = |value: u64| self.with(param, value).report().verdict.margin_gib >= 0.0;
        let (mut low, mut high) = (0, 1 << 16);
        while high - low > 1 {
            let middle = u64::midpoint(low, high);
            if fits(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// How a verdict is written in tables.
pub(crate) const fn word(state: State) -> &'static str {
    match state {
        State::Fits => "fits",
        State::Borderline => "borderline",
        State::DoesNotFit => "oom",
    }
}
