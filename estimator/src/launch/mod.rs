//! Launch files out and in: a scenario as the configuration or command that starts it, and the other way round.
//!
//! [`formats`] is a table: which option of a format says which setting, row by row, for both directions. [`write`] writes the rows
//! that hold, reads the files again, and lists what differs as what they cannot say. [`read`] takes a text of any format, says what
//! it read, what its absence means and what it left aside; it is total and bounded, since texts come from anywhere.
mod calls;
mod given;
mod read;
mod shape;
mod shell;
mod special;
mod sums;
mod table;
mod tree;
mod trouble;
mod write;

pub use given::{Entry, looks};
pub use read::{Ignored, Reading, Took, read};
#[cfg(not(target_arch = "wasm32"))]
pub use table::text;
pub use table::{Form, Format, find, formats, install};
pub use trouble::{Syntax, Trouble};
pub use write::{File, Unsaid, Written, governed, write};
