//! Tokens of a sequence, and how far attention reaches in it.
//!
//! Lengths are taken to be spread log-normally, which has two parameters: the mean, and the length that one sequence in twenty
//! exceeds. Instruction sets are skewed like that: a long tail, and a median below the mean.
use crate::num::{float, larger, smaller};
use crate::scenario::{Padding, Scenario};

/// The 95th percentile of a standard normal distribution.
const P95: f64 = 1.644_853_626_951;

/// 95th percentile over mean where it is not stated.
const USUAL_TAIL: f64 = 2.5;

/// Lengths that time is planned at: the mean, where memory is planned at the maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lengths {
    /// Tokens that a row of a micro-batch costs, padding included.
    pub tokens: f64,
    /// Tokens of it that are no padding.
    pub real: f64,
    /// Sequences of the set that a row holds: more than one where they are packed.
    pub sequences: f64,
    /// Tokens that attention reaches over: the row, or a sequence of it where masks end at sequences.
    pub attended: f64,
    /// Share of the set's sequences that are longer than the window and so are cut.
    pub cut: f64,
}

/// A log-normal distribution of lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spread {
    /// Mean of the logarithm.
    mu: f64,
    /// Standard deviation of the logarithm.
    sigma: f64,
}

impl Spread {
    /// From the mean and the 95th percentile: `ln(p95/mean) = 1.645σ − σ²/2`, of which the smaller root is meant.
    fn of(mean: f64, long: f64) -> Self {
        // Above exp(1.645²/2) times the mean no such distribution exists: the widest is taken.
        let tail = larger(0.0, smaller((long / mean).ln(), P95 * P95 / 2.0));
        let sigma = P95 - larger(0.0, P95 * P95 - 2.0 * tail).sqrt();
        Self {
            mu: mean.ln() - sigma * sigma / 2.0,
            sigma,
        }
    }

    /// The expected largest of `b` lengths, by the plotting position of Blom (1958).
    fn largest_of(self, b: f64) -> f64 {
        if b <= 1.0 {
            return (self.mu + self.sigma * self.sigma / 2.0).exp();
        }
        (self.mu + self.sigma * quantile((b - 0.375) / (b + 0.25))).exp()
    }

    /// Mean of squares over mean: what attention within each sequence reaches over.
    fn reach(self) -> f64 {
        (self.mu + 1.5 * self.sigma * self.sigma).exp()
    }

    /// Share of lengths above `window`.
    fn above(self, window: f64) -> f64 {
        if self.sigma <= 0.0 {
            return if window.ln() < self.mu { 1.0 } else { 0.0 };
        }
        below((self.mu - window.ln()) / self.sigma)
    }
}

/// Quantile of the standard normal distribution for `q` ≥ 1/2, to 4.5e-4 (Abramowitz and Stegun 1964, 26.2.23).
fn quantile(q: f64) -> f64 {
    let t = (-2.0 * larger(1e-12, 1.0 - q).ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let under = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / under
}

/// Share of the standard normal distribution below `x`, to 1e-5 (Abramowitz and Stegun 1964, 26.2.16).
fn below(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.332_67 * x.abs());
    let tail = (-x * x / 2.0).exp()
        * 0.398_942_28
        * t
        * (0.436_183_6 + t * (-0.120_167_6 + t * 0.937_298));
    if x < 0.0 { tail } else { 1.0 - tail }
}

impl Lengths {
    /// Those of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let window = larger(1.0, float(scenario.batch.sequence));
        let data = &scenario.data;
        let Some(mean) = data.mean else {
            return Self {
                tokens: window,
                real: window,
                sequences: 1.0,
                attended: window,
                cut: 0.0,
            };
        };
        let spread = Spread::of(mean, data.long.unwrap_or(USUAL_TAIL * mean));
        let kept = smaller(mean, window);
        let packed = matches!(data.padding, Padding::Packed | Padding::Masked);
        let tokens = match data.padding {
            Padding::Longest => larger(
                kept,
                smaller(window, spread.largest_of(float(scenario.batch.micro))),
            ),
            Padding::Window | Padding::Packed | Padding::Masked => window,
        };
        Self {
            tokens,
            real: if packed { window } else { kept },
            sequences: if packed { window / kept } else { 1.0 },
            attended: match data.padding {
                Padding::Masked => smaller(window, spread.reach()),
                Padding::Longest => smaller(window, larger(tokens, spread.reach())),
                Padding::Window | Padding::Packed => window,
            },
            cut: spread.above(window),
        }
    }

    /// Share of the tokens that are padding.
    pub fn waste(&self) -> f64 {
        1.0 - self.real / self.tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_has_the_mean_and_the_tail_it_was_made_from() {
        let spread = Spread::of(600.0, 1500.0);
        assert!((spread.largest_of(1.0) - 600.0).abs() < 1e-6);
        assert!(((spread.mu + P95 * spread.sigma).exp() - 1500.0).abs() < 1e-6);
        assert!((spread.above(1500.0) - 0.05).abs() < 1e-4);
        let even = Spread::of(600.0, 600.0);
        assert!(
            (even.largest_of(64.0) - 600.0).abs() < 1e-6 && (even.reach() - 600.0).abs() < 1e-6
        );
    }

    #[test]
    fn normal_quantiles_are_those_of_tables() {
        for (q, z) in [
            (0.5, 0.0),
            (0.9, 1.281_55),
            (0.95, 1.644_85),
            (0.99, 2.326_35),
        ] {
            assert!((quantile(q) - z).abs() < 5e-4, "{q}");
            assert!((below(z) - q).abs() < 2e-5, "{q}");
        }
    }

    #[test]
    fn the_longest_of_more_is_longer() {
        let spread = Spread::of(500.0, 1250.0);
        let longest: Vec<f64> = [1.0, 2.0, 4.0, 16.0, 64.0]
            .map(|b| spread.largest_of(b))
            .into();
        assert!(
            longest.windows(2).all(|pair| pair[0] < pair[1]),
            "{longest:?}"
        );
    }
}
