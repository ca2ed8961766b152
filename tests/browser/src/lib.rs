//! Drives the built page in a real browser.
//!
//! `cargo xtask test` builds the page and runs the suite; by hand, after `cargo xtask build`:
//! `cargo test -p browser-tests [WORD]` runs the tests whose name holds the word.
//!
//! # Writing tests
//!
//! Add a file to `tests/browser/tests/`, name it in `tests/main.rs`, and list its tests:
//!
//! ```
//! use browser_tests::{Page, Test, tests};
//!
//! pub const TESTS: &[Test] = tests![the_title_is_there];
//!
//! fn the_title_is_there(page: &mut Page) {
//!     page.open("#m=7b");
//!     page.wait_for("a title", |page| !page.title().is_empty());
//! }
//! ```
//!
//! - The tests run in two browsers, one after the other in each; those that measure time are named in `main.rs` and run
//!   alone. Each starts with empty storage, a wide
//!   window and default media; [`Page::open`] always loads the page anew and waits for its start.
//! - After each test the runner itself looks for console errors, policy violations and requests
//!   to anything but the page's own files. A test that provokes errors calls
//!   [`Page::expect_trouble`]; foreign requests are never forgiven.
//! - Helpers take CSS selectors, wait for the element, and panic with the selector in the message.
//!   After a failure the last view is in `target/browser-failures/`.
//! - Conditions that take time belong in [`Page::wait_for`], never in a sleep.
//!
//! The client for the browser's driver is ours: the protocol is JSON over HTTP, and two hundred
//! lines compile in a second where the published clients take a minute.
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "test helpers panic"
)]

mod axe;
mod chrome;
pub mod docs;
mod driver;
mod elements;
mod emulate;
mod host;
mod http;
mod page;
pub mod rates;
mod suite;
pub mod typing;
mod watch;

pub use axe::Finding;
pub use host::Host;
pub use page::Page;
pub use suite::{Test, run};

/// Keys for [`Page::press`] and [`Page::type_into`].
pub mod keys {
    /// Tab.
    pub const TAB: &str = "\u{E004}";
    /// Enter.
    pub const ENTER: &str = "\u{E007}";
    /// Escape.
    pub const ESCAPE: &str = "\u{E00C}";
    /// Space.
    pub const SPACE: &str = " ";
    /// Backspace.
    pub const BACKSPACE: &str = "\u{E003}";
    /// Cursor left.
    pub const LEFT: &str = "\u{E012}";
    /// Cursor up.
    pub const UP: &str = "\u{E013}";
    /// Cursor right.
    pub const RIGHT: &str = "\u{E014}";
    /// Cursor down.
    pub const DOWN: &str = "\u{E015}";
    /// Shift, held for the rest of the text.
    pub const SHIFT: &str = "\u{E008}";
    /// Control, held for the rest of the text.
    pub const CONTROL: &str = "\u{E009}";
}
