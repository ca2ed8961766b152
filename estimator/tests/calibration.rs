//! Short runs: what a fit may do, and what it is worth on measured rows.
mod support;

use estimator::calibration::{
    Calibration, Figure, Measured, Observation, Parameter, Run, RunIssue, fit,
};
use estimator::codec::decode;
use estimator::measured::{Columns, LeaveOut, Trial};
use estimator::memory::{Family, Interval, Lever, MemoryReport, Metric, Moment, TermId};
use estimator::scenario::{Draft, IssueKind, Param, Scenario};
use estimator::units::Bytes;
use std::time::Instant;
use support::{Rng, cases, each};

const METRICS: [Metric; 3] = [Metric::Allocated, Metric::Reserved, Metric::Driver];
const METHOD: &str = include_str!("../../METHOD.md");

fn scenario(link: &str) -> Scenario {
    decode(link).draft.check().scenario.expect(link)
}

fn seen(link: &str, metric: Metric, times: f64) -> Observation {
    let scenario = scenario(link);
    let peak = MemoryReport::of(&scenario).peak.of(metric).times(times);
    Observation {
        measured: Measured::default().with(metric, peak),
        scenario,
    }
}

/// Some figures of a run, from absurdly small to absurdly large.
fn measured(rng: &mut Rng, scenario: &Scenario) -> Measured {
    let report = MemoryReport::of(scenario);
    let times = *rng.pick(&[1e-9, 0.3, 0.9, 0.97, 1.0, 1.02, 1.1, 1.5, 4.0, 1e9]);
    let mut measured = Measured::default();
    for metric in METRICS {
        if rng.one_in(2) {
            measured = measured.with(metric, report.peak.of(metric).times(times));
        }
    }
    measured
}

fn observations(rng: &mut Rng) -> Vec<Observation> {
    (0..=rng.below(4))
        .map(|_| {
            let (_, scenario) = support::valid(rng);
            Observation {
                measured: measured(rng, &scenario),
                scenario,
            }
        })
        .collect()
}

#[test]
fn without_observations_nothing_changes() {
    each(cases(500), |_, rng| {
        let (_, scenario) = support::valid(rng);
        let plain = MemoryReport::of(&scenario);
        assert_eq!(
            MemoryReport::calibrated(&scenario, &Calibration::default()),
            plain
        );
        assert_eq!(MemoryReport::calibrated(&scenario, &fit(&[])), plain);
    });
}

/// Whatever was measured: parameters within their bounds, reports that add up, intervals no wider than without.
#[test]
fn any_observation_gives_a_report() {
    each(cases(1_000), |_, rng| {
        let runs = observations(rng);
        let calibration = fit(&runs);
        for fitted in calibration.fitted() {
            assert!(
                fitted.value >= fitted.least - 1e-12 && fitted.value <= fitted.most + 1e-12,
                "{fitted:?}"
            );
            assert!(
                fitted.sd_after >= 0.0 && fitted.sd_after <= fitted.sd_before,
                "{fitted:?}"
            );
        }
        let (_, other) = support::valid(rng);
        for scenario in runs.iter().map(|run| &run.scenario).chain([&other]) {
            let report = MemoryReport::calibrated(scenario, &calibration);
            let outlook = calibration.outlook(scenario);
            for instant in &report.instants {
                for term in &instant.terms {
                    assert!(
                        term.amount.value().is_finite() && term.amount.value() >= 0.0,
                        "{term:?}"
                    );
                }
            }
            for metric in METRICS {
                let (peak, quick) = (report.peak.of(metric).get(), outlook.peak(metric).get());
                assert!(
                    (peak - quick).abs() <= 1e-9 * peak,
                    "{metric:?}: {peak} in the report, {quick} in the fit"
                );
                let peak = report.peak.of(metric);
                let (wide, narrow) = (
                    Interval::of(peak, metric, scenario),
                    outlook.interval(peak, metric, scenario),
                );
                assert!(
                    wide.low <= narrow.low
                        && narrow.low <= peak
                        && peak <= narrow.high
                        && narrow.high <= wide.high
                );
            }
            assert_eq!(
                report.interval,
                outlook.interval(report.peak.needed, Metric::Needed, scenario)
            );
        }
    });
}

#[test]
fn the_order_of_observations_does_not_matter() {
    each(cases(300), |_, rng| {
        let mut runs = observations(rng);
        let one = fit(&runs);
        runs.reverse();
        let other = fit(&runs);
        for (a, b) in one.fitted().iter().zip(other.fitted()) {
            assert!(
                (a.value - b.value).abs() < 1e-9 && (a.sd_after - b.sd_after).abs() < 1e-9,
                "{a:?} {b:?}"
            );
        }
    });
}

