//! The planner finds what brute force finds, by whatever steps, and leaves out nothing that fits.
//! Dimensions: method, states, host, kernels, ranks, machines, micro-batch; deadline, budget, prices.
#[path = "support/spaces.rs"]
mod spaces;
mod support;

use estimator::calibration::{Measured, Observation, fit};
use estimator::cost::{CostReport, Range};
use estimator::host::{DiskReport, HostReport};
use estimator::memory::{MemoryReport, State};
use estimator::plan::{Candidate, Choice, Goal, Plan, Search, Short, Space};
use estimator::run::{RunPart, RunReport};
use estimator::scenario::{Draft, Param, Scenario};
use estimator::time::Pace;
use estimator::units::Bytes;
use spaces::{odd, run, small, usual};
use support::{cases, each};

/// A candidate by full reports.
struct Seen {
    candidate: Candidate,
    state: State,
    /// The node holds what is put there.
    host: bool,
    nodes: f64,
    gpus: f64,
    hours: f64,
    slow: f64,
    /// Cost, or GPU-hours.
    spend: f64,
}

fn by_reports(draft: &Draft, search: &Search, goal: &Goal) -> Vec<Seen> {
    let space = search.space();
    // Evaluations are no part of a plan.
    let evaluating = |run: &RunReport| {
        let lines = run.lines.iter();
        let own = lines.filter(|line| line.part == RunPart::Evaluating);
        own.map(|line| line.seconds.value()).sum::<f64>()
    };
    let scenario_of = |candidate: &Candidate| -> Option<Scenario> {
        candidate.draft(draft, space).check().scenario.ok()
    };
    search
        .candidates()
        .filter_map(|candidate| scenario_of(&candidate).map(|scenario| (candidate, scenario)))
        .map(|(candidate, scenario)| {
            let report = MemoryReport::of(&scenario);
            let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).ok();
            let [hours, slow] = run.map_or([f64::INFINITY; 2], |run| {
                [run.seconds, run.high].map(|seconds| (seconds - evaluating(&run)) / 3600.0)
            });
            let gpus = f64::from(u32::try_from(scenario.cluster.gpus()).unwrap());
            let id = &space.gpus[candidate.gpu];
            let price = goal.prices.iter().find(|(known, _)| known == id);
            let each = f64::from(u32::try_from(scenario.cluster.per_node).unwrap()) * 128.0;
            let ram = scenario.host.ram_gib.unwrap_or(each);
            Seen {
                candidate,
                state: report.verdict.state,
                host: HostReport::of(&scenario).peak.as_gib() <= ram,
                nodes: f64::from(u32::try_from(candidate.nodes).unwrap()),
                gpus,
                hours,
                slow,
                // A price is paid for failed runs, too, and files are kept.
                spend: price.map_or(hours * gpus, |(_, price)| {
                    let stored = DiskReport::of(&scenario).total.get() / 1e9;
                    let kept = scenario.money.gb_month.map_or(0.0, |gb| gb * stored);
                    price * (1.0 + scenario.money.failed) * (hours * gpus) + kept
                }),
            }
        })
        .collect()
}

/// Equal but for rounding: sums are added in another order.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs()
}

/// Whether two lists of numbers are alike but for rounding.
fn alike(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(*a, *b))
}

/// The least by a key, and whether the choice has it: which of equals is chosen may differ by rounding.
fn is_least<'a>(
    candidate: Option<Candidate>,
    seen: &(impl Iterator<Item = &'a Seen> + Clone),
    key: impl Fn(&Seen) -> Vec<f64>,
) -> bool {
    let compare = |a: &Seen, b: &Seen| {
        for (a, b) in key(a).into_iter().zip(key(b)) {
            if !near(a, b) {
                return a.partial_cmp(&b).unwrap();
            }
        }
        std::cmp::Ordering::Equal
    };
    let least = seen.clone().min_by(|a, b| compare(a, b));
    let found = candidate.and_then(|found| seen.clone().find(|seen| seen.candidate == found));
    match (least, found) {
        (None, None) => candidate.is_none(),
        (Some(least), Some(found)) => alike(&key(least), &key(found)),
        _ => false,
    }
}

