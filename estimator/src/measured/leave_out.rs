//! What calibration is worth: one row of a source as the observation, its other rows as the test.
use super::score::{quantile, share};
use super::{Columns, draft, metric, scenario, scored};
use crate::calibration::{Calibration, Lines, Measured, Outlook, fit_lines};
use crate::memory::{Interval, Metric};
use crate::scenario::{Method, Scenario};
use crate::units::{Bytes, SizeUnit};
use core::fmt::Write as _;
use std::collections::BTreeMap;

/// Sources with fewer scored rows are left out.
const LEAST_ROWS: usize = 3;

/// A measured row, ready to be an observation or a test.
struct Row {
    source: String,
    stack: String,
    method: Method,
    tokens: u64,
    metric: Metric,
    peak: Bytes,
    lines: Lines,
    scenario: Scenario,
}

/// Every scored row of a file.
#[derive(Default)]
pub struct LeaveOut {
    rows: Vec<Row>,
}

/// How observations and tests relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// One observation; tests are rows of the same source, stack and method.
    One,
    /// Two observations of different numbers of tokens; the same tests.
    Two,
    /// One observation; tests are rows of the same source and stack, and of another method.
    OtherMethod,
    /// One observation; tests are rows of the same source, stack, method and model.
    SameModel,
}

/// Errors of one group of tests without and with calibration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// Fits.
    pub fits: usize,
    /// Tests over all fits.
    pub tests: usize,
    /// Median of |error| without calibration, per cent.
    pub before: f64,
    /// The same with it.
    pub after: f64,
    /// 90th percentile without, per cent.
    pub p90_before: f64,
    /// The same with it.
    pub p90_after: f64,
    /// Fits after which the median error of their tests is larger, by more than 0.1 points, per cent of all fits.
    pub worse: f64,
    /// Tests inside the uncalibrated interval, per cent.
    pub inside_before: f64,
    /// Tests inside the calibrated interval, per cent.
    pub inside_after: f64,
    /// Median of calibrated over uncalibrated width.
    pub width: f64,
}

/// One test under one fit.
#[derive(Clone, Copy)]
struct Test {
    before: f64,
    after: f64,
    inside_before: bool,
    inside_after: bool,
    width: f64,
}

impl LeaveOut {
    /// Takes a row, if it counts.
    pub fn add(&mut self, row: &Columns<'_>) {
        let Ok(peak) = row.get("peak_gib").parse::<f64>() else {
            return;
        };
        if !scored(row) {
            return;
        }
        let Ok(scenario) = draft(row).and_then(|draft| scenario(&draft)) else {
            return;
        };
        let unit = if row.get("unit") == "GB" {
            SizeUnit::Gb
        } else {
            SizeUnit::Gib
        };
        self.rows.push(Row {
            source: row.get("source").to_owned(),
            stack: row.get("stack").to_owned(),
            method: scenario.method,
            tokens: scenario.batch.sequence.saturating_mul(scenario.batch.micro),
            metric: metric(row),
            peak: Bytes::new(peak * unit.bytes()),
            lines: Lines::of(&scenario),
            scenario,
        });
    }

    /// Sources with enough rows, in alphabetical order.
    fn sources(&self) -> Vec<(&str, Vec<&Row>)> {
        let mut sources: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in &self.rows {
            sources.entry(&row.source).or_default().push(row);
        }
        sources
            .into_iter()
            .filter(|(_, rows)| rows.len() >= LEAST_ROWS)
            .collect()
    }

    /// Errors by source, and over all of them.
    pub fn gains(&self, trial: Trial) -> (Vec<(String, Gain)>, Gain) {
        let mut all: Vec<Vec<Test>> = Vec::new();
        let mut by_source = Vec::new();
        for (source, rows) in self.sources() {
            let fits = trial.fits(&rows);
            if !fits.is_empty() {
                by_source.push((source.to_owned(), gain(&fits)));
                all.extend(fits);
            }
        }
        (by_source, gain(&all))
    }

    /// Mean over sources of each source's median |error| without and with calibration, per cent: one source that has many rows
    /// must not speak for the rest.
    pub fn by_source(&self, trial: Trial) -> (f64, f64) {
        let (sources, _) = self.gains(trial);
        let number = u32::try_from(sources.len()).map_or(1.0, f64::from);
        let mean = |part: fn(&Gain) -> f64| {
            sources.iter().map(|(_, gain)| part(gain)).sum::<f64>() / number
        };
        (mean(|gain| gain.before), mean(|gain| gain.after))
    }

