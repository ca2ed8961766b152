//! What can be measured in a run.
use crate::memory::Metric;
use crate::scenario::{IssueKind, Value, parse_real};
use crate::units::Bytes;

/// A figure that a person can enter for a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Figure {
    /// `torch.cuda.max_memory_allocated`, GiB.
    Allocated,
    /// `torch.cuda.max_memory_reserved`, GiB.
    Reserved,
    /// What the driver shows, whatever else is on the GPU included, GiB.
    Driver,
    /// Tokens a second on each GPU.
    TokensPerSecond,
}

/// One row of [`FIGURES`].
#[derive(Clone, Copy, Debug)]
pub struct FigureInfo {
    /// The figure.
    pub figure: Figure,
    /// Its key in links and in the profile line.
    pub key: &'static str,
    /// Smallest value.
    pub min: f64,
    /// Largest value: far above any GPU.
    pub max: f64,
    /// Digits after the point that are kept.
    pub decimals: usize,
}

const fn row(figure: Figure, key: &'static str, min: f64, max: f64, decimals: usize) -> FigureInfo {
    FigureInfo {
        figure,
        key,
        min,
        max,
        decimals,
    }
}

/// Every figure, in the order of links.
pub const FIGURES: &[FigureInfo] = &[
    row(Figure::Allocated, "alloc", 0.001, 4096.0, 3),
    row(Figure::Reserved, "res", 0.001, 4096.0, 3),
    row(Figure::Driver, "drv", 0.001, 4096.0, 3),
    row(Figure::TokensPerSecond, "tps", 0.1, 1e8, 1),
];

impl Figure {
    /// Its row of [`FIGURES`].
    pub fn info(self) -> FigureInfo {
        let found = FIGURES.iter().find(|info| info.figure == self);
        found
            .copied()
            .unwrap_or(row(self, "alloc", 0.001, 4096.0, 3))
    }

    /// Its key in links.
    pub fn key(self) -> &'static str {
        self.info().key
    }

    /// The figure with that key.
    pub fn from_key(key: &str) -> Option<Self> {
        let found = FIGURES.iter().find(|info| info.key == key);
        found.map(|info| info.figure)
    }

    /// The number that `text` stands for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(self, text: &str) -> Result<f64, IssueKind> {
        let info = self.info();
        match parse_real(text.trim(), info.min, info.max, info.decimals)? {
            Value::Real(number) => Ok(number),
            _ => Err(IssueKind::NotANumber),
        }
    }
}

/// What a run showed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Largest amount allocated.
    pub allocated: Option<Bytes>,
    /// Largest amount reserved.
    pub reserved: Option<Bytes>,
    /// Largest amount that the driver showed, whatever else is on the GPU included.
    pub driver: Option<Bytes>,
    /// Tokens a second on each GPU; kept for a fit of the throughput.
    pub tokens_per_s: Option<f64>,
}

impl Measured {
    /// One of the three peaks.
    pub const fn of(&self, metric: Metric) -> Option<Bytes> {
        match metric {
            Metric::Allocated => self.allocated,
            Metric::Reserved => self.reserved,
            Metric::Driver => self.driver,
            // Nobody measures what a run would get by with.
            Metric::Needed => None,
        }
    }

    /// With one of the three peaks.
    #[must_use]
    pub const fn with(mut self, metric: Metric, peak: Bytes) -> Self {
        match metric {
            Metric::Allocated => self.allocated = Some(peak),
            Metric::Reserved => self.reserved = Some(peak),
            Metric::Driver => self.driver = Some(peak),
            Metric::Needed => {}
        }
        self
    }
}