fn agrees(plan: &Plan, seen: &[Seen], goal: &Goal, search: &Search) {
    let space = search.space();
    let works = |seen: &&Seen| seen.host && seen.state != State::DoesNotFit;
    let fits = || {
        seen.iter()
            .filter(works)
            .filter(|seen| seen.state == State::Fits)
    };
    let timed = || fits().filter(|seen| seen.hours.is_finite());
    let of = |choice: &Option<estimator::plan::Choice>| choice.map(|choice| choice.candidate);
    let sure = fits().next().is_some();
    let allowed = seen
        .iter()
        .filter(works)
        .filter(|seen| seen.state == State::Fits || !sure);
    let capped = |hours: f64| hours.min(1e120);
    assert!(
        is_least(of(&plan.minimum), &allowed, |seen| vec![
            seen.gpus,
            capped(seen.hours)
        ]),
        "{:?} {space:?}",
        plan.minimum
    );
    let cheap = |seen: &Seen| vec![seen.spend, seen.hours, seen.gpus];
    assert!(
        is_least(of(&plan.cheapest), &timed(), cheap),
        "{:?} {space:?}",
        plan.cheapest
    );
    let beaten = |one: &Seen| {
        timed().any(|other| {
            let (h, s) = (other.hours, other.spend);
            h <= one.hours && s <= one.spend && (h < one.hours || s < one.spend)
        })
    };
    let mut front: Vec<(f64, f64)> = timed()
        .filter(|one| !beaten(one))
        .map(|seen| (seen.hours, seen.spend))
        .collect();
    front.sort_by(|a, b| a.partial_cmp(b).unwrap());
    front.dedup_by(|a, b| near(a.0, b.0) && near(a.1, b.1));
    let found: Vec<(f64, f64)> = plan
        .front
        .iter()
        .map(|choice| choice.timing.unwrap())
        .map(|timing| (timing.hours, timing.spend()))
        .collect();
    let flat =
        |points: &[(f64, f64)]| -> Vec<f64> { points.iter().flat_map(|(a, b)| [*a, *b]).collect() };
    let mut merged = found.clone();
    merged.dedup_by(|a, b| near(a.0, b.0) && near(a.1, b.1));
    assert!(
        alike(&flat(&merged), &flat(&front)),
        "{space:?} {goal:?} {found:?} {front:?}"
    );
    let most = goal.spend.unwrap_or(f64::INFINITY);
    let recommended = of(&plan.recommended);
    let right = if let Some(hours) = goal.hours {
        let meets = timed().filter(|seen| seen.slow <= hours && seen.spend <= most);
        is_least(recommended, &meets, cheap)
    } else {
        let least = timed().map(|seen| seen.spend).fold(f64::INFINITY, f64::min);
        let most = most.min(1.5 * least);
        // Of equals by time and cost the search keeps one: which, decides the number of machines.
        let kept = |seen: &&Seen| {
            let same = |choice: &Choice| choice.candidate == seen.candidate;
            plan.front.iter().any(same)
        };
        let affordable = || timed().filter(|seen| seen.spend <= most);
        let week = affordable().filter(kept).filter(|seen| seen.slow <= 168.0);
        if week.clone().next().is_some() {
            is_least(recommended, &week, |seen| {
                let patience = if seen.slow <= 24.0 { 24.0 } else { 168.0 };
                vec![seen.nodes, patience, seen.spend, seen.hours]
            })
        } else {
            is_least(recommended, &affordable(), |seen| {
                vec![seen.hours, seen.spend]
            })
        }
    };
    assert!(right, "{recommended:?} {goal:?} {space:?}");
    let excess = |slow: f64, spend: f64| {
        let late = goal.hours.map_or(0.0, |hours| slow / hours);
        late.max(goal.spend.map_or(0.0, |most| spend / most))
    };
    let least = timed()
        .map(|seen| excess(seen.slow, seen.spend))
        .fold(f64::INFINITY, f64::min);
    let nearest = plan.nearest.map(|choice| choice.timing.unwrap());
    match nearest {
        Some(timing) => {
            assert!(recommended.is_none() && least > 1.0);
            assert!(
                near(excess(timing.high, timing.spend()), least),
                "{timing:?} {goal:?}"
            );
        }
        None => assert!(recommended.is_some() || timed().next().is_none()),
    }
}

