//! What can be opened on the page.
use estimator::host::{DiskLineId, HostLineId, HostMoment};
use estimator::memory::TermId;
use estimator::time::TimeId;

/// Something that shows more once it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The formula of a line of GPU memory.
    Line(TermId),
    /// The lines of a moment of host memory.
    Moment(HostMoment),
    /// The formula of one of them.
    HostLine(HostMoment, HostLineId),
    /// The formula of a file of a checkpoint.
    CheckpointFile(DiskLineId),
    /// The formula of a file that the run leaves.
    RunFile(DiskLineId),
    /// The formula of a part of a step.
    StepPart(TimeId),
}
