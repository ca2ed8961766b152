//! `cargo xtask`: see `cargo xtask help`.
use std::{env, process::ExitCode};

use xtask::{exec::Result, page};

fn dispatch(args: &[&str]) -> Result<()> {
    match args {
        ["build"] => page::build(),
        other => Err(format!("unknown arguments: {}", other.join(" "))),
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
