//! One door for all: a link and a format in, a text out.
use super::{embed, figure, html, jobs, plan, report};
use crate::charts::Scheme;
use crate::i18n::Lang;
use crate::i18n::export::sentence;
use estimator::export::{self, Document, Link};
use estimator::pool::BadEntry;
use estimator::scenario::Issue;
use estimator::units::SizeUnit;

/// Defines [`Format`] with the key of each.
macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident = $key:literal,)+) => {
        /// What a link can be made into.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Format { $($(#[$doc])* $name),+ }

        impl Format {
            /// The format with that key.
            pub fn from_key(key: &str) -> Option<Self> {
                match key { $($key => Some(Self::$name),)+ _ => None }
            }

            /// Every key.
            pub const KEYS: &'static [&'static str] = &[$($key),+];
        }
    };
}

formats! {
    /// The estimate for machines.
    Json = "json",
    /// The estimate as a table for spreadsheets.
    Csv = "csv",
    /// A report of one page.
    Markdown = "md",
    /// The same as markup.
    Html = "html",
    /// The bar as a figure.
    Svg = "svg",
    /// The sentence to cite.
    Sentence = "sentence",
    /// Table, figure and link for a page without script.
    Embed = "embed",
    /// The plan for machines.
    PlanJson = "plan-json",
    /// The plan as a table.
    PlanCsv = "plan-csv",
    /// The plan in words.
    Plan = "plan-md",
    /// The table of jobs for machines.
    JobsJson = "jobs-json",
    /// The table of jobs as a table.
    JobsCsv = "jobs-csv",
    /// The table of jobs in words.
    Jobs = "jobs-md",
}

/// Why nothing can be made of a link.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// A scenario in it is none: its number, from 1, and every reason.
    Scenario(usize, Vec<Issue>),
    /// Its table of jobs cannot be read.
    Jobs(BadEntry),
    /// There is nothing to draw.
    Nothing,
}

impl From<Vec<Issue>> for Refused {
    fn from(issues: Vec<Issue>) -> Self {
        Self::Scenario(1, issues)
    }
}

impl From<BadEntry> for Refused {
    fn from(bad: BadEntry) -> Self {
        Self::Jobs(bad)
    }
}

impl From<export::BadScenario> for Refused {
    fn from(bad: export::BadScenario) -> Self {
        Self::Scenario(bad.scenario, bad.issues)
    }
}

/// Makes a text of a link. Of a comparison the sentence and the figure are those of its first scenario.
///
/// # Errors
/// Why nothing can be made of it.
pub fn render(
    link: &Link,
    format: Format,
    lang: Lang,
    unit: SizeUnit,
    scheme: Scheme,
) -> Result<String, Refused> {
    match format {
        Format::PlanJson => return Ok(export::plan(link)?.text()),
        Format::PlanCsv => return Ok(export::plan_csv(link)?),
        Format::Plan => return Ok(plan(lang, link, unit)?),
        Format::JobsJson => return Ok(export::jobs(link)?.text()),
        Format::JobsCsv => return Ok(export::jobs_csv(link)?),
        Format::Jobs => return Ok(jobs(lang, link)?),
        _ => {}
    }
    let document = Document::of(link)?;
    let first = document.estimates.first().ok_or(Refused::Nothing)?;
    Ok(match format {
        Format::Json => document.json().text(),
        Format::Csv => document.csv(),
        Format::Html => html(lang, &document, unit),
        Format::Embed => embed(lang, &document, unit, scheme),
        Format::Svg => figure(lang, first, unit, scheme).ok_or(Refused::Nothing)?,
        Format::Sentence => sentence(lang, first, unit, &document.alone(first)) + "\n",
        _ => report(lang, &document, unit),
    })
}
