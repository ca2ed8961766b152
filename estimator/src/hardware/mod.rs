//! GPUs as data: what memory CUDA reports, how fast they are, how they are joined, what they cannot do.
//!
//! [`catalogue`] is the list, [`find`] looks a card up by its id, [`resolve_alias`] by the names people and programs
//! write, and [`CustomGpu`] describes a card that is not listed.

mod alias;
mod arch;
pub(crate) mod catalogue;
mod custom;
mod device;
mod feature;
mod link;

pub use alias::{Resolved, aliases, resolve_alias};
pub use arch::{Arch, Vendor};
pub use catalogue::{catalogue, find};
pub use custom::{CustomField, CustomGpu, CustomIssue, CustomMemory};
pub use device::{Gpu, Note, Precision};
pub use feature::{Capabilities, Feature, LackReason};
pub use link::{Link, LinkKind, NodeShape, Pcie};
