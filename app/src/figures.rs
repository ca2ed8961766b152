//! Numbers as the page prints them.
use estimator::num::ascending;

/// Hundredths for each part, so that the printed parts sum to the printed total: each is rounded down, and the largest
/// remainders get what is missing.
pub fn hundredths(parts: &[f64]) -> Vec<u64> {
    let scaled: Vec<f64> = parts
        .iter()
        .map(|part| {
            if part.is_finite() {
                part.clamp(0.0, 1e12) * 100.0
            } else {
                0.0
            }
        })
        .collect();
    let total = whole(scaled.iter().sum::<f64>().round());
    let mut rounded: Vec<u64> = scaled.iter().map(|part| whole(part.floor())).collect();
    let missing = usize::try_from(total.saturating_sub(rounded.iter().sum())).unwrap_or(0);
    let order = ascending((0..scaled.len()).collect(), |place| -scaled[*place].fract());
    for place in order.into_iter().take(missing) {
        rounded[place] += 1;
    }
    rounded
}

/// Hundredths as text: `1643` is `16.43`.
pub fn shown(hundredths: u64) -> String {
    format!(
        "{}.{:02}",
        estimator::num::grouped(estimator::num::float(hundredths / 100), 0),
        hundredths % 100
    )
}

/// One digit after the point, for headlines.
pub fn short(value: f64) -> String {
    estimator::num::fixed(estimator::num::finite(value), 1)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "callers clamp to 0 … 1e14"
)]
fn whole(value: f64) -> u64 {
    value as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_sum_to_the_total() {
        assert_eq!(hundredths(&[0.004, 0.004, 0.004]), [1, 0, 0]);
        assert_eq!(hundredths(&[1.0, 2.5]), [100, 250]);
        let thirds = [10.0 / 3.0; 3];
        assert_eq!(hundredths(&thirds).iter().sum::<u64>(), 1000);
        assert_eq!(hundredths(&[f64::NAN, -1.0, f64::INFINITY]), [0, 0, 0]);
        assert_eq!(hundredths(&[]), Vec::<u64>::new());
    }

    #[test]
    fn text() {
        assert_eq!(shown(1643), "16.43");
        assert_eq!(shown(5), "0.05");
        assert_eq!(shown(123_456_700), "1,234,567.00");
    }
}
