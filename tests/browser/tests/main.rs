//! The browser suite: every file of tests, in one browser. How to add one: see the library's text.
use std::process::ExitCode;

mod accuracy;
mod any_page;
mod bench;
mod calibration;
mod claims;
mod compare;
mod dataset;
mod embed;
mod expected;
mod guide;
mod host;
mod jobs;
mod method;
mod observed;
mod planner;
mod questions;
mod rates;
mod time;
mod walks;
mod what_if;

fn main() -> ExitCode {
    const OWN: &[&[browser_tests::Test]] = &[
        accuracy::TESTS,
        any_page::TESTS,
        bench::TESTS,
        calibration::TESTS,
        claims::TESTS,
        compare::TESTS,
        dataset::TESTS,
        embed::TESTS,
        embed::messages::TESTS,
        embed::script::TESTS,
        embed::seen::TESTS,
        guide::TESTS,
        host::TESTS,
        method::TESTS,
        observed::TESTS,
        jobs::TESTS,
        planner::TESTS,
        questions::TESTS,
        rates::TESTS,
        time::TESTS,
        what_if::TESTS,
    ];
    browser_tests::run(&[OWN, walks::TESTS].concat())
}
