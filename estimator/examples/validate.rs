//! `validate FILE.csv`: errors of the memory model against measured runs, as Markdown tables.
use estimator::measured::{Columns, Scores};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: validate FILE.csv");
        return ExitCode::from(2);
    };
    match scores(&path) {
        Ok(scores) => {
            print!("{}", scores.markdown());
            for missing in &scores.missing {
                eprintln!("no prediction: {missing}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("validate: {path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn scores(path: &str) -> Result<Scores, csv::Error> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
    let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    let mut scores = Scores::default();
    for record in reader.records() {
        let cells: Vec<String> = record?.iter().map(str::to_owned).collect();
        scores.add(&Columns::new(&names, &cells));
    }
    Ok(scores)
}
