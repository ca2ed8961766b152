//! `calibrate FILE.csv`: what one or two rows of a source are worth for its other rows, as Markdown tables.
use estimator::measured::{Columns, LeaveOut};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: calibrate FILE.csv");
        return ExitCode::from(2);
    };
    match rows(&path) {
        Ok(rows) => {
            print!("{}", rows.markdown());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("calibrate: {path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn rows(path: &str) -> Result<LeaveOut, csv::Error> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
    let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    let mut rows = LeaveOut::default();
    for record in reader.records() {
        let cells: Vec<String> = record?.iter().map(str::to_owned).collect();
        rows.add(&Columns::new(&names, &cells));
    }
    Ok(rows)
}
