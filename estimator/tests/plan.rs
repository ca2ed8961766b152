//! The planner finds what brute force finds, by whatever steps, and leaves out nothing that fits.
mod support;

use estimator::data::DataReport;
use estimator::hardware;
use estimator::memory::{Factors, MemoryReport, State};
use estimator::plan::{Candidate, Goal, Plan, Progress, Search, Space};
use estimator::scenario::{Draft, Method, Param, Scenario};
use estimator::time::{Pace, Spread};
use support::{Rng, cases, each};

const STACKS: &[&str] = &[
    "trl",
    "hf",
    "deepspeed",
    "torchtune",
    "torchtitan",
    "megatron",
    "unsloth",
    "litgpt",
    "colossalai",
];
const MODELS: &[&str] = &[
    "llama-3.1-8b",
    "llama-2-7b",
    "qwen2.5-0.5b",
    "llama-3.1-70b",
    "mixtral-8x7b",
    "qwen2.5-32b",
];
const METHODS: &[Method] = &[Method::Full, Method::Lora, Method::Qlora];

/// A draft that people might plan, and a small space around it.
fn usual(rng: &mut Rng) -> (Draft, Space, Goal) {
    let draft = Draft::default()
        .with(Param::Stack, rng.text(STACKS))
        .with(Param::Model, rng.text(MODELS))
        .with(Param::Method, rng.text(Method::KEYS))
        .with(
            Param::Sequence,
            rng.text(&["512", "2048", "4096", "8192", "32768"]),
        )
        .with(
            Param::Checkpointing,
            rng.text(&["", "full", "none", "selective"]),
        )
        .with(Param::MeanLength, rng.text(&["", "", "400"]))
        .with(Param::Evaluation, rng.text(&["", "yes"]));
    space(rng, draft)
}

/// Any draft at all.
fn odd(rng: &mut Rng) -> (Draft, Space, Goal) {
    let (draft, _) = support::valid(rng);
    space(rng, draft)
}

fn space(rng: &mut Rng, draft: Draft) -> (Draft, Space, Goal) {
    let all = hardware::catalogue();
    let gpus: Vec<String> = (0..=rng.below(2))
        .map(|_| rng.pick(all).id.to_string())
        .collect();
    let usual = ["a100-sxm-80gb", "h100-sxm-80gb", "rtx-4090", "l4"];
    let gpus = if rng.one_in(2) {
        gpus
    } else {
        vec![rng.text(&usual).to_owned()]
    };
    let prices = gpus
        .iter()
        .filter_map(|id| {
            let price = f64::from(*rng.pick(&[1_u8, 2, 3, 5, 9, 20, 33])) / 8.0;
            (!rng.one_in(6)).then(|| (id.clone(), price))
        })
        .collect();
    let hours = [None, Some(1.0), Some(8.0), Some(50.0)];
    let space = Space {
        gpus,
        most_gpus: *rng.pick(&[1, 2, 8, 16, 24]),
        methods: if rng.one_in(3) {
            METHODS.to_vec()
        } else {
            vec![*rng.pick(METHODS)]
        },
        vary_checkpointing: rng.one_in(2),
        sequences: *rng.pick(&[1, 8, 16, 24, 32, 64, 128]),
    };
    let goal = Goal {
        hours: *rng.pick(&hours),
        prices,
    };
    (draft, space, goal)
}

/// A search with at most about `most` candidates, so that brute force is affordable.
fn small(
    rng: &mut Rng,
    most: u64,
    make: fn(&mut Rng) -> (Draft, Space, Goal),
) -> (Draft, Search, Goal) {
    loop {
        let (draft, mut space, goal) = make(rng);
        while let Ok(search) = Search::new(&draft, space.clone(), &goal) {
            let total = search.progress().total;
            if total > 0 && total <= most {
                return (draft, search, goal);
            }
            if total == 0 || space.most_gpus == 1 {
                break;
            }
            space.most_gpus /= 2;
        }
    }
}

fn run(search: &mut Search, budget: u64) -> Progress {
    loop {
        let progress = search.step(budget);
        if progress.done {
            return progress;
        }
    }
}

/// A candidate by full reports.
struct Seen {
    candidate: Candidate,
    state: State,
    gpus: f64,
    hours: f64,
    slow: f64,
    gpu_hours: f64,
    cost: Option<f64>,
}

fn by_reports(draft: &Draft, search: &Search, goal: &Goal) -> Vec<Seen> {
    let space = search.space();
    let scenario_of = |candidate: &Candidate| -> Option<Scenario> {
        candidate.draft(draft, space).check().scenario.ok()
    };
    search
        .candidates()
        .filter_map(|candidate| scenario_of(&candidate).map(|scenario| (candidate, scenario)))
        .map(|(candidate, scenario)| {
            let report = MemoryReport::of(&scenario);
            let steps = DataReport::of(&scenario).steps;
            let hours =
                Pace::of(&scenario).map_or(f64::INFINITY, |pace| pace.step * steps / 3600.0);
            let gpus = f64::from(u32::try_from(scenario.cluster.gpus()).unwrap());
            let id = &space.gpus[candidate.gpu];
            let price = goal.prices.iter().find(|(known, _)| known == id);
            Seen {
                candidate,
                state: report.verdict.state,
                gpus,
                hours,
                slow: hours * Spread::of(&scenario).factor,
                gpu_hours: hours * gpus,
                cost: price.map(|(_, price)| price * (hours * gpus)),
            }
        })
        .collect()
}

