//! Longest sequence, largest micro-batch, fewest GPUs: held against the model that they invert.
use estimator::analysis::solve::{
    Criterion, Found, Goal, Limit, Outcome, Rounded, Search, Solution, TOKENS, Unsolved, slope,
    solve,
};
use estimator::analysis::{Budget, Exhausted};
use estimator::calibration::{Measured, Observation, fit};
use estimator::memory::{Family, MemoryReport, Metric, Moment, State, TermId};
use estimator::presets;
use estimator::scenario::{Draft, Param};
use std::sync::Arc;

mod support;

fn draft(link: &str) -> Draft {
    let decoded = estimator::codec::decode(link);
    assert!(decoded.notices.is_empty(), "{link}: {:?}", decoded.notices);
    decoded.draft
}

fn report(draft: &Draft) -> MemoryReport {
    MemoryReport::of(&draft.check().scenario.unwrap())
}

fn solved(draft: &Draft, goal: Goal, criterion: Criterion) -> Solution {
    solve(draft, goal, criterion, &mut Budget::default()).unwrap()
}

#[track_caller]
fn found(solution: Solution) -> Found {
    match solution.outcome {
        Outcome::Found(found) => found,
        other => panic!("{other:?}"),
    }
}

fn fits(report: &MemoryReport, criterion: Criterion) -> bool {
    match criterion {
        Criterion::Fits => report.verdict.state == State::Fits,
        Criterion::Peak => report.peak.needed <= report.verdict.usable,
    }
}

fn with(draft: &Draft, goal: Goal, value: u64) -> Draft {
    let param = if goal == Goal::Sequence {
        Param::Sequence
    } else {
        Param::MicroBatch
    };
    draft.clone().with(param, value.to_string())
}

#[track_caller]
fn near(value: f64, expected: f64) {
    assert!(
        (value / expected - 1.0).abs() < 1e-9,
        "{value} is not {expected}"
    );
}

const GOALS: [Goal; 3] = [Goal::Sequence, Goal::MicroBatch, Goal::Gpus];
const CRITERIA: [Criterion; 2] = [Criterion::Fits, Criterion::Peak];

#[test]
fn answers_fit_and_the_next_step_does_not() {
    for preset in presets::all() {
        for goal in [Goal::Sequence, Goal::MicroBatch] {
            for criterion in CRITERIA {
                let draft = preset.draft();
                let solution = solved(&draft, goal, criterion);
                assert!(
                    solution.evaluations < 60,
                    "{} {goal:?}: {}",
                    preset.key,
                    solution.evaluations
                );
                match solution.outcome {
                    Outcome::Found(found) => {
                        let at = |value| report(&with(&draft, goal, value));
                        assert!(
                            fits(&at(found.value), criterion),
                            "{} {goal:?} {criterion:?}",
                            preset.key
                        );
                        assert!(
                            !fits(&at(found.value + 1), criterion),
                            "{} {goal:?} {criterion:?}",
                            preset.key
                        );
                        assert!(found.monotone, "{} {goal:?} {criterion:?}", preset.key);
                        assert_eq!(found.peak, at(found.value).peak.needed);
                        let Limit::Memory(step) = found.limit else {
                            panic!("{} {goal:?}", preset.key)
                        };
                        assert!(
                            !step.grew.is_empty() && step.value == found.value + 1,
                            "{} {goal:?}",
                            preset.key
                        );
                    }
                    Outcome::TooLarge(breaking) => {
                        assert!(
                            !fits(&report(&with(&draft, goal, 1)), criterion),
                            "{} {goal:?}",
                            preset.key
                        );
                        assert!(breaking.at == 1 && !breaking.lines.is_empty());
                    }
                    other => panic!("{} {goal:?}: {other:?}", preset.key),
                }
            }
        }
    }
}

#[test]
fn borderline_lengths_are_longer_than_sure_ones() {
    for preset in presets::all() {
        let draft = preset.draft();
        for goal in [Goal::Sequence, Goal::MicroBatch] {
            let value = |criterion| match solved(&draft, goal, criterion).outcome {
                Outcome::Found(found) => found.value,
                _ => 0,
            };
            assert!(
                value(Criterion::Peak) >= value(Criterion::Fits),
                "{}",
                preset.key
            );
        }
    }
}

#[test]
fn fewest_gpus_fit_and_fewer_do_not() {
    for preset in presets::all() {
        for criterion in CRITERIA {
            let draft = preset.draft();
            let solution = solved(&draft, Goal::Gpus, criterion);
            assert!(
                solution.evaluations < 60,
                "{}: {}",
                preset.key,
                solution.evaluations
            );
            let Outcome::Found(found) = solution.outcome else {
                panic!("{}", preset.key)
            };
            let Some(Rounded::Machines { per_node, nodes }) = found.rounded else {
                panic!("{}", preset.key)
            };
            assert_eq!(per_node * nodes, found.value);
            let on = |per_node: u64, nodes: u64| {
                report(
                    &draft
                        .clone()
                        .with(Param::GpusPerNode, per_node.to_string())
                        .with(Param::Nodes, nodes.to_string()),
                )
            };
            assert!(fits(&on(per_node, nodes), criterion), "{}", preset.key);
            let fewer = match (per_node, nodes) {
                (1, 1) => None,
                (_, 1) => Some((per_node - 1, 1)),
                _ => Some((per_node, nodes - 1)),
            };
            if let Some((per_node, nodes)) = fewer {
                assert!(!fits(&on(per_node, nodes), criterion), "{}", preset.key);
            }
        }
    }
}

