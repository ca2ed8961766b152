//! What short runs teach: a few physical parameters, fitted to measured peaks within what is plausible.
//!
//! A [`Run`] is what a person typed: a scenario and what was measured in it. Checked, it is an [`Observation`]. [`fit`] finds the
//! factors on block, loss and allocator and the driver's overhead that explain the observations, each held by a prior and by bounds
//! ([`Parameter`]); what they cannot explain stays as a [`Residual`]. [`MemoryReport::calibrated`] puts the factors into the
//! formulas, and narrows the interval as far as the observations speak about that scenario.
//!
//! [`MemoryReport::calibrated`]: crate::memory::MemoryReport::calibrated
mod figure;
mod fit;
mod kin;
pub mod line;
mod lines;
mod outlook;
mod prior;
mod run;
mod speed;

pub use figure::{FIGURES, Figure, FigureInfo, Measured};
pub(crate) use fit::fit_lines;
pub use fit::{Calibration, Fitted, Residual, fit};
pub(crate) use lines::Lines;
pub use outlook::Outlook;
pub use prior::Parameter;
pub use run::{MAX_RUNS, Observation, Run, RunIssue};
pub use speed::Speed;