/// The smallest by a key; of equals the first.
fn least<'a>(
    seen: impl Iterator<Item = &'a Seen>,
    key: impl Fn(&Seen) -> [f64; 3],
) -> Option<Candidate> {
    seen.min_by(|a, b| key(a).partial_cmp(&key(b)).unwrap())
        .map(|seen| seen.candidate)
}

fn agrees(plan: &Plan, seen: &[Seen], goal: &Goal, search: &Search) {
    let space = search.space();
    let fits = || seen.iter().filter(|seen| seen.state == State::Fits);
    let timed = || fits().filter(|seen| seen.hours.is_finite());
    let sure = fits().next().is_some();
    let allowed =
        |seen: &&Seen| seen.state == State::Fits || !sure && seen.state == State::Borderline;
    let minimum = least(seen.iter().filter(allowed), |seen| {
        [seen.gpus, seen.hours, 0.0]
    });
    assert_eq!(
        plan.minimum.map(|choice| choice.candidate),
        minimum,
        "{space:?}"
    );
    let cheapest = least(timed().filter(|seen| seen.cost.is_some()), |seen| {
        [seen.cost.unwrap(), seen.hours, seen.gpus]
    });
    assert_eq!(
        plan.cheapest.map(|choice| choice.candidate),
        cheapest,
        "{space:?}"
    );
    let priced = space
        .gpus
        .iter()
        .all(|id| goal.prices.iter().any(|(known, _)| known == id));
    let spend = |seen: &Seen| {
        if priced {
            seen.cost.unwrap()
        } else {
            seen.gpu_hours
        }
    };
    let beaten = |one: &Seen| {
        timed().any(|other| {
            let (h, s) = (other.hours, spend(other));
            h <= one.hours && s <= spend(one) && (h < one.hours || s < spend(one))
        })
    };
    let mut front: Vec<(f64, f64)> = timed()
        .filter(|one| !beaten(one))
        .map(|seen| (seen.hours, spend(seen)))
        .collect();
    front.sort_by(|a, b| a.partial_cmp(b).unwrap());
    front.dedup();
    let found: Vec<(f64, f64)> = plan
        .front
        .iter()
        .map(|choice| {
            let timing = choice.timing.unwrap();
            let spend = if priced {
                timing.cost.unwrap()
            } else {
                timing.gpu_hours
            };
            (timing.hours, spend)
        })
        .collect();
    assert_eq!(found, front, "{space:?}");
    let recommended = match goal.hours {
        Some(hours) => least(timed().filter(|seen| seen.slow <= hours), |seen| {
            let first = if priced { spend(seen) } else { seen.gpus };
            [first, spend(seen), seen.hours]
        }),
        None => least(timed().filter(|one| !beaten(one)), |seen| {
            [spend(seen) * seen.hours, seen.gpus, 0.0]
        }),
    };
    assert_eq!(
        plan.recommended.map(|choice| choice.candidate),
        recommended,
        "{space:?}"
    );
}

#[test]
fn the_optimum_is_that_of_brute_force() {
    each(200, |_, rng| {
        let (draft, mut search, goal) = small(rng, 400, usual);
        run(&mut search, 64);
        let plan = search.plan();
        let seen = by_reports(&draft, &search, &goal);
        agrees(&plan, &seen, &goal, &search);
        for rejected in &plan.rejected {
            assert!(rejected.needed > rejected.usable, "{rejected:?}");
            let alike = |seen: &&Seen| {
                let (a, b) = (&seen.candidate, &rejected.candidate);
                (a.gpu, a.method, a.sharding, a.gpus()) == (b.gpu, b.method, b.sharding, b.gpus())
            };
            let all = seen.iter().filter(alike);
            assert!(all.clone().count() > 0);
            assert!(all.clone().all(|seen| seen.state == State::DoesNotFit));
        }
    });
}

/// Bounds leave out nothing that fits, or may, and every legal candidate is decided: also for drafts that nobody would write.
#[test]
fn bounds_are_safe() {
    for make in [usual, odd] {
        each(cases(250), |_, rng| {
            let (draft, search, goal) = small(rng, 1500, make);
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
                let figures = MemoryReport::figures(scenario, &Factors::default());
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

/// What a candidate types into the draft gives the very scenario that the search computed.
#[test]
fn candidates_are_what_they_type() {
    for make in [usual, odd] {
        each(cases(150), |_, rng| {
            let (draft, mut search, _) = small(rng, 3000, make);
            let candidates: Vec<Candidate> = search.candidates().collect();
            for _ in 0..20 {
                let candidate = *rng.pick(&candidates);
                let checked = candidate.draft(&draft, search.space()).check().scenario;
                let typed = checked.ok().map(|scenario| format!("{scenario:?}"));
                let patched = search
                    .scenario(&candidate)
                    .map(|scenario| format!("{scenario:?}"));
                assert_eq!(
                    patched,
                    typed,
                    "{candidate:?} {:?}",
                    draft.typed().collect::<Vec<_>>()
                );
            }
        });
    }
}

#[test]
fn an_answer_does_not_depend_on_its_steps() {
    each(cases(20), |_, rng| {
        let (_, search, _) = small(rng, 3000, usual);
        let mut plans = [1, 7, 1_000_000].map(|budget| {
            let mut search = search.clone();
            let progress = run(&mut search, budget);
            (search.plan(), progress)
        });
        let first = plans[0].clone();
        for other in &mut plans {
            assert_eq!(*other, first);
        }
    });
}
