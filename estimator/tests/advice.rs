//! What is said of a scenario's parallelism, batch and data follows from its numbers.
use estimator::plan::{Advice, advice};
use estimator::scenario::{Draft, Param, Scenario};

fn scenario(pairs: &[(Param, &str)]) -> Scenario {
    let draft = pairs.iter().fold(Draft::default(), |draft, (param, text)| {
        draft.with(*param, *text)
    });
    draft.check().scenario.unwrap()
}

#[test]
fn which_parallelism_follows() {
    let of = |pairs: &[(Param, &str)]| advice(&scenario(pairs))[0];
    let small = of(&[(Param::Model, "qwen2.5-7b"), (Param::GpusPerNode, "8")]);
    assert!(matches!(small, Advice::Replicas { .. }), "{small:?}");
    let large = of(&[
        (Param::Model, "llama-3.1-70b"),
        (Param::Method, "full"),
        (Param::GpusPerNode, "8"),
    ]);
    assert!(matches!(large, Advice::DivideStates { .. }), "{large:?}");
    let long = advice(&scenario(&[
        (Param::Model, "llama-3.1-70b"),
        (Param::GpusPerNode, "8"),
        (Param::Sequence, "131072"),
    ]));
    assert!(
        long.iter().any(|advice| matches!(
            advice,
            Advice::DivideSequences { .. } | Advice::DivideMatrices { .. }
        )),
        "{long:?}"
    );
}

#[test]
fn warnings_have_their_conditions() {
    let has = |pairs: &[(Param, &str)], wanted: fn(&Advice) -> bool| {
        advice(&scenario(pairs)).iter().any(wanted)
    };
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
