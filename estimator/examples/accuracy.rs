//! `accuracy memory RUNS.csv PEERS.csv`, `accuracy throughput RATES.csv`: every measured run beside its prediction, as the tables
//! that the page's accuracy view fetches.
use estimator::measured::{Accuracy, Columns, RateTable};
use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let made = match args.as_slice() {
        ["memory", runs, peers] => memory(runs, peers),
        ["throughput", rates] => throughput(rates),
        _ => {
            eprintln!("usage: accuracy memory RUNS.csv PEERS.csv | accuracy throughput RATES.csv");
            return ExitCode::from(2);
        }
    };
    match made {
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

fn memory(runs: &str, peers: &str) -> Result<String, Box<dyn Error>> {
    let mut accuracy = Accuracy::default();
    each(runs, |row| accuracy.add(row))?;
    each(peers, |row| {
        accuracy.peer(row);
        Ok(())
    })?;
    Ok(accuracy.tsv())
}

fn throughput(rates: &str) -> Result<String, Box<dyn Error>> {
    let mut table = RateTable::default();
    each(rates, |row| table.add(row))?;
    Ok(table.tsv())
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