#[test]
fn names_what_breaks_when_nothing_fits() {
    // 70B in 16 bit on one 24 GB card.
    let alone = draft("m=llama-3.1-70b&method=lora&g=rtx-4090");
    for goal in [Goal::Sequence, Goal::MicroBatch] {
        let Outcome::TooLarge(breaking) = solved(&alone, goal, Criterion::Peak).outcome else {
            panic!()
        };
        assert_eq!(breaking.lines[0].0, TermId::FrozenBase);
        assert!(breaking.peak > breaking.usable);
    }
    // Replicas: every GPU holds the whole base, however many there are.
    let replicas = draft("stack=hf&m=llama-3.1-70b&method=lora&g=a100-sxm-80gb&n=8");
    let Outcome::NoNumberHelps { tried, breaking } =
        solved(&replicas, Goal::Gpus, Criterion::Peak).outcome
    else {
        panic!()
    };
    assert_eq!(tried, 8 * 1024);
    assert_eq!(breaking.lines[0].0, TermId::FrozenBase);
    assert!(breaking.sum > breaking.usable);
}

#[test]
fn logits_limit_a_long_sequence_of_a_large_vocabulary() {
    let found = found(solved(
        &draft("m=qwen2.5-7b&method=lora&g=a100-sxm-80gb"),
        Goal::Sequence,
        Criterion::Fits,
    ));
    let Limit::Memory(step) = found.limit else {
        panic!()
    };
    assert_eq!(step.moment, Moment::Loss);
    assert_eq!(step.grew[0].id, TermId::Logits);
    // One token: twelve bytes for each entry of the vocabulary.
    near(step.grew[0].by.get(), 12.0 * 152_064.0);
}

#[test]
fn lengths_are_multiples_of_the_context_parallel_ranks() {
    let draft = draft("m=qwen2.5-7b&method=full&g=h100-sxm-80gb&n=8&cp=3&nodes=3&s=3072");
    let found = found(solved(&draft, Goal::Sequence, Criterion::Fits));
    let Some(Rounded::Length { to_ranks, to_64 }) = found.rounded else {
        panic!()
    };
    assert_eq!(found.value % 3, 0);
    assert_eq!(to_ranks, found.value);
    assert!(to_64 % 192 == 0 && to_64 <= found.value && to_64 + 192 > found.value);
    assert!(
        draft
            .clone()
            .with(Param::Sequence, to_64.to_string())
            .check()
            .scenario
            .is_ok()
    );
}

#[test]
fn ranks_are_kept_and_numbers_that_they_do_not_divide_skipped() {
    // Tensor parallelism is typed while there is one GPU: it is ignored now, but not in the search.
    let draft = draft(
        "stack=megatron&m=llama-3.1-70b&method=full&g=h100-sxm-80gb&s=4096&tp=8&pp=2&ckpt=full",
    );
    let found = found(solved(&draft, Goal::Gpus, Criterion::Fits));
    assert_eq!(found.value % 16, 0);
    let Some(Rounded::Machines { per_node: 8, nodes }) = found.rounded else {
        panic!("{found:?}")
    };
    assert!(nodes > 2);
    assert!(matches!(found.limit, Limit::Memory(step) if step.value == found.value - 16));
}

#[test]
fn a_bound_is_reached_where_nothing_grows() {
    // A small model on a large card: 65,536 sequences of one token are the bound of the form.
    let draft = draft("m=smollm2-135m&method=lora&g=b200&s=1&loss=cut");
    let found = found(solved(&draft, Goal::MicroBatch, Criterion::Fits));
    assert_eq!((found.value, found.limit), (65_536, Limit::Bound));
}

#[test]
fn found_lengths_are_where_the_model_says() {
    // Lengths that vary over many steps: the pile of cached logits stops growing with the cap, but never shrinks.
    for model in ["qwen2.5-0.5b", "llama-3.2-1b", "qwen2.5-7b", "llama-3.1-8b"] {
        for gpu in ["rtx-4090", "l20", "a100-sxm-40gb", "a100-sxm-80gb"] {
            let draft = draft(&format!("m={model}&method=lora&g={gpu}&var=many"));
            let Outcome::Found(found) = solved(&draft, Goal::Sequence, Criterion::Peak).outcome
            else {
                continue;
            };
            assert!(found.monotone, "{model} on {gpu}");
            assert!(fits(
                &report(&with(&draft, Goal::Sequence, found.value)),
                Criterion::Peak
            ));
        }
    }
}