#[test]
fn the_optimum_is_that_of_brute_force() {
    each(200, |_, rng| {
        let (draft, mut search, mut goal) = small(rng, 600, usual);
        run(&mut search, 64);
        if rng.one_in(2) {
            // A deadline and a budget that something of the front just meets.
            let front = search.plan().front;
            let pick = |rng: &mut support::Rng| front.get(rng.index(front.len().max(1)));
            let (soon, cheap) = (pick(rng), pick(rng));
            goal.hours = soon.map(|choice| choice.timing.unwrap().high * 1.000_001);
            goal.spend = cheap.map(|choice| choice.timing.unwrap().spend() * 1.000_001);
            if rng.one_in(3) {
                goal.hours = None;
            }
            search = Search::new(&draft, search.space().clone(), &goal).unwrap();
            run(&mut search, 64);
        }
        let plan = search.plan();
        let seen = by_reports(&draft, &search, &goal);
        agrees(&plan, &seen, &goal, &search);
        for rejected in &plan.rejected {
            assert!(rejected.needed > rejected.usable, "{rejected:?}");
            let alike = |seen: &&Seen| {
                let (a, b) = (&seen.candidate, &rejected.candidate);
                (a.gpu, a.method, a.sharding, a.offload, a.gpus())
                    == (b.gpu, b.method, b.sharding, b.offload, b.gpus())
            };
            let all = seen.iter().filter(alike);
            assert!(all.clone().count() > 0);
            assert!(
                all.clone()
                    .all(|seen| seen.state == State::DoesNotFit || !seen.host)
            );
            // The node is blamed where a GPU would do.
            let gpu_would_do = all.clone().any(|seen| seen.state != State::DoesNotFit);
            assert_eq!(matches!(rejected.short, Short::Host(_)), gpu_would_do);
        }
    });
}

