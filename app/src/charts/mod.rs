//! Drawings of a report. They know neither the page nor the browser: figures in, an [`Svg`] out.
mod budget;
mod ink;
mod marks;
mod range;
mod svg;

pub use budget::{Budget, Segment, budget};
pub use ink::{Ink, family_class};
pub use range::PlotRange;
pub use svg::Svg;
