//! Published limits (largest batch, longest context, out of memory) against the verdict.
//!
//! `memory-bounds.csv` has the facts, `bounds-readings.csv` what each states as a scenario, or why it is left out. A fact agrees
//! if nothing that Headroom says about it is wrong:
//!
//! - `verdict`: a run that failed is not called a fit.
//! - `batch`: B fitted and was the most that did. B is not called impossible, and 1.5·B + 1 is not called a fit.
//! - `context`: the longest context is predicted within 25%.
//! - `line`: published contexts that lie on one line through several cards are extrapolations; the line counts once, and its
//!   slope, tokens a GiB, is predicted within 25%.
//!
//! Facts that their source does not state (a run without a recorded result is taken for one that failed) are shown apart.
#[path = "support/readings.rs"]
mod readings;

use estimator::memory::State;
use estimator::scenario::Param;
use readings::{Reading, Row, rows, word};
use std::collections::{BTreeMap, BTreeSet};

/// Share of the stated facts that agree, per cent.
const BAR: usize = 95;
const TOLERANCE: f64 = 0.25;

struct Fact {
    id: String,
    stated: String,
    predicted: String,
    agrees: bool,
    inferred: bool,
}

/// Points of a published line (card in GiB, context), and the scenario that they share.
type Line = (Vec<(u64, u64)>, Reading);

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

#[allow(
    clippy::cast_precision_loss,
    reason = "lengths and batches are far below 2^52"
)]
const fn float(value: u64) -> f64 {
    value as f64
}

fn near(predicted: f64, stated: f64) -> bool {
    (predicted / stated - 1.0).abs() <= TOLERANCE
}

fn fact(bound: &Row, reading: &Row) -> Option<Fact> {
    let id = reading.get("id");
    let scenario = || Reading::of(id, reading.get("link"));
    let (stated, predicted, agrees) = match reading.get("compare") {
        "verdict" => {
            assert!(bound.get("bound_type").starts_with("oom"), "{id}");
            let report = scenario().report();
            let (driver, state) = (report.peak.needed.as_gib(), report.verdict.state);
            let predicted = format!(
                "{} ({driver:.1} of {:.1} GiB)",
                word(state),
                report.verdict.usable.as_gib()
            );
            ("oom".to_owned(), predicted, state != State::Fits)
        }
        "batch" => {
            let stated = number(bound.get("value"));
            let scenario = scenario();
            let at = |batch: u64| scenario.with(Param::MicroBatch, batch).state();
            let (here, beyond) = (at(stated), at(stated + stated.div_ceil(2) + 1));
            let most = scenario.largest(Param::MicroBatch);
            let agrees = here != State::DoesNotFit && beyond != State::Fits;
            (
                format!("batch {stated}"),
                format!("batch {most} ({})", word(here)),
                agrees,
            )
        }
        "context" => {
            let stated = number(bound.get("value"));
            let most = scenario().largest(Param::Sequence);
            (
                format!("{stated} tokens"),
                format!("{most} tokens"),
                near(float(most), float(stated)),
            )
        }
        _ => return None,
    };
    let inferred = ["bound_type", "notes"]
        .iter()
        .any(|column| bound.get(column).contains("INFERRED"));
    Some(Fact {
        id: id.to_owned(),
        stated,
        predicted,
        agrees,
        inferred,
    })
}

/// Slope of a published line and of the prediction between the same contexts, tokens a GiB.
fn line(name: &str, points: &[(u64, u64)], scenario: &Reading) -> Fact {
    let (first, last) = (
        points.first().expect("two points"),
        points.last().expect("two points"),
    );
    let tokens = float(last.1 - first.1);
    let stated = tokens / float(last.0 - first.0);
    let peak = |context: u64| scenario.with(Param::Sequence, context).driver_gib();
    let predicted = tokens / (peak(last.1) - peak(first.1));
    Fact {
        id: format!("line {name}"),
        stated: format!("{stated:.0} tokens/GiB"),
        predicted: format!("{predicted:.0} tokens/GiB"),
        agrees: near(predicted, stated),
        inferred: false,
    }
}

fn facts() -> Vec<Fact> {
    let readings = rows("bounds-readings.csv");
    let by_id: BTreeMap<&str, &Row> = readings.iter().map(|row| (row.get("id"), row)).collect();
    let bounds = rows("memory-bounds.csv");
    let mut facts = Vec::new();
    let mut lines: BTreeMap<&str, Line> = BTreeMap::new();
    for bound in &bounds {
        let id = bound.get("id");
        let reading = by_id
            .get(id)
            .unwrap_or_else(|| panic!("{id} has no reading"));
        if let Some(name) = reading.get("compare").strip_prefix("line:") {
            let of_link = || (Vec::new(), Reading::of(id, reading.get("link")));
            let (points, _) = lines.entry(name).or_insert_with(of_link);
            points.push((number(bound.get("capacity_gb")), number(bound.get("value"))));
        } else if reading.get("compare") == "omitted" {
            assert!(
                !reading.get("note").is_empty(),
                "{id} is left out without a reason"
            );
        } else {
            facts.push(
                fact(bound, reading).unwrap_or_else(|| panic!("{id}: {}", reading.get("compare"))),
            );
        }
    }
    facts.extend(
        lines
            .iter()
            .map(|(name, (points, scenario))| line(name, points, scenario)),
    );
    facts
}

fn print(title: &str, facts: &[&Fact]) -> usize {
    let agree = facts.iter().filter(|fact| fact.agrees).count();
    println!("{title}: {agree} of {} agree", facts.len());
    for fact in facts {
        let mark = if fact.agrees { ' ' } else { 'x' };
        println!(
            "{mark} {:44} {:18} {}",
            fact.id, fact.stated, fact.predicted
        );
    }
    agree
}

#[test]
fn stated_limits_agree() {
    let facts = facts();
    let (inferred, stated): (Vec<&Fact>, Vec<&Fact>) = facts.iter().partition(|fact| fact.inferred);
    print("inferred", &inferred);
    let agree = print("stated", &stated);
    assert!(stated.len() >= 60, "{} facts", stated.len());
    assert!(
        agree * 100 >= BAR * stated.len(),
        "{agree} of {} agree",
        stated.len()
    );
    // METHOD.md says so, and how much of it is a verdict that agrees with either outcome.
    let either = |fact: &&&Fact| fact.agrees && fact.predicted.contains(word(State::Borderline));
    let either = stated.iter().filter(either).count();
    let said = format!(
        "of the {} stated ones that give enough, {agree} agree with the verdict, {either} of them",
        stated.len()
    );
    assert!(readings::method().contains(&said), "{said}");
}

#[test]
fn every_reading_belongs_to_one_fact() {
    let ids: BTreeSet<String> = rows("memory-bounds.csv")
        .iter()
        .map(|row| row.get("id").to_owned())
        .collect();
    let readings = rows("bounds-readings.csv");
    let read: BTreeSet<String> = readings
        .iter()
        .map(|row| row.get("id").to_owned())
        .collect();
    assert_eq!(read.len(), readings.len());
    assert_eq!(read, ids);
}
