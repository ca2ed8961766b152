//! How far the present configuration goes: searched for once typing pauses, a few milliseconds at a time, so that no
//! keystroke waits for it.
use super::following::{always, holds};
use super::session::Session;
use super::short::{Learnt, same};
use crate::boot::View;
use crate::platform::clock;
use estimator::analysis::Budget;
use estimator::analysis::remedies::{Remedy, faster, lighter};
use estimator::analysis::solve::{Criterion, Goal, Outcome, Rounded, Search, Solution, Unsolved};
use estimator::calibration::Calibration;
use estimator::cost::{Instead, instead};
use estimator::memory::{MemoryReport, State};
use estimator::scenario::{Draft, Param};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How long typing has to pause.
const PAUSE: Duration = Duration::from_millis(150);
/// Milliseconds of work before the browser may do something else.
const SLICE: f64 = 2.0;
/// Evaluations after which a search is given up: twice what any took.
const MOST: u32 = 120;

/// Changes that are shown.
const SHOWN: usize = 6;

/// Every question, in the order of its lines.
const GOALS: [Goal; 3] = [Goal::Sequence, Goal::MicroBatch, Goal::Gpus];

/// How far a configuration goes.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The configuration.
    pub draft: Draft,
    /// The short runs that it is calibrated by.
    pub learnt: Option<Arc<Learnt>>,
    /// An answer to each question.
    pub lines: Vec<Line>,
    /// Whether it fits for sure, so that changes are about time.
    pub fits: bool,
    /// The changes that help most: lighter ones where it does not fit, faster ones where it does.
    pub remedies: Vec<Remedy>,
}

/// What would do instead of a configuration.
#[derive(Clone, Debug)]
pub struct Others {
    /// The configuration.
    pub draft: Draft,
    /// Each with its numbers.
    pub found: Vec<Instead>,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The question.
    pub goal: Goal,
    /// What was found; `None`: the search was given up.
    pub solution: Option<Solution>,
    /// The value to show, rounded to what people type.
    pub value: u64,
    /// The form with that value in it, where that is a change.
    pub adopted: Option<Draft>,
    /// Sequences of one step as the form stands, and with that value in it.
    pub batch: Option<[u64; 2]>,
}

/// Starts the search whenever the form changes, while it is there to be seen.
pub(super) fn follow(session: Session) {
    let mut waiting: Option<TimeoutHandle> = None;
    // Of all that is chosen on the page only the view matters: another language is no reason to search again.
    let seen = holds(move || session.view() == View::Plan);
    always(move || {
        if let Some(handle) = waiting.take() {
            handle.clear();
        }
        session.draft.track();
        session.short.track();
        if seen.get() {
            waiting = set_timeout_with_handle(move || begin(session), PAUSE).ok();
        }
    });
}

fn begin(session: Session) {
    let draft = session.draft.get_untracked();
    let learnt = untrack(move || session.in_force());
    let known = session.reach.with_untracked(|reach| {
        reach.as_ref().is_some_and(|reach| {
            reach.draft == draft && same(reach.learnt.as_ref(), learnt.as_ref())
        })
    });
    if draft.check().scenario.is_err() {
        return;
    }
    if known {
        // The plan may have been left while another view was shown.
        let planned = session
            .plan
            .with_untracked(|plan| plan.as_ref().is_some_and(|plan| plan.draft == draft));
        if !planned {
            super::plan::begin(session, draft, learnt);
        }
        return;
    }
    work(session, Work::new(draft, learnt));
}

/// Searches under way.
struct Work {
    draft: Draft,
    learnt: Option<Arc<Learnt>>,
    /// The next one last.
    left: Vec<Search>,
    lines: Vec<Line>,
}

/// Works for a slice of time. What is found is shown only if the form is still the one it was found for.
fn work(session: Session, mut work: Work) {
    let end = clock::now() + SLICE;
    let wanted = |work: &Work| {
        session.draft.with_untracked(|now| *now == work.draft)
            && same(
                untrack(move || session.in_force()).as_ref(),
                work.learnt.as_ref(),
            )
            && session.ui.with_untracked(|ui| ui.view == View::Plan)
    };
    while wanted(&work) {
        if !work.step() {
            let (fits, remedies) = remedies(&work.draft, &work.calibration());
            let reach = Reach {
                draft: work.draft,
                learnt: work.learnt,
                lines: work.lines,
                fits,
                remedies,
            };
            let (draft, learnt) = (reach.draft.clone(), reach.learnt.clone());
            session.reach.set(Some(Arc::new(reach)));
            set_timeout(move || others(session, draft, learnt), Duration::ZERO);
            return;
        }
        if clock::now() >= end {
            set_timeout(move || self::work(session, work), Duration::ZERO);
            return;
        }
    }
}

