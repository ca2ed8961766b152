//! The planner's work as programs without input or output, for any target.
#[path = "../../../estimator/benches/questions/mod.rs"]
#[allow(
    missing_docs,
    clippy::missing_panics_doc,
    reason = "shared with the native bench"
)]
pub mod questions;

use estimator::memory::Factors;

/// Evaluations of each scenario that [`evaluate`] makes.
pub const EACH: u32 = 20_000;

/// Models and GPUs: natively they are compiled into the estimator, for a browser they are not.
const CATALOGUE: &str = include_str!(concat!(env!("OUT_DIR"), "/catalogue.txt"));

fn ready() {
    // Natively too, so that a text that is none is found there.
    assert!(
        estimator::catalogue::install(CATALOGUE.to_owned()),
        "the text of the catalogue is damaged"
    );
}

/// Goes through every search; layouts decided.
///
/// # Panics
/// If the catalogue that was built in is damaged.
pub fn decide() -> u64 {
    ready();
    let all = questions::all();
    all.iter().map(|question| question.search().decided).sum()
}

/// Evaluates layouts one after another; how many.
///
/// # Panics
/// If the catalogue that was built in is damaged.
pub fn evaluate() -> u64 {
    ready();
    let factors = Factors::default();
    let mut done = 0;
    for (_, mut layout) in questions::scenarios() {
        for _ in 0..EACH {
            questions::evaluate(&mut layout, &factors);
            done += 1;
        }
    }
    done
}

/// A sum of a count that fits an exit code.
pub fn code(count: u64) -> u8 {
    u8::try_from(count % 251).unwrap_or_default()
}
