//! The browser suite: every file of tests, in one browser. How to add one: see the library's text.
use std::process::ExitCode;

mod any_page;
mod expected;
mod host;
mod planner;

fn main() -> ExitCode {
    browser_tests::run(&[any_page::TESTS, planner::TESTS, host::TESTS])
}
