//! Estimates a second on one core: `cargo xtask bench` runs this and the same in the browser.
#![allow(missing_docs, reason = "a program")]
#[allow(unreachable_pub, reason = "shared with the programs for the browser")]
mod questions;

use estimator::memory::{Factors, MemoryReport};
use estimator::num::float;
use estimator::time::Pace;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Seconds that this thread was on a core, where the system says so; others may use the machine too.
fn seconds(since: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_core = stat.and_then(|stat| stat.split(' ').next()?.parse().ok().map(float));
    on_core.map_or_else(|| since.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// Runs `work` for about a second and prints how often a second.
fn rate(name: &str, mut work: impl FnMut() -> u64) {
    if std::env::args()
        .skip(1)
        .any(|arg| !arg.starts_with("--") && !name.contains(&arg))
    {
        return;
    }
    let mut best = 0.0_f64;
    for _ in 0..5 {
        let (start, mut done) = (Instant::now(), 0);
        let before = seconds(start);
        while start.elapsed() < Duration::from_millis(200) {
            done += work();
        }
        best = best.max(float(done) / (seconds(start) - before));
    }
    println!("{name:<28} {best:>12.0} /s  {:>9.3} µs", 1e6 / best);
}

fn main() {
    for question in questions::all() {
        println!("{}: {:?}", question.name, question.search());
        rate("  decided", || question.search().decided);
    }
    let factors = Factors::default();
    for (name, scenario) in questions::scenarios() {
        println!("{name}");
        rate("  full report", || {
            black_box(MemoryReport::of(black_box(&scenario)));
            1
        });
        rate("  figures", || {
            black_box(MemoryReport::figures(black_box(&scenario), &factors));
            1
        });
        rate("  time of a step", || {
            let _ = black_box(Pace::of(black_box(&scenario)));
            1
        });
        let mut layout = scenario.clone();
        rate("  fully evaluated", || {
            questions::evaluate(&mut layout, &factors);
            1
        });
    }
}
