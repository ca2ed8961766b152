//! Drawings of a report. They know neither the page nor the browser: figures in, an [`Svg`] out.
mod alone;
mod budget;
mod heat;
mod ink;
mod marks;
mod range;
mod scatter;
mod schedule;
mod stacks;
mod svg;
mod tornado;

pub use alone::Scheme;
pub use budget::{Budget, Segment, budget};
pub use heat::{Heat, HeatCell, heat};
pub use ink::{Ink, family_class};
pub use range::{LogRange, PlotRange};
pub use scatter::{Dot, Scatter, scatter};
pub use schedule::{Lane, Timeline, timeline};
pub use stacks::{Shape, Stack, Stacks, stacks};
pub use svg::Svg;
pub use tornado::{Bar, Tornado, tornado};
