//! Numbers and sizes as text: grouped by commas in both languages, as the field writes them.
use super::Lang;
use estimator::units::{Bytes, SizeUnit};

/// A number with exactly `decimals` digits after the point, thousands grouped: `1,234.50`, `−16.6`.
pub fn number(_lang: Lang, value: f64, decimals: usize) -> String {
    let value = estimator::num::finite(value);
    let digits = estimator::num::fixed(value.abs(), decimals);
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut out = String::with_capacity(digits.len() + 8);
    if value < 0.0 && digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        out.push('−');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// An amount above zero with the digits that say something: `1,234`, `12.3`, `0.45`, `0.012`.
pub fn figure(lang: Lang, value: f64) -> String {
    let places = match value {
        value if value >= 99.5 || value <= 0.0 => 0,
        value if value >= 0.95 => 1,
        value if value >= 0.095 => 2,
        value if value >= 0.0095 => 3,
        _ => 4,
    };
    number(lang, value, places)
}

/// A whole number, thousands grouped.
pub fn integer(_lang: Lang, value: u64) -> String {
    estimator::num::grouped(estimator::num::float(value), 0)
}

/// A size with as many digits as help: `58.4 GiB`, `0.39 GiB`, `8.1 MiB`.
pub fn size(lang: Lang, bytes: Bytes, unit: SizeUnit) -> String {
    let value = bytes.as_unit(unit);
    let (value, decimals, symbol) = if value >= 9999.5 {
        (value, 0, unit.symbol())
    } else if value >= 0.995 || value == 0.0 {
        (value, usize::from(value > 0.0), unit.symbol())
    } else if value >= 0.0995 {
        (value, 2, unit.symbol())
    } else {
        match unit {
            SizeUnit::Gib => (value * 1024.0, 1, "MiB"),
            SizeUnit::Gb => (value * 1000.0, 1, "MB"),
        }
    };
    [&number(lang, value, decimals), " ", symbol].concat()
}

/// A size in `unit` without the unit, one digit after the point: for a column or a range whose unit stands elsewhere.
pub fn size_number(lang: Lang, bytes: Bytes, unit: SizeUnit) -> String {
    let value = bytes.as_unit(unit);
    number(lang, value, usize::from(value < 9999.5))
}
