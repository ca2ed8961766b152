//! `headroom`: what the page answers, in a terminal. See `headroom --help`.
mod args;
mod check;
mod commands;
mod input;
mod mdbook;

use args::Args;
use std::io::Write as _;
use std::process::ExitCode;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It went well; for a check: it fits.
    Good = 0,
    /// It does not fit, or a number is another one.
    Bad = 1,
    /// What was asked cannot be read.
    Refused = 2,
    /// It may fit: the limit lies inside the interval.
    Unsure = 3,
}

/// What a command prints, and how it ends; an error is for the other stream.
pub(crate) type Outcome = Result<(String, End), String>;

fn main() -> ExitCode {
    let mut args = Args::new(std::env::args().skip(1));
    let outcome = commands::run(&mut args);
    let (text, end) = match outcome {
        Ok(done) => done,
        Err(message) => {
            eprintln!("headroom: {message}");
            return ExitCode::from(End::Refused as u8);
        }
    };
    // A reader that stops early, as `head` does, is no failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::from(end as u8)
}
