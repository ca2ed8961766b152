//! Numbers that cannot be NaN.
//!
//! Inputs are bounded by [`crate::scenario::PARAMS`], so formulas stay far below the largest `f64`. Should a hostile
//! architecture reach further, arithmetic saturates at [`LARGEST`]: an answer that does not fit anywhere, never a NaN
//! and never a silent zero.

mod text;

pub use text::{exponential, fixed, shortest};

/// What a value saturates at. Its square still is a finite `f64`.
pub const LARGEST: f64 = 1e120;

/// `x`, or the nearest number that arithmetic can go on with: NaN and infinities become ±[`LARGEST`].
pub fn finite(x: f64) -> f64 {
    if x.abs() <= LARGEST { x } else { saturated(x) }
}

#[cold]
fn saturated(x: f64) -> f64 {
    if x.is_nan() || x > 0.0 {
        LARGEST
    } else {
        -LARGEST
    }
}

/// A count as a float: exact up to 2^53, rounded above.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of tensors stay below 2^53; larger ones are only compared"
)]
pub fn float(count: u64) -> f64 {
    count as f64
}

/// The larger of two finite numbers.
pub fn larger(a: f64, b: f64) -> f64 {
    if finite(a) >= finite(b) {
        finite(a)
    } else {
        finite(b)
    }
}

/// The smaller of two finite numbers.
pub fn smaller(a: f64, b: f64) -> f64 {
    if finite(a) <= finite(b) {
        finite(a)
    } else {
        finite(b)
    }
}

/// `1234567.8` as `1,234,568`; with up to `decimals` digits after the point, trailing zeros dropped.
pub fn grouped(x: f64, decimals: usize) -> String {
    let text = fixed(finite(x), decimals);
    let (sign, text) = text
        .strip_prefix('-')
        .map_or(("", text.as_str()), |rest| ("-", rest));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut out = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    let fraction = fraction.trim_end_matches('0');
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// A decimal number as people type it: digits with one point, an optional sign and an optional exponent; nothing else that
/// `f64` would read (`nan`, `inf`). `None` when it is no number or none that is finite.
///
/// Numbers of up to 15 digits and 22 places are the nearest `f64` exactly (Clinger 1990, fast path), the rest to a few units in
/// the last place. The standard parser is exact throughout, for tables as large as a tenth of this crate.
pub fn decimal(text: &str) -> Option<f64> {
    let (text, exponent) = match text.split_once(['e', 'E']) {
        Some((text, exponent)) => (text, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut mantissa = 0.0_f64;
    for digit in whole.bytes().chain(fraction.bytes()) {
        if !digit.is_ascii_digit() {
            return None;
        }
        mantissa = mantissa * 10.0 + f64::from(digit - b'0');
    }
    let places = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let power =
        |places: i32| (0..places.unsigned_abs().min(400)).fold(1.0, |power: f64, _| power * 10.0);
    let value = if places < 0 {
        mantissa / power(places)
    } else {
        mantissa * power(places)
    };
    let value = if negative { -value } else { value };
    value.is_finite().then_some(value)
}

/// ln 2, the larger part with its last bits empty: multiples of it are exact.
const LN_2: (f64, f64) = (
    f64::from_bits(0x3fe6_2e42_fee0_0000),
    f64::from_bits(0x3dea_39ef_3579_3c76),
);

/// e^x, to a unit in the last place. Ours, since libraries differ in that unit and a browser, Node and a native program shall not:
/// e^x = 2^k · e^r, |r| ≤ ln 2 ÷ 2, and the Taylor series of e^r.
pub fn exp(x: f64) -> f64 {
    if x > 700.0 {
        return LARGEST;
    }
    if x < -700.0 {
        return 0.0;
    }
    let k = (x / core::f64::consts::LN_2).round();
    let r = (x - k * LN_2.0) - k * LN_2.1;
    // e^r − 1, from the smallest term up.
    let mut sum = 0.0;
    for n in (1..=16_u8).rev() {
        sum = (sum + 1.0) * r / f64::from(n);
    }
    finite((1.0 + sum) * power_of_two(k))
}

/// ln x of x > 0, likewise; the least number there is for the rest: x = 2^k · m, √½ ≤ m < √2, and
/// ln m = 2 · artanh((m − 1) ÷ (m + 1)).
pub fn ln(x: f64) -> f64 {
    if x.is_nan() || x <= f64::MIN_POSITIVE {
        return -LARGEST;
    }
    let bits = finite(x).to_bits();
    let mut k = f64::from(u16::try_from(bits >> 52).unwrap_or(0)) - 1023.0;
    let mut m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    if m > core::f64::consts::SQRT_2 {
        m *= 0.5;
        k += 1.0;
    }
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let mut sum = 0.0;
    for n in (1..=12_u8).rev() {
        sum = (sum + 1.0 / f64::from(2 * n + 1)) * square;
    }
    k * LN_2.0 + (k * LN_2.1 + 2.0 * s * sum + 2.0 * s)
}

/// 2^k of a whole k between −1022 and 1023.
fn power_of_two(k: f64) -> f64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 2046"
    )]
    let exponent = (k + 1023.0) as u64;
    f64::from_bits(exponent << 52)
}

