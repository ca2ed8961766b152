//! Numbers as decimal text.
//!
//! The standard formatter prints any `f64` to any number of digits, with big integers: a twentieth of the code that a page
//! fetches. Here the digits are the shortest that read back as the same number (`zmij`), and rounding works on those: `0.15`
//! with one digit is `0.2`, as it is by hand, though the nearest `f64` is a little less.
use super::finite;

/// A number as ±0.DIGITS × 10^`point`.
struct Decimal {
    negative: bool,
    /// No zero at either end; empty for zero.
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    fn of(x: f64) -> Self {
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(if x.is_finite() { x } else { finite(x) });
        let (negative, text) = text
            .strip_prefix('-')
            .map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = || whole.bytes().chain(fraction.bytes());
        let zeros = all().take_while(|digit| *digit == b'0').count();
        let mut digits: Vec<u8> = all().skip(zeros).collect();
        trim(&mut digits);
        let point = exponent.parse().unwrap_or(0) + length(whole.len()) - length(zeros);
        Self {
            negative: negative && !digits.is_empty(),
            point: if digits.is_empty() { 0 } else { point },
            digits,
        }
    }

    /// Rounded to `decimals` digits after the point, a half to the even digit.
    fn round(&mut self, decimals: usize) {
        let Ok(keep) = usize::try_from(self.point + length(decimals)) else {
            self.digits.clear();
            return;
        };
        let Some((kept, rest)) = self.digits.split_at_checked(keep) else {
            return;
        };
        let odd = kept.last().is_some_and(|digit| digit % 2 == 1);
        let up = match rest {
            [b'5'] => odd,
            [first, ..] => *first >= b'5',
            [] => false,
        };
        self.digits.truncate(keep);
        if up {
            // What nines carry over to: the digit before them, or a new one.
            while self.digits.last() == Some(&b'9') {
                self.digits.pop();
            }
            if let Some(last) = self.digits.last_mut() {
                *last += 1;
            } else {
                self.digits.push(b'1');
                self.point += 1;
            }
        }
        trim(&mut self.digits);
    }

    /// The digit at a place, counted from the first one: zeros on both sides.
    fn at(&self, place: i32) -> char {
        let digit = usize::try_from(place)
            .ok()
            .and_then(|place| self.digits.get(place));
        digit.map_or('0', |digit| char::from(*digit))
    }

    fn sign(&self) -> String {
        let negative = self.negative && !self.digits.is_empty();
        String::from(if negative { "-" } else { "" })
    }

    /// With exactly `decimals` digits after the point.
    fn plain(&self, decimals: i32) -> String {
        let mut out = self.sign();
        if self.point <= 0 {
            out.push('0');
        }
        out.extend((0..self.point).map(|place| self.at(place)));
        if decimals > 0 {
            out.push('.');
        }
        out.extend((self.point..self.point + decimals).map(|place| self.at(place)));
        out
    }
}

fn trim(digits: &mut Vec<u8>) {
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
}

fn length(digits: usize) -> i32 {
    i32::try_from(digits).unwrap_or(i32::MAX / 4)
}

/// The shortest decimal that reads back as the same number, without an exponent: `0.1`, `1500000`.
pub fn shortest(x: f64) -> String {
    let decimal = Decimal::of(x);
    decimal.plain((length(decimal.digits.len()) - decimal.point).max(0))
}

/// The same with an exponent: `1.5e-7`, `1e120`.
pub fn exponential(x: f64) -> String {
    let decimal = Decimal::of(x);
    let mut out = decimal.sign();
    for (place, digit) in decimal.digits.iter().enumerate() {
        if place == 1 {
            out.push('.');
        }
        out.push(char::from(*digit));
    }
    [&out, "e", &(decimal.point - 1).to_string()].concat()
}

/// Rounded to exactly `decimals` digits after the point; a half goes to the even digit: `0.15` to one is `0.2`, `0.25` too.
pub fn fixed(x: f64, decimals: usize) -> String {
    let mut rounded = Decimal::of(x);
    rounded.round(decimals);
    rounded.plain(length(decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of every size and length, from a counter.
    fn numbers() -> impl Iterator<Item = f64> {
        (0..200_000_u64).map(|i| {
            let bits = i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ i;
            // Exponents of 1e-9 … 1e15, then any number of digits.
            let x = f64::from_bits((bits & 0x800f_ffff_ffff_ffff) | ((993 + i % 80) << 52));
            match i % 3 {
                0 => x,
                1 => (x * 1000.0).round() / 1000.0,
                _ => x.round(),
            }
        })
    }

    #[test]
    fn the_shortest_is_as_short_as_the_standard_one() {
        for x in numbers().chain([0.0, 1.0, 0.1, 1e22, 123e-7, 5e-324, 1e120, 1.5e300]) {
            // Where two of that length are as near, either may be taken.
            assert_eq!(shortest(x).len(), (x + 0.0).to_string().len(), "{x}");
            assert_eq!(shortest(x).parse::<f64>(), Ok(x));
            if x != 0.0 {
                assert_eq!(exponential(x).len(), format!("{x:e}").len(), "{x}");
                assert_eq!(exponential(x).parse::<f64>(), Ok(x));
            }
        }
        for (x, plain, scientific) in [
            (0.1, "0.1", "1e-1"),
            (-1.5e-7, "-0.00000015", "-1.5e-7"),
            (123_456.75, "123456.75", "1.2345675e5"),
            (1e21, "1000000000000000000000", "1e21"),
        ] {
            assert_eq!(
                (shortest(x).as_str(), exponential(x).as_str()),
                (plain, scientific)
            );
        }
        assert_eq!(shortest(-0.0), "0");
    }

    #[test]
    fn rounds_as_one_does_by_hand() {
        for (x, decimals, text) in [
            (0.0, 0, "0"),
            (0.0, 2, "0.00"),
            (0.15, 1, "0.2"),
            (0.25, 1, "0.2"),
            (0.35, 1, "0.4"),
            (0.251, 1, "0.3"),
            (0.5, 0, "0"),
            (1.5, 0, "2"),
            (2.5, 0, "2"),
            (0.05, 1, "0.0"),
            (0.051, 1, "0.1"),
            (0.04, 1, "0.0"),
            (0.004, 1, "0.0"),
            (9.995, 2, "10.00"),
            (99.96, 1, "100.0"),
            (0.96, 0, "1"),
            (-0.04, 1, "0.0"),
            (-1234.5678, 2, "-1234.57"),
            (1e21, 1, "1000000000000000000000.0"),
            (70_553_706_496.0, 0, "70553706496"),
            (12.0, 3, "12.000"),
            (0.000_012_5, 6, "0.000012"),
        ] {
            assert_eq!(fixed(x, decimals), text, "{x} to {decimals}");
        }
        assert_eq!(fixed(f64::NAN, 0).len(), 121);
    }

    #[test]
    fn rounding_is_within_half_a_digit() {
        for (x, decimals) in numbers().zip([0, 1, 2, 3, 9].into_iter().cycle()) {
            let text = fixed(x, decimals);
            let read: f64 = text.parse().unwrap();
            let half = 0.5 * 10.0_f64.powi(-length(decimals));
            assert!(
                (read - x).abs() <= half * (1.0 + 1e-9) + x.abs() * 1e-15,
                "{x} to {decimals}: {text}"
            );
            let places = text.split_once('.').map_or(0, |(_, places)| places.len());
            assert_eq!(places, decimals, "{text}");
        }
    }
}