/// A run that needed more never lowers a factor.
#[test]
fn more_memory_never_lowers_a_factor() {
    each(cases(300), |_, rng| {
        let (draft, scenario) = support::valid(rng);
        let metric = *rng.pick(&METRICS);
        let peak = MemoryReport::of(&scenario).peak.of(metric);
        let mut before: Option<Calibration> = None;
        for times in [1e-6, 0.5, 0.8, 0.9, 0.95, 1.0, 1.01, 1.05, 1.2, 2.0, 1e6] {
            let run = Observation {
                scenario: scenario.clone(),
                measured: Measured::default().with(metric, peak.times(times)),
            };
            let calibration = fit(&[run]);
            if let Some(before) = before {
                for (less, more) in before.fitted().iter().zip(calibration.fitted()) {
                    assert!(
                        less.value <= more.value + 1e-6,
                        "{less:?} {more:?} at {times}: {draft:?}"
                    );
                }
            }
            before = Some(calibration);
        }
    });
}

/// A run that shows what was predicted moves nothing, and makes the answer surer.
#[test]
fn agreement_narrows_the_interval() {
    let link = "m=qwen2.5-7b&stack=litgpt&s=2048";
    let calibration = fit(&[seen(link, Metric::Allocated, 1.0)]);
    for fitted in calibration.fitted() {
        let neutral = if fitted.parameter == Parameter::Overhead {
            0.0
        } else {
            1.0
        };
        assert!((fitted.value - neutral).abs() < 1e-9, "{fitted:?}");
    }
    assert!(
        calibration
            .residuals
            .iter()
            .all(|residual| residual.unexplained_gib.is_none())
    );
    let width = |link: &str| {
        let scenario = scenario(link);
        let peak = MemoryReport::of(&scenario).peak.allocated;
        let span = |interval: Interval| interval.high.get() - interval.low.get();
        span(
            calibration
                .outlook(&scenario)
                .interval(peak, Metric::Allocated, &scenario),
        ) / span(Interval::of(peak, Metric::Allocated, &scenario))
    };
    let (here, near, far) = (
        width(link),
        width("m=qwen2.5-7b&stack=litgpt&s=4096"),
        width("m=qwen2.5-7b&stack=litgpt&s=32768"),
    );
    let elsewhere = width("m=llama-3.1-70b&stack=torchtune&method=full&n=8&s=2048");
    assert!(
        here < 0.5 && here < near && here < far && near < 0.8 && far < 0.8,
        "{here} {near} {far}"
    );
    assert!(elsewhere > 0.9, "{elsewhere}");
}

/// A longer run follows the shorter one: half of what the block keeps more comes back in both.
#[test]
fn what_was_learnt_carries_over() {
    let (short, long) = (
        "m=qwen2.5-7b&ckpt=none&s=1024",
        "m=qwen2.5-7b&ckpt=none&s=4096",
    );
    let calibration = fit(&[seen(short, Metric::Allocated, 1.05)]);
    let [residual] = calibration.residuals.as_slice() else {
        panic!("{:?}", calibration.residuals)
    };
    assert!(residual.before < residual.after && residual.after < residual.measured);
    let long = scenario(long);
    let (plain, fitted) = (
        MemoryReport::of(&long),
        MemoryReport::calibrated(&long, &calibration),
    );
    let gain = fitted.peak.allocated.get() / plain.peak.allocated.get() - 1.0;
    assert!((0.02..0.2).contains(&gain), "{gain}");
    // The formula says by what.
    let loss = fitted.at(Moment::Loss).expect("every run has a loss");
    let kept = loss
        .terms
        .iter()
        .find(|term| term.id == TermId::Activations)
        .expect("stored activations");
    assert!(
        kept.amount.symbols().starts_with("κ_b × "),
        "{}",
        kept.amount.symbols()
    );
}

/// What no factor within its bounds explains is said, not bent into the parameters.
#[test]
fn what_cannot_be_explained_stays() {
    let calibration = fit(&[seen("m=qwen2.5-7b", Metric::Allocated, 3.0)]);
    let residual = calibration.residuals[0];
    let left = residual.unexplained_gib.expect("three times as much");
    assert!(
        left > 0.0 && (residual.measured.as_gib() - residual.after.as_gib() - left).abs() < 1e-9
    );
}

