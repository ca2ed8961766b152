//! Time of a step, itemised: from floating-point operations, bytes and messages, with what hides under what.
mod device;
mod flops;
mod habits;
mod input;
mod kernels;
mod lengths;
mod line;
mod links;
mod pace;
mod products;
mod rates;
mod report;
mod setup;
mod spread;
mod traffic;

pub use device::{DEVICES, Device, Sustained};
pub use flops::Flops;
pub use habits::{Experts, HABITS, Habits, Overheads};
pub use lengths::Lengths;
pub use line::{TimeId, TimeLine};
pub use pace::{Pace, Parts};
pub use rates::{COMMON, Common, Rates, SHIPPED};
pub use report::TimeReport;
pub use setup::NoTime;
pub use spread::{Doubt, Spread};
