//! Host memory of one node and disk of a run, itemised like the memory of a GPU.
//!
//! [`HostReport::of`] lists what a node holds at each [`HostMoment`]; the node is that of rank 0, which gathers. Processes that
//! share a node each hold their copies, so that most lines carry `G`, the processes on it. What is mapped from a file (safetensors
//! while they are read, tokenised data sets) is page cache: the kernel gives it back, and it is not counted.
//!
//! [`DiskReport::of`] lists the files of a checkpoint and of the run, as if all of them were written to one file system.
mod disk;
mod interval;
mod line;
mod node;
mod report;
mod save;
mod sources;
mod states;

pub use disk::{DiskLine, DiskLineId, DiskReport, Seconds};
pub use interval::{HostInterval, HostRegime};
pub use line::{HostLine, HostLineId};
pub use report::{HostInstant, HostMoment, HostReport};
