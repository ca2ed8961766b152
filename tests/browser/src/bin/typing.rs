//! What a keystroke costs in the built page: `cargo xtask bench`.
use std::process::ExitCode;

use browser_tests::typing::{measure, quantile};

/// What is typed into: the charts are in view.
const SCENARIO: &str = "#m=llama-3.1-8b&method=lora&g=a100-sxm-80gb&n=2&s=2048&b=2&ga=16";

/// Milliseconds that 95 of 100 keystrokes shall stay below: to the numbers, to the chart.
const BARS: [f64; 2] = [16.0, 50.0];

fn print() -> Result<(), String> {
    let typing = measure(SCENARIO)?;
    println!("work of the page's thread from a key to what is painted, ms");
    println!("  {:<26} {:>6} {:>6} {:>6}", "", "median", "p95", "bar");
    let lists = [("numbers", typing.numbers), ("chart", typing.charts)];
    for ((name, list), bar) in lists.iter().zip(BARS) {
        let [median, high] = [50, 95].map(|per_cent| quantile(list, per_cent));
        println!("  {name:<26} {median:>6.1} {high:>6.1} {bar:>6.0}");
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
