//! `accuracy RUNS.csv PEERS.csv`: every measured run beside its prediction, as the table that the page's accuracy view fetches.
use estimator::measured::{Accuracy, Columns};
use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (Some(runs), Some(peers)) = (args.next(), args.next()) else {
        eprintln!("usage: accuracy RUNS.csv PEERS.csv");
        return ExitCode::from(2);
    };
    match table(&runs, &peers) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("accuracy: {error}");
            ExitCode::FAILURE
        }
    }
}

fn table(runs: &str, peers: &str) -> Result<String, Box<dyn Error>> {
    let mut accuracy = Accuracy::default();
    each(runs, |row| accuracy.add(row))?;
    each(peers, |row| {
        accuracy.peer(row);
        Ok(())
    })?;
    Ok(accuracy.tsv())
}

fn each(
    path: &str,
    mut act: impl FnMut(&Columns<'_>) -> Result<(), String>,
) -> Result<(), Box<dyn Error>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
    let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    for record in reader.records() {
        let cells: Vec<String> = record?.iter().map(str::to_owned).collect();
        act(&Columns::new(&names, &cells))?;
    }
    Ok(())
}
