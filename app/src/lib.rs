//! Headroom in the browser: the form, the answer, and what surrounds them.
//!
//! ```text
//! address ──boot──▶ Session{draft} ──check──▶ answer ──▶ pages, charts
//! ```
//!
//! `platform` is the only module that knows the browser; `charts` draws without knowing that there is one.
pub mod accuracy;
pub mod boot;
pub mod budget;
pub mod charts;
#[cfg(feature = "page")]
pub mod components;
#[cfg(feature = "page")]
pub mod embed;
pub mod export;
pub mod figures;
pub mod i18n;
pub mod jobs;
#[cfg(feature = "page")]
pub mod pages;
#[cfg(feature = "page")]
pub mod paper;
#[cfg(feature = "page")]
pub mod platform;
pub mod sheet;
#[cfg(feature = "page")]
pub mod state;
pub mod text;

#[cfg(feature = "page")]
pub use pages::start;
