//! `refit FILE.csv [ROUNDS [HOLD]]`: constants of the model of time, fitted to measured runs by coordinate descent, and what a source
//! left out of the fit costs.
//!
//! Each constant is moved by a few per cent at a time and kept where that lowers the loss: the mean over rows of the error's
//! logarithm, cut at one half so that outliers do not lead, a source of n rows weighing sqrt(n). A constant pays for leaving its
//! published or measured start, so that what rows do not determine stays where it was.
use estimator::measured::{Columns, rate_scenario, rate_with};
use estimator::scenario::Scenario;
use estimator::time::{Rates, SHIPPED};
use std::collections::BTreeMap;

/// Loss of one unit of a constant's squared logarithm, unless stated.
const HOLD: f64 = 0.02;
/// Errors count up to this.
const CUT: f64 = 0.5;

struct Row {
    source: String,
    weight: f64,
    measured: f64,
    scenario: Scenario,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: refit FILE.csv [ROUNDS]")?;
    let rounds: usize = arguments.next().map_or(Ok(6), |text| text.parse())?;
    let rows = read(&path)?;
    let all: Vec<&Row> = rows.iter().collect();
    let hold: Option<f64> = arguments.next().map(|text| text.parse()).transpose()?;
    let fitted = fit(&all, SHIPPED.clone(), rounds, hold.unwrap_or(HOLD));
    println!("before {}", summary(&all, &SHIPPED));
    println!("after  {}", summary(&all, &fitted));
    let mut moved = fitted.clone();
    let before = values(&mut SHIPPED.clone());
    for ((name, value), (_, start)) in values(&mut moved).into_iter().zip(before) {
        if (value / start - 1.0).abs() > 0.004 {
            println!("{name} {start:.4} -> {value:.4}");
        }
    }
    if let Some(hold) = hold {
        leave_out(&rows, rounds, hold);
    }
    Ok(())
}

/// Every source predicted by constants fitted without it, from a start that knows no stack and no GPU.
fn leave_out(rows: &[Row], rounds: usize, hold: f64) {
    let mut errors: Vec<f64> = Vec::new();
    let mut sources: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *sources.entry(&row.source).or_default() += 1;
    }
    for (source, _) in sources.into_iter().filter(|(_, n)| *n >= 3) {
        let (test, train): (Vec<&Row>, Vec<&Row>) =
            rows.iter().partition(|row| row.source == source);
        let fitted = fit(&train, neutral(), rounds, hold);
        println!("without {source}: {}", summary(&test, &fitted));
        errors.extend(
            test.iter()
                .map(|row| (error(row, &fitted).exp() - 1.0).abs() * 100.0),
        );
    }
    errors.sort_by(f64::total_cmp);
    println!(
        "left out, pooled: median {:.1}%, p90 {:.1}%",
        errors[errors.len() / 2],
        errors[errors.len() * 9 / 10]
    );
}

fn read(path: &str) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
    let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    let mut rows = Vec::new();
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    for record in reader.records() {
        let cells: Vec<String> = record?.iter().map(str::to_owned).collect();
        let row = Columns::new(&names, &cells);
        if !["A", "B"].contains(&row.get("grade")) {
            continue;
        }
        let source = row.get("source").to_owned();
        *counts.entry(source.clone()).or_default() += 1.0;
        rows.push(Row {
            source,
            weight: 1.0,
            measured: row.get("tokens_per_s_per_gpu").parse()?,
            scenario: rate_scenario(&row)?,
        });
    }
    for row in &mut rows {
        row.weight = counts.get(&row.source).map_or(1.0, |n| 1.0 / n.sqrt());
    }
    Ok(rows)
}

fn error(row: &Row, rates: &Rates) -> f64 {
    rate_with(&row.scenario, rates).map_or(9.0, |rate| (rate / row.measured).ln())
}

fn loss(rows: &[&Row], rates: &Rates, starts: &[f64], hold: f64) -> f64 {
    let weights: f64 = rows.iter().map(|row| row.weight).sum();
    let errors: f64 = rows
        .iter()
        .map(|row| {
            let off = error(row, rates).abs().min(CUT);
            row.weight * (off + 2.0 * off * off)
        })
        .sum();
    let mut moved = rates.clone();
    let departure: f64 = values(&mut moved)
        .into_iter()
        .zip(starts)
        .map(|((_, value), start)| (value / start).ln().powi(2))
        .sum();
    errors / weights + hold * departure / 50.0
}

fn values(rates: &mut Rates) -> Vec<(String, f64)> {
    let mut found = Vec::new();
    rates.walk(&mut |name, value| found.push((name.to_owned(), *value)));
    found
}

fn set(rates: &mut Rates, at: usize, to: f64) {
    let mut number = 0;
    rates.walk(&mut |_, value| {
        if number == at {
            *value = to;
        }
        number += 1;
    });
}

/// Constants as they would be without any run of this or that stack or GPU: what holds for everything is kept, stacks differ in
/// whether kernels are fused, GPUs in whether their clock exceeds the nominal one. A source left out must not have taught the start.
fn neutral() -> Rates {
    let mut rates = SHIPPED.clone();
    for device in &mut rates.devices {
        let desktop = device.id.starts_with("rtx-3")
            || device.id.starts_with("rtx-4")
            || device.id.starts_with("rtx-5");
        let sustained = &mut device.sustained;
        sustained.half = if desktop { 1.1 } else { 0.7 };
        sustained.eight = if desktop { 0.9 } else { 0.6 };
        sustained.four = 0.4;
        sustained.attention = if desktop { 0.7 } else { 0.45 };
    }
    for habits in &mut rates.habits {
        let over = &mut habits.overheads;
        over.fuse = if habits.eager { 3.0 } else { 1.4 };
        over.layer_ms = if habits.eager { 0.5 } else { 0.25 };
        over.adapter_ms = 0.03;
        over.step_ms = if habits.eager { 12.0 } else { 4.0 };
        over.attention = 0.9;
        over.loss = if habits.eager { 23.0 } else { 15.0 };
        over.adapters = if habits.eager { 2.5 } else { 1.2 };
        over.room = 0.75;
        over.leak = 0.25;
    }
    rates
}

fn fit(rows: &[&Row], start: Rates, rounds: usize, hold: f64) -> Rates {
    let mut rates = start;
    let starts: Vec<f64> = values(&mut rates)
        .into_iter()
        .map(|(_, value)| value)
        .collect();
    let mut best = loss(rows, &rates, &starts, hold);
    for round in 0..rounds {
        let step = [1.12, 1.06, 1.03, 1.015, 1.01, 1.005][round.min(5)];
        for at in 0..starts.len() {
            for factor in [step, 1.0 / step] {
                loop {
                    let now = values(&mut rates)[at].1;
                    set(&mut rates, at, now * factor);
                    let tried = loss(rows, &rates, &starts, hold);
                    if tried < best - 1e-9 {
                        best = tried;
                    } else {
                        set(&mut rates, at, now);
                        break;
                    }
                }
            }
        }
    }
    rates
}

fn summary(rows: &[&Row], rates: &Rates) -> String {
    let mut errors: Vec<f64> = rows
        .iter()
        .map(|row| (error(row, rates).exp() - 1.0).abs() * 100.0)
        .collect();
    errors.sort_by(f64::total_cmp);
    let at = |share: usize| {
        errors
            .get((errors.len() * share).div_ceil(100).max(1) - 1)
            .copied()
    };
    format!(
        "{} rows: median {:.1}%, p90 {:.1}%",
        errors.len(),
        at(50).unwrap_or(0.0),
        at(90).unwrap_or(0.0)
    )
}
