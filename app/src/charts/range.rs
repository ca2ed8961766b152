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

    /// Round numbers on the axis from zero on, about `count` of them: steps of 1, 2 or 5 times a power of ten.
    pub fn ticks(self, count: f64) -> Vec<f64> {
        let rough = self.high / count.clamp(1.0, 20.0);
        let mut power = 1.0 / LARGEST;
        while power * 10.0 <= rough {
            power *= 10.0;
        }
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(rough);
        let mut ticks = Vec::new();
        let mut at = 0.0;
        // Powers of ten are not exact.
        while at <= self.high * (1.0 + 1e-9) && ticks.len() < 64 {
            ticks.push(at);
            at += step;
        }
        ticks
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

/// A finite range of positive numbers with `low < high`, on a logarithmic axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogRange {
    low: f64,
    high: f64,
}

impl LogRange {
    /// The smallest range that covers the finite, positive ones among `points`, with a tenth to spare at either end.
    pub fn covering(points: impl IntoIterator<Item = f64>) -> Option<Self> {
        let seen = |point: &f64| (1.0 / LARGEST..LARGEST).contains(point);
        let (low, high) = points
            .into_iter()
            .filter(seen)
            .fold((LARGEST, 0.0), |(low, high), point| {
                (f64::min(low, point), f64::max(high, point))
            });
        (high > 0.0).then_some(Self {
            low: low / 1.1,
            high: high * 1.1,
        })
    }

    /// Where `value` lies, as a share of the axis; what lies outside is put at its end.
    pub fn share(self, value: f64) -> f64 {
        if value > self.low {
            ((value / self.low).ln() / (self.high / self.low).ln()).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// Lower and upper end.
    pub const fn ends(self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Whether `value` lies on the axis.
    pub fn holds(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// 1, 2 and 5 times powers of ten on the axis, ascending.
    pub fn ticks(self) -> Vec<f64> {
        let mut ticks = Vec::new();
        let mut decade = 1.0 / LARGEST;
        while decade <= self.high {
            let steps = [1.0, 2.0, 5.0].map(|step| step * decade);
            ticks.extend(steps.into_iter().filter(|tick| self.holds(*tick)));
            decade *= 10.0;
        }
        ticks
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
    fn logarithmic_axes_are_finite_too() {
        for points in [
            vec![],
            vec![0.0, -1.0],
            vec![f64::NAN],
            vec![f64::INFINITY, 1e300],
        ] {
            assert_eq!(LogRange::covering(points.clone()), None, "{points:?}");
        }
        let range = LogRange::covering([f64::NAN, 5.0, 0.0, 80.0]).expect("two points");
        let ticks: Vec<f64> = range.ticks().iter().map(|tick| tick.round()).collect();
        assert_eq!(ticks, [5.0, 10.0, 20.0, 50.0]);
        assert!(range.share(20.0) > 0.4 && range.share(20.0) < 0.6);
        let one = LogRange::covering([7.0]).expect("one point");
        for value in [f64::NAN, f64::INFINITY, -1.0, 0.0, 7.0, 1e300] {
            assert!((0.0..=1.0).contains(&one.share(value)), "{value}");
        }
        let wide = LogRange::covering([1e-14, 1e14]).expect("two points");
        assert!(wide.ticks().len() < 100);
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