/// The driver's figure beside the reserved one speaks of the overhead alone.
#[test]
fn driver_and_reserved_together_give_the_overhead() {
    let scenario = scenario("m=qwen2.5-7b");
    let peak = MemoryReport::of(&scenario).peak;
    let run = Observation {
        measured: Measured::default()
            .with(Metric::Reserved, peak.reserved)
            .with(Metric::Driver, peak.driver + Bytes::gib(0.5)),
        scenario,
    };
    for fitted in fit(&[run]).fitted() {
        if fitted.parameter == Parameter::Overhead {
            assert!((0.35..0.5).contains(&fitted.value), "{fitted:?}");
        } else {
            assert!((fitted.value - 1.0).abs() < 1e-9, "{fitted:?}");
        }
    }
}

#[test]
fn absurd_runs_are_refused_with_a_reason() {
    let run = || Run::of(Draft::default());
    assert_eq!(run().check().unwrap_err(), vec![RunIssue::NothingMeasured]);
    for value in ["0", "1e9", "-3", "nan"] {
        let issues = run().with(Figure::Allocated, value).check().unwrap_err();
        assert!(
            matches!(
                issues.as_slice(),
                [RunIssue::Figure {
                    figure: Figure::Allocated,
                    ..
                }]
            ),
            "{issues:?}"
        );
    }
    let below = run()
        .with(Figure::Reserved, "25")
        .with(Figure::Driver, "20");
    assert_eq!(
        below.check().unwrap_err(),
        vec![RunIssue::Below {
            figure: Figure::Driver,
            contains: Figure::Reserved
        }]
    );
    // What no card of that kind holds or computes, with the most it can: 79.25 GiB, and a rate well above any measured one.
    for (figure, text, least, most) in [
        (Figure::Driver, "3000", 79.0, 80.0),
        (Figure::TokensPerSecond, "90000000", 5e3, 1e5),
    ] {
        let run = run().with(Figure::Allocated, "20").with(figure, text);
        let issues = run.check().unwrap_err();
        let [
            RunIssue::Beyond {
                figure: found,
                most: bound,
            },
        ] = issues[..]
        else {
            panic!("{issues:?}")
        };
        assert!(found == figure && (least..most).contains(&bound), "{bound}");
    }
    // nvidia-smi counts 81,920 MiB on that card.
    assert!(run().with(Figure::Driver, "80").check().is_ok());
    let wrong =
        Run::of(Draft::default().with(Param::Sequence, "long")).with(Figure::Allocated, "20");
    let issues = wrong.check().unwrap_err();
    assert!(
        matches!(issues.as_slice(), [RunIssue::Scenario(issue)] if issue.param == Param::Sequence && issue.kind == IssueKind::NotANumber)
    );
}

/// Lines that a factor moves are those of kernels; states are arithmetic.
#[test]
fn states_take_no_factor() {
    each(cases(300), |_, rng| {
        let (_, scenario) = support::valid(rng);
        for term in MemoryReport::of(&scenario)
            .instants
            .iter()
            .flat_map(|instant| &instant.terms)
        {
            if matches!(
                term.family(),
                Family::Weights | Family::Training | Family::Gathered
            ) || term.id == TermId::Checkpoints
            {
                assert_eq!(term.id.lever(), Lever::Exact, "{:?}", term.id);
            }
        }
    });
}

#[test]
fn a_fit_takes_no_time() {
    let link = ["s=1024", "s=2048", "s=4096&b=2", "s=8192"];
    let runs: Vec<Observation> = link
        .iter()
        .map(|link| seen(link, Metric::Driver, 1.07))
        .collect();
    let started = Instant::now();
    for _ in 0..20 {
        assert_eq!(fit(&runs).observations(), 4);
    }
    let evaluating = Instant::now();
    for _ in 0..20 {
        for run in &runs {
            assert!(MemoryReport::of(&run.scenario).peak.driver > Bytes::ZERO);
        }
    }
    let (fits, reports) = (evaluating - started, evaluating.elapsed());
    println!(
        "a fit of four runs {:?}, their reports {:?}",
        fits / 20,
        reports / 20
    );
    // A quick machine takes a tenth of a millisecond; the bound is for slow ones.
    assert!((fits / 20).as_millis() < 50, "{fits:?}");
}

