//! How many rows are how long, in bins of a sixteenth of an octave.
use crate::num::float;

/// Lengths below this have a bin each.
const SINGLE: u64 = 32;

/// Bins between a power of two and the next.
const PER_OCTAVE: u64 = 16;

/// The largest length that is told from longer ones.
const LARGEST: u64 = (1 << 40) - 1;

/// How many rows are how long: exact below 32 tokens, bins at most 6% wide above.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    bins: Vec<u64>,
}

impl Histogram {
    /// Counts a row.
    pub(super) fn add(&mut self, tokens: f64) {
        // As the longest is shown.
        let bin = bin(whole(tokens.round()));
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, 0);
        }
        if let Some(count) = self.bins.get_mut(bin) {
            *count += 1;
        }
    }

    /// Bins that are not empty: shortest and longest length of the bin, and its rows.
    pub fn bars(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        let bars = self.bins.iter().zip(0_u64..);
        bars.filter(|(count, _)| **count > 0)
            .map(|(count, bin)| (first(bin), first(bin + 1) - 1, *count))
    }

    /// Rows longer than `length`: at least and at most so many. Equal where a bin ends there, as at every power of two.
    pub fn above(&self, length: u64) -> (u64, u64) {
        let mut found = (0, 0);
        for (from, to, count) in self.bars() {
            if from > length {
                found.0 += count;
            }
            if to > length {
                found.1 += count;
            }
        }
        found
    }

    /// The upper end of the bin below which this share of rows lies.
    pub(super) fn percentile(&self, share: f64) -> f64 {
        let wanted = float(self.bins.iter().sum()) * share;
        let mut seen = 0;
        for (_, to, count) in self.bars() {
            seen += count;
            if float(seen) >= wanted {
                return float(to);
            }
        }
        0.0
    }
}

/// A length as a whole number, ≥ 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, and 0 is what a NaN should be here"
)]
pub(super) fn whole(tokens: f64) -> u64 {
    (tokens as u64).min(LARGEST)
}

fn bin(tokens: u64) -> usize {
    let bin = if tokens <= SINGLE {
        tokens
    } else {
        // Bins end at powers of two, so that a window of 2048 cuts between two of them.
        let below = tokens - 1;
        let octave = u64::from(below.ilog2());
        let part = (below >> (octave - 4)) & (PER_OCTAVE - 1);
        SINGLE + 1 + (octave - 5) * PER_OCTAVE + part
    };
    usize::try_from(bin).unwrap_or(usize::MAX)
}

/// The shortest length of a bin.
const fn first(bin: u64) -> u64 {
    if bin <= SINGLE {
        return bin;
    }
    let (octave, part) = (
        (bin - SINGLE - 1) / PER_OCTAVE + 5,
        (bin - SINGLE - 1) % PER_OCTAVE,
    );
    ((PER_OCTAVE + part) << (octave - 4)) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_follow_one_another_and_end_at_powers_of_two() {
        for bin_at in 0..600 {
            assert_eq!(bin(first(bin_at)), usize::try_from(bin_at).unwrap());
            assert_eq!(bin(first(bin_at + 1) - 1), usize::try_from(bin_at).unwrap());
        }
        for power in 5..39 {
            assert_eq!(bin(1 << power) + 1, bin((1 << power) + 1));
        }
    }

    #[test]
    fn counts_above_and_below() {
        let mut histogram = Histogram::default();
        for length in [1.0, 30.0, 2048.0, 2049.0, 5000.0] {
            histogram.add(length);
        }
        assert_eq!(histogram.above(2048), (2, 2));
        assert_eq!(histogram.above(0), (5, 5));
        // 5000 lies inside of a bin that ends at 5120.
        assert_eq!(histogram.above(5000), (0, 1));
        assert_eq!(histogram.percentile(0.4), 30.0);
        histogram.add(f64::NAN);
        histogram.add(1e300);
        assert_eq!(histogram.bars().map(|bar| bar.2).sum::<u64>(), 7);
    }
}
