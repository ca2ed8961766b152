//! The planner's search, after everything else, a few milliseconds at a time.
use super::session::Session;
use super::short::{Learnt, same};
use crate::boot::View;
use crate::i18n;
use crate::platform::clock;
use estimator::calibration::Calibration;
use estimator::plan::{Goal, Plan, Search, Space};
use estimator::scenario::{Draft, Param, PlanGpus, PlanMethods};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Milliseconds of work before the browser may do something else.
const SLICE: f64 = 4.0;
/// Candidates between two looks at the clock.
const BITE: u64 = 256;
/// Slices between two words on how far it is.
const SAYS: u32 = 25;

/// A plan and what it was made for.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The configuration.
    pub draft: Draft,
    /// What was varied.
    pub space: Space,
    /// Configurations that were looked at.
    pub decided: u64,
    /// Configurations that there are: more than those where it was stopped.
    pub total: u64,
    /// What was found.
    pub plan: Plan,
}

/// Starts the search for a configuration, unless it is done.
pub(super) fn begin(session: Session, draft: Draft, learnt: Option<Arc<Learnt>>) {
    let Ok(mut scenario) = draft.check().scenario else {
        return;
    };
    // What the author of the page around has set is not looked beyond.
    if session.is_locked(Param::Gpu) {
        scenario.wishes.gpus = PlanGpus::This;
    }
    if session.is_locked(Param::Method) {
        scenario.wishes.methods = PlanMethods::This;
    }
    let space = Space::asked(&scenario);
    let goal = Goal::asked(&scenario, &space);
    let calibration = calibration(learnt.as_ref());
    let search = Search::calibrated(&draft, space, &goal, &calibration);
    if let Ok(search) = search {
        session.searches.update_value(|searches| *searches += 1);
        let work = Work {
            number: session.searches.get_value(),
            draft,
            learnt,
            search,
            slices: 0,
        };
        work.says(session);
        go_on(session, work);
    }
}

/// What short runs taught; nothing where there are none.
pub fn calibration(learnt: Option<&Arc<Learnt>>) -> Arc<Calibration> {
    learnt.map_or_else(Arc::default, |learnt| Arc::clone(&learnt.calibration))
}

/// A search under way.
struct Work {
    /// Which search it is: one that another has followed ends.
    number: u32,
    draft: Draft,
    learnt: Option<Arc<Learnt>>,
    search: Search,
    slices: u32,
}

impl Work {
    /// Whether the form is still the one it was begun for.
    fn wanted(&self, session: Session) -> bool {
        session.searches.get_value() == self.number
            && session.draft.with_untracked(|now| *now == self.draft)
            && same(
                untrack(move || session.in_force()).as_ref(),
                self.learnt.as_ref(),
            )
            && session.ui.with_untracked(|ui| ui.view == View::Plan)
    }

    /// Says how far it is.
    fn says(&self, session: Session) {
        let progress = self.search.progress();
        let lang = session.ui.with_untracked(|ui| ui.lang);
        let words = i18n::plan_progress(lang, progress.decided, progress.total);
        session.planning.set(words);
    }

    /// Shows what was found.
    fn show(mut self, session: Session) {
        let progress = self.search.progress();
        let planned = Planned {
            plan: self.search.plan(),
            space: self.search.space().clone(),
            decided: progress.decided,
            total: progress.total,
            draft: self.draft,
        };
        session.plan.set(Some(Arc::new(planned)));
        session.planning.set(String::new());
    }
}

/// Works for a slice of time. Emptying [`Session::planning`] stops it.
fn go_on(session: Session, mut work: Work) {
    let end = clock::now() + SLICE;
    if !work.wanted(session) {
        return;
    }
    if session.planning.with_untracked(String::is_empty) {
        work.show(session);
        return;
    }
    while clock::now() < end {
        if work.search.step(BITE).done {
            work.show(session);
            return;
        }
    }
    work.slices += 1;
    if work.slices.is_multiple_of(SAYS) {
        work.says(session);
    }
    set_timeout(move || go_on(session, work), Duration::ZERO);
}
