//! The steps.
use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use super::{
    Plan,
    report::{Outcome, counts},
};
use crate::{
    browser_setup, docs_sites,
    exec::{self, Result},
    fuzz, package, page, python, reproducible, sizes, supply, tools, validate, wasm_target,
};

/// Announces a step, runs it, and says whether it went well.
type Runner<'a> = dyn FnMut(&'static str, &mut dyn FnMut() -> Outcome) -> bool + 'a;

/// Runs them all; only what needs the page is left out when there is none.
pub(super) fn all(plan: Plan, step: &mut Runner) {
    step("formatting", &mut formatting);
    let tools = step("target and tools", &mut || {
        one(wasm_target::ensure().and_then(|()| tools::ensure()))
    });
    let page = tools && step("release page", &mut || one(page::build()));
    if page && plan.long {
        step("reproducible page", &mut || one(reproducible::run()));
    }
    if page {
        step("size budget", &mut || one(sizes::run()));
        step("package for JavaScript", &mut in_node);
    }
    step("supply chain", &mut || {
        one(supply::check(plan.long).map(|_| ()))
    });
    step("clippy, native", &mut || {
        clippy(&["--workspace", "--all-targets"])
    });
    if tools {
        step("clippy, wasm", &mut || {
            clippy(&["-p", "app", "--target", wasm_target::TRIPLE])
        });
    }
    step("unit, property, doc tests", &mut || unit_tests(plan));
    step("random texts", &mut || random_texts(plan));
    if plan.scale {
        step("links written again", &mut || written_again(plan));
        for (test, cases) in SCALED {
            step(test, &mut || at_scale(test, cases));
        }
    }
    if plan.long {
        step("options of frameworks", &mut || options(python::options()));
    }
    step("measured runs", &mut || one(validate::run(true)));
    step("documentation sites", &mut || {
        if plan.browser {
            one(docs_sites::build())
        } else {
            Outcome::LeftOut("--no-browser".to_owned())
        }
    });
    step("browser suite", &mut || {
        if page {
            browser(plan)
        } else {
            Outcome::LeftOut("there is no page".to_owned())
        }
    });
}

fn one(result: Result<()>) -> Outcome {
    match result {
        Ok(()) => Outcome::Done(1, 0),
        Err(message) => {
            println!("{message}");
            Outcome::Done(0, 1)
        }
    }
}

/// The package that the page was built with: in Node, for TypeScript, in bundles.
fn in_node() -> Outcome {
    match package::needs() {
        Ok(()) => one(package::test()),
        Err(why) => Outcome::LeftOut(why),
    }
}

/// The outcome of a comparison with packages: an error of the outer kind says what could not be had.
fn options(found: Result<Result<()>>) -> Outcome {
    match found {
        Ok(compared) => one(compared),
        Err(why) => Outcome::LeftOut(why),
    }
}

fn has_component(command: &str) -> bool {
    exec::capture(exec::cargo().args([command, "--version"])).is_ok()
}

fn formatting() -> Outcome {
    if !has_component("fmt") {
        return Outcome::LeftOut("rustfmt is not installed".to_owned());
    }
    one(exec::run(exec::cargo().args(["fmt", "--all", "--check"])))
}

fn clippy(selection: &[&str]) -> Outcome {
    if !has_component("clippy") {
        return Outcome::LeftOut("clippy is not installed".to_owned());
    }
    let mut cargo = exec::cargo();
    cargo
        .args(["clippy", "--quiet", "--locked"])
        .args(selection)
        .args(["--", "-D", "warnings"]);
    one(exec::run(&mut cargo))
}

fn unit_tests(plan: Plan) -> Outcome {
    let mut cargo = exec::cargo();
    cargo.args([
        "test",
        "--quiet",
        "--locked",
        "--no-fail-fast",
        "--workspace",
    ]);
    cargo.args(["--exclude", "browser-tests"]);
    if plan.long {
        // Tests that take minutes are marked `ignore`; those that scale read the variable.
        cargo
            .args(["--", "--include-ignored"])
            .env("HEADROOM_LONG", "1");
        match python::ensure() {
            Ok(python) => {
                cargo.env("HEADROOM_PYTHON", python);
            }
            Err(why) => println!("the profile script is not run: {why}"),
        }
    }
    counted(&mut cargo)
}

/// Property tests of the estimator with the cases that a merge runs: a million in all, 750,000 random scenarios and
/// every pair of corners on one GPU and on several; ten thousand scenarios for each identity.
const SCALED: [(&str, &str); 2] = [("properties", "750_000"), ("identities", "10_000")];

/// Every way in for text: what its stored corpus cannot have, some seconds a target; ten minutes where a release is tested.
fn random_texts(plan: Plan) -> Outcome {
    let seconds = if plan.long { 600 } else { 2 };
    match fuzz::generator(seconds, 1, 2, &[]) {
        Ok(rows) => {
            let bad = rows.iter().filter(|row| row.crashes() > 0).count();
            let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
            Outcome::Done(count(rows.len() - bad), count(bad))
        }
        Err(why) => one(Err(why)),
    }
}

/// Canonical text is a fixed point: ten million random scenarios where a release is tested, which takes half an hour.
fn written_again(plan: Plan) -> Outcome {
    let cases = if plan.long { "10_000_000" } else { "400_000" };
    let mut cargo = exec::cargo();
    cargo
        .args(["test", "--quiet", "--locked", "-p", "estimator"])
        .args(["--test", "codec", "canonical_text_is_a_fixed_point"])
        .env("HEADROOM_CASES", cases)
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", "3");
    counted(&mut cargo)
}

fn at_scale(test: &str, cases: &str) -> Outcome {
    let mut cargo = exec::cargo();
    cargo
        .args(["test", "--quiet", "--locked", "-p", "estimator"])
        .args(["--test", test])
        .env("HEADROOM_CASES", cases)
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", "3");
    counted(&mut cargo)
}

fn browser(plan: Plan) -> Outcome {
    if !plan.browser {
        return Outcome::LeftOut("--no-browser".to_owned());
    }
    let ready = match browser_setup::ensure() {
        Ok(ready) => ready,
        Err(why) => return Outcome::LeftOut(why),
    };
    let mut cargo = exec::cargo();
    cargo.args([
        "test",
        "--quiet",
        "--locked",
        "--no-fail-fast",
        "-p",
        "browser-tests",
    ]);
    if plan.long {
        cargo.env("HEADROOM_LONG", "1");
    }
    if !ready.axe {
        cargo.env("HEADROOM_NO_AXE", "1");
    }
    if package::needs().is_err() {
        // The step before has said why.
        cargo.env("HEADROOM_NO_BUNDLE", "1");
    }
    match counted(&mut cargo) {
        Outcome::Done(_, 0) if !ready.axe => {
            Outcome::LeftOut("the accessibility checks (no axe-core); the others passed".to_owned())
        }
        outcome => outcome,
    }
}

/// Runs tests, shows what they print, and adds up their results.
fn counted(command: &mut Command) -> Outcome {
    let (mut passed, mut failed) = (0, 0);
    let ended = each_line(command, |line| {
        if let Some((ok, bad)) = counts(line) {
            passed += ok;
            failed += bad;
        }
    });
    // A program that does not compile, or dies, has printed no result.
    if !ended && failed == 0 {
        failed = 1;
    }
    Outcome::Done(passed, failed)
}

fn each_line(command: &mut Command, mut see: impl FnMut(&str)) -> bool {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = child else { return false };
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output)
            .lines()
            .map_while(std::result::Result::ok)
        {
            println!("{line}");
            see(&line);
        }
    }
    child.wait().is_ok_and(|status| status.success())
}
