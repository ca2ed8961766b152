//! `validate memory|throughput FILE.csv`: errors of a model against measured runs, as Markdown tables.
use estimator::measured::{Columns, RateScores, Scores};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, path] = arguments.as_slice() else {
        eprintln!("usage: validate memory|throughput FILE.csv");
        return ExitCode::from(2);
    };
    let printed = match kind.as_str() {
        "memory" => memory(path),
        "throughput" => throughput(path),
        _ => Err(format!("unknown kind {kind:?}; known: memory, throughput").into()),
    };
    match printed {
        Ok((table, missing)) => {
            print!("{table}");
            for missing in missing {
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

/// The table, and the rows without a prediction.
type Printed = Result<(String, Vec<String>), Box<dyn std::error::Error>>;

fn memory(path: &str) -> Printed {
    let mut scores = Scores::default();
    rows(path, |row| scores.add(row))?;
    Ok((scores.markdown(), scores.missing))
}

fn throughput(path: &str) -> Printed {
    let mut scores = RateScores::default();
    rows(path, |row| scores.add(row))?;
    Ok((scores.markdown(), scores.missing))
}

fn rows(path: &str, mut each: impl FnMut(&Columns<'_>)) -> Result<(), csv::Error> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
    let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    for record in reader.records() {
        let cells: Vec<String> = record?.iter().map(str::to_owned).collect();
        each(&Columns::new(&names, &cells));
    }
    Ok(())
}