/// What would do instead, then the plan: each in a task of its own.
fn others(session: Session, draft: Draft, learnt: Option<Arc<Learnt>>) {
    if session.draft.with_untracked(|now| *now != draft) {
        return;
    }
    let found = Others {
        found: instead(&draft),
        draft: draft.clone(),
    };
    session.others.set(Some(Arc::new(found)));
    set_timeout(
        move || super::plan::begin(session, draft, learnt),
        Duration::ZERO,
    );
}

impl Work {
    fn new(draft: Draft, learnt: Option<Arc<Learnt>>) -> Self {
        let mut work = Self {
            left: Vec::new(),
            lines: Vec::new(),
            draft,
            learnt,
        };
        let goals = GOALS.into_iter().rev();
        work.left = goals
            .map(|goal| work.search(goal, Criterion::Fits))
            .collect();
        work
    }

    fn calibration(&self) -> Arc<Calibration> {
        super::plan::calibration(self.learnt.as_ref())
    }

    fn search(&self, goal: Goal, criterion: Criterion) -> Search {
        Search::calibrated(self.draft.clone(), goal, criterion, self.calibration())
    }

    /// A few evaluations; whether anything is left.
    fn step(&mut self) -> bool {
        let Some(search) = self.left.last_mut() else {
            return false;
        };
        let found = match search.step(&mut Budget::new(Search::STEP)) {
            Err(Unsolved::Exhausted) if search.evaluations() < MOST => return true,
            found => found.ok(),
        };
        // What cannot be had for sure may be had at a risk.
        let sure = search.criterion() == Criterion::Fits;
        let none = found.as_ref().is_some_and(|found| {
            matches!(
                found.outcome,
                Outcome::TooLarge(_) | Outcome::NoNumberHelps { .. }
            )
        });
        let goal = search.goal();
        if sure && none {
            self.left.pop();
            self.left.push(self.search(goal, Criterion::Peak));
            return true;
        }
        self.left.pop();
        let line = line(&self.draft, goal, found, &self.calibration());
        self.lines.push(line);
        true
    }
}

/// The longest sequence of a configuration, as the planner shows it; none where the search was given up.
pub(super) fn longest(draft: &Draft, learnt: Option<Arc<Learnt>>) -> Option<Line> {
    let mut work = Work::new(draft.clone(), learnt);
    work.left.retain(|search| search.goal() == Goal::Sequence);
    while work.step() {}
    work.lines.pop()
}

/// The best single changes, of about twenty that are tried.
fn remedies(draft: &Draft, calibration: &Calibration) -> (bool, Vec<Remedy>) {
    let Ok(scenario) = draft.check().scenario else {
        return (false, Vec::new());
    };
    let report = MemoryReport::calibrated(&scenario, calibration);
    let fits = report.verdict.state == State::Fits;
    let find = if fits { faster } else { lighter };
    let mut found = find(draft, &scenario, calibration);
    found.truncate(SHOWN);
    (fits, found)
}

