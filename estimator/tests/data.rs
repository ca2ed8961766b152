//! What a data set costs, against simulated batches and by hand.
#![allow(clippy::float_cmp, reason = "what is exact is held to it")]
use estimator::data::{DataReport, Fit, Rows, Spread};
use estimator::scenario::{Conflict, Draft, IssueKind, Padding, Param, Scenario};

fn scenario(pairs: &[(Param, &str)]) -> Scenario {
    let draft = pairs.iter().fold(Draft::default(), |draft, (param, text)| {
        draft.with(*param, *text)
    });
    draft
        .check()
        .scenario
        .unwrap_or_else(|issues| panic!("{issues:?}"))
}

fn report(pairs: &[(Param, &str)]) -> DataReport {
    DataReport::of(&scenario(pairs))
}

fn near(got: f64, expected: f64, within: f64) {
    assert!(
        (got / expected - 1.0).abs() < within,
        "{got} is not {expected}"
    );
}

const SAMPLES: &[(Param, &str)] = &[
    (Param::Samples, "60000"),
    (Param::Epochs, "3"),
    (Param::MeanLength, "600"),
    (Param::TailLength, "1500"),
    (Param::Sequence, "2048"),
    (Param::MicroBatch, "8"),
];

fn padded(padding: Padding) -> DataReport {
    report(&[SAMPLES, &[(Param::Padding, padding.key())]].concat())
}

#[test]
fn where_no_length_is_known_every_row_is_the_window() {
    for padding in Padding::ALL {
        let found = report(&[
            (Param::Padding, padding.key()),
            (Param::Samples, "1000"),
            (Param::Epochs, "2"),
        ]);
        assert_eq!(found.fit, Fit::Window);
        assert_eq!(
            (found.row.tokens, found.row.attended),
            (2048.0, 2048.0),
            "{padding:?}"
        );
        assert_eq!(found.waste(), 0.0);
        assert_eq!(found.run_tokens(), 2.0 * 1000.0 * 2048.0);
        // Micro-batch 1, 8 micro-batches a step.
        assert_eq!((found.steps_per_epoch, found.steps), (125.0, 250.0));
        assert_eq!(found.truncation, None);
    }
}

#[test]
fn a_stated_tail_is_met() {
    let found = Spread::of(&scenario(SAMPLES).data, 2048.0);
    assert!(matches!(found.fit, Fit::Stated { .. }));
    near(found.mean(), 600.0, 1e-3);
    let lengths = found.lengths();
    near(lengths[lengths.len() * 95 / 100], 1500.0, 0.03);
    near(found.share_above(1500.0), 0.05, 0.15);
}

#[test]
fn what_is_assumed_or_out_of_reach_is_said() {
    let fit = |pairs: &[(Param, &str)]| Spread::of(&scenario(pairs).data, 2048.0).fit;
    assert!(matches!(
        fit(&[(Param::MeanLength, "300")]),
        Fit::Assumed { .. }
    ));
    let far = [(Param::MeanLength, "300"), (Param::TailLength, "3000")];
    assert!(matches!(fit(&far), Fit::Widest { .. }));
}

/// Batches drawn from the grid, padded as a collator does it.
#[test]
fn padding_to_the_longest_is_what_drawn_batches_cost() {
    let scenario = scenario(SAMPLES);
    let spread = Spread::of(&scenario.data, 2048.0);
    let mut seed = 1_u64;
    let mut draw = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        spread.lengths()[(seed >> 33) as usize % spread.lengths().len()].min(2048.0)
    };
    for micro in [1_u64, 2, 8, 32] {
        let batches: Vec<Vec<f64>> = (0..20_000)
            .map(|_| (0..micro).map(|_| draw()).collect())
            .collect();
        let longest = |batch: &Vec<f64>| batch.iter().copied().fold(0.0, f64::max);
        let mean = batches.iter().map(longest).sum::<f64>() / 20_000.0;
        let squares = batches.iter().map(|b| longest(b).powi(2)).sum::<f64>() / 20_000.0;
        let rows = Rows::of(&spread, Padding::Longest, 2048.0, micro, 60_000.0);
        near(rows.tokens, mean, 0.01);
        near(rows.attended, squares / mean, 0.01);
        // The same draws, sorted in groups of 50 batches.
        let mut bucketed = 0.0;
        for group in batches.chunks(50) {
            let mut all: Vec<f64> = group.iter().flatten().copied().collect();
            all.sort_by(f64::total_cmp);
            bucketed += all
                .chunks(usize::try_from(micro).unwrap())
                .map(|b| b[b.len() - 1])
                .sum::<f64>();
        }
        let rows = Rows::of(&spread, Padding::Buckets, 2048.0, micro, 60_000.0);
        near(rows.tokens, bucketed / 20_000.0, 0.015);
    }
}

