//! How long the page in one file takes to start: `cargo xtask single-file`.
use std::{env, process::ExitCode};

use browser_tests::Page;

fn print() -> Result<(), String> {
    let file = env::args().nth(1).ok_or("no file")?;
    let mut page = Page::start("/")?;
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..5 {
        page.open_file(&file, "");
        let shown = page.js("return performance.now()");
        times.push(shown.as_f64().unwrap_or_default());
    }
    times.sort_by(f64::total_cmp);
    println!(
        "from disk to the whole page: {:.0} ms (the middle of five)",
        times[2]
    );
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
