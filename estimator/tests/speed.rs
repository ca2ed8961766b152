//! What an observed rate teaches, and what it must not.
#![allow(missing_docs, clippy::expect_used, reason = "tests")]
use estimator::calibration::{Calibration, Measured, Observation, fit};
use estimator::codec::decode;
use estimator::host::DiskReport;
use estimator::measured::{Columns, rate_scenario, rate_scored};
use estimator::memory::MemoryReport;
use estimator::run::RunReport;
use estimator::scenario::Scenario;
use estimator::time::Pace;
use estimator::units::Bytes;
use std::collections::BTreeMap;

const LINK: &str = "m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&n=1&s=2048&b=2";

fn scenario(link: &str) -> Scenario {
    let decoded = decode(link);
    assert!(decoded.notices.is_empty(), "{:?}", decoded.notices);
    decoded.draft.check().scenario.expect(link)
}

/// A run whose memory is as predicted and whose rate is so much of the predicted one.
fn observed(link: &str, share: f64) -> Calibration {
    let scenario = scenario(link);
    let rate = Pace::of(&scenario).expect("a rate").tokens_per_gpu * share;
    let report = MemoryReport::of(&scenario);
    let measured = Measured {
        allocated: Some(Bytes::gib(report.peak.allocated.as_gib())),
        tokens_per_s: Some(rate),
        ..Measured::default()
    };
    fit(&[Observation { scenario, measured }])
}

fn run(link: &str, calibration: &Calibration) -> RunReport {
    let scenario = scenario(link);
    RunReport::calibrated(&scenario, &DiskReport::of(&scenario), &calibration.speed).expect(link)
}

#[test]
fn a_slower_run_makes_the_answer_slower_and_surer() {
    let none = run(LINK, &Calibration::default());
    for share in [0.7, 0.85, 1.0, 1.15] {
        let calibrated = run(LINK, &observed(LINK, share));
        let rate = calibrated.time.pace.tokens_per_gpu / none.time.pace.tokens_per_gpu;
        assert!((rate / share - 1.0).abs() < 0.05, "{share}: {rate}");
        assert!(calibrated.time.spread.factor < none.time.spread.factor);
        let sum: f64 = calibrated
            .time
            .lines
            .iter()
            .map(|line| line.seconds.value())
            .sum();
        assert!(
            (sum / calibrated.time.pace.step - 1.0).abs() < 1e-6,
            "{share}"
        );
    }
    assert_eq!(run(LINK, &Calibration::default()), {
        let scenario = scenario(LINK);
        RunReport::of(&scenario, &DiskReport::of(&scenario)).expect("a run")
    });
}

#[test]
fn it_carries_less_to_another_gpu_stack_or_method() {
    let learnt = observed(LINK, 0.7).speed;
    let own = learnt.factor(&scenario(LINK));
    for other in [
        LINK.replace("a100-sxm-80gb", "h100-sxm-80gb"),
        format!("{LINK}&stack=llamafactory"),
        LINK.replace("lora", "qlora"),
    ] {
        let there = learnt.factor(&scenario(&other));
        assert!(own < there && there < 1.0, "{other}: {own} {there}");
    }
}

#[test]
fn an_absurd_rate_stays_within_bounds() {
    for share in [1e-6, 1e6] {
        let calibration = observed(LINK, share);
        let fitted = calibration.speed.fitted();
        assert!((0.3..1.6).contains(&fitted), "{fitted}");
        let run = run(LINK, &calibration);
        assert!(run.seconds.is_finite() && run.low <= run.seconds && run.seconds <= run.high);
    }
}

/// One row of a source beside its other rows, over all sources with at least three.
#[test]
fn one_measured_row_helps_the_others_of_its_source() {
    let text = include_str!("../../tests/data/throughput-measured.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<String> = reader
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    let mut sources: BTreeMap<String, Vec<(Scenario, f64)>> = BTreeMap::new();
    for record in reader.records() {
        let record = record.expect("a record");
        let cells: Vec<String> = record.iter().map(str::to_owned).collect();
        let row = Columns::new(&header, &cells);
        if !rate_scored(&row) {
            continue;
        }
        if let (Ok(scenario), Ok(rate)) = (
            rate_scenario(&row),
            row.get("tokens_per_s_per_gpu").parse::<f64>(),
        ) {
            sources
                .entry(row.get("source").to_owned())
                .or_default()
                .push((scenario, rate));
        }
    }
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut near: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for rows in sources.values().filter(|rows| rows.len() >= 3) {
        let (taught, others) = rows.split_first().expect("three rows");
        let measured = Measured {
            tokens_per_s: Some(taught.1),
            ..Measured::default()
        };
        let calibration = fit(&[Observation {
            scenario: taught.0.clone(),
            measured,
        }]);
        let errors = |calibrated: bool| {
            let error = |(scenario, rate): &(Scenario, f64)| {
                let speed = if calibrated {
                    calibration.speed.factor(scenario)
                } else {
                    1.0
                };
                let pace = Pace::at_speed(scenario, speed).expect("a rate");
                (pace.tokens_per_gpu / rate - 1.0).abs()
            };
            median(others.iter().map(error).collect())
        };
        // Rows like the one that taught: the same but for length and batch.
        for (scenario, rate) in others {
            if (calibration.speed.factor(scenario).ln() / calibration.speed.fitted().ln()).abs()
                > 0.5
            {
                let error = |speed| {
                    (Pace::at_speed(scenario, speed)
                        .expect("a rate")
                        .tokens_per_gpu
                        / rate
                        - 1.0)
                        .abs()
                };
                near[0].push(error(1.0));
                near[1].push(error(calibration.speed.factor(scenario)));
            }
        }
        before.push(errors(false));
        after.push(errors(true));
    }
    let mean =
        |errors: &[f64]| errors.iter().sum::<f64>() / errors.iter().map(|_| 1.0).sum::<f64>();
    let [near_before, near_after] = near.map(|errors| mean(&errors));
    println!(
        "{} sources: mean of medians {:.2}% before, {:.2}% after; rows like the one that taught: {:.2}% and {:.2}% on average",
        before.len(),
        100.0 * mean(&before),
        100.0 * mean(&after),
        100.0 * near_before,
        100.0 * near_after,
    );
    // The tables were fitted to these rows: on the whole there is nothing left to learn, and little may be lost. Rows like the
    // one that taught have to gain.
    assert!(before.len() >= 15 && mean(&after) < mean(&before) + 0.0025);
    assert!(near_after < near_before);
}

fn median(mut errors: Vec<f64>) -> f64 {
    errors.sort_by(f64::total_cmp);
    errors[errors.len() / 2]
}
