//! Runs the tests, one after the other in each browser.
use std::{
    env,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Instant,
};

use xtask::exec::target_dir;

use crate::page::Page;

/// A test with its name.
#[derive(Clone, Copy)]
pub struct Test {
    /// `file::function`
    pub name: &'static str,
    /// The test; it fails by panicking.
    pub run: fn(&mut Page),
}

impl Test {
    /// Without the name of the program.
    #[doc(hidden)]
    pub const fn short(path: &'static str) -> &'static str {
        match path.as_bytes() {
            [b's', b'u', b'i', b't', b'e', b':', b':', ..] => path.split_at(7).1,
            _ => path,
        }
    }
}

/// Lists the tests of a file.
#[macro_export]
macro_rules! tests {
    ($($name:ident),+ $(,)?) => {
        &[$($crate::Test {
            name: $crate::Test::short(concat!(module_path!(), "::", stringify!($name))),
            run: $name,
        }),+]
    };
}

/// Browsers at once. Most of a test's time is waiting for one: two of them keep two cores busy, more only make each other slow.
const BROWSERS: usize = 2;

/// Runs all tests whose name holds the words of the command line; those named in `timed` measure time, so they run alone, after
/// the others. Output as of Rust's own tests.
pub fn run(groups: &[&[Test]], timed: &[&str]) -> ExitCode {
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let chosen = |test: &&Test| words.is_empty() || words.iter().any(|w| test.name.contains(w));
    let all: Vec<&Test> = groups.iter().copied().flatten().collect();
    for name in timed {
        assert!(all.iter().any(|test| test.name == *name), "no test {name}");
    }
    let tests: Vec<&Test> = all.iter().copied().filter(chosen).collect();
    if env::args().any(|arg| arg == "--list") {
        for test in &tests {
            println!("{}: test", test.name);
        }
        return ExitCode::SUCCESS;
    }
    // A browser test fails in the page, not in a stack of Rust functions.
    panic::set_hook(Box::new(|info| println!("{info}")));
    println!("\nrunning {} tests", tests.len());
    let start = Instant::now();
    let (alone, beside): (Vec<&Test>, Vec<&Test>) =
        tests.iter().partition(|test| timed.contains(&test.name));
    let failed = in_browsers(&beside, BROWSERS) + in_browsers(&alone, 1);
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {word}. {} passed; {failed} failed; 0 ignored; 0 measured; {} filtered out; finished in {:.2}s\n",
        tests.len() - failed,
        all.len() - tests.len(),
        start.elapsed().as_secs_f32()
    );
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs tests in so many browsers, each with a server of its own; how many failed.
fn in_browsers(tests: &[&Test], browsers: usize) -> usize {
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut page = None;
        while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
            let since = Instant::now();
            let result = run_one(test, &mut page);
            let took = since.elapsed().as_secs_f32();
            let (word, more) = match result {
                Ok(()) => ("ok", String::new()),
                Err(message) => {
                    failed.fetch_add(1, Ordering::Relaxed);
                    ("FAILED", format!("\n{message}"))
                }
            };
            println!("test {} ... {word} ({took:.1} s){more}", test.name);
        }
    };
    thread::scope(|scope| {
        for _ in 0..browsers.min(tests.len()) {
            scope.spawn(work);
        }
    });
    failed.into_inner()
}

fn run_one(test: &Test, slot: &mut Option<Page>) -> Result<(), String> {
    if slot.as_mut().is_none_or(|page| page.reset().is_err()) {
        // The first test, or the browser of the one before has died.
        *slot = None;
        let mut fresh = Page::start("/")?;
        fresh.reset()?;
        *slot = Some(fresh);
    }
    let Some(page) = slot.as_mut() else {
        return Ok(());
    };
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
        (test.run)(page);
        page.assert_clean();
    }));
    // A test may have moved the site to another base path.
    let moved = page.base_url() != format!("{}/", page.origin());
    let Err(_) = outcome else {
        if moved {
            page.serve_under("/");
        }
        return Ok(());
    };
    // The panic's own message is on the terminal already.
    let file = format!("{}.png", test.name.replace("::", "-"));
    let file = target_dir().join("browser-failures").join(file);
    let seen = panic::catch_unwind(AssertUnwindSafe(|| {
        page.screenshot(&file);
        page.console_errors()
    }));
    if moved {
        page.serve_under("/");
    }
    let log = seen.unwrap_or_default();
    Err(format!(
        "  the last view is in {}\n  console: {log:#?}",
        file.display()
    ))
}
