//! Numbers as they are said at a whiteboard.
use crate::num::finite;

/// A number with two significant digits, of which a leading 1 is not counted: 7.6, 152, 1.05. That keeps every number within
/// 2.5% of what it was, as a slide rule does, where plain two digits would allow 5%.
///
/// ```
/// use estimator::analysis::derivation::rounded;
/// assert_eq!(rounded(7_615_616_512.0), 7.6e9);
/// assert_eq!(rounded(7.0 * 16.0), 112.0);
/// assert_eq!(rounded(152_064.0), 152_000.0);
/// assert_eq!(rounded(0.0), 0.0);
/// ```
pub fn rounded(x: f64) -> f64 {
    to_steps(x, 10.0)
}

/// The nearest multiple of the number's power of ten over `steps`, of a tenth of that where it begins with a 1.
pub(super) fn to_steps(x: f64, steps: f64) -> f64 {
    let x = finite(x);
    if x < 1e-30 {
        return 0.0;
    }
    let mut unit = 1.0;
    while x >= unit * 10.0 {
        unit *= 10.0;
    }
    while x < unit {
        unit /= 10.0;
    }
    let steps = if x < 2.0 * unit { steps * 10.0 } else { steps };
    // Multiplied before it is divided: a step below 1 has no exact float.
    (x / unit * steps).round() * unit / steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_within_two_and_a_half_percent() {
        let mut x = 1e-12;
        while x < 1e15 {
            let shown = rounded(x);
            assert!((shown / x - 1.0).abs() < 0.025, "{x} {shown}");
            assert!((rounded(shown) / shown - 1.0).abs() < 1e-12, "{shown}");
            assert!((to_steps(x, 100.0) / x - 1.0).abs() < 0.0026, "{x}");
            x *= 1.000_37;
        }
    }

    #[test]
    fn as_people_say_it() {
        let near = |x: f64, said: f64| assert!((rounded(x) - said).abs() < 1e-9 * said, "{x}");
        for (x, said) in [
            (32_768.0, 33_000.0),
            (4096.0, 4100.0),
            (1234.0, 1230.0),
            (1999.0, 2000.0),
            (199.6, 200.0),
            (99.6, 100.0),
            (0.515_625, 0.52),
            (0.010_49, 0.0105),
        ] {
            near(x, said);
        }
        assert_eq!(rounded(f64::NAN), rounded(1e120));
        assert_eq!(rounded(-3.0), 0.0);
    }
}
