//! `cargo xtask fuzz`: texts against everything that reads text, counted in `tests/fuzz/executions.csv`.
//!
//! The seeded generator (`tests/fuzzed`) is a plain release program and makes most executions; `--engine libfuzzer` searches by
//! coverage with cargo-fuzz instead, in three targets with checks of their own.
use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use crate::{
    args::Args,
    exec::{self, Result},
    tools,
};

const RECORD: &str = "tests/fuzz/executions.csv";
const HEAD: &str = "target,engine,executions,seconds,crashes,date,commit";
const CARGO_FUZZ: &str = "0.13.2";

/// One run of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    target: String,
    executions: u64,
    seconds: f64,
    crashes: u64,
}

impl Row {
    /// Texts with which something did not hold.
    pub const fn crashes(&self) -> u64 {
        self.crashes
    }
}

/// Executions that a target has to have had in all.
fn bar(target: &str) -> u64 {
    if target == "fragment" {
        1_000_000_000
    } else {
        10_000_000
    }
}

/// Runs targets, all where none is named, and notes what they did.
pub fn run(mut args: Args) -> Result<()> {
    let number = |text: Option<String>, usual| {
        text.map_or(Ok(usual), |text| {
            text.parse::<u64>()
                .map_err(|_| format!("{text} is no number"))
        })
    };
    let seconds = number(args.value("--seconds")?, 10)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = number(
        args.value("--seed")?,
        now.map_or(0, |now| now.as_secs() % (1 << 24)),
    )?;
    let engine = args
        .value("--engine")?
        .unwrap_or_else(|| "generator".to_owned());
    let targets = args.rest()?;
    let rows = match engine.as_str() {
        "generator" => generator(seconds, seed, 2, &targets)?,
        "libfuzzer" => libfuzzer(seconds, &targets)?,
        _ => return Err("--engine is generator or libfuzzer".to_owned()),
    };
    note(&engine, &rows)?;
    println!("{}", summary(&record()?));
    let crashes: u64 = rows.iter().map(|row| row.crashes).sum();
    if crashes > 0 {
        return Err(format!(
            "{crashes} texts did not hold: see tests/fuzz/artifacts"
        ));
    }
    Ok(())
}

/// The generator's program, built: quick as a release, every check on.
fn built() -> Result<PathBuf> {
    let build = [
        "build",
        "--quiet",
        "--locked",
        "--profile",
        "fuzz",
        "-p",
        "fuzzed",
    ];
    exec::run(exec::cargo().args(build))?;
    let name = format!("fuzzed{}", std::env::consts::EXE_SUFFIX);
    Ok(exec::target_dir().join("fuzz").join(name))
}

/// Runs the generator on these targets, all where none is named.
///
/// # Errors
/// It cannot be built or started.
pub fn generator(seconds: u64, seed: u64, threads: u64, targets: &[String]) -> Result<Vec<Row>> {
    println!("generator, seed {seed}");
    let kept = exec::root().join("tests/fuzz/artifacts");
    let output = exec::program(built()?)
        .args(["--seconds", &seconds.to_string()])
        .args(["--seed", &seed.to_string()])
        .args(["--threads", &threads.to_string()])
        .arg("--kept")
        .arg(kept)
        .args(targets)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start the generator: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    print!("{said}");
    let rows: Vec<Row> = said.lines().filter_map(result).collect();
    if rows.is_empty() {
        return Err("the generator gave no result".to_owned());
    }
    Ok(rows)
}

/// A line `result NAME EXECUTIONS SECONDS CRASHES`.
fn result(line: &str) -> Option<Row> {
    let mut words = line.strip_prefix("result ")?.split(' ');
    Some(Row {
        target: words.next()?.to_owned(),
        executions: words.next()?.parse().ok()?,
        seconds: words.next()?.parse().ok()?,
        crashes: words.next()?.parse().ok()?,
    })
}

