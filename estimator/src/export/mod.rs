//! Answers for machines: JSON with a schema, CSV, and the JSON read back.
//!
//! ```text
//! text of a link ─▶ Link ─▶ Estimate ─▶ json · csv
//!                    └────▶ Search ──▶ json · csv
//! ```
//!
//! The page, the package for JavaScript and the command all print through this module, so their numbers are the same to the last
//! bit. Keys and ids are never renamed or given another meaning; numbers are the shortest decimals that read back as the same
//! number; sizes are bytes, times seconds. Words in two languages are the app's.
mod catalogue;
mod csv;
mod document;
mod estimate;
mod figures;
mod ids;
mod import;
mod inputs;
mod jobs;
mod json;
mod link;
mod plan;
mod rows;
mod schema;

pub use catalogue::{gpus, models};
pub use csv::csv;
pub use document::{BadScenario, Document};
pub use estimate::Estimate;
pub use ids::Id;
pub use import::{BadImport, import, import_fragment};
pub use inputs::origin;
pub use jobs::{jobs, jobs_csv};
pub use json::{Json, object};
pub use link::{Link, issues, notices, settings, settings_link};
pub use plan::{plan, plan_csv, search};
pub use schema::{ESTIMATE_SCHEMA, schema};

/// The release that computed.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What stands in `schema` of every document; another number when a key gets another meaning or goes.
pub const SCHEMA: u64 = 1;
