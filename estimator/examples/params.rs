//! `params CONFIG.json …`: prints `file,total parameters` for each `config.json`, errors to stderr.

use std::process::ExitCode;

use estimator::model::from_config_json;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: params CONFIG.json …");
        return ExitCode::from(2);
    }
    let failed = files.iter().filter(|file| !print(file)).count();
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints one file's total; `false` and a message where there is none.
fn print(file: &str) -> bool {
    match total(file) {
        Ok(total) => println!("{file},{total}"),
        Err(message) => {
            eprintln!("{file}: {message}");
            return false;
        }
    }
    true
}

fn total(file: &str) -> Result<u64, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    from_config_json(&text)
        .map(|spec| spec.total())
        .map_err(|error| error.to_string())
}