    /// The tables as METHOD.md shows them: every trial, and the first one source by source.
    pub fn markdown(&self) -> String {
        let mut text = String::from(
            "| trial | mean of source medians | fits | tests | median | p90 | worse | inside | width |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        );
        for trial in Trial::ALL {
            let (before, after) = self.by_source(trial);
            let (_, pooled) = self.gains(trial);
            let _ = writeln!(
                text,
                "| {} | {before:.2}% → {after:.2}% | {}",
                trial.title(),
                pooled.cells()
            );
        }
        let _ = writeln!(
            text,
            "\n{}:\n\n| source | fits | tests | median | p90 | worse | inside | width |\n|---|--:|--:|--:|--:|--:|--:|--:|",
            Trial::SameModel.title()
        );
        for (name, gain) in self.gains(Trial::SameModel).0 {
            let _ = writeln!(text, "| {name} | {}", gain.cells());
        }
        text.push('\n');
        text
    }
}

impl Gain {
    fn cells(&self) -> String {
        format!(
            "{} | {} | {:.1}% → {:.1}% | {:.1}% → {:.1}% | {:.0}% | {:.0}% → {:.0}% | {:.2} |",
            self.fits,
            self.tests,
            self.before,
            self.after,
            self.p90_before,
            self.p90_after,
            self.worse,
            self.inside_before,
            self.inside_after,
            self.width,
        )
    }
}

impl Trial {
    /// Every trial, in the order of the table.
    pub const ALL: [Self; 4] = [Self::SameModel, Self::One, Self::Two, Self::OtherMethod];

    const fn title(self) -> &'static str {
        match self {
            Self::SameModel => "One run, tests of the same stack, method and model",
            Self::One => "One run, tests of the same stack and method, any model",
            Self::Two => "Two runs of different tokens, the same tests",
            Self::OtherMethod => "One run, tests of the same stack and another method",
        }
    }

    /// Tests of each fit.
    fn fits(self, rows: &[&Row]) -> Vec<Vec<Test>> {
        let mut fits = Vec::new();
        for (at, seen) in rows.iter().enumerate() {
            let mut seen_too = vec![*seen];
            if self == Self::Two {
                let others = rows.iter().cycle().skip(at + 1).take(rows.len());
                let other = others
                    .copied()
                    .find(|other| alike(seen, other) && other.tokens != seen.tokens);
                let Some(other) = other else { continue };
                seen_too.push(other);
            }
            let tests: Vec<&Row> = rows
                .iter()
                .copied()
                .filter(|row| !seen_too.iter().any(|seen| core::ptr::eq(*seen, *row)))
                .filter(|row| {
                    let same_model = row.scenario.model == seen.scenario.model;
                    match self {
                        Self::OtherMethod => row.stack == seen.stack && row.method != seen.method,
                        Self::SameModel => alike(seen, row) && same_model,
                        Self::One | Self::Two => alike(seen, row),
                    }
                })
                .collect();
            if tests.is_empty() {
                continue;
            }
            let observed: Vec<(Lines, Measured)> = seen_too
                .iter()
                .map(|row| {
                    (
                        row.lines.clone(),
                        Measured::default().with(row.metric, row.peak),
                    )
                })
                .collect();
            let calibration = fit_lines(&observed);
            fits.push(tests.iter().map(|row| row.test(&calibration)).collect());
        }
        fits
    }
}

fn alike(a: &Row, b: &Row) -> bool {
    a.stack == b.stack && a.method == b.method
}

impl Row {
    fn test(&self, calibration: &Calibration) -> Test {
        let outlook = |calibration: &Calibration| Outlook::new(calibration, self.lines.clone());
        let (before, after) = (outlook(&Calibration::default()), outlook(calibration));
        let error = |outlook: &Outlook| {
            (outlook.shown(self.metric).get() / self.peak.get() - 1.0).abs() * 100.0
        };
        let interval = |outlook: &Outlook| {
            outlook.interval(outlook.shown(self.metric), self.metric, &self.scenario)
        };
        let inside = |interval: &Interval| interval.low <= self.peak && self.peak <= interval.high;
        let width = |interval: &Interval| interval.high.get() - interval.low.get();
        let (wide, narrow) = (interval(&before), interval(&after));
        Test {
            before: error(&before),
            after: error(&after),
            inside_before: inside(&wide),
            inside_after: inside(&narrow),
            width: width(&narrow) / width(&wide),
        }
    }
}

fn gain(fits: &[Vec<Test>]) -> Gain {
    let tests: Vec<Test> = fits.iter().flatten().copied().collect();
    let of = |part: fn(&Test) -> f64| tests.iter().map(part).collect::<Vec<f64>>();
    let median =
        |tests: &[Test], part: fn(&Test) -> f64| quantile(tests.iter().map(part).collect(), 0.5);
    let worse = fits
        .iter()
        .filter(|tests| median(tests, |test| test.after) > median(tests, |test| test.before) + 0.1)
        .count();
    let inside = |part: fn(&Test) -> bool| {
        share(tests.iter().filter(|test| part(test)).count(), tests.len())
    };
    Gain {
        fits: fits.len(),
        tests: tests.len(),
        before: quantile(of(|test| test.before), 0.5),
        after: quantile(of(|test| test.after), 0.5),
        p90_before: quantile(of(|test| test.before), 0.9),
        p90_after: quantile(of(|test| test.after), 0.9),
        worse: share(worse, fits.len()),
        inside_before: inside(|test| test.inside_before),
        inside_after: inside(|test| test.inside_after),
        width: quantile(of(|test| test.width), 0.5),
    }
}
