//! Runs the tests one after the other in one browser.
use std::{
    env,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
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

/// Runs all tests whose name holds the words of the command line. Output as of Rust's own tests.
pub fn run(groups: &[&[Test]]) -> ExitCode {
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let chosen = |test: &&Test| words.is_empty() || words.iter().any(|w| test.name.contains(w));
    let all: Vec<&Test> = groups.iter().copied().flatten().collect();
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
    let mut page = None;
    let mut failed = Vec::new();
    for test in &tests {
        let since = Instant::now();
        let result = run_one(test, &mut page);
        let took = since.elapsed().as_secs_f32();
        let word = if result.is_ok() { "ok" } else { "FAILED" };
        println!("test {} ... {word} ({took:.1} s)", test.name);
        if let Err(message) = result {
            failed.push(test.name);
            println!("{message}");
        }
    }
    drop(page);
    let word = if failed.is_empty() { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {word}. {} passed; {} failed; 0 ignored; 0 measured; {} filtered out; finished in {:.2}s\n",
        tests.len() - failed.len(),
        failed.len(),
        all.len() - tests.len(),
        start.elapsed().as_secs_f32()
    );
    if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
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
