//! What a link holds as one document: an estimate, or a comparison of several.
use super::json::{Json, object};
use super::link::{Link, settings};
use super::{Estimate, SCHEMA, VERSION, csv::csv};
use crate::codec::{CAT, encode};
use crate::scenario::Issue;

/// The scenarios of a link with their estimates; the first is the link's own, the others stand beside it.
#[derive(Clone, Debug)]
pub struct Document {
    /// The canonical address of it all.
    pub address: String,
    /// The page that it opens, up to the query.
    pub base: String,
    /// One a scenario.
    pub estimates: Vec<Estimate>,
}

/// A scenario that is none.
#[derive(Clone, Debug, PartialEq)]
pub struct BadScenario {
    /// Its number in the link, from 1.
    pub scenario: usize,
    /// Every reason.
    pub issues: Vec<Issue>,
}

impl Document {
    /// That of a link. Short runs in it calibrate every scenario, as the page has it.
    ///
    /// # Errors
    /// The first scenario that is none.
    pub fn of(link: &Link) -> Result<Self, BadScenario> {
        let found = &link.decoded;
        let mut estimates = Vec::new();
        for (at, draft) in core::iter::once(&found.draft)
            .chain(&found.others)
            .enumerate()
        {
            let estimate = Estimate::of(draft, &found.runs).map_err(|issues| BadScenario {
                scenario: at + 1,
                issues,
            })?;
            estimates.push(estimate);
        }
        Ok(Self {
            address: link.address(),
            base: link.base.clone(),
            estimates,
        })
    }

    /// The address of one of its scenarios alone.
    pub fn alone(&self, estimate: &Estimate) -> String {
        if self.estimates.len() == 1 {
            return self.address.clone();
        }
        [&self.base, "#", &encode(&estimate.draft).text].concat()
    }

    /// As JSON: an estimate, or a comparison that holds some.
    pub fn json(&self) -> Json {
        if let [only] = self.estimates.as_slice() {
            return only.json(&self.address);
        }
        let fragment = self
            .address
            .split_once('#')
            .map_or("", |(_, fragment)| fragment);
        let scenarios = self
            .estimates
            .iter()
            .map(|estimate| estimate.json(&self.alone(estimate)));
        object([
            ("format", "headroom.comparison".into()),
            ("schema", SCHEMA.into()),
            ("version", VERSION.into()),
            ("cat", CAT.to_string().into()),
            ("link", self.address.clone().into()),
            ("settings", settings(fragment)),
            ("scenarios", Json::list(scenarios)),
        ])
    }

    /// As CSV. Of a comparison each row begins with the number of its scenario.
    pub fn csv(&self) -> String {
        if let [only] = self.estimates.as_slice() {
            return csv(&only.rows(&self.address));
        }
        let mut all: Vec<Vec<String>> = Vec::new();
        for (at, estimate) in self.estimates.iter().enumerate() {
            for (line, mut row) in estimate.rows(&self.alone(estimate)).into_iter().enumerate() {
                if line == 0 && at > 0 {
                    continue;
                }
                let first = if line == 0 {
                    "scenario".to_owned()
                } else {
                    (at + 1).to_string()
                };
                row.insert(0, first);
                all.push(row);
            }
        }
        csv(&all)
    }
}