fn line(draft: &Draft, goal: Goal, solution: Option<Solution>, calibration: &Calibration) -> Line {
    let mut line = Line {
        goal,
        solution,
        value: 0,
        adopted: None,
        batch: None,
    };
    let Some(solution) = &line.solution else {
        return line;
    };
    let (Outcome::Found(found), Ok(now)) = (&solution.outcome, draft.check().scenario) else {
        return line;
    };
    let (value, present, changed) = match (goal, found.rounded) {
        (Goal::Gpus, Some(Rounded::Machines { per_node, nodes })) => {
            let changed = draft
                .clone()
                .with(Param::GpusPerNode, per_node.to_string())
                .with(Param::Nodes, nodes.to_string());
            (found.value, now.cluster.gpus(), changed)
        }
        (Goal::Sequence, Some(Rounded::Length { to_64, .. })) => {
            let present = now.batch.sequence;
            let with = |value: u64| draft.clone().with(Param::Sequence, value.to_string());
            // A round number, unless it is less than what is known to fit already or lies beyond a step of the model.
            let less = to_64 < present && present <= found.value;
            let round = to_64 > 0 && !less && fits(&with(to_64), solution.criterion, calibration);
            let value = if round { to_64 } else { found.value };
            (value, present, with(value))
        }
        _ => {
            let changed = draft
                .clone()
                .with(Param::MicroBatch, found.value.to_string());
            (found.value, now.batch.micro, changed)
        }
    };
    line.value = value;
    if value != present {
        let then = changed.check().scenario.ok();
        line.batch = then.map(|then| [now.global_batch(), then.global_batch()]);
        line.adopted = Some(changed);
    }
    line
}

fn fits(draft: &Draft, criterion: Criterion, calibration: &Calibration) -> bool {
    draft.check().scenario.is_ok_and(|scenario| {
        let report = MemoryReport::calibrated(&scenario, calibration);
        match criterion {
            Criterion::Fits => report.verdict.state == State::Fits,
            Criterion::Peak => report.peak.needed <= report.verdict.usable,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::codec::decode;

    fn reach(link: &str) -> Vec<Line> {
        let mut work = Work::new(decode(link).draft, None);
        while work.step() {}
        work.lines
    }

    #[test]
    fn what_is_adopted_fits_and_is_round() {
        for preset in estimator::presets::all() {
            let link = estimator::codec::encode(&preset.draft()).text;
            for line in reach(&link) {
                let Some(adopted) = &line.adopted else {
                    continue;
                };
                let solution = line.solution.as_ref().expect("a solution");
                assert!(
                    fits(adopted, solution.criterion, &Calibration::default()),
                    "{} {:?}",
                    preset.key,
                    line.goal
                );
                if line.goal == Goal::Sequence {
                    assert_eq!(line.value % 64, 0, "{}", preset.key);
                }
            }
        }
    }

    #[test]
    fn more_gpus_change_the_global_batch_and_say_so() {
        let preset = estimator::presets::find("p3").expect("p3");
        let lines = reach(&estimator::codec::encode(&preset.draft()).text);
        let gpus = lines.iter().find(|line| line.goal == Goal::Gpus);
        let gpus = gpus.expect("a number of GPUs");
        assert_eq!((gpus.value, gpus.batch), (24, Some([32, 96])));
        let words =
            |batch| crate::i18n::with_batch(crate::i18n::Lang::En, batch, "Why.".to_owned());
        assert_eq!(
            words(gpus.batch),
            "The global batch then is 96, not 32. Why."
        );
        assert_eq!(words(Some([32, 32])), "Why.");
        // A longer sequence leaves it as it is.
        for line in lines.iter().filter(|line| line.goal == Goal::Sequence) {
            assert!(line.batch.is_none_or(|[now, then]| now == then), "{line:?}");
        }
    }

    #[test]
    fn a_length_that_fits_already_is_never_shortened() {
        let longest = reach("m=qwen2.5-7b&g=a100-sxm-80gb&s=2048");
        let Some(Solution {
            outcome: Outcome::Found(found),
            ..
        }) = &longest[0].solution
        else {
            panic!("{longest:?}")
        };
        let present = found.value - 1;
        let again = reach(&format!("m=qwen2.5-7b&g=a100-sxm-80gb&s={present}"));
        assert!(again[0].value >= present);
        let at = reach(&format!("m=qwen2.5-7b&g=a100-sxm-80gb&s={}", found.value));
        assert_eq!(at[0].adopted, None);
    }

    #[test]
    fn what_cannot_be_sure_may_be_borderline_and_what_cannot_be_at_all_says_so() {
        let none = reach("m=llama-3.1-70b&method=lora&g=rtx-4090");
        for line in &none[..2] {
            assert_eq!(line.adopted, None);
            let solution = line.solution.as_ref().expect("an outcome");
            assert_eq!(solution.criterion, Criterion::Peak);
            assert!(matches!(solution.outcome, Outcome::TooLarge(_)));
        }
    }
}
