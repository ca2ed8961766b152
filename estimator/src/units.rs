//! Quantities that cannot be mixed.
use crate::num::{finite, fixed, grouped};
use core::ops::{Add, AddAssign};

/// An amount of memory, ≥ 0 and finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Bytes(f64);

/// Which unit sizes are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeUnit {
    /// 2^30 bytes: what PyTorch, CUDA and nvidia-smi mean.
    #[default]
    Gib,
    /// 10^9 bytes: what vendors and papers mean.
    Gb,
}

impl SizeUnit {
    /// Bytes in one of it.
    pub const fn bytes(self) -> f64 {
        match self {
            Self::Gib => 1_073_741_824.0,
            Self::Gb => 1e9,
        }
    }

    /// `GiB` or `GB`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Gib => "GiB",
            Self::Gb => "GB",
        }
    }
}

impl Bytes {
    /// No memory.
    pub const ZERO: Self = Self(0.0);

    /// From a number of bytes; negative ones become 0, see [`crate::num::finite`] for the rest.
    pub fn new(bytes: f64) -> Self {
        Self(if bytes < 0.0 { 0.0 } else { finite(bytes) })
    }

    /// From GiB.
    pub fn gib(gib: f64) -> Self {
        Self::new(gib * SizeUnit::Gib.bytes())
    }

    /// From MiB.
    pub fn mib(mib: f64) -> Self {
        Self::new(mib * 1_048_576.0)
    }

    /// The number of bytes.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// In GiB.
    pub fn as_gib(self) -> f64 {
        self.0 / SizeUnit::Gib.bytes()
    }

    /// In `unit`.
    pub fn as_unit(self, unit: SizeUnit) -> f64 {
        self.0 / unit.bytes()
    }

    /// The larger of both.
    #[must_use]
    pub fn at_least(self, other: Self) -> Self {
        if self.0 >= other.0 { self } else { other }
    }

    /// The smaller of both.
    #[must_use]
    pub fn at_most(self, other: Self) -> Self {
        if self.0 <= other.0 { self } else { other }
    }

    /// What is left of `self` after `other`; 0 when nothing is.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self::new(self.0 - other.0)
    }

    /// Scaled by a factor ≥ 0.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self::new(self.0 * factor)
    }

    /// `12.94 GiB`, two digits after the point.
    pub fn show(self, unit: SizeUnit) -> String {
        let value = self.as_unit(unit);
        let number = if value >= 1e5 {
            grouped(value, 0)
        } else {
            fixed(value, 2)
        };
        [&number, " ", unit.symbol()].concat()
    }
}

impl Add for Bytes {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.0 + other.0)
    }
}

impl AddAssign for Bytes {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl core::iter::Sum for Bytes {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_sold_as_80_gb_is_not_80_gib() {
        assert_eq!(Bytes::new(80e9).show(SizeUnit::Gib), "74.51 GiB");
        assert_eq!(Bytes::gib(80.0).show(SizeUnit::Gb), "85.90 GB");
    }

    #[test]
    fn never_negative_never_nan() {
        assert_eq!(Bytes::new(-1.0), Bytes::ZERO);
        assert!(Bytes::new(f64::NAN).get().is_finite());
        assert_eq!(Bytes::gib(1.0).less(Bytes::gib(2.0)), Bytes::ZERO);
    }
}
