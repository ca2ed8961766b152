//! Drawings of a report. They know neither the page nor the browser: figures in, an [`Svg`] out.
mod budget;
mod ink;
mod marks;
mod range;
mod scatter;
mod schedule;
mod svg;

pub use budget::{Budget, Segment, budget};
pub use ink::{Ink, family_class};
pub use range::{LogRange, PlotRange};
pub use scatter::{Dot, Scatter, scatter};
pub use schedule::{Lane, Timeline, timeline};
pub use svg::Svg;
