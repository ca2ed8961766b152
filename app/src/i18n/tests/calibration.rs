//! What is said about short runs.
use super::*;
use crate::i18n::calibration::{
    add_read, calibrated_by, figure_name, left_aside, line_issue, parameter_name, parameter_prior,
    parameter_symbol, read_line, run_issue, run_notice, run_title, unexplained, unknown_gpu,
    unlike,
};
use estimator::calibration::{Figure, Measured, Observation, Parameter, Run, fit, line};

const PASTE: &str = "headroom v=2 alloc=many res=1e9 s=long g=x1 b=2.5 method=nothing torch=2.9.1 gpu=\"\u{202e}Card of mine\"";

#[test]
fn runs_and_lines() {
    let size = Bytes::gib(40.0);
    for runs in [1, 3] {
        sentence(
            |lang| calibrated_by(lang, runs, size, size.times(1.1), SizeUnit::Gib),
            "mark",
        );
        sentence(|lang| left_aside(lang, runs), "aside");
        label(|lang| add_read(lang, runs), "add");
    }
    label(|lang| run_title(lang, 2), "run");
    let [profile] = line::read(PASTE).try_into().expect("one line");
    assert_eq!(profile.issues.len(), 7, "{:?}", profile.issues);
    for issue in &profile.issues {
        sentence(|lang| line_issue(lang, issue), "line");
        let words = line_issue(Lang::En, issue);
        assert!(
            words.contains("Line 1") && words.contains(&issue.key),
            "{words}"
        );
    }
    let name = profile.gpu.as_deref().expect("a name");
    sentence(|lang| unknown_gpu(lang, name), "GPU");
    assert!(!unknown_gpu(Lang::En, name).contains('\u{202e}'));
    let good = "headroom v=1 alloc=23.4 tps=3121.5 s=4096 q=nf4 torch=2.9.1";
    let [profile] = line::read(good).try_into().expect("one line");
    for lang in Lang::ALL {
        check(lang, &read_line(lang, &profile), "read");
        let words = unlike(lang, &profile.settings);
        check(lang, &words, "unlike");
        assert!(words.contains("4096"), "{words}");
    }
    sentence(|lang| unlike(lang, &[]), "alike");
}

#[test]
fn what_is_wrong_with_runs() {
    let run = || Run::of(Draft::default());
    let wrong = [
        run(),
        run().with(Figure::Driver, "many"),
        run().with(Figure::TokensPerSecond, "0"),
        run()
            .with(Figure::Allocated, "20")
            .with(Figure::Reserved, "10"),
        run().with(Figure::Reserved, "3000"),
        run()
            .with(Figure::Allocated, "20")
            .with(Figure::TokensPerSecond, "9e7"),
        Run::of(Draft::default().with(Param::Sequence, "long")),
    ];
    for run in wrong {
        let issues = run.check().expect_err("something wrong");
        for issue in issues {
            sentence(|lang| run_issue(lang, &issue), "run");
        }
    }
    let link = format!(
        "run1.s=x&run1.alloc=&run2.res=many&run2.zz=1&run3.drv={}",
        "1".repeat(80)
    );
    let notices = decode(&link).run_notices;
    assert_eq!(notices.len(), 5, "{notices:?}");
    for notice in notices {
        sentence(|lang| run_notice(lang, &notice), "notice");
    }
    for figure in [
        Figure::Allocated,
        Figure::Reserved,
        Figure::Driver,
        Figure::TokensPerSecond,
    ] {
        label(|lang| figure_name(lang, figure).to_owned(), "figure");
    }
    for gib in [1.8, -0.4] {
        sentence(
            |lang| unexplained(lang, metric_label(lang, Metric::Driver), gib),
            "unexplained",
        );
    }
}

/// A formula that was calibrated says what its factors are.
#[test]
fn factors_are_explained() {
    let scenario = Draft::default().check().scenario.expect("a scenario");
    let peak = MemoryReport::of(&scenario).peak;
    let measured = Measured {
        allocated: Some(peak.allocated.times(1.1)),
        reserved: Some(peak.reserved.times(1.2)),
        driver: Some(peak.driver.times(1.25)),
        ..Measured::default()
    };
    let calibration = fit(&[Observation {
        scenario: scenario.clone(),
        measured,
    }]);
    let report = MemoryReport::calibrated(&scenario, &calibration);
    let terms = report.instants.iter().flat_map(|instant| &instant.terms);
    let names: Vec<&str> = terms
        .flat_map(|term| term.amount.inputs())
        .map(|(name, _)| name)
        .collect();
    for fitted in calibration.fitted() {
        let symbol = parameter_symbol(fitted.parameter);
        assert!(names.contains(&symbol), "{symbol}");
        label(|lang| symbol_meaning(lang, symbol).to_owned(), symbol);
        label(
            |lang| parameter_name(lang, fitted.parameter).to_owned(),
            symbol,
        );
    }
    assert_eq!(Parameter::ALL.len(), calibration.fitted().len());
    let block = calibration.fitted()[0];
    assert_eq!(parameter_prior(Lang::En, &block), ["×0.88", "×1.14"]);
}
