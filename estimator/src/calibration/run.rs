//! A run as a person typed it, and its check.
use super::figure::{FIGURES, Figure, Measured};
use crate::memory::Metric;
use crate::scenario::{Draft, Issue, IssueKind, Scenario};
use crate::time::TimeReport;
use crate::units::Bytes;

/// Runs that can be entered.
pub const MAX_RUNS: usize = 4;

/// How far a smaller figure may exceed a larger one: they are read at different moments.
const TOLERANCE: f64 = 1.01;

/// What nvidia-smi counts as a card's memory beyond what CUDA reports: 80 GiB against 79.25 on A100, 32 against 31.7 on V100.
const CARD: f64 = 1.05;

/// What was typed for one run: its whole scenario, and what was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The scenario that ran.
    pub draft: Draft,
    figures: [Option<String>; FIGURES.len()],
}

/// A run that passed its check.
#[derive(Clone, Debug)]
pub struct Observation {
    /// What ran.
    pub scenario: Scenario,
    /// What it showed.
    pub measured: Measured,
}

/// What is wrong with a run.
#[derive(Clone, Debug, PartialEq)]
pub enum RunIssue {
    /// Its scenario.
    Scenario(Issue),
    /// One of its figures.
    Figure {
        /// Which.
        figure: Figure,
        /// What was typed.
        value: String,
        /// What is wrong with it.
        kind: IssueKind,
    },
    /// A figure is smaller than another one that it contains.
    Below {
        /// The smaller one.
        figure: Figure,
        /// The one that it contains.
        contains: Figure,
    },
    /// A figure that the GPU of the run cannot have shown: more than all its memory, or more than its peak computes.
    Beyond {
        /// Which.
        figure: Figure,
        /// The most it can show: GiB, or tokens a second.
        most: f64,
    },
    /// No figure of memory: there is nothing to fit.
    NothingMeasured,
}

impl Run {
    /// A run of this scenario, nothing measured yet.
    pub const fn of(draft: Draft) -> Self {
        Self {
            draft,
            figures: [const { None }; FIGURES.len()],
        }
    }

    /// What stands in a figure's field, if anything was typed.
    pub fn get(&self, figure: Figure) -> Option<&str> {
        self.figures.get(figure as usize)?.as_deref()
    }

    /// Types `text` into a figure's field; empty text clears it.
    pub fn set(&mut self, figure: Figure, text: impl Into<String>) {
        let text = text.into();
        if let Some(stands) = self.figures.get_mut(figure as usize) {
            *stands = Some(text).filter(|text| !text.trim().is_empty());
        }
    }

    /// The same with a figure set.
    #[must_use]
    pub fn with(mut self, figure: Figure, text: impl Into<String>) -> Self {
        self.set(figure, text);
        self
    }

    /// Checks the scenario and every figure.
    ///
    /// # Errors
    /// Every reason why it cannot be used.
    pub fn check(&self) -> Result<Observation, Vec<RunIssue>> {
        let mut issues = Vec::new();
        let mut numbers: Vec<(Figure, f64)> = Vec::new();
        for info in FIGURES {
            let Some(typed) = self.get(info.figure) else {
                continue;
            };
            match info.figure.read(typed) {
                Ok(number) => numbers.push((info.figure, number)),
                Err(kind) => issues.push(RunIssue::Figure {
                    figure: info.figure,
                    value: typed.to_owned(),
                    kind,
                }),
            }
        }
        let number = |wanted: Figure| {
            let found = numbers.iter().find(|(figure, _)| *figure == wanted);
            found.map(|(_, number)| *number)
        };
        let memory = [Figure::Allocated, Figure::Reserved, Figure::Driver];
        for (at, contains) in memory.into_iter().enumerate() {
            for figure in memory.into_iter().skip(at + 1) {
                if let (Some(inner), Some(outer)) = (number(contains), number(figure))
                    && inner > outer * TOLERANCE
                {
                    issues.push(RunIssue::Below { figure, contains });
                }
            }
        }
        if issues.is_empty() && memory.iter().all(|figure| number(*figure).is_none()) {
            issues.push(RunIssue::NothingMeasured);
        }
        let measured = Measured {
            allocated: number(Figure::Allocated).map(Bytes::gib),
            reserved: number(Figure::Reserved).map(Bytes::gib),
            driver: number(Figure::Driver).map(Bytes::gib),
            tokens_per_s: number(Figure::TokensPerSecond),
        };
        match self.draft.check().scenario {
            Ok(scenario) => {
                issues.extend(beyond(&scenario, &numbers));
                if issues.is_empty() {
                    Ok(Observation { scenario, measured })
                } else {
                    Err(issues)
                }
            }
            Err(more) => {
                issues.extend(more.into_iter().map(RunIssue::Scenario));
                Err(issues)
            }
        }
    }
}

/// Figures that the GPU of the run cannot have shown.
fn beyond(scenario: &Scenario, numbers: &[(Figure, f64)]) -> Vec<RunIssue> {
    let most = |figure: Figure| match figure.metric() {
        Some(_) => Some(scenario.cluster.gpu.usable()),
        None => peak_rate(scenario),
    };
    let checked = numbers.iter().filter_map(|(figure, number)| {
        let most = most(*figure)?;
        let figure = *figure;
        (*number > most * CARD).then_some(RunIssue::Beyond { figure, most })
    });
    checked.collect()
}

/// Tokens a second at which one GPU would do nothing but the products that training needs, at its dense peak.
fn peak_rate(scenario: &Scenario) -> Option<f64> {
    let report = TimeReport::of(scenario).ok()?;
    let utilisation = report.mfu();
    (utilisation > 0.0).then(|| report.pace.tokens_per_gpu / utilisation)
}

impl Figure {
    /// The figure of memory that it is.
    pub const fn metric(self) -> Option<Metric> {
        match self {
            Self::Allocated => Some(Metric::Allocated),
            Self::Reserved => Some(Metric::Reserved),
            Self::Driver => Some(Metric::Driver),
            Self::TokensPerSecond => None,
        }
    }
}