/// Runs libFuzzer on these targets, without a sanitizer, so that the stable toolchain will do.
fn libfuzzer(seconds: u64, targets: &[String]) -> Result<Vec<Row>> {
    const ALL: [&str; 3] = ["fragment", "config", "launch"];
    let path = tools::path()?;
    tools::installed("cargo-fuzz", CARGO_FUZZ)?;
    let wanted = |name: &&str| targets.is_empty() || targets.iter().any(|target| target == name);
    let mut rows = Vec::new();
    for target in ALL.into_iter().filter(wanted) {
        let start = Instant::now();
        let mut fuzz = exec::cargo();
        fuzz.args([
            "fuzz",
            "run",
            "--fuzz-dir",
            "tests/fuzz",
            "--sanitizer",
            "none",
        ])
        .args([target, "--", "-max_len=6000", "-print_final_stats=1"])
        .arg(format!("-max_total_time={seconds}"))
        .env("PATH", &path)
        .stdin(Stdio::null());
        let dictionary = format!("tests/fuzz/{target}.dict");
        if exec::root().join(&dictionary).is_file() {
            fuzz.arg(format!("-dict={dictionary}"));
        }
        let output = fuzz
            .output()
            .map_err(|error| format!("cannot start cargo-fuzz: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let counted = said
            .lines()
            .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        let Some(executions) = counted.and_then(|count| count.trim().parse().ok()) else {
            return Err(format!("{target} gave no result:\n{said}"));
        };
        let row = Row {
            target: target.to_owned(),
            executions,
            seconds: start.elapsed().as_secs_f64(),
            crashes: u64::from(!output.status.success()),
        };
        println!("{target} {executions} {}", row.crashes);
        rows.push(row);
    }
    Ok(rows)
}

/// Puts a row for each run at the end of the record.
fn note(engine: &str, rows: &[Row]) -> Result<()> {
    let date = exec::capture(exec::program("date").args(["-u", "+%F"]))?;
    let commit = exec::capture(exec::program("git").args(["rev-parse", "--short", "HEAD"]))?;
    let path = exec::root().join(RECORD);
    let fresh = !Path::new(&path).is_file();
    let mut file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .map_err(|error| format!("{RECORD}: {error}"))?;
    let mut text = if fresh {
        format!("{HEAD}\n")
    } else {
        String::new()
    };
    for row in rows {
        let Row {
            target,
            executions,
            seconds,
            crashes,
        } = row;
        let (date, commit) = (date.trim(), commit.trim());
        let row =
            format!("{target},{engine},{executions},{seconds:.1},{crashes},{date},{commit}\n");
        text.push_str(&row);
    }
    file.write_all(text.as_bytes())
        .map_err(|error| format!("{RECORD}: {error}"))
}

fn record() -> Result<String> {
    fs::read_to_string(exec::root().join(RECORD)).map_err(|error| format!("{RECORD}: {error}"))
}

/// Sums of the record, target by target, against their bars.
fn summary(record: &str) -> String {
    let mut sums: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for line in record.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        if let [target, _, executions, _, crashes, ..] = cells[..] {
            let sum = sums.entry(target).or_default();
            sum.0 += executions.parse::<u64>().unwrap_or(0);
            sum.1 += crashes.parse::<u64>().unwrap_or(0);
        }
    }
    let line = |(target, (executions, crashes)): (&&str, &(u64, u64))| {
        let bar = bar(target);
        let word = if *executions >= bar {
            "reached"
        } else {
            "not yet"
        };
        format!("{target:<20} {executions:>13} of {bar:>13}  {word}, {crashes} crashes\n")
    };
    sums.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_summed() {
        let row = result("result oom 12 1.5 0").unwrap();
        assert_eq!((row.executions, row.crashes), (12, 0));
        assert_eq!(result("oom 12"), None);
        let text = format!(
            "{HEAD}\noom,generator,9999999,1,0,d,c\noom,generator,1,1,2,d,c\nfragment,generator,5,1,0,d,c\n"
        );
        let said = summary(&text);
        assert!(
            said.contains(
                "oom                       10000000 of      10000000  reached, 2 crashes"
            ),
            "{said}"
        );
        assert!(said.contains("not yet, 0 crashes"), "{said}");
    }
}
