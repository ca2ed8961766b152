//! A budget worked out as on a whiteboard: the textbook's first pass in rounded numbers, what it leaves out, and what changes if one
//! thing does.
//!
//! ```
//! use estimator::analysis::derivation::{Part, first_pass};
//! use estimator::codec;
//!
//! let link = codec::decode("m=llama-2-7b&method=full&stack=deepspeed&shard=zero2&n=8&s=2048");
//! let scenario = link.draft.check().scenario.unwrap();
//! let lines = first_pass(&scenario);
//! assert_eq!(lines[2].part, Part::Optimizer);
//! assert_eq!(lines[2].symbols(), "12 × P ÷ N");
//! assert_eq!(lines[0].said, 13.4e9);
//! ```
mod contrasts;
mod gap;
mod ladder;
mod quiz;
mod rounding;
mod textbook;

pub use contrasts::{Contrast, Name, SMALLER, Side, contrasts};
pub use gap::{Gap, gaps};
pub use ladder::{Ladder, Rung, WITNESS, Witness, ladder};
pub use quiz::{Question, Quiz, quiz};
pub use rounding::rounded;
pub use textbook::{Factor, Line, Part, exact, first_pass, said};
