//! Observed speeds that people reported, and what they mean.
use estimator::analysis::time_check::{Cause, Observed, Predicted, TimeCheck, Verdict};
use estimator::host::DiskReport;
use estimator::run::RunReport;
use estimator::scenario::{Draft, Param, Scenario};
use estimator::time::TimeReport;

fn scenario(pairs: &[(Param, &str)]) -> Scenario {
    let draft = pairs.iter().fold(Draft::default(), |draft, (param, text)| {
        draft.with(*param, *text)
    });
    draft
        .check()
        .scenario
        .unwrap_or_else(|issues| panic!("{issues:?}"))
}

fn predicted(scenario: &Scenario) -> Predicted {
    #[expect(clippy::cast_precision_loss, reason = "a few GPUs")]
    let gpus = scenario.cluster.gpus() as f64;
    Predicted::of(&TimeReport::of(scenario).unwrap(), gpus)
}

fn check(scenario: &Scenario, observed: Observed, stated: Option<f64>) -> TimeCheck {
    TimeCheck::of(scenario, &predicted(scenario), observed, stated)
}

/// 60,000 samples of at most 2,048 tokens, three epochs, 7B in full on eight A100: 4 to 8 hours, and 72 hours are far too many.
#[test]
fn seventy_two_hours_are_ten_times_too_slow() {
    let scenario = scenario(&[
        (Param::Model, "llama-2-7b"),
        (Param::Method, "full"),
        (Param::GpusPerNode, "8"),
        (Param::Samples, "60000"),
        (Param::Epochs, "3"),
        (Param::MicroBatch, "4"),
        (Param::Accumulation, "1"),
    ]);
    let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).unwrap();
    let hours = run.seconds / 3600.0;
    assert!((4.0..8.0).contains(&hours), "{hours}");
    let found = check(
        &scenario,
        Observed::Total(run.data.run_tokens() / (72.0 * 3600.0)),
        None,
    );
    let Verdict::Slow(times) = found.verdict else {
        panic!("{found:?}")
    };
    assert!((9.0..18.0).contains(&times), "{times}");
    assert_eq!(found.causes.first(), Some(&Cause::FewerGpus), "{found:?}");
    assert!(
        !found.causes.contains(&Cause::Throttled) && !found.causes.contains(&Cause::Recomputed)
    );
}

/// 70B, 500 steps of 16 × 2,048 tokens in 13.5 hours on 16 A100.
#[test]
fn a_reported_run_of_70b_reaches_three_per_cent() {
    let scenario = scenario(&[
        (Param::Model, "llama-2-70b"),
        (Param::Method, "full"),
        (Param::GpusPerNode, "8"),
        (Param::Nodes, "2"),
        (Param::Accumulation, "1"),
    ]);
    let step = Observed::Step {
        seconds: 13.5 * 3600.0 / 500.0,
        tokens: 16.0 * 2048.0,
    };
    let found = check(&scenario, step, None);
    assert!((found.mfu - 0.028).abs() < 0.002, "{}", found.mfu);
    assert!(
        matches!(found.verdict, Verdict::Slow(times) if times > 3.0),
        "{found:?}"
    );
    assert!(found.causes.contains(&Cause::SlowLinks), "{found:?}");
}

/// 9,600 tokens a second and H100 at 7B are 39 to 46% of the dense peak; 24% was divided by the sparse one.
#[test]
fn a_sparse_peak_is_noticed() {
    for sequence in ["2048", "4096", "8192"] {
        let scenario = scenario(&[
            (Param::Model, "llama-2-7b"),
            (Param::Method, "full"),
            (Param::Gpu, "h100-sxm-80gb"),
            (Param::GpusPerNode, "8"),
            (Param::Sequence, sequence),
        ]);
        let found = check(&scenario, Observed::PerGpu(9600.0), Some(0.24));
        assert!(
            (0.39..0.46).contains(&found.mfu),
            "{sequence}: {}",
            found.mfu
        );
        assert!(found.sparse_peak);
        assert!(!check(&scenario, Observed::PerGpu(9600.0), Some(found.mfu)).sparse_peak);
        assert!(!check(&scenario, Observed::PerGpu(9600.0), None).sparse_peak);
    }
}

#[test]
fn what_is_expected_is_normal_and_units_agree() {
    let scenario = scenario(&[(Param::GpusPerNode, "4")]);
    let expected = predicted(&scenario);
    let rate = expected.tokens_per_s_per_gpu;
    for observed in [
        Observed::PerGpu(rate),
        Observed::Total(4.0 * rate),
        Observed::Step {
            seconds: 2.0,
            tokens: 8.0 * rate,
        },
        Observed::PerGpu(expected.low),
        Observed::PerGpu(expected.high),
    ] {
        let found = check(&scenario, observed, None);
        assert_eq!(
            (found.verdict, found.causes.len()),
            (Verdict::Normal, 0),
            "{observed:?}"
        );
    }
    let time = TimeReport::of(&scenario).unwrap();
    let found = check(&scenario, Observed::PerGpu(rate), None);
    assert!((found.mfu / time.mfu() - 1.0).abs() < 1e-9);
}

#[test]
fn too_good_is_misread_or_impossible() {
    let scenario = scenario(&[(Param::GpusPerNode, "8"), (Param::Accumulation, "3")]);
    let expected = predicted(&scenario);
    let total = check(
        &scenario,
        Observed::PerGpu(8.0 * expected.tokens_per_s_per_gpu),
        None,
    );
    assert_eq!(total.verdict, Verdict::Impossible);
    assert_eq!(total.causes.first(), Some(&Cause::TotalForOne));
    let just = check(&scenario, Observed::PerGpu(1.05 * expected.high), None);
    assert!(
        matches!(just.verdict, Verdict::Fast(times) if times > 1.05),
        "{just:?}"
    );
    assert_eq!(
        check(&scenario, Observed::PerGpu(0.0), None).verdict,
        Verdict::Slow(estimator::num::finite(expected.tokens_per_s_per_gpu / 1e-9))
    );
    let hostile = check(
        &scenario,
        Observed::Step {
            seconds: 0.0,
            tokens: f64::MAX,
        },
        Some(f64::NAN),
    );
    assert!(hostile.mfu.is_finite() && hostile.verdict == Verdict::Impossible);
}

#[test]
fn causes_follow_the_scenario() {
    let causes = |pairs: &[(Param, &str)], times: f64| {
        let scenario = scenario(pairs);
        let rate = predicted(&scenario).tokens_per_s_per_gpu / times;
        check(&scenario, Observed::PerGpu(rate), None).causes
    };
    assert!(!causes(&[], 6.0).contains(&Cause::FewerGpus));
    assert!(
        causes(
            &[(Param::MeanLength, "300"), (Param::TailLength, "700")],
            3.0
        )
        .contains(&Cause::Padding)
    );
    assert!(
        !causes(
            &[(Param::MeanLength, "300"), (Param::TailLength, "700")],
            30.0
        )
        .contains(&Cause::Padding)
    );
    assert!(causes(&[], 8.0).contains(&Cause::Fp32));
    let gptq = [(Param::Method, "qlora"), (Param::Quant, "gptq4")];
    assert!(causes(&gptq, 4.0).contains(&Cause::SlowUnpacking));
    assert!(!causes(&[], 4.0).contains(&Cause::SlowUnpacking));
}
