//! Sizes as PyTorch prints them (`format_size`): bytes, KiB, MiB, GiB with two decimals.
use crate::num::decimal;
use crate::units::Bytes;

/// A size as it was printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The size.
    pub value: Bytes,
    /// Half a unit in its last place, bytes; 0 for a number of bytes.
    pub half: f64,
}

impl Printed {
    /// Whether `bytes` would be printed like this.
    pub fn shows(self, bytes: f64) -> bool {
        (bytes - self.value.get()).abs() <= self.half * (1.0 + 1e-9)
    }
}

/// The digits of `1,002.00` without the commas, which must stand before groups of three.
fn ungrouped(number: &str) -> Option<String> {
    let (whole, rest) = number
        .find('.')
        .map_or((number, ""), |point| number.split_at(point));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let grouped = whole.len() > first.len();
    let fits = !rest.contains(',') && (!grouped || (1..=3).contains(&first.len()));
    (fits && groups.all(|group| group.len() == 3)).then(|| whole.replace(',', "") + rest)
}

/// A size at the start of some words, and how many words it takes: `12.94 GiB`, `500MiB`, `0 bytes`.
pub(super) fn size(words: &[&str]) -> Option<(Printed, usize)> {
    let first = words.first()?;
    let digits = first
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')
        .unwrap_or(first.len());
    let (number, joined) = first.split_at_checked(digits)?;
    let number = &ungrouped(number)?;
    let (unit, length) = if joined.is_empty() {
        (*words.get(1)?, 2)
    } else {
        (joined, 1)
    };
    let unit = match unit {
        "bytes" | "byte" => 1.0,
        "kib" | "kb" => 1024.0,
        "mib" | "mb" => 1_048_576.0,
        "gib" | "gb" => 1_073_741_824.0,
        _ => return None,
    };
    let decimals = number.split_once('.').map_or(0, |(_, after)| after.len());
    let plausible = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() <= 16;
    let value = decimal(number).filter(|_| plausible && decimals <= 8)?;
    let last = (0..decimals).fold(1.0, |place, _| place / 10.0);
    let half = if unit > 1.0 { last * unit / 2.0 } else { 0.0 };
    Some((
        Printed {
            value: Bytes::new(value * unit),
            half,
        },
        length,
    ))
}
