//! The browser suite: every file of tests, in one browser. How to add one: see the library's text.
use std::process::ExitCode;

mod accuracy;
mod any_page;
mod bench;
mod calibration;
mod claims;
mod compare;
mod copies;
mod dataset;
mod doors;
mod embed;
mod expected;
mod export;
mod guide;
mod host;
mod jobs;
mod launch;
mod method;
mod observed;
mod package;
mod planner;
mod presses;
mod questions;
mod rates;
mod sites;
mod time;
mod trouble;
mod walks;
mod what_if;

/// Tests that measure how long something takes.
const TIMED: &[&str] = &[
    "bench::the_planner_decides_in_the_browser_what_it_does_natively",
    "calibration::a_long_log_of_runs_is_read_at_its_start",
    "dataset::a_large_file_leaves_the_page_free",
    "questions::a_search_leaves_the_page_free",
    "questions::a_long_log_is_searched_at_its_end",
    "what_if::typing_waits_for_no_chart",
];

fn main() -> ExitCode {
    const OWN: &[&[browser_tests::Test]] = &[
        accuracy::TESTS,
        any_page::TESTS,
        bench::TESTS,
        calibration::TESTS,
        claims::TESTS,
        compare::TESTS,
        copies::TESTS,
        dataset::TESTS,
        doors::TESTS,
        embed::TESTS,
        embed::messages::TESTS,
        embed::script::TESTS,
        embed::seen::TESTS,
        export::TESTS,
        guide::TESTS,
        host::TESTS,
        method::TESTS,
        observed::TESTS,
        package::TESTS,
        jobs::TESTS,
        launch::TESTS,
        planner::TESTS,
        presses::TESTS,
        questions::TESTS,
        rates::TESTS,
        sites::TESTS,
        time::TESTS,
        trouble::TESTS,
        what_if::TESTS,
    ];
    browser_tests::run(&[OWN, walks::TESTS].concat(), TIMED)
}
