//! What is said of a scenario's parallelism, batch and data follows from its numbers.
use estimator::analysis::Budget;
use estimator::analysis::solve::{Criterion, Goal, Outcome, solve};
use estimator::calibration::Calibration;
use estimator::host::HostReport;
use estimator::memory::{MemoryReport, State};
use estimator::plan::{Advice, Relief, advice};
use estimator::scenario::{Draft, Param, Scenario, Sharding};
use estimator::time::Pace;

mod support;

fn draft(pairs: &[(Param, &str)]) -> Draft {
    pairs.iter().fold(Draft::default(), |draft, (param, text)| {
        draft.with(*param, *text)
    })
}

fn of(pairs: &[(Param, &str)]) -> Vec<Advice> {
    let draft = draft(pairs);
    advice(
        &draft,
        &draft.check().scenario.unwrap(),
        &Calibration::default(),
    )
}

#[test]
fn which_parallelism_follows() {
    let first = |pairs: &[(Param, &str)]| of(pairs)[0];
    let small = first(&[(Param::Model, "qwen2.5-7b"), (Param::GpusPerNode, "8")]);
    assert!(matches!(small, Advice::Replicas { .. }), "{small:?}");
    let large = first(&[
        (Param::Model, "llama-3.1-70b"),
        (Param::Method, "full"),
        (Param::GpusPerNode, "8"),
    ]);
    assert!(matches!(large, Advice::DivideStates { .. }), "{large:?}");
    let long = of(&[
        (Param::Model, "llama-3.1-70b"),
        (Param::GpusPerNode, "8"),
        (Param::Sequence, "131072"),
    ]);
    assert!(
        long.iter().any(|advice| matches!(
            advice,
            Advice::DivideSequences { .. } | Advice::DivideMatrices { .. }
        )),
        "{long:?}"
    );
}

/// "States do not fit" is said where they do not, and "one GPU is enough" by both who say it, of the same draft.
#[test]
fn one_gpu_is_one_draft() {
    let mut said = [0; 4];
    for model in ["qwen2.5-0.5b", "qwen2.5-7b", "llama-3.1-8b"] {
        for method in ["lora", "qlora", "full"] {
            for gpu in ["rtx-4090", "a100-sxm-80gb", "b200-sxm-180gb"] {
                for gpus in ["1", "8"] {
                    let pairs = [
                        (Param::Model, model),
                        (Param::Method, method),
                        (Param::Gpu, gpu),
                        (Param::GpusPerNode, gpus),
                        (Param::Sequence, "4096"),
                    ];
                    let first = of(&pairs)[0];
                    let mut budget = Budget::default();
                    let fewest = solve(&draft(&pairs), Goal::Gpus, Criterion::Fits, &mut budget);
                    let outcome = fewest.unwrap().outcome;
                    let enough = matches!(&outcome, Outcome::Found(found) if found.value == 1);
                    let replicas = matches!(first, Advice::Replicas { .. });
                    assert_eq!(replicas, enough, "{pairs:?} {first:?} {outcome:?}");
                    said[match first {
                        Advice::DivideStates { states, usable, .. } => {
                            assert!(states > usable, "{pairs:?} {first:?}");
                            0
                        }
                        Advice::Lighten { states, usable, .. } => {
                            assert!(states <= usable, "{pairs:?} {first:?}");
                            1
                        }
                        Advice::Replicas { .. } => 2,
                        _ => 3,
                    }] += 1;
                }
            }
        }
    }
    assert!(said[..3].iter().all(|count| *count > 0), "{said:?}");
}

