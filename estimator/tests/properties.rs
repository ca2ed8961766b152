//! The estimator is total: whatever the inputs within their bounds, every figure is finite, ≥ 0 and the sum of its parts.
mod support;

use estimator::codec::encode;
use estimator::memory::{Fact, MemoryReport, Metric, Moment, Term};
use estimator::scenario::{Draft, Kind, PARAMS, Param, ParamInfo, Scenario};
use support::{cases, each, models};

/// Equal up to rounding of a sum of a few dozen numbers.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

/// What holds of every report.
fn holds(scenario: &Scenario, link: &str) {
    let report = MemoryReport::of(scenario);
    assert!(!report.instants.is_empty(), "{link}");
    let order: Vec<usize> = report
        .instants
        .iter()
        .map(|instant| {
            Moment::ALL
                .iter()
                .position(|moment| *moment == instant.moment)
                .unwrap()
        })
        .collect();
    assert!(
        order.is_sorted_by(|a, b| a < b),
        "each moment once, in order: {link}"
    );
    for instant in &report.instants {
        let moment = instant.moment;
        let mut sum = 0.0;
        for term in &instant.terms {
            let value = term.amount.value();
            assert!(
                value.is_finite() && value >= 0.0,
                "{moment:?} {:?} is {value}: {link}",
                term.id
            );
            assert!(
                same(value, term.bytes().get()),
                "{moment:?} {:?}: {link}",
                term.id
            );
            let (symbols, numbers) = (term.amount.symbols(), term.amount.numbers());
            for text in [&symbols, &numbers] {
                assert!(
                    !text.is_empty() && !text.contains("NaN") && !text.contains("inf"),
                    "{:?} {text}: {link}",
                    term.id
                );
            }
            assert!(
                term.amount
                    .inputs()
                    .iter()
                    .all(|(name, value)| !name.is_empty() && value.is_finite()),
                "{link}"
            );
            sum += value;
        }
        // A table names a line by these: two that are alike could not be told apart.
        for (at, term) in instant.terms.iter().enumerate() {
            let alike = |other: &Term| {
                other.id == term.id && other.tags == term.tags && other.divides == term.divides
            };
            assert!(
                !instant.terms[at + 1..].iter().any(alike),
                "{moment:?} {:?} twice: {link}",
                term.id
            );
        }
        let [allocated, reserved, driver] = [Metric::Allocated, Metric::Reserved, Metric::Driver]
            .map(|metric| instant.total(metric).get());
        assert!(
            same(sum, driver),
            "{moment:?}: terms give {sum}, the total is {driver}: {link}"
        );
        assert!(
            allocated <= reserved && reserved <= driver,
            "{moment:?} {allocated} {reserved} {driver}: {link}"
        );
    }
    for metric in [Metric::Allocated, Metric::Reserved, Metric::Driver] {
        let planned = report.instants.iter().filter(|instant| instant.planned);
        let most = planned
            .map(|instant| instant.total(metric).get())
            .fold(0.0, f64::max);
        assert!(
            same(most, report.peak.of(metric).get()),
            "{metric:?}: {link}"
        );
        assert!(most > 0.0 && most.is_finite(), "{metric:?} {most}: {link}");
    }
    let worst = report.at(report.worst).unwrap();
    assert!(
        worst.planned && worst.total(Metric::Needed) == report.peak.needed,
        "{link}"
    );
    assert!(
        report.interval.low <= report.peak.needed && report.peak.needed <= report.interval.high,
        "{link}"
    );
    assert!(
        report.interval.high.get().is_finite() && report.verdict.margin_gib.is_finite(),
        "{link}"
    );
    let left = report.verdict.usable.as_gib() - report.peak.needed.as_gib();
    assert!(same(left, report.verdict.margin_gib), "{link}");
    for fact in &report.facts {
        if let Fact::Parameters(number) | Fact::Trainable(number) = fact {
            assert!(number.is_finite() && *number >= 0.0, "{fact:?}: {link}");
        }
    }
}

#[test]
fn every_report_adds_up() {
    each(cases(25_000), |_, rng| {
        let (draft, scenario) = support::valid(rng);
        holds(&scenario, &encode(&draft).text);
    });
}

/// The values at the edge of a field: bounds, every choice, the smallest and the largest model.
fn corners(info: &ParamInfo) -> Vec<String> {
    let owned = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
    match info.kind {
        Kind::Model => owned(&["gpt2", "llama-3.1-405b", "custom"]),
        Kind::Gpu => owned(&["t4", "b300-sxm-270gb", "custom"]),
        Kind::Family => owned(&["llama", "bert", "mpt"]),
        Kind::Choice(keys) => owned(keys),
        Kind::List(keys) => vec![keys[0].to_owned(), keys.join("_")],
        Kind::Integer { min, max } => vec![min.to_string(), (min + 1).to_string(), max.to_string()],
        Kind::Real { min, max, .. } => vec![min.to_string(), max.to_string()],
    }
}

/// Every pair of edge values of two fields, on one GPU and on several. A quick run takes every n-th pair.
#[test]
fn every_pair_of_corners_adds_up() {
    let edges: Vec<(Param, String)> = PARAMS
        .iter()
        .flat_map(|info| corners(info).into_iter().map(|value| (info.param, value)))
        .collect();
    // With the 750,000 random scenarios of a merge that makes a million.
    let pairs = edges.len() * edges.len() * 2;
    assert!(pairs > 250_000, "{} edges", edges.len());
    let few = usize::try_from(cases(12_000)).unwrap_or(usize::MAX);
    // A stride that shares no factor with the number of edges reaches every pair's both sides.
    let stride = (pairs / few.min(pairs)) | 1;
    let count = pairs.div_ceil(stride) as u64;
    each(count, |number, _| {
        let start = usize::try_from(number).unwrap() * stride;
        let (at, several) = (start / 2, start % 2 == 1);
        let ((first, a), (second, b)) = (&edges[at / edges.len()], &edges[at % edges.len()]);
        let start = if several {
            Draft::default()
                .with(Param::GpusPerNode, "8")
                .with(Param::Nodes, "2")
                .with(Param::Sharding, "fsdp")
        } else {
            Draft::default()
        };
        let draft = start.with(*first, a.as_str()).with(*second, b.as_str());
        match draft.check().scenario {
            Ok(scenario) => holds(&scenario, &encode(&draft).text),
            Err(issues) => assert!(!issues.is_empty()),
        }
    });
}

/// Every model of the catalogue with each method on one and on many GPUs.
#[test]
fn every_model_has_a_report() {
    for model in models() {
        for method in ["full", "lora", "qlora"] {
            for n in ["1", "8"] {
                let draft = Draft::default()
                    .with(Param::Model, model.as_str())
                    .with(Param::Method, method)
                    .with(Param::GpusPerNode, n);
                let checked = draft.check();
                let scenario = checked
                    .scenario
                    .unwrap_or_else(|issues| panic!("{model} {method} × {n}: {issues:?}"));
                holds(&scenario, &encode(&draft).text);
            }
        }
    }
}

/// gpt-oss keeps its experts in one 3-D tensor, which adapters on linear layers do not reach: PEFT finds no module, and a run
/// that trains nothing is no run.
#[test]
fn adapters_that_reach_nothing_are_refused() {
    let draft = Draft::default()
        .with(Param::Model, "gpt-oss-20b")
        .with(Param::Targets, "gate_up_down");
    assert!(draft.check().issue(Param::Targets).is_some());
}
