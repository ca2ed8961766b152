//! Money: what a run costs rented and owned, from which hours owning pays, and what would do instead.
//!
//! No price is current: the table says what was asked and when, the person's own price goes before it, and an amount is a range
//! where an input is one.
mod bill;
mod instead;
mod line;
mod prices;
mod range;
mod report;
pub(crate) mod table;

pub use bill::{BreakEven, MONTH};
pub use instead::{Instead, Kind, instead};
pub use line::{Basis, Bill, CostLine, CostLineId};
pub use prices::{HourPrice, NoPrice};
pub use range::{Case, Hours, Range};
pub(crate) use report::typical_rent;
pub use report::{CostReport, Decision};
pub use table::{Market, Price, price_list};
