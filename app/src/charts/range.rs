//! What an axis covers. plotters loops for ever on an infinite range and panics on NaN, so nothing reaches it unchecked.

/// A finite range with `low < high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotRange {
    low: f64,
    high: f64,
}

/// Beyond this an axis means nothing, and differences lose their digits.
const LARGEST: f64 = 1e15;

impl PlotRange {
    /// The smallest range from zero that covers the finite, positive ones among `points`, with `room` (a share of it) to spare.
    /// Without any such point there is nothing to draw.
    pub fn from_zero(points: impl IntoIterator<Item = f64>, room: f64) -> Option<Self> {
        let most = points
            .into_iter()
            .filter(|point| point.is_finite() && *point > 0.0)
            .fold(0.0, f64::max);
        let room = if room.is_finite() {
            room.clamp(0.0, 1.0)
        } else {
            0.0
        };
        let high = (most * (1.0 + room)).min(LARGEST);
        (high > f64::MIN_POSITIVE).then_some(Self { low: 0.0, high })
    }

    /// Its lower end.
    pub const fn low(self) -> f64 {
        self.low
    }

    /// Its upper end.
    pub const fn high(self) -> f64 {
        self.high
    }

    /// Where `value` lies, as a share of the range; what lies outside is put at its end, and NaN at the start.
    pub fn share(self, value: f64) -> f64 {
        if value.is_nan() {
            0.0
        } else {
            ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp)]
mod tests {
    use super::*;

    #[test]
    fn nothing_infinite_or_empty_gets_through() {
        for points in [
            vec![],
            vec![0.0],
            vec![-3.0],
            vec![f64::NAN],
            vec![f64::INFINITY, f64::NEG_INFINITY],
        ] {
            assert_eq!(
                PlotRange::from_zero(points.clone(), 0.1),
                None,
                "{points:?}"
            );
        }
        let range = PlotRange::from_zero([f64::NAN, 2.0, f64::INFINITY, 8.0], f64::NAN)
            .expect("two points are finite");
        assert_eq!((range.low(), range.high()), (0.0, 8.0));
        assert_eq!(
            PlotRange::from_zero([1e300], 1.0).map(PlotRange::high),
            Some(LARGEST)
        );
    }

    #[test]
    fn shares_stay_inside() {
        let range = PlotRange::from_zero([10.0], 0.0).expect("finite");
        assert_eq!(
            [
                range.share(-1.0),
                range.share(5.0),
                range.share(99.0),
                range.share(f64::NAN)
            ],
            [0.0, 0.5, 1.0, 0.0]
        );
    }
}
