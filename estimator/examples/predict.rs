//! `predict -- memory FILE.csv`: the peak of each measured run, in the row's own metric.
//!
//! Prints CSV with `id,predicted_gib,low_gib,high_gib,status`; the id is copied, not looked at.
use estimator::measured::{Columns, predict};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, path] = arguments.as_slice() else {
        eprintln!("usage: predict memory FILE.csv");
        return ExitCode::from(2);
    };
    if kind != "memory" {
        eprintln!("predict: unknown kind {kind:?}; known: memory");
        return ExitCode::from(2);
    }
    match run(path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("predict: {path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
    let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    if !names.iter().any(|name| name == "id") {
        return Err("no column named id".into());
    }
    let mut writer = csv::Writer::from_writer(std::io::stdout());
    writer.write_record(["id", "predicted_gib", "low_gib", "high_gib", "status"])?;
    for record in reader.byte_records() {
        // A stray byte of another encoding costs its own cell, not the rows after it.
        let cells: Vec<String> = record?
            .iter()
            .map(|cell| String::from_utf8_lossy(cell).into_owned())
            .collect();
        let row = Columns::new(&names, &cells);
        let id = row.get("id").to_owned();
        match predict(&row) {
            Ok(found) => {
                let [peak, low, high] =
                    [found.peak, found.low, found.high].map(|gib| format!("{gib:.3}"));
                writer.write_record([id, peak, low, high, "ok".to_owned()])?;
            }
            Err(reason) => writer.write_record([
                id,
                String::new(),
                String::new(),
                String::new(),
                format!("unsupported: {reason}"),
            ])?,
        }
    }
    writer.flush()?;
    Ok(())
}