#[test]
fn each_way_of_padding_wastes_less_than_the_one_before() {
    let wastes = [
        Padding::Window,
        Padding::Longest,
        Padding::Buckets,
        Padding::PackedMasked,
        Padding::Packed,
    ]
    .map(|padding| padded(padding).waste());
    assert!(wastes.is_sorted_by(|a, b| a > b), "{wastes:?}");
    // 600 of 2048 tokens are real when everything is padded to the window (a little less after cutting).
    near(wastes[0], 1.0 - 600.0 / 2048.0, 0.02);
    assert!(wastes[1] > 0.4 && wastes[2] < 0.05, "{wastes:?}");
}

#[test]
fn packed_rows_hold_every_token_once() {
    let packed = padded(Padding::Packed);
    near(packed.real_tokens, 60_000.0 * 600.0, 1e-3);
    near(packed.rows, 60_000.0 * 600.0 / 2048.0, 1e-3);
    assert_eq!(packed.row.attended, 2048.0);
    let masked = padded(Padding::PackedMasked);
    assert!(
        masked.row.attended > 600.0 && masked.row.attended < 1200.0,
        "{masked:?}"
    );
    near(masked.rows * masked.row.real, masked.real_tokens, 1e-3);
    // Documents of 1500 do not share rows of 2048.
    let long = [
        (Param::MeanLength, "1500"),
        (Param::TailLength, "1500"),
        (Param::Padding, "packed-mask"),
    ];
    near(report(&long).waste(), 1.0 - 1500.0 / 2048.0, 1e-3);
}

#[test]
fn tokens_of_the_run_stand_for_samples_and_epochs() {
    let found = report(&[
        (Param::TotalTokens, "5"),
        (Param::Epochs, "7"),
        (Param::MeanLength, "500"),
        (Param::TailLength, "500"),
        (Param::GpusPerNode, "8"),
        (Param::Accumulation, "1"),
        (Param::MicroBatch, "4"),
    ]);
    assert_eq!((found.samples, found.epochs), (10_000.0, 1.0));
    near(found.run_real_tokens(), 5e6, 1e-9);
    assert_eq!(found.rows_per_step, 32.0);
    assert_eq!(found.steps, (10_000.0_f64 / 32.0).ceil());
}

#[test]
fn what_the_window_cuts_is_bounded() {
    let cut = |pairs: &[(Param, &str)]| {
        report(
            &[
                &[(Param::Samples, "10000"), (Param::Sequence, "1024")],
                pairs,
            ]
            .concat(),
        )
        .truncation
    };
    assert_eq!(
        cut(&[(Param::MeanLength, "300"), (Param::LongestLength, "1024")]),
        None
    );
    let some = cut(&[
        (Param::MeanLength, "300"),
        (Param::TailLength, "900"),
        (Param::LongestLength, "5000"),
    ])
    .unwrap();
    assert_eq!((some.at_least, some.at_most), (1.0, 500.0));
    assert!(some.samples >= 1.0 && some.samples <= 500.0 && some.tokens > 0.0);
    let many = cut(&[(Param::MeanLength, "800"), (Param::TailLength, "2000")]).unwrap();
    assert_eq!((many.at_least, many.at_most), (500.0, 7812.0));
    assert_eq!(
        cut(&[(Param::LongestLength, "6000")]).unwrap().at_least,
        1.0
    );
}

#[test]
fn lengths_that_descend_are_refused() {
    let draft = Draft::default()
        .with(Param::MeanLength, "500")
        .with(Param::TailLength, "400");
    let issues = draft.check().scenario.unwrap_err();
    let [issue] = &issues[..] else {
        panic!("{issues:?}")
    };
    assert_eq!(issue.param, Param::TailLength);
    assert_eq!(
        issue.kind,
        IssueKind::Conflict {
            with: Param::MeanLength,
            why: Conflict::LengthsDescend
        }
    );
}

/// Whatever the numbers, rows hold no more than the window and no less than what is real.
#[test]
fn rows_stay_between_real_tokens_and_the_window() {
    for mean in ["1", "7", "300", "2048", "9000", "16777216"] {
        for tail in ["", "300", "2048", "100000", "16777216"] {
            for padding in Padding::ALL {
                for micro in ["1", "3", "65536"] {
                    let mut draft = Draft::default()
                        .with(Param::MeanLength, mean)
                        .with(Param::Padding, padding.key());
                    draft.set(Param::TailLength, tail);
                    draft.set(Param::MicroBatch, micro);
                    let Ok(scenario) = draft.check().scenario else {
                        continue;
                    };
                    let found = DataReport::of(&scenario);
                    let at = format!("{mean} {tail} {padding:?} {micro}: {found:?}");
                    assert!(
                        found.row.tokens <= 2048.001 && found.row.tokens >= 0.999,
                        "{at}"
                    );
                    assert!(found.row.real <= found.row.tokens * 1.001, "{at}");
                    assert!(
                        found.row.attended <= 2048.001 && found.row.attended >= 0.999,
                        "{at}"
                    );
                    assert!(found.steps >= 1.0 && found.run_tokens().is_finite(), "{at}");
                }
            }
        }
    }
}
