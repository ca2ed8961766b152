//! What shares a row of a batch, and how long the row becomes.
use super::spread::Spread;
use crate::num::{exp, float, larger, ln, smaller};
use crate::scenario::Padding;

/// Batches among which sequences are sorted by length: `get_length_grouped_indices` of transformers (trainer_pt_utils.py) takes
/// 50, or a quarter of the data set where that is less.
const GROUPED_BATCHES: f64 = 50.0;

/// Rows of a batch, on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// Samples in a row: 1 unless packed.
    pub samples: f64,
    /// Real tokens in a row.
    pub real: f64,
    /// Tokens that a row costs, padding included.
    pub tokens: f64,
    /// Length over which attention runs, averaged over the tokens of rows (E[l²] ÷ E[l]): a causal token sees half of it.
    pub attended: f64,
}

impl Rows {
    /// Rows of micro-batches of `micro` sequences, `samples` in the data set, none longer than `window`.
    pub fn of(spread: &Spread, padding: Padding, window: f64, micro: u64, samples: f64) -> Self {
        let cut = spread.cut(window);
        let real = cut.mean();
        let alone = |(tokens, attended)| Self {
            samples: 1.0,
            real,
            tokens,
            attended,
        };
        match padding {
            Padding::Window => alone((window, window)),
            Padding::Longest => alone(longest_of(&cut, float(micro))),
            Padding::Buckets => alone(in_buckets(&cut, float(micro), samples)),
            // Joined and cut every window: nothing is lost but the end.
            Padding::Packed => Self {
                samples: window / larger(spread.mean(), 1.0),
                real: window,
                tokens: window,
                attended: window,
            },
            Padding::PackedMasked => {
                let filled = filled(cut.lengths(), window);
                Self {
                    samples: filled / larger(real, 1.0),
                    real: filled,
                    tokens: window,
                    attended: cut.mean_by_token(),
                }
            }
        }
    }
}

/// Mean of the longest of `draws` samples, and the same weighted by itself: P(longest ≤ l) = F(l)^draws.
fn longest_of(spread: &Spread, draws: f64) -> (f64, f64) {
    let points = larger(float(spread.lengths().len() as u64), 1.0);
    let (mut mean, mut squares, mut below) = (0.0, 0.0, 0.0);
    let mut at = 0.0;
    for length in spread.lengths() {
        at += 1.0;
        let reached = exp(draws * ln(larger(at / points, 1e-9)));
        let chance = reached - below;
        below = reached;
        mean += chance * length;
        squares += chance * length * length;
    }
    (mean, squares / larger(mean, 1e-9))
}

/// The same where a group of batches is sorted first: each batch is a slice of the group, padded to its upper end.
fn in_buckets(spread: &Spread, micro: f64, samples: f64) -> (f64, f64) {
    let batches = larger(
        smaller(GROUPED_BATCHES, (samples / (micro * 4.0)).floor()),
        1.0,
    );
    if batches <= 1.0 || spread.lengths().len() <= 1 || micro <= 1.0 {
        return longest_of(spread, micro);
    }
    let (mut mean, mut squares, mut batch) = (0.0, 0.0, 1.0);
    while batch <= batches {
        // The largest of a slice of b among b·k sorted draws stands at rank j·b: its expected share is j·b ÷ (b·k + 1).
        let length = at_share(spread, batch * micro / (batches * micro + 1.0));
        mean += length / batches;
        squares += length * length / batches;
        batch += 1.0;
    }
    (mean, squares / larger(mean, 1e-9))
}

/// The length that this share of samples does not exceed, interpolated between points of the grid.
fn at_share(spread: &Spread, share: f64) -> f64 {
    let lengths = spread.lengths();
    let place = larger(share * float(lengths.len() as u64) - 0.5, 0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place in a list of a few hundred, ≥ 0"
    )]
    let index = place as usize;
    let last = lengths.last().copied().unwrap_or(1.0);
    let low = lengths.get(index).copied().unwrap_or(last);
    let high = lengths.get(index + 1).copied().unwrap_or(last);
    low + (high - low) * (place - place.floor())
}

/// Mean real tokens of a row of `window` when whole samples, longest first, go into the first row with room
/// (first-fit decreasing). The emptiest row is left out: of a real data set it is one among thousands.
fn filled(lengths: &[f64], window: f64) -> f64 {
    let mut rows: Vec<f64> = Vec::new();
    for length in lengths.iter().rev() {
        match rows.iter_mut().find(|row| **row + length <= window) {
            Some(row) => *row += length,
            None => rows.push(*length),
        }
    }
    let emptiest = rows.iter().fold(window, |least, row| smaller(least, *row));
    let (sum, count) = (rows.iter().sum::<f64>(), float(rows.len() as u64));
    if count > 1.0 {
        (sum - emptiest) / (count - 1.0)
    } else if let [length] = lengths {
        // Every sample has this length: as many as fit.
        length * larger((window / length).floor(), 1.0)
    } else {
        // Too short for even the grid to fill a row: real rows fill up.
        window
    }
}