fn leave_out() -> LeaveOut {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/data/memory-measured.csv"
    );
    let mut reader = csv::Reader::from_path(path).expect("the project's own copy of the data");
    let names: Vec<String> = reader
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    let mut rows = LeaveOut::default();
    for record in reader.records() {
        let cells: Vec<String> = record
            .expect("a record")
            .iter()
            .map(str::to_owned)
            .collect();
        rows.add(&Columns::new(&names, &cells));
    }
    rows
}

/// One row of a source as the observation, its others as the test.
#[test]
fn one_run_serves_the_others_of_its_source() {
    let rows = leave_out();
    for trial in [Trial::SameModel, Trial::One, Trial::Two] {
        let (before, after) = rows.by_source(trial);
        assert!(
            after < before,
            "{trial:?}: {before:.2}% without, {after:.2}% with"
        );
        let (sources, pooled) = rows.gains(trial);
        assert!(sources.len() >= 8 && pooled.fits > 300);
        assert!(pooled.after <= pooled.before + 0.05, "{trial:?} {pooled:?}");
        assert!(
            (80.0..=99.5).contains(&pooled.inside_after),
            "{trial:?} {pooled:?}"
        );
        for (source, gain) in sources {
            // Where formulas are close already, little noise may be learnt (torchtitan's full training is the worst).
            assert!(gain.after <= gain.before + 1.2, "{source}: {gain:?}");
            assert!(
                gain.inside_after >= gain.inside_before.min(80.0) && gain.width <= 1.0,
                "{source}: {gain:?}"
            );
        }
    }
    let (before, after) = rows.by_source(Trial::SameModel);
    assert!(after <= 0.95 * before, "{before:.2}% {after:.2}%");
}

#[test]
fn method_md_shows_the_current_figures() {
    assert!(
        METHOD.contains(leave_out().markdown().trim()),
        "METHOD.md is out of date: run `cargo xtask validate`"
    );
}

/// The line in what people paste.
mod line {
    use super::support::{HOSTILE, cases, each};
    use estimator::calibration::line::{LineIssue, read};
    use estimator::calibration::{Figure, RunIssue};
    use estimator::scenario::{Draft, IssueKind, Param};

    const LINE: &str = "headroom v=1 alloc=23.418 res=25.102 drv=26.011 tps=3121.5 s=4096 b=2 acc=1 n=1 torch=2.9.1 transformers=4.48.0 peft=0.18.0 bnb=0.48.2 gpu=\"NVIDIA A100-SXM4-40GB\"";

    #[test]
    fn is_found_in_any_log() {
        let wanted = read(LINE);
        assert_eq!(wanted.len(), 1);
        for paste in [
            format!("\u{1b}[32m{LINE}\u{1b}[0m"),
            format!("2026-01-02 10:11:12,345 - INFO - [rank0] {LINE}\r\n"),
            format!("Loading checkpoint shards: 100%\r\n100%|██████| 20/20\r{LINE}\r\ndone"),
            format!("> {}", LINE.replace(' ', "  ")),
        ] {
            let found = read(&paste);
            assert_eq!(found.len(), 1, "{paste}");
            assert_eq!(
                (&found[0].figures, &found[0].settings, &found[0].versions),
                (&wanted[0].figures, &wanted[0].settings, &wanted[0].versions),
                "{paste}"
            );
        }
    }

    #[test]
    fn gives_a_run_beside_the_present_scenario() {
        let [profile] = read(LINE).try_into().expect("one line");
        assert_eq!(profile.issues, vec![]);
        let run = profile.run(&Draft::default().with(Param::Method, "qlora"));
        let expected = [
            (Param::Method, "qlora"),
            (Param::Sequence, "4096"),
            (Param::MicroBatch, "2"),
            (Param::Accumulation, "1"),
            (Param::Transformers, "4.49"),
            (Param::Torch, "2.8"),
            (Param::Peft, "0.12"),
            (Param::Bitsandbytes, "0.43"),
            (Param::Gpu, "a100-sxm-40gb"),
        ];
        for (param, value) in expected {
            assert_eq!(run.draft.get(param), Some(value));
        }
        assert_eq!(
            (run.get(Figure::Driver), run.get(Figure::TokensPerSecond)),
            (Some("26.011"), Some("3121.5"))
        );
        assert!(run.check().is_ok());
    }

