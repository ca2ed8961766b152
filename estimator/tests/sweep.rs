//! Charts of the model agree with the form, point by point.
#![allow(missing_docs, clippy::expect_used, reason = "tests")]
use estimator::analysis::Budget;
use estimator::analysis::solve::{Criterion, Goal, Outcome, solve};
use estimator::analysis::sweep::{
    Axis, Lever, by_memory, by_time, curve, fleets, grid, scaling, swings,
};
use estimator::calibration::Calibration;
use estimator::codec::decode;
use estimator::data::DataReport;
use estimator::host::DiskReport;
use estimator::memory::{Factors, MemoryReport, State};
use estimator::run::RunReport;
use estimator::scenario::{Draft, Param};

const LINKS: [&str; 6] = [
    "m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&n=1&s=2048",
    "m=llama-2-7b&method=qlora&g=rtx-4090&n=1&s=1024&b=2",
    "m=llama-3.1-70b&method=full&stack=deepspeed&shard=zero3&g=h100-sxm-80gb&n=8&nodes=4&s=4096",
    "m=qwen2.5-7b&method=full&stack=deepspeed&shard=zero2&g=a100-sxm-80gb&n=8&ga=4",
    "m=llama-3.1-70b&method=lora&g=rtx-4090&n=1",
    "m=qwen3-30b-a3b&method=lora&stack=megatron&g=h200-sxm-141gb&n=8&ep=8&cp=2&s=8192",
];

fn draft(link: &str) -> Draft {
    let decoded = decode(link);
    assert!(decoded.notices.is_empty(), "{link}: {:?}", decoded.notices);
    decoded.draft
}

fn typed(draft: &Draft, patch: &[(Param, u64)]) -> Draft {
    patch.iter().fold(draft.clone(), |draft, (param, value)| {
        draft.with(*param, value.to_string())
    })
}

#[test]
fn every_point_of_a_curve_is_what_the_form_would_show() {
    for link in LINKS {
        for axis in [Axis::Sequence, Axis::MicroBatch] {
            let draft = draft(link);
            let curve = curve(&draft, axis, &Calibration::default()).expect(link);
            assert!(curve.points.iter().any(|point| point.at == curve.present));
            for point in &curve.points {
                let scenario = typed(&draft, &[(axis.param(), point.at)]).check().scenario;
                let figures = scenario.ok().map(|scenario| MemoryReport::of(&scenario));
                let shown = point
                    .figures
                    .map(|figures| (figures.peak, figures.interval));
                assert_eq!(shown, figures.map(|of| (of.peak, of.interval)), "{link}");
            }
        }
    }
}

#[test]
fn the_last_that_fits_is_the_one_that_is_solved_for() {
    let mut found = 0;
    for link in LINKS {
        for (axis, goal) in [
            (Axis::Sequence, Goal::Sequence),
            (Axis::MicroBatch, Goal::MicroBatch),
        ] {
            let draft = draft(link);
            let curve = curve(&draft, axis, &Calibration::default()).expect(link);
            let solved = solve(&draft, goal, Criterion::Fits, &mut Budget::new(500)).expect(link);
            let value = match solved.outcome {
                Outcome::Found(found) => Some(found.value),
                _ => None,
            };
            assert_eq!(curve.fits, value, "{link} {axis:?}");
            found += usize::from(value.is_some());
        }
    }
    assert!(found >= 6, "{found}");
}