/// Items by ascending key; equal ones stay in their order. For short lists, of a few dozen entries: the standard sort costs
/// kilobytes of the page for every type that it is used on.
pub fn ascending<T>(items: Vec<T>, key: impl Fn(&T) -> f64) -> Vec<T> {
    let keys: Vec<f64> = items.iter().map(key).collect();
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    let order = places(&keys);
    order
        .into_iter()
        .filter_map(|place| items.get_mut(place)?.take())
        .collect()
}

/// Places of the keys in ascending order: insertion.
fn places(keys: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(keys.len());
    for (place, key) in keys.iter().enumerate() {
        let larger = |known: &&usize| keys.get(**known).is_some_and(|known| known > key);
        let at = order.len() - order.iter().rev().take_while(larger).count();
        order.insert(at, place);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_is_stable() {
        let items = vec![(3.0, 'a'), (1.0, 'b'), (3.0, 'c'), (-2.0, 'd'), (1.0, 'e')];
        let sorted = ascending(items, |item| item.0);
        let letters: String = sorted.iter().map(|item| item.1).collect();
        assert_eq!(letters, "dbeac");
        assert!(ascending(Vec::<f64>::new(), |key| *key).is_empty());
    }

    #[test]
    fn decimals_as_the_standard_parser_reads_them() {
        for text in [
            "0",
            "1",
            "79.3",
            "0.05",
            "-0.5",
            "+2",
            "1e22",
            "70.553706496",
            "12.",
            ".5",
            "1E3",
            "671.0264192",
        ] {
            assert_eq!(decimal(text), text.parse::<f64>().ok(), "{text}");
        }
        for text in [
            "",
            "-",
            ".",
            "nan",
            "inf",
            "1e999",
            "1e",
            "0x10",
            "1.2.3",
            "--1",
            "1 2",
            "１",
            "1e2147483648",
        ] {
            assert_eq!(decimal(text), None, "{text:?}");
        }
    }

    #[test]
    fn exponentials_and_logarithms_to_a_unit_in_the_last_place() {
        let near =
            |ours: f64, theirs: f64| (ours - theirs).abs() <= 3.0 * f64::EPSILON * theirs.abs();
        for step in -7000..7000 {
            let x = f64::from(step) / 10.03;
            if x.abs() < 276.0 {
                assert!(near(exp(x), x.exp()), "exp {x}: {} {}", exp(x), x.exp());
            }
            let y = x.exp();
            if y < LARGEST && (y - 1.0).abs() > 0.01 {
                assert!(near(ln(y), y.ln()), "ln {y}: {} {}", ln(y), y.ln());
            }
        }
        assert_eq!([exp(0.0), ln(1.0), exp(-1e9)], [1.0, 0.0, 0.0]);
        assert_eq!(
            [exp(1e9), ln(0.0), ln(f64::NAN)],
            [LARGEST, -LARGEST, -LARGEST]
        );
        let little = 1.0_f64 + 1e-9;
        assert!(near(ln(little), little.ln()));
    }

    #[test]
    fn saturates_instead_of_nan() {
        assert_eq!(finite(f64::NAN), LARGEST);
        assert_eq!(finite(f64::NEG_INFINITY), -LARGEST);
        assert_eq!(larger(f64::NAN, 1.0), LARGEST);
        assert_eq!(smaller(2.0, 1.0), 1.0);
    }

    #[test]
    fn groups_thousands() {
        assert_eq!(grouped(70_553_706_496.0, 0), "70,553,706,496");
        assert_eq!(grouped(0.515_625, 4), "0.5156");
        assert_eq!(grouped(-1234.50, 2), "-1,234.5");
        assert_eq!(grouped(12.0, 2), "12");
    }
}
