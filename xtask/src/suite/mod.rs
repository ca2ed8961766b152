//! `cargo xtask test`: every check, in the order in which a fresh machine is quickest.
mod report;
mod steps;

use std::{env, time::Instant};

use report::{Outcome, Report, Step};

use crate::{args::Args, exec::Result};

/// What the command line asked for.
#[derive(Clone, Copy)]
struct Plan {
    browser: bool,
    long: bool,
    /// Properties over as many cases as a merge runs.
    scale: bool,
}

/// Runs everything; the summary ends with the sums on a line of their own.
pub fn run(mut args: Args) -> Result<()> {
    let ci = env::var_os("CI").is_some();
    let long = args.flag("--long");
    let plan = Plan {
        browser: !args.flag("--no-browser"),
        long,
        scale: long || ci,
    };
    args.done()?;
    let mut report = Report::default();
    steps::all(plan, &mut |name, work| {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = work();
        if let Outcome::LeftOut(why) = &outcome {
            println!("left out: {why}");
        }
        let good = matches!(outcome, Outcome::Done(_, 0));
        report.steps.push(Step {
            name,
            outcome,
            took: start.elapsed(),
        });
        good
    });
    println!("{}", report.summary(ci));
    // The sums are the last line: no further word about the failure.
    if report.failed(ci) {
        Err(String::new())
    } else {
        Ok(())
    }
}