    /// A version that nobody looked at says nothing about the setting; it is shown all the same.
    #[test]
    fn releases_are_settings() {
        let settings = |versions: &str| {
            read(&format!("headroom v=1 alloc=2 {versions}"))[0]
                .settings
                .clone()
        };
        let older = settings("torch=2.4.0+cu124 peft=0.11.1 bnb=0.42.0 transformers=4.45.2");
        let keys: Vec<&str> = older.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(keys, ["2.7", "0.11", "0.42", "4.45"]);
        assert_eq!(
            settings("torch=nightly peft=0 bnb=? transformers=git"),
            vec![]
        );
    }

    #[test]
    fn says_what_it_cannot_read() {
        let found =
            read("noise\nheadroom v=2 alloc=lots res= s=1.5 b=2 who=knows\n\nheadroom v=1 drv=9");
        assert_eq!(found.len(), 2);
        let issue = |key: &str, value: &str, kind| LineIssue {
            line: 2,
            key: key.to_owned(),
            value: value.to_owned(),
            kind,
        };
        assert_eq!(
            found[0].issues,
            vec![
                issue("v", "2", IssueKind::UnknownChoice { nearest: Some("1") }),
                issue("alloc", "lots", IssueKind::NotANumber),
                issue("res", "", IssueKind::NotANumber),
                issue("s", "1.5", IssueKind::NotWhole { below: 1, above: 2 }),
            ]
        );
        assert_eq!(found[0].settings, vec![(Param::MicroBatch, "2".to_owned())]);
        assert_eq!(found[1].figures, vec![(Figure::Driver, "9".to_owned())]);
    }

    #[test]
    fn figures_of_an_unknown_length_are_no_run() {
        for wrong in ["s=0", "s=", "s=long", "b=0", "acc=1.5", "n=-1"] {
            let found = read(&format!("headroom v=1 alloc=20 {wrong} torch=2.9.1"));
            assert!(found[0].figures.is_empty(), "{wrong}: {found:?}");
            assert_eq!(found[0].issues.len(), 1, "{wrong}: {found:?}");
        }
        // A model that is not in the catalogue stands in the form.
        let found = read("headroom v=1 alloc=20 m=mine");
        assert_eq!((found[0].figures.len(), found[0].issues.len()), (1, 1));
    }

    #[test]
    fn a_paste_is_cut_at_the_end_of_a_line() {
        use estimator::calibration::line::LONGEST;
        let line = "headroom v=1 alloc=20 s=2048 b=1\n";
        for end in [1, 10, line.len() - 3, line.len() - 1, line.len()] {
            let mut paste = " ".repeat(LONGEST - line.len() - end - 1) + "\n" + line + line;
            paste.push_str(&"x".repeat(100));
            let found = read(&paste);
            let whole = 1 + usize::from(end >= line.len() - 1);
            assert_eq!(found.len(), whole, "{end}");
            assert!(found.iter().all(|profile| profile.issues.is_empty()
                && profile.settings.len() == 2
                && profile.figures.len() == 1));
        }
    }

    #[test]
    fn takes_the_driver_from_nvidia_smi() {
        let table = "| N/A   34C    P0    62W / 400W |  23456MiB / 81920MiB |      0%      Default |\n|  0   N/A  N/A  1234  C  python  23446MiB |";
        assert_eq!(
            read(table)[0].figures,
            vec![(Figure::Driver, "22.906".to_owned())]
        );
        assert!(read("1234MiB / MiB").is_empty() && read("headroom is a planner").is_empty());
    }

    #[test]
    fn any_paste_is_read() {
        each(cases(3_000), |_, rng| {
            let mut paste = String::new();
            for _ in 0..rng.below(12) {
                paste.push_str(rng.text(&[
                    "headroom v=1 ",
                    "alloc=",
                    "s=",
                    "gpu=\"",
                    "\"",
                    " ",
                    "\r\n",
                    "MiB / ",
                    "中MiB",
                    "9",
                    "\u{1b}[",
                    "=",
                    "torch=",
                ]));
                if rng.one_in(3) {
                    paste.push_str(rng.text(HOSTILE));
                }
            }
            for profile in read(&paste) {
                let run = profile.run(&Draft::default());
                for (param, value) in &profile.settings {
                    assert!(Draft::check_text(*param, value).is_ok(), "{paste:?}");
                }
                let beyond = |issue: &RunIssue| matches!(issue, RunIssue::Beyond { .. });
                let refused = run.check().err().unwrap_or_default();
                assert!(
                    refused.iter().all(beyond)
                        || !profile.settings.is_empty()
                        || profile
                            .figures
                            .iter()
                            .all(|(figure, _)| figure.metric().is_none())
                        || profile.figures.len() > 1,
                    "{paste:?}"
                );
            }
        });
    }
}
