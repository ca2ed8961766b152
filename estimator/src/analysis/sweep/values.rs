//! Which values an axis shows.

/// Points along an axis of lengths, about.
const STEPS: u64 = 32;
/// As far beyond the present value as an axis reaches.
const FARTHEST: u64 = 16;
/// Micro-batches that are shown one by one.
const ONE_BY_ONE: u64 = 20;

/// The end of an axis on which the present value and the last one that fits can both be read.
fn end(present: u64, edge: Option<u64>) -> u64 {
    let least = present.saturating_add(present / 2).max(2);
    let edge = edge.map_or(least, |edge| edge.saturating_add(edge / 3));
    edge.clamp(least, present.saturating_mul(FARTHEST).max(least))
}

/// Lengths at even steps from one step on, the present one among them. A step is a power of two of tokens, or, for long
/// contexts over odd numbers of ranks, a multiple of `unit`.
pub(super) fn lengths(present: u64, edge: Option<u64>, unit: u64, most: u64) -> Vec<u64> {
    let end = end(present, edge).min(most);
    let unit = unit.max(1);
    let step = (end / STEPS).max(1).next_power_of_two();
    let step = step.max(16).div_ceil(unit).saturating_mul(unit);
    let steps = (end / step).clamp(1, 2 * STEPS);
    ascending(present, (1..=steps).map(|at| at * step))
}

/// Micro-batches: one by one as long as there are few, then doubling.
pub(super) fn micros(present: u64, edge: Option<u64>, most: u64) -> Vec<u64> {
    let end = end(present.max(4), edge).min(most);
    let ones = 1..=end.min(ONE_BY_ONE);
    let mut doubling = Vec::new();
    if end > ONE_BY_ONE {
        let mut at = 1_u64;
        while at <= end {
            doubling.push(at);
            at = at.saturating_mul(2);
        }
        return ascending(present, doubling.into_iter());
    }
    ascending(present, ones)
}

/// Halves and doubles of the present value: `below` of those and `above` of these, within 1 and `most`.
pub(super) fn doublings(present: u64, below: u32, above: u32, least: u64, most: u64) -> Vec<u64> {
    let down = (1..=below).rev().map(|power| present >> power.min(63));
    let up = (1..=above).map(|power| present.saturating_mul(1 << power.min(63)));
    let all = down
        .chain(up)
        .filter(|value| (least..=most).contains(value));
    ascending(present, all)
}

/// Ascending values with the present one put in where it belongs.
fn ascending(present: u64, values: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut all: Vec<u64> = values.collect();
    let place = all.partition_point(|value| *value < present);
    if all.get(place) != Some(&present) {
        all.insert(place, present);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_hold_the_present_value_and_are_ascending() {
        for present in [1, 7, 100, 2048, 5000, 131_072, 4_000_000] {
            for edge in [None, Some(1), Some(900), Some(40_000), Some(u64::MAX)] {
                for unit in [1, 3, 8] {
                    let present = present * unit;
                    let lengths = lengths(present, edge, unit, 8_388_608);
                    assert!(lengths.contains(&present), "{present} {edge:?}");
                    assert!(lengths.len() <= 66, "{present} {edge:?}: {}", lengths.len());
                    assert!(lengths.is_sorted_by(|a, b| a < b));
                    assert!(lengths.iter().all(|length| length.is_multiple_of(unit)));
                }
                let micros = micros(present, edge, 65_536.max(present));
                assert!(micros.contains(&present) && micros.len() <= 24);
                assert!(micros.is_sorted_by(|a, b| a < b));
            }
        }
        assert_eq!(doublings(2048, 2, 2, 1, 4096), [512, 1024, 2048, 4096]);
        assert_eq!(doublings(1, 3, 3, 1, 64), [1, 2, 4, 8]);
    }

    #[test]
    fn the_last_that_fits_lies_on_the_axis_unless_it_is_far_away() {
        let near = lengths(2048, Some(11_000), 1, 1 << 23);
        assert!(near.last().is_some_and(|last| *last >= 11_000), "{near:?}");
        let far = lengths(2048, Some(1 << 22), 1, 1 << 23);
        assert_eq!(far.last(), Some(&(16 * 2048)));
        assert_eq!(micros(2, Some(6), 4096), [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
