//! Runs the seeded generator over targets: `generate [--seconds N] [--executions N] [--threads N] [--seed N] [--kept DIR] [TARGET…]`.
//!
//! A case is its seed and its number: the same text on every machine. What fails is written to `--kept` and said; the last line
//! of a target is `result NAME EXECUTIONS SECONDS CRASHES`.
use fuzzed::{Depth, Pool, Rng, Target};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Cases between two looks at the clock.
const BATCH: u64 = 256;
/// A text that takes longer is as bad as a crash: the page would stand still.
const SLOW: Duration = Duration::from_secs(2);
/// After so many crashes a target has shown enough.
const ENOUGH: u64 = 20;

struct Asked {
    seconds: u64,
    executions: u64,
    threads: usize,
    seed: u64,
    kept: Option<PathBuf>,
    targets: Vec<&'static Target>,
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked {
        seconds: 10,
        executions: u64::MAX,
        threads: 1,
        seed: 0,
        kept: None,
        targets: Vec::new(),
    };
    let mut names = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if !arg.starts_with("--") {
            names.push(arg);
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{arg} wants a value"))?;
        let number = || {
            value
                .replace('_', "")
                .parse::<u64>()
                .map_err(|_| format!("{arg} wants a number"))
        };
        match arg.as_str() {
            "--seconds" => asked.seconds = number()?,
            "--executions" => asked.executions = number()?,
            "--threads" => asked.threads = usize::try_from(number()?).unwrap_or(1).max(1),
            "--seed" => asked.seed = number()?,
            "--kept" => asked.kept = Some(value.into()),
            _ => return Err(format!("there is no {arg}")),
        }
    }
    asked.targets = fuzzed::named(&names)?;
    Ok(asked)
}

thread_local! {
    /// The text in work, for what is said of a panic.
    static TEXT: RefCell<String> = RefCell::default();
}

/// What all threads of a target share.
struct Shared {
    next: AtomicU64,
    done: AtomicU64,
    crashes: AtomicU64,
    end: AtomicBool,
}

/// Runs one target; gives its executions, seconds and crashes.
fn run(target: &Target, asked: &Asked) -> (u64, f64, u64) {
    let pool = Pool::of(target);
    let shared = Shared {
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        crashes: AtomicU64::new(0),
        end: AtomicBool::new(false),
    };
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..asked.threads {
            scope.spawn(|| work(target, &pool, asked, &shared, start));
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    (
        shared.done.into_inner(),
        seconds,
        shared.crashes.into_inner(),
    )
}

fn work(target: &Target, pool: &Pool, asked: &Asked, shared: &Shared, start: Instant) {
    let limit = Duration::from_secs(asked.seconds);
    while !shared.end.load(Ordering::Relaxed) {
        let first = shared.next.fetch_add(BATCH, Ordering::Relaxed);
        if first >= asked.executions || start.elapsed() >= limit {
            return;
        }
        let last = asked.executions.min(first + BATCH);
        for number in first..last {
            if !case(target, pool, asked, number) {
                let crashes = shared.crashes.fetch_add(1, Ordering::Relaxed) + 1;
                if crashes >= ENOUGH {
                    shared.end.store(true, Ordering::Relaxed);
                }
            }
        }
        shared.done.fetch_add(last - first, Ordering::Relaxed);
    }
}

/// Makes and checks one text; says whether all was well.
fn case(target: &Target, pool: &Pool, asked: &Asked, number: u64) -> bool {
    let mut rng = Rng::of_case(asked.seed.wrapping_mul(1 << 40).wrapping_add(number));
    let whole = number.is_multiple_of(target.whole);
    let depth = if whole { Depth::Whole } else { Depth::Read };
    TEXT.with_borrow_mut(|text| {
        text.clear();
        (target.make)(&mut rng, pool, text);
        let start = whole.then(Instant::now);
        let calm = catch_unwind(AssertUnwindSafe(|| (target.check)(text, depth))).is_ok();
        let slow = start.is_some_and(|start| start.elapsed() > SLOW);
        if !calm || slow {
            let what = if slow { "slow" } else { "failed" };
            eprintln!(
                "{} case {number} of seed {}: {what}: {text:?}",
                target.name, asked.seed
            );
            keep(asked.kept.as_deref(), target.name, number, text);
        }
        calm && !slow
    })
}

fn keep(folder: Option<&Path>, target: &str, number: u64, text: &str) {
    let Some(folder) = folder else { return };
    let path = folder.join(format!("{target}-{number}"));
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
    if let Err(why) = written {
        eprintln!("cannot write {}: {why}", path.display());
    }
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let mut bad = 0;
    for target in &asked.targets {
        let (executions, seconds, crashes) = run(target, &asked);
        bad += crashes;
        println!("result {} {executions} {seconds:.1} {crashes}", target.name);
    }
    if bad == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
