//! The programs whose rates `cargo xtask bench` prints run in the browser and do there what they do natively.
use browser_tests::{
    Page, Test,
    rates::{Work, rate},
    tests,
};
use xtask::bench;

pub(crate) const TESTS: &[Test] = tests![the_planner_decides_in_the_browser_what_it_does_natively];

fn the_planner_decides_in_the_browser_what_it_does_natively(_: &mut Page) {
    let programs = bench::programs().expect("the programs");
    let layouts = planner_bench::decide();
    assert!(layouts > 100_000, "{layouts}");
    let work = Work {
        program: &programs.join("decide.wasm"),
        layouts,
        code: planner_bench::code(layouts),
    };
    assert!(rate(&work).expect("a rate") > 0.0);
}
