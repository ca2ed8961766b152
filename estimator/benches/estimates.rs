//! Estimates and layouts a second on one core: `cargo xtask bench` runs this and the same in the browser.
#![allow(missing_docs, reason = "a program")]
#[allow(unreachable_pub, reason = "shared with the programs for the browser")]
mod questions;

use std::fmt;

use divan::{Bencher, black_box, counter::ItemsCount};
use estimator::memory::{Factors, MemoryReport};
use estimator::scenario::Scenario;
use estimator::time::Pace;
use questions::Question;

fn main() {
    divan::main();
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A scenario under the name that the table shows.
struct Named(&'static str, Scenario);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

fn scenarios() -> impl Iterator<Item = Named> {
    let all = questions::scenarios().into_iter();
    all.map(|(name, scenario)| Named(name, scenario))
}

/// Whole searches; the items are layouts decided: evaluated, or left out by a bound.
#[divan::bench(args = questions::all(), sample_size = 1, min_time = 1, max_time = 5)]
fn decided(bencher: Bencher, question: &Question) {
    bencher
        .counter(ItemsCount::new(question.search().decided))
        .bench(|| question.search());
}

/// What a search does for a layout that no bound leaves out.
#[divan::bench(args = scenarios())]
fn fully_evaluated(bencher: Bencher, named: &Named) {
    let factors = Factors::default();
    let mut layout = named.1.clone();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| questions::evaluate(&mut layout, &factors));
}

/// Memory with every formula, as a table shows it.
#[divan::bench(args = scenarios())]
fn full_report(bencher: Bencher, named: &Named) {
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench(|| MemoryReport::of(black_box(&named.1)));
}

/// Memory as numbers alone.
#[divan::bench(args = scenarios())]
fn figures(bencher: Bencher, named: &Named) {
    let factors = Factors::default();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench(|| MemoryReport::figures(black_box(&named.1), &factors));
}

/// Time of a step.
#[divan::bench(args = scenarios())]
fn time_of_a_step(bencher: Bencher, named: &Named) {
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench(|| Pace::of(black_box(&named.1)));
}
