//! Exports with words: reports as Markdown and HTML, the bar as a figure, the sentence to cite. What machines read is
//! [`estimator::export`]; both know neither page nor browser.
mod figure;
mod html;
mod plans;
mod render;
mod report;

pub use figure::{figure, hosted};
pub use html::{embed, html};
pub use plans::{jobs, plan};
pub use render::{Format, Refused, render};
pub use report::{report, title};
