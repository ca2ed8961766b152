//! `predict -- memory FILE.csv`: the peak of each measured run, in the row's own metric; `predict -- throughput FILE.csv`: tokens a
//! second on each GPU.
//!
//! Prints CSV with `id,predicted_gib,low_gib,high_gib,status` or `id,tokens_per_s_per_gpu,low,high,status`; the id is copied, not
//! looked at.
use estimator::measured::{Columns, predict, predict_rate};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, path] = arguments.as_slice() else {
        eprintln!("usage: predict memory|throughput FILE.csv");
        return ExitCode::from(2);
    };
    let (names, one): ([&str; 5], One) = match kind.as_str() {
        "memory" => (MEMORY, memory),
        "throughput" => (THROUGHPUT, throughput),
        _ => {
            eprintln!("predict: unknown kind {kind:?}; known: memory, throughput");
            return ExitCode::from(2);
        }
    };
    match run(path, names, one) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("predict: {path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prediction, lower and upper end of a row, as printed.
type One = fn(&Columns<'_>) -> Result<[String; 3], String>;

const MEMORY: [&str; 5] = ["id", "predicted_gib", "low_gib", "high_gib", "status"];
const THROUGHPUT: [&str; 5] = ["id", "tokens_per_s_per_gpu", "low", "high", "status"];

fn memory(row: &Columns<'_>) -> Result<[String; 3], String> {
    let found = predict(row)?;
    Ok([found.peak, found.low, found.high].map(|gib| format!("{gib:.3}")))
}

fn throughput(row: &Columns<'_>) -> Result<[String; 3], String> {
    let found = predict_rate(row)?;
    Ok([found.tokens, found.low, found.high].map(|rate| format!("{rate:.2}")))
}

fn run(path: &str, header: [&str; 5], one: One) -> Result<(), Box<dyn std::error::Error>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
    let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    if !names.iter().any(|name| name == "id") {
        return Err("no column named id".into());
    }
    let mut writer = csv::Writer::from_writer(std::io::stdout());
    writer.write_record(header)?;
    for record in reader.byte_records() {
        // A stray byte of another encoding costs its own cell, not the rows after it.
        let cells: Vec<String> = record?
            .iter()
            .map(|cell| String::from_utf8_lossy(cell).into_owned())
            .collect();
        let row = Columns::new(&names, &cells);
        let id = row.get("id").to_owned();
        match one(&row) {
            Ok([typical, low, high]) => {
                writer.write_record([id, typical, low, high, "ok".to_owned()])?;
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
