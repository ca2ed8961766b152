//! Searches. Its exit code tells whether the work was done.
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(planner_bench::code(planner_bench::decide()))
}
