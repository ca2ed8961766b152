//! Short runs beside the form, and what they teach.
use estimator::calibration::{Calibration, Observation, Residual, Run, RunIssue, fit};
use std::sync::Arc;

/// What was entered for calibration.
#[derive(Clone, Debug, Default)]
pub struct ShortRuns {
    /// The runs, in the order of their numbers.
    pub runs: Vec<Run>,
    /// Whether the answer leaves them aside.
    pub aside: bool,
}

/// What the runs teach.
#[derive(Debug)]
pub struct Learnt {
    runs: Vec<Run>,
    /// What is wrong with each run.
    pub issues: Vec<Vec<RunIssue>>,
    /// What those that passed it teach.
    pub calibration: Arc<Calibration>,
}

impl Learnt {
    /// Fits the runs, unless that was done before.
    pub(super) fn of(runs: &[Run], before: Option<&Arc<Self>>) -> Arc<Self> {
        if let Some(before) = before.filter(|before| before.runs == runs) {
            return Arc::clone(before);
        }
        let mut observed: Vec<Observation> = Vec::new();
        let mut issues = Vec::new();
        for run in runs {
            issues.push(match run.check() {
                Ok(observation) => {
                    observed.push(observation);
                    Vec::new()
                }
                Err(issues) => issues,
            });
        }
        Arc::new(Self {
            runs: runs.to_vec(),
            issues,
            calibration: Arc::new(fit(&observed)),
        })
    }

    /// Whether any run taught something.
    pub fn teaches(&self) -> bool {
        !self.calibration.is_identity()
    }

    /// Peaks of the run numbered `at` from 0, predicted and measured.
    pub fn residuals(&self, at: usize) -> impl Iterator<Item = &Residual> {
        let passed = self.issues.get(at).is_some_and(Vec::is_empty);
        // The fit counts those that passed.
        let before = self.issues.iter().take(at);
        let number = before.filter(|issues| issues.is_empty()).count();
        let residuals = self.calibration.residuals.iter();
        residuals.filter(move |residual| passed && residual.run == number)
    }
}

/// Whether two are one and the same, as what two answers rest on; or there is neither.
pub fn same<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::calibration::Figure;
    use estimator::scenario::{Draft, Param};

    #[test]
    fn a_run_that_cannot_be_used_takes_no_other_runs_figures() {
        let run = |figure: &str| Run::of(Draft::default()).with(Figure::Allocated, figure);
        let runs = [run("many"), run("20"), Run::of(Draft::default()), run("21")];
        let learnt = Learnt::of(&runs, None);
        let shown = |at| {
            let residuals = learnt.residuals(at);
            residuals
                .map(|residual| residual.measured.as_gib())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            [shown(0), shown(1), shown(2), shown(3)],
            [vec![], vec![20.0], vec![], vec![21.0]]
        );
    }

    #[test]
    fn the_same_runs_are_fitted_once() {
        let runs = [Run::of(Draft::default()).with(Figure::Driver, "20")];
        let first = Learnt::of(&runs, None);
        assert!(Arc::ptr_eq(&first, &Learnt::of(&runs, Some(&first))));
        let mut other = runs.clone();
        other[0].draft.set(Param::Sequence, "512");
        assert!(!Arc::ptr_eq(&first, &Learnt::of(&other, Some(&first))));
    }
}