/// A search after a short run answers for calibrated reports: what it finds fits by them, one step more does not, and it is another
/// answer than without the run.
#[test]
fn a_calibrated_search_agrees_with_calibrated_reports() {
    let draft = draft("m=qwen2.5-7b&method=lora&g=a100-sxm-80gb&s=2048");
    let scenario = draft.check().scenario.unwrap();
    let measured =
        Measured::default().with(Metric::Allocated, report(&draft).peak.allocated.times(1.1));
    let calibration = Arc::new(fit(&[Observation { scenario, measured }]));
    for goal in [Goal::Sequence, Goal::MicroBatch] {
        let mut search = Search::calibrated(
            draft.clone(),
            goal,
            Criterion::Fits,
            Arc::clone(&calibration),
        );
        let found = found(search.step(&mut Budget::default()).unwrap());
        let param = if goal == Goal::Sequence {
            Param::Sequence
        } else {
            Param::MicroBatch
        };
        let fits = |value: u64| {
            let scenario = draft
                .clone()
                .with(param, value.to_string())
                .check()
                .scenario
                .unwrap();
            MemoryReport::calibrated(&scenario, &calibration)
                .verdict
                .state
                == State::Fits
        };
        assert!(fits(found.value) && !fits(found.value + 1), "{goal:?}");
        let plain = self::found(solved(&draft, goal, Criterion::Fits));
        assert_ne!(found.value, plain.value, "{goal:?}");
    }
}

#[test]
fn budgets_are_kept() {
    let draft = draft("m=llama-3.1-70b&method=full");
    for goal in GOALS {
        let mut budget = Budget::new(1);
        assert_eq!(
            solve(&draft, goal, Criterion::Fits, &mut budget).err(),
            Some(Unsolved::from(Exhausted))
        );
        assert_eq!(budget.used(), 1);
    }
    let wrong = draft.with(Param::Sequence, "many");
    let answer = solve(
        &wrong,
        Goal::Sequence,
        Criterion::Fits,
        &mut Budget::default(),
    );
    assert!(matches!(answer, Err(Unsolved::Invalid(issues)) if issues[0].param == Param::Sequence));
}

#[test]
fn a_search_in_slices_finds_the_same() {
    for preset in presets::all() {
        for goal in GOALS {
            let draft = preset.draft();
            let whole = solved(&draft, goal, Criterion::Fits);
            let mut search = Search::new(draft, goal, Criterion::Fits);
            let mut steps = 0;
            let sliced = loop {
                steps += 1;
                let mut budget = Budget::new(Search::STEP);
                match search.step(&mut budget) {
                    Err(Unsolved::Exhausted) if steps < 60 => assert!(budget.used() > 0),
                    other => break other.unwrap(),
                }
            };
            assert_eq!(sliced.outcome, whole.outcome, "{} {goal:?}", preset.key);
            // Points beside the answer may be computed twice, nothing else.
            assert!(
                sliced.evaluations <= whole.evaluations + Search::STEP,
                "{} {goal:?}: {} against {}",
                preset.key,
                sliced.evaluations,
                whole.evaluations
            );
        }
    }
}

#[test]
fn the_slope_is_split_by_line() {
    let draft = draft("m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&s=4096");
    let slope = slope(&draft, &mut Budget::default()).unwrap();
    assert_eq!(slope.moment, Moment::Loss);
    let tokens = 1024.0;
    let line = |id| {
        slope
            .lines
            .iter()
            .find(|(known, _)| *known == id)
            .map_or(0.0, |(_, bytes)| *bytes)
    };
    // 12 bytes a token and vocabulary entry; 2h a layer for checkpoints.
    near(line(TermId::Logits), 12.0 * 128_256.0 * tokens);
    near(line(TermId::Checkpoints), 32.0 * 2.0 * 4096.0 * tokens);
    let sum: f64 = slope.lines.iter().map(|(_, bytes)| bytes).sum();
    assert!((sum / slope.total - 1.0).abs() < 1e-9);
    let by_family: f64 = slope.families.iter().map(|(_, bytes)| bytes).sum();
    assert!((by_family / slope.total - 1.0).abs() < 1e-9);
    assert_eq!(slope.families[0].0, Family::Loss);
    assert_eq!(TOKENS, 1024);
}

#[test]
fn anything_that_checks_can_be_solved() {
    support::each(support::cases(150), |number, rng| {
        let (draft, _) = support::valid(rng);
        for goal in GOALS {
            for criterion in CRITERIA {
                let mut budget = Budget::new(59);
                let solution = solve(&draft, goal, criterion, &mut budget);
                assert!(solution.is_ok(), "case {number} {goal:?}: {solution:?}");
                if let Ok(Solution {
                    outcome: Outcome::Found(found),
                    ..
                }) = solution
                    && goal != Goal::Gpus
                {
                    assert!(
                        fits(&report(&with(&draft, goal, found.value)), criterion),
                        "case {number}"
                    );
                }
            }
        }
        let slope = slope(&draft, &mut Budget::default()).unwrap();
        assert!(slope.total.is_finite());
    });
}
