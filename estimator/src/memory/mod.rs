//! Peak memory of one GPU, itemised at each instant that can be the peak.
//!
//! [`MemoryReport::of`] lists what is alive at each [`Moment`]; a peak is the largest sum, never a sum of maxima. Three
//! figures are kept apart: what PyTorch has *allocated*, what it has *reserved* (allocated and cached), and what the
//! *driver* shows (reserved, CUDA context, communicators). The verdict compares the driver's figure with the card.
mod activations;
mod block;
mod buffers;
mod communicators;
mod dims;
mod factors;
mod facts;
mod gradients;
mod instants;
mod interval;
mod loss;
mod optimizer;
mod overhead;
mod report;
mod slack;
mod sources;
mod term;
mod weights;

pub use factors::{Factors, Lever};
pub use facts::Fact;
pub(crate) use instants::by_stage;
pub use interval::{Beyond, Interval, Regime, beyond};
pub(crate) use loss::logits_bytes;
pub use report::{Figures, Instant, MemoryReport, Metric, Moment, Peak, State, Verdict};
pub use term::{Divides, Family, Tag, Tags, Term, TermId};
