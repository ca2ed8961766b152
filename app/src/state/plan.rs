//! The planner's search, after everything else, a few milliseconds at a time.
use super::session::Session;
use super::short::{Learnt, same};
use crate::boot::View;
use crate::platform::clock;
use estimator::cost::HourPrice;
use estimator::plan::{Goal, Plan, Search, Space};
use estimator::scenario::{Draft, Scenario};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Milliseconds of work before the browser may do something else.
const SLICE: f64 = 4.0;
/// Candidates between two looks at the clock.
const BITE: u64 = 64;

/// GPUs that people rent, beside the one in the form.
const COMMON: [&str; 7] = [
    "rtx-4090",
    "a10",
    "l40s",
    "a100-sxm-80gb",
    "h100-sxm-80gb",
    "h200-sxm-141gb",
    "b200-sxm-180gb",
];

/// A plan and what it was made for.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The configuration.
    pub draft: Draft,
    /// What was varied.
    pub space: Space,
    /// Configurations that were looked at.
    pub decided: u64,
    /// What was found.
    pub plan: Plan,
}

/// What is varied around a scenario.
fn space(scenario: &Scenario) -> Space {
    let mut space = Space::around(scenario);
    for id in COMMON {
        if estimator::hardware::find(id).is_some() && !space.gpus.iter().any(|known| known == id) {
            space.gpus.push(id.to_owned());
        }
    }
    space
}

/// Typical prices of those GPUs, where they are known.
fn goal(scenario: &Scenario, space: &Space) -> Goal {
    let priced = space.gpus.iter().filter_map(|id| {
        let price = HourPrice::of(id, &scenario.money).ok()?;
        Some((id.clone(), price.range.typical))
    });
    Goal {
        hours: scenario.data.deadline,
        spend: None,
        prices: priced.collect(),
    }
}

/// Starts the search for a configuration.
pub(super) fn begin(session: Session, draft: Draft, learnt: Option<Arc<Learnt>>) {
    let Ok(scenario) = draft.check().scenario else {
        return;
    };
    let space = space(&scenario);
    let goal = goal(&scenario, &space);
    let factors = learnt.as_ref().map(|learnt| {
        let outlook = learnt.calibration.outlook(&scenario);
        *outlook.factors()
    });
    let search = Search::calibrated(&draft, space.clone(), &goal, factors.unwrap_or_default());
    if let Ok(search) = search {
        work(session, draft, learnt, space, search);
    }
}

fn work(
    session: Session,
    draft: Draft,
    learnt: Option<Arc<Learnt>>,
    space: Space,
    mut search: Search,
) {
    let end = clock::now() + SLICE;
    let wanted = session.draft.with_untracked(|now| *now == draft)
        && same(
            untrack(move || session.in_force()).as_ref(),
            learnt.as_ref(),
        )
        && session.ui.with_untracked(|ui| ui.view == View::Plan);
    if !wanted {
        return;
    }
    while clock::now() < end {
        let progress = search.step(BITE);
        if progress.done {
            let planned = Planned {
                plan: search.plan(),
                decided: progress.decided,
                draft,
                space,
            };
            session
                .late
                .update(|late| late.plan = Some(Arc::new(planned)));
            return;
        }
    }
    set_timeout(
        move || work(session, draft, learnt, space, search),
        Duration::ZERO,
    );
}
