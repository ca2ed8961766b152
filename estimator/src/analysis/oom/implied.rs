//! How many tokens a size would be if it were logits.
use super::blocks;
use super::candidates::Candidate;
use super::message::Message;
use super::model::tokens;
use super::object::{Object, Rows, Width};
use super::tensors::logits_of;
use crate::expr::{count, num};
use crate::memory::Moment;
use crate::num::float;
use crate::scenario::Scenario;
use crate::source::{Source, SourceKind};

/// Tokens whose logits in one format make the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implied {
    /// The format.
    pub width: Width,
    /// Fewest tokens.
    pub from: u64,
    /// Most.
    pub to: u64,
}

/// Fewer tokens are no micro-batch.
const FEWEST: u64 = 16;
/// Share of a token that a size may leave open if a whole number of tokens is to mean anything.
const SHARP: f64 = 0.05;

static DIVISION: Source = Source::new(
    SourceKind::Derived,
    "Size divided by vocabulary entries",
    "",
    "",
);

/// The range for each format, where it is plausible: at least 16 tokens, not more than the scenario's micro-batch has.
pub(super) fn of(message: &Message, scenario: &Scenario) -> Vec<Implied> {
    let ranges = Width::ALL.into_iter().filter_map(|width| {
        let (above, most) = range(message, width, scenario)?;
        let (from, to) = (above.floor() + 1.0, most.floor());
        let (from, to) = (whole(from)?, whole(to)?);
        (from <= to && from >= FEWEST && to <= tokens(scenario)).then_some(Implied {
            width,
            from,
            to,
        })
    });
    ranges.collect()
}

/// Logits of a number of tokens, only where the size is known so well that a whole number is remarkable: printed as bytes.
pub(super) fn candidates(message: &Message, scenario: &Scenario) -> Vec<Candidate> {
    let sharp = |implied: &Implied| {
        let range = range(message, implied.width, scenario);
        let one = implied.from == implied.to && implied.to != tokens(scenario);
        one && range.is_some_and(|(above, most)| most - above <= SHARP)
    };
    of(message, scenario)
        .into_iter()
        .filter(sharp)
        .map(|implied| Candidate {
            object: Object::Logits {
                rows: Rows::Implied(implied.to),
                width: implied.width,
            },
            formula: logits_of(count("tok", implied.to), implied.width, scenario),
            moments: &[Moment::Loss],
            expected: true,
            source: &DIVISION,
        })
        .collect()
}

/// Tokens, from (exclusive) and to.
fn range(message: &Message, width: Width, scenario: &Scenario) -> Option<(f64, f64)> {
    let each = logits_of(num(1.0), width, scenario).value();
    let (above, most) = blocks::range(message.requested);
    (each >= 1.0).then(|| (above / each, most / each))
}

fn whole(number: f64) -> Option<u64> {
    let most = float(1 << 53);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked just before"
    )]
    (number >= 0.0 && number <= most).then_some(number as u64)
}
