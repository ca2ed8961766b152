//! Links: a [`Draft`](crate::scenario::Draft) as text that people can read, and any text as a draft.
//!
//! `v=1&cat=2026-12&m=qwen2.5-7b&method=qlora&g=rtx-4090` names the version of the grammar, the revision of defaults and
//! catalogues, and what differs from the defaults, in the order of [`PARAMS`](crate::scenario::PARAMS). [`encode`] writes that canonical text;
//! [`decode`] reads anything, loads what it can and says as [`Notice`]s what it could not.
//! Short runs for calibration follow as `run1.KEY=` to `run4.KEY=`: what differs from the scenario, and what was measured
//! ([`encode_with`]); then a table of jobs as `jobs=`, in the grammar of [`pool`](crate::pool) ([`encode_all`]); last the other
//! scenarios of a comparison as `2.KEY=` to `4.KEY=`: what differs from the first, or `2.like=1` for a copy ([`encode_beside`]).
//! `encode ∘ decode` is a fixed point: reading a canonical text and writing it again changes nothing.
//!
//! ```
//! use estimator::codec::{decode, encode};
//!
//! let link = decode("b=4&m=qwen2.5-7b&sq=4096");
//! assert_eq!(encode(&link.draft).text, "v=1&cat=2026-12&m=qwen2.5-7b&b=4");
//! assert_eq!((link.unread(), link.settings), (1, 3));
//! ```
mod alias;
mod beside;
mod decode;
mod defaults;
mod encode;
mod notice;
mod pairs;
mod reader;
mod runs;

pub use alias::{Alias, aliases};
pub use beside::{LIKE_KEY, MAX_BESIDE};
pub use decode::{Decoded, decode, decode_location, renewed};
pub use defaults::{CAT, Revision};
pub use encode::{Encoded, encode, encode_all, encode_beside, encode_with};
pub use notice::{Notice, RunNotice, RunProblem};

/// Version of the grammar that this release writes.
pub const VERSION: u32 = 1;

/// The key of the table of jobs.
pub const JOBS_KEY: &str = "jobs";

/// Bytes of a link that are read.
pub const MAX_BYTES: usize = 4096;

/// Pairs of a link that are read, `v` and `cat` among them.
pub const MAX_PAIRS: usize = 64;

/// Bytes of a comparison that are read.
pub const MAX_COMPARED_BYTES: usize = 8192;

/// Pairs of a comparison that are read.
pub const MAX_COMPARED_PAIRS: usize = 128;

/// Bytes that one value may have.
pub const MAX_VALUE: usize = 64;

/// Keys of the query that belong to the host of the page; never settings.
pub const PRESENTATION: &[&str] = &[
    "embed", "view", "row", "theme", "lang", "controls", "lock", "host",
];