#[test]
fn longer_takes_no_fewer_gpus_and_as_many_as_solved_for() {
    let mut compared = 0;
    for link in LINKS {
        let draft = draft(link);
        let fleets = fleets(&draft, &Calibration::default());
        assert!(!fleets.is_empty(), "{link}");
        for pair in fleets.windows(2) {
            let gpus = |at: usize| pair[at].gpus().unwrap_or(u64::MAX);
            assert!(
                pair[0].sequence < pair[1].sequence && gpus(0) <= gpus(1),
                "{link}"
            );
        }
        for fleet in fleets.iter().step_by(3) {
            let at = typed(&draft, &[(Param::Sequence, fleet.sequence)]);
            let solved =
                solve(&at, Goal::Gpus, Criterion::Fits, &mut Budget::new(500)).expect(link);
            let expected = match solved.outcome {
                Outcome::Found(found) if found.monotone => Some(found.value),
                Outcome::NoNumberHelps { .. } => None,
                _ => continue,
            };
            assert_eq!(fleet.gpus(), expected, "{link} {}", fleet.sequence);
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared}");
}

#[test]
fn scaling_keeps_the_batch_where_it_can_and_agrees_with_the_form() {
    for link in LINKS {
        let draft = draft(link);
        let scenario = draft.check().scenario.expect(link);
        let all = scaling(&draft, &Calibration::default());
        assert!(all.is_sorted_by(|a, b| a.gpus() < b.gpus()), "{link}");
        let gpus = scenario.cluster.gpus();
        let own = all.iter().find(|scale| scale.gpus() == gpus).expect(link);
        let run = RunReport::of(&scenario, &DiskReport::of(&scenario)).expect(link);
        assert!(
            (own.hours.typical * 3600.0 / run.seconds - 1.0).abs() < 1e-12,
            "{link}"
        );
        for scale in &all {
            assert!(scale.efficiency > 0.0 && scale.hours.low <= scale.hours.high);
            let at = typed(
                &draft,
                &[
                    (Param::GpusPerNode, scale.per_node),
                    (Param::Nodes, scale.nodes),
                    (Param::MicroBatch, scale.micro),
                    (Param::Accumulation, scale.accumulation),
                ],
            );
            let there = at.check().scenario.expect(link);
            let run = RunReport::of(&there, &DiskReport::of(&there)).expect(link);
            assert!((scale.hours.typical * 3600.0 / run.seconds - 1.0).abs() < 1e-12);
            assert_eq!(
                scale.sequences > own.sequences,
                DataReport::of(&there).rows_per_step
                    > DataReport::of(&scenario).rows_per_step + 0.5
            );
        }
    }
}

#[test]
fn five_hundred_samples_gain_little_from_eight_gpus() {
    let few = draft(
        "m=llama-2-7b&method=qlora&g=a100-sxm-80gb&n=1&ga=16&rows=500&len=500&epochs=1&pad=longest",
    );
    let scales = scaling(&few, &Calibration::default());
    let eight = scales
        .iter()
        .find(|scale| scale.gpus() == 8)
        .expect("eight");
    assert!(eight.efficiency < 0.75, "{}", eight.efficiency);
    assert!(scales.iter().all(|scale| scale.cost.is_some()));
}

#[test]
fn cells_are_what_the_form_would_show() {
    for link in LINKS {
        let draft = draft(link);
        let grid = grid(&draft, &Calibration::default()).expect(link);
        assert_eq!(grid.cells.len(), grid.lengths.len() * grid.micros.len());
        assert!(grid.lengths.contains(&grid.present.0) && grid.micros.contains(&grid.present.1));
        for cell in grid.cells.iter().step_by(5) {
            let at = [
                (Param::Sequence, cell.sequence),
                (Param::MicroBatch, cell.micro),
            ];
            let scenario = typed(&draft, &at).check().scenario.ok();
            let figures =
                scenario.map(|scenario| MemoryReport::figures(&scenario, &Factors::default()));
            assert_eq!(cell.figures, figures, "{link}");
        }
    }
}

#[test]
fn levers_move_what_they_say() {
    for link in LINKS {
        let draft = draft(link);
        let (present, all) = swings(&draft, &Calibration::default()).expect(link);
        for swing in &all {
            for end in swing
                .low
                .iter()
                .chain(&swing.high)
                .filter(|end| !end.patch.is_empty())
            {
                let changed = end
                    .patch
                    .iter()
                    .fold(draft.clone(), |draft, (param, text)| {
                        draft.with(*param, text.clone())
                    });
                let scenario = changed.check().scenario.expect(link);
                let gib = MemoryReport::of(&scenario).peak.needed.as_gib();
                assert!(
                    (end.outcome.gib - gib).abs() < 1e-9,
                    "{link} {:?}",
                    swing.lever
                );
            }
        }
        let memory = by_memory(present, all.clone());
        let time = by_time(present, all);
        assert!(memory.len() >= 3 && time.len() >= 3, "{link}");
        // Data moves the date and not the memory; what GPUs sustain too.
        let moves = |list: &[estimator::analysis::sweep::Swing], lever| {
            list.iter().any(|swing| swing.lever == lever)
        };
        for lever in [Lever::Input(Param::Samples), Lever::Efficiency] {
            assert!(moves(&time, lever) && !moves(&memory, lever), "{link}");
        }
        let reach = |end: &Option<estimator::analysis::sweep::End>| {
            end.as_ref()
                .map_or(0.0, |end| (end.outcome.gib - present.gib).abs())
        };
        let far =
            |swing: &estimator::analysis::sweep::Swing| reach(&swing.low).max(reach(&swing.high));
        assert!(memory.is_sorted_by(|a, b| far(a) >= far(b)), "{link}");
    }
}

#[test]
fn a_card_that_is_too_small_has_no_edge_and_a_longer_run_fits_no_better() {
    let none = curve(&draft(LINKS[4]), Axis::Sequence, &Calibration::default()).expect("a curve");
    assert_eq!(none.fits, None);
    assert!(none.points.iter().all(|point| {
        point
            .figures
            .is_none_or(|figures| figures.verdict.state != State::Fits)
    }));
}
