//! Each bound by which the planner leaves candidates out, against all formulas: it never leaves out what they would choose.
#[path = "support/spaces.rs"]
mod spaces;
mod support;

use estimator::memory::{Factors, MemoryReport, State};
use estimator::plan::{Candidate, Rejected, Search};
use estimator::scenario::Layout;
use spaces::{Make, odd, run, small, usual};
use std::sync::atomic::{AtomicU64, Ordering};
use support::{cases, each};

const MAKES: [Make; 2] = [usual, odd];

/// Memory leaves out nothing that fits, or may, and every legal candidate is decided: also for drafts that nobody would write.
#[test]
fn memory_leaves_out_nothing_that_fits() {
    for make in MAKES {
        each(cases(1_000), |_, rng| {
            let (draft, search, goal) = small(rng, 300, make);
            let mut search = search.thorough();
            let progress = run(&mut search, 1000);
            let mut legal = 0;
            let mut fitting = 0;
            let candidates: Vec<Candidate> = search.candidates().collect();
            for candidate in candidates {
                let Some(scenario) = search.scenario(&candidate) else {
                    continue;
                };
                legal += 1;
                let figures = MemoryReport::need(scenario, &Factors::default());
                fitting += u64::from(figures.verdict.state != State::DoesNotFit);
            }
            let space = search.space();
            let typed: Vec<_> = draft.typed().collect();
            assert_eq!(progress.fitting, fitting, "{space:?} {goal:?} {typed:?}");
            assert_eq!(
                (progress.decided, progress.total),
                (legal, legal),
                "{space:?}"
            );
        });
    }
}

/// What time leaves out changes no answer.
#[test]
fn time_leaves_out_none_of_the_answers() {
    each(cases(400), |_, rng| {
        let (draft, mut search, mut goal) = small(rng, 2_000, usual);
        if rng.one_in(2) {
            // A deadline that something of the front just meets.
            run(&mut search, 1000);
            let front = search.plan().front;
            let met = front.get(rng.index(front.len().max(1)));
            goal.hours = met.map(|choice| choice.timing.unwrap().high * 1.000_001);
            goal.spend = None;
            search = Search::new(&draft, search.space().clone(), &goal).unwrap();
        }
        let mut thorough = search.clone().thorough();
        let (some, all) = (run(&mut search, 1000), run(&mut thorough, 1000));
        assert_eq!(some.decided, all.decided);
        assert!(some.evaluated <= all.evaluated);
        let (found, mut whole) = (search.plan(), thorough.plan());
        // A family is rejected only where nothing of it fits; which of its candidates is named may differ.
        let family = |of: &Candidate| (of.gpu, of.method, of.sharding, of.offload, of.gpus());
        let without = |rejected: &Rejected| family(&rejected.candidate);
        let nowhere: Vec<_> = whole.rejected.iter().map(without).collect();
        for rejected in &found.rejected {
            assert!(nowhere.contains(&without(rejected)), "{rejected:?}");
        }
        whole.rejected.clone_from(&found.rejected);
        let typed: Vec<_> = draft.typed().collect();
        assert_eq!(found, whole, "{:?} {goal:?} {typed:?}", search.space());
    });
}

/// What has to be alike for memory to grow: see `plan::bounds`.
fn alike(a: &Candidate, b: &Candidate, layouts: [Layout; 2]) -> bool {
    let [first, second] = layouts.map(|layout| layout.data.min(8));
    let same = Candidate {
        per_node: b.per_node,
        nodes: b.nodes,
        micro: b.micro,
        accumulation: b.accumulation,
        ..*a
    } == *b;
    same && first == second && (a.accumulation > 1) == (b.accumulation > 1)
}

/// Within a regime memory grows with the micro-batch and with fewer GPUs: the bound rests on it.
#[test]
fn memory_grows_with_the_micro_batch_and_with_fewer_gpus() {
    let need = |search: &mut Search, candidate: &Candidate| {
        let scenario = search.scenario(candidate)?;
        let figures = MemoryReport::need(scenario, &Factors::default());
        Some((figures.peak.needed, scenario.layout))
    };
    let pairs = AtomicU64::new(0);
    for make in MAKES {
        each(cases(1_500), |_, rng| {
            let (draft, mut search, _) = small(rng, 3_000, make);
            let candidates: Vec<Candidate> = search.candidates().collect();
            for _ in 0..60 {
                // A group's candidates follow each other.
                let at = rng.index(candidates.len());
                let (a, b) = (candidates[at], candidates.get(at + 1 + rng.index(30)));
                let Some(b) = b.filter(|b| b.micro >= a.micro) else {
                    continue;
                };
                let (small, large) = (need(&mut search, &a), need(&mut search, b));
                let (Some((small, first)), Some((large, second))) = (small, large) else {
                    continue;
                };
                if !alike(&a, b, [first, second]) {
                    continue;
                }
                pairs.fetch_add(1, Ordering::Relaxed);
                let typed: Vec<_> = draft.typed().collect();
                assert!(
                    large >= small.times(1.0 - 1e-12),
                    "{small:?} {large:?} {a:?} {b:?} {typed:?}"
                );
            }
        });
    }
    let pairs = pairs.load(Ordering::Relaxed);
    assert!(pairs > 5_000, "{pairs}");
}
