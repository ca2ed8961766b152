//! Questions to test oneself by, answered by the model.
use super::contrasts::doubled;
use crate::calibration::Calibration;
use crate::memory::{Divides, Figures, MemoryReport, Metric};
use crate::scenario::{Checkpointing, Draft, Param, Scenario};

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// N doubles.
    Gpus,
    /// Sequences get twice as long.
    Length,
    /// Checkpointing is switched.
    Checkpointing,
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Quiz {
    /// The question.
    pub question: Question,
    /// Figures before.
    pub before: Figures,
    /// Figures after.
    pub after: Figures,
    /// What of the peak before is divided by N, bytes.
    pub divided: f64,
}

/// The questions that the scenario allows.
pub fn quiz(draft: &Draft, scenario: &Scenario, calibration: &Calibration) -> Vec<Quiz> {
    let other = match scenario.checkpointing {
        Checkpointing::None => Checkpointing::Full,
        _ => Checkpointing::None,
    };
    let length = scenario.batch.sequence.saturating_mul(2).to_string();
    let (param, gpus) = doubled(scenario);
    let questions = [
        (Question::Gpus, param, gpus),
        (Question::Length, Param::Sequence, length),
        (
            Question::Checkpointing,
            Param::Checkpointing,
            other.key().to_owned(),
        ),
    ];
    let before = MemoryReport::calibrated_figures(scenario, calibration);
    let report = MemoryReport::calibrated(scenario, calibration);
    let worst = report.at(before.worst);
    let divided = worst.map_or(0.0, |instant| {
        let shared = instant.terms.iter().filter(|term| {
            Metric::Needed.sees(term.id)
                && matches!(term.divides, Divides::Shards(n) | Divides::Both(n) if n > 1)
        });
        shared.map(|term| term.bytes().get()).sum()
    });
    questions
        .into_iter()
        .filter_map(|(question, param, text)| {
            let after = draft.clone().with(param, text).check().scenario.ok()?;
            Some(Quiz {
                question,
                before,
                after: MemoryReport::calibrated_figures(&after, calibration),
                divided,
            })
        })
        .collect()
}
