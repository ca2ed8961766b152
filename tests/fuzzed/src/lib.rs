//! What holds of any text that comes in from outside, target by target, and texts to try it with.
//!
//! ```text
//! number of a case ──make──▶ text ──check──▶ nothing, or a panic that says what does not hold
//! ```
//!
//! The program beside calls [`Target::check`] with the texts of [`Target::make`]. libFuzzer's three targets (`tests/fuzz`) search by coverage
//! and have checks of their own.
mod checks;
mod forms;
mod make;
mod pool;

pub use pool::{Pool, named};
pub use support::Rng;

/// Seeded random numbers and hostile values, shared with the tests of the estimator.
#[allow(
    clippy::missing_panics_doc,
    clippy::should_implement_trait,
    reason = "written for tests"
)]
#[path = "../../../estimator/tests/support/mod.rs"]
mod support;

/// How much of a text is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// That it is read, and what costs no more than that.
    Read,
    /// Everything: written and read again, and estimated.
    Whole,
}

/// One way in for text.
pub struct Target {
    /// Its name: a folder of the corpus, a row of the record.
    pub name: &'static str,
    /// The folder of its stored corpus; launch files share theirs.
    pub corpus: &'static str,
    /// Of so many texts of the generator one is checked whole.
    pub whole: u64,
    /// Checks a text; panics where something does not hold.
    pub check: fn(&str, Depth),
    /// Writes the text of a case.
    pub make: fn(&mut Rng, &Pool, &mut String),
}

/// A target as most are.
const fn target(
    name: &'static str,
    whole: u64,
    check: fn(&str, Depth),
    make: fn(&mut Rng, &Pool, &mut String),
) -> Target {
    Target {
        name,
        corpus: name,
        whole,
        check,
        make,
    }
}

/// A family of launch files.
const fn family(name: &'static str, make: fn(&mut Rng, &Pool, &mut String)) -> Target {
    Target {
        corpus: "launch",
        ..target(name, 256, checks::launch, make)
    }
}

/// Every target. The decoder of links is the one through which all others go in the end.
pub const TARGETS: &[Target] = &[
    target("fragment", 256, checks::fragment, make::fragment),
    target("config", 64, checks::config, make::config),
    family("launch-deepspeed", forms::deepspeed),
    family("launch-accelerate", forms::accelerate),
    family("launch-llamafactory", forms::llamafactory),
    family("launch-axolotl", forms::axolotl),
    family("launch-torchtune", forms::torchtune),
    family("launch-trl", forms::trl),
    family("launch-swift", forms::swift),
    family("launch-megatron", forms::megatron),
    family("launch-nemo", forms::nemo),
    family("launch-trainer", forms::trainer),
    family("launch-command", forms::command),
    target("oom", 64, checks::oom, make::oom),
    target("embed", 256, checks::embed, make::embed),
    target("json", 256, checks::json, make::json),
    target("line", 256, checks::line, make::line),
];

/// The target of that name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