#[test]
fn warnings_have_their_conditions() {
    let has = |pairs: &[(Param, &str)], wanted: fn(&Advice) -> bool| of(pairs).iter().any(wanted);
    let few = [
        (Param::Model, "qwen2.5-7b"),
        (Param::GpusPerNode, "8"),
        (Param::Samples, "500"),
        (Param::MeanLength, "200"),
        (Param::Accumulation, "4"),
    ];
    assert!(has(
        &few,
        |advice| matches!(advice, Advice::GainsLittle { one, all, .. } if *one < 4.0 * all)
    ));
    let mut many = few.to_vec();
    many[2].1 = "500000";
    many[3].1 = "1500";
    assert!(!has(&many, |advice| matches!(
        advice,
        Advice::GainsLittle { .. }
    )));

    let accumulates = |samples, steps| {
        let pairs = [(Param::Samples, samples), (Param::Accumulation, steps)];
        has(&pairs, |advice| {
            matches!(advice, Advice::ManyAccumulations { .. })
        })
    };
    assert!(accumulates("2000", "64"));
    assert!(!accumulates("2000", "8"));
    assert!(!accumulates("200000", "64"));

    let batch = |accumulation| {
        has(&[(Param::Accumulation, accumulation)], |advice| {
            matches!(advice, Advice::EffectiveBatch { .. })
        })
    };
    assert_eq!(
        ["16", "32", "128", "256"].map(batch),
        [true, false, false, true]
    );

    let network = |gbs| {
        let pairs = [
            (Param::Stack, "deepspeed"),
            (Param::Model, "qwen2.5-7b"),
            (Param::Method, "full"),
            (Param::Sharding, "zero3"),
            (Param::GpusPerNode, "8"),
            (Param::Nodes, "2"),
            (Param::Network, gbs),
        ];
        has(&pairs, |advice| {
            matches!(advice, Advice::SlowShards { across: true, .. })
        })
    };
    // 10 Gbit/s Ethernet against eight adapters of 400 Gbit/s.
    assert!(network("1.25") && !network("400"));

    let fp8 = |samples| {
        let pairs = [
            (Param::Stack, "megatron"),
            (Param::Gpu, "h100-sxm-80gb"),
            (Param::Precision, "fp8"),
            (Param::Method, "full"),
            (Param::Samples, samples),
            (Param::MeanLength, "500"),
        ];
        has(&pairs, |advice| {
            matches!(advice, Advice::Fp8OnLittle { .. })
        })
    };
    assert!(fp8("5000") && !fp8("100000"));
}

fn state(scenario: &Scenario) -> State {
    let node = HostReport::of(scenario).verdict;
    let memory = MemoryReport::of(scenario).verdict.state;
    node.map_or(memory, |node| memory.worse(node.state))
}

/// Whatever the scenario: what is said to help with slow links can be typed, is quicker, and fits no worse.
#[test]
fn what_relieves_slow_links_helps() {
    let found = std::sync::atomic::AtomicU64::new(0);
    support::each(support::cases(1500), |_, rng| {
        let (draft, scenario) = support::valid(rng);
        let said = advice(&draft, &scenario, &Calibration::default());
        for advice in said {
            let Advice::SlowShards {
                relief: Some(relief),
                ..
            } = advice
            else {
                continue;
            };
            found.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let patch = relief.patch(&scenario).into_iter();
            let changed = patch.fold(draft.clone(), |draft, (param, text)| {
                draft.with(param, text)
            });
            let then = changed
                .check()
                .scenario
                .expect("what is advised can be typed");
            let rate = |scenario: &Scenario| Pace::of(scenario).expect("a pace").tokens_per_gpu;
            assert!(rate(&then) > rate(&scenario), "{relief:?}");
            let (before, after) = (state(&scenario), state(&then));
            assert_eq!(after.worse(before), before, "{relief:?}");
        }
    });
    assert!(found.into_inner() > 0);
}

/// HSDP is said where it is quicker and fits; DeepSpeed has no such mode; where a node does not hold the model, it is not said.
#[test]
fn sharding_within_a_node_is_advised_where_it_can_be_had() {
    let relief = |stack, model, method, sharding| {
        let pairs = [
            (Param::Stack, stack),
            (Param::Model, model),
            (Param::Method, method),
            (Param::Sharding, sharding),
            (Param::GpusPerNode, "8"),
            (Param::Nodes, "4"),
            (Param::Network, "1.25"),
        ];
        let slow = of(&pairs).into_iter().find_map(|advice| match advice {
            Advice::SlowShards { relief, .. } => Some(relief),
            _ => None,
        });
        slow.expect("slow links")
    };
    let hybrid = Some(Relief::Sharding(Sharding::Hybrid));
    assert_eq!(relief("trl", "llama-3.1-8b", "full", "fsdp"), hybrid);
    let zero = relief("deepspeed", "llama-3.1-8b", "full", "zero3");
    assert_ne!(zero, hybrid);
    assert!(zero.is_some(), "ZeRO-2 fits and gathers less");
    assert_ne!(relief("trl", "llama-3.1-70b", "full", "fsdp"), hybrid);
}
