//! The browser suite: every file of tests, in one browser. How to add one: see the library's text.
use std::process::ExitCode;

mod accuracy;
mod any_page;
mod calibration;
mod expected;
mod host;
mod jobs;
mod planner;
mod questions;
mod time;

fn main() -> ExitCode {
    browser_tests::run(&[
        accuracy::TESTS,
        any_page::TESTS,
        calibration::TESTS,
        host::TESTS,
        jobs::TESTS,
        planner::TESTS,
        questions::TESTS,
        time::TESTS,
    ])
}
