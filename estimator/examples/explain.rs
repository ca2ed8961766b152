//! `explain LINK` or `explain FILE.csv ROW-ID`: every line of every instant, of host memory and of disk, with formula and numbers.
use estimator::expr::Expr;
use estimator::host::{DiskReport, HostReport};
use estimator::measured::{Columns, draft};
use estimator::memory::{MemoryReport, Metric};
use estimator::scenario::Draft;
use estimator::units::Bytes;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let found = match arguments.as_slice() {
        [link] => Ok(estimator::codec::decode(link.rsplit('#').next().unwrap_or_default()).draft),
        [path, id] => from_row(path, id),
        _ => Err("usage: explain LINK | explain FILE.csv ROW-ID".into()),
    };
    match found {
        Ok(draft) => explain(&draft),
        Err(error) => {
            eprintln!("explain: {error}");
            ExitCode::FAILURE
        }
    }
}

fn from_row(path: &str, id: &str) -> Result<Draft, Box<dyn std::error::Error>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
    let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    for record in reader.records() {
        let cells: Vec<String> = record?.iter().map(str::to_owned).collect();
        let row = Columns::new(&names, &cells);
        if row.get("id") == id {
            println!(
                "measured {} {} ({})",
                row.get("peak_gib"),
                row.get("unit"),
                row.get("metric")
            );
            return Ok(draft(&row)?);
        }
    }
    Err("no such row".into())
}

fn explain(draft: &Draft) -> ExitCode {
    for (param, text) in draft.typed() {
        print!("{}={text} ", param.key());
    }
    println!();
    let scenario = match draft.check().scenario {
        Ok(scenario) => scenario,
        Err(issues) => {
            for issue in issues {
                eprintln!("{}={}: {:?}", issue.param.key(), issue.value, issue.kind);
            }
            return ExitCode::FAILURE;
        }
    };
    let report = MemoryReport::of(&scenario);
    for instant in &report.instants {
        let [allocated, reserved, driver] = [Metric::Allocated, Metric::Reserved, Metric::Driver]
            .map(|metric| instant.total(metric).as_gib());
        let worst = if instant.moment == report.worst {
            " WORST"
        } else {
            ""
        };
        println!(
            "{:?}{worst}: allocated {allocated:.2} reserved {reserved:.2} driver {driver:.2}",
            instant.moment
        );
        for term in &instant.terms {
            line(&term.id, &term.amount);
        }
    }
    println!("{:?} {:?}", report.verdict, report.facts);
    host(&HostReport::of(&scenario));
    disk(&DiskReport::of(&scenario));
    ExitCode::SUCCESS
}

fn line(id: &impl core::fmt::Debug, amount: &Expr) {
    println!(
        "  {:8.3} {id:?}: {} = {}",
        Bytes::new(amount.value()).as_gib(),
        amount.symbols(),
        amount.numbers()
    );
}

fn host(report: &HostReport) {
    for instant in &report.instants {
        let interval = instant.interval;
        println!(
            "host {:?}: {:.2} ({:.2} to {:.2}, {:?}) {:?}",
            instant.moment,
            instant.total().as_gib(),
            interval.low.as_gib(),
            interval.high.as_gib(),
            interval.regime,
            instant.verdict
        );
        for part in &instant.lines {
            line(&part.id, &part.amount);
        }
    }
    println!("host worst {:?} {:?}", report.worst, report.verdict);
}

fn disk(report: &DiskReport) {
    println!(
        "disk: {:.2} a checkpoint, {} of {} kept, {:.2} at the end, {:.2} at most {:?}",
        report.per_checkpoint.as_gib(),
        report.kept,
        report.written,
        report.total.as_gib(),
        report.peak.as_gib(),
        report.verdict
    );
    for part in report.checkpoint.iter().chain(&report.run) {
        line(&part.id, &part.amount);
    }
    println!(
        "disk seconds: {:?} a save, {:.0} to load",
        report.save, report.load
    );
}
