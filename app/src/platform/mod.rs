//! The browser, and the only place that touches it: everything else is pure or goes through these few functions.
pub mod address;
pub mod clipboard;
pub mod clock;
pub mod crash;
pub mod events;
pub mod export;
pub mod fetch;
pub mod files;
pub mod frame;
pub mod locale;
pub mod observe;
pub mod page;
mod promise;
pub mod storage;
pub mod tools;