/// What a plan says that a choice costs is what the bill says once it is in the form: failed runs and storage included.
#[test]
fn a_choice_costs_what_its_bill_says() {
    let draft = Draft::default()
        .with(Param::Model, "qwen2.5-7b")
        .with(Param::GpusPerNode, "8")
        .with(Param::StoragePrice, "0.1")
        .with(Param::GpuPrice, "2");
    let base = draft.check().scenario.unwrap();
    let space = estimator::plan::Space::around(&base);
    let goal = Goal {
        prices: vec![(space.gpus[0].clone(), 2.0)],
        ..Goal::default()
    };
    let mut search = Search::new(&draft, space, &goal).unwrap();
    run(&mut search, 10_000);
    let plan = search.plan();
    assert!(!plan.front.is_empty());
    for choice in &plan.front {
        let adopted = choice.candidate.draft(&draft, search.space());
        let scenario = adopted.check().scenario.unwrap();
        let disk = DiskReport::of(&scenario);
        let timing = choice.timing.unwrap();
        let hours = Range::exactly(timing.hours);
        // What the card says is what the form says once it is adopted.
        let run = RunReport::of(&scenario, &disk).unwrap();
        let adopted = [run.low, run.seconds, run.high].map(|seconds| seconds / 3600.0);
        let said = [timing.low, timing.hours, timing.high];
        assert!(alike(&said, &adopted), "{said:?} {adopted:?}");
        let mut bill = CostReport::of(&scenario, hours, disk.total.get() / 1e9, 0.0);
        let billed = bill.rent.take().unwrap().total.typical;
        assert!(near(timing.cost.unwrap(), billed), "{timing:?} {billed}");
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

/// A run at half the speed halves the planner's rates as it does the answer's, and both judge memory alike.
#[test]
fn the_plan_and_the_answer_learn_the_same_from_a_run() {
    let link = "m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&n=2&s=2048&b=2";
    let draft = estimator::codec::decode(link).draft;
    let scenario = draft.check().scenario.expect(link);
    let report = MemoryReport::of(&scenario);
    let rate = Pace::of(&scenario).expect("a rate").tokens_per_gpu / 2.0;
    let measured = Measured {
        allocated: Some(Bytes::gib(report.peak.allocated.as_gib() * 1.04)),
        tokens_per_s: Some(rate),
        ..Measured::default()
    };
    let calibration = fit(&[Observation {
        scenario: scenario.clone(),
        measured,
    }]);
    assert!(calibration.speed.factor(&scenario) < 0.6);
    let space = Space {
        most_gpus: 4,
        ..Space::around(&scenario)
    };
    let search = Search::calibrated(&draft, space, &Goal::default(), &calibration);
    let mut search = search.expect("a search").thorough();
    while !search.step(1000).done {}
    let space = search.space().clone();
    let plan = search.plan();
    let singles = [plan.minimum, plan.recommended, plan.cheapest];
    let choices: Vec<_> = singles.into_iter().flatten().chain(plan.front).collect();
    assert!(choices.len() > 3);
    for choice in choices {
        let adopted = choice.candidate.draft(&draft, &space);
        let own = adopted.check().scenario.expect("was checked");
        let answer = RunReport::calibrated(&own, &DiskReport::of(&own), &calibration.speed);
        let answer = answer.expect("a time");
        let timing = choice.timing.expect("a time");
        assert_eq!(
            timing.step.to_bits(),
            answer.time.pace.step.to_bits(),
            "{choice:?}"
        );
        assert!((timing.high * 3600.0 / answer.high - 1.0).abs() < 0.05);
        let memory = MemoryReport::calibrated(&own, &calibration);
        assert_eq!(choice.figures.peak.needed, memory.peak.needed);
        assert_eq!(choice.figures.verdict.state, memory.verdict.state);
    }
}

/// Without a deadline one node is taken where one is done within a week for at most half more; two where one is not.
#[test]
fn without_a_deadline_few_nodes_are_enough() {
    let plan = |rows: &str, budget: Option<f64>| {
        let draft = Draft::default()
            .with(Param::Model, "llama-3.1-70b")
            .with(Param::GpusPerNode, "8")
            .with(Param::Samples, rows);
        let space = Space::around(&draft.check().scenario.unwrap());
        let goal = Goal {
            spend: budget,
            ..Goal::default()
        };
        let mut search = Search::new(&draft, space, &goal).unwrap();
        while !search.step(100_000).done {}
        search.plan()
    };
    let of = |choice: Option<Choice>| {
        let choice = choice.unwrap();
        (choice.candidate.nodes, choice.timing.unwrap())
    };
    let short = plan("20000", None);
    let (nodes, timing) = of(short.recommended);
    assert_eq!(nodes, 1);
    assert!(timing.high <= 24.0, "{timing:?}");
    let fastest = short.front.first().unwrap();
    assert!(fastest.candidate.nodes > 1 && fastest.timing.unwrap().hours < timing.hours);
    let long = plan("2000000", None);
    let (nodes, timing) = of(long.recommended);
    assert!(nodes > 1 && timing.high <= 168.0, "{nodes} {timing:?}");
    // More than anybody waits for: the fastest that is affordable.
    let endless = plan("200000000", None);
    let (_, timing) = of(endless.recommended);
    assert!(timing.high > 168.0);
    let least = of(endless.cheapest).1.spend();
    let faster = |choice: &&Choice| {
        let other = choice.timing.unwrap();
        other.hours < timing.hours && other.spend() <= 1.5 * least
    };
    assert_eq!(endless.front.iter().find(faster), None);
}
