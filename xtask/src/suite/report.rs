//! The result of each step, and the summary.
use std::{fmt::Write, time::Duration};

/// How a step ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// So many checks passed, so many failed.
    Done(u32, u32),
    /// The step could not be run here, and why.
    LeftOut(String),
}

/// One line of the summary.
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) outcome: Outcome,
    pub(super) took: Duration,
}

/// All steps so far.
#[derive(Default)]
pub(super) struct Report {
    pub(super) steps: Vec<Step>,
}

impl Report {
    /// In CI nothing may be left out unseen.
    pub(super) fn failed(&self, ci: bool) -> bool {
        self.steps.iter().any(|step| match &step.outcome {
            Outcome::Done(_, failed) => *failed > 0,
            Outcome::LeftOut(_) => ci,
        })
    }

    /// A line a step, then the sums, alone on the last line.
    pub(super) fn summary(&self, ci: bool) -> String {
        let mut text = String::from("\nsummary\n");
        let (mut passed, mut failed) = (0, 0);
        for step in &self.steps {
            let said = match &step.outcome {
                Outcome::Done(ok, bad) => {
                    passed += ok;
                    failed += bad;
                    if *bad == 0 {
                        format!("{ok} passed")
                    } else {
                        format!("{ok} passed, {bad} FAILED")
                    }
                }
                Outcome::LeftOut(why) => {
                    failed += u32::from(ci);
                    format!("LEFT OUT: {}", why.trim().replace('\n', " "))
                }
            };
            let _ = writeln!(
                text,
                "  {:<28} {:>6.1} s  {said}",
                step.name,
                step.took.as_secs_f32()
            );
        }
        let _ = write!(text, "{passed} passed, {failed} failed");
        text
    }
}

/// The numbers of a line `test result: ok. 3 passed; 1 failed; …`.
pub(super) fn counts(line: &str) -> Option<(u32, u32)> {
    let rest = line.trim().strip_prefix("test result: ")?;
    let number = |word: &str| {
        let before = rest.split(word).next()?;
        before.trim_end().rsplit(' ').next()?.parse().ok()
    };
    Some((number(" passed;")?, number(" failed;")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, outcome: Outcome) -> Step {
        Step {
            name,
            outcome,
            took: Duration::from_millis(1500),
        }
    }

    #[test]
    fn results_are_counted() {
        let line = "test result: ok. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(counts(line), Some((12, 3)));
        assert_eq!(counts("running 3 tests"), None);
    }

    #[test]
    fn the_sums_stand_alone_at_the_end() {
        let steps = vec![
            step("a", Outcome::Done(3, 0)),
            step("b", Outcome::Done(1, 2)),
            step("c", Outcome::LeftOut("no\nbrowser".to_owned())),
        ];
        let report = Report { steps };
        assert_eq!(
            report.summary(false).lines().last(),
            Some("4 passed, 2 failed")
        );
        assert_eq!(
            report.summary(true).lines().last(),
            Some("4 passed, 3 failed")
        );
        assert!(report.summary(true).contains("LEFT OUT: no browser"));
    }

    #[test]
    fn only_ci_fails_for_what_was_left_out() {
        let report = Report {
            steps: vec![step("c", Outcome::LeftOut(String::new()))],
        };
        assert!(report.failed(true) && !report.failed(false));
    }
}
