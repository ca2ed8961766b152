//! Scenarios side by side. The first is the form: what is edited in the planner. The others are kept beside it.
use super::answer::Answer;
use super::reach::{self, Line};
use super::session::Session;
use super::short::Learnt;
use estimator::memory::{Family, Metric, State, TermId};
use estimator::model;
use estimator::scenario::{Checked, Draft, Method, Param, Sharding};
use estimator::units::Bytes;
use std::sync::Arc;

/// One scenario of a comparison.
#[derive(Clone, Debug)]
pub struct Column {
    /// Every field, and what is wrong with them.
    pub checked: Checked,
    /// Its answer; none where something is wrong.
    pub answer: Option<Answer>,
    /// The longest sequence that fits.
    pub longest: Option<Line>,
}

/// Kinds of lines in a comparison: those of the bar, and of what is trained three.
pub const KINDS: usize = Family::ALL.len() + 2;

impl Column {
    /// The column of a draft, calibrated as the planner would.
    pub fn of(draft: &Draft, learnt: Option<&Arc<Learnt>>) -> Self {
        let checked = draft.check();
        let scenario = checked.scenario.as_ref().ok();
        let answer = scenario.map(|scenario| Answer::of(scenario, learnt.cloned()));
        let longest = scenario.and_then(|_| reach::longest(draft, learnt.cloned()));
        Self {
            checked,
            answer,
            longest,
        }
    }

    /// What one of the kinds needs at the worst moment.
    pub fn of_kind(&self, kind: usize) -> Option<Bytes> {
        let report = &self.answer.as_ref()?.report;
        let terms = report.at(report.worst)?.terms.iter();
        let own = terms.filter(|term| Metric::Needed.sees(term.id) && kind_of(term.id) == kind);
        Some(own.map(estimator::memory::Term::bytes).sum())
    }

    /// Its answer where it may run: what does not fit has neither time nor price.
    pub fn runs(&self) -> Option<&Answer> {
        let answer = self.answer.as_ref()?;
        (answer.report.verdict.state != State::DoesNotFit).then_some(answer)
    }
}

/// The kind of a line: see [`KINDS`].
const fn kind_of(id: TermId) -> usize {
    match (id, id.family()) {
        (_, Family::Weights) => 0,
        (TermId::Gradients, _) => 2,
        (TermId::Adapters | TermId::TrainedModules, _) => 1,
        (_, family) => family as usize + 2,
    }
}

/// One press makes a comparison of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// Full, LoRA, QLoRA.
    Methods,
    /// A model ten times the size, or a tenth.
    Models,
    /// Other GPUs.
    Gpus,
    /// ZeRO-2 and ZeRO-3.
    Shards,
}

impl Set {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Methods, Self::Models, Self::Gpus, Self::Shards];

    /// The form with what it would be compared with; none where that is not possible.
    pub fn columns(self, draft: &Draft) -> Option<Vec<Draft>> {
        let checked = draft.check();
        let text = |param| checked.field(param).map_or("", |field| &*field.text);
        let (param, values): (Param, Vec<&str>) = match self {
            Self::Methods => (Param::Method, Method::KEYS.to_vec()),
            Self::Models => (Param::Model, vec![other_model(text(Param::Model))]),
            Self::Gpus => (
                Param::Gpu,
                vec!["a100-sxm-80gb", "h100-sxm-80gb", "rtx-4090"],
            ),
            Self::Shards => {
                let shards = [Sharding::Zero2, Sharding::Zero3].map(Sharding::key);
                (Param::Sharding, shards.to_vec())
            }
        };
        let now = text(param);
        let mut columns = vec![draft.clone()];
        for value in values.into_iter().filter(|value| *value != now) {
            let other = draft.clone().with(param, value);
            if other.check().scenario.is_ok() {
                columns.push(other);
            }
        }
        // Alone a GPU shares nothing out.
        let enough = |gpus| self != Self::Shards || gpus > 1;
        let gpus = checked.scenario.as_ref().ok()?.cluster.gpus();
        (columns.len() > 1 && enough(gpus)).then_some(columns)
    }
}

/// A 70B for a smaller model, an 8B for a larger one; of the same maker where that has both.
fn other_model(id: &str) -> &'static str {
    let large = model::find(id).is_some_and(|known| known.total() > 30_000_000_000);
    match (id.starts_with("qwen"), large) {
        (true, true) => "qwen2.5-7b",
        (true, false) => "qwen2.5-72b",
        (false, true) => "llama-3.1-8b",
        (false, false) => "llama-3.1-70b",
    }
}

impl Session {
    /// The columns with their answers.
    pub fn compared(self) -> Vec<Column> {
        let learnt = self.in_force();
        let columns = self.columns();
        let of = |draft| Column::of(draft, learnt.as_ref());
        columns.iter().map(of).collect()
    }
}
