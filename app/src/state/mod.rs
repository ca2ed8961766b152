//! What changes while the page is open: one draft, a few preferences, and what follows from them.
mod answer;
mod compare;
mod effects;
mod following;
mod link;
mod measuring;
mod opened;
mod papers;
mod past;
mod plan;
mod reach;
mod runs;
mod session;
mod short;
mod what_if;

pub use answer::Answer;
pub use compare::{Column, KINDS, Set};
pub use effects::run as run_effects;
pub use following::holds;
pub use measuring::{Measured, Stage, measure_file, measure_text};
pub use opened::Opened;
pub use plan::{Planned, calibration};
pub use reach::{Line, Others, Reach};
pub use runs::Runs;
pub use session::{Session, Ui, session};
pub use short::{Learnt, ShortRuns, same};
pub use what_if::{Chart, Charted, Found};
