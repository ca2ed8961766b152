//! `snippet LINK [callback] [published]`: the profile script of a scenario, by default the plain loop with random weights.
use estimator::codec::decode;
use estimator::profile::{Style, snippet};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let said = |word: &str| arguments.iter().any(|argument| argument == word);
    let link = arguments.first().map_or("", String::as_str);
    let style = if said("callback") {
        Style::TrainerCallback
    } else {
        Style::PlainLoop
    };
    match decode(link).draft.check().scenario {
        Ok(scenario) => {
            print!("{}", snippet(&scenario, style, !said("published")));
            ExitCode::SUCCESS
        }
        Err(issues) => {
            eprintln!("snippet: {issues:?}");
            ExitCode::FAILURE
        }
    }
}
