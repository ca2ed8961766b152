//! The planner's rates in Chromium: `cargo xtask bench`.
use std::{env, path::Path, process::ExitCode};

use browser_tests::rates::{Work, rate};

fn print() -> Result<(), String> {
    let folder = env::args().nth(1).ok_or("no folder of programs")?;
    let all = [
        ("decided", "decide.wasm", planner_bench::decide()),
        (
            "fully evaluated",
            "evaluate.wasm",
            planner_bench::evaluate(),
        ),
    ];
    println!("in Chromium, built as the page is, one core");
    for (name, file, layouts) in all {
        let work = Work {
            program: &Path::new(&folder).join(file),
            layouts,
            code: planner_bench::code(layouts),
        };
        println!("  {name:<26} {:>12.0} /s", rate(&work)?);
    }
    Ok(())
}

fn main() -> ExitCode {
    match print() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
